import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Databases, openDatabases } from './databases.ts';
import { describeLoad, loadNodes } from './nodes.ts';
import { hasPooler, startPooler } from './pooler.ts';

const small = { writers: 4, readers: 4, seconds: 4, seed: 20_261_121 };
let databases: Databases;
before(async () => {
  databases = await openDatabases();
});
after(() => databases?.close());

test('three nodes on one PostgreSQL lose and double nothing, and tell each other in time', async (t) => {
  const databaseUrl = await databases.make();
  const report = await loadNodes({ ...small, databaseUrl, nodes: 3, workers: 1 });
  t.diagnostic(describeLoad(report));
  assert.deepEqual(report.faults, []);
});

test('four workers on SQLite lose and double nothing', async (t) => {
  const report = await loadNodes({ ...small, databaseUrl: undefined, nodes: 1, workers: 4 });
  t.diagnostic(describeLoad(report));
  assert.deepEqual(report.faults, []);
});

test('two nodes behind PgBouncer, which lends each connection for one transaction', {
  skip: hasPooler() ? false : 'there is no pgbouncer on this machine',
}, async (t) => {
  const databaseUrl = await databases.make();
  const pooler = await startPooler(databaseUrl);
  try {
    const report = await loadNodes({ ...small, databaseUrl: pooler.url, nodes: 2, workers: 1 });
    t.diagnostic(describeLoad(report));
    assert.deepEqual(report.faults, []);
  } finally {
    await pooler.stop();
  }
});
