import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Answer } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { movePicture } from '../support/pictures.ts';
import { people, type Service, startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
const TWO_HOURS_MS = 7_200_000;
const MONTH_MS = 31 * 86_400_000;

let service: Service;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
});
after(() => service.stop());

/** A picture that has no smaller sizes. */
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

const upload = async (name: string, bytes: Uint8Array = photo) => {
  const headers = { 'Content-Type': 'image/png', 'Content-Disposition': `attachment; filename="${name}"` };
  const answer = await service.as('admin').post(`${service.url}/kalends/v1/media`, bytes, headers);
  return answer.expect(201);
};
const place = (file: string) => path.join(service.data, 'media', file);
const fileOf = (answer: Answer) => String(answer.at('media_details.file'));
/** Path of a file beside the one of an upload. */
const beside = (answer: Answer, name: string) => path.posix.join(path.posix.dirname(fileOf(answer)), name);
const names = (folder: string) => readdirSync(place(folder)).sort();

function age(file: string, ms: number): void {
  const seconds = (Temporal.Now.instant().epochMilliseconds - ms) / 1000;
  utimesSync(place(file), seconds, seconds);
}

test('check tells of files without a row and of rows without a file, by name', async () => {
  const made = await upload('whole.png');
  await assertSound(service);
  writeFileSync(place('2026/11/stray.png'), photo);
  writeFileSync(place(beside(made, 'other.png')), photo);
  rmSync(place(beside(made, 'whole-300x200.png')));
  const { code, stdout } = await service.cli(['check']);
  assert.equal(code, 1);
  assert.match(stdout, /^file 2026\/11\/stray\.png has no picture/m);
  const lost = beside(made, 'whole-300x200.png');
  assert.match(stdout, new RegExp(`^file ${beside(made, 'other.png')} has no picture`, 'm'));
  assert.match(stdout, new RegExp(`^file ${lost} is missing\\. .*: ${made.id()}$`, 'm'));
  assert.equal(stdout.trim().split('\n').length, 3);
  rmSync(place('2026/11/stray.png'));
  rmSync(place(beside(made, 'other.png')));
  (await service.as('admin').delete(`${service.url}/kalends/v1/media/${made.id()}`)).expect(200);
  await assertSound(service);
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
  const folder = path.posix.dirname(fileOf(made));
  const lost = path.posix.dirname(fileOf(deleted));
  for (const at of ['2026/11', folder])
    for (const name of ['stray.png', 'fresh.png', '.old.part']) writeFileSync(place(`${at}/${name}`), photo);
  for (const at of ['2026/11', folder, lost])
    for (const name of names(at)) if (name !== 'fresh.png') age(`${at}/${name}`, TWO_HOURS_MS);
  await service.restart();
  const whole = ['1024x683', '300x200', '768x512'].flatMap((size) =>
    ['png', 'avif', 'webp'].map((form) => `kept-${size}.${form}`),
  );
  const kept = [...whole, 'kept-150x150.png', 'kept.png'];
  assert.deepEqual(names(folder), ['fresh.png', ...kept].sort());
  const gone = [
    `${folder}/stray.png`,
    '2026/11/stray.png',
    fileOf(deleted),
    beside(deleted, 'deleted-300x200.png'),
  ];
  for (const file of gone) {
    assert.equal((await fetch(`${service.url}/media/${file}`)).status, 404, file);
    // As long as the history goes back it can be brought back: the database may have been the wrong one.
    assert.ok(existsSync(place(`.swept/${file}`)), file);
    assert.equal((await fetch(`${service.url}/media/.swept/${file}`)).status, 404);
    age(`.swept/${file}`, MONTH_MS);
  }
  assert.ok(!existsSync(place(lost)));
  assert.equal((await fetch(`${service.url}/media/${fileOf(made)}`)).status, 200);
  for (const at of ['2026/11', folder]) rmSync(place(`${at}/fresh.png`));
  await service.restart();
  for (const file of gone) assert.ok(!existsSync(place(`.swept/${file}`)));
  await assertSound(service);
});

test('pictures of earlier versions leave their guessable addresses, but for those that somebody may see', async () => {
  const admin = service.as('admin');
  const dates = { start_date: '2027-03-01 19:00:00', end_date: '2027-03-01 21:00:00' };
  const show = async (picture: Answer, fields: Record<string, unknown>) =>
    (await admin.post('/events', { title: 'Shown', ...dates, image: picture.id(), ...fields })).expect(201);
  const series = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] };
  const uploads = {
    draft: await upload('draft.png'),
    planned: await upload('planned.gif', dot),
    closed: await upload('closed.gif', dot),
    unused: await upload('unused.gif', dot),
    open: await upload('open.gif', dot),
    unlisted: await upload('unlisted.gif', dot),
    ofVenue: await upload('venue.gif', dot),
    ofDate: await upload('date.gif', dot),
    named: await upload('named.gif', dot),
    logo: await upload('logo.gif', dot),
  };
  const draft = await show(uploads.draft, { status: 'draft' });
  await show(uploads.planned, { date: '2026-12-24 12:00:00' });
  await show(uploads.closed, { password: 'sesame' });
  await show(uploads.open, {});
  await show(uploads.open, { status: 'draft' });
  await show(uploads.unlisted, { hide_from_listings: true });
  (await admin.post('/venues', { venue: 'Pictured', image: uploads.ofVenue.id() })).expect(201);
  (await admin.post('/events', { title: 'Repeated', ...dates, ...series })).expect(201);
  const listed = (await admin.get('/events?search=Repeated')).expect(200).rows('events');
  assert.equal(listed.length, 2);
  const date = { image: uploads.ofDate.id(), scope: 'this' };
  (await admin.patch(`/events/${listed[1]?.['id']}`, date)).expect(200);
  const picture = `<img src="${service.url}/media/2026/11/named.gif" alt="">`;
  (await admin.post('/events', { title: 'Naming', ...dates, description: picture })).expect(201);
  (await admin.patch(`${service.url}/kalends/v1/settings`, { logo: uploads.logo.id() })).expect(200);
  const older: Record<string, string[]> = {};
  for (const [name, answer] of Object.entries(uploads))
    older[name] = await movePicture(service.data, answer, '2026/11');
  const db = await openCalendar(service.data);
  await db.write((trx) =>
    trx.insertInto('settings').values({ name: 'media_to_hide', value: 'true' }).execute(),
  );
  await db.close();
  await service.restart();
  const hidden = ['draft', 'planned', 'closed', 'unused'];
  for (const [name, files] of Object.entries(older))
    for (const file of files)
      assert.equal(
        (await fetch(`${service.url}/media/${file}`)).status,
        hidden.includes(name) ? 404 : 200,
        file,
      );
  const image = (await admin.get(`/events/${draft.id()}`)).expect(200);
  assert.match(String(image.at('image.url')), /\/media\/2026\/11\/[0-9a-f]{20}\/draft\.png$/);
  for (const url of [image.at('image.url'), image.at('image.sizes.medium.url')])
    assert.equal((await fetch(String(url))).status, 200);
  await assertSound(service);
  // Once: an address that the public has seen stays.
  await admin.patch(`/events/${draft.id()}`, { status: 'publish' });
  await service.restart();
  const path = (answer: Answer) => new URL(String(answer.at('image.url'))).pathname;
  assert.equal(path(await admin.get(`/events/${draft.id()}`)), path(image));
});
