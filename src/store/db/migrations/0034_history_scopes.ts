import { type Kysely, sql } from 'kysely';

/**
 * Has the history keep for which dates of a series a write was (contract W4): entries from before don't tell. Undos of merges name
 * them, too, so that they can be done again.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema.alterTable('history').addColumn('scope', text).execute();
  await sql`update history set merge_id = (select m.merge_id from history m where m.id = history.undoes)
    where action = 'undone' and merge_id is null`.execute(db);
  await sql`create index history_merge on history (merge_id) where merge_id is not null`.execute(db);
}
