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

/** Returns the moment in a zone, `YYYY-MM-DD HH:MM:SS`. */
export const nowIn = (zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(),
  );

/** Returns the time of a date of the interface, `HH:MM`. */
export const timeOf = (text: string): string => text.slice(11, 16);

/** Returns a UTC text on the clock of the browser, in the same form. */
export function onThisClock(utc: string): string {
  const date = new Date(`${utc.replace(' ', 'T')}Z`);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:00`;
}

/** Returns whether a text is a date of the interface with its time, `YYYY-MM-DD HH:MM:SS`. */
export const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
