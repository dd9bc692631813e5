import { digestOf } from '#api/http/response-headers.ts';
import type { Call } from '#context.ts';
import type { Occurrence } from '../series/store.ts';
import type { DatedRow } from './date-members.ts';
import { type EventJson, type EventSource, type LinkedEvent, templateOf } from './event-json.ts';

/** The JSON that the dates of a series without values of their own share in lists. */
export interface SeriesJson {
  /** The JSON of a date, without the members that differ from date to date. */
  readonly event: EventJson;
  /** The columns of the series from which those are presented. */
  readonly row: DatedRow;
}

/** The JSON of a date of a series without values of its own, as lists show it. */
export interface DateJson {
  /** Empty before it is filled. */
  json: Buffer;
  digest: string;
  /** The state of the series' JSON of which it was made; -1: it hasn't been yet. */
  state: number;
  readonly occurrence: Occurrence;
  readonly series: SeriesJson;
  /** The ID of the series. */
  readonly parentId: number;
}

/** Returns the JSON of a date that is still to be filled. */
export const unfilledDate = (series: SeriesJson, occurrence: Occurrence): DateJson => ({
  json: Buffer.alloc(0),
  digest: '',
  state: -1,
  occurrence,
  series,
  parentId: occurrence.series_id,
});

/** Returns the date that an item is, where it is a date of a series without values of its own. */
export function plainDateOf({ source, repeating }: LinkedEvent): Occurrence | undefined {
  const occurrence = repeating?.occurrence;
  return occurrence && isPlainDate(occurrence) && source.id === occurrence.series_id ? occurrence : undefined;
}

/** Returns whether a date has no values of its own, so that it shows those of its series. */
export const isPlainDate = ({ event_id, series_id, overrides }: Occurrence): boolean =>
  event_id === series_id && overrides === '';

/** Returns the JSON that a series' plain dates share. @param linked one of them */
export function seriesJsonOf(linked: LinkedEvent, source: EventSource, call: Call): SeriesJson {
  const { id, slug, status, author_id, global_id, global_id_lineage, timezone, password, website } =
    linked.row;
  const { start_date, end_date, utc_start_date, utc_end_date } = linked.row;
  const { currency } = call.services.config;
  return {
    event: templateOf(linked, source.present(linked, call), { single: false, forDates: true, currency }),
    row: {
      id,
      slug,
      status,
      author_id,
      global_id,
      global_id_lineage,
      timezone,
      start_date,
      end_date,
      utc_start_date,
      utc_end_date,
      website: password === '' ? website : undefined,
    },
  };
}

/** Fills the JSON of a date: that of its series, filled with embedded resources, with the members of the date put in. */
export function fillDate(date: DateJson, source: EventSource, call: Call): void {
  const { event, row } = date.series;
  const { id, start_date, end_date, utc_start_date, utc_end_date } = date.occurrence;
  const dated = { ...row, id, start_date, end_date, utc_start_date, utc_end_date };
  const members = source.presentDate(dated, date.occurrence, call);
  const texts: string[] = [];
  const places: number[] = [];
  let length = event.json.length;
  for (const [at, placeholder] of event.placeholders.entries()) {
    if (!('date' in placeholder)) continue;
    const text = JSON.stringify(members[placeholder.date]);
    texts.push(text);
    places.push(event.cuts[2 * at + 1] ?? 0);
    length += Buffer.byteLength(text);
  }
  // Cached buffers own their memory (api/cache/response-cache.ts).
  const json = Buffer.allocUnsafeSlow(length);
  let end = 0;
  let from = 0;
  for (const [at, text] of texts.entries()) {
    const place = places[at] ?? 0;
    end += event.json.copy(json, end, from, place);
    end += json.write(text, end);
    from = place;
  }
  event.json.copy(json, end, from);
  date.json = json;
  date.digest = digestOf(json);
  date.state = event.state;
}
