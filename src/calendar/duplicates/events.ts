import { mayEdit, mayRead, mayUnlock } from '#api/access/permissions.ts';
import type { Call } from '#context.ts';
import { fold } from '#foundation/text/fold.ts';
import { plainText } from '#foundation/text/markup.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import { nameAgreement } from './similarity.ts';
import { type ComparedDate, listDatesAround } from './store.ts';

/** Points for what two events have in common, and against what they differ in; docs/api-resources.md lists them. */
export const eventPoints = {
  same_name: 50,
  same_words: 45,
  similar_name: 40,
  name_contained: 30,
  same_start: 30,
  near_start: 15,
  same_venue: 20,
  other_venue: -25,
} as const;
/** Ground for or against two events being one. */
export type EventReason = keyof typeof eventPoints;
/** All of them, in the order in which they are told. */
export const eventReasons = Object.keys(eventPoints) as readonly EventReason[];

/** From so many points on, two events are likely one. */
const LIKELY_EVENT = 75;
const NEAR_SECONDS = 2 * 3600;
/** Days around the start in which is looked: a show of the next evening is another. */
const WINDOW_DAYS = 0.5;
const MOST = 100;

/** An event as it is compared, which may not be written yet. */
export interface ComparedEvent {
  readonly title: string;
  readonly utc_start_date: string;
  readonly venues: readonly number[];
  /** The ID of an event, a series or a date that isn't compared with. */
  readonly exclude?: number | undefined;
}

/** A date that an event is likely one with. */
export interface LikelyEvent {
  readonly score: number;
  readonly reasons: readonly EventReason[];
  readonly row: ComparedDate;
}

function likenessOfDate(
  event: ComparedEvent & { readonly key: string },
  date: ComparedDate,
): LikelyEvent | undefined {
  const name = nameAgreement(event.key, date.title_key);
  if (!name) return undefined;
  const apart = Math.abs((secondsOf(event.utc_start_date) ?? 0) - (secondsOf(date.utc_start_date) ?? 0));
  const there = date.venue_ids === null ? [] : date.venue_ids.split(',').map(Number);
  const isKnown = there.length > 0 && event.venues.length > 0;
  const isShared = event.venues.some((id) => there.includes(id));
  const held: readonly EventReason[] = [
    name,
    ...(apart === 0 ? (['same_start'] as const) : apart <= NEAR_SECONDS ? (['near_start'] as const) : []),
    ...(isShared ? (['same_venue'] as const) : isKnown ? (['other_venue'] as const) : []),
  ];
  const score = held.reduce((total, reason) => total + eventPoints[reason], 0);
  return score >= LIKELY_EVENT ? { score: Math.min(MOST, score), reasons: held, row: date } : undefined;
}

/**
 * Returns the dates of events that one is likely one with, of what the caller may read in full and listings don't hide from
 * them, the likeliest first; of a series one date.
 */
export async function findDuplicateEvents(call: Call, event: ComparedEvent): Promise<LikelyEvent[]> {
  const { viewer } = call;
  const compared = { ...event, key: fold(plainText(event.title)) };
  const found: LikelyEvent[] = [];
  for (const date of await listDatesAround(call.services.db.read, event.utc_start_date, WINDOW_DAYS)) {
    if ([date.id, date.event_id, date.series_id].some((id) => id !== 0 && id === event.exclude)) continue;
    if (!mayRead(viewer, date) || (date.hide_from_listings === 1 && !mayEdit(viewer, date))) continue;
    if (!mayUnlock(viewer, date, { password: undefined, editing: true })) continue;
    const likely = likenessOfDate(compared, date);
    if (likely) found.push(likely);
  }
  const sorted = found.sort((a, b) => b.score - a.score || a.row.id - b.row.id);
  const series = new Set<number>();
  return sorted.filter(({ row }) => {
    if (row.series_id === 0) return true;
    if (series.has(row.series_id)) return false;
    series.add(row.series_id);
    return true;
  });
}
