import type { Language } from '#foundation/i18n/catalogue.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { englishDate } from '#foundation/time/languages.ts';
import { readPhrase } from '#foundation/time/phrase.ts';
import { readDate } from '#foundation/time/typed.ts';
import { findZone, offsetAt, utcSeconds } from '#foundation/time/zone.ts';
import { type FirstDate, MOST_DATES, MOST_RULES, type Recurrence, RecurrenceError } from './recurrence.ts';
import { readRule, ruleText, shown } from './rule.ts';

/** When and in which language a recurrence was typed. */
export interface TypedAt {
  readonly now: Temporal.Instant;
  readonly language: Language;
}

/** Members of a recurrence as sent. */
const LISTS = ['rrule', 'rdate', 'exdate'] as const;
type List = (typeof LISTS)[number];
/** Members of a recurrence as answered, which come back with it. */
const ANSWERED = ['text', 'series', 'first_date', 'last_date', 'count', 'next', 'continues', 'continued_by'];

/** A value of a list; of iCalendar lines with their zone. */
interface Sent {
  readonly text: string;
  readonly zone?: string;
  /** Whether it is iCalendar's and not typed. */
  readonly isFormal?: boolean;
}
type SentLists = Readonly<Record<List, readonly Sent[]>>;

/**
 * Returns a sent `recurrence` in the form that is stored: an object, iCalendar lines as one text or a list, or null for
 * what ends the repeating (contract R1). Throws a RecurrenceError for anything else; `checkRecurrence` judges what it makes.
 */
export function readRecurrence(value: unknown, first: FirstDate, at: TypedAt): Recurrence | null {
  const sent = filledLists(value);
  if (!sent) return null;
  if (sent.rrule.length > MOST_RULES)
    throw new RecurrenceError(
      'rest_too_many_items',
      'rrule',
      message('problem.recurrence_rules', { limit: MOST_RULES }),
    );
  if (sent.rdate.length + sent.exdate.length > MOST_DATES)
    throw new RecurrenceError(
      'rest_too_many_items',
      sent.rdate.length > sent.exdate.length ? 'rdate' : 'exdate',
      message('problem.recurrence_dates', { limit: MOST_DATES }),
    );
  const inOrder = (texts: string[]) => [...new Set(texts)].sort();
  return {
    rrule: [...new Set(sent.rrule.map(({ text }) => ruleText(readRule(text, first.all_day))))],
    rdate: inOrder(sent.rdate.map((date) => readAdded(date, first, at))),
    exdate: inOrder(sent.exdate.map((date) => readLeftOut(date, first, at))),
  };
}

/** Returns whether a sent `recurrence` ends the repeating. Throws a RecurrenceError for what has no form of one. */
export const endsRepeating = (value: unknown): boolean => filledLists(value) === undefined;

function filledLists(value: unknown): SentLists | undefined {
  const sent = listsOf(value);
  return sent && LISTS.some((list) => sent[list].length > 0) ? sent : undefined;
}

function refuseForm(): never {
  throw new RecurrenceError('rest_invalid_rrule', 'recurrence', message('problem.recurrence_form'));
}

/** The values of each list; undefined for what ends the repeating. */
function listsOf(value: unknown): SentLists | undefined {
  if (value === undefined || value === null || value === false || value === '') return undefined;
  if (typeof value === 'string') return listsOfLines(value);
  if (Array.isArray(value)) {
    if (value.some((line) => typeof line !== 'string')) refuseForm();
    return listsOfLines(value.join('\n'));
  }
  if (typeof value !== 'object') refuseForm();
  const strange = Object.keys(value).find(
    (name) => !LISTS.some((list) => list === name) && !ANSWERED.includes(name),
  );
  if (strange !== undefined)
    throw new RecurrenceError(
      'rest_invalid_rrule',
      'recurrence',
      message('problem.recurrence_member', { value: shown(strange) }),
    );
  const members: Readonly<Partial<Record<List, unknown>>> = value;
  const names = Object.keys(value);
  // What says nothing of dates would end the repeating unasked.
  if (names.length > 0 && !LISTS.some((list) => names.includes(list))) refuseForm();
  return {
    rrule: textsOf(members.rrule).map((text) => ({ text })),
    rdate: textsOf(members.rdate).flatMap(datesOf),
    exdate: textsOf(members.exdate).flatMap(datesOf),
  };
}

/** A member of a sent object as a list of texts; forms send long lists as objects of numbers. */
function textsOf(value: unknown): string[] {
  if (value === undefined || value === null || value === false) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (typeof value === 'object' && !Array.isArray(value)) {
    if (!Object.keys(value).every((name) => /^\d+$/.test(name))) refuseForm();
    return textsOf(Object.values(value));
  }
  return list
    .flatMap((text) => {
      if (typeof text === 'number') return [String(text)];
      return typeof text === 'string' ? text.split(/[\r\n]+/) : refuseForm();
    })
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

const DATES_ALONE = /^\d{4}-?\d\d-?\d\d[^,]*(?:,\s*\d{4}-?\d\d-?\d\d[^,]*)+$/;

/** Typed dates may have commas of their own; dates of digits are several. */
const datesOf = (text: string): Sent[] =>
  (DATES_ALONE.test(text) ? text.split(',') : [text]).map((date) => ({ text: date.trim() }));

const LINE = /^(RRULE|RDATE|EXDATE)((?:;[^:;"=]+=(?:"[^"]*"|[^:;"]*))*):(.*)$/is;

/** The values of iCalendar lines (RFC 5545 §3.1), folded or not; a rule may stand bare. */
function listsOfLines(text: string): SentLists {
  const lists: Record<List, Sent[]> = { rrule: [], rdate: [], exdate: [] };
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/[\r\n]+/);
  for (const line of lines.map((one) => one.trim()).filter((one) => one !== '')) {
    if (/^FREQ=|^[A-Z]+=[^:]*;FREQ=/i.test(line)) {
      lists.rrule.push({ text: line });
      continue;
    }
    const [, name = '', parameters = '', value = ''] = LINE.exec(line) ?? [];
    const list = LISTS.find((one) => one === name.toLowerCase());
    if (list === undefined)
      throw new RecurrenceError(
        'rest_invalid_rrule',
        'recurrence',
        message('problem.recurrence_line', { value: shown(line) }),
      );
    if (list === 'rrule') {
      lists.rrule.push({ text: value });
      continue;
    }
    const zone = /;TZID="?([^";]*)/i.exec(parameters)?.[1];
    if (zone !== undefined && findZone(zone) === undefined) refuseDate(list, zone);
    const dates = value.replace(/;$/, '').split(',');
    lists[list].push(
      ...dates.map((date) => ({
        text: date.trim(),
        isFormal: true,
        ...(zone === undefined ? {} : { zone }),
      })),
    );
  }
  return lists;
}

function refuseDate(part: List, value: string): never {
  throw new RecurrenceError(
    'rest_invalid_date',
    part,
    message('problem.recurrence_date', { part, value: shown(value) }),
  );
}

/** A date as sent: its day and, if it has one, its time, on the clock of the event's zone. */
interface ReadDate {
  readonly day: string;
  readonly time: string | undefined;
}

/** Whether a text is a date of iCalendar that there is; typed ones may go beyond the end of their month. */
function isFormalDate(text: string): boolean {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/i.exec(text) ?? [];
  return secondsOf(`${year}-${month}-${day} ${hour}:${minute}:${second.replace('60', '59')}`) !== undefined;
}

const PLAIN = /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[ T](?:(\d\d):(\d\d)(?::(\d\d))?|(\d\d)(\d\d)(\d\d))(Z)?)?$/;

/** Reads a date in digits, as programs send them by the thousand, as `readDate` would; undefined: it has another form. */
function readPlain({ text, zone }: Sent, { timezone }: FirstDate): ReadDate | undefined {
  const match = PLAIN.exec(text);
  if (!match) return undefined;
  const [, year = '', dash, month, dayOfMonth, hour = match[8], minute = match[9], second = match[10]] =
    match;
  // Digits alone may be a timestamp, and what lies at the ends of time or at its beginning is none.
  if ((dash === '' && hour === undefined) || year < '1971' || year > '9998') return undefined;
  const day = `${year}-${month}-${dayOfMonth}`;
  const clock = secondsOf(`${day} ${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}`);
  if (clock === undefined) return undefined;
  if (hour === undefined) return { day, time: undefined };
  const isUtc = match[11] !== undefined;
  if (isUtc && zone !== undefined) return undefined;
  const utc = isUtc ? clock : zone === undefined ? undefined : utcSeconds(clock, zone);
  const [onDay = '', time] = textOf(utc === undefined ? clock : utc + offsetAt(utc, timezone)).split(' ');
  return { day: onDay, time };
}

function readSent(part: List, sent: Sent, first: FirstDate, at: TypedAt): ReadDate {
  const { text, zone, isFormal } = sent;
  if (isFormal && !isFormalDate(text)) refuseDate(part, text);
  const plain = readPlain(sent, first);
  if (plain) return plain;
  const english = /^\d{4}-?\d\d-?\d\d/.test(text) ? text : englishDate(text, at.language);
  // The date of a line is on its own clock, and then on the event's.
  const typed = zone === undefined || !text.includes('T') ? english : `${english} ${zone}`;
  const date = typed === undefined ? undefined : readDate(typed, { now: at.now, zone: first.timezone });
  if (date === undefined) return refuseDate(part, text);
  // A clock time in a gap stays where it was typed: it's moved when dates are made.
  const clock = textOf((secondsOf(date.wall) ?? 0) - (date.skipped ?? 0));
  const [day = '', time] = clock.split(' ');
  return { day, time: date.zoned || hasTime(typed ?? '') ? time : undefined };
}

/** Whether a date in English names a time of day, and not a day alone. */
function hasTime(text: string): boolean {
  if (/^\d{4}-?\d\d-?\d\d$/.test(text)) return false;
  if (/\d:\d\d/.test(text)) return true;
  const phrase = readPhrase(text.trim().replaceAll(/\s+/g, ' '));
  return phrase === undefined || phrase.hasTime || phrase.add.seconds !== 0;
}

/** A date that is added: with the event's time of day where it has none, and where the event is all-day. */
function readAdded(sent: Sent, first: FirstDate, at: TypedAt): string {
  const { day, time } = readSent('rdate', sent, first, at);
  const usual = first.start_date.slice(11);
  const text = `${day} ${first.all_day ? usual : (time ?? usual)}`;
  if (text < first.start_date)
    throw new RecurrenceError(
      'rest_invalid_date',
      'rdate',
      message('problem.recurrence_before', { part: 'rdate', value: shown(sent.text) }),
    );
  return text;
}

/** A date that is left out: a day where it has no time, and where the event is all-day. */
function readLeftOut(sent: Sent, first: FirstDate, at: TypedAt): string {
  const { day, time } = readSent('exdate', sent, first, at);
  if (first.all_day) return `${day} ${first.start_date.slice(11)}`;
  return time === undefined ? day : `${day} ${time}`;
}
