import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { openCalendar } from '../support/engine.ts';
import { removeAtExit } from '../support/program.ts';
import { people, startProcess } from '../support/service.ts';

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-waiting-'));
  removeAtExit(folder);
  return folder;
}

async function opened(t: TestContext, folder: string): Promise<Database> {
  const db = await openCalendar(folder, { empty: true });
  t.after(() => db.close());
  return db;
}

const bump = (db: Database) =>
  db.write((trx) => sql`update calendar set version = version + 1`.execute(trx).then(() => true));

/** The version as it's written, whatever a process knows of it yet. */
async function written({ read }: Database): Promise<number> {
  return (await read.selectFrom('calendar').select('version').executeTakeFirstOrThrow()).version;
}

/** Holds the calendar in a write as another process would; gives what lets it go. */
async function hold(db: Database): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const written = db.write(async () => {
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return () => {
    released.resolve();
    return written;
  };
}

test('a write waits for that of another process while everything else goes on', async (t) => {
  const folder = newFolder();
  const [db, other] = [await opened(t, folder), await opened(t, folder)];
  await migrate(db);
  const before = await written(db);
  const release = await hold(other);
  let ticks = 0;
  let isWritten = false;
  const ticking = setInterval(() => ticks++, 10);
  const bumped = bump(db).then(() => {
    isWritten = true;
  });
  await pause(300);
  assert.equal(await written(db), before, 'reading goes on');
  assert.equal(isWritten, false, 'the write waits');
  await release();
  await bumped;
  clearInterval(ticking);
  assert.equal(await written(db), before + 1);
  assert.ok(ticks >= 10, `${ticks} ticks while waiting`);
});

test('several that open a new calendar at once all get it', async (t) => {
  const folder = newFolder();
  const first = await opened(t, folder);
  const all = [first];
  for (let i = 0; i < 3; i++) all.push(await opened(t, folder));
  await Promise.all(all.map((db) => migrate(db)));
  const before = await written(first);
  await Promise.all(all.flatMap((db) => Array.from({ length: 25 }, () => bump(db))));
  for (const db of all) assert.equal(await written(db), before + 100);
});

test('POST /events waits for a command that holds the calendar, GET /events does not', async (t) => {
  const service = await startProcess();
  t.after(() => service.stop());
  await people(service);
  const db = await opened(t, service.data);
  const release = await hold(db);
  const event = { title: 'Waiting', start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' };
  const created = service.as('editor').post('/events', event);
  await pause(300);
  // Still held: it could not be answered if it waited too.
  (await service.as('editor').get('/events')).expect(200);
  await release();
  (await created).expect(201);
});
