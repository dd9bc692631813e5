// Merges in the history: what took one back can be taken back, so that the same items are merged again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';
import { assertSound, exportOf } from '../support/sound-calendar.ts';

let service: Service;
let admin: Client;

before(async () => {
  ({ service, admin } = await startNewYork());
});
after(() => service?.stop());

const ours = (path: string) => `${service.url}/kalends/v1${path}`;
const make = async (path: string, fields: object, by = admin) =>
  (await by.post(path, fields)).expect(201).id();
const merge = async (kind: string, into: number, from: readonly number[], by = admin): Promise<Answer> =>
  (await by.post(ours(`/${kind}/${into}/merge`), { from })).expect(200);
const entriesOf = async (kind: string, id: number) =>
  (await admin.get(ours(`/history?kind=${kind}&id=${id}`))).expect(200).rows('history');
const undo = async (id: unknown, by = admin): Promise<unknown> =>
  (await by.post(ours(`/history/${String(id)}/undo`), {})).expect(200).body;
const undoLatest = async (kind: string, id: number, by = admin) =>
  undo((await entriesOf(kind, id))[0]?.['id'], by);

const DONE = { undone: 1, kept: [], failed: 0 };
const kept = (kind: string, id: number, reason: string) => ({
  undone: 0,
  kept: [{ kind, id, reason }],
  failed: 0,
});

const exported = () => exportOf(service);

const checked = () => assertSound(service);

/** Takes a merge back and does it again, twice, and holds that the calendar is each time as it was. */
async function assertTurns(kind: string, id: number, work: () => Promise<unknown>): Promise<void> {
  const apart = await exported();
  await work();
  const together = await exported();
  assert.notEqual(together, apart);
  for (const expected of [apart, together, apart, together]) {
    assert.deepEqual(await undoLatest(kind, id), DONE);
    assert.equal(await exported(), expected);
  }
  await checked();
}

test('the undo of the undo of a merge of venues merges them again, and can be undone in its turn', async () => {
  const hall = await make('/venues', { venue: 'Hall', description: 'Ours', city: 'Bonn' });
  const twin = await make('/venues', { venue: 'Great hall', address: 'Weg 1', geo_lat: 50.7, geo_lng: 7.1 });
  (await admin.patch(`/venues/${twin}?translation_language=de`, { venue: 'Halle', slug: 'halle' })).expect(
    200,
  );
  const third = await make('/venues', { venue: 'Old hall', phone: '0228 1234' });
  await makeEvent(admin, { title: 'One', venue: [twin] });
  await makeEvent(admin, { title: 'Two', venue: [third, twin], recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } });
  let merged: Answer | undefined;
  await assertTurns('venue', hall, async () => {
    merged = await merge('venues', hall, [twin, third]);
  });
  (await admin.get(`/venues/${twin}`)).expect(301);
  const entries = await entriesOf('venue', hall);
  assert.deepEqual(
    entries.slice(0, 5).map(({ action, undone }) => [action, undone]),
    [
      ['undone', false],
      ['undone', true],
      ['undone', false],
      ['undone', true],
      ['merged', false],
    ],
  );
  // Whichever entry of it is taken back, and by the merge's own address.
  assert.deepEqual(await undo(entries[4]?.['id']), DONE);
  (await admin.get(`/venues/${twin}`)).expect(200);
  assert.deepEqual(
    (await entriesOf('venue', hall)).slice(0, 6).map(({ undone }) => undone),
    [false, true, false, true, false, true],
  );
  assert.deepEqual(await undo(entries[4]?.['id']), { undone: 0, kept: [], failed: 0 });
  assert.deepEqual(await undoLatest('venue', hall), DONE);
  (await admin.post(ours(`/merges/${String(merged?.at('merge.id'))}/undo`), {})).expect(200);
  (await admin.get(`/venues/${twin}`)).expect(200);
  await checked();
});

test('merges of organizers, categories and tags are done again by the same way', async () => {
  const club = await make('/organizers', { organizer: 'Club' });
  const society = await make('/organizers', { organizer: 'Society', email: 'all@example.org' });
  await makeEvent(admin, { title: 'Ours', organizer: [society] });
  await assertTurns('organizer', club, () => merge('organizers', club, [society]));
  const music = await make('/categories', { name: 'Music' });
  const concerts = await make('/categories', { name: 'Concerts', description: 'Loud' });
  const jazz = await make('/categories', { name: 'Jazz', parent: concerts });
  await makeEvent(admin, { title: 'Loud', categories: [concerts, jazz] });
  await assertTurns('category', music, () => merge('categories', music, [concerts]));
  const [open, free] = [await make('/tags', { name: 'Open' }), await make('/tags', { name: 'Free' })];
  await makeEvent(admin, { title: 'Open', tags: [open, free] });
  await assertTurns('tag', open, () => merge('tags', open, [free]));
});

test('what was changed since is merged as it is now, and told where a merge is taken back', async () => {
  const hall = await make('/venues', { venue: 'House' });
  const twin = await make('/venues', { venue: 'Twin', city: 'Bonn' });
  await merge('venues', hall, [twin]);
  assert.deepEqual(await undoLatest('venue', hall), DONE);
  const parted = (await entriesOf('venue', hall))[0]?.['id'];
  (await admin.patch(`/venues/${twin}`, { city: 'Köln' })).expect(200);
  assert.deepEqual(await undo(parted), DONE);
  assert.equal((await admin.get(`/venues/${hall}`)).expect(200).at('city'), 'Köln');
  const again = (await entriesOf('venue', hall))[0]?.['id'];
  (await admin.patch(`/venues/${hall}`, { city: 'Ulm' })).expect(200);
  assert.deepEqual(await undo(again), {
    undone: 1,
    kept: [{ kind: 'venue', id: hall, reason: 'changed_since', fields: ['city'] }],
    failed: 0,
  });
  assert.equal((await admin.get(`/venues/${hall}`)).expect(200).at('city'), 'Ulm');
  await checked();
});

test('what a merge gave, and its undo left since it was changed, goes with the merge once that is done again', async () => {
  for (const [kind, path, name, field] of [
    ['venue', 'venues', 'venue', 'city'],
    ['organizer', 'organizers', 'organizer', 'phone'],
    ['category', 'categories', 'name', 'description'],
  ] as const) {
    const into = await make(`/${path}`, { [name]: `${kind} that stays` });
    const from = await make(`/${path}`, { [name]: `${kind} that goes`, [field]: '0228 1' });
    (await admin.patch(`/${path}/${from}?translation_language=de`, { [name]: `Geht ${kind}` })).expect(200);
    const apart = await exported();
    await merge(path, into, [from]);
    const change = async (address: string, fields: object) => {
      (await admin.patch(address, fields)).expect(200);
      return (await entriesOf(kind, into))[0]?.['id'];
    };
    const merged = (await entriesOf(kind, into))[0]?.['id'];
    const changes = [
      await change(`/${path}/${into}`, { [field]: '0228 2' }),
      await change(`/${path}/${into}?translation_language=de`, { [name]: `Bleibt ${kind}` }),
    ];
    const parted = await undo(merged);
    assert.notDeepEqual(parted, DONE);
    const left = (await entriesOf(kind, into))[0]?.['id'];
    assert.deepEqual(await undo(left), DONE);
    const again = (await entriesOf(kind, into))[0]?.['id'];
    for (const id of changes.toReversed()) assert.deepEqual(await undo(id), DONE);
    assert.deepEqual(await undo(again), DONE);
    assert.equal(await exported(), apart);
    await checked();
  }
});

test('a merge that can’t be done again is kept as it is, with the reason', async () => {
  const parted = async (kind: 'venues' | 'tags' | 'categories', fields: (name: string) => object) => {
    const [into, from] = [await make(`/${kind}`, fields('Stays')), await make(`/${kind}`, fields('Goes'))];
    const name = { venues: 'venue', tags: 'tag', categories: 'category' }[kind];
    await merge(kind, into, [from]);
    assert.deepEqual(await undoLatest(name, into), DONE);
    return { name, into, from, entry: (await entriesOf(name, into))[0]?.['id'] };
  };
  const tags = await parted('tags', (name) => ({ name: `${name} away` }));
  (await admin.delete(`/tags/${tags.from}`)).expect(200);
  assert.deepEqual(await undo(tags.entry), kept('tag', tags.into, 'gone'));

  const venues = await parted('venues', (venue) => ({ venue: `${venue} elsewhere` }));
  const other = await make('/venues', { venue: 'Other' });
  const merged = await merge('venues', other, [venues.from]);
  assert.deepEqual(await undo(venues.entry), kept('venue', venues.into, 'merged'));
  (await admin.post(ours(`/merges/${String(merged.at('merge.id'))}/undo`), {})).expect(200);
  (await admin.delete(`/venues/${venues.into}`)).expect(200);
  assert.deepEqual(await undo(venues.entry), kept('venue', venues.into, 'changed_since'));
  (await admin.patch(`/venues/${venues.into}`, { status: 'publish' })).expect(200);
  assert.deepEqual(await undo(venues.entry), DONE);
  const last = (await entriesOf('venue', venues.into))[0]?.['id'];
  await merge('venues', other, [venues.into]);
  assert.deepEqual(await undo(last), kept('venue', venues.into, 'merged'));

  const below = await parted('categories', (name) => ({ name: `${name} below` }));
  (await admin.patch(`/categories/${below.into}`, { parent: below.from })).expect(200);
  assert.deepEqual(await undo(below.entry), kept('category', below.into, 'changed_since'));
  await checked();
});

test('nobody merges again what they may not merge', async () => {
  const author = service.as('author');
  const own = await make('/venues', { venue: 'Mine' }, author);
  const second = await make('/venues', { venue: 'Mine, too' }, author);
  await merge('venues', own, [second], author);
  assert.deepEqual(await undoLatest('venue', own, author), DONE);
  const parted = (await entriesOf('venue', own))[0]?.['id'];
  const editor = (await service.as('editor').get(ours('/users/me'))).expect(200).id();
  (await admin.patch(`/venues/${second}`, { author: editor })).expect(200);
  assert.deepEqual(await undo(parted, author), kept('venue', own, 'forbidden'));
  assert.deepEqual(await undo(parted), DONE);
});

test('all that a person did is taken back, merges and what took them back among it', async () => {
  const editor = service.as('editor');
  const [into, from] = [await make('/tags', { name: 'Here' }), await make('/tags', { name: 'There' })];
  await makeEvent(admin, { title: 'Tagged', tags: [from] });
  await merge('tags', into, [from]);
  const together = await exported();
  assert.deepEqual(await undoLatest('tag', into, editor), DONE);
  const answer = (await admin.post(ours('/history/undo'), { by: 'editor' })).expect(200);
  assert.equal(answer.at('failed'), 0);
  assert.equal(await exported(), together);
});

test('a merge tells of the item that stays, and nothing of what the others were', async () => {
  const author = service.as('author');
  const own = await make('/venues', { venue: 'Open stage', description: 'Ours' }, author);
  const secret = await make('/venues', {
    venue: 'Secret cellar',
    description: 'Nobody knows',
    city: 'Bremen',
    status: 'private',
  });
  (await admin.patch(`/venues/${secret}?translation_language=de`, { venue: 'Geheimer Keller' })).expect(200);
  for (const title of ['First', 'Second'])
    await makeEvent(admin, { title, venue: [secret], status: 'draft' });
  await merge('venues', own, [secret]);
  const told = async () => {
    const answer = (await author.get(ours(`/history?kind=venue&id=${own}`))).expect(200);
    assert.doesNotMatch(answer.text, /Secret|Nobody/);
    return answer.rows('history')[0];
  };
  const merged = await told();
  assert.deepEqual(merged?.['changes'], {
    city: { from: '', to: 'Bremen' },
    'title.de': { from: null, to: 'Geheimer Keller' },
    global_id_lineage: { from: null, to: [`127.0.0.1?id=${own}`, `127.0.0.1?id=${secret}`] },
  });
  // It is taken back whole, whatever fields are named.
  const answer = await admin.post(ours(`/history/${String(merged?.['id'])}/undo`), { fields: ['city'] });
  assert.deepEqual(answer.expect(200).body, DONE);
  (await admin.get(`/venues/${secret}`)).expect(200);
  const parted = await told();
  assert.deepEqual(Object.keys(Object(parted?.['changes'])).sort(), [
    'city',
    'global_id_lineage',
    'title.de',
  ]);
});
