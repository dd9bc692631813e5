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

const NINE = 57;
const ZERO = 48;

/**
 * A clock text `YYYY-MM-DD HH:MM:SS`, at a place in another, as a number of seconds, for comparing and subtracting; NaN
 * for other texts. It is not looked at whether there is such a day.
 */
export function secondsAt(text: string, at = 0): number {
  const two = (place: number) => {
    const high = text.charCodeAt(at + place);
    const low = text.charCodeAt(at + place + 1);
    return high >= ZERO && high <= NINE && low >= ZERO && low <= NINE
      ? (high - ZERO) * 10 + low - ZERO
      : Number.NaN;
  };
  const days = daysTo(two(0) * 100 + two(2), two(5), two(8));
  return days * DAY + two(11) * 3600 + two(14) * 60 + two(17);
}

export const dayOf = (seconds: number) => Math.floor(seconds / DAY);
export const isDayStart = (seconds: number) => seconds % DAY === 0;
export const isDayEnd = (seconds: number) => seconds % DAY === DAY - 1;
