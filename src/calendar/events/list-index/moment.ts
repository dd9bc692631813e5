const DAY = 86_400;

/** Returns the days from 0000-03-01 to a date of the proleptic Gregorian calendar; years begin in March, so that leap days end them. */
function daysTo(year: number, month: number, day: number): number {
  const from = month > 2 ? year : year - 1;
  const months = month > 2 ? month - 3 : month + 9;
  return (
    from * 365 +
    Math.floor(from / 4) -
    Math.floor(from / 100) +
    Math.floor(from / 400) +
    Math.floor((153 * months + 2) / 5) +
    day
  );
}

/** Returns the number of two digits; NaN for other characters. */
function pair(text: string, at: number): number {
  const high = text.charCodeAt(at) - 48;
  const low = text.charCodeAt(at + 1) - 48;
  // As an unsigned number, a negative one is above 9 too.
  return high >>> 0 > 9 || low >>> 0 > 9 ? Number.NaN : high * 10 + low;
}

/**
 * Returns a clock text `YYYY-MM-DD HH:MM:SS` that begins at a position in `text` as a number of seconds, for comparing and
 * subtracting; NaN for other texts. It isn't checked whether the day exists.
 */
export function secondsAt(text: string, at = 0): number {
  const year = pair(text, at) * 100 + pair(text, at + 2);
  const days = daysTo(year, pair(text, at + 5), pair(text, at + 8));
  return days * DAY + pair(text, at + 11) * 3600 + pair(text, at + 14) * 60 + pair(text, at + 17);
}

/** Returns the number of the day that a moment lies in. */
export const dayOf = (seconds: number) => Math.floor(seconds / DAY);
/** Returns the seconds at which a day of `dayOf` begins. */
export const startOf = (day: number) => day * DAY;
