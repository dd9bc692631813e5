import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { removeAtExit } from '../support/program.ts';
import { people, type Service, startService } from '../support/service.ts';

const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));

let around: string;
let data: string;
let service: Service;
let umask: number;
before(async () => {
  around = mkdtempSync(path.join(tmpdir(), 'kalends-private-'));
  removeAtExit(around);
  data = path.join(around, 'deep', 'data');
  // Whoever starts the service lets everybody read and write what he makes.
  umask = process.umask(0);
  service = await startService({ data });
  await people(service);
});
after(async () => {
  await service?.stop();
  process.umask(umask);
  rmSync(around, { recursive: true, force: true });
});

/** All below a folder that others than its owner may do anything with. */
function openOnes(folder: string): string[] {
  const all = [
    folder,
    ...readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))),
  ];
  return all
    .filter((one) => (statSync(one).mode & 0o077) !== 0)
    .map((one) => `${path.relative(folder, one)} ${(statSync(one).mode & 0o777).toString(8)}`);
}

async function upload(): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png');
  return (await service.as('editor').post(`${service.url}/kalends/v1/media`, form)).expect(201).id();
}

test('the data folder and all in it are for their owner alone, whatever the umask', async () => {
  (await service.as('editor').post('/tags', { name: 'A write' })).expect(201);
  const id = await upload();
  assert.deepEqual(openOnes(data), []);
  assert.ok(readdirSync(data).includes('media'));
  // What marks a name that is never given again is such a file, too.
  (await service.as('editor').delete(`${service.url}/kalends/v1/media/${id}`)).expect(200);
  assert.deepEqual(openOnes(data), []);
  await upload();
});

test('exports, their pictures and reports are for their owner alone', async () => {
  const folder = path.join(around, 'out');
  mkdirSync(folder, { mode: 0o700 });
  const file = path.join(folder, 'export.json');
  const pictures = path.join(folder, 'pictures');
  const exported = await service.cli(['export', '--out', file, '--media', pictures]);
  assert.equal(exported.code, 0, exported.stderr);
  const report = path.join(folder, 'report.json');
  const imported = await service.cli(['import', 'tec', file, '--media', pictures, '--report', report]);
  assert.equal(imported.code, 0, imported.stderr);
  assert.ok(readdirSync(folder).includes('report.json'));
  assert.deepEqual(openOnes(folder), []);
});

test('what an older version left open is narrowed at the start', async () => {
  const open = [data, path.join(data, 'media')];
  const files = readdirSync(data).filter((name) => /^kalends\.db/.test(name));
  for (const folder of open) chmodSync(folder, 0o755);
  for (const name of files) chmodSync(path.join(data, name), 0o644);
  await service.restart();
  for (const one of [...open, ...files.map((name) => path.join(data, name))]) {
    const found = statSync(one, { throwIfNoEntry: false });
    if (found) assert.equal(found.mode & 0o077, 0, one);
  }
});

test('a data folder that holds other things, too, is warned about and left', async () => {
  writeFileSync(path.join(data, 'notes.txt'), 'mine');
  chmodSync(data, 0o755);
  await service.restart();
  assert.equal(statSync(data).mode & 0o777, 0o755);
  assert.match(service.log(), /data folder can be entered by others/);
  for (const name of readdirSync(data))
    if (name !== 'notes.txt') assert.equal(statSync(path.join(data, name)).mode & 0o077, 0, name);
  rmSync(path.join(data, 'notes.txt'));
  chmodSync(data, 0o700);
});
