import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

/** The calendar as first released. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const real = dialect === 'sqlite' ? sql`real` : sql`double precision`;
  // Texts are compared byte by byte, as SQLite does: our keys are folded, and whatever a server's locale is, order and
  // equality are the same.
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  const post = <T extends string>(table: CreateTableBuilder<T>) =>
    table
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('author_id', 'integer', (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('password', text, (c) => c.notNull().defaultTo(''))
      .addColumn('date', text, (c) => c.notNull())
      .addColumn('date_utc', text, (c) => c.notNull())
      .addColumn('modified', text, (c) => c.notNull())
      .addColumn('modified_utc', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull().defaultTo(''))
      .addColumn('excerpt', text, (c) => c.notNull().defaultTo(''))
      .addColumn('slug', text, (c) => c.notNull().defaultTo(''))
      .addColumn('image_id', 'integer')
      .addColumn('global_id', text)
      .addColumn('global_id_lineage', text);
  const flag = (table: CreateTableBuilder<string>, name: string) =>
    table.addColumn(name, 'integer', (c) => c.notNull().defaultTo(0));
  const texts = (table: CreateTableBuilder<string>, names: string[]) =>
    names.reduce((t, name) => t.addColumn(name, text, (c) => c.notNull().defaultTo('')), table);

  await db.schema
    .createTable('calendar')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sequences')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('value', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('settings')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('value', text, (c) => c.notNull())
    .execute();
  await sql`insert into calendar (id, version) values (1, 1)`.execute(db);
  // A fresh WordPress spends these first numbers on its samples: IDs here begin where they begin there.
  await sql`insert into sequences (name, value) values ('post', 3), ('term', 1), ('user', 0), ('token', 0)`.execute(
    db,
  );

  let events: CreateTableBuilder<string> = post(db.schema.createTable('events'));
  events = texts(events, [
    'title',
    'title_key',
    'start_date',
    'end_date',
    'utc_start_date',
    'utc_end_date',
    'timezone',
    'cost',
  ]);
  events = events.addColumn('website', text);
  for (const name of [
    'all_day',
    'show_map',
    'show_map_link',
    'hide_from_listings',
    'sticky',
    'featured',
    'post_parent',
    'ticketed',
  ])
    events = flag(events, name);
  await events.addColumn('tickets', text, (c) => c.notNull().defaultTo('[]')).execute();
  await db.schema.createIndex('events_slug').on('events').column('slug').execute();
  await db.schema.createIndex('events_parent').on('events').column('post_parent').execute();
  // Few are: an index of the others too would be taken for all of them, and their order be lost.
  for (const name of ['featured', 'ticketed'])
    await db.schema
      .createIndex(`events_${name}`)
      .on('events')
      .column('id')
      .where(sql.ref(name), '=', sql.lit(1))
      .execute();
  await db.schema.createIndex('events_status_date').on('events').columns(['status', 'date_utc']).execute();
  await db.schema.createIndex('events_author_status').on('events').columns(['author_id', 'status']).execute();
  await db.schema.createIndex('events_title').on('events').columns(['title_key', 'id']).execute();
  await db.schema.createIndex('events_modified').on('events').columns(['modified_utc', 'id']).execute();
  await db.schema.createIndex('events_global_id').on('events').column('global_id').execute();

  const occurrences = db.schema
    .createTable('occurrences')
    .addColumn('id', dialect === 'sqlite' ? 'integer' : 'serial', (c) =>
      dialect === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    );
  let rows: CreateTableBuilder<string> = occurrences.addColumn('event_id', 'integer', (c) =>
    c.notNull().references('events.id').onDelete('cascade'),
  );
  rows = texts(rows, ['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'status', 'date']);
  await flag(flag(rows, 'hide_from_listings'), 'days').execute();
  await db.schema
    .createIndex('occurrences_event')
    .on('occurrences')
    .columns(['event_id', 'hide_from_listings', 'status', 'start_date', 'end_date'])
    .execute();
  await db.schema
    .createIndex('occurrences_days')
    .on('occurrences')
    .columns(['hide_from_listings', 'status', 'days', 'start_date', 'end_date'])
    .execute();
  await db.schema
    .createIndex('occurrences_listed')
    .on('occurrences')
    .columns(['hide_from_listings', 'status', 'start_date', 'date', 'event_id', 'end_date'])
    .execute();
  await db.schema
    .createIndex('occurrences_order')
    .on('occurrences')
    .columns(['hide_from_listings', 'start_date', 'date', 'event_id', 'end_date', 'status'])
    .execute();
  await db.schema
    .createIndex('occurrences_utc_end')
    .on('occurrences')
    .columns(['hide_from_listings', 'utc_end_date', 'event_id'])
    .execute();
  await db.schema
    .createIndex('occurrences_utc_start')
    .on('occurrences')
    .columns(['hide_from_listings', 'utc_start_date', 'event_id'])
    .execute();

  for (const [kind, names] of [
    [
      'venues',
      [
        'address',
        'city',
        'country',
        'province',
        'state',
        'zip',
        'phone',
        'stateprovince',
        'website',
        'search_text',
      ],
    ],
    ['organizers', ['phone', 'website', 'email', 'search_text']],
  ] as const) {
    let table: CreateTableBuilder<string> = texts(post(db.schema.createTable(kind)), [
      'name',
      'name_key',
      ...names,
    ]);
    if (kind === 'venues') {
      table = flag(flag(table, 'show_map'), 'show_map_link')
        .addColumn('geo_lat', real)
        .addColumn('geo_lng', real);
    }
    await table.execute();
    await db.schema.createIndex(`${kind}_slug`).on(kind).column('slug').execute();
    await db.schema.createIndex(`${kind}_name`).on(kind).columns(['name_key', 'id']).execute();
    await db.schema.createIndex(`${kind}_date`).on(kind).columns(['date', 'id']).execute();
    await db.schema.createIndex(`${kind}_status_date`).on(kind).columns(['status', 'date', 'id']).execute();
    await db.schema.createIndex(`${kind}_modified`).on(kind).columns(['modified_utc', 'id']).execute();
    await db.schema.createIndex(`${kind}_author_status`).on(kind).columns(['author_id', 'status']).execute();
  }

  for (const kind of ['categories', 'tags']) {
    let table: CreateTableBuilder<string> = texts(
      db.schema.createTable(kind).addColumn('id', 'integer', (c) => c.primaryKey()),
      ['name', 'name_key', 'slug', 'description'],
    );
    table = flag(table, 'count');
    if (kind === 'categories') table = flag(table, 'parent');
    await table.execute();
    await db.schema.createIndex(`${kind}_slug`).on(kind).column('slug').unique().execute();
    await db.schema.createIndex(`${kind}_name`).on(kind).columns(['name_key', 'id']).execute();
    if (kind === 'categories')
      await db.schema.createIndex('categories_parent').on(kind).column('parent').execute();
  }

  await texts(
    db.schema
      .createTable('media')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('author_id', 'integer', (c) => c.notNull())
      .addColumn('width', 'integer')
      .addColumn('height', 'integer')
      .addColumn('filesize', 'integer', (c) => c.notNull())
      .addColumn('original_file', text),
    ['date', 'date_utc', 'title', 'slug', 'mime_type', 'file', 'sizes', 'source_url'],
  ).execute();
  await db.schema.createIndex('media_file').on('media').column('file').unique().execute();
  await db.schema.createIndex('media_source').on('media').column('source_url').execute();

  await db.schema.createIndex('media_author').on('media').columns(['author_id', 'id']).execute();
  for (const kind of ['events', 'venues', 'organizers'])
    await db.schema
      .createIndex(`${kind}_image`)
      .on(kind)
      .column('image_id')
      .where('image_id', 'is not', null)
      .execute();

  for (const [table, target, positioned] of [
    ['event_venues', 'venue', true],
    ['event_organizers', 'organizer', true],
    ['event_categories', 'category', false],
    ['event_tags', 'tag', false],
  ] as const) {
    const column = `${target}_id`;
    let links: CreateTableBuilder<string> = db.schema
      .createTable(table)
      .addColumn('event_id', 'integer', (c) => c.notNull().references('events.id').onDelete('cascade'))
      .addColumn(column, 'integer', (c) => c.notNull());
    if (positioned) links = links.addColumn('position', 'integer', (c) => c.notNull());
    await links.addPrimaryKeyConstraint(`${table}_key`, ['event_id', column] as never).execute();
    await db.schema.createIndex(`${table}_target`).on(table).columns([column, 'event_id']).execute();
  }

  await db.schema
    .createTable('users')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('login', text, (c) => c.notNull())
    .addColumn('login_key', text, (c) => c.notNull().unique())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('email_key', text, (c) => c.unique())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('role', text, (c) => c.notNull())
    .addColumn('password_hash', text)
    .addColumn('created_utc', text, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('tokens')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('hash', text, (c) => c.notNull().unique())
    .addColumn('created_utc', text, (c) => c.notNull())
    .addColumn('last_used_utc', text)
    .execute();
  await db.schema.createIndex('tokens_user').on('tokens').column('user_id').execute();

  await db.schema
    .createTable('changes')
    .addColumn('id', dialect === 'sqlite' ? 'integer' : 'bigserial', (c) =>
      dialect === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('resource_id', 'integer', (c) => c.notNull())
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('at_utc', text, (c) => c.notNull())
    .addColumn('user_id', 'integer')
    .execute();
  await db.schema.createIndex('changes_resource').on('changes').columns(['kind', 'resource_id']).execute();
  await db.schema
    .createTable('imported')
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('source_id', text, (c) => c.notNull())
    .addColumn('resource_id', 'integer', (c) => c.notNull())
    .addColumn('digest', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('imported_key', ['source', 'kind', 'source_id'])
    .execute();

  // How many occurrences start and end on a day, so that a total needn't walk over them (calendar/events/list/list.ts).
  await db.schema
    .createTable('occurrence_days')
    .addColumn('side', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('hide_from_listings', 'integer', (c) => c.notNull())
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('occurrence_days_key', ['hide_from_listings', 'status', 'side', 'day'])
    .execute();

  if (dialect === 'postgres') await postgresParts(db);
  if (dialect === 'sqlite') {
    const step = (row: 'new' | 'old', n: 1 | -1) =>
      (['start', 'end'] as const)
        .map(
          (side) => `insert into occurrence_days (side, status, hide_from_listings, day, n)
        values ('${side}', ${row}.status, ${row}.hide_from_listings, substr(${row}.${side}_date, 1, 10), ${n})
        on conflict (hide_from_listings, status, side, day) do update set n = n + ${n};`,
        )
        .join('\n');
    const counted = 'start_date, end_date, status, hide_from_listings';
    await sql
      .raw(`create trigger occurrences_inserted after insert on occurrences begin ${step('new', 1)} end`)
      .execute(db);
    await sql
      .raw(`create trigger occurrences_deleted after delete on occurrences begin ${step('old', -1)} end`)
      .execute(db);
    await sql
      .raw(
        `create trigger occurrences_updated after update of ${counted} on occurrences begin ${step('old', -1)} ${step('new', 1)} end`,
      )
      .execute(db);
    await sql`create virtual table event_search using fts5 (title, description, excerpt, tokenize = 'trigram case_sensitive 1')`.execute(
      db,
    );
    await sql`create virtual table venue_locations using rtree (id, min_lat, max_lat, min_lng, max_lng)`.execute(
      db,
    );
  }
}

/** Makes what only PostgreSQL has: triggers as functions, places and words in plain tables. */
async function postgresParts(db: Kysely<unknown>): Promise<void> {
  const step = (row: 'new' | 'old', n: 1 | -1) =>
    (['start', 'end'] as const)
      .map(
        (side) => `insert into occurrence_days as d (side, status, hide_from_listings, day, n)
        values ('${side}', ${row}.status, ${row}.hide_from_listings, substr(${row}.${side}_date, 1, 10), ${n})
        on conflict (hide_from_listings, status, side, day) do update set n = d.n + ${n};`,
      )
      .join('\n');
  await sql
    .raw(`create function count_occurrence_days() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then ${step('old', -1)} end if;
      if tg_op <> 'DELETE' then ${step('new', 1)} end if;
      return null;
    end $$`)
    .execute(db);
  const counted = 'start_date, end_date, status, hide_from_listings';
  for (const [name, when] of [
    ['inserted', 'insert'],
    ['deleted', 'delete'],
    ['updated', `update of ${counted}`],
  ])
    await sql
      .raw(
        `create trigger occurrences_${name} after ${when} on occurrences for each row execute function count_occurrence_days()`,
      )
      .execute(db);
  await sql`create table event_search (event_id integer primary key references events (id) on delete cascade, text text collate "C" not null)`.execute(
    db,
  );
  await sql`create index venues_place on venues (geo_lat, geo_lng) where geo_lat is not null`.execute(db);
}
