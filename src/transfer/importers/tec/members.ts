import type { ForeignShown } from '#api/media/texts.ts';
import { namesWith, type ResourceDescription } from '#api/routing/field-description.ts';
import type { ForeignCost } from '#calendar/events/cost/cost-column.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { singleLine } from '#foundation/text/html.ts';
import { decodeText } from '#foundation/text/markup.ts';
import { isImportableWebsite } from '#foundation/text/website.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import { LABEL_LENGTH } from '../named-items.ts';
import { isJsonObject, type JsonObject, textIn } from './json-object.ts';

/** Returns an item's label for people: `12 “Title”`, with the title cut to 60 characters. */
export function labelOf(item: JsonObject, name: string): string {
  const title = decodeText(textIn(item, name)).replace(/\s+/g, ' ').trim();
  const id = typeof item['id'] === 'number' || typeof item['id'] === 'string' ? String(item['id']) : '?';
  return title === ''
    ? id
    : `${id} “${title.slice(0, LABEL_LENGTH)}${title.length > LABEL_LENGTH ? '…' : ''}”`;
}

/** Returns the named members that are neither absent nor null. */
export function presentMembers(item: JsonObject, names: readonly string[]): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const name of names) if (item[name] !== undefined && item[name] !== null) sent[name] = item[name];
  return sent;
}

/** Returns the members that need no way of their own; texts as stored where the source tells. */
export function plainFields(
  fields: ResourceDescription,
  item: JsonObject,
  raw: JsonObject | undefined,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [name, { imported, translated }] of Object.entries(fields))
    if (imported === 'line') sent[name] = textIn(item, name);
    else if (imported === 'field')
      Object.assign(sent, presentMembers(translated ? (raw ?? item) : item, [name]));
  // null is nothing, and not what the source doesn't say. Digests go by the order: these come last.
  for (const name of namesWith(fields, 'imported', 'emptied'))
    if (name in item) sent[name] = textIn(item, name);
  return sent;
}

/** Returns a web address or bare host without the HTML escaping that a shown one has; undefined for anything else. */
export function websiteIn(given: string, isShown = true): string | undefined {
  const text = isShown ? decodeText(given).trim() : given;
  return text === '' || isImportableWebsite(text) ? text : undefined;
}

/** Returns both coordinates or none; null removes stored ones. */
export function pointIn(item: JsonObject): { geo_lat: number | null; geo_lng: number | null } {
  const degrees = (name: string) => {
    const value = item[name];
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : null;
  };
  const geo_lat = degrees('geo_lat');
  const geo_lng = degrees('geo_lng');
  return geo_lat === null || geo_lng === null ? { geo_lat: null, geo_lng: null } : { geo_lat, geo_lng };
}

/** Returns a date and time member as answers have it; none if it is not one. */
export function momentIn(
  item: JsonObject,
  name: 'utc_start_date' | 'utc_end_date' | 'modified' | 'modified_utc',
): Record<string, string> {
  const value = textIn(item, name);
  return secondsOf(value) === undefined ? {} : { [name]: value };
}

/** Returns what a source says of a picture. @param language that of its texts, where they come in one alone */
export const shownIn = (picture: JsonObject, language: Language | undefined): ForeignShown => ({
  alt_text: picture['alt_text'],
  credit: picture['credit'],
  focal_point: picture['focal_point'],
  language,
});

/** Returns the cost as the source shows it, as plain text. */
export function costIn(item: JsonObject): ForeignCost | undefined {
  const details = item['cost_details'];
  if (typeof item['cost'] !== 'string' || !isJsonObject(details)) return undefined;
  const position = details['currency_position'] ?? details['currency_position '];
  const values = Array.isArray(details['values']) ? details['values'] : [];
  const plain = (text: string) => singleLine(decodeText(text)).slice(0, 1000);
  return {
    cost: plain(item['cost']),
    cost_details: {
      currency_symbol: plain(textIn(details, 'currency_symbol')).slice(0, 20),
      currency_position: position === 'prefix' || position === 'postfix' ? position : '',
      ...(typeof details['currency_code'] === 'string'
        ? { currency_code: plain(details['currency_code']).slice(0, 20) }
        : {}),
      values: values.slice(0, 100).map((value) => plain(String(value))),
    },
  };
}

/** Returns the recurrence of a series; null for an event that doesn't repeat, undefined where the source doesn't say. */
export function recurrenceIn(item: JsonObject): Record<string, unknown> | null | undefined {
  const recurrence = item['recurrence'];
  if (recurrence === null) return null;
  if (!isJsonObject(recurrence)) return undefined;
  const { rrule, rdate, exdate } = recurrence;
  return { rrule, rdate, exdate };
}
