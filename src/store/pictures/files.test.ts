import assert from 'node:assert/strict';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createMediaFiles } from './files.ts';
import type { PictureFiles } from './picture.ts';

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-media-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

const bytes = Buffer.from('picture');

test('write keeps files of one name side by side', async (t) => {
  const folder = await folderFor(t);
  const files = createMediaFiles(join(folder, 'media'));
  assert.equal(await files.write(2026, 11, 'photo.png', bytes), '2026/11/photo.png');
  assert.equal(await files.write(2026, 11, 'photo.png', bytes), '2026/11/photo-1.png');
  assert.equal(await files.write(2026, 1, 'photo.png', bytes), '2026/01/photo.png');
  assert.deepEqual(await files.read('2026/11/photo-1.png'), bytes);
  assert.equal((await files.stat('2026/11/photo.png'))?.size, bytes.length);
  assert.deepEqual((await readdir(join(folder, 'media/2026/11'))).sort(), ['photo-1.png', 'photo.png']);
});

test('write never lets two writers at once have one name', async (t) => {
  const folder = await folderFor(t);
  const writers = [createMediaFiles(folder), createMediaFiles(folder)];
  const wanted = Array.from({ length: 40 }, (_, index) => Buffer.from(String(index)));
  const paths = await Promise.all(
    wanted.map((one, index) => writers[index % 2]?.write(2026, 11, 'photo.png', one)),
  );
  assert.equal(new Set(paths).size, 40);
  for (const [index, path] of paths.entries())
    assert.equal(await readFile(join(folder, path ?? ''), 'utf8'), String(index));
});

test('write refuses names and months that are none', async (t) => {
  const files = createMediaFiles(await folderFor(t));
  for (const name of [
    '',
    '.',
    '..',
    '../a.png',
    'a/b.png',
    'a\\b.png',
    '.hidden.png',
    'a\0.png',
    'c:a.png',
  ]) {
    await assert.rejects(files.write(2026, 11, name, bytes), RangeError, JSON.stringify(name));
  }
  for (const month of [0, 13, 1.5, Number.NaN])
    await assert.rejects(files.write(2026, month, 'a.png', bytes), RangeError);
});

const picture: PictureFiles = {
  file: { name: 'a-scaled.png', bytes, width: 2560, height: 10 },
  original: { name: 'a.png', bytes: Buffer.from('original') },
  sizes: {
    medium: {
      file: 'a-300x1.png',
      bytes: Buffer.from('medium'),
      width: 300,
      height: 1,
      'mime-type': 'image/png',
      filesize: 6,
      forms: [{ file: 'a-300x1.webp', bytes: Buffer.from('form'), 'mime-type': 'image/webp', filesize: 4 }],
    },
  },
};

test('writePicture gives all files of a picture one stem that is free for each of them', async (t) => {
  const folder = await folderFor(t);
  const files = createMediaFiles(folder);
  await files.write(2026, 11, 'a-300x1.png', Buffer.from('somebody’s'));
  assert.deepEqual(await files.writePicture(2026, 11, picture), {
    file: '2026/11/a-1-scaled.png',
    original: '2026/11/a-1.png',
    sizes: { medium: '2026/11/a-1-300x1.png' },
    forms: { medium: ['2026/11/a-1-300x1.webp'] },
  });
  assert.deepEqual((await readdir(join(folder, '2026/11'))).sort(), [
    'a-1-300x1.png',
    'a-1-300x1.webp',
    'a-1-scaled.png',
    'a-1.png',
    'a-300x1.png',
  ]);
  assert.equal(await readFile(join(folder, '2026/11/a-1.png'), 'utf8'), 'original');
});

test('read, stat and remove stay in the folder', async (t) => {
  const folder = await folderFor(t);
  const root = join(folder, 'media');
  const files = createMediaFiles(root);
  const path = await files.write(2026, 11, 'photo.png', bytes);
  await writeFile(join(folder, 'secret'), 'secret');
  await mkdir(join(folder, 'media-other'));
  await writeFile(join(folder, 'media-other/secret'), 'secret');
  await symlink(join(folder, 'secret'), join(root, '2026/11/link.png'));
  await symlink(folder, join(root, '2026/out'));
  await symlink(join(folder, 'media-other'), join(root, '2026/other'));
  const outside = [
    ...[
      '../secret',
      '2026/../../secret',
      '/etc/passwd',
      join(folder, 'secret'),
      '2026/11/link.png',
      '2026/out/secret',
    ],
    ...[
      '2026/other/secret',
      '2026\\11\\photo.png',
      '2026/11/photo.png\0',
      './2026/11/photo.png',
      '2026//11/photo.png',
    ],
    ...['', '.', '2026/11', '2026/11/', '2026/11/none.png', '2026/11/photo.png/x', `2026/${'a'.repeat(300)}`],
  ];
  for (const one of outside) {
    assert.equal(await files.read(one), undefined, one);
    assert.equal(await files.stat(one), undefined, one);
  }
  await assert.rejects(files.remove([path, '../secret']), RangeError);
  assert.deepEqual(await files.read(path), bytes);
  await files.remove(['2026/out/secret', '2026/other/secret', '2026/11/link.png', '2026/11/none.png', path]);
  assert.equal(await files.read(path), undefined);
  assert.equal(await readFile(join(folder, 'secret'), 'utf8'), 'secret');
  assert.equal(await readFile(join(folder, 'media-other/secret'), 'utf8'), 'secret');
});

test('names of retired files are never given again, those of removed ones are', async (t) => {
  const folder = await folderFor(t);
  const files = createMediaFiles(folder);
  await files.write(2026, 11, 'a.png', bytes);
  await files.write(2026, 11, 'b.png', bytes);
  await files.remove(['2026/11/a.png']);
  await files.retire(['2026/11/b.png', '2026/11/never.png', '2031/01/no-folder.png']);
  assert.equal(await files.write(2026, 11, 'a.png', bytes), '2026/11/a.png');
  assert.equal(await files.write(2026, 11, 'b.png', bytes), '2026/11/b-1.png');
  assert.equal(await files.read('2026/11/b.png'), undefined);
  assert.equal(await files.open('2026/11/.b.png.gone'), undefined);
  await assert.rejects(files.retire(['../b.png']), RangeError);
});

test('a picture takes no name that any of its files would share with a retired one', async (t) => {
  const files = createMediaFiles(await folderFor(t));
  const size = { width: 1, height: 1, bytes, 'mime-type': 'image/png', filesize: 7 };
  const picture: PictureFiles = {
    file: { name: 'c.png', bytes, width: 2, height: 2 },
    sizes: { medium: { ...size, file: 'c-1x1.png' } },
  };
  const first = await files.writePicture(2026, 11, picture);
  await files.retire(Object.values(first.sizes));
  assert.equal((await files.writePicture(2026, 11, picture)).file, '2026/11/c-1.png');
});

test('open gives a part of a file, and closes', async (t) => {
  const files = createMediaFiles(await folderFor(t));
  const path = await files.write(2026, 11, 'a.png', bytes);
  const file = await files.open(path);
  assert.equal(file?.size, bytes.length);
  const parts: Buffer[] = [];
  for await (const part of file?.read(1, 3) ?? []) parts.push(part);
  assert.equal(Buffer.concat(parts).toString(), 'ict');
  assert.equal(await files.open('2026/11'), undefined);
  assert.equal(await files.open('2026/11/b.png'), undefined);
});

test('what is written, removed or retired is on the disk with its name, new folders included', async (t) => {
  const folder = await folderFor(t);
  const handle = await open(folder);
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  let synced: string[] = [];
  const { sync } = prototype;
  t.mock.method(prototype, 'sync', async function (this: FileHandle) {
    synced.push(await readlink(`/proc/self/fd/${this.fd}`));
    return sync.call(this);
  });
  const files = createMediaFiles(join(folder, 'media'));
  const place = join(folder, 'media/2026/11');
  const during = async (work: () => Promise<unknown>) => {
    synced = [];
    await work();
    return synced.filter((path) => !path.endsWith('.part')).sort();
  };
  assert.deepEqual(await during(() => files.write(2026, 11, 'a.png', bytes)), [
    folder,
    join(folder, 'media'),
    join(folder, 'media/2026'),
    place,
  ]);
  assert.deepEqual(await during(() => files.write(2026, 11, 'b.png', bytes)), [place]);
  assert.deepEqual(await during(() => files.remove(['2026/11/a.png'])), [place]);
  assert.deepEqual(await during(() => files.retire(['2026/11/b.png', '2026/11/c.png'])), [place]);
});
