import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { KalendsError } from '#errors.ts';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { openSqlite } from '#store/db/sqlite.ts';
import { SharedGuesses } from './guesses.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-guesses-'));
const db = openSqlite(path.join(folder, 'kalends.db'));
await migrate(db);
after(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const limit = { most: 3, windowMs: 60_000 };
const tooMany = (error: unknown) => error instanceof KalendsError && error.code === 'rest_too_many_requests';
const rows = () => db.read.selectFrom('guesses').selectAll().execute();

test('processes share what is counted, and tell nothing of who it was', async () => {
  const [one, other] = [new SharedGuesses(db), new SharedGuesses(db)];
  const counters = [{ name: ['ada 192.0.2.1'], limit }];
  await (await one.begin(counters)).wrong();
  await (await other.begin(counters)).wrong();
  await (await one.begin(counters)).right();
  await (await one.begin(counters)).wrong();
  for (const guesses of [one, other]) await assert.rejects(guesses.begin(counters), tooMany);
  await (await other.begin([{ name: ['ada 192.0.2.2'], limit }])).right();
  const [row, ...more] = await rows();
  assert.equal(more.length, 0);
  assert.equal(row?.tries, 3);
  assert.doesNotMatch(row?.key ?? '', /ada|192/);
});

test('of a crowd in two processes no more than the limit learn that they were wrong, each', async () => {
  const counters = [{ name: ['crowd'], limit }];
  const both = [new SharedGuesses(db), new SharedGuesses(db)];
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, async (_, n) => (await both[n % 2]?.begin(counters))?.wrong()),
  );
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 3);
});

test('right tries write nothing, but that a client is known, once', async () => {
  let writes = 0;
  const watched: Database = {
    ...db,
    write(work) {
      writes++;
      return db.write(work);
    },
  };
  const guesses = new SharedGuesses(watched);
  const counters = [{ name: ['all'], limit, unlessKnown: ['known'] }];
  for (let n = 0; n < 10; n++) await (await guesses.begin(counters)).right();
  assert.equal(writes, 1);
  for (let n = 0; n < 5; n++) await (await guesses.begin(counters)).wrong();
  await (await new SharedGuesses(db).begin(counters)).right();
  await assert.rejects(
    new SharedGuesses(db).begin([{ ...counters[0], name: ['all'], limit, unlessKnown: ['x'] }]),
    tooMany,
  );
});

test('where nothing can be written or read, the limit holds all the same', async () => {
  const full: Database = { ...db, write: () => Promise.reject(new Error('database or disk is full')) };
  const guesses = new SharedGuesses(full);
  const counters = [{ name: ['full'], limit }];
  for (let n = 0; n < 3; n++) await (await guesses.begin(counters)).wrong();
  await assert.rejects(guesses.begin(counters), tooMany);
});

test('each pause is twice as long as the one before, for all processes, until a day without one has passed', async () => {
  const growing = { most: 2, windowMs: 60_000, longestMs: 600_000 };
  const counters = [{ name: ['growing'], limit: growing }];
  const elsewhere = [{ name: ['elsewhere'], limit: growing }];
  /** Returns the seconds of the pause that so many wrong tries begin, and lets it pass. */
  const pause = async () => {
    for (let n = 0; n < 2; n++) await (await new SharedGuesses(db).begin(counters)).wrong();
    let seconds = 0;
    await assert.rejects(new SharedGuesses(db).begin(counters), (error) => {
      seconds = Number(error instanceof KalendsError && error.extras.headers?.['Retry-After']);
      return tooMany(error);
    });
    await assert.rejects(new SharedGuesses(db).check(counters[0] ?? { name: [], limit }), tooMany);
    await (await new SharedGuesses(db).begin(elsewhere)).right();
    await db.write((trx) =>
      trx.updateTable('guesses').set({ until_utc: '2000-01-01 00:00:00' }).where('tries', '=', 2).execute(),
    );
    return Math.round(seconds / 60);
  };
  const pauses = [];
  for (let n = 0; n < 6; n++) pauses.push(await pause());
  assert.deepEqual(pauses, [1, 2, 4, 8, 10, 10]);
  await db.write((trx) => trx.updateTable('guesses').set({ forget_utc: '2000-01-01 00:00:00' }).execute());
  assert.equal(await pause(), 1);
  const brief = [{ name: ['brief pause'], limit: { most: 1, windowMs: 60_000 } }];
  for (let n = 0; n < 2; n++) {
    await (await new SharedGuesses(db).begin(brief)).wrong();
    await db.write((trx) => trx.updateTable('guesses').set({ until_utc: '2000-01-01 00:00:00' }).execute());
  }
  await db.write((trx) => trx.updateTable('guesses').set({ forget_utc: '' }).execute());
});

test('what is over is forgotten, and deleted', async () => {
  const guesses = new SharedGuesses(db);
  const brief = { most: 1, windowMs: 1 };
  await (await guesses.begin([{ name: ['brief'], limit: brief }])).wrong();
  await db.write((trx) => trx.updateTable('guesses').set({ until_utc: '2000-01-01 00:00:00' }).execute());
  await (await new SharedGuesses(db).begin([{ name: ['brief'], limit: brief }])).wrong();
  assert.equal((await rows()).length, 1);
});
