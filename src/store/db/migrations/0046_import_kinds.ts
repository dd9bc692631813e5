import { type Kysely, sql } from 'kysely';

/** Gives imports the choices for reading their source, and their items repairs and places there (contract I2, I8). */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  const add = (table: 'imports' | 'import_items', column: string, initial: string | null) =>
    db.schema
      .alterTable(table)
      .addColumn(column, text, (c) => (initial === null ? c : c.notNull().defaultTo(initial)))
      .execute();
  await add('imports', 'options', '{}');
  await add('imports', 'repairs', '[]');
  await add('imports', 'columns', null);
  await add('import_items', 'repairs', '[]');
  for (const column of ['source_index', 'line'])
    await db.schema.alterTable('import_items').addColumn(column, 'integer').execute();
  await db.schema
    .createIndex('import_items_source')
    .on('import_items')
    .columns(['import_id', 'source_index'])
    .execute();
}
