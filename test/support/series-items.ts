// Items of lists as services have them, held against those of the model of events that repeat.
import assert from 'node:assert/strict';
import type { Answer } from './client.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import {
  type LANGUAGES,
  type ModelCalendar,
  type ModelDate,
  ModelSeries,
  type ModelText,
  type ModelTimes,
} from './series-model.ts';

/** The clock of the services, in UTC. */
export const NOW = '2026-11-20 18:00:00';
/** The window of all lists, within what is laid out by a horizon of so many days. */
export const HORIZON = '140';
const FROM = '2026-01-01';
/** The last day of that window. */
export const TO = '2027-04-05';
/** That window, as lists take it. */
export const WINDOW = `start_date=${FROM}&end_date=${TO}`;
/** Reads from each service; the answer is the first one's, once all are the same. */
export type Read = (path: string, role?: 'editor') => Promise<Answer>;

/** An item of lists as the model has it. */
export interface ModelItem extends Omit<ModelDate, 'recurrenceId'> {
  readonly id: number;
  readonly series: ModelSeries | undefined;
  readonly recurrenceId: string | undefined;
}

/** Returns whether something lies within the window. */
export const isWithin = (times: ModelTimes) =>
  times.start >= `${FROM} 00:00:00` && times.end <= `${TO} 23:59:59`;
/** Returns a text as readers of a language see it. */
export const shownText = (text: ModelText, language: (typeof LANGUAGES)[number] = 'en') =>
  text[language] || text.en || '';
/** Returns the ID of a row. */
export const idOf = (row: Json | undefined): number => (isObject(row) ? Number(row['id']) : 0);
const idsOf = (value: Json | undefined): number[] =>
  Array.isArray(value) ? value.map(idOf) : isObject(value) ? [idOf(value)] : [];
/** Returns numbers in their order. */
export const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

/** Holds an item or a read against the model's. */
export function assertItem(
  item: JsonObject,
  wanted: ModelItem,
  language: (typeof LANGUAGES)[number] = 'en',
): void {
  const { times, fields, series } = wanted;
  const recurrence = item['recurrence'];
  assert.deepEqual(
    {
      title: item['title'],
      description: String(item['description']).replaceAll(/<[^>]*>|\s/g, ''),
      start_date: item['start_date'],
      end_date: item['end_date'],
      timezone: item['timezone'],
      all_day: item['all_day'],
      utc_start_date: item['utc_start_date'],
      utc_end_date: item['utc_end_date'],
      status: item['status'],
      cost: item['cost'],
      featured: item['featured'],
      event_status: item['event_status'],
      venue: idsOf(item['venue']),
      organizer: idsOf(item['organizer']),
      categories: ascending(idsOf(item['categories'])),
      tags: ascending(idsOf(item['tags'])),
      series: isObject(recurrence) ? recurrence['series'] : undefined,
      post_parent: series ? item['post_parent'] : undefined,
      recurrence_id: series ? item['recurrence_id'] : undefined,
    },
    {
      title: shownText(fields.title, language),
      description: shownText(fields.description, language),
      start_date: times.start,
      end_date: times.end,
      timezone: times.zone,
      all_day: times.allDay,
      utc_start_date: wanted.utc,
      utc_end_date: wanted.utcEnd,
      status: wanted.status,
      cost: fields.cost,
      featured: fields.featured,
      event_status: fields.event_status,
      venue: fields.venue,
      organizer: fields.organizer,
      categories: ascending(fields.categories),
      tags: ascending(fields.tags),
      series: series?.id,
      post_parent: series?.id,
      recurrence_id: wanted.recurrenceId,
    },
  );
}

/** The dates of events that don't repeat as if of series. */
export function singleItems({ singles }: ModelCalendar): ModelItem[] {
  return singles.flatMap(({ id, fields, times, status }) => {
    const one = new ModelSeries(id, fields, times, { rrule: [], rdate: [], exdate: [] });
    return one.dates().map((date) => ({ ...date, id, status, series: undefined, recurrenceId: undefined }));
  });
}

/** Within what is laid out whatever the window. */
export const isFar = ({ times }: Pick<ModelDate, 'times'>) => times.start < `${TO} 00:00:00`;
/** Returns whether those who edit find a date in the window. */
export const isListed = ({ times, status }: ModelDate) => status !== 'trash' && isWithin(times);
