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
import { dirname, join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createMediaFiles, type MediaFiles, writePicture } from './files.ts';
import type { PictureFiles } from './picture.ts';

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-media-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

const bytes = Buffer.from('picture');

const writeOne = async (files: MediaFiles, name: string, content: Uint8Array = bytes) =>
  (await files.write(2026, 11, [{ name, bytes: content }]))(name);

test('write keeps files of one name in folders that nobody can guess', async (t) => {
  const folder = await folderFor(t);
  const writers = [createMediaFiles(join(folder, 'media')), createMediaFiles(join(folder, 'media'))];
  const wanted = Array.from({ length: 40 }, (_, index) => Buffer.from(String(index)));
  const paths = await Promise.all(
    wanted.map((one, index) => writeOne(writers[index % 2] ?? assert.fail(), 'photo.png', one)),
  );
  assert.equal(new Set(paths).size, 40);
  for (const [index, path] of paths.entries()) {
    assert.match(path, /^2026\/11\/[0-9a-f]{20}\/photo\.png$/);
    assert.equal(await readFile(join(folder, 'media', path), 'utf8'), String(index));
    assert.equal((await writers[0]?.stat(path))?.size, String(index).length);
  }
});

test('a write that fails leaves no file and no folder', async (t) => {
  const folder = await folderFor(t);
  const files = createMediaFiles(folder);
  const name = 'a'.repeat(300);
  await assert.rejects(
    files.write(2026, 11, [
      { name: 'a.png', bytes },
      { name, bytes },
    ]),
  );
  assert.deepEqual(await readdir(join(folder, '2026/11')), []);
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
    await assert.rejects(writeOne(files, name), RangeError, JSON.stringify(name));
  }
  for (const month of [0, 13, 1.5, Number.NaN])
    await assert.rejects(files.write(2026, month, [{ name: 'a.png', bytes }]), RangeError);
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

test('writePicture keeps all files of a picture in one folder', async (t) => {
  const folder = await folderFor(t);
  const written = await writePicture(createMediaFiles(folder), [2026, 11], picture);
  const place = dirname(written.file);
  assert.deepEqual(written, {
    file: `${place}/a-scaled.png`,
    original: `${place}/a.png`,
    sizes: { medium: `${place}/a-300x1.png` },
    forms: { medium: [`${place}/a-300x1.webp`] },
  });
  assert.deepEqual((await readdir(join(folder, place))).sort(), [
    'a-300x1.png',
    'a-300x1.webp',
    'a-scaled.png',
    'a.png',
  ]);
  assert.equal(await readFile(join(folder, place, 'a.png'), 'utf8'), 'original');
});

test('read, stat and remove stay in the folder', async (t) => {
  const folder = await folderFor(t);
  const root = join(folder, 'media');
  const files = createMediaFiles(root);
  const path = await writeOne(files, 'photo.png');
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

test('removed and retired files are gone, their folder too, and retired ones come back', async (t) => {
  const folder = await folderFor(t);
  const files = createMediaFiles(folder);
  const a = await writeOne(files, 'a.png');
  const b = await writeOne(files, 'b.png');
  await files.remove([a]);
  await files.retire([b, '2026/11/never.png', '2031/01/no-folder.png']);
  assert.deepEqual(await readdir(join(folder, '2026/11')), []);
  assert.equal(await files.read(b), undefined);
  assert.equal(await files.open(`.swept/${b}`), undefined);
  assert.deepEqual([await files.isRestorable([a]), await files.isRestorable([b])], [false, true]);
  await files.restore([b]);
  assert.deepEqual(await files.read(b), bytes);
  await assert.rejects(files.retire(['../b.png']), RangeError);
});

test('open gives a part of a file, and closes', async (t) => {
  const files = createMediaFiles(await folderFor(t));
  const path = await writeOne(files, 'a.png');
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
  const month = join(folder, 'media/2026/11');
  const during = async (work: () => Promise<unknown>) => {
    synced = [];
    await work();
    return synced.sort();
  };
  const written: string[] = [];
  const write = (name: string) =>
    during(async () => {
      written.push(join(folder, 'media', await writeOne(files, name)));
    });
  const places = (at: number) => [dirname(written[at] ?? ''), written[at]];
  const first = await write('a.png');
  const parents = [folder, join(folder, 'media'), join(folder, 'media/2026'), month];
  assert.deepEqual(first, [...parents, ...places(0)]);
  assert.deepEqual(await write('b.png'), [month, ...places(1)]);
  const [a = '', b = ''] = written.map((path) => relative(join(folder, 'media'), path));
  assert.deepEqual(await during(() => files.remove([a])), [dirname(written[0] ?? '')]);
  assert.deepEqual(await during(() => files.retire([b])), [dirname(written[1] ?? '')]);
});
