import { sql } from 'kysely';
import { eventTexts } from '#calendar/events/search-texts.ts';
import type { LinkedKind, LinkedWrite } from '#calendar/linked/kind.ts';
import { findLinked, type LinkedRow, type LinkedTable } from '#calendar/linked/store.ts';
import { linkedTranslationKeys } from '#calendar/linked/update.ts';
import { recount } from '#calendar/merging/store.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { type TermKind, termKinds } from '#calendar/terms/kind.ts';
import { linkColumn, linkTable } from '#calendar/terms/store.ts';
import { listAllTranslations, listTranslations } from '#calendar/translations/store.ts';
import { venue } from '#calendar/venues/actions.ts';
import type { Writing } from '#store/db/engine.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';

/** Items that were restored. */
export interface RestoredItems {
  /** IDs of events. */
  readonly events: ReadonlySet<number>;
  /** Items of other kinds, as `kind ID` of the tables. */
  readonly items: ReadonlySet<string>;
}

/** IDs of terms by kind. */
export type TermIds = Readonly<Record<TermKind, readonly number[]>>;

/**
 * Returns the terms of some events, of their series and of all dates of these: with a series an undo changes, or removes, dates
 * that the write which it takes back knew nothing of.
 */
export async function listTerms({ trx, dialect }: WriteBatch, events: ReadonlySet<number>): Promise<TermIds> {
  const own = sql`select id, series_id from events where id ${dialect.among([...events])}`;
  const idsOf = async (kind: TermKind): Promise<number[]> => {
    const { rows } = await sql<{
      id: number;
    }>`select distinct ${linkColumn(kind)} as id from ${linkTable(kind)}
      where event_id in (select id from (${own}) own union all select id from events
        where series_id > 0 and series_id in (select series_id from (${own}) own))`.execute(trx);
    return rows.map(({ id }) => id);
  };
  return { categories: await idsOf('categories'), tags: await idsOf('tags') };
}

/**
 * Brings indexes, counts and search texts up to date.
 * @param before the terms of the events before they were restored (`listTerms`)
 */
export async function derive(
  batch: WriteBatch,
  { events, items }: RestoredItems,
  before: TermIds,
): Promise<void> {
  const { trx, dialect } = batch;
  const ids = [...events];
  if (ids.length > 0) {
    const rows = await trx.selectFrom('events').selectAll().where('id', 'in', ids).execute();
    const present = new Set(rows.map(({ id }) => id));
    for (const id of ids)
      if (!present.has(id)) {
        await dialect.indexEventTranslations(trx, id, new Map());
        await dialect.dropEventText(trx, id);
      }
    const texts = await listAllTranslations(trx, 'events', rows);
    await dialect.indexEvents(
      trx,
      rows.map((row) => eventTexts(row, texts.get(row.id) ?? new Map())),
    );
  }
  const now = await listTerms(batch, events);
  for (const kind of termKinds) {
    const own = [...items].flatMap((name) => (name.startsWith(`${kind} `) ? Number(name.split(' ')[1]) : []));
    await recount(batch, kind, [...new Set([...own, ...before[kind], ...now[kind]])]);
  }
  for (const name of items) {
    const [table, id] = name.split(' ');
    if (table === 'organizers') await deriveLinked(trx, organizer, Number(id));
    if (table !== 'venues') continue;
    const { geo_lat: lat = null, geo_lng: lng = null } = (await deriveLinked(trx, venue, Number(id))) ?? {};
    await dialect.locateVenue(trx, Number(id), lat === null || lng === null ? null : { lat, lng });
  }
}

/** Brings the search texts of a venue or an organizer up to date. Returns its row, undefined where it is gone. */
async function deriveLinked<T extends LinkedTable, S extends LinkedWrite>(
  trx: Writing,
  kind: LinkedKind<T, S>,
  id: number,
): Promise<LinkedRow<T> | undefined> {
  const row = await findLinked(trx, kind.table, id);
  if (!row) return undefined;
  await sql`update ${sql.table(kind.table)} set search_text = ${kind.searchText(row)} where id = ${id}`.execute(
    trx,
  );
  const keysOf = linkedTranslationKeys(kind, row);
  for (const [language, texts] of await listTranslations(trx, kind.table, row))
    await trx
      .updateTable('translations')
      .set(keysOf(texts))
      .where('kind', '=', kind.table)
      .where('resource_id', '=', id)
      .where('language', '=', language)
      .execute();
  return row;
}
