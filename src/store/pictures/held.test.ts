import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createMediaFiles } from './files.ts';
import { holdMedia } from './held.ts';

const root = mkdtempSync(path.join(tmpdir(), 'kalends-held-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('a picture that is deleted stays for whoever holds the folder, and for nobody else', async () => {
  const folder = path.join(root, 'media');
  const files = createMediaFiles(folder);
  const kept = (await files.write(2026, 11, [{ name: 'photo.png', bytes: Buffer.from('bytes') }]))(
    'photo.png',
  );
  const hold = await holdMedia(folder);
  assert.ok(hold);
  await files.retire([kept]);
  assert.equal(await files.read(kept), undefined);
  assert.equal(readFileSync(path.join(hold.place, kept), 'utf8'), 'bytes');
  await hold.release();
  assert.equal(existsSync(hold.place), false);
  const other = (await files.write(2026, 11, [{ name: 'other.png', bytes: Buffer.from('bytes') }]))(
    'other.png',
  );
  await files.retire([other]);
  assert.deepEqual(readdirSync(path.join(folder, '.held')), []);
});

test('what a killed process held is given up by the next', async () => {
  const folder = path.join(root, 'left');
  mkdirSync(folder);
  const first = await holdMedia(folder);
  assert.ok(first);
  // Its process is this one: as if it had the number of one that is gone.
  const left = path.join(folder, '.held', path.basename(first.place).replace(/-\d+-/, '-999999999-'));
  mkdirSync(left);
  const second = await holdMedia(folder);
  assert.equal(existsSync(left), false);
  assert.equal(existsSync(first.place), true);
  await first.release();
  await second?.release();
});

test('a folder that is not there is not held, and not made', async () => {
  assert.equal(await holdMedia(path.join(root, 'nothing')), undefined);
  assert.equal(existsSync(path.join(root, 'nothing')), false);
});
