import {
  ABBREVIATIONS,
  MONTHS,
  ORDINALS,
  ROMAN_MONTHS,
  SINGLE_ZONES,
  STEPS,
  UNITS,
  WEEKDAYS,
} from './words.ts';
import { findZone } from './zone.ts';

/** The zone that a text carries: a name, or seconds ahead of UTC. */
export type TypedZone = { name: string } | { offset: number };

/** Date as a text puts it, independent of the present. Parts that it leaves open are undefined. */
export type Phrase = {
  year: number | undefined;
  month: number | undefined;
  day: number | undefined;
  /** Seconds of the day on the clock; 86400 for `24:00`. */
  time: number | undefined;
  hasDate: boolean;
  hasTime: boolean;
  zone: TypedZone | undefined;
  zones: number;
  add: { years: number; months: number; days: number; seconds: number };
  /** Days from Monday to Friday to go on by. */
  workdays: number | undefined;
  /** 0-6, Sunday being 0; below that counted backwards (`monday ago`). */
  weekday: number | undefined;
  /** Whether a weekday is the next one after a day, may be that day itself, or is one of its week, Monday to Sunday. */
  weekdayCounts: 'after' | 'from' | 'week';
  /** `first day of`, `last day of`. */
  edge: 'first' | 'last' | undefined;
  /** `second tuesday of`, `last tuesday of`: the month in which the weekday is counted starts, or has ended. */
  monthOf: 'starts' | 'ended' | undefined;
};

/** Applies a rule's match; false refuses the whole text. */
type Action = (found: Found, phrase: Phrase) => boolean;
type Found = (name: string) => string | undefined;
type PhraseRule = { pattern: RegExp; act: Action };

/**
 * Reads a text as PHP's strtotime does: at each place the rule with the longest match holds, the earlier one
 * if two match alike; undefined if some place has no rule or the whole contradicts itself. Three readings
 * differ, each where PHP loses what was typed: a time stands before a day too (`9am tomorrow`), a year is not
 * taken from a time (`5 March 10:00`), and `UTC+2` is an offset. `at` stands before a time, as browsers write it.
 */
export function readPhrase(text: string): Phrase | undefined {
  const phrase = emptyPhrase();
  let place = 0;
  while (place < text.length) {
    const best = longestAt(text, place);
    if (best === undefined) return undefined;
    const { match, rule } = best;
    const found: Found = (name) => match.groups?.[name]?.toLowerCase();
    if (!rule.act(found, phrase)) return undefined;
    place += match[0].length;
  }
  return phrase;
}

function emptyPhrase(): Phrase {
  return {
    year: undefined,
    month: undefined,
    day: undefined,
    time: undefined,
    hasDate: false,
    hasTime: false,
    zone: undefined,
    zones: 0,
    add: { years: 0, months: 0, days: 0, seconds: 0 },
    workdays: undefined,
    weekday: undefined,
    weekdayCounts: 'after',
    edge: undefined,
    monthOf: undefined,
  };
}

function longestAt(text: string, place: number): { match: RegExpExecArray; rule: PhraseRule } | undefined {
  let best: { match: RegExpExecArray; rule: PhraseRule } | undefined;
  for (const rule of RULES) {
    rule.pattern.lastIndex = place;
    const match = rule.pattern.exec(text);
    if (match !== null && match[0].length > (best?.match[0].length ?? 0)) best = { match, rule };
  }
  return best;
}

const oneOf = (names: Iterable<string>) => [...names].sort((a, b) => b.length - a.length).join('|');

// Groups are read by name in `setMoment`; `24`, `lz` and the like tell which digits may stand there.
const hour24 = '(?<hour>2[0-4]|[01]?\\d)';
const hour24lz = '(?<hour>2[0-4]|[01]\\d)';
const hour12 = '(?<hour>1[0-2]|0?[1-9])';
const minute = '(?<minute>[0-5]?\\d)';
const minutelz = '(?<minute>[0-5]\\d)';
const second = '(?<second>60|[0-5]?\\d)';
const secondlz = '(?<second>60|[0-5]\\d)';
const halfDay = ' ?(?<half>[ap])\\.?m\\b\\.?';
const offset = '(?:GMT|UTC)?(?<sign>[+-])(?<ahead>(?:2[0-4]|[01]?\\d)(?::?[0-5]?\\d)?)';
const month = '(?<month>1[0-2]|0?\\d)';
const monthlz = '(?<month>1[0-2]|0\\d)';
const monthName = `(?<monthName>${oneOf(MONTHS.keys())}|(?-i:${oneOf([...ROMAN_MONTHS.keys()].map((name) => name.toUpperCase()))}))`;
const shortMonth = '(?<monthName>jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)';
const day = '(?<day>3[01]|[0-2]?\\d)(?:st|nd|rd|th)?';
const daylz = '(?<day>3[01]|[0-2]\\d)';
const year = '(?<year>\\d{1,4})';
const year2 = '(?<year>\\d\\d)';
const year4 = '(?<year>\\d{4})';
// A number that begins a time is no year.
const lastYear = `${year}(?!\\d|:\\d| ?[ap]\\.?m\\b)`;
const dayOfYear = '(?<dayOfYear>36[0-6]|3[0-5]\\d|[12]\\d\\d|0[1-9]\\d|00[1-9])';
const week = '-?W(?<week>5[0-3]|[1-4]\\d|0[1-9])';
const gap = '[ .-]*';
const afterDay = '(?:[,.stndrh ]+|$)';
const ordinal = `(?<ordinal>${oneOf(ORDINALS.keys())})`;
const step = `(?<step>${oneOf(STEPS.keys())})`;
const weekday = `(?<weekday>${oneOf(WEEKDAYS.keys())})`;
// `week` has rules of its own.
const unit = `(?:(?<unit>${oneOf([...UNITS.keys()].filter((name) => name !== 'week'))})|(?<workdays>weekdays?)|${weekday})`;

const RULES: readonly PhraseRule[] = [
  rule('yesterday', (_, phrase) => {
    phrase.add.days = -1;
    return startOfDay(phrase);
  }),
  rule('now', () => true),
  rule('at(?= \\d)', () => true),
  rule('noon', (_, phrase) => setTime(phrase, 12 * 3600)),
  rule('midnight', (_, phrase) => {
    phrase.time = 0;
    phrase.hasTime = false;
    return true;
  }),
  rule('today', (_, phrase) => startOfDay(phrase)),
  rule('tomorrow', (_, phrase) => {
    phrase.add.days = 1;
    return startOfDay(phrase);
  }),
  rule('@(?<stamp>-?\\d{1,13})(?:\\.\\d*)?', setTimestamp),
  rule('(?<edge>first|last) day of', (found, phrase) => {
    phrase.edge = found('edge') === 'last' ? 'last' : 'first';
    return true;
  }),
  rule(`(?:${ordinal}|${step}) ${weekday} of`, (found, phrase) => {
    const amount = amountOf(found);
    phrase.monthOf = amount > 0 ? 'starts' : 'ended';
    return addUnit(found, phrase, amount, amount > 0 || found('step') === 'this' ? 'from' : 'after');
  }),
  rule(`${hour12}${halfDay}`, setMoment),
  rule(`${hour12}[:.]${minutelz}${halfDay}`, setMoment),
  rule(`${hour12}[:.]${minute}[:.]${secondlz}${halfDay}`, setMoment),
  rule(`t${hour24}`, setMoment),
  rule(`t?${hour24}[:.]${minute}`, setMoment),
  rule(`t?${hour24}[:.]${minute}[:.]${second}(?:[.,]\\d+)?`, setMoment),
  rule(`t?${hour24lz}${minutelz}`, (found, phrase) => {
    // `Mar 5 10:00:00 2027`: four digits after the time are the year.
    if (!phrase.hasTime) return setMoment(found, phrase);
    return setYear(phrase, `${found('hour')}${found('minute')}`);
  }),
  rule(`t?${hour24lz}${minutelz}${secondlz}`, setMoment),
  rule(`${month}/${day}`, setMoment),
  rule(`${month}/${day}/${year}`, setMoment),
  rule(`${year4}-${monthlz}-${daylz}`, setMoment),
  // Years before 0 and after 9999, lest their parts be taken for something else.
  rule('(?:[+-]\\d{4,19}|\\d{5,19})-\\d\\d-\\d\\d', () => false),
  rule(`${year4}/${month}/${day}/?`, setMoment),
  rule(`${year2}-${monthlz}-${daylz}`, setMoment),
  rule(`${year4}-${month}`, setMoment),
  rule(`${year}-${month}-${day}`, setMoment),
  rule(`${day}${gap}${monthName}${gap}${lastYear}`, setMoment),
  rule(`${day}[.-]${month}[.-]${year4}`, setMoment),
  rule(`${day}\\.${month}\\.${year2}`, setMoment),
  rule(`${monthName}${gap}${year4}`, setMoment),
  rule(`${year4}${gap}${monthName}`, setMoment),
  rule(`${monthName}${gap}${day}[,.stndrh ]+${lastYear}`, setMoment),
  rule(`${monthName}${gap}${day}${afterDay}`, setMoment),
  rule(`${day}${gap}${monthName}`, setMoment),
  rule(`${year4}${monthlz}${daylz}`, setMoment),
  rule(`${year4}:${monthlz}:${daylz} ${hour24lz}:${minutelz}:${secondlz}`, setMoment),
  rule(`${year4}[.-]?${dayOfYear}`, setMoment),
  rule(`${year4}${week}`, setMoment),
  rule(`${year4}${week}-?(?<weekNumberDay>[0-7])`, setMoment),
  rule(`${shortMonth}-${daylz}-${year}`, setMoment),
  rule(`${year}-${shortMonth}-${daylz}`, setMoment),
  rule(`${day}/${shortMonth}/${year4}:${hour24lz}:${minutelz}:${secondlz} ${offset}`, setMoment),
  rule(year4, (found, phrase) => setYear(phrase, found('year') ?? '')),
  rule('ago', turnBack),
  rule(weekday, (found, phrase) => {
    phrase.weekday = WEEKDAYS.get(found('weekday') ?? '');
    if (phrase.weekdayCounts !== 'week') phrase.weekdayCounts = 'from';
    return startOfDay(phrase);
  }),
  rule(`${step} week`, (found, phrase) => {
    phrase.add.days += amountOf(found) * 7;
    phrase.weekdayCounts = 'week';
    phrase.weekday ??= 1;
    return true;
  }),
  rule(`(?:${ordinal}|${step}) ${unit}`, (found, phrase) => {
    const counts = found('step') === 'this' ? 'from' : 'after';
    return addUnit(found, phrase, amountOf(found), counts) && startOfDayIfWeekday(found, phrase);
  }),
  rule(`(?<monthName>${oneOf(MONTHS.keys())})`, setMoment),
  rule(offset, setMoment),
  rule('\\(?(?<zone>[a-z]{1,6})\\)?', setMoment),
  rule('\\((?<zone>[a-z_/ -]+)\\)', setMoment),
  rule('(?<zone>[a-z_]+(?:-[a-z]+)*(?:/[a-z_]+(?:-[a-z]+)*)+(?:[+-]?\\d{1,2})?)', setMoment),
  // Names of zones that are no abbreviations and no paths, and offsets as zones are called.
  rule(`(?<zone>${oneOf(SINGLE_ZONES)})\\b`, setMoment),
  rule('(?<zone>utc[+-]\\d{1,2}\\.\\d{1,4})', setMoment),
  // RFC 9557, as programs write it: `2027-03-01T10:00:00+01:00[Europe/Berlin]`, of which an offset tells the instant.
  rule('\\[!?(?<zone>[a-z][a-z0-9_+/-]*|[+-]\\d\\d:\\d\\d)\\]', setAnnotation),
  rule('\\[!?u-ca=(?:gregory|iso8601)\\]', () => true),
  rule(`${monthName}${gap}${day}${afterDay}${hour12}[:.]${minutelz}${halfDay}`, setMoment),
  rule(`${monthName}${gap}${day}${afterDay}${hour12}[:.]${minute}[:.]${secondlz}${halfDay}`, setMoment),
  rule(`${monthName}${gap}${day}${afterDay}t?${hour24}[:.]${minute}`, setMoment),
  rule(`${monthName}${gap}${day}${afterDay}t?${hour24}[:.]${minute}[:.]${second}(?:\\.\\d+)?`, setMoment),
  rule(`(?<signs>[+-]*) *(?<count>\\d{1,13}) ?(?:${unit}|(?<unit>week))`, (found, phrase) => {
    const minuses = (found('signs') ?? '').replaceAll('+', '').length;
    return addUnit(found, phrase, Number(found('count')) * (minuses % 2 === 1 ? -1 : 1), 'from');
  }),
  rule('[ .,]', () => true),
];

function rule(source: string, act: Action): PhraseRule {
  return { pattern: new RegExp(source, 'iy'), act };
}

function setMoment(found: Found, phrase: Phrase): boolean {
  if (found('hour') !== undefined && !setTime(phrase, timeOf(found))) return false;
  const dated = ['month', 'monthName', 'day', 'week', 'dayOfYear'].some((name) => found(name) !== undefined);
  if (dated && !setDate(found, phrase)) return false;
  if (found('sign') !== undefined) return setZone(phrase, { offset: offsetOf(found) });
  const name = found('zone');
  return name === undefined || setNamedZone(name, phrase);
}

function timeOf(found: Found): number {
  const half = found('half');
  const typed = Number(found('hour'));
  const hour = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0);
  return hour * 3600 + Number(found('minute') ?? 0) * 60 + Number(found('second') ?? 0);
}

function setTime(phrase: Phrase, time: number): boolean {
  if (phrase.hasTime) return false;
  phrase.time = time;
  phrase.hasTime = true;
  return true;
}

/** Applies words for days: the day begins at 00:00, unless a time has been typed. */
function startOfDay(phrase: Phrase): boolean {
  if (!phrase.hasTime) phrase.time = 0;
  return true;
}

function startOfDayIfWeekday(found: Found, phrase: Phrase): boolean {
  return found('weekday') === undefined && found('workdays') === undefined ? true : startOfDay(phrase);
}

function setDate(found: Found, phrase: Phrase): boolean {
  if (phrase.hasDate) return false;
  phrase.hasDate = true;
  const typedYear = found('year');
  if (typedYear !== undefined) phrase.year = fullYear(typedYear);
  const name = found('monthName');
  const typedMonth = name === undefined ? found('month') : (MONTHS.get(name) ?? ROMAN_MONTHS.get(name));
  const typedDay = found('day');
  if (typedMonth !== undefined) phrase.month = Number(typedMonth);
  if (typedDay !== undefined) phrase.day = Number(typedDay);
  else if (typedYear !== undefined) phrase.day = 1;
  const typedWeek = found('week');
  if (typedWeek !== undefined) {
    // Day 4 of January is always in week 1; the day wanted counts from the Monday of that week.
    const year = phrase.year ?? 0;
    const wanted = (Number(typedWeek) - 1) * 7 + Number(found('weekNumberDay') ?? 1);
    phrase.month = 1;
    phrase.day = 4 - isoWeekday(year) + wanted;
  }
  const typedDayOfYear = found('dayOfYear');
  if (typedDayOfYear !== undefined) {
    phrase.month = 1;
    phrase.day = Number(typedDayOfYear);
  }
  return true;
}

/** The weekday of 4 January, Monday being 1 and Sunday 7. */
function isoWeekday(year: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  return ((before + leapDays + 3) % 7) + 1;
}

function fullYear(typed: string): number {
  const year = Number(typed);
  if (typed.length >= 4 || year >= 100) return year;
  return year + (year < 70 ? 2000 : 1900);
}

function setYear(phrase: Phrase, typed: string): boolean {
  if (phrase.year !== undefined) return false;
  phrase.year = Number(typed);
  return true;
}

function setTimestamp(found: Found, phrase: Phrase): boolean {
  if (phrase.zone !== undefined) return false;
  Object.assign(phrase, { year: 1970, month: 1, day: 1, time: 0, hasDate: false, hasTime: false });
  phrase.zone = { offset: 0 };
  phrase.zones++;
  phrase.add.seconds += Number(found('stamp'));
  return true;
}

function setZone(phrase: Phrase, zone: TypedZone): boolean {
  // A second one explains the first, as in `+0100 (CET)`.
  phrase.zone ??= zone;
  phrase.zones++;
  return phrase.zones <= 2;
}

function setNamedZone(name: string, phrase: Phrase): boolean {
  const hours = ABBREVIATIONS.get(name);
  if (hours !== undefined) return setZone(phrase, { offset: hours * 3600 });
  if (name.length > 1 && findZone(name) !== undefined) return setZone(phrase, { name });
  return phrase.zone !== undefined && name.includes(' ');
}

function setAnnotation(found: Found, phrase: Phrase): boolean {
  const name = found('zone') ?? '';
  if (findZone(name) === undefined) return false;
  phrase.zone ??= { name };
  return true;
}

function offsetOf(found: Found): number {
  const ahead = found('ahead') ?? '';
  const [hours, minutes] = ahead.includes(':')
    ? ahead.split(':').map(Number)
    : ahead.length <= 2
      ? [Number(ahead), 0]
      : [Number(ahead.slice(0, -2)), Number(ahead.slice(-2))];
  const size = (hours ?? 0) * 3600 + (minutes ?? 0) * 60;
  return found('sign') === '-' ? -size : size;
}

function amountOf(found: Found): number {
  return ORDINALS.get(found('ordinal') ?? '') ?? STEPS.get(found('step') ?? '') ?? 0;
}

function addUnit(found: Found, phrase: Phrase, amount: number, counts: 'after' | 'from'): boolean {
  const unit = UNITS.get(found('unit') ?? '');
  if (unit !== undefined) {
    phrase.add[unit.part] += amount * unit.size;
  } else if (found('workdays') !== undefined) {
    phrase.workdays = amount;
  } else {
    phrase.add.days += (amount > 0 ? amount - 1 : amount) * 7;
    phrase.weekday = WEEKDAYS.get(found('weekday') ?? '');
    phrase.weekdayCounts = counts;
    // Unlike `next 3 mondays`, `monday` alone and `first monday of` begin the day.
    if (found('count') === undefined) startOfDay(phrase);
  }
  return true;
}

function turnBack(_: Found, phrase: Phrase): boolean {
  const { years, months, days, seconds } = phrase.add;
  phrase.add = { years: -years, months: -months, days: -days, seconds: -seconds };
  if (phrase.weekday !== undefined) phrase.weekday = phrase.weekday === 0 ? -7 : -phrase.weekday;
  if (phrase.workdays !== undefined) phrase.workdays = -phrase.workdays;
  return true;
}
