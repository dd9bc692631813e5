// Pictures that were uploaded before there were smaller forms of them for the pages.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { renewNextPicture } from '#api/media/renew.ts';
import { type StoredSize, storedSizes } from '#api/media/rules.ts';
import { findMedia } from '#api/media/store.ts';
import { readConfig } from '#config.ts';
import type { Services } from '#context.ts';
import { openServices } from '#main.ts';
import { calendarSettings } from '../support/engine.ts';
import { photo } from '../support/pictures.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let services: Services;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  const env = { ...(await calendarSettings(service.data)), KALENDS_TIMEZONE: 'UTC' };
  const quiet = () => {};
  services = await openServices(readConfig(env), { warn: quiet, error: quiet });
});
after(async () => {
  await services?.db.close();
  await service?.stop();
});

const rowOf = async (id: number) => {
  const row = await findMedia(services.db.read, id);
  assert.ok(row);
  return row;
};

async function upload(name: string): Promise<number> {
  // One size with forms is enough, and quick to make.
  const small = await sharp(photo).resize(400).png().toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(small)], { type: 'image/png' }), `${name}.png`);
  return (await service.as('admin').post(`${service.url}/wp/v2/media`, form)).expect(201).id();
}

/** Leaves of a picture what an upload left before there were forms. */
async function makeOlder(id: number): Promise<[string, StoredSize][]> {
  const sizes = storedSizes(await rowOf(id));
  const forms = sizes.flatMap(([, size]) => (size.forms ?? []).map(({ file }) => file));
  assert.ok(forms.some((file) => file.endsWith('.avif')) && forms.some((file) => file.endsWith('.webp')));
  const older = sizes.map(([name, { forms: _, placeholder: __, ...size }]) => [name, size]);
  await services.db.write(async (trx) => {
    const columns = { sizes: JSON.stringify(Object.fromEntries(older)) };
    await trx.updateTable('media').set(columns).where('id', '=', id).execute();
  });
  await services.media.files.remove(forms);
  return sizes;
}

/** Renews all, each picture by a run of its own, as after a restart. */
async function renewAll(): Promise<number[]> {
  const done: number[] = [];
  for (;;) {
    const id = await renewNextPicture({ services, viewer: null, now: services.now() });
    if (id === undefined) return done;
    done.push(id);
  }
}

test('pictures of earlier uploads get their forms one by one, and once; what can’t be decoded is passed over', async () => {
  const [first, broken, second, present] = [
    await upload('first'),
    await upload('broken'),
    await upload('second'),
    await upload('present'),
  ];
  const before = await makeOlder(first);
  await makeOlder(broken);
  await makeOlder(second);
  const untouched = await rowOf(present);
  writeFileSync(path.join(service.data, 'media', (await rowOf(broken)).file), 'no picture');
  assert.match((await service.cli(['doctor'])).stdout, /smaller sizes of 3 older pictures/);
  assert.deepEqual(await renewAll(), [first, broken, second]);
  assert.doesNotMatch((await service.cli(['doctor'])).stdout, /older pictures/);
  assert.deepEqual(await renewAll(), []);
  const renewed = storedSizes(await rowOf(first));
  const shape = (sizes: readonly [string, StoredSize][]) =>
    sizes.map(([name, { file, width, forms = [], placeholder }]) => [
      ...[name, file, width, placeholder],
      forms.map(({ 'mime-type': type, filesize }) => [type, filesize]),
    ]);
  assert.deepEqual(shape(renewed), shape(before));
  for (const [, { forms = [] }] of renewed)
    for (const { file, filesize } of forms)
      assert.equal((await services.media.files.stat(file))?.size, filesize);
  assert.ok(storedSizes(await rowOf(broken)).every(([, size]) => size.forms === undefined));
  assert.deepEqual(await rowOf(present), untouched);
  // The running service shows them.
  const event = { title: 'Shown', slug: 'shown', image: first };
  const dates = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' };
  (await service.as('admin').post('/events', { ...event, ...dates })).expect(201);
  const { text } = await service.anonymous.get(`${service.url}/event/shown/`, undefined, {
    accept: 'text/html',
  });
  assert.match(text, /<source type="image\/avif"/);
});
