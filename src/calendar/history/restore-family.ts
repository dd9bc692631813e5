import { sql } from 'kysely';
import { datedTimes, timeFields } from '#calendar/events/fields.ts';
import { decidingColumns, placeColumns, ruleColumns } from '#calendar/events/series/fields.ts';
import { dateAt, fieldOfOwn, firstDateOf, overriddenFields } from '#calendar/events/series/layout.ts';
import { laidOutAt, movedRecurrence } from '#calendar/events/series/rules.ts';
import { findSeries, listOverrides, type StoredOccurrence } from '#calendar/events/series/store.ts';
import { type EventRow, findEventRow, isOverride } from '#calendar/events/store.ts';
import { isBookkeeping } from '#calendar/posts/described-columns.ts';
import { checkRecurrence } from '#calendar/recurrence/check.ts';
import { type Recurrence, RecurrenceError } from '#calendar/recurrence/recurrence.ts';
import type { RowImage } from '#store/db/row-images.ts';
import { hasValues, imagesById, keyOf, type Restoration } from './restoration.ts';
import { isLinkTable } from './restore-links.ts';
import type { EventImages } from './restore-own.ts';

/** The images that a write has left of events, series and dates, by ID. */
export interface Family {
  readonly rows: ReadonlyMap<number, RowImage>;
  readonly series: ReadonlyMap<number, RowImage>;
  readonly dates: ReadonlyMap<number, RowImage>;
  readonly former: ReadonlyMap<number, RowImage>;
  imagesOf(id: number): EventImages;
  /** The events that are no dates of series, as they are now; undefined: there is none. */
  readonly events: ReadonlyMap<number, EventRow | undefined>;
  /** The dates, as they are now. */
  readonly present: ReadonlyMap<number, StoredOccurrence>;
  /** The dates of series with images of their own values. */
  readonly owners: ReadonlySet<number>;
}

/** Returns the images of events, series and dates, with what these are now. */
export async function familyOf({ batch }: Restoration, images: readonly RowImage[]): Promise<Family> {
  const { trx, dialect } = batch;
  const rows = imagesById(images, 'events');
  const series = imagesById(images, 'series');
  const dates = imagesById(images, 'occurrences');
  const beside = Map.groupBy(
    images.filter(
      ({ table, key }) =>
        isLinkTable(table) || (table === 'translations' && keyOf({ key } as RowImage)[0] === 'events'),
    ),
    (image) => Number(keyOf(image)[image.table === 'translations' ? 1 : 0]),
  );
  const events = new Map<number, EventRow | undefined>();
  const owners = new Set<number>();
  for (const id of new Set([...rows.keys(), ...series.keys(), ...beside.keys()])) {
    const row = await findEventRow(trx, id);
    const image = rows.get(id);
    const of = row ?? image?.before ?? image?.after;
    const seriesId = Number(of?.['series_id' as never] ?? 0);
    if (isOverride({ id, series_id: seriesId })) owners.add(id);
    else events.set(id, row);
  }
  for (const id of dates.keys()) owners.add(id);
  const found = await trx
    .selectFrom('occurrences')
    .selectAll()
    .where(sql<boolean>`id ${dialect.among([...owners])}`)
    .execute();
  return {
    rows,
    series,
    dates,
    former: imagesById(images, 'former_occurrences'),
    events,
    owners,
    present: new Map(found.map((date) => [date.id, date])),
    imagesOf: (id) => ({
      row: rows.get(id),
      translations: (beside.get(id) ?? []).filter(({ table }) => table === 'translations'),
      links: (beside.get(id) ?? []).filter(({ table }) => table !== 'translations'),
    }),
  };
}

/** Fields that decide when an event, or a date, is. */
export const TIMES: readonly string[] = timeFields;

/** Returns whether a write has changed the rules of series, or which there are, and not their times alone. */
export async function isOfRules(restoration: Restoration, family: Family): Promise<boolean> {
  const { series, rows, events } = family;
  const isChanged = [...series.values()].some(
    ({ before, after }) => !before || !after || decidingColumns.some((name) => name in before),
  );
  const isMade = [...events.keys()].some((id) => {
    const { before, after } = rows.get(id) ?? {};
    return rows.has(id) && !(before && after);
  });
  return isChanged || isMade || hasNamedRule(restoration, family);
}

/** Returns whether a rule that is as a write has left it would become another if it moved back with its times: the write named it, too. */
async function hasNamedRule(
  { batch, actor }: Restoration,
  { series, rows, events }: Family,
): Promise<boolean> {
  for (const [id, { after }] of series) {
    const [row, was] = [events.get(id), rows.get(id)?.before];
    const stored = await findSeries(batch.trx, id);
    if (!row || !was || !after || !stored || !hasValues(stored, after, ruleColumns)) continue;
    if (!TIMES.some((name) => name in was)) continue;
    const pattern = { recurrence: JSON.parse(stored.recurrence), first: firstDateOf(row) };
    try {
      const moved = movedRecurrence(actor, pattern, firstDateOf({ ...row, ...was }));
      if (JSON.stringify(moved) !== stored.recurrence) return true;
    } catch (error) {
      if (!(error instanceof RecurrenceError)) throw error;
      return true;
    }
  }
  return false;
}

/** Returns the names of the fields that a write has changed of what a date has of its own. */
export const ownNames = (image: RowImage | undefined): string[] =>
  [image?.before, image?.after].flatMap((columns) =>
    columns && 'overrides' in columns
      ? overriddenFields({ overrides: String(columns['overrides']) }).map(fieldOfOwn)
      : [],
  );

/** Returns the names of the fields that decide about dates and that a write has changed. */
export const changedTimes = ({ rows, events }: Family): string[] => {
  const names = new Set(['recurrence']);
  for (const id of events.keys())
    for (const name of TIMES)
      if (name in (rows.get(id)?.before ?? {}) && rows.get(id)?.after) names.add(name);
  return [...names];
};

/** Returns why what decides about the dates of series stays as it is; undefined: all of it is as the write has left it. */
export async function reasonToKeep(
  { batch, actor }: Restoration,
  family: Family,
): Promise<'changed_since' | 'conflict' | undefined> {
  const { trx } = batch;
  const { rows, series, dates, former, events, present } = family;
  for (const [id, { before, after }] of series) {
    const stored = await findSeries(trx, id);
    if (!stored !== !after || (stored && after && !hasValues(stored, after, ruleColumns)))
      return 'changed_since';
    const others = (await listOverrides(trx, id)).filter((date) => !dates.has(date.id));
    if (!before) {
      if (others.length > 0) return 'changed_since';
      continue;
    }
    const row = { ...events.get(id), ...rows.get(id)?.before } as EventRow;
    const recurrence: Recurrence = JSON.parse(String(before['recurrence'] ?? stored?.recurrence));
    const first = firstDateOf(row);
    try {
      checkRecurrence(recurrence, first, laidOutAt(actor, row.timezone));
      // What dates that were laid out since have of their own would go with them.
      if (others.some(({ recurrence_id }) => !dateAt(recurrence, first, recurrence_id)))
        return 'changed_since';
    } catch (error) {
      if (error instanceof RecurrenceError) return 'conflict';
      throw error;
    }
  }
  for (const [id, row] of events) {
    const { before = null, after = null } = rows.get(id) ?? {};
    if (!before && !after) continue;
    if (!row !== !after) return 'changed_since';
    const isNew = after && !before;
    const names = isNew
      ? Object.keys(after).filter((name) => !isBookkeeping('events', name))
      : [...TIMES, 'series_id'];
    if (row && after && !hasValues(row, after, names)) return 'changed_since';
  }
  for (const [id, { before, after }] of dates) {
    const date = present.get(id);
    if (date && date.series_id > 0 && !events.has(date.series_id)) return 'conflict';
    const names = after?.['series_id'] === 0 ? [...placeColumns, ...datedTimes] : placeColumns;
    if (after && !(date && hasValues(date, after, names))) return 'changed_since';
    // What it has of its own would go with it.
    if (after && !before && date?.overrides !== (after['overrides'] ?? '')) return 'changed_since';
  }
  for (const [id, { after }] of former) {
    const kept = await trx
      .selectFrom('former_occurrences')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    // PostgreSQL doesn't tell what became of a new series: that it stays as it was is known from its row.
    if (kept && rows.get(kept.series_id)?.before === null) continue;
    if (!kept !== !after || (kept && after && !hasValues(kept, after, placeColumns))) return 'changed_since';
  }
  return undefined;
}
