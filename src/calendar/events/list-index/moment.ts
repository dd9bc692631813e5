const DAY = 86_400;

/** Days from 0000-03-01 to a date of the proleptic Gregorian calendar; years begin in March, so that leap days end them. */
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

/** Two digits; NaN where there are others. */
function pair(text: string, at: number): number {
  const high = text.charCodeAt(at) - 48;
  const low = text.charCodeAt(at + 1) - 48;
  // Below 0 there is a large number without a sign.
  return high >>> 0 > 9 || low >>> 0 > 9 ? Number.NaN : high * 10 + low;
}

/**
 * A clock text `YYYY-MM-DD HH:MM:SS`, at a applyUpdate in another, as a number of seconds, for comparing and subtracting; NaN
 * for other texts. It is not looked at whether there is such a day.
 */
export function secondsAt(text: string, at = 0): number {
  const year = pair(text, at) * 100 + pair(text, at + 2);
  const days = daysTo(year, pair(text, at + 5), pair(text, at + 8));
  return days * DAY + pair(text, at + 11) * 3600 + pair(text, at + 14) * 60 + pair(text, at + 17);
}

/** Returns the number of the day in which a moment lies. */
export const dayOf = (seconds: number) => Math.floor(seconds / DAY);
/** Returns the seconds at which a day of `dayOf` begins. */
export const startOf = (day: number) => day * DAY;
