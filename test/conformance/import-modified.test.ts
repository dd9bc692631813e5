import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Answer } from '../support/client.ts';
import { at, type Json } from '../support/json.ts';
import { removeAtExit } from '../support/program.ts';
import { people, type Service, type ServiceOptions, startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

// When an item was last changed, through imports and exports (contract D43).

async function started(t: TestContext, options: ServiceOptions = {}): Promise<Service> {
  const service = await startService({ clock: '2026-11-20T18:00:00Z', ...options });
  t.after(() => service.stop());
  await people(service);
  return service;
}

async function run(service: Service, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await service.cli(args);
  assert.equal(code, 0, stderr + stdout);
  return stdout;
}

function fileOf(content: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-modified-'));
  removeAtExit(folder);
  const file = path.join(folder, 'events.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const moments = { date: '2020-01-02 03:04:05', date_utc: '2020-01-02 08:04:05' };
const changed = { modified: '2021-05-06 07:08:09', modified_utc: '2021-05-06 11:08:09' };
/** What a site answers of an event with a venue and an organizer. */
const eventOf = (fields: object = {}) => ({
  id: 700,
  global_id: 'there.example.org?id=700',
  title: 'Imported',
  description: '<p>Words</p>',
  slug: 'imported',
  status: 'publish',
  start_date: '2026-12-01 10:00:00',
  end_date: '2026-12-01 12:00:00',
  timezone: 'America/New_York',
  all_day: false,
  ...moments,
  ...changed,
  ...fields,
});
const linked = (id: number, name: 'venue' | 'organizer', more: object = {}) => ({
  id,
  global_id: `there.example.org?id=${id}`,
  [name]: `The ${name}`,
  status: 'publish',
  show_map: true,
  ...moments,
  ...changed,
  ...more,
});
const whole = (fields: object = {}) =>
  eventOf({ venue: linked(701, 'venue'), organizer: [linked(702, 'organizer')], ...fields });

const modifiedOf = (answer: Answer, at = '') => [answer.at(`${at}modified`), answer.at(`${at}modified_utc`)];
const THERE = [changed.modified, changed.modified_utc];
const NOW = ['2026-11-20 18:00:00', '2026-11-20 18:00:00'];

test('an import keeps when an event, its venue and its organizer were published and last changed', async (t) => {
  const service = await started(t);
  const file = fileOf({ events: [whole()] });
  await run(service, ['import', 'tec', file]);
  for (const at of ['/events/700', '/venues/701', '/organizers/702']) {
    const read = (await service.anonymous.get(at)).expect(200);
    assert.deepEqual(modifiedOf(read), THERE, at);
    assert.deepEqual([read.at('date'), read.at('date_utc')], Object.values(moments), at);
    assert.equal(read.headers['last-modified'], 'Thu, 06 May 2021 11:08:09 GMT');
  }
  const listed = (await service.anonymous.get('/events')).expect(200);
  assert.deepEqual(modifiedOf(listed, 'events.0.'), THERE);
  assert.deepEqual(modifiedOf(listed, 'events.0.venue.'), THERE);
});

test('a change here moves it, an import of the same leaves that, and one of something new takes the source’s', async (t) => {
  const service = await started(t);
  const editor = service.as('editor');
  const take = async (fields: object) => run(service, ['import', 'tec', fileOf({ events: [whole(fields)] })]);
  const read = async (at: string) => modifiedOf((await editor.get(`${at}?context=edit`)).expect(200));
  const file = fileOf({ events: [whole()] });
  await run(service, ['import', 'tec', file]);
  for (const [at, fields] of [
    ['/events/700', { title: 'Changed here' }],
    ['/venues/701', { city: 'Bern' }],
    ['/organizers/702', { phone: '1' }],
  ] as const) {
    (await editor.patch(at, fields)).expect(200);
    assert.deepEqual(await read(at), NOW, at);
  }
  assert.match(await run(service, ['import', 'tec', file]), /^Everything is up to date/);
  assert.deepEqual(await read('/events/700'), NOW);
  assert.equal((await editor.get('/events/700')).at('title'), 'Changed here');

  const later = { modified: '2022-01-01 00:00:00', modified_utc: '2022-01-01 05:00:00' };
  await take({ title: 'Changed there', ...later });
  assert.deepEqual(await read('/events/700'), Object.values(later));
  assert.equal((await editor.get('/events/700')).at('title'), 'Changed there');
  // Nothing but its being touched there is a change too.
  const touched = { modified: '2023-01-01 00:00:00', modified_utc: '2023-01-01 05:00:00' };
  await take({ title: 'Changed there', ...touched });
  assert.deepEqual(await read('/events/700'), Object.values(touched));
  const venue = linked(701, 'venue', { city: 'Basel', ...later });
  await take({ title: 'Changed there', ...touched, venue });
  assert.deepEqual(await read('/venues/701'), Object.values(later));
  assert.deepEqual(await read('/organizers/702'), NOW);

  (await editor.delete('/events/700')).expect(200);
  assert.deepEqual(await read('/events/700'), NOW);
});

test('of a date of change that is none or half told the import makes the best', async (t) => {
  const service = await started(t, { timezone: 'America/New_York' });
  const wrong = [
    '0000-00-00 00:00:00',
    '2026-02-30 10:00:00',
    'yesterday',
    '',
    null,
    5,
    '2021-05-06T07:08:09',
  ];
  const events = [
    { modified: undefined },
    { modified_utc: undefined },
    ...wrong.map((moment) => ({ modified: moment, modified_utc: moment })),
  ].map((fields, index) =>
    eventOf({
      id: 800 + index,
      global_id: `there.example.org?id=${800 + index}`,
      slug: `e${index}`,
      ...fields,
    }),
  );
  await run(service, ['import', 'tec', fileOf({ events })]);
  const read = async (id: number) => modifiedOf((await service.anonymous.get(`/events/${id}`)).expect(200));
  assert.deepEqual(await read(800), ['2021-05-06 07:08:09', '2021-05-06 11:08:09']);
  assert.deepEqual(await read(801), ['2021-05-06 07:08:09', '2021-05-06 11:08:09']);
  for (const [index] of wrong.entries())
    assert.deepEqual(await read(802 + index), Object.values(moments), String(wrong[index]));
  await assertSound(service);
});

test('an export of what was imported from an export is that export, whatever the site’s zone and currency', async (t) => {
  const first = await started(t, { timezone: 'Europe/Zurich' });
  const admin = first.as('admin');
  const event = {
    title: 'Made here',
    start_date: '2026-12-01',
    end_date: '2026-12-02',
    cost: '5',
    description: 'Long',
  };
  await run(first, ['import', 'tec', fileOf({ events: [whole()] })]);
  const made = (
    await admin.post('/events', { ...event, venue: { venue: 'Hall' }, organizer: { organizer: 'Ann' } })
  ).expect(201);
  await admin.post('/events', {
    ...event,
    title: 'Draft',
    status: 'draft',
    date: '2026-01-01 10:00',
    password: 'x',
  });
  await first.restart({ KALENDS_CLOCK: '2026-11-25T08:30:00Z' });
  (await admin.patch(`/events/${made.id()}?translation_language=de`, { title: 'Hier gemacht' })).expect(200);
  (await admin.patch('/venues/701', { city: 'Bern' })).expect(200);
  const exported = await run(first, ['export']);
  const told: Json = JSON.parse(exported);
  const events = at(told, 'events');
  const moment = (title: string) => {
    const found = Array.isArray(events) ? events.find((one) => at(one, 'title') === title) : undefined;
    return [at(found, 'modified'), at(found, 'modified_utc')];
  };
  assert.deepEqual(moment('Made here'), ['2026-11-25 09:30:00', '2026-11-25 08:30:00']);
  assert.deepEqual(moment('Imported'), THERE);

  const second = await started(t, { timezone: 'Asia/Tokyo', env: { KALENDS_CURRENCY: 'JPY' } });
  const file = path.join(path.dirname(fileOf({})), 'export.json');
  writeFileSync(file, exported);
  await run(second, ['import', 'tec', file]);
  assert.equal(await run(second, ['export']), exported);
  assert.match(await run(second, ['import', 'tec', file]), /^Everything is up to date/);
  const [login = '', token = ''] = first.credentials('admin').split(':');
  const third = await started(t, { timezone: 'Europe/Zurich' });
  await run(third, ['import', 'tec', first.url, '--login', login, '--token', token]);
  for (const at of [`/events/${made.id()}`, '/events/700', '/venues/701', '/organizers/702'])
    assert.deepEqual(
      modifiedOf((await third.anonymous.get(at)).expect(200)),
      modifiedOf((await first.anonymous.get(at)).expect(200)),
      at,
    );
});

test('what a version that took no date of change along has imported is not taken anew for that', async (t) => {
  const service = await started(t);
  const { modified: _, modified_utc: __, ...without } = eventOf();
  await run(service, ['import', 'tec', fileOf({ events: [without] })]);
  const editor = service.as('editor');
  (await editor.patch('/events/700', { title: 'Changed here' })).expect(200);
  assert.match(
    await run(service, ['import', 'tec', fileOf({ events: [eventOf()] })]),
    /^Everything is up to date/,
  );
  assert.equal((await editor.get('/events/700')).at('title'), 'Changed here');
  await run(service, ['import', 'tec', fileOf({ events: [eventOf({ title: 'Changed there' })] })]);
  const read = (await editor.get('/events/700')).expect(200);
  assert.deepEqual([read.at('title'), ...modifiedOf(read)], ['Changed there', ...THERE]);
});
