import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { ArchiveWriter, withArchive } from './archive.ts';
import { FORMAT, MANIFEST, type Manifest } from './manifest.ts';
import { readManifest } from './read-manifest.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-archive-'));
const file = path.join(folder, 'small.tar');
let whole: Buffer;

/** A backup of nearly nothing, as it would be written. */
async function writeSmall(): Promise<string> {
  const writer = new ArchiveWriter(await open(file, 'wx', 0o600), 1_795_000_000_000);
  for (const [name, content] of [
    ['tables/users/000001.jsonl.zst', Buffer.from('not read here')],
    ['settings/kalends.env', Buffer.alloc(0)],
    [`media/2026/11/${'a-long-name-'.repeat(7)}.png`, Buffer.alloc(700, 7)],
  ] as const)
    await writer.add(name, content.length, [content]);
  const manifest: Manifest = {
    format: FORMAT,
    kalends: '1.0.0',
    made: '2026-11-22T06:00:00Z',
    calendar: 'c0ffee',
    engine: 'sqlite',
    version: 7,
    migrations: ['0001_calendar'],
    tables: { users: 1 },
    media: true,
    missing: [],
    members: [...writer.members],
  };
  const text = Buffer.from(JSON.stringify(manifest));
  await writer.add(MANIFEST, text.length, [text]);
  return writer.finish();
}

const read = () => withArchive(file, (archive) => readManifest(archive, () => {}));

before(async () => {
  await writeSmall();
  whole = await readFile(file);
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('an archive is read as it was written', async () => {
  const { members, version } = await read();
  assert.equal(version, 7);
  assert.deepEqual(
    members.map(({ size }) => size),
    [13, 0, 700],
  );
});

test('each flipped byte of an archive is found, in names, sums, padding and the end too', async () => {
  for (let at = 0; at < whole.length; at++) {
    // Of the padding, which is zeros and most of it, each ninth byte, so that all bits have their turn.
    if (whole[at] === 0 && at % 9 !== 0) continue;
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
    writeFileSync(file, copy);
    await assert.rejects(read(), UserFacingError, `byte ${at}`);
  }
  writeFileSync(file, whole);
});

test('an archive that is shorter or longer by anything is found', async () => {
  for (let length = 0; length < whole.length; length += 97) {
    writeFileSync(file, whole.subarray(0, length));
    await assert.rejects(read(), UserFacingError, `${length} bytes`);
  }
  for (const more of [1, 511, 512, 1024]) {
    writeFileSync(file, Buffer.concat([whole, Buffer.alloc(more)]));
    await assert.rejects(read(), UserFacingError, `${more} bytes more`);
  }
  writeFileSync(file, Buffer.concat([whole, whole]));
  await assert.rejects(read(), UserFacingError, 'twice');
  writeFileSync(file, whole);
});
