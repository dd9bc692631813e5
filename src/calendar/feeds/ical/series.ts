import type { EventQuery } from '#calendar/events/filters/query.ts';
import { listIds } from '#calendar/events/list/list.ts';
import { recurrenceOf } from '#calendar/events/series/present.ts';
import { listDates, type StoredOccurrence } from '#calendar/events/series/store.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import { comesTwice } from '#foundation/time/zone.ts';
import { type FeedItem, type FeedReader, feedSlice, loadItems, SLICE } from '../items/items.ts';
import { componentOf, type IcalComponent, usesOf } from './component.ts';
import { type ComponentClock, clockOf, eventComponent } from './event.ts';
import { recurrenceLines } from './recurrence.ts';

/** A series of a feed, with its stored dates in the order of their rule. */
export interface FeedSeries {
  readonly id: number;
  readonly dates: readonly StoredOccurrence[];
  /** The dates that the feed holds by itself, where its rule can't be given. */
  readonly listed: (date: StoredOccurrence) => boolean;
  /** The dates that a reader who expands the rule may find. */
  readonly shown: (date: StoredOccurrence) => boolean;
}

/** Returns a series of a list, some of whose dates the list holds; what it would hold beyond its window is looked up where needed. */
export async function seriesOfList(
  { call }: FeedReader,
  query: EventQuery,
  id: number,
  ids: ReadonlySet<number>,
): Promise<FeedSeries> {
  const { db } = call.services;
  const dates = await listDates(db.read, id);
  const listed = (date: StoredOccurrence) => ids.has(date.id);
  // A list of IDs has no window, and may name some dates of a series alone.
  if (query.include) return { id, dates, listed, shown: listed };
  const regular = dates.filter((date) => date.event_id === id);
  const isCertain = regular.some(listed) && dates.every((date) => date.event_id === id || listed(date));
  // Dates without values of their own are in a list together or not at all, but for its window.
  if (isCertain) return { id, dates, listed, shown: () => true };
  const everywhere = { ...query, bounds: [], post_parent: id, orderby: 'date' as const };
  const found = new Set(await listIds(db, everywhere));
  return { id, dates, listed, shown: (date) => found.has(date.id) };
}

/** Times of a series' first date on its own clock and in UTC. */
type ElapsedTimes = Pick<StoredOccurrence, 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date'>;

/**
 * Returns whether readers who expand the rule of a series may take a date's times from its first one: some take the end at the
 * same elapsed time, others on the same clock time, and not all move times out of gaps alike.
 */
function isAlike(date: StoredOccurrence, first: ElapsedTimes, { zone }: ComponentClock): boolean {
  if (date.recurrence_id !== date.start_date) return false;
  if (comesTwice(date.start_date, zone) || comesTwice(date.end_date, zone)) return false;
  const length = (from: string, to: string) => (secondsOf(to) ?? 0) - (secondsOf(from) ?? 0);
  const shown = length(date.start_date, date.end_date);
  const elapsed = length(date.utc_start_date, date.utc_end_date);
  return (
    shown === length(first.start_date, first.end_date) &&
    elapsed === length(first.utc_start_date, first.utc_end_date) &&
    // Of a first date over a change of the clock some take the one for the other.
    shown === elapsed
  );
}

/** The most dates beside a rule that have components of their own, for readers that don't know RDATE. */
const MOST_APART = 200;

/** Yields dates of series each by itself, with RECURRENCE-ID. */
export async function* eachByItself(
  reader: FeedReader,
  ids: readonly number[],
): AsyncGenerator<IcalComponent> {
  const breath = feedSlice(reader);
  for (let at = 0; at < ids.length; at += SLICE) {
    for (const item of await loadItems(reader, ids.slice(at, at + SLICE))) yield componentOf(item);
    await breath.due;
  }
}

/** Returns the series itself, as its reader may see it. */
async function loadSeries(reader: FeedReader, id: number): Promise<FeedItem | undefined> {
  const [item] = await loadItems(reader, [id]);
  return item;
}

/**
 * Yields a series once, as its rule, and its overrides (contract F3). Where the rule makes dates that the feed doesn't hold and
 * that aren't overrides, or dates that readers don't find alike, each date that it holds comes by itself.
 */
export async function* seriesComponents(
  reader: FeedReader,
  series: FeedSeries,
): AsyncGenerator<IcalComponent> {
  const { id, dates, listed, shown } = series;
  const regular = dates.filter((date) => date.event_id === id);
  const item = regular.length > 0 && regular.every(shown) ? await loadSeries(reader, id) : undefined;
  const repeating = item?.record.repeating;
  const all = dates.filter(listed).map((date) => date.id);
  if (!item || !repeating) {
    yield* eachByItself(reader, all);
    return;
  }
  const overrides = dates.filter((date) => date.event_id !== id);
  const { event } = repeating.series;
  const clock = clockOf(item.event);
  const missing = overrides.filter((date) => !shown(date)).map((date) => date.recurrence_id);
  const first = { ...event, all_day: event.all_day === 1 };
  const stored = dates.map((date) => date.recurrence_id);
  const recurrence = recurrenceOf(repeating.series);
  const { lines, apart, isMisread } = recurrenceLines(recurrence, first, clock, { stored, missing });
  // Readers don't agree on what a rule makes that is counted from a clock time in a gap.
  if (isMisread || (!clock.isAllDay && first.start_date !== item.event.start_date)) {
    yield* eachByItself(reader, all);
    return;
  }
  yield { text: eventComponent(item, { lines }, first), uses: usesOf(clock, first.start_date) };
  const { utc_start_date, utc_end_date } = item.event;
  const pattern = { ...first, utc_start_date, utc_end_date };
  const alone = new Set(apart.length <= MOST_APART ? apart : []);
  const breath = feedSlice(reader);
  for (const date of regular) {
    await breath.due;
    if (alone.has(date.recurrence_id) || !(clock.isAllDay || isAlike(date, pattern, clock))) {
      const text = eventComponent(item, { id: { at: date.recurrence_id, clock } }, date);
      yield { text, uses: usesOf(clock, date.start_date) };
    }
  }
  yield* eachByItself(
    reader,
    overrides.filter(shown).map((date) => date.id),
  );
}
