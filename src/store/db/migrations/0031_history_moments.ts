import { type Kysely, sql } from 'kysely';

const KINDS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const;
const INTO = 'insert into pending_images (kind, resource_id, table_name, row_key, before, after)';

/**
 * Has the history keep when events, venues and organizers were changed before, so that an undo brings that back, too, and
 * leaves a calendar as it was. These images stand beside those of rows (migration 0017), since a new moment alone changes nothing.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  for (const [table, kind] of Object.entries(KINDS))
    await (dialect === 'sqlite' ? sqliteTrigger(db, table, kind) : postgresTrigger(db, table, kind));
}

async function sqliteTrigger(db: Kysely<unknown>, table: string, kind: string): Promise<void> {
  const moment = (row: 'old' | 'new') =>
    `json_object('moment', ${row}.modified, 'moment_utc', ${row}.modified_utc)`;
  await sql
    .raw(
      `create trigger ${table}_image_moment after update on ${table} when old.modified_utc <> new.modified_utc begin
        ${INTO} values ('${kind}', new.id, '${table}_moments', json_array(new.id), ${moment('old')}, ${moment('new')}); end`,
    )
    .execute(db);
}

async function postgresTrigger(db: Kysely<unknown>, table: string, kind: string): Promise<void> {
  const moment = (row: 'o' | 'n') =>
    `jsonb_build_object('moment', ${row}.modified, 'moment_utc', ${row}.modified_utc)::text`;
  await sql
    .raw(
      `create function ${table}_image_moment() returns trigger language plpgsql as $$ begin
        ${INTO} select '${kind}', n.id, '${table}_moments', jsonb_build_array(n.id)::text, ${moment('o')}, ${moment('n')}
        from old_rows o join new_rows n on o.id = n.id where o.modified_utc <> n.modified_utc;
        return null; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger ${table}_image_moment after update on ${table} referencing old table as old_rows new table as new_rows
        for each statement execute function ${table}_image_moment()`,
    )
    .execute(db);
}
