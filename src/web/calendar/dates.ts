import type { Event } from '#calendar/events/schema.ts';
import { type Language, message, translate } from '#foundation/i18n/catalogue.ts';
import { zoneName } from '#foundation/time/zone-names.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: Language, name: 'day' | 'time'): Intl.DateTimeFormat {
  const key = `${language} ${name}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(
    language,
    name === 'day' ? { dateStyle: 'full' } : { timeStyle: 'short' },
  );
  formats.set(key, made);
  return made;
}

const wall = (text: string) => Temporal.PlainDateTime.from(text.replace(' ', 'T'));

/** Returns the day of a date and time `YYYY-MM-DD HH:MM:SS` in words. */
export const dayText = (language: Language, text: string): string =>
  format(language, 'day').format(wall(text));
const timeText = (language: Language, text: string): string => format(language, 'time').format(wall(text));
const clockText = (language: Language, time: string): string =>
  translate(language, message('page.clock', { time }));

/**
 * Returns when an event takes place, on its own clock, without repeating a day or zone.
 * @param options `days`: whether to name the day of its start
 */
export function whenText(event: Event, language: Language, options: { days: boolean }): string {
  const { start_date: start, end_date: end } = event;
  const sameDay = start.slice(0, 10) === end.slice(0, 10);
  const first = dayText(language, start);
  const last = dayText(language, end);
  if (event.all_day) return sameDay ? (options.days ? first : '') : `${first} – ${last}`;
  const zone = ` ${zoneName(event.utc_start_date, event.timezone, language)}`;
  const from = timeText(language, start);
  const to = timeText(language, end);
  if (!sameDay) return `${first}, ${clockText(language, from)} – ${last}, ${clockText(language, to)}${zone}`;
  const times = clockText(language, start === end ? from : `${from} – ${to}`);
  return `${options.days ? `${first}, ` : ''}${times}${zone}`;
}

/** Returns the start for `<time datetime>`: in UTC, or only the day (HTML §4.5.14). */
export const machineTime = (event: Event): string =>
  event.all_day ? event.start_date.slice(0, 10) : `${event.utc_start_date.replace(' ', 'T')}Z`;
