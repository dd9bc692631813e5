import { secondsOf, textOf } from '#foundation/time/clock.ts';

/** A date or time as iCalendar writes it (RFC 5545 §3.3.4, §3.3.5). */
export interface WrittenMoment {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM:SS`; undefined: a date alone. */
  readonly time: string | undefined;
  /** Seconds ahead of UTC, where it says so: 0 for `Z`. */
  readonly offset: number | undefined;
}

const MOMENT =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Returns a date or time of a text; undefined for one that does not exist. A leap second is the second before it. */
export function readMoment(text: string): WrittenMoment | undefined {
  const match = MOMENT.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, date, hour, minute, second = '00', zone] = match;
  const day = `${year}-${month}-${date}`;
  // 24:00 is written now and then, and is the day's end.
  const isEnd = hour === '24' && minute === '00';
  const time =
    hour === undefined ? undefined : `${isEnd ? '00' : hour}:${minute}:${second === '60' ? '59' : second}`;
  const seconds = secondsOf(`${day} ${time ?? '00:00:00'}`);
  if (seconds === undefined) return undefined;
  const offset = zone === undefined ? undefined : /^z$/i.test(zone) ? 0 : offsetIn(zone);
  if (!isEnd) return { day, time, offset };
  return { day: textOf(seconds + 86_400).slice(0, 10), time, offset };
}

function offsetIn(zone: string): number {
  const digits = zone.replace(/\D/g, '');
  const size = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2, 4)) * 60;
  return zone.startsWith('-') ? -size : size;
}

/** A length of time: days on the clock, and seconds that pass (RFC 5545 §3.3.6). */
export interface Length {
  readonly days: number;
  readonly seconds: number;
}

/** Returns the length of a text such as `P1DT2H`; undefined for one that is none. */
export function readLength(text: string): Length | undefined {
  const match = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(text.trim());
  if (!match || !/\d/.test(text)) return undefined;
  const [, sign, weeks = '0', days = '0', hours = '0', minutes = '0', seconds = '0'] = match;
  const way = sign === '-' ? -1 : 1;
  return {
    days: way * (Number(weeks) * 7 + Number(days)),
    seconds: way * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)),
  };
}
