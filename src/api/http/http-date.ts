import { secondsOf } from '#foundation/time/clock.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** RFC 9110 §5.6.7, of a UTC text. */
export function httpDate(utc: string): string {
  const days = Math.floor((secondsOf(utc) ?? 0) / 86_400);
  const day = DAYS[(((days + 4) % 7) + 7) % 7];
  const month = MONTHS[Number(utc.slice(5, 7)) - 1];
  return `${day}, ${utc.slice(8, 10)} ${month} ${utc.slice(0, 4)} ${utc.slice(11)} GMT`;
}
