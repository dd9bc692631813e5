import type { Language } from '#foundation/i18n/catalogue.ts';
import { memoizeBy } from '#foundation/memoize/memoize.ts';
import { abbreviation, isFixedOffset } from './zone.ts';

const formatOf = memoizeBy(
  (language: Language, zone: string) => `${language} ${zone}`,
  (language, zone) =>
    new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'short', hour: 'numeric' }),
);

/**
 * Returns what people of a language call a zone's time at a UTC text `YYYY-MM-DD HH:MM:SS` (CLDR: `MEZ`, `MESZ`); in
 * English, and for fixed offsets, the letters of `timezone_abbr`, which stays the same on the wire in every language.
 * Throws a RangeError for what is no date or zone.
 */
export function zoneName(utc: string, zone: string, language: Language): string {
  const letters = abbreviation(utc, zone);
  if (language === 'en' || isFixedOffset(zone)) return letters;
  const instant = Temporal.Instant.from(`${utc.replace(' ', 'T')}Z`);
  const name = formatOf(language, zone)
    .formatToParts(instant.epochMilliseconds)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return name === 'GMT+0' ? 'GMT' : (name ?? letters);
}
