import { type Kysely, sql } from 'kysely';

/** Columns that follow from others, or that each write moves: none of them is a change of its own (migration 0017). */
const DERIVED = ['modified', 'modified_utc', 'sequence'];
const INTO = 'insert into pending_images (kind, resource_id, table_name, row_key, before, after)';

/** Gives events the hours at which what runs for weeks is open, and has the history keep them. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .alterTable('events')
    .addColumn('opening_hours', text, (c) => c.notNull().defaultTo('[]'))
    .execute();
  // The triggers of PostgreSQL take whole rows, whatever columns these have.
  if (dialect === 'sqlite') await renewTriggers(db);
}

/** Writes the triggers of migration 0017 on events anew: they name each column. */
async function renewTriggers(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info('events')`.execute(db);
  const all = rows.map(({ name }) => name);
  const columns = all.filter((name) => !DERIVED.includes(name));
  const image = (row: 'old' | 'new', names = columns) =>
    `json_object(${names.map((name) => `'${name}', ${row}.${name}`).join(', ')})`;
  const same = columns.map(
    (name) => `case when old.${name} is new.${name} then '$.${name}' else '$."~"' end`,
  );
  const changed = (row: 'old' | 'new') => `json_remove(${image(row)}, ${same.join(', ')})`;
  const isChanged = columns.map((name) => `old.${name} is not new.${name}`).join(' or ');
  const triggers = {
    changed: `update on events when ${isChanged} begin ${INTO}
      values ('event', new.id, 'events', json_array(new.id), ${changed('old')}, ${changed('new')}); end`,
    deleted: `delete on events begin ${INTO}
      values ('event', old.id, 'events', json_array(old.id), ${image('old', all)}, null); end`,
    inserted: `insert on events when new.series_id not in (0, new.id) begin ${INTO}
      values ('event', new.id, 'events', json_array(new.id), null, ${image('new')}); end`,
  };
  for (const [name, rest] of Object.entries(triggers)) {
    await sql.raw(`drop trigger events_image_${name}`).execute(db);
    await sql.raw(`create trigger events_image_${name} after ${rest}`).execute(db);
  }
}
