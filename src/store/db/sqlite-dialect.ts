import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type Language, languageTraits, type Message, message } from '#foundation/i18n/catalogue.ts';
import type { Dialect, Writing } from './engine.ts';
import { likeText } from './pattern.ts';
import type { SeveralQueries } from './sqlite-driver.ts';
import { insertRows, runnable } from './statement.ts';

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

/** The trigram index answers only for three characters and more. */
const isIndexed = (word: string) => [...word].length >= 3;

/** Each event has so many rows in the index of translations, from the one of its ID times this; none are empty. */
const SLOTS = 4;
const slotOf = (language: Language) => languageTraits[language].slot;

function eventsWithOwnText(word: string): RawBuilder<number> {
  const like = `%${likeText(word)}%`;
  return isIndexed(word)
    ? sql<number>`select rowid from event_search where event_search match ${quoted(word)}`
    : sql<number>`select rowid from event_search where title like ${like} escape '\\' or description like ${like} escape '\\' or excerpt like ${like} escape '\\'`;
}

function eventsTranslatedWith(word: string, languages: readonly Language[]): RawBuilder<number> {
  const found = isIndexed(word)
    ? sql`translation_search match ${quoted(word)}`
    : sql`text like ${`%${likeText(word)}%`} escape '\\'`;
  return sql<number>`select rowid / ${sql.lit(SLOTS)} from translation_search
    where ${found} and rowid % ${sql.lit(SLOTS)} in (${sql.join(languages.map(slotOf))})`;
}

const INDEX_EVENT = 'insert into event_search (rowid, title, description, excerpt) values (?, ?, ?, ?)';
const LOCATE_VENUE =
  'insert into venue_locations (id, min_lat, max_lat, min_lng, max_lng) values (?, ?, ?, ?, ?)';
const LOOKED_UP = 1000;
/** Bytes of new words that the search index sorts before it writes them. */
const SORTED_BYTES = 2 ** 24;
/**
 * Parts of the search index that may lie side by side while many events come: each is put together with others once, at
 * the end. The most that the library takes.
 */
const PARTS_LEFT = 64;
/** Of the search index, put together in one transaction: some half a second. */
const MERGED_PAGES = 4000;
/** Of the file in memory, and in the log before it is written back, while many events come. */
const CACHE_KIB = 131_072;
const LOG_PAGES = 24_000;
/** Pages of the log before it is written back at other times, as the library has it. */
const USUAL_LOG_PAGES = 1000;

const wordIndexes = ['event_search', 'translation_search'] as const;

/** Gives a text index one of its own commands. */
async function tellIndex(
  trx: Writing,
  index: (typeof wordIndexes)[number],
  command: string,
  value: number,
): Promise<void> {
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values (${command}, ${sql.lit(value)})`.execute(
    trx,
  );
}

/** Pages in the log at which a commit writes them back. */
async function limitLog(trx: Writing, pages: number): Promise<void> {
  await sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(trx);
}

/** Puts parts of a text index together. Gives whether there may be more to do. */
async function merged(trx: Writing, index: (typeof wordIndexes)[number], pages: number): Promise<boolean> {
  const changes = async () => {
    const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(trx);
    return rows[0]?.n ?? 0;
  };
  const before = await changes();
  await tellIndex(trx, index, 'merge', pages);
  // So the library says: less than two changes are none (https://sqlite.org/fts5.html#the_merge_command).
  return (await changes()) - before >= 2;
}

/** Which of some events are in the search index. */
async function indexedAmong(
  trx: Writing,
  events: readonly { id: number }[],
): Promise<(id: number) => boolean> {
  const indexed = new Set<number>();
  for (let at = 0; at < events.length; at += LOOKED_UP) {
    const ids = sql.join(events.slice(at, at + LOOKED_UP).map(({ id }) => id));
    const { rows } = await sql<{ rowid: number }>`
      select rowid from event_search where rowid in (${ids})`.execute(trx);
    for (const { rowid } of rows) indexed.add(rowid);
  }
  return (id) => indexed.has(id);
}

/** Numbers are given to the engine as fractions, by which its text index doesn't begin behind a row. */
const whole = (number: number) => BigInt(number);

/** Greater than every ID of an event. */
const MAX_ID = 2 ** 40;

/** So many are read at once, that others who wait for the connection soon have their turn. */
const BATCH = 10_000;

/** Reads what the index finds by its rows' IDs, on from the last one; where it helps nothing, from cut to cut. */
const readEventsWithText: Dialect['readEventsWithText'] = async function* (db, word, language, cuts) {
  const slot = language === undefined ? 0 : slotOf(language);
  const step = language === undefined ? 1 : SLOTS;
  const table = sql.table(language === undefined ? 'event_search' : 'translation_search');
  const own = step === 1 ? sql`` : sql`and rowid % ${sql.lit(step)} = ${slot}`;
  const read = async (where: RawBuilder<unknown>, from = table) => {
    // As one text: rows by the hundred thousand are long in coming.
    const { rows } = await sql<{ ids: string }>`select json_group_array(id) as ids from (
      select rowid as id from ${from} where ${where} ${own} order by rowid limit ${BATCH})`.execute(db);
    const ids: number[] = JSON.parse(rows[0]?.ids ?? '[]');
    return ids.map((id) => Math.floor(id / step));
  };
  if (isIndexed(word)) {
    for (let after = 0, full = true; full; ) {
      const ids = await read(sql`${table} match ${quoted(word)} and rowid > ${whole(after)}`);
      yield ids;
      full = ids.length === BATCH;
      after = (ids.at(-1) ?? 0) * step + slot;
    }
    return;
  }
  // What stands in a column isn't compared as its index does: that is for longer words. The texts are read from the table
  // in which FTS5 keeps them (its documentation, section 9): through the index each row takes twice as long.
  const texts = sql.table(language === undefined ? 'event_search_content' : 'translation_search_content');
  const columns = step === 1 ? ['c0', 'c1', 'c2'] : ['c0'];
  const within = sql.join(
    columns.map((column) => sql`instr(${sql.ref(column)}, ${word}) > 0`),
    sql` or `,
  );
  const edges = [0, ...cuts, MAX_ID];
  for (let at = 1; at < edges.length; at++)
    for (
      let [after, last] = [(edges[at - 1] ?? 0) * step + step - 1, (edges[at] ?? 0) * step + step - 1];
      ;
    ) {
      const ids = await read(sql`rowid > ${whole(after)} and rowid <= ${whole(last)} and (${within})`, texts);
      yield ids;
      if (ids.length < BATCH) break;
      after = (ids.at(-1) ?? 0) * step + slot;
    }
};

/** SQLite's own SQL: text search by FTS5, positions by R*Tree, many rows at once. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  eventsWithText(word, languages) {
    return languages.length === 0
      ? sql<number>`(${eventsWithOwnText(word)})`
      : sql<number>`(${eventsWithOwnText(word)} union all ${eventsTranslatedWith(word, languages)})`;
  },
  readEventsWithText,
  textsOfEvents(ids, language) {
    if (language === undefined)
      return sql<{ id: number; text: string }>`select rowid as id,
        title || char(10) || description || char(10) || excerpt as text
        from event_search where rowid in (${sql.join([...ids, -1])})`;
    const rows = [...ids.map((id) => id * SLOTS + slotOf(language)), -1];
    return sql<{ id: number; text: string }>`select rowid / ${sql.lit(SLOTS)} as id, text
      from translation_search where rowid in (${sql.join(rows)})`;
  },
  textsBetween(after, last, language) {
    const [low, high] = [after, last ?? MAX_ID];
    if (language === undefined)
      return sql<{ id: number; text: string }>`select id, c0 || char(10) || c1 || char(10) || c2 as text
        from event_search_content where id > ${whole(low)} and id <= ${whole(high)}`;
    return sql<{ id: number; text: string }>`select id / ${sql.lit(SLOTS)} as id, c0 as text
      from translation_search_content where id >= ${whole((low + 1) * SLOTS)} and id < ${whole((high + 1) * SLOTS)}
        and id % ${sql.lit(SLOTS)} = ${sql.lit(slotOf(language))}`;
  },
  async writeAll(trx, statements) {
    // One row at a time: for several SQLite would open a savepoint, and its text index then writes everything out.
    const several = statements.flatMap(({ text, values, more }) =>
      [values, ...(more?.rows ?? [])].map((row) => runnable(text, row)),
    );
    const query: SeveralQueries = { ...runnable('', []), several };
    await trx.executeQuery(query);
  },
  newEventText: (id, { title, description, excerpt }) => ({
    text: INDEX_EVENT,
    values: [id, title, description, excerpt],
  }),
  async indexEventText(trx, id, texts) {
    await sql`delete from event_search where rowid = ${id}`.execute(trx);
    await sql`insert into event_search (rowid, title, description, excerpt) values (${id}, ${texts.title}, ${texts.description}, ${texts.excerpt})`.execute(
      trx,
    );
  },
  async dropEventText(trx, id) {
    await sql`delete from event_search where rowid = ${id}`.execute(trx);
  },
  async indexEventTranslations(trx, id, texts) {
    const first = id * SLOTS;
    await sql`delete from translation_search where rowid between ${first} and ${first + SLOTS - 1}`.execute(
      trx,
    );
    for (const [language, text] of texts)
      await sql`insert into translation_search (rowid, text) values (${first + slotOf(language)}, ${text})`.execute(
        trx,
      );
  },
  async indexEvents(trx, events) {
    const isIndexed = await indexedAmong(trx, events);
    // One row at a time: of several in one statement the text index writes each out by itself.
    for (const { id, title, description, excerpt, translations } of events) {
      if (isIndexed(id)) await sqliteDialect.dropEventText(trx, id);
      await trx.executeQuery(CompiledQuery.raw(INDEX_EVENT, [id, title, description, excerpt]));
      if (translations.size > 0 || isIndexed(id))
        await sqliteDialect.indexEventTranslations(trx, id, translations);
    }
  },
  async expectMany(trx) {
    for (const index of wordIndexes) {
      // What comes of many words at once is sorted in memory first, and few of its parts are put together meanwhile.
      await tellIndex(trx, index, 'hashsize', SORTED_BYTES);
      await tellIndex(trx, index, 'automerge', PARTS_LEFT);
      await tellIndex(trx, index, 'crisismerge', PARTS_LEFT);
    }
    await sql`pragma cache_size = ${sql.lit(-CACHE_KIB)}`.execute(trx);
    await limitLog(trx, LOG_PAGES);
  },
  async settleMany({ read, write }) {
    // What the log holds is written back here and now, not by the next write of a service, which would stand still.
    await write((trx) => limitLog(trx, USUAL_LOG_PAGES));
    for (const index of wordIndexes) {
      await write((trx) => tellIndex(trx, index, 'automerge', 4));
      await write((trx) => tellIndex(trx, index, 'crisismerge', 16));
      // The first of these has all parts put together, the others go on with it.
      for (let pages = -MERGED_PAGES; await write((trx) => merged(trx, index, pages)); ) pages = MERGED_PAGES;
    }
    // All of the log is written back, and its room given back, unless somebody reads something older just now.
    await sql`pragma wal_checkpoint(truncate)`.execute(read);
  },
  insertRows,
  // They do so by themselves.
  async continueNumbers() {},
  async survey() {},
  among: (ids) => sql`in (select value from json_each(${JSON.stringify(ids)}))`,
  lesser: (a, b) => sql<number>`min(${a}, ${b})`,
  venuesInBox({ south, north, west, east }) {
    return sql<number>`(select id from venue_locations where max_lat >= ${south} and min_lat <= ${north} and max_lng >= ${west} and min_lng <= ${east})`;
  },
  async integrityFaults(db) {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    const faults: { what: Message; id?: number }[] = rows
      .filter((row) => row.integrity_check !== 'ok')
      .map((row) => ({ what: message('check.database', { reason: row.integrity_check }) }));
    const foreign = await sql<{ table: string; rowid: number }>`pragma foreign_key_check`.execute(db);
    for (const { table, rowid: row } of foreign.rows)
      faults.push({ what: message('check.reference', { row, table }) });
    const unsearched = await sql<{
      id: number;
    }>`select id from events where id not in (select rowid from event_search)
      union select rowid from event_search where rowid not in (select id from events) limit 20`.execute(db);
    for (const { id } of unsearched.rows) faults.push({ what: message('check.search'), id });
    const untranslated = await sql<{
      id: number;
    }>`select rowid / ${sql.lit(SLOTS)} as id from translation_search
      where rowid / ${sql.lit(SLOTS)} not in (select resource_id from translations where kind = 'events') limit 20`.execute(
      db,
    );
    for (const { id } of untranslated.rows) faults.push({ what: message('check.translation_search'), id });
    const located = await sql<{ id: number }>`select id from venues
      where (geo_lat is not null) <> (id in (select id from venue_locations)) limit 20`.execute(db);
    for (const { id } of located.rows) faults.push({ what: message('check.places'), id });
    return faults;
  },
  async locateVenue(trx, id, point) {
    await sql`delete from venue_locations where id = ${id}`.execute(trx);
    if (point)
      await sql`insert into venue_locations (id, min_lat, max_lat, min_lng, max_lng) values (${id}, ${point.lat}, ${point.lat}, ${point.lng}, ${point.lng})`.execute(
        trx,
      );
  },
  newVenuePlace: (id, { lat, lng }) => [{ text: LOCATE_VENUE, values: [id, lat, lat, lng, lng] }],
};
