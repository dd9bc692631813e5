import type { Site } from '#api/settings/site-settings.ts';
import type { Event } from '#calendar/events/schema.ts';
import type { Venue } from '#calendar/venues/schema.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { plainText } from '#foundation/text/markup.ts';
import { zoneName } from '#foundation/time/zone-names.ts';
import type { FeedItem } from './items.ts';

/** Returns the parts that say something with a text between them. */
export const joined = (parts: readonly (string | undefined)[], by: string): string =>
  parts.filter((part) => part !== undefined && part !== '').join(by);

const placeOf = ({ venue, address, city, zip, country }: Venue): string =>
  joined([plainText(venue), address, city, zip, country], ', ');

/** Returns where an event is: its venues, else its online address; '' where neither is known. */
export function locationText(event: Event): string {
  const places = [event.venue].flat().map(placeOf);
  return joined(places, '; ') || (event.is_virtual ? event.virtual_url : '');
}

/** Customs by which dates are written: of English those of Britain, as on pages. */
const locales: Readonly<Partial<Record<Language, string>>> = { en: 'en-GB' };

/** Returns when an event is in words of a language: its days, and where it isn't all-day its times and their zone. */
function whenText({ event, language }: FeedItem, { hour_cycle }: Pick<Site, 'hour_cycle'>): string {
  const isTwelve = hour_cycle === '12' || (hour_cycle === 'language' && language === 'en');
  const format = new Intl.DateTimeFormat(locales[language] ?? language, {
    dateStyle: 'full',
    ...(event.all_day === true ? {} : { timeStyle: 'short', hour12: isTwelve }),
  });
  const read = (wall: string) =>
    event.all_day === true ? Temporal.PlainDate.from(wall.slice(0, 10)) : Temporal.PlainDateTime.from(wall);
  const text = format.formatRange(read(event.start_date), read(event.end_date));
  const zone = event.all_day === true ? '' : zoneName(event.utc_start_date, event.timezone, language);
  // Narrow blanks stand around times and dashes.
  return joined([text.replace(/[\u2009\u202f\u00a0]/g, ' '), zone], ' ');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns what readers of news show of an item as HTML: when and where it is, and its description below (contract F3). */
export function htmlOf(item: FeedItem, site: Pick<Site, 'hour_cycle'>): string {
  const { event } = item;
  const line = joined([whenText(item, site), locationText(event)], ', ');
  return joined([`<p>${escaped(line)}</p>`, event.description], '\n');
}
