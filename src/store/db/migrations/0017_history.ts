import { type Kysely, sql } from 'kysely';

/** Columns that follow from others, or that each write moves: none of them is a change of its own. */
const DERIVED = [
  'modified',
  'modified_utc',
  'sequence',
  'count',
  'search_text',
  'revision',
  'laid_out_until',
  'sizes',
];

interface Recorded {
  readonly table: string;
  /** SQL for the kind of the item that a row belongs to, where `row` stands for old or new. */
  readonly kind: string;
  readonly owner: string;
  readonly key: readonly string[];
  /** On what condition a new row is recorded: those that come with a new item aren't. */
  readonly inserted?: string;
}

const NEW_POST = `> (select value from sequences where name = 'post')`;
const NEW_RESOURCE = `row.resource_id > (select value from sequences
  where name = case when row.kind in ('categories', 'tags') then 'term' else 'post' end)`;
const KINDS = `case row.kind when 'categories' then 'category' when 'events' then 'event' when 'venues' then 'venue'
  when 'organizers' then 'organizer' else 'tag' end`;
const linked = (table: string, column: string): Recorded => ({
  table,
  kind: `'event'`,
  owner: 'event_id',
  key: ['event_id', column],
  inserted: `not (row.event_id ${NEW_POST})`,
});
const item = (table: string, kind: string): Recorded => ({
  table,
  kind: `'${kind}'`,
  owner: 'id',
  key: ['id'],
});

const RECORDED: readonly Recorded[] = [
  { ...item('events', 'event'), inserted: 'row.series_id not in (0, row.id)' },
  item('venues', 'venue'),
  item('organizers', 'organizer'),
  item('categories', 'category'),
  item('tags', 'tag'),
  item('media', 'media'),
  {
    table: 'occurrences',
    kind: `'event'`,
    owner: 'event_id',
    key: ['id'],
    inserted: `not (row.event_id ${NEW_POST})`,
  },
  { ...item('series', 'event'), inserted: `not (row.id ${NEW_POST})` },
  {
    table: 'former_occurrences',
    kind: `'event'`,
    owner: 'series_id',
    key: ['id'],
    inserted: `not (row.series_id ${NEW_POST})`,
  },
  linked('event_venues', 'venue_id'),
  linked('event_organizers', 'organizer_id'),
  linked('event_categories', 'category_id'),
  linked('event_tags', 'tag_id'),
  {
    table: 'translations',
    kind: KINDS,
    owner: 'resource_id',
    key: ['kind', 'resource_id', 'language'],
    inserted: `not (${NEW_RESOURCE})`,
  },
  {
    table: 'former_slugs',
    kind: KINDS,
    owner: 'resource_id',
    key: ['kind', 'slug'],
    inserted: `not (${NEW_RESOURCE})`,
  },
];

/**
 * Keeps the history (contract W4): entries, written beside the change log, and images of the rows that writes change, which
 * triggers keep, so that no way of writing forgets them (decision 0016). Images wait without an entry until the end of the write.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  const numbered = dialect === 'sqlite' ? 'integer' : 'serial';
  await db.schema
    .createTable('history')
    .addColumn('id', numbered, (c) =>
      dialect === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('resource_id', 'integer', (c) => c.notNull())
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('at_utc', text, (c) => c.notNull())
    .addColumn('user_id', 'integer')
    .addColumn('import_id', 'integer')
    .addColumn('merge_id', 'integer')
    .addColumn('undoes', 'integer')
    .addColumn('undone_by', 'integer')
    .execute();
  await db.schema.createIndex('history_resource').on('history').columns(['kind', 'resource_id']).execute();
  await sql`create index history_import on history (import_id) where import_id is not null`.execute(db);
  const images = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', numbered, (c) => c.primaryKey())
      .addColumn('table_name', text, (c) => c.notNull())
      .addColumn('row_key', text, (c) => c.notNull())
      .addColumn('before', text)
      .addColumn('after', text);
  await images('history_images')
    .addColumn('history_id', 'integer', (c) => c.notNull())
    .execute();
  await images('pending_images')
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('resource_id', 'integer', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('history_images_entry').on('history_images').column('history_id').execute();
  await (dialect === 'sqlite' ? sqliteTriggers(db) : postgresTriggers(db));
}

const INTO = 'insert into pending_images (kind, resource_id, table_name, row_key, before, after)';
const of = (text: string, row: string) => text.replaceAll('row.', `${row}.`);

async function sqliteTriggers(db: Kysely<unknown>): Promise<void> {
  for (const { table, kind, owner, key, inserted } of RECORDED) {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
    const all = rows.map(({ name }) => name);
    const columns = all.filter((name) => !DERIVED.includes(name));
    const image = (row: 'old' | 'new', names = columns) =>
      `json_object(${names.map((name) => `'${name}', ${row}.${name}`).join(', ')})`;
    const same = columns.map(
      (name) => `case when old.${name} is new.${name} then '$.${name}' else '$."~"' end`,
    );
    const changed = (row: 'old' | 'new') => `json_remove(${image(row)}, ${same.join(', ')})`;
    const values = (
      row: 'old' | 'new',
      before: string,
      after: string,
    ) => `begin ${INTO} values (${of(kind, row)},
      ${row}.${owner}, '${table}', json_array(${key.map((name) => `${row}.${name}`).join(', ')}), ${before}, ${after}); end`;
    const isChanged = columns.map((name) => `old.${name} is not new.${name}`).join(' or ');
    await sql
      .raw(
        `create trigger ${table}_image_changed after update on ${table} when ${isChanged} ${values('new', changed('old'), changed('new'))}`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger ${table}_image_deleted after delete on ${table} ${values('old', image('old', all), 'null')}`,
      )
      .execute(db);
    if (inserted === undefined) continue;
    await sql
      .raw(
        `create trigger ${table}_image_inserted after insert on ${table} when ${of(inserted, 'new')} ${values('new', 'null', image('new'))}`,
      )
      .execute(db);
  }
}

/**
 * Writes triggers for each statement, not for each row. All parts of a message of statements run before they do, so that
 * the number before it is noted, from which on items are new.
 */
async function postgresTriggers(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create function note_new_numbers() returns trigger language plpgsql as $$ begin
      if coalesce(current_setting('kalends.new_' || old.name, true), '') = '' then
        perform set_config('kalends.new_' || old.name, old.value::text, true);
      end if;
      return new; end $$`)
    .execute(db);
  await sql
    .raw(`create trigger sequences_noted before update on sequences for each row
      when (old.name in ('post', 'term')) execute function note_new_numbers()`)
    .execute(db);
  for (const { table, kind, owner, key, inserted } of RECORDED) {
    const image = (row: 'o' | 'n') =>
      `(to_jsonb(${row}) - array[${DERIVED.map((name) => `'${name}'`).join(', ')}])`;
    const rowKey = (row: 'o' | 'n') =>
      `jsonb_build_array(${key.map((name) => `${row}.${name}`).join(', ')})::text`;
    const first = (row: 'o' | 'n') => `${of(kind, row)}, ${row}.${owner}, '${table}', ${rowKey(row)}`;
    const changed = (one: string, other: string) =>
      `(select jsonb_object_agg(e.key, e.value)::text from jsonb_each(${one}) e where (${other}) -> e.key is distinct from e.value)`;
    const joined = key.map((name) => `o.${name} = n.${name}`).join(' and ');
    const changes = `${INTO} select ${first('n')}, ${changed(image('o'), image('n'))}, ${changed(image('n'), image('o'))}
      from old_rows o join new_rows n on ${joined} where ${image('o')} <> ${image('n')}`;
    const deletes = `${INTO} select ${first('o')}, to_jsonb(o)::text, null from old_rows o`;
    const since = (
      name: string,
    ) => `coalesce(nullif(current_setting('kalends.new_' || ${name}, true), '')::integer,
      (select value from sequences where name = ${name}))`;
    const condition = of(inserted ?? '', 'n')
      .replace(`(select value from sequences where name = 'post')`, since(`'post'`))
      .replace(/\(select value from sequences\s+where name = (case .* end)\)/, (_, name: string) =>
        since(name),
      );
    const inserts = `${INTO} select ${first('n')}, null, ${image('n')}::text from new_rows n where ${condition}`;
    const trigger = async (name: string, event: string, rows: string, body: string) => {
      await sql
        .raw(
          `create function ${table}_image_${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
        )
        .execute(db);
      await sql
        .raw(
          `create trigger ${table}_image_${name} after ${event} on ${table} referencing ${rows} for each statement execute function ${table}_image_${name}()`,
        )
        .execute(db);
    };
    await trigger('changed', 'update', 'old table as old_rows new table as new_rows', changes);
    await trigger('deleted', 'delete', 'old table as old_rows', deletes);
    if (inserted !== undefined) await trigger('inserted', 'insert', 'new table as new_rows', inserts);
  }
}
