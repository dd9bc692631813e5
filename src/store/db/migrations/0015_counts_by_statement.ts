import { type Kysely, sql } from 'kysely';

/** Returns what counts the days of rows, each `step` times, on one side. */
const daysOf = (rows: 'added' | 'removed', step: 1 | -1): string =>
  (['start', 'end'] as const)
    .map(
      (side) => `select '${side}' as side, status, hide_from_listings, substr(${side}_date, 1, 10) as day,
        ${step} as step from ${rows}`,
    )
    .join(' union all ');

/**
 * Has PostgreSQL count the days of all rows of a statement at once: a change of a series with 3,000 dates took most of its
 * time for counting them one by one. SQLite, whose triggers are for single rows, loses little by that.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  if (dialect === 'sqlite') return;
  const [added, removed] = [daysOf('added', 1), daysOf('removed', -1)];
  const [asAdded, asRemoved] = ['new table as added', 'old table as removed'];
  for (const [name, event, rows, tables] of [
    ['inserted', 'insert', added, asAdded],
    ['deleted', 'delete', removed, asRemoved],
    ['updated', 'update', `${added} union all ${removed}`, `${asAdded} ${asRemoved}`],
  ] as const) {
    await sql.raw(`drop trigger occurrences_${name} on occurrences`).execute(db);
    await sql
      .raw(`create function count_${name}_occurrences() returns trigger language plpgsql as $$ begin
        insert into occurrence_days as d (side, status, hide_from_listings, day, n)
          select side, status, hide_from_listings, day, sum(step) from (${rows}) as counted
          group by side, status, hide_from_listings, day having sum(step) <> 0
          on conflict (hide_from_listings, status, side, day) do update set n = d.n + excluded.n;
        return null;
      end $$`)
      .execute(db);
    await sql
      .raw(`create trigger occurrences_${name} after ${event} on occurrences referencing ${tables}
        for each statement execute function count_${name}_occurrences()`)
      .execute(db);
  }
  await sql`drop function count_occurrence_days()`.execute(db);
}
