import { type Language, message, translate } from '#foundation/i18n/catalogue.ts';
import { memoize, memoizeBy } from '#foundation/memoize/memoize.ts';
import type { SiteSettings } from '#foundation/site/settings.ts';

const options = {
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  narrowWeekday: { weekday: 'short' },
  month: { month: 'long' },
  shortMonth: { month: 'short' },
  monthAndYear: { month: 'long', year: 'numeric' },
  dayAndMonth: { day: 'numeric', month: 'long' },
  shortDay: { day: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
/** A form of a day in words. */
export type DayForm = keyof typeof options;

/** Whose customs dates follow: of English those of Britain, which writes the day first. */
const locales: Readonly<Partial<Record<Language, string>>> = { en: 'en-GB' };

const localeOf = (language: Language): string => locales[language] ?? language;

/** Days of some years in a form; a month says each of its days several times. */
const MOST_DAYS = 1_000;
const SHORT = { shortWeekday: true, shortMonth: true, shortDay: true };

/** Returns a function that spells days in a form of words. */
function speller(language: Language, form: DayForm): (day: string) => string {
  const format = new Intl.DateTimeFormat(localeOf(language), options[form]);
  return memoize(
    (day) => {
      const text = format.format(Temporal.PlainDate.from(day));
      // Some languages put a dot behind what they shorten, which columns have no room for.
      return form in SHORT ? text.replace(/\.$/, '').replace(/\bSept\b/, 'Sep') : text;
    },
    { maxEntries: MOST_DAYS },
  );
}

const spellerOf = memoizeBy((language, form) => `${language} ${form}`, speller);

/** Returns a day `YYYY-MM-DD` in a form of words; a time after it is left out. */
export const dayIn = (language: Language, form: DayForm, day: string): string =>
  spellerOf(language, form)(day.slice(0, 10));

/** Returns a text with its first letter as at the beginning of a sentence. */
export const capitalized = (language: Language, text: string): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** Returns a day with its weekday in words: “Monday, 21 September”. */
export const fullDay = (language: Language, day: string): string =>
  translate(
    language,
    message('page.full_day', {
      weekday: dayIn(language, 'weekday', day),
      day: dayIn(language, 'dayAndMonth', day),
    }),
  );

/** Returns a day as `fullDay` does, with its year where that isn't the year of a day near which it is read. */
export const fullDayNear = (language: Language, day: string, near: string): string =>
  day.slice(0, 4) === near.slice(0, 4)
    ? fullDay(language, day)
    : translate(
        language,
        message('page.full_day_year', {
          weekday: dayIn(language, 'weekday', day),
          day: dayIn(language, 'dayAndMonth', day),
          year: day.slice(0, 4),
        }),
      );

/** Returns a function that writes times `HH:MM` by the clock of 12 hours. */
const twelveHours = memoizeBy(
  (language: Language) => language,
  (language): ((time: string) => string) => {
    const format = new Intl.DateTimeFormat(localeOf(language), {
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    });
    return memoize((time) => format.format(Temporal.PlainTime.from(time)), { maxEntries: 24 * 60 });
  },
);

/** Returns the time of a wall clock text `YYYY-MM-DD HH:MM:SS` by the site's clock of 24 or 12 hours. */
export function timeIn(
  language: Language,
  { hour_cycle }: Pick<SiteSettings, 'hour_cycle'>,
  text: string,
): string {
  if (hour_cycle === '24' || (hour_cycle === 'language' && language !== 'en')) return text.slice(11, 16);
  return twelveHours(language)(text.slice(11, 16));
}

/** Returns whether a day `YYYY-MM-DD` is a Monday to Sunday, 1 to 7. */
export const weekdayOf = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek;

const rangeFormat = memoizeBy(
  (language: Language) => language,
  (language) => new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'long' }),
);

/** Returns days in words without the year: “14–20 September”. */
export function dayRange(language: Language, first: string, last: string): string {
  const text = rangeFormat(language).formatRange(
    Temporal.PlainDate.from(first),
    Temporal.PlainDate.from(last),
  );
  // Nothing stands around the dash of a range.
  return text.replace(/\s*[–-]\s*/u, '–');
}

const hourFormat = memoizeBy(
  (language: Language) => language,
  (language) => new Intl.DateTimeFormat(localeOf(language), { hour: 'numeric', hour12: true }),
);

/** Returns a full hour for a scale, by the site's clock: “08”, “8 am”. */
export function hourIn(
  language: Language,
  { hour_cycle }: Pick<SiteSettings, 'hour_cycle'>,
  hour: number,
): string {
  if (hour_cycle === '24' || (hour_cycle === 'language' && language !== 'en'))
    return String(hour % 24).padStart(2, '0');
  return hourFormat(language).format(Temporal.PlainTime.from({ hour: hour % 24 }));
}
