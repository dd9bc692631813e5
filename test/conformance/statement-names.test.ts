import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Database, Reading } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { openPostgres } from '#store/db/postgres.ts';
import { lastId } from '#store/db/sequence.ts';
import { withSnapshot } from '#store/db/snapshot.ts';
import { type Databases, openDatabases } from '../stress/databases.ts';

let databases: Databases;
let url: string;
before(async () => {
  databases = await openDatabases();
  url = await databases.make();
  const db = openPostgres(url);
  await migrate(db);
  await db.close();
});
after(() => databases.close());

/** On one connection, that all happens where it can be looked at. */
async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const db = openPostgres(url, { connections: 1 });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

async function named(db: Reading): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(db);
  return rows[0]?.n ?? 0;
}

/** As if a pooler had lent another connection. */
const forget = (db: Reading) => sql`deallocate all`.execute(db);

test('a write whose statements the connection has forgotten is done again without their names', () =>
  withDatabase(async (db) => {
    await db.write((trx) => lastId(trx, 'post'));
    assert.equal(await named(db.read), 1);
    await forget(db.read);
    let tries = 0;
    const found = await db.write(async (trx) => {
      tries++;
      return lastId(trx, 'post');
    });
    assert.deepEqual([found, tries], [3, 2]);
    await db.write((trx) => lastId(trx, 'term'));
    assert.equal(await named(db.read), 0);
  }));

test('a read is asked again by itself', () =>
  withDatabase(async (db) => {
    const ask = () => lastId(db.read, 'post');
    await ask();
    assert.equal(await named(db.read), 1);
    await forget(db.read);
    assert.equal(await ask(), 3);
    assert.equal(await named(db.read), 0);
  }));

test('in a snapshot, which nobody does again, nothing has a name', () =>
  withDatabase(async (db) => {
    const found = await withSnapshot(db, async (snapshot) => {
      await lastId(snapshot, 'post');
      return named(snapshot);
    });
    assert.equal(found, 0);
  }));

test('what has a name sees a table that has changed since', () =>
  withDatabase(async (db) => {
    const token = () => db.write((trx) => lastId(trx, 'token'));
    assert.equal(await token(), 0);
    await sql`alter table sequences alter column value type bigint`.execute(db.read);
    try {
      assert.equal(await token(), 0);
    } finally {
      await sql`alter table sequences alter column value type integer`.execute(db.read);
    }
  }));
