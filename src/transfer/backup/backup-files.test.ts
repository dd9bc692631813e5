import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { backupName, listBackups, pruneBackups } from './backup-files.ts';

const root = mkdtempSync(path.join(tmpdir(), 'kalends-place-'));
after(() => rmSync(root, { recursive: true, force: true }));

const CALENDAR = '0123456789abcdef';
const now = Temporal.Now.instant();
const hours = (count: number) => backupName(CALENDAR, now.add({ hours: count }), 'scheduled');

function folderWith(names: readonly string[]): string {
  const folder = mkdtempSync(path.join(root, 'f-'));
  for (const name of names) writeFileSync(path.join(folder, name), '');
  return folder;
}

const removedFrom = async (folder: string, keep: number) =>
  (await pruneBackups(folder, [CALENDAR], { kind: 'scheduled', keep })).map((file) => path.basename(file));

test('the oldest go, and those of other kinds stay', async () => {
  const manual = backupName(CALENDAR, now.subtract({ hours: 9 }), 'manual');
  const folder = folderWith([hours(-3), hours(-2), hours(-1), manual]);
  assert.deepEqual(await removedFrom(folder, 2), [hours(-3)]);
  assert.deepEqual(readdirSync(folder).sort(), [hours(-2), hours(-1), manual].sort());
});

test('backups dated by a clock that was ahead go before the one just made', async () => {
  const folder = folderWith([hours(5_000), hours(5_006), hours(-1)]);
  assert.deepEqual(await removedFrom(folder, 2), [hours(5_000)]);
  assert.deepEqual(readdirSync(folder).sort(), [hours(-1), hours(5_006)].sort());
});

test('of those made in one second the last counts as the newest', async () => {
  const name = hours(-1);
  const numbered = (number: number) => name.replace('.tar', `-${number}.tar`);
  const folder = folderWith([name, numbered(2), numbered(10)]);
  const kept = await listBackups(folder, [CALENDAR]);
  assert.deepEqual(
    kept.map(({ file }) => path.basename(file)),
    [numbered(10), numbered(2), name],
  );
  assert.deepEqual(await removedFrom(folder, 1), [numbered(2), name]);
});
