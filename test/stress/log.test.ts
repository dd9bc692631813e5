import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { people, startProcess } from '../support/service.ts';

const MOST_BYTES = 17 * 2 ** 20;
const event = (n: number) => ({
  title: `Event ${n}`,
  start_date: '2027-01-01 10:00:00',
  end_date: '2027-01-01 11:00:00',
});

test('the log of SQLite gives its room back after many events at once, and after a reader who kept it from that', async (t) => {
  const service = await startProcess();
  t.after(() => service.kill());
  await people(service);
  const sizeOf = () => statSync(path.join(service.data, 'kalends.db-wal')).size;
  const seed = async () => {
    const { code, stderr } = await service.cli(['seed', '--events', '6000']);
    assert.equal(code, 0, stderr);
  };
  await seed();
  const afterwards = sizeOf();
  // Somebody reads one state for as long as more come.
  const reader = new DatabaseSync(path.join(service.data, 'kalends.db'));
  reader.exec('begin; select * from calendar');
  reader.prepare('select count(*) from events').get();
  await seed();
  const held = sizeOf();
  reader.exec('rollback');
  reader.close();
  for (let n = 0; n < 3 || sizeOf() > MOST_BYTES; n++) {
    assert.ok(n < 2_000, `${sizeOf()} bytes are left`);
    (await service.as('editor').post('/events', event(n))).expect(201);
  }
  t.diagnostic(
    `after many ${(afterwards / 2 ** 20).toFixed(1)} MiB, with a reader ${(held / 2 ** 20).toFixed(1)} MiB, then ${(sizeOf() / 2 ** 20).toFixed(1)} MiB`,
  );
  assert.ok(afterwards < MOST_BYTES, `${afterwards} bytes`);
});
