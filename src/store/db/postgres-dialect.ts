import { type RawBuilder, sql } from 'kysely';
import { message } from '#foundation/i18n/catalogue.ts';
import { memoizeBy } from '#foundation/memoize/memoize.ts';
import type { Dialect, EventTexts } from './engine.ts';
import { likeText } from './pattern.ts';
import { insertRows } from './postgres-bulk.ts';
import { INT4_MAX, withoutNul } from './postgres-compiler.ts';
import { runnable, type Statement } from './statement.ts';

const containing = (column: RawBuilder<unknown>, word: string) =>
  sql<boolean>`${column} like ${`%${likeText(word)}%`} escape '\\'`;

/** An event's own texts as one: no word holds the sign between them, since folded texts have blanks alone. */
const ownText = ({ title, description, excerpt }: Pick<EventTexts, 'title' | 'description' | 'excerpt'>) =>
  [title, description, excerpt].join('\n');

const INDEX_EVENT = 'insert into event_search (event_id, text) values (?, ?)';

/** Several statements as one, with its values numbered. */
const atOnce = memoizeBy(
  (statements: readonly Statement[]) =>
    statements.map(({ text, more }) => `${text} ${more?.rows.length ?? 0}`).join('\n'),
  (statements) => {
    let number = 0;
    const numbered = statements.map(({ text, more }) =>
      [text, ...(more?.rows.map(() => more.tuple) ?? [])].join(', ').replaceAll('?', () => `$${++number}`),
    );
    const last = numbered.pop() ?? '';
    const others = numbered.map((text, place) => `s${place} as (${text})`);
    return others.length > 0 ? `with ${others.join(', ')} ${last}` : last;
  },
);

/** Through an index of parts of words everything at once, by which nothing is found in order; without one from cut to cut. */
const readEventsWithText: Dialect['readEventsWithText'] = async function* (db, word, language, cuts) {
  const source =
    language === undefined
      ? sql`event_search where`
      : sql`translation_search where language = ${language} and`;
  const read = async (where: RawBuilder<unknown>) => {
    // As one value: rows by the hundred thousand are long in coming.
    const { rows } = await sql<{ ids: number[] | null }>`select array_agg(event_id order by event_id) as ids
      from ${source} ${where}`.execute(db);
    return rows[0]?.ids ?? [];
  };
  const found = containing(sql`text`, word);
  if ([...word].length >= 3) {
    yield await read(found);
    return;
  }
  const edges = [0, ...cuts, INT4_MAX];
  for (let at = 1; at < edges.length; at++)
    yield await read(sql`event_id > ${edges[at - 1] ?? 0} and event_id <= ${edges[at] ?? 0} and ${found}`);
};

/** PostgreSQL's own SQL: text search by trigrams where it may, many rows at once, several statements in one. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  eventsWithText(word, languages) {
    const own = sql`select event_id from event_search where ${containing(sql`text`, word)}`;
    return languages.length === 0
      ? sql<number>`(${own})`
      : sql<number>`(${own} union all select event_id from translation_search
          where language in (${sql.join([...languages])}) and ${containing(sql`text`, word)})`;
  },
  readEventsWithText,
  textsOfEvents(ids, language) {
    return language === undefined
      ? sql<{ id: number; text: string }>`select event_id as id, text from event_search
          where event_id = any(${ids})`
      : sql<{ id: number; text: string }>`select event_id as id, text from translation_search
          where language = ${language} and event_id = any(${ids})`;
  },
  textsBetween(after, last, language) {
    const between = sql`event_id > ${after} and event_id <= ${last ?? INT4_MAX}`;
    return language === undefined
      ? sql<{ id: number; text: string }>`select event_id as id, text from event_search where ${between}`
      : sql<{ id: number; text: string }>`select event_id as id, text from translation_search
          where language = ${language} and ${between}`;
  },
  async writeAll(trx, statements) {
    const values = statements
      .flatMap(({ values, more }) => [...values, ...(more?.rows ?? []).flat()])
      .map(withoutNul);
    if (statements.length > 0) await trx.executeQuery(runnable(atOnce(statements), values));
  },
  newEventText: (id, texts) => ({ text: INDEX_EVENT, values: [id, ownText(texts)] }),
  async indexEventText(trx, id, texts) {
    await sql`insert into event_search (event_id, text) values (${id}, ${ownText(texts)})
      on conflict (event_id) do update set text = excluded.text`.execute(trx);
  },
  async dropEventText(trx, id) {
    await sql`delete from event_search where event_id = ${id}`.execute(trx);
  },
  async indexEventTranslations(trx, id, texts) {
    await sql`delete from translation_search where event_id = ${id}`.execute(trx);
    for (const [language, text] of texts)
      await sql`insert into translation_search (event_id, language, text) values (${id}, ${language}, ${text})`.execute(
        trx,
      );
  },
  async indexEvents(trx, events) {
    const ids = events.map(({ id }) => id);
    await sql`insert into event_search (event_id, text)
      select * from unnest(${ids}::integer[], ${events.map(ownText)}::text[])
      on conflict (event_id) do update set text = excluded.text`.execute(trx);
    await sql`delete from translation_search where event_id = any(${ids})`.execute(trx);
    const rows = events.flatMap(({ id, translations }) =>
      [...translations].map(([language, text]) => ({ id, language, text })),
    );
    if (rows.length === 0) return;
    await sql`insert into translation_search (event_id, language, text)
      select * from unnest(${rows.map(({ id }) => id)}::integer[],
        ${rows.map(({ language }) => language)}::text[], ${rows.map(({ text }) => text)}::text[])`.execute(
      trx,
    );
  },
  async expectMany() {},
  async settleMany({ read }) {
    await postgresDialect.survey(read);
  },
  insertRows,
  async continueNumbers(trx) {
    for (const table of ['changes', 'history', 'history_images'])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
        from ${sql.table(table)}`.execute(trx);
  },
  async survey(db) {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
    for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db);
  },
  venuesInBox({ south, north, west, east }) {
    return sql<number>`(select id from venues where geo_lat between ${south} and ${north} and geo_lng between ${west} and ${east})`;
  },
  among: (ids) => sql`= any(${`{${ids.join(',')}}`}::integer[])`,
  lesser: (a, b) => sql<number>`least(${a}, ${b})`,
  async integrityFaults(db) {
    const unsearched = await sql<{ id: number }>`
      select id from events where id not in (select event_id from event_search)
      union select event_id from event_search where event_id not in (select id from events) limit 20`.execute(
      db,
    );
    const untranslated = await sql<{ id: number }>`
      select event_id as id from translation_search
      where event_id not in (select resource_id from translations where kind = 'events') limit 20`.execute(
      db,
    );
    return [
      ...unsearched.rows.map(({ id }) => ({ what: message('check.search'), id })),
      ...untranslated.rows.map(({ id }) => ({ what: message('check.translation_search'), id })),
    ];
  },
  // The box is looked for in the venues themselves.
  async locateVenue() {},
  newVenuePlace: () => [],
};
