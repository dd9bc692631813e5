import { sql } from 'kysely';
import type { Reading } from '#store/db/engine.ts';
import type { RowImage } from '#store/db/row-images.ts';

/** Tables of the items that events are linked to, by the table of the links. */
const LINKED = {
  event_venues: 'venues',
  event_organizers: 'organizers',
  event_categories: 'categories',
  event_tags: 'tags',
} as const;
const isLink = (table: string): table is keyof typeof LINKED => Object.hasOwn(LINKED, table);

/**
 * Returns whether a row that is to come back is no link, or one between an event and an item that are there: one of them may have
 * been deleted since, or isn't restored, where only some fields are.
 * @param comes whether a row of a table, by its key, comes back beside it
 */
export async function hasBothEnds(
  db: Reading,
  { table, key }: RowImage,
  comes: (table: string, key: string) => boolean,
): Promise<boolean> {
  if (!isLink(table)) return true;
  const [event, item] = JSON.parse(key) as [number, number];
  for (const [owner, id] of [
    ['events', event],
    [LINKED[table], item],
  ] as const) {
    const { rows } = await sql`select 1 from ${sql.table(owner)} where id = ${id}`.execute(db);
    if (rows.length === 0 && !comes(owner, `[${id}]`)) return false;
  }
  return true;
}
