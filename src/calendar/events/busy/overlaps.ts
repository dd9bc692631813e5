import Type, { type Static } from 'typebox';
import { listScope, mayEdit, mayRead, mayUnlock, unlockScope } from '#api/access/permissions.ts';
import { listLinked } from '#calendar/linked/store.ts';
import type { Call } from '#context.ts';
import { message, translate } from '#foundation/i18n/catalogue.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import { plainText } from '#foundation/text/markup.ts';
import { secondsOf, textOf, utcText } from '#foundation/time/clock.ts';
import type { EventStatus } from '#store/db/tables.ts';
import { BusyTime, presentTaken } from './present.ts';
import { listOwnDates, listTaken, listTakenAround, type OwnDate, type TakenDate } from './store.ts';

/** Schema of an overlap that a write of an event brings about; `occurrence` is the ID of the date, where the event repeats. */
export const Overlap = Type.Object({
  code: Type.Literal('overlap'),
  message: Type.String(),
  venue: Type.Object({ id: Type.Integer(), venue: Type.String() }),
  occurrence: Type.Optional(Type.Integer()),
  ...BusyTime.properties,
});
/** Another event at the venue of one that was written, at a time of that. */
export type Overlap = Static<typeof Overlap>;

/** So many are told. */
const MOST_TOLD = 20;
/** So many dates of a series are compared with what else is at its venue. */
const MOST_DATES = 1_000;
/** So many of the dates that take a venue are read for that. */
export const MOST_TAKEN = 5_000;

/** A password hides where an event is from those who may not edit it. */
export const UNPROTECTED = { password: undefined, editing: true };

/** An event, series or date that was written, and its venues. */
export interface PlacedEvent {
  readonly row: {
    readonly id: number;
    readonly author_id: number;
    readonly status: string;
    readonly series_id: number;
    readonly event_status: EventStatus;
    readonly timezone: string;
    readonly utc_start_date: string;
    readonly utc_end_date: string;
  };
  readonly repeating?:
    | { readonly series: { readonly id: number }; readonly occurrence?: unknown }
    | undefined;
  readonly venues: readonly { readonly id: number }[];
}

/** A date that was written, and one that takes its venue then. */
interface Collision {
  readonly venue: number;
  readonly own: Pick<OwnDate, 'id'>;
  readonly taken: TakenDate;
}

/** Returns the moment at which a time ends that is taken; one without a length takes its first second. */
export const takenUntil = (start: string, end: string): string =>
  end > start ? end : textOf((secondsOf(start) ?? 0) + 1);

const overlaps = (a: Pick<OwnDate, 'utc_start_date' | 'utc_end_date'>, b: TakenDate): boolean =>
  b.utc_start_date < takenUntil(a.utc_start_date, a.utc_end_date) &&
  (b.utc_end_date > a.utc_start_date || b.utc_start_date >= a.utc_start_date);

/** Yields the collisions of dates, by start. @param taken by start */
export function* collisionsOf(
  venue: number,
  own: readonly OwnDate[],
  taken: readonly TakenDate[],
): Generator<Collision, void> {
  // Those before the first that may still go on are over before any later date begins.
  let first = 0;
  for (const date of own) {
    while (first < taken.length && isOver(taken[first], date)) first++;
    for (let at = first; at < taken.length; at++) {
      const other = taken[at];
      if (!other || other.utc_start_date >= takenUntil(date.utc_start_date, date.utc_end_date)) break;
      if (overlaps(date, other)) yield { venue, own: date, taken: other };
    }
  }
}

const isOver = (taken: TakenDate | undefined, date: OwnDate): boolean =>
  taken !== undefined &&
  taken.utc_end_date <= date.utc_start_date &&
  taken.utc_start_date < date.utc_start_date;

/** Returns the collisions of all dates of a series that are ahead; a thousand of them are looked at. */
async function collisionsOfSeries(call: Call, id: number): Promise<Collision[]> {
  const { read } = call.services.db;
  const dates = await listOwnDates(read, id, utcText(call.now), MOST_DATES);
  const found: Collision[] = [];
  for (const [venue, own] of Map.groupBy(dates, ({ venue_id }) => venue_id)) {
    const from = own[0]?.utc_start_date;
    const to = own.reduce((latest, { utc_end_date }) => (utc_end_date > latest ? utc_end_date : latest), '');
    if (from === undefined) continue;
    const { rows } = await listTaken(
      read,
      {
        table: 'venues',
        id: venue,
        from,
        to: takenUntil(from, to),
        scope: listScope(call.viewer),
        unlocked: unlockScope(call.viewer, UNPROTECTED),
        exclude: id,
      },
      { page: 1, per_page: MOST_TAKEN },
    );
    for (const collision of collisionsOf(venue, own, rows)) if (found.push(collision) >= MOST_TOLD) break;
  }
  return found;
}

async function collisionsOfOne(call: Call, { row, repeating, venues }: PlacedEvent): Promise<Collision[]> {
  const span = { from: row.utc_start_date, to: takenUntil(row.utc_start_date, row.utc_end_date) };
  const isOwn = ({ id, series_id }: TakenDate) => id === row.id || series_id === repeating?.series.id;
  const found: Collision[] = [];
  for (const { id } of venues)
    for (const taken of await listTakenAround(call.services.db.read, 'venues', id, span))
      if (!isOwn(taken) && mayRead(call.viewer, taken) && mayUnlock(call.viewer, taken, UNPROTECTED))
        found.push({ venue: id, own: row, taken });
  return found;
}

const TAKES_PLACE: readonly EventStatus[] = ['scheduled', 'rescheduled'];

/**
 * Returns what else is at the venues of an event at its times, as far as its writer may read that; at most twenty, by start,
 * on the event's clock. Empty where it doesn't take place there. Nothing is refused for it.
 */
export async function overlapsOf(call: Call, event: PlacedEvent): Promise<Overlap[]> {
  const { row, repeating } = event;
  if (row.status === 'trash' || !mayEdit(call.viewer, row)) return [];
  // Its dates may have venues and a status of their own.
  const isSeries = repeating !== undefined && repeating.occurrence === undefined;
  if (!isSeries && !TAKES_PLACE.includes(row.event_status)) return [];
  const found = isSeries
    ? await collisionsOfSeries(call, repeating.series.id)
    : await collisionsOfOne(call, event);
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ venue }) => venue))];
  const venues = await listLinked(call.services.db.read, 'venues', ids, 'lean');
  const told = found
    .filter(({ venue: id }) => {
      const venue = venues.get(id);
      return venue && venue.status !== 'trash' && mayRead(call.viewer, venue);
    })
    .sort((a, b) => (a.taken.utc_start_date < b.taken.utc_start_date ? -1 : 1))
    .slice(0, MOST_TOLD);
  const times = await presentTaken(
    call,
    told.map(({ taken }) => taken),
    row.timezone,
  );
  return told.flatMap(({ venue: id, own }, at) => {
    const time = times[at];
    const name = venues.get(id)?.name ?? '';
    if (!time) return [];
    const { event: other } = time;
    const text = other
      ? message('warning.overlap', { venue: plainText(name), title: plainText(other.title) })
      : message('warning.overlap_taken', { venue: plainText(name) });
    return {
      code: 'overlap',
      message: translate(call.language, text),
      venue: { id, venue: titleDisplay(name) },
      ...(repeating ? { occurrence: own.id } : {}),
      ...time,
    };
  });
}
