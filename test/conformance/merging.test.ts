import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, makeEvent, titles } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import { type Service, startService } from '../support/service.ts';
import { assertSound, exportOf } from '../support/sound-calendar.ts';

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const ours = (path: string) => `${service.url}/kalends/v1${path}`;
const merge = (kind: string, into: number, from: unknown, by = admin): Promise<Answer> =>
  by.post(ours(`/${kind}/${into}/merge`), { from });
const undo = (merged: Answer, by = admin): Promise<Answer> =>
  by.post(ours(`/merges/${String(merged.at('merge.id'))}/undo`), {});
const make = async (path: string, fields: object, by = admin) =>
  (await by.post(path, fields)).expect(201).id();

const exported = () => exportOf(service);

/** Holds that the calendar is exported byte for byte as before; says by lines how it isn't. */
async function assertExported(before: string): Promise<void> {
  const now = await exported();
  const known = new Set(before.split('\n'));
  assert.deepEqual(
    now.split('\n').filter((line) => !known.has(line)),
    [],
  );
  assert.ok(now === before, 'The export lacks lines.');
}

const checked = () => assertSound(service);

/** Where an answer leads to, below the service's own address. */
const led = (answer: Answer, status: number): string =>
  String(answer.expect(status).headers['location']).replace(service.url, '');

test('a merged venue leads to the one that stays by ID, slug, page and filter, and comes back by one undo', async () => {
  const hall = await make('/venues', { venue: 'Hall', description: 'Ours', city: 'Bonn' });
  const twin = await make('/venues', {
    venue: 'Great hall',
    description: 'Theirs',
    address: 'Weg 1',
    city: 'Köln',
    geo_lat: 50.7,
    geo_lng: 7.1,
    website: 'https://hall.example',
  });
  (await admin.patch(`/venues/${twin}?translation_language=de`, { venue: 'Halle', slug: 'halle' })).expect(
    200,
  );
  (await admin.patch(`/venues/${twin}`, { slug: 'great-hall-2' })).expect(200);
  const third = await make('/venues', { venue: 'Old hall', address: 'Allee 9', phone: '0228 1234' });
  const both = await make('/venues', { venue: 'Attic' });
  const one = (await makeEvent(admin, { title: 'One', venue: [twin] })).id();
  const two = (await makeEvent(admin, { title: 'Two', venue: [both, twin, hall] })).id();
  const last = (
    await makeEvent(admin, { title: 'Five', venue: [third, both, twin, hall], status: 'draft' })
  ).id();
  const identifiers = async (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await anyone.get(`/venues/${id}`)).at('global_id')));
  const lineage = await identifiers([hall, twin, third]);
  await makeEvent(admin, {
    title: 'Three',
    venue: [third, twin],
    recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
  });
  (await anyone.get(`/events/${one}`)).expect(200);
  assert.deepEqual(await titles(anyone, `venue=${hall}`), ['Two']);
  const first = await exported();

  const merged = (await merge('venues', hall, [twin, third])).expect(200);
  assert.equal(merged.id(), hall);
  assert.deepEqual(merged.at('merge.merged'), [twin, third]);
  const stays = (await anyone.get(`/venues/${hall}`)).expect(200);
  for (const [name, value] of Object.entries({
    venue: 'Hall',
    description: '<p>Ours</p>',
    address: 'Weg 1',
    city: 'Bonn',
    phone: '0228 1234',
    website: 'https://hall.example',
    geo_lat: 50.7,
    translations: ['en', 'de'],
    global_id_lineage: lineage,
  }))
    assert.deepEqual(stays.at(name), value, name);
  assert.equal((await anyone.get(`/venues/${hall}?translation_language=de`)).at('venue'), 'Halle');
  await checked();

  const api = '/calendar/events/v1';
  assert.equal(led(await anyone.get(`/venues/${twin}?password=x`), 301), `${api}/venues/${hall}?password=x`);
  assert.equal(led(await anyone.get('/venues/by-slug/great-hall-2'), 301), `${api}/venues/${hall}`);
  assert.equal((await anyone.get('/venues/by-slug/halle')).expect(200).id(), hall);
  assert.equal(
    led(await anyone.get(`${service.url}/de/wp-json/tribe/events/v1/venues/${twin}`), 301),
    `/de/wp-json/tribe/events/v1/venues/${hall}`,
  );
  assert.equal(led(await admin.patch(`/venues/${twin}`, { city: 'Ulm' }), 308), `${api}/venues/${hall}`);
  assert.equal(led(await admin.delete(`/venues/by-slug/old-hall`), 308), `${api}/venues/${hall}`);
  assert.equal(
    led(await admin.get(ours(`/venues/${third}/busy?page=1`)), 301),
    `/kalends/v1/venues/${hall}/busy?page=1`,
  );
  assert.equal(led(await anyone.get(`${service.url}/venue/great-hall-2/`), 301), '/venue/hall/');
  assert.equal(led(await anyone.get(`${service.url}/venue/great-hall/`), 301), '/venue/hall/');
  assert.equal(led(await anyone.get(`${service.url}/?p=${twin}`), 302), '/venue/hall/');

  for (const id of [hall, twin, third])
    assert.deepEqual((await titles(anyone, `venue=${id}&orderby=title`)).slice(0, 3), [
      'One',
      'Three',
      'Three',
    ]);
  assert.deepEqual(
    (await anyone.get(`/events/${two}`)).rows('venue').map(({ id }) => id),
    [both, hall],
  );
  assert.deepEqual(
    (await admin.get(`/events/${last}`)).rows('venue').map(({ id }) => id),
    [hall, both],
  );
  assert.equal((await anyone.get(`/events/${one}`)).at('venue.id'), hall);
  const linked = await makeEvent(admin, { title: 'Four', status: 'draft', venue: [twin, third] });
  assert.equal(linked.at('venue.id'), hall);
  (await admin.delete(`/events/${linked.id()}`)).expect(200);

  const undone = (await undo(merged)).expect(200);
  assert.deepEqual(undone.at('restored'), [twin, third]);
  assert.deepEqual(undone.at('kept'), []);
  assert.equal((await anyone.get(`/venues/${twin}`)).expect(200).at('venue'), 'Great hall');
  assert.deepEqual(await titles(anyone, `venue=${hall}`), ['Two']);
  await assertExported(first);
  await checked();
  (await undo(merged)).expect(404);
});

test('a moved calendar knows what was merged, and a second import of a source finds the one that stays', async () => {
  const stays = await make('/organizers', { organizer: 'Choir' });
  const goes = await make('/organizers', { organizer: 'The choir', slug: 'the-choir' });
  const events = await makeEvent(admin, { title: 'Mass', organizer: goes });
  const source = JSON.parse(await exported());
  const feed = (
    await admin.post(ours('/feeds'), { name: 'choir', form: 'csv', query: `organizer=${goes}` })
  ).expect(201);
  (await merge('organizers', stays, [goes])).expect(200);
  const followed = (await anyone.get(String(feed.at('url')))).expect(200);
  assert.match(followed.text, /Mass/);
  const lines = (await exported()).split('\n');
  assert.ok(lines.includes(`{"kind":"organizers","id":${goes},"into":${stays},"slugs":["the-choir"]}`));

  const other = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  try {
    const file = path.join(other.data, 'calendar.json');
    writeFileSync(file, lines.join('\n'));
    const imported = await other.cli(['import', 'tec', file]);
    assert.equal(imported.code, 0, imported.stdout + imported.stderr);
    assert.match(led(await other.anonymous.get(`/organizers/${goes}`), 301), new RegExp(`/${stays}$`));
    (await other.anonymous.get('/organizers/by-slug/the-choir')).expect(301);
    assert.equal((await other.as('admin').get(`/events/${events.id()}`)).at('organizer.0.id'), stays);
    const check = await other.cli(['check']);
    assert.equal(check.code, 0, check.stdout);
    // There both stand apart again: merged there, the same source brings neither back.
    const third = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
    try {
      const apart = path.join(third.data, 'apart.json');
      writeFileSync(apart, JSON.stringify(source));
      assert.equal((await third.cli(['import', 'tec', apart])).code, 0);
      const there = third.as('admin');
      const merged = await there.post(`${third.url}/kalends/v1/organizers/${stays}/merge`, { from: [goes] });
      merged.expect(200);
      assert.equal((await third.cli(['import', 'tec', apart])).code, 0);
      (await there.get(`/organizers/${goes}`)).expect(301);
      assert.equal((await there.get('/organizers?search=choir')).at('total'), 1);
    } finally {
      await third.stop();
    }
  } finally {
    await other.stop();
  }
});

test('what is wrong with a merge is refused, and what one may not edit stays', async () => {
  const mine = await make('/organizers', { organizer: 'Mine' }, service.as('author'));
  const theirs = await make('/organizers', { organizer: 'Theirs' });
  const draft = await make('/organizers', { organizer: 'Draft', status: 'draft' });
  const before = await exported();
  for (const from of [[], [mine], [999_999], [theirs, mine], 'x', undefined, [draft + 1000]])
    (await merge('organizers', mine, from)).expect(400);
  assertRefused(await merge('organizers', mine, [mine]), ['from']);
  (await merge('organizers', mine, [theirs], service.as('author'))).expect(403);
  (await merge('organizers', theirs, [mine], service.as('author'))).expect(403);
  assertRefused(await merge('organizers', mine, [draft], service.as('author')), ['from']);
  (await merge('organizers', mine, [theirs], anyone)).expect(401);
  await assertExported(before);
  const merged = (await merge('organizers', theirs, [mine])).expect(200);
  (await undo(merged, service.as('author'))).expect(403);
  // The next merge takes the first one's redirects along; taken back one by one both are as before.
  const next = (await merge('organizers', draft, [theirs])).expect(200);
  assert.match(led(await admin.get(`/organizers/${mine}`), 301), new RegExp(`/${draft}$`));
  (await undo(merged)).expect(404);
  (await undo(next)).expect(200);
  assert.match(led(await admin.get(`/organizers/${mine}`), 301), new RegExp(`/${theirs}$`));
  (await undo(merged)).expect(200);
  await assertExported(before);
});

test('categories bring their children, terms count events once, and filters know merged slugs', async () => {
  const music = await make('/categories', { name: 'Music' });
  const jazz = await make('/categories', { name: 'Jazz', parent: music, description: 'Blue notes' });
  const concerts = await make('/categories', { name: 'Concerts' });
  const free = await make('/categories', { name: 'Free jazz', parent: jazz });
  await makeEvent(admin, { title: 'Both', categories: [jazz, concerts], tags: ['loud', 'noisy'] });
  await makeEvent(admin, { title: 'Only jazz', categories: [jazz], tags: ['noisy'] });
  await makeEvent(admin, { title: 'Draft', categories: [jazz], status: 'draft' });
  await makeEvent(admin, {
    title: 'Weekly',
    categories: [jazz],
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' },
  });
  const first = await exported();
  assertRefused(await merge('categories', free, [music]), ['from']);
  assertRefused(await merge('categories', free, [jazz, concerts]), ['from']);
  const merged = (await merge('categories', concerts, [jazz])).expect(200);
  assert.equal(merged.at('count'), 3);
  assert.equal(merged.at('description'), 'Blue notes');
  assert.equal((await admin.get(`/categories/${free}`)).at('parent'), concerts);
  for (const by of ['jazz', String(jazz), 'concerts'])
    assert.equal((await titles(anyone, `categories=${by}`)).length, 4, by);
  assert.match(led(await anyone.get(`/categories/${jazz}`), 301), new RegExp(`/categories/${concerts}$`));
  assert.match(led(await admin.put(`/categories/${jazz}`, { name: 'x' }), 308), new RegExp(`/${concerts}$`));
  assert.equal(
    led(await anyone.get(`${service.url}/events/category/music/jazz/`), 301),
    '/events/category/concerts/',
  );
  const event = await makeEvent(admin, { title: 'New', status: 'draft', categories: ['jazz'] });
  assert.equal(event.at('categories.0.id'), concerts);
  (await admin.delete(`/events/${event.id()}`)).expect(200);
  await checked();
  assert.deepEqual((await undo(merged)).expect(200).at('kept'), []);
  await assertExported(first);

  const tags = (await admin.get('/tags')).rows('tags').map(({ id }) => Number(id));
  const [loud = 0, noisy = 0] = tags;
  const tagged = (await merge('tags', loud, [noisy])).expect(200);
  assert.equal(tagged.at('count'), 2);
  assert.equal((await titles(anyone, 'tags=noisy')).length, 2);
  // A name that was given since stays, and is told.
  (await admin.put(`/tags/${loud}`, { description: 'Since' })).expect(200);
  assert.deepEqual((await undo(tagged)).expect(200).at('kept'), []);
  assert.equal((await admin.get(`/tags/${loud}`)).at('description'), 'Since');
  await checked();
});

test('what was changed since is kept, and a slug that is taken by now gets another', async () => {
  const stays = await make('/venues', { venue: 'Stays' });
  const goes = await make('/venues', { venue: 'Goes', city: 'Bonn', phone: '0228' });
  const kept = (await makeEvent(admin, { title: 'Kept', venue: goes })).id();
  const left = (await makeEvent(admin, { title: 'Left', venue: goes })).id();
  const merged = (await merge('venues', stays, [goes])).expect(200);
  (await admin.patch(`/venues/${stays}`, { city: 'Ulm' })).expect(200);
  (await admin.patch(`/events/${left}`, { venue: [] })).expect(200);
  const since = (await makeEvent(admin, { title: 'Since', venue: goes })).id();
  const namesake = await make('/venues', { venue: 'Goes' });
  assert.notEqual(namesake, goes);
  assert.equal((await anyone.get('/venues/by-slug/goes')).expect(200).id(), namesake);
  assert.deepEqual((await undo(merged)).expect(200).at('kept'), ['city']);
  const venue = (await anyone.get(`/venues/${stays}`)).expect(200);
  assert.deepEqual([venue.at('city'), venue.at('phone')], ['Ulm', undefined]);
  assert.equal((await anyone.get(`/venues/${goes}`)).expect(200).at('slug'), 'goes-2');
  assert.equal((await anyone.get(`/events/${kept}`)).at('venue.id'), goes);
  assert.deepEqual((await anyone.get(`/events/${left}`)).at('venue'), []);
  assert.equal((await anyone.get(`/events/${since}`)).at('venue.id'), stays);
  await checked();
});

test('an event that is written while its venue is merged is at the one that stays', async () => {
  const stays = await make('/venues', { venue: 'Stays here' });
  for (let round = 0; round < 5; round++) {
    const goes = await make('/venues', { venue: `Goes ${round}` });
    const write = () => makeEvent(admin, { title: `Race ${round}`, venue: goes });
    await Promise.all([write(), write(), merge('venues', stays, [goes]), write(), write()]);
  }
  assert.equal((await titles(anyone, `venue=${stays}&search=race&per_page=50`)).length, 20);
  await checked();
});
