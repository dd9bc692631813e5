import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sweepMedia } from './sweep.ts';

test('sweepMedia removes parts and empty folders an hour old and nothing else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-sweep-'));
  t.after(() => rm(folder, { recursive: true }));
  const month = join(folder, '2026', '11');
  await mkdir(month, { recursive: true });
  await mkdir(join(folder, 'other'));
  for (const name of ['.old.part', '.new.part', 'old.part', '.photo.png.gone', 'photo.png'])
    await writeFile(join(month, name), '');
  const [left, used, fresh] = ['0', 'a', 'f'].map((digit) => digit.repeat(20));
  for (const name of [left, used, fresh, 'own']) await mkdir(join(month, String(name)));
  await writeFile(join(month, String(used), 'photo.png'), '');
  await writeFile(join(folder, 'other', '.old.part'), '');
  for (const name of await readdir(month))
    if (name !== '.new.part' && name !== fresh) await utimes(join(month, name), 0, 10_000);
  const { epochMilliseconds } = Temporal.Now.instant();
  assert.deepEqual(await sweepMedia(folder, epochMilliseconds), [join(month, '.old.part')]);
  assert.deepEqual(
    (await readdir(month)).sort(),
    ['.new.part', '.photo.png.gone', String(used), String(fresh), 'old.part', 'own', 'photo.png'].sort(),
  );
  assert.deepEqual(await readdir(join(folder, 'other')), ['.old.part']);
  assert.deepEqual(await sweepMedia(join(folder, 'none'), epochMilliseconds), []);
});

test('sweepMedia ends early once it is stopped', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-sweep-'));
  t.after(() => rm(folder, { recursive: true }));
  const month = join(folder, '2026', '11');
  await mkdir(month, { recursive: true });
  for (const name of ['.a.part', '.b.part']) {
    await writeFile(join(month, name), '');
    await utimes(join(month, name), 0, 10_000);
  }
  let asked = 0;
  const swept = await sweepMedia(folder, Temporal.Now.instant().epochMilliseconds, () => ++asked > 1);
  assert.equal(swept.length, 1);
  assert.equal((await readdir(month)).length, 1);
});
