import { sql } from 'kysely';
import type { Reading } from '#store/db/engine.ts';
import type { HistoryRow } from './store.ts';

const TITLED = {
  event: ['events', 'title'],
  venue: ['venues', 'name'],
  organizer: ['organizers', 'name'],
  category: ['categories', 'name'],
  tag: ['tags', 'name'],
  media: ['media', 'title'],
} as const;
type TitledKind = keyof typeof TITLED;
type Titles = Map<number, string>;

async function presentTitles(db: Reading, kind: TitledKind, ids: readonly number[]): Promise<Titles> {
  const [table, column] = TITLED[kind];
  const { rows } = await sql<{ id: number; title: string }>`select id, ${sql.ref(column)} as title
    from ${sql.table(table)} where id in (${sql.join([...ids])})`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Returns the titles of the series of dates that have none of their own, or are none any more. */
async function seriesTitles(db: Reading, ids: readonly number[]): Promise<Titles> {
  const { rows } = await sql<{ id: number; title: string }>`select d.id, e.title from
    (select id, series_id from occurrences where series_id > 0 and id in (${sql.join([...ids])})
      union all select id, series_id from former_occurrences where id in (${sql.join([...ids])})) d
    join events e on e.id = d.series_id`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Returns the titles that items had when they were deleted, or merged into another, as the images of that have them. */
async function lastTitles(db: Reading, kind: TitledKind, ids: readonly number[]): Promise<Titles> {
  const [table, column] = TITLED[kind];
  const own = sql.join([...ids]);
  // What was merged into one that was merged on leads to the last; images are with the one into which it went.
  const merged = sql`select s.id from merged_items m join merged_items s on s.kind = m.kind and s.into_id = m.into_id
    where m.kind = ${table} and m.id in (${own})
    union select m.into_id from merged_items m where m.kind = ${table} and m.id in (${own})`;
  const { rows } = await sql<{
    row_key: string;
    before: string;
  }>`select i.row_key, i.before from history_images i
    where i.history_id in (
      select h.id from history h where h.kind = ${kind} and h.resource_id in (${own}) and h.action in ('deleted', 'undone')
      union select h.id from history h where h.kind = ${kind} and h.merge_id is not null and h.resource_id in (${merged}))
      and i.table_name = ${table} and i.after is null and i.row_key in (${sql.join(ids.map((id) => `[${id}]`))})
    order by i.id`.execute(db);
  const titles: Titles = new Map();
  for (const { row_key, before } of rows) {
    const [id] = JSON.parse(row_key) as [number];
    const columns = JSON.parse(before) as Readonly<Record<string, unknown>>;
    titles.set(id, String(columns[column] ?? ''));
  }
  return titles;
}

/**
 * Returns the titles of items, by kind and ID, as they are now; of those that are gone as they were last, which are missing where the
 * history doesn't reach back to that.
 */
export async function listTitles(
  db: Reading,
  entries: readonly Pick<HistoryRow, 'kind' | 'resource_id'>[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const kind of Object.keys(TITLED) as TitledKind[]) {
    let missing = [...new Set(entries.flatMap((one) => (one.kind === kind ? one.resource_id : [])))];
    const find = async (known: (ids: readonly number[]) => Promise<Titles>) => {
      if (missing.length === 0) return;
      const found = await known(missing);
      for (const [id, title] of found) titles.set(`${kind} ${id}`, title);
      missing = missing.filter((id) => !found.has(id));
    };
    await find((ids) => presentTitles(db, kind, ids));
    if (kind === 'event') await find((ids) => seriesTitles(db, ids));
    await find((ids) => lastTitles(db, kind, ids));
  }
  return titles;
}
