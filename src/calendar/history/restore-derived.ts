import { sql } from 'kysely';
import type { Actor } from '#api/routing/actor.ts';
import { eventTexts } from '#calendar/events/search-texts.ts';
import type { LinkedKind, LinkedWrite } from '#calendar/linked/kind.ts';
import { findLinked, type LinkedRow, type LinkedTable } from '#calendar/linked/store.ts';
import { linkedTranslationKeys } from '#calendar/linked/update.ts';
import { listSeriesOf, recount } from '#calendar/merging/store.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { listAllTranslations, listTranslations } from '#calendar/translations/store.ts';
import { venue } from '#calendar/venues/actions.ts';
import type { Writing } from '#store/db/engine.ts';

/** Items that were restored. */
export interface RestoredItems {
  /** IDs of events. */
  readonly events: ReadonlySet<number>;
  /** Items of other kinds, as `kind ID` of the tables. */
  readonly items: ReadonlySet<string>;
}

/** Brings indexes, counts and search texts up to date. */
export async function derive(trx: Writing, actor: Actor, { events, items }: RestoredItems): Promise<void> {
  const { dialect } = actor.services.db;
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
  const terms = new Set([...items].filter((name) => /^(categories|tags) /.test(name)));
  if (ids.length > 0)
    for (const [kind, table, column] of [
      ['categories', 'event_categories', 'category_id'],
      ['tags', 'event_tags', 'tag_id'],
    ] as const) {
      const family = [...ids, ...(await listSeriesOf(trx, ids))];
      const { rows } = await sql<{
        id: number;
      }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)}
        where event_id in (${sql.join(family)})`.execute(trx);
      for (const { id } of rows) terms.add(`${kind} ${id}`);
    }
  for (const name of terms) {
    const [kind, id] = name.split(' ');
    await recount(trx, kind === 'tags' ? 'tags' : 'categories', Number(id));
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
