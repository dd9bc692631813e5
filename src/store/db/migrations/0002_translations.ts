import { type Kysely, sql } from 'kysely';

/** Texts in several languages (contract 1, content languages), and what an import took in each. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  // What was there before is in the site's language, which only the service knows: '' until it has said so.
  for (const table of ['events', 'venues', 'organizers', 'categories', 'tags'])
    for (const column of ['language', 'translations'])
      await db.schema
        .alterTable(table)
        .addColumn(column, text, (c) => c.notNull().defaultTo(''))
        .execute();
  let translations = db.schema
    .createTable('translations')
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('resource_id', 'integer', (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull());
  for (const name of ['title', 'title_key', 'description', 'excerpt', 'slug', 'search_text'])
    translations = translations.addColumn(name, text, (c) => c.notNull().defaultTo(''));
  await translations
    .addPrimaryKeyConstraint('translations_key', ['kind', 'resource_id', 'language'] as never)
    .execute();
  for (const name of ['slug', 'title_key'])
    await db.schema
      .createIndex(`translations_${name}`)
      .on('translations')
      .columns(['kind', name])
      .where(sql.ref(name), '<>', sql.lit(''))
      .execute();

  await db.schema
    .createTable('imported_texts')
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('source_id', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull())
    .addColumn('digest', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('imported_texts_key', ['source', 'kind', 'source_id', 'language'] as never)
    .execute();

  if (dialect === 'postgres')
    await sql`create table translation_search (event_id integer not null references events (id) on delete cascade,
      language text collate "C" not null, text text collate "C" not null, primary key (event_id, language))`.execute(
      db,
    );
  else
    await sql`create virtual table translation_search using fts5 (text, tokenize = 'trigram case_sensitive 1')`.execute(
      db,
    );
}
