import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { can, type Status, type Viewer } from '#api/access/permissions.ts';
import type { Reading } from '#store/db/engine.ts';

/** Kinds of items that show pictures. */
export const usingKinds = ['event', 'venue', 'organizer'] as const;
type UsingKind = (typeof usingKinds)[number];

/** Item that shows a picture; a series stands once. */
export interface UseRow {
  readonly kind: UsingKind;
  readonly id: number;
  readonly title: string;
  readonly status: Status;
  /** Of an event, on its own clock. */
  readonly start_date: string | null;
}

/** Tables of items that show pictures: the column with the name, and SQL for the item that a row belongs to. */
const TABLES = {
  event: {
    table: 'events',
    title: 'title',
    item: 'case when t.series_id = 0 then t.id else t.series_id end',
  },
  venue: { table: 'venues', title: 'name', item: 't.id' },
  organizer: { table: 'organizers', title: 'name', item: 't.id' },
} as const satisfies Record<UsingKind, object>;

/** Returns SQL for the rows `t` that a reader sees: own ones, and what everybody finds; editors see all. */
function isSeen(kind: UsingKind, reader: Viewer): RawBuilder<SqlBool> {
  if (can(reader, 'edit_others')) return sql`1 = 1`;
  const listed = kind === 'event' ? sql` and t.hide_from_listings = 0` : sql``;
  return sql`(t.author_id = ${reader?.id ?? 0} or (t.status = 'publish' and t.password = ''${listed}))`;
}

/** Returns SQL for the first row of each item that shows a picture: the dates of a series stand once. */
function firstOfEach(kind: UsingKind, id: number, reader: Viewer): RawBuilder<unknown> {
  const { table, item } = TABLES[kind];
  return sql`select min(t.id) from ${sql.table(table)} t where t.image_id = ${id} and ${isSeen(kind, reader)}
    group by ${sql.raw(item)}`;
}

/** Returns a page of what shows a picture, as far as its reader sees it: events, the latest first, venues, organizers. */
export async function listUses(
  db: Reading,
  id: number,
  reader: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: UseRow[]; total: number }> {
  const parts = usingKinds.map((kind, place) => {
    const { table, title } = TABLES[kind];
    const start = kind === 'event' ? sql`u.start_date` : sql`cast(null as text)`;
    return sql`select ${sql.lit(place)} as place, ${sql.lit(kind)} as kind, u.id as id, ${sql.ref(`u.${title}`)} as title,
      u.status as status, ${start} as start_date from ${sql.table(table)} u where u.id in (${firstOfEach(kind, id, reader)})`;
  });
  const all = sql.join(parts, sql` union all `);
  const { rows } = await sql<UseRow>`select kind, id, title, status, start_date from (${all}) found
    order by place, start_date desc, title, id limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ n: number }>`select count(*) as n from (${all}) found`.execute(db);
  return { rows, total: Number(counted.rows[0]?.n ?? 0) };
}

/** Returns how many items show each of these pictures, as far as their reader sees them; 0 where none does. */
export async function countUses(
  db: Reading,
  ids: readonly number[],
  reader: Viewer,
): Promise<Map<number, number>> {
  const counts = new Map(ids.map((id) => [id, 0]));
  if (ids.length === 0) return counts;
  for (const kind of usingKinds) {
    const { table, item } = TABLES[kind];
    const { rows } = await sql<{
      id: number;
      n: number;
    }>`select t.image_id as id, count(distinct ${sql.raw(item)}) as n
      from ${sql.table(table)} t where t.image_id in (${sql.join(ids)}) and ${isSeen(kind, reader)}
      group by t.image_id`.execute(db);
    for (const { id, n } of rows) counts.set(id, (counts.get(id) ?? 0) + Number(n));
  }
  return counts;
}

/** Returns SQL for the pictures that no item shows which their reader sees, or for the others. */
export function usedOrNot(reader: Viewer, isUnused: boolean): RawBuilder<SqlBool> {
  const none = usingKinds.map(
    (kind) =>
      sql`not exists (select 1 from ${sql.table(TABLES[kind].table)} t
        where t.image_id = media.id and ${isSeen(kind, reader)})`,
  );
  return isUnused ? sql`${sql.join(none, sql` and `)}` : sql`not (${sql.join(none, sql` and `)})`;
}
