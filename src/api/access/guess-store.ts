import { sql } from 'kysely';
import type { Reading, Writing } from '#store/db/engine.ts';
import type { GuessesTable } from '#store/db/tables.ts';

/** Returns the counts under some keys whose time isn't over at `nowUtc`. */
export async function listGuesses(
  db: Reading,
  keys: readonly string[],
  nowUtc: string,
): Promise<Map<string, GuessesTable>> {
  const rows = await db
    .selectFrom('guesses')
    .selectAll()
    .where('key', 'in', keys)
    .where('until_utc', '>', nowUtc)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Counts one more under a key, from one anew where the time of the last count is over. Returns the count and its end. */
export async function countGuess(
  trx: Writing,
  { key, untilUtc }: { key: string; untilUtc: string },
  nowUtc: string,
): Promise<GuessesTable> {
  const isOver = sql<boolean>`guesses.until_utc <= ${nowUtc}`;
  return trx
    .insertInto('guesses')
    .values({ key, tries: 1, until_utc: untilUtc })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        tries: sql<number>`case when ${isOver} then 1 else guesses.tries + 1 end`,
        until_utc: sql<string>`case when ${isOver} then ${untilUtc} else guesses.until_utc end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets until when something is known, which counts nothing. */
export async function noteKnown(trx: Writing, key: string, untilUtc: string): Promise<void> {
  await trx
    .insertInto('guesses')
    .values({ key, tries: 0, until_utc: untilUtc })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ until_utc: untilUtc }))
    .execute();
}

/** Deletes what is over. */
export async function trimGuesses(trx: Writing, nowUtc: string): Promise<void> {
  await trx.deleteFrom('guesses').where('until_utc', '<=', nowUtc).execute();
}
