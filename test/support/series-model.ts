// What events that repeat must be (contract, section 3), as plainly as it can be said: rules, and what dates have of their own.
// Dates come from ical.js, clocks from Temporal; nothing of the service plays a part.
import ICAL from 'ical.js';

/** When something is, on its zone's clock. */
export interface ModelTimes {
  readonly start: string;
  readonly end: string;
  readonly zone: string;
  readonly allDay: boolean;
}

/** A recurrence as it is meant; all dates with a time, on the clock of the series. */
export interface ModelRules {
  readonly rrule: readonly string[];
  readonly rdate: readonly string[];
  readonly exdate: readonly string[];
}

/** Languages of texts; the first one is the site's. */
export const LANGUAGES = ['en', 'de', 'es'] as const;
/** A text in its languages. */
export type ModelText = Partial<Record<(typeof LANGUAGES)[number], string>>;

/** What something has beside its dates; IDs of what it links to. */
export interface ModelFields {
  readonly title: ModelText;
  readonly description: ModelText;
  readonly venue: readonly number[];
  readonly organizer: readonly number[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly featured: boolean;
  readonly cost: string;
  readonly event_status: string;
  readonly hidden: boolean;
}

/** The fields of an event of which nothing is said. */
export const PLAIN: ModelFields = {
  title: { en: 'Event' },
  description: {},
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
  featured: false,
  cost: '',
  event_status: 'scheduled',
  hidden: false,
};

/** Returns fields with others in their place; of texts only the languages that the others have. */
export const withFields = <T extends Partial<ModelFields>>(fields: T, others: Partial<ModelFields>): T => ({
  ...fields,
  ...others,
  ...(others.title ? { title: { ...fields.title, ...others.title } } : {}),
  ...(others.description ? { description: { ...fields.description, ...others.description } } : {}),
});

/** What a date has of its own. */
export interface OwnValues {
  fields: Partial<ModelFields>;
  times?: ModelTimes | undefined;
  trashed?: boolean;
}

/** A date as lists show it. */
export interface ModelDate {
  readonly recurrenceId: string;
  readonly fields: ModelFields;
  readonly times: ModelTimes;
  readonly utc: string;
  readonly utcEnd: string;
  readonly status: string;
}

const plain = (wall: string) => Temporal.PlainDateTime.from(wall.replace(' ', 'T'));
const textOf = (date: Temporal.PlainDateTime) =>
  date.toString({ smallestUnit: 'second' }).replace('T', ' ').slice(0, 19);
const zoned = (wall: string, zone: string) => plain(wall).toZonedDateTime(zone);
const wallOf = (date: Temporal.ZonedDateTime) => textOf(date.toPlainDateTime());
const inZone = (date: Temporal.ZonedDateTime, zone: string) => wallOf(date.withTimeZone(zone));

/** Returns a clock time so many seconds later on the clock. */
export const later = (wall: string, seconds: number): string => textOf(plain(wall).add({ seconds }));
/** Returns the seconds from one clock time to another, on the clock. */
export const between = (from: string, to: string): number =>
  plain(from).until(plain(to), { largestUnit: 'second' }).total('seconds');
/** Returns the clock time that there is for one that a change of the clock may skip. */
export const real = (wall: string, zone: string): string => wallOf(zoned(wall, zone));
/** Returns a zone's clock time on the clock of another zone. */
export const onClock = (wall: string, zone: string, other: string): string =>
  inZone(zoned(wall, zone), other);
/** Returns the first and the last second of the days of an all-day event, else the times as they are. */
export const wholeDays = <T extends { start: string; end: string }>(times: T, allDay: boolean): T =>
  allDay
    ? { ...times, start: `${times.start.slice(0, 10)} 00:00:00`, end: `${times.end.slice(0, 10)} 23:59:59` }
    : times;

/** Beyond all windows: so far rules without end are expanded. */
const FAR = '2027-10-01 00:00:00';

/** The clock times that a rule makes, in order, the first date not among them. */
function ruleTimes(text: string, start: string, zone: string): string[] {
  const parts = text.split(';').filter((part) => !/^(COUNT|UNTIL)=/.test(part));
  const count = /COUNT=(\d+)/.exec(text)?.[1];
  const [, until = '', time] = /UNTIL=(\d{8})(?:T(\d{6})Z)?/.exec(text) ?? [];
  const day = until.replace(/(....)(..)(..)/, '$1-$2-$3');
  const last = !until
    ? FAR
    : time
      ? onClock(`${day} ${time.replace(/(..)(..)(..)/, '$1:$2:$3')}`, 'UTC', zone)
      : `${day} 23:59:59`;
  const found: string[] = [];
  const dates = ICAL.Recur.fromString(parts.join(';')).iterator(
    ICAL.Time.fromDateTimeString(start.replace(' ', 'T')),
  );
  for (let next = dates.next(); next; next = dates.next()) {
    const wall = next.toString().replace('T', ' ');
    if (count === undefined ? wall > last : found.length >= Number(count) - 1) break;
    if (wall > start) found.push(wall);
  }
  return found;
}

/** A series: rules with the first date from which they count, cut and moved since then, and overrides by recurrence id. */
export class ModelSeries {
  id: number;
  fields: ModelFields;
  /** What it would have outside the trash. */
  status = 'publish';
  trashed = false;
  times: ModelTimes;
  /** IDs of dates that were seen, and of those that were taken out. */
  ids = new Map<string, number>();
  gone = new Map<string, number>();
  own = new Map<string, OwnValues>();
  continues: number | null = null;
  continuedBy: number | null = null;
  isEndless = false;
  /** Where the rules put all dates, in order. */
  puts: string[] = [];

  constructor(id: number, fields: ModelFields, times: ModelTimes, rules: ModelRules) {
    this.id = id;
    this.fields = fields;
    this.times = times;
    this.setRules(rules);
  }

  setRules({ rrule, rdate, exdate }: ModelRules): void {
    const { start, zone } = this.times;
    const all = new Set([start, ...rdate, ...rrule.flatMap((rule) => ruleTimes(rule, start, zone))]);
    this.isEndless = rrule.some((rule) => !/COUNT|UNTIL/.test(rule));
    const left = new Set(exdate.map((date) => real(date, zone)));
    this.puts = this.#once([...all].filter((date) => !left.has(real(date, zone))).sort());
    this.settle();
  }

  /** Of clock times that a gap makes one the one that it doesn't move. */
  #once(puts: string[]): string[] {
    const all = new Set(puts);
    return puts.filter((date) => {
      const start = real(date, this.times.zone);
      return start === date || this.times.allDay || !all.has(start);
    });
  }

  /** Puts what the rules no longer make among the gone, with what it had of its own. */
  settle(): void {
    const made = new Set(this.puts);
    for (const [date, id] of this.ids) {
      if (made.has(date)) continue;
      this.ids.delete(date);
      this.gone.set(date, id);
    }
    for (const date of this.own.keys()) if (!made.has(date)) this.own.delete(date);
  }

  /** The pattern's times at one of its dates, not moved out of gaps. */
  patternOf(recurrenceId: string): { start: string; end: string } {
    return { start: recurrenceId, end: later(recurrenceId, between(this.times.start, this.times.end)) };
  }

  /** Moves all dates; what they have of their own stays as it is. */
  move(times: ModelTimes, moved: (date: string) => string): void {
    const renamed = <T>(map: Map<string, T>) =>
      new Map([...map].map(([date, value]) => [moved(date), value]));
    this.times = times;
    this.puts = this.#once(this.puts.map(moved));
    this.ids = renamed(this.ids);
    this.gone = renamed(this.gone);
    this.own = renamed(this.own);
    this.settle();
  }

  /** Ends before one of the dates. Returns what follows, as a series; those dates are gone where nobody takes it. */
  cut(at: string): ModelSeries {
    const rest = new ModelSeries(0, this.fields, { ...this.times, ...this.patternOf(at) }, NO_RULES);
    const part = <T>(map: Map<string, T>, is: boolean) =>
      new Map([...map].filter(([date]) => date >= at === is));
    rest.status = this.status;
    rest.ids = part(this.ids, true);
    rest.gone = part(this.gone, true);
    rest.own = part(this.own, true);
    rest.puts = this.puts.filter((date) => date >= at);
    rest.isEndless = this.isEndless;
    this.ids = part(this.ids, false);
    this.gone = part(this.gone, false);
    this.own = part(this.own, false);
    this.puts = this.puts.filter((date) => date < at);
    this.isEndless = false;
    return rest;
  }

  /** Leaves what follows to nobody: its IDs are gone, and may come back. */
  drop(rest: ModelSeries): void {
    for (const map of [rest.ids, rest.gone]) for (const [date, id] of map) this.gone.set(date, id);
  }

  /** The pattern's times at one of its dates as they are: an end that a gap puts before its start is as long after it as the first. */
  #timesAt(recurrenceId: string): ModelTimes {
    const { zone, allDay } = this.times;
    const { start, end } = this.patternOf(recurrenceId);
    const from = zoned(start, zone);
    const to = zoned(end, zone);
    if (Temporal.ZonedDateTime.compare(to, from) >= 0)
      return { zone, allDay, start: wallOf(from), end: wallOf(to) };
    const length = zoned(this.times.start, zone).until(zoned(this.times.end, zone));
    return { zone, allDay, start: wallOf(from), end: wallOf(from.add(length)) };
  }

  dates(): ModelDate[] {
    return this.puts.map((recurrenceId) => {
      const own = this.own.get(recurrenceId);
      const times = own?.times ?? this.#timesAt(recurrenceId);
      const fields = withFields(this.fields, own?.fields ?? {});
      const start = zoned(times.start, times.zone);
      const end = zoned(times.end, times.zone);
      return {
        recurrenceId,
        // It is never more visible than its series (R9).
        fields: { ...fields, hidden: this.fields.hidden || fields.hidden },
        times: { ...times, start: wallOf(start), end: wallOf(end) },
        utc: inZone(start, 'UTC'),
        utcEnd: inZone(end, 'UTC'),
        status: this.trashed || own?.trashed ? 'trash' : this.status,
      };
    });
  }
}

const NO_RULES: ModelRules = { rrule: [], rdate: [], exdate: [] };

/** An event that doesn't repeat. */
export interface ModelSingle {
  readonly id: number;
  readonly fields: ModelFields;
  readonly times: ModelTimes;
  readonly status: string;
}

/** Everything that a calendar holds, as the model has it. */
export class ModelCalendar {
  readonly series: ModelSeries[] = [];
  readonly singles: ModelSingle[] = [];
  /** IDs that never come back. */
  readonly dead: number[] = [];
  refused = 0;
  done = 0;
}
