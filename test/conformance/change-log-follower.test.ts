import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type ChangedResources, ChangeLogFollower } from '#store/db/change-log-follower.ts';
import { logChanges, moveVersion } from '#store/db/changes.ts';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { dropCalendar, openCalendar } from '../support/engine.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-follower-'));
let db: Database;
let follower: ChangeLogFollower;
const told: ChangedResources[][] = [[], []];

before(async () => {
  db = await openCalendar(folder);
  await migrate(db);
  await db.version();
  follower = new ChangeLogFollower(db);
  for (const list of told) follower.subscribe((changed) => list.push(changed));
});

after(async () => {
  await db.close();
  await dropCalendar(folder);
  rmSync(folder, { recursive: true, force: true });
});

const change = (...ids: number[]) =>
  db.write((trx) =>
    logChanges(
      trx,
      ids.map((id) => ({
        kind: 'event',
        resource_id: id,
        action: 'update',
        at_utc: '2026-01-01 00:00:00',
        user_id: null,
      })),
    ),
  );

/** Returns what both subscribers were told since the last time, which is the same. */
function news(): ChangedResources[] {
  const [one = [], other = []] = told.map((list) => list.splice(0));
  assert.deepEqual(one, other);
  return one;
}

const events = (...ids: number[]) => ids.map((id) => ({ kind: 'event', id }));

test('the log is read once, and tells every subscriber each change once', async () => {
  await change(1);
  assert.equal(await follower.follow(), true);
  assert.deepEqual(news(), ['everything']);
  await change(2);
  await change(3, 4);
  const { revision } = follower;
  await Promise.all([follower.follow(), follower.follow(), follower.follow()]);
  assert.deepEqual(news(), [events(2, 3, 4)]);
  assert.equal(follower.revision, revision + 1);
  await follower.follow();
  assert.deepEqual(news(), []);
});

test('who reads in a snapshot has been told of all that it shows, and of nothing newer', async () => {
  await change(5);
  const version = await db.version();
  const seen = await follower.inSnapshot(version, async (_read, shown) => ({ shown, first: news() }));
  assert.deepEqual(seen, { shown: version, first: [events(5)] });
  await follower.follow();
  assert.deepEqual(news(), []);
  await change(6);
  await Promise.all([follower.inSnapshot(await db.version(), async () => {}), follower.follow()]);
  assert.deepEqual(news(), [events(6)]);
});

test('one that fails in a snapshot, or loses it, keeps nobody from following', async () => {
  await change(7);
  await assert.rejects(
    follower.inSnapshot(await db.version(), async () => {
      throw new Error('lost');
    }),
    /lost/,
  );
  await change(8);
  assert.equal(await follower.follow(), true);
  assert.deepEqual(news(), [events(7), events(8)]);
});

test('a version that the log does not account for tells that everything has changed', async () => {
  await db.write(moveVersion);
  await follower.follow();
  assert.deepEqual(news(), ['everything']);
  await change(9);
  await follower.follow();
  // The log has no line of the version before, by which its history could be told.
  assert.deepEqual(news(), ['everything']);
  await change(10);
  await follower.follow();
  assert.deepEqual(news(), [events(10)]);
});
