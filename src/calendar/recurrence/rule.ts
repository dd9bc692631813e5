import { type MessageKey, message } from '#foundation/i18n/catalogue.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import { RecurrenceError } from './recurrence.ts';

/** The frequencies of rules, the longest period first. */
export const frequencies = [
  'YEARLY',
  'MONTHLY',
  'WEEKLY',
  'DAILY',
  'HOURLY',
  'MINUTELY',
  'SECONDLY',
] as const;
/** The frequency of a rule: the period that INTERVAL counts. */
export type Frequency = (typeof frequencies)[number];

/** The days of the week as rules name them, Monday first. */
export const weekdays: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A member of BYDAY: a weekday (0 is Monday), and which one of its month or year; 0 for every one. */
export interface RuleDay {
  readonly ordinal: number;
  readonly weekday: number;
}

/** UNTIL: seconds on the wall clock or in UTC; a day is the last second of it. */
export interface Until {
  readonly form: 'day' | 'wall' | 'utc';
  readonly seconds: number;
}

/** A rule of RFC 5545 §3.3.10, read. Lists are sorted and hold nothing twice; an empty one means that the part isn't there. */
export interface Rule {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count: number | undefined;
  readonly until: Until | undefined;
  readonly bysecond: readonly number[];
  readonly byminute: readonly number[];
  readonly byhour: readonly number[];
  readonly byday: readonly RuleDay[];
  readonly bymonthday: readonly number[];
  readonly byyearday: readonly number[];
  readonly byweekno: readonly number[];
  readonly bymonth: readonly number[];
  readonly bysetpos: readonly number[];
  /** The day on which weeks begin, 0 being Monday. */
  readonly wkst: number;
  /** Treatment of a day of the month that a month lacks (RFC 7529). */
  readonly skip: 'OMIT' | 'BACKWARD' | 'FORWARD';
  /** The parts as they were written, in their order. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Bounds of the members of lists of numbers, and whether they may be counted from the end. */
const NUMBERS = {
  BYSECOND: [0, 60, false],
  BYMINUTE: [0, 59, false],
  BYHOUR: [0, 23, false],
  BYMONTHDAY: [1, 31, true],
  BYYEARDAY: [1, 366, true],
  BYWEEKNO: [1, 53, true],
  BYMONTH: [1, 12, false],
  BYSETPOS: [1, 366, true],
} as const satisfies Readonly<Record<string, readonly [from: number, to: number, signed: boolean]>>;
type NumbersPart = keyof typeof NUMBERS;
const numbersParts = Object.keys(NUMBERS) as NumbersPart[];

const PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST', 'RSCALE', 'SKIP', ...numbersParts];
/** Parts that choose among the moments of a day. */
const TIMES = ['BYHOUR', 'BYMINUTE', 'BYSECOND'];
/** Characters: every part with every value that it may have is shorter. */
const LONGEST_RULE = 20_000;

function refuse(
  part: string,
  key: MessageKey,
  values: Readonly<Record<string, string | number>> = {},
): never {
  throw new RecurrenceError('rest_invalid_rrule', part, message(key, { part, ...values }));
}

/** Returns the parts of a rule's text, in capitals; throws a RecurrenceError for what is no list of known ones. */
function partsOf(text: string): Map<string, string> {
  const whole = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '');
  if (whole.length > LONGEST_RULE) refuse('rrule', 'problem.recurrence_rule_long', { count: LONGEST_RULE });
  const parts = new Map<string, string>();
  for (const piece of whole.split(';')) {
    const at = piece.indexOf('=');
    const name = at < 0 ? piece : piece.slice(0, at);
    if (at < 0 || !PARTS.includes(name)) refuse('rrule', 'problem.recurrence_part', { value: shown(name) });
    if (parts.has(name)) refuse(name, 'problem.recurrence_part_twice');
    parts.set(name, piece.slice(at + 1));
  }
  return parts;
}

/** Shortens a wrong value to what a message has room for. */
export const shown = (value: string): string => (value.length > 60 ? `${value.slice(0, 60)}…` : value);

function wrongValue(part: string, value: string): never {
  refuse(part, 'problem.recurrence_value', { value: shown(value) });
}

function wholeNumber(parts: ReadonlyMap<string, string>, part: string): number | undefined {
  const text = parts.get(part);
  if (text === undefined) return undefined;
  return /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : wrongValue(part, text);
}

function numbersOf(parts: ReadonlyMap<string, string>, part: NumbersPart): number[] {
  const text = parts.get(part);
  if (text === undefined) return [];
  const [least, most, isSigned] = NUMBERS[part];
  const numbers = text.split(',').map((member) => {
    const number = (isSigned ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/).test(member) ? Number(member) : Number.NaN;
    return Math.abs(number) >= least && Math.abs(number) <= most ? number : wrongValue(part, member);
  });
  // A leap second is the one before it where clocks have none (RFC 5545 §3.3.12).
  const known = part === 'BYSECOND' ? numbers.map((second) => Math.min(second, 59)) : numbers;
  return [...new Set(known)].sort((a, b) => a - b);
}

function weekdayOf(name: string): number | undefined {
  const index = weekdays.indexOf(name);
  return index < 0 ? undefined : index;
}

function daysOf(text: string | undefined): RuleDay[] {
  if (text === undefined) return [];
  const days = text.split(',').map((member): RuleDay => {
    const [, number = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(member) ?? [];
    const ordinal = Number(number);
    const weekday = weekdayOf(name);
    if (weekday === undefined || (number !== '' && ordinal === 0) || Math.abs(ordinal) > 53)
      wrongValue('BYDAY', member);
    return { ordinal, weekday };
  });
  const sorted = days.sort((a, b) => a.ordinal - b.ordinal || a.weekday - b.weekday);
  return sorted.filter(
    (day, index) => day.ordinal !== sorted[index - 1]?.ordinal || day.weekday !== sorted[index - 1]?.weekday,
  );
}

function untilOf(text: string | undefined): Until | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day, time, zone] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z)?)?$/.exec(text) ?? [];
  const clock = time === undefined ? '23:59:59' : time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3');
  const seconds = secondsOf(`${year}-${month}-${day} ${clock.replace(/:60$/, ':59')}`);
  if (seconds === undefined) return wrongValue('UNTIL', text);
  if (time === undefined) return { form: 'day', seconds };
  return { form: zone === undefined ? 'wall' : 'utc', seconds };
}

/**
 * Returns a rule as read from its text, with or without `RRULE:`, in any case. Throws a RecurrenceError that names the part
 * for what RFC 5545 §3.3.10 and RFC 7529 don't allow, and in an all-day event for what is smaller than a day (contract R2).
 */
export function readRule(text: string, allDay: boolean): Rule {
  const parts = partsOf(text);
  const freq = frequencies.find((name) => name === parts.get('FREQ'));
  if (freq === undefined) {
    const value = parts.get('FREQ');
    return value === undefined
      ? refuse('FREQ', 'problem.recurrence_part_missing')
      : wrongValue('FREQ', value);
  }
  const lists = Object.fromEntries(numbersParts.map((part) => [part, numbersOf(parts, part)])) as Record<
    NumbersPart,
    number[]
  >;
  const [skip, rscale, wkst] = [parts.get('SKIP') ?? 'OMIT', parts.get('RSCALE'), parts.get('WKST') ?? 'MO'];
  if (skip !== 'OMIT' && skip !== 'BACKWARD' && skip !== 'FORWARD') return wrongValue('SKIP', skip);
  if (rscale !== undefined && rscale !== 'GREGORIAN') refuse('RSCALE', 'problem.recurrence_calendar');
  const rule: Rule = {
    freq,
    interval: wholeNumber(parts, 'INTERVAL') ?? 1,
    count: wholeNumber(parts, 'COUNT'),
    until: untilOf(parts.get('UNTIL')),
    bysecond: lists.BYSECOND,
    byminute: lists.BYMINUTE,
    byhour: lists.BYHOUR,
    byday: daysOf(parts.get('BYDAY')),
    bymonthday: lists.BYMONTHDAY,
    byyearday: lists.BYYEARDAY,
    byweekno: lists.BYWEEKNO,
    bymonth: lists.BYMONTH,
    bysetpos: lists.BYSETPOS,
    wkst: weekdayOf(wkst) ?? wrongValue('WKST', wkst),
    skip,
    parts,
  };
  checkTogether(rule, allDay);
  return rule;
}

/** Throws a RecurrenceError for parts that may not stand beside each other (the table and the MUST NOTs of RFC 5545 §3.3.10). */
function checkTogether(rule: Rule, allDay: boolean): void {
  const { freq, parts } = rule;
  const has = (part: string) => parts.has(part);
  const beside = (part: string, other: string): never => refuse(part, 'problem.recurrence_beside', { other });
  const frequency = `FREQ=${freq}`;
  if (has('COUNT') && has('UNTIL')) beside('UNTIL', 'COUNT');
  if (has('BYWEEKNO') && freq !== 'YEARLY') beside('BYWEEKNO', frequency);
  if (has('BYYEARDAY') && /^(DAILY|WEEKLY|MONTHLY)$/.test(freq)) beside('BYYEARDAY', frequency);
  if (has('BYMONTHDAY') && freq === 'WEEKLY') beside('BYMONTHDAY', frequency);
  if (rule.byday.some(({ ordinal }) => ordinal !== 0)) {
    if (freq !== 'YEARLY' && freq !== 'MONTHLY') beside('BYDAY', frequency);
    if (has('BYWEEKNO')) beside('BYDAY', 'BYWEEKNO');
  }
  if (has('BYSETPOS') && ![...parts.keys()].some((part) => part.startsWith('BY') && part !== 'BYSETPOS'))
    refuse('BYSETPOS', 'problem.recurrence_needs', { other: 'BY…' });
  if (has('SKIP') && !has('RSCALE')) refuse('SKIP', 'problem.recurrence_needs', { other: 'RSCALE' });
  if (!allDay) return;
  const small = TIMES.find(has) ?? (/^(HOURLY|MINUTELY|SECONDLY)$/.test(freq) ? 'FREQ' : undefined);
  if (small !== undefined) refuse(small, 'problem.recurrence_all_day');
}

/**
 * Returns a rule's text, FREQ first whatever order was sent (RFC 5545 §3.3.10), with other values for some parts; undefined
 * takes a part out, and new ones come last.
 */
export function ruleText(rule: Rule, changes: Readonly<Record<string, string | undefined>> = {}): string {
  const parts = new Map([['FREQ', rule.freq], ...rule.parts, ...Object.entries(changes)]);
  return [...parts].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(';');
}
