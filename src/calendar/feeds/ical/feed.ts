import type { EventQuery } from '#calendar/events/filters/query.ts';
import { listDates, listOccurrences } from '#calendar/events/series/store.ts';
import type { EventRow } from '#calendar/events/store.ts';
import { type FeedReader, feedSlice, loadItems, SLICE, stillListed } from '../items/items.ts';
import type { Pieces } from '../items/pieces.ts';
import { calendarPieces } from './calendar.ts';
import { componentOf, type IcalComponent } from './component.ts';
import { eachByItself, seriesComponents, seriesOfList } from './series.ts';

/** Yields the components of a list: series once, unless each date is to come by itself (contract F3). */
async function* listComponents(
  reader: FeedReader,
  query: EventQuery,
  ids: readonly number[],
  { isEach }: { isEach: boolean },
): AsyncGenerator<IcalComponent> {
  const { db } = reader.call.services;
  const isListed = stillListed(reader.call, query);
  const breath = feedSlice(reader);
  /** Looked at of series alone. */
  let all: ReadonlySet<number> | undefined;
  const given = new Set<number>();
  for (let at = 0; at < ids.length; at += SLICE) {
    const slice = ids.slice(at, at + SLICE);
    const dates = isEach ? [] : await listOccurrences(db.read, slice);
    const seriesOf = new Map(dates.map(({ id, series_id }) => [id, series_id]));
    const single = slice.filter((id) => !seriesOf.has(id));
    const items = new Map(
      (await loadItems(reader, single, { isListed })).map((item) => [item.event.id, item]),
    );
    for (const id of slice) {
      const item = items.get(id);
      if (item) yield componentOf(item);
      const series = seriesOf.get(id);
      if (series === undefined || given.has(series)) continue;
      given.add(series);
      all ??= new Set(ids);
      yield* seriesComponents(reader, await seriesOfList(reader, query, series, all));
      await breath.due;
    }
    await breath.due;
  }
}

/** Yields the iCalendar feed of a list in pieces. */
export const listCalendar = (
  reader: FeedReader,
  query: EventQuery,
  ids: readonly number[],
  { title, ...options }: { title: string; isEach: boolean },
): Pieces => calendarPieces(reader.call, title, listComponents(reader, query, ids, options));

/** Yields the components of one event, series or date: a series as its rule, unless each date is to come by itself. */
async function* itemComponents(
  reader: FeedReader,
  row: EventRow,
  { isEach }: { isEach: boolean },
): AsyncGenerator<IcalComponent> {
  if (row.series_id !== row.id) {
    yield* eachByItself(reader, [row.id]);
    return;
  }
  const dates = await listDates(reader.call.services.db.read, row.id);
  // Dates of a hidden series are hidden with it.
  const shown = (date: (typeof dates)[number]) =>
    date.status !== 'trash' && date.hide_from_listings <= row.hide_from_listings;
  if (isEach)
    yield* eachByItself(
      reader,
      dates.filter(shown).map(({ id }) => id),
    );
  else yield* seriesComponents(reader, { id: row.id, dates, listed: shown, shown });
}

/** Yields the iCalendar file of one event, series or date in pieces. */
export const itemCalendar = (
  reader: FeedReader,
  row: EventRow,
  { title, ...options }: { title: string; isEach: boolean },
): Pieces => calendarPieces(reader.call, title, itemComponents(reader, row, options));
