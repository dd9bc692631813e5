import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Gives events, venues, categories and pictures what pages show, and events a flag where their cost is nothing. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  const addText = (table: string, column: string, otherwise = '') =>
    db.schema
      .alterTable(table)
      .addColumn(column, text, (c) => c.notNull().defaultTo(otherwise))
      .execute();
  await addText('events', 'accessibility', '[]');
  await addText('events', 'accessibility_note');
  await addText('translations', 'accessibility_note');
  await addText('events', 'spoken_languages', '[]');
  await addText('events', 'door_time');
  await db.schema
    .alterTable('events')
    .addColumn('is_free', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await markFree(db);
  await addText('venues', 'district');
  // Search texts number their fields, of which there is one more now; it is empty (calendar/linked/rules.ts).
  for (const table of ['venues', 'translations'])
    await sql`update ${sql.table(table)} set search_text = search_text || ${'\n13:'}
      where search_text like ${'%\n12:'} ${table === 'venues' ? sql`` : sql`and kind = 'venues'`}`.execute(
      db,
    );
  await addText('categories', 'color', 'red');
  await addText('categories', 'mark', 'disc');
  await spreadLooks(db);
  await addText('media', 'alt_text', '{}');
  await addText('media', 'credit', '{}');
  await addText('media', 'focal_point');
  await sql`create index events_accessibility on events (id) where accessibility <> '[]'`.execute(db);
  await sql`create index events_spoken_languages on events (id) where spoken_languages <> '[]'`.execute(db);
  await sql`create index events_is_free on events (id) where is_free = 1`.execute(db);
}

const COLORS = ['red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink', 'slate'];
const MARKS = ['disc', 'triangle', 'square', 'screen', 'diamond', 'star', 'ring', 'cross', 'bars'];

/** Gives each category a colour and a mark, in the order of their IDs: all are used alike, and pairs repeat as late as they can. */
async function spreadLooks(db: Kysely<unknown>): Promise<void> {
  const one = (values: readonly string[], place: RawBuilder<unknown>) =>
    sql`case ${place} ${sql.join(
      values.map((value, at) => sql`when ${sql.lit(at)} then ${sql.lit(value)}`),
      sql` `,
    )} end`;
  await sql`update categories set color = ${one(COLORS, sql`r.n % 9`)},
      mark = ${one(MARKS, sql`(r.n + r.n / 9) % 9`)}
    from (select id, row_number() over (order by id) - 1 as n from categories) r
    where r.id = categories.id`.execute(db);
}

/** A price of nothing, with or without a currency; or a word for it. */
const NOTHING =
  /^(?:\P{L}{0,5}|[A-Z]{1,3}\P{L}{0,3})0(?:[.,]0*)?(?:[,.]?[-–—]+)?\s?(?:\P{L}{1,3}|\p{L}{1,3}\.?)?$|^(?:free|kostenlos|kostenfrei|gratis|gratuito|gratuita)$/iu;
const COSTS_PER_STATEMENT = 500;

/** Marks events whose cost names no digit but 0: prices of nothing are written in few ways. */
async function markFree(db: Kysely<unknown>): Promise<void> {
  const digits = sql.join(
    [...'123456789'].map((digit) => sql`cost not like ${sql.lit(`%${digit}%`)}`),
    sql` and `,
  );
  const { rows } = await sql<{ cost: string }>`select distinct cost from events
    where cost not in ('', '[]') and ${digits}`.execute(db);
  const free = rows.map(({ cost }) => cost).filter(isNothing);
  for (let at = 0; at < free.length; at += COSTS_PER_STATEMENT)
    await sql`update events set is_free = 1
      where cost in (${sql.join(free.slice(at, at + COSTS_PER_STATEMENT))})`.execute(db);
}

/** Returns whether all texts of a cost, a list or what another system showed with it, are prices of nothing. */
function isNothing(cost: string): boolean {
  const stored: unknown = JSON.parse(cost);
  const pieces = typeof stored === 'object' && stored && 'pieces' in stored ? stored.pieces : stored;
  return (
    Array.isArray(pieces) &&
    pieces.length > 0 &&
    pieces.every((piece) => typeof piece === 'string' && !/[1-9]/.test(piece) && NOTHING.test(piece.trim()))
  );
}
