import { type Kysely, sql } from 'kysely';

const INTO = 'insert into pending_images (kind, resource_id, table_name, row_key, before, after)';

/**
 * Has the history keep the smaller copies of a picture whose file is replaced, so that an undo brings them back with it. Where
 * they alone change they are no change of the picture (migration 0017).
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  if (dialect === 'sqlite') {
    await sql
      .raw(
        `create trigger media_image_sizes after update on media when old.file <> new.file begin
          ${INTO} values ('media', new.id, 'media', json_array(new.id),
            json_object('sizes', old.sizes), json_object('sizes', new.sizes)); end`,
      )
      .execute(db);
    return;
  }
  await sql
    .raw(
      `create function media_image_sizes() returns trigger language plpgsql as $$ begin
        ${INTO} select 'media', n.id, 'media', jsonb_build_array(n.id)::text,
          jsonb_build_object('sizes', o.sizes)::text, jsonb_build_object('sizes', n.sizes)::text
        from old_rows o join new_rows n on o.id = n.id where o.file <> n.file;
        return null; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger media_image_sizes after update on media referencing old table as old_rows new table as new_rows
        for each statement execute function media_image_sizes()`,
    )
    .execute(db);
}
