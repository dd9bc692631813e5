import { fold } from '#foundation/text/fold.ts';
import { daysInMonth } from '#foundation/time/clock.ts';
import { isWeekday, monthNamed } from '#foundation/time/languages.ts';
import { fourDigits } from '#foundation/time/rewrite.ts';
import { ABBREVIATIONS } from '#foundation/time/words.ts';
import { type DateOrder, dateOrders } from './source-kind.ts';

/** A day as a cell names it: by its order `YYYY-MM-DD`, or `any` where the cell leaves no doubt. */
export type TypedDay = Readonly<Partial<Record<DateOrder | 'any', string>>>;

/** A cell of a date column: a day, a time or both. */
export interface TypedMoment {
  readonly day?: TypedDay | undefined;
  /** Seconds since midnight, at most 24 hours. */
  readonly time?: number | undefined;
  /** Zone or offset behind the time, as `readDate` reads it. */
  readonly zone?: string | undefined;
}

const two = (number: number) => String(number).padStart(2, '0');

/** Returns a day as `YYYY-MM-DD`; undefined if there is no such day. */
function dayText(year: number, month: number, day: number): string | undefined {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12)) return undefined;
  if (!(day >= 1 && day <= daysInMonth(year, month))) return undefined;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

const dayOfTexts = (year: string, month: number, day: string): string | undefined =>
  year.length === 2 || year.length === 4 ? dayText(Number(fourDigits(year)), month, Number(day)) : undefined;

/** Returns a time in seconds since midnight; undefined if there is no such time. 24:00 is the end of the day. */
function secondsOfDay(hour: number, minute: number, second: number): number | undefined {
  if (minute > 59 || second > 59 || hour > 24) return undefined;
  const seconds = hour * 3600 + minute * 60 + second;
  return seconds <= 86_400 ? seconds : undefined;
}

/** A time found in a text: its place there, and its seconds. */
interface FoundTime {
  readonly from: number;
  readonly to: number;
  readonly seconds: number | undefined;
}

const BEFORE = String.raw`(?<![\d.:/\p{L}-])`;
const CLOCK_WORD = String.raw`(?:uhr|hrs?|horas?|hs|h|o'clock)\b\.?`;
const HALVES = new RegExp(String.raw`${BEFORE}(\d{1,2})(?:[:.](\d\d))?(?::(\d\d))? ?([ap])\.? ?m\b\.?`, 'u');
const COLON = new RegExp(
  String.raw`(?<![\d.:/])(\d{1,2})(?::| ?h ?)(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?: ?${CLOCK_WORD})?(?!\d)`,
  'u',
);
const DOTTED = new RegExp(String.raw`${BEFORE}(\d{1,2})\.(\d\d)(?:\.(\d\d))? ?${CLOCK_WORD}`, 'u');
const HOUR = new RegExp(
  String.raw`${BEFORE}(\d{1,2}) ?(?:uhr|hrs?|horas?|hs|h|o'clock)(?: (\d\d))?(?![\p{L}\d])\.?`,
  'u',
);

function timeIn(text: string): FoundTime | undefined {
  const halves = HALVES.exec(text);
  if (halves) {
    const [found, hour = '', minute = '0', second = '0', half] = halves;
    const twelve = Number(hour);
    const isValid = twelve >= 1 && twelve <= 12;
    const seconds = secondsOfDay((twelve % 12) + (half === 'p' ? 12 : 0), Number(minute), Number(second));
    return { from: halves.index, to: halves.index + found.length, seconds: isValid ? seconds : undefined };
  }
  for (const pattern of [DOTTED, COLON, HOUR]) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [found, hour = '', minute = '0', second = '0'] = match;
    const seconds = secondsOfDay(Number(hour), Number(minute), Number(second));
    return { from: match.index, to: match.index + found.length, seconds };
  }
  return undefined;
}

const CONNECTORS = /^(?:at|um|a|las|la|el|den|der|am|on|the|of|de|del|ab|from|von|desde)$/;

/** Reads a day: digits with separators, or with the name of a month in any language. */
function dayIn(text: string): TypedDay | undefined {
  const parts = text
    .replaceAll(/(?<=\d)(?:st|nd|rd|th|º|ª)(?!\p{L})/gu, '')
    .split(/[\s,]+|(?<=\p{L})[.\-/]+|[.\-/]+(?=\p{L})|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/u)
    .filter((part) => part !== '' && part !== '.' && !CONNECTORS.test(part) && !isWeekday(part));
  const month = parts.map(monthNamed).find((one) => one !== undefined);
  if (month !== undefined) return namedDay(parts, month);
  const digits = /^(\d{1,4})([./\-\s]+)(\d{1,2})[./\-\s]+(\d{1,4})\.?$/.exec(parts.join(' '));
  if (!digits) return undefined;
  const [, a = '', separator = '', b = '', c = ''] = digits;
  return orderedDay([a, b, c], separator.startsWith('.'));
}

/** Reads the day beside a month's name: `31 December 2026`, `December 31 2026`, `2026 December 31`. */
function namedDay(parts: readonly string[], month: number): TypedDay | undefined {
  const rest = parts.filter((part) => monthNamed(part) === undefined).map((part) => part.replace(/\.$/, ''));
  const [first = '', second = ''] = rest;
  if (rest.length !== 2 || !/^\d{1,4}$/.test(first) || !/^\d{1,4}$/.test(second)) return undefined;
  const any = first.length === 4 ? dayOfTexts(first, month, second) : dayOfTexts(second, month, first);
  return any === undefined ? undefined : { any };
}

/** Returns the day that three numbers mean under each order that they allow. Between dots a year of two digits comes last. */
function orderedDay([a, b, c]: readonly [string, string, string], hasDots: boolean): TypedDay | undefined {
  if (a.length === 3 || c.length === 3 || (a.length === 4 && c.length === 4)) return undefined;
  // Nobody writes the day between year and month.
  if (a.length === 4) return found({ any: dayOfTexts(a, Number(b), c) });
  const byOrder = {
    dmy: dayOfTexts(c.padStart(2, '0'), Number(b), a),
    mdy: dayOfTexts(c.padStart(2, '0'), Number(a), b),
    ymd: c.length === 4 || hasDots ? undefined : dayOfTexts(a.padStart(2, '0'), Number(b), c),
  };
  return found(byOrder);
}

function found(days: Readonly<Partial<Record<DateOrder | 'any', string | undefined>>>): TypedDay | undefined {
  const known = Object.entries(days).filter(([, day]) => day !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** Year and day of the year (ISO 8601). */
const ORDINAL = /^(\d{4})-(\d{3})$/;

function ordinalDay(text: string): TypedDay | undefined {
  const [, year, day] = ORDINAL.exec(text) ?? [];
  if (year === undefined || Number(day) < 1) return undefined;
  const date = Temporal.PlainDate.from(`${year}-01-01`).add({ days: Number(day) - 1 });
  return date.year === Number(year) ? { any: date.toString() } : undefined;
}

const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[t ]+(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?)? ?(z|[+-]\d\d(?::?\d\d)?)?)?$/;
const ZONE_BEHIND = /^ ?\(?(z|(?:utc|gmt)?[+-]\d\d?(?::?\d\d)?|[a-z]{2,5})\)?$/;

const zoneText = (sign: string): string | undefined => {
  const isNamed = /^[a-z]+$/.test(sign);
  return isNamed && !ABBREVIATIONS.has(sign) ? undefined : sign.toUpperCase();
};

/**
 * Reads a cell with a day, a time or both, in ISO 8601 or as people write them in any of the languages: `31.12.2026, 19:30
 * Uhr`, `12/31/2026 7:30 PM`, `31 de diciembre de 2026`. Undefined if it is anything else.
 */
export function readMoment(cell: string): TypedMoment | undefined {
  const text = fold(cell.replaceAll(/[\u00a0\u202f\u2009]/g, ' '));
  if (text === '' || text.length > 100) return undefined;
  const iso = ISO.exec(text);
  if (iso) {
    const [, year = '', month, day = '', hour, minute = '0', second = '0', zone] = iso;
    const any = dayOfTexts(year, Number(month), day);
    const time = hour === undefined ? undefined : secondsOfDay(Number(hour), Number(minute), Number(second));
    if (any === undefined || (hour !== undefined && time === undefined)) return undefined;
    return { day: { any }, time, zone: zone && zoneText(zone) };
  }
  const ordinal = ordinalDay(text);
  if (ordinal) return { day: ordinal };
  const time = timeIn(text);
  if (time && time.seconds === undefined) return undefined;
  let rest = text;
  let zone: string | undefined;
  if (time) {
    const behind = text.slice(time.to);
    const [, sign] = ZONE_BEHIND.exec(behind) ?? [];
    zone = sign === undefined ? undefined : zoneText(sign);
    // A month or a weekday may stand behind a time.
    rest = `${text.slice(0, time.from)} ${zone === undefined ? behind : ''}`;
  }
  const words = rest.replaceAll(/[\s,\-–—@|]+/g, ' ').trim();
  if (time && words.split(' ').every((word) => word === '' || CONNECTORS.test(word)))
    return { time: time.seconds, zone };
  const day = dayIn(
    rest
      .replaceAll(/[@|–—]/g, ' ')
      .trim()
      .replace(/(?:\s+-|,)\s*$/, ''),
  );
  return day && { day, time: time?.seconds, zone };
}

const PLAIN_TIME = /^(\d{1,2})(?:[.:](\d\d))?$/;
const MILITARY = /^(\d\d)(\d\d)$/;
const FRACTION = /^0?[.,]\d+$/;
const NAMED_TIMES: ReadonlyMap<string, number> = new Map([
  ['noon', 43_200],
  ['midday', 43_200],
  ['mittag', 43_200],
  ['mittags', 43_200],
  ['mediodia', 43_200],
  ['midnight', 0],
  ['mitternacht', 0],
  ['medianoche', 0],
]);

/** Reads a cell of a time column: as `readMoment`, also `19.30`, `1930`, `19`, `noon`, and the fraction of a day of a spreadsheet. */
export function readTime(cell: string): number | undefined {
  const moment = readMoment(cell);
  if (moment && moment.day === undefined) return moment.time;
  const text = fold(cell);
  const [, hour, minute = '0'] = PLAIN_TIME.exec(text) ?? MILITARY.exec(text) ?? [];
  if (hour !== undefined) return secondsOfDay(Number(hour), Number(minute), 0);
  if (FRACTION.test(text)) return Math.round(Number(text.replace(',', '.')) * 1440) * 60;
  return NAMED_TIMES.get(text);
}

/** Returns whether a cell is a time and nothing else. */
export const isTime = (cell: string): boolean => {
  const moment = readMoment(cell);
  return (moment !== undefined && moment.day === undefined) || /^\d{1,2}\.\d\d$/.test(cell.trim());
};

/** Returns the orders under which a cell is a day; all of them if it leaves no doubt, none if it is no day at all. */
export function ordersOf(cell: string): readonly DateOrder[] {
  const day = readMoment(cell)?.day;
  if (!day) return [];
  return day.any === undefined ? dateOrders.filter((order) => day[order] !== undefined) : dateOrders;
}
