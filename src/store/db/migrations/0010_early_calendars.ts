import { type Kysely, sql } from 'kysely';

/**
 * Brings calendars of before the first release to the form that migration 0001 gives since: it was changed in place then.
 * They lack the counts of each day, without which no total can be told, and have two indexes that spoil the order of lists.
 * There are none of them on PostgreSQL, which came later.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  if (dialect !== 'sqlite') return;
  const { rows: indexes } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'index' and name in ('events_featured', 'events_ticketed') and sql not like '%where%'`.execute(
    db,
  );
  for (const { name } of indexes) {
    await sql`drop index ${sql.ref(name)}`.execute(db);
    const column = name === 'events_featured' ? sql.ref('featured') : sql.ref('ticketed');
    await sql`create index ${sql.ref(name)} on events (id) where ${column} = 1`.execute(db);
  }
  const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info('occurrences')
    where name = 'days'`.execute(db);
  if (columns.length > 0) return;
  await sql`alter table occurrences add column days integer not null default 0`.execute(db);
  await sql`update occurrences
    set days = cast(julianday(substr(end_date, 1, 10)) - julianday(substr(start_date, 1, 10)) as integer)`.execute(
    db,
  );
  await sql`drop index occurrences_event`.execute(db);
  await sql`create index occurrences_event
    on occurrences (event_id, hide_from_listings, status, start_date, end_date)`.execute(db);
  await sql`create index occurrences_days
    on occurrences (hide_from_listings, status, days, start_date, end_date)`.execute(db);
  await sql`create table occurrence_days (side text not null, status text not null, hide_from_listings integer not null,
    day text not null, n integer not null,
    constraint occurrence_days_key primary key (hide_from_listings, status, side, day))`.execute(db);
  for (const side of ['start', 'end'] as const)
    await sql`insert into occurrence_days (side, status, hide_from_listings, day, n)
      select ${sql.lit(side)}, status, hide_from_listings, substr(${sql.ref(`${side}_date`)}, 1, 10) as day, count(*)
      from occurrences group by status, hide_from_listings, day`.execute(db);
  const step = (row: 'new' | 'old', n: 1 | -1) =>
    (['start', 'end'] as const)
      .map(
        (side) => `insert into occurrence_days (side, status, hide_from_listings, day, n)
        values ('${side}', ${row}.status, ${row}.hide_from_listings, substr(${row}.${side}_date, 1, 10), ${n})
        on conflict (hide_from_listings, status, side, day) do update set n = n + ${n};`,
      )
      .join('\n');
  const counted = 'start_date, end_date, status, hide_from_listings';
  for (const [name, event, steps] of [
    ['inserted', 'insert', step('new', 1)],
    ['deleted', 'delete', step('old', -1)],
    ['updated', `update of ${counted}`, step('old', -1) + step('new', 1)],
  ] as const)
    await sql
      .raw(`create trigger occurrences_${name} after ${event} on occurrences begin ${steps} end`)
      .execute(db);
}
