/** Returns the present instant. */
export type Clock = () => Temporal.Instant;

const machine: Clock = () => Temporal.Now.instant();

/** The machine's clock. */
export const systemClock = (): Clock => machine;

/** Returns a function that reads a clock in Unix milliseconds; for the machine's clock without making an instant. */
export const millisecondsOf = (clock: Clock): (() => number) =>
  clock === machine ? Date.now : () => clock().epochMilliseconds;

/** A clock standing at an instant such as `2026-11-20T12:00:00Z` (KALENDS_CLOCK); throws an Error if the text is none. */
export function standingClock(text: string): Clock {
  const instant = instantOf(text);
  return () => instant;
}

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text.trim());
  } catch {
    throw new Error(`"${text}" is not an instant. Write it with its offset, like 2026-11-20T12:00:00Z.`);
  }
}

/** An instant as the text `YYYY-MM-DD HH:MM:SS` in UTC, fractions of a second dropped. */
export function utcText(instant: Temporal.Instant): string {
  return textOf(instant.epochMilliseconds / 1000);
}

/** The parts of a moment as the `*_details` members show them: zero-padded texts. */
export type DateDetails = {
  year: string;
  month: string;
  day: string;
  hour: string;
  minutes: string;
  seconds: string;
};

/** The parts of a text `YYYY-MM-DD HH:MM:SS`. */
export function dateDetails(text: string): DateDetails {
  return {
    year: text.slice(0, 4),
    month: text.slice(5, 7),
    day: text.slice(8, 10),
    hour: text.slice(11, 13),
    minutes: text.slice(14, 16),
    seconds: text.slice(17, 19),
  };
}

/**
 * Seconds since 1970-01-01 00:00:00 of a clock text `YYYY-MM-DD HH:MM:SS`, counted without any zone
 * (proleptic Gregorian); undefined if it is not such a text of a day that exists in years 0001-9999.
 */
export function secondsOf(text: string): number | undefined {
  // By hand: every date of every row goes through here, and a pattern takes ten times as long.
  if (text.length !== 19 || text[4] !== '-' || text[7] !== '-' || text[10] !== ' ') return undefined;
  if (text[13] !== ':' || text[16] !== ':') return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  const hour = digits(text, 11, 13);
  const minute = digits(text, 14, 16);
  const second = digits(text, 17, 19);
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)))
    return undefined;
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return undefined;
  return daysBefore(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
}

/** The number that a part of a text spells; NaN where anything in it is no digit. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** The clock text `YYYY-MM-DD HH:MM:SS` of seconds as `secondsOf` counts them; beyond years 0001-9999 the nearest of them. */
export function textOf(seconds: number): string {
  const within = Math.min(Math.max(Math.floor(seconds), FIRST), LAST);
  const days = Math.floor(within / 86_400);
  const rest = within - days * 86_400;
  const { year, month, day } = dayAt(days);
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${time}`;
}

const two = (value: number) => (value < 10 ? `0${value}` : String(value));

/** Days from 1970-01-01 to a date; month and day may lie outside their range and then roll over. */
export function daysBefore(year: number, month: number, day: number): number {
  const months = year * 12 + month - 1;
  const realYear = Math.floor(months / 12);
  const realMonth = months - realYear * 12 + 1;
  // Years are counted from March, so that the leap day comes last.
  const shifted = realMonth > 2 ? realYear : realYear - 1;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  const dayOfYear = Math.floor((153 * ((realMonth + 9) % 12) + 2) / 5) + day - 1;
  return shifted * 365 + leapDays + dayOfYear - 719_468;
}

/** The date so many days after 1970-01-01. */
export function dayAt(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1 };
}

/** Returns the number of days of a month (1-12). */
export function daysInMonth(year: number, month: number): number {
  return daysBefore(year, month + 1, 1) - daysBefore(year, month, 1);
}

/** First second that a clock text can show: 0001-01-01 00:00:00. */
export const FIRST = daysBefore(1, 1, 1) * 86_400;
/** Last second that a clock text can show: 9999-12-31 23:59:59. */
export const LAST = daysBefore(10_000, 1, 1) * 86_400 - 1;

/** A clock text so many days later, at the same time of day; beyond years 0001-9999 the nearest of them. */
export function daysFrom(text: string, days: number): string {
  return textOf((secondsOf(text) ?? 0) + days * 86_400);
}
