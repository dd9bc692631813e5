import { type Kysely, sql } from 'kysely';

/** Keeps imports with what became of each item (contract I1, I2), so that any node can run one and a restart goes on. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .createTable('imports')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('url', text)
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('dry_run', 'integer', (c) => c.notNull())
    .addColumn('status', text)
    .addColumn('categories', text, (c) => c.notNull())
    .addColumn('author_id', 'integer')
    .addColumn('reading', text, (c) => c.notNull())
    .addColumn('done', 'integer', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('error', text)
    .addColumn('created_utc', text, (c) => c.notNull())
    .addColumn('started_utc', text)
    .addColumn('ended_utc', text)
    .addColumn('undone_by', 'integer')
    .execute();
  await db.schema.createIndex('imports_state').on('imports').columns(['state', 'id']).execute();
  await db.schema
    .createTable('import_items')
    .addColumn('import_id', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('outcome', text, (c) => c.notNull())
    .addColumn('made', 'integer', (c) => c.notNull())
    .addColumn('resource_id', 'integer')
    .addColumn('faults', text, (c) => c.notNull())
    .addColumn('change_id', 'integer', (c) => c.notNull())
    .addColumn('undo', text)
    .addColumn('kept_reason', text)
    .addPrimaryKeyConstraint('import_items_key', ['import_id', 'position'])
    .execute();
  await db.schema
    .createIndex('import_items_outcome')
    .on('import_items')
    .columns(['import_id', 'outcome'])
    .execute();
  await db.schema
    .createTable('import_files')
    .addColumn('import_id', 'integer', (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('base64', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('import_files_key', ['import_id', 'part'])
    .execute();
  await sql`insert into sequences (name, value) values ('import', 0)`.execute(db);
}
