import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openCalendar } from '../support/engine.ts';
import { people, type Service, startService } from '../support/service.ts';

const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
const TWO_HOURS_MS = 7_200_000;
const MONTH_MS = 31 * 86_400_000;

let service: Service;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
});
after(() => service.stop());

const upload = async (name: string) => {
  const headers = { 'Content-Type': 'image/png', 'Content-Disposition': `attachment; filename="${name}"` };
  const answer = await service.as('admin').post(`${service.url}/kalends/v1/media`, photo, headers);
  return answer.expect(201);
};
const place = (file: string) => path.join(service.data, 'media', file);
const month = (name: string) => `2026/11/${name}`;
const names = () => readdirSync(place('2026/11')).sort();

function age(file: string, ms: number): void {
  const seconds = (Temporal.Now.instant().epochMilliseconds - ms) / 1000;
  utimesSync(place(file), seconds, seconds);
}

test('check tells of files without a row and of rows without a file, by name', async () => {
  const made = await upload('whole.png');
  assert.equal((await service.cli(['check'])).code, 0);
  writeFileSync(place(month('stray.png')), photo);
  rmSync(place(month('whole-300x200.png')));
  const { code, stdout } = await service.cli(['check']);
  assert.equal(code, 1);
  assert.match(stdout, /^file 2026\/11\/stray\.png belongs to no picture/m);
  assert.match(stdout, new RegExp(`^file 2026/11/whole-300x200\\.png is missing: .*: ${made.id()}$`, 'm'));
  assert.equal(stdout.trim().split('\n').length, 2);
  rmSync(place(month('stray.png')));
  (await service.as('admin').delete(`${service.url}/kalends/v1/media/${made.id()}`)).expect(200);
  assert.equal((await service.cli(['check'])).code, 0);
});

test('a start takes away what interrupted uploads and deletions left, and nothing that is kept', async () => {
  const made = await upload('kept.png');
  const deleted = await upload('deleted.png');
  // As a process leaves it that dies between the row and the files of a picture.
  const db = await openCalendar(service.data);
  try {
    await db.write((trx) => trx.deleteFrom('media').where('id', '=', deleted.id()).execute());
  } finally {
    await db.close();
  }
  for (const name of ['stray.png', 'fresh.png', '.old.part']) writeFileSync(place(month(name)), photo);
  for (const name of names()) if (name !== 'fresh.png') age(month(name), TWO_HOURS_MS);
  await service.restart();
  const left = names();
  const whole = ['1024x683', '300x200', '768x512'].flatMap((size) =>
    ['png', 'avif', 'webp'].map((form) => `kept-${size}.${form}`),
  );
  const kept = [...whole, 'kept-150x150.png', 'kept.png'];
  assert.deepEqual(
    left.filter((name) => !name.endsWith('.gone')),
    ['fresh.png', ...kept].sort(),
  );
  for (const file of ['stray.png', 'deleted.png', 'deleted-300x200.png'])
    assert.equal((await fetch(`${service.url}/media/2026/11/${file}`)).status, 404, file);
  assert.equal((await fetch(`${service.url}/media/${made.at('media_details.file')}`)).status, 200);
  // As long as the history goes back it can be brought back: the database may have been the wrong one.
  assert.ok(existsSync(place('.swept/2026/11/stray.png')));
  assert.ok(existsSync(place('.swept/2026/11/deleted.png')));
  assert.equal((await upload('stray.png')).at('media_details.file'), month('stray-1.png'));
  assert.equal((await fetch(`${service.url}/media/.swept/2026/11/stray.png`)).status, 404);
  age('.swept/2026/11/stray.png', MONTH_MS);
  rmSync(place(month('fresh.png')));
  await service.restart();
  assert.ok(!existsSync(place('.swept/2026/11/stray.png')));
  const { code, stdout } = await service.cli(['check']);
  assert.deepEqual([code, stdout], [0, stdout]);
});
