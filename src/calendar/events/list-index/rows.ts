import { type RawBuilder, sql } from 'kysely';
import { statuses } from '#api/access/permissions.ts';
import type { Reading } from '#store/db/engine.ts';
import { secondsAt } from './moment.ts';
import { flagsOf, type IndexedOccurrence } from './occurrence-table.ts';

/** Rows per statement; other requests run between batches. */
const BATCH = 5_000;
/** IDs in one statement at most. */
const IDS_PER_STATEMENT = 1_000;

/** Thrown for rows that the index can't hold, which then stays unloaded. */
export class NotIndexableError extends Error {}

const DATE = 19;
const DATES = 5 * DATE;
/** A space where a digit could stand. */
const SPACE = -16;

/**
 * A row as one text, which is read several times faster than its columns: five dates, status and hiding by number, event;
 * of series also the occurrence's ID and that of the series.
 */
const rowText = sql`concat(start_date, end_date, utc_start_date, utc_end_date, date, case status ${sql.join(
  statuses.map((status, at) => sql`when ${sql.lit(status)} then ${sql.lit(String(at))}`),
  sql` `,
)} else 'x' end, hide_from_listings, event_id,
  case when series_id = 0 then '' else concat(' ', id, ' ', series_id) end)`;

/** @throws NotIndexableError where a date or the status is invalid */
function readRow(text: string, at: number, end: number): IndexedOccurrence {
  const digit = (position: number) => text.charCodeAt(position) - 48;
  let event_id = 0;
  let position = at + DATES + 2;
  for (; position < end && digit(position) !== SPACE; position++) event_id = event_id * 10 + digit(position);
  const [id = event_id, series_id = 0] =
    position === end
      ? []
      : text
          .slice(position + 1, end)
          .split(' ')
          .map(Number);
  const start = secondsAt(text, at);
  const to = secondsAt(text, at + DATE);
  const utc_start = secondsAt(text, at + 2 * DATE);
  const utc_end = secondsAt(text, at + 3 * DATE);
  const date = secondsAt(text, at + 4 * DATE);
  const status = statuses[digit(at + DATES)];
  // A sum with NaN is NaN.
  if (status === undefined || Number.isNaN(start + to + utc_start + utc_end + date + event_id))
    throw new NotIndexableError(`There is no such date: ${text.slice(at, end)}.`);
  const flags = flagsOf(status, digit(at + DATES + 1) !== 0);
  return { id, event_id, series_id, start, end: to, utc_start, utc_end, date, flags };
}

function* readRows(text: string): Generator<IndexedOccurrence> {
  for (let at = 0; at < text.length; ) {
    const line = text.indexOf('\n', at);
    const end = line < 0 ? text.length : line;
    yield readRow(text, at, end);
    at = end + 1;
  }
}

/** Reads all occurrences by ascending ID, in batches. */
export async function* readOccurrences(db: Reading): AsyncGenerator<Iterable<IndexedOccurrence>> {
  for (let after = 0, full = true; full; ) {
    const { rows } = await sql<{ n: number; last: number | null; text: string | null }>`
      select count(*) as n, max(id) as last, string_agg(${rowText}, ${sql.lit('\n')}) as text
      from (select * from occurrences where id > ${after} order by id limit ${BATCH}) as batch`.execute(db);
    const [row] = rows;
    yield readRows(row?.text ?? '');
    full = Number(row?.n) === BATCH;
    after = row?.last ?? after;
  }
}

async function inParts<T>(
  ids: readonly number[],
  read: (part: RawBuilder<unknown>) => Promise<readonly T[]>,
): Promise<T[]> {
  const parts: (readonly T[])[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT)
    parts.push(await read(sql.join(ids.slice(at, at + IDS_PER_STATEMENT))));
  // Some series have more dates than a call takes arguments.
  return parts.flat();
}

/** Reads the occurrences of some events by event ID; a deleted event has none. */
export async function occurrencesOf(
  db: Reading,
  ids: readonly number[],
): Promise<Map<number, IndexedOccurrence[]>> {
  const dates = new Map<number, IndexedOccurrence[]>(ids.map((id) => [id, []]));
  const rows = await inParts(ids, async (part) => {
    const read = await sql<{ text: string }>`select ${rowText} as text from occurrences
      where event_id in (${part}) order by id`.execute(db);
    return read.rows;
  });
  for (const { text } of rows) {
    const date = readRow(text, 0, text.length);
    dates.get(date.event_id)?.push(date);
  }
  return dates;
}

/** The columns of a protected event that decide whom it is open to. */
export interface PasswordLock {
  readonly password: string;
  readonly author: number;
  readonly status: string;
}

type PasswordLockRow = PasswordLock & { id: number };
const locked = sql`select id, password, author_id as author, status from events where password <> ''`;

/** Reads the locks of all protected events by event ID. */
export async function readLocks(db: Reading): Promise<Map<number, PasswordLock>> {
  const locks = new Map<number, PasswordLock>();
  for (let after = 0, full = true; full; ) {
    const { rows } =
      await sql<PasswordLockRow>`${locked} and id > ${after} order by id limit ${BATCH}`.execute(db);
    for (const { id, ...lock } of rows) locks.set(id, lock);
    full = rows.length === BATCH;
    after = rows.at(-1)?.id ?? after;
  }
  return locks;
}

/** Reads the locks of the protected ones among some events, by event ID. */
export async function locksAmong(db: Reading, ids: readonly number[]): Promise<Map<number, PasswordLock>> {
  const rows = await inParts(ids, async (part) => {
    const read = await sql<PasswordLockRow>`${locked} and id in (${part})`.execute(db);
    return read.rows;
  });
  return new Map(rows.map(({ id, ...lock }) => [id, lock]));
}
