/** Units in which a rule of the sentence comes. */
export type SentenceFrequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
/** All frequencies that the sentence has words for. */
export const frequencies: readonly SentenceFrequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
/** Days of the week as RFC 5545 names them, from Monday. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
/** A day of the week as RFC 5545 names it. */
export type Weekday = (typeof weekdays)[number];

/** A rule that the sentence can say; others are kept as RFC 5545 writes them. */
export interface SentenceRule {
  readonly frequency: SentenceFrequency;
  readonly interval: number;
  /** Of weekly rules; empty is the day of the first date. */
  readonly days: readonly Weekday[];
  /** The last day, `YYYY-MM-DD`. */
  readonly until: string | undefined;
  readonly count: number | undefined;
}

/** Returns a rule of RFC 5545 for the sentence; undefined of one that it has no words for. */
export function readRule(text: string): SentenceRule | undefined {
  const parts = new Map(
    text.split(';').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=');
      return [name.toUpperCase(), value.toUpperCase()];
    }),
  );
  const frequency = frequencies.find((one) => one === parts.get('FREQ'));
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const named = parts.get('BYDAY')?.split(',') ?? [];
  const days = weekdays.filter((day) => named.includes(day));
  const until = parts.get('UNTIL');
  const count = parts.get('COUNT');
  for (const name of ['FREQ', 'INTERVAL', 'BYDAY', 'UNTIL', 'COUNT', 'WKST']) parts.delete(name);
  if (!frequency || parts.size > 0 || days.length !== named.length) return undefined;
  if (named.length > 0 && frequency !== 'WEEKLY') return undefined;
  return {
    frequency,
    interval,
    days,
    until: until && `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`,
    count: count === undefined ? undefined : Number(count),
  };
}

/** Writes a rule as RFC 5545 does. Its end is its last day. */
export function writeRule({ frequency, interval, days, until, count }: SentenceRule): string {
  return [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(frequency === 'WEEKLY' && days.length > 0 ? [`BYDAY=${days.join(',')}`] : []),
    ...(until === undefined ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
    ...(count === undefined ? [] : [`COUNT=${count}`]),
  ].join(';');
}

/** Returns the day of the week of a day, `YYYY-MM-DD`. */
export const weekdayOf = (day: string): Weekday =>
  weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';
