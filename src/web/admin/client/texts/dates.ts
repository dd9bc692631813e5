import type { AdminLanguage } from './texts.tsx';

/** A date of the interface, `YYYY-MM-DD HH:MM:SS` on some clock, or a day alone, in its parts for `Intl`, which is told to read it as UTC. */
const partsOf = (text: string): Date => new Date(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`);

const localeOf = (language: AdminLanguage): string => (language === 'en' ? 'en-GB' : language);
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a date of the interface in words, on the clock that it is on. */
export function formatDate(
  text: string,
  language: AdminLanguage,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', ...options });
  formats.set(key, format);
  return format.format(partsOf(text));
}

/** Returns the days from one to another in words, such as 14–20 September 2026: no room around a dash between numerals. */
export const formatDays = (from: string, to: string, language: AdminLanguage): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
    .formatRange(partsOf(from), partsOf(to))
    .replace(/(?<=\d)\s*–\s*(?=\d)/u, '–');

/** Returns whether a day of the interface is a Sunday. */
export const isSunday = (text: string): boolean => partsOf(text).getUTCDay() === 0;

const days = new Map<string, Intl.DateTimeFormat>();

/** Returns today in a zone, `YYYY-MM-DD`. */
export function todayIn(zone: string): string {
  const format = days.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  days.set(zone, format);
  return format.format(new Date());
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns a moment on the clock of a zone, `YYYY-MM-DD HH:MM:SS`. */
function clockIn(zone: string, moment: Date): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock.format(moment);
}

/** Returns now in a zone, `YYYY-MM-DD HH:MM:SS`. */
export const nowIn = (zone: string): string => clockIn(zone, new Date());

/** Returns the time of a date of the interface, `HH:MM`. */
export const timeOf = (text: string): string => text.slice(11, 16);

/** The zone of the calendar, in which the administration tells times. */
export const siteZone = document.documentElement.dataset['zone'] ?? 'UTC';

/** Returns a UTC text of the interface on the clock of the calendar, in the same form. */
export const onSiteClock = (utc: string): string => clockIn(siteZone, partsOf(utc));

/** Returns a UTC text of the interface in words, on the clock of the calendar. */
export const formatUtc = (
  utc: string,
  language: AdminLanguage,
  options: Intl.DateTimeFormatOptions,
): string => formatDate(onSiteClock(utc), language, options);

const HALF_A_YEAR_MS = 182 * 86_400_000;

/** Returns whether the clock of this browser is another one than the calendar's, now or in half a year. */
export function isOtherClock(): boolean {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const now = Date.now();
  return [now, now + HALF_A_YEAR_MS].some(
    (ms) => clockIn(timeZone, new Date(ms)) !== clockIn(siteZone, new Date(ms)),
  );
}

/** Returns whether a text is a date of the interface with its time, `YYYY-MM-DD HH:MM:SS`. */
export const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
