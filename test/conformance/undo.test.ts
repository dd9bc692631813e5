import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import { photo } from '../support/pictures.ts';
import type { Service } from '../support/service.ts';
import { assertSound, exportOf } from '../support/sound-calendar.ts';

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const ours = (path: string) => `${service.url}/kalends/v1${path}`;
const history = async (query: string, by = admin) => (await by.get(ours(`/history?${query}`))).expect(200);
const undo = (id: unknown, fields?: string[], by = admin): Promise<Answer> =>
  by.post(ours(`/history/${String(id)}/undo`), fields ? { fields } : {});
const latest = async (kind: string, id: number) =>
  (await history(`kind=${kind}&id=${id}`)).rows('history')[0] ?? {};

const exported = () => exportOf(service);

const checked = () => assertSound(service);

test('an update is told by its fields, taken back, and that is taken back again', async () => {
  const tag = (await admin.post('/tags', { name: 'Old' })).expect(201).id();
  const event = (await makeEvent(admin, { title: 'First', tags: [tag], password: 'secret-word' })).id();
  const before = await exported();
  (await admin.put(`/events/${event}`, { title: 'Second', tags: [], password: '', sticky: true })).expect(
    200,
  );
  const changed = await exported();
  const entry = await latest('event', event);
  assert.equal(entry['action'], 'updated');
  assert.deepEqual(entry['changes'], {
    tags: { from: [tag], to: [] },
    title: { from: 'First', to: 'Second' },
    sticky: { from: false, to: true },
  });
  assert.ok(!(await history('')).text.includes('secret-word'));
  assert.deepEqual((await undo(entry['id'])).expect(200).body, { undone: 1, kept: [], failed: 0 });
  assert.equal(await exported(), before);
  assert.deepEqual((await undo(entry['id'])).expect(200).body, { undone: 0, kept: [], failed: 0 });
  const undoing = await latest('event', event);
  assert.equal(undoing['action'], 'undone');
  assert.equal(undoing['undoes'], entry['id']);
  (await undo(undoing['id'])).expect(200);
  assert.equal(await exported(), changed);
  await checked();
});

test('an event that is imported under an older ID is none of what the next write has changed', async () => {
  const form = new FormData();
  form.set('file', new File([photo], 'photo.png', { type: 'image/png' }));
  const free = (await admin.post(ours('/media'), form)).expect(201).id();
  const venue = (await admin.post('/venues', { venue: 'Hall', city: 'Bonn' })).expect(201).id();
  (await admin.delete(ours(`/media/${free}`))).expect(200);
  const events = [
    {
      id: free,
      url: 'https://other.example/event/fair/',
      rest_url: `https://other.example/wp-json/tribe/events/v1/events/${free}`,
      title: 'Fair',
      slug: 'fair',
      status: 'publish',
      start_date: '2026-12-15 10:00:00',
      end_date: '2026-12-15 11:00:00',
      timezone: 'Europe/Berlin',
      venue: { id: 90, venue: 'Yard', slug: 'yard', status: 'publish' },
    },
  ];
  const rest_url = 'https://other.example/wp-json/tribe/events/v1/events/';
  const source = new FormData();
  source.set('kind', 'tec');
  source.set('file', new File([JSON.stringify({ events, rest_url, total: 1 })], 'events.json'));
  const begun = (await admin.post(ours('/imports'), source)).expect(202).id();
  while (['queued', 'running'].includes(String((await admin.get(ours(`/imports/${begun}`))).at('state'))));
  (await admin.get(`/events/${free}`)).expect(200);
  (await admin.put(`/venues/${venue}`, { city: 'Trier' })).expect(200);
  const entry = await latest('venue', venue);
  assert.deepEqual(entry['changes'], { city: { from: 'Bonn', to: 'Trier' } });
  (await undo(entry['id'])).expect(200);
  assert.equal((await admin.get(`/events/${free}`)).expect(200).at('venue.venue'), 'Yard');
  await checked();
});

test('undoes of a person by ID or login, since a moment or ever; who or what is unknown is refused', async () => {
  const later = '2026-11-21T10:00:00Z';
  const editor = service.as('editor');
  const event = (await makeEvent(admin, { title: 'First', cost: '1' })).id();
  (await editor.put(`/events/${event}`, { cost: '2' })).expect(200);
  await service.restart({ KALENDS_CLOCK: later });
  (await editor.put(`/events/${event}`, { title: 'Second' })).expect(200);
  const editorId = Number((await editor.get(ours('/users/me'))).expect(200).at('id'));
  const all = (fields: object, by = admin) => by.post(ours('/history/undo'), fields);
  for (const [fields, named] of [
    [{}, 'by'],
    [{ by: 99_999 }, 'by'],
    [{ by: 0 }, 'by'],
    [{ by: 'nobody-of-this-name' }, 'by'],
    [{ by: '' }, 'by'],
    [{ by: true }, 'by'],
    [{ import: 99_999 }, 'import'],
    [{ by: editorId, import: 1 }, 'by'],
    [{ import: 1, since: later }, 'by'],
  ] as const)
    assertRefused(await all(fields), [named]);
  const since = '2026-11-21 05:00:00';
  assert.deepEqual((await all({ by: 'editor', since })).expect(200).body, { undone: 1, kept: [], failed: 0 });
  const { title, cost } = (await admin.get(`/events/${event}`)).body as { title: string; cost: string };
  assert.deepEqual([title, cost.includes('2')], ['First', true]);
  const second = (await all({ by: editorId })).expect(200);
  assert.deepEqual(
    [second.body, (await admin.get(`/events/${event}`)).at('cost')],
    [{ undone: 1, kept: [], failed: 0 }, '$1'],
  );
  assert.deepEqual((await all({ by: String(editorId) })).expect(200).at('undone'), 0);
});

test('a change of a series that leaves all as it was is no entry, and moves no moment', async () => {
  const series = (
    await makeEvent(admin, { title: 'Choir', recurrence: { rrule: ['FREQ=WEEKLY;COUNT=3'] } })
  ).id();
  const made = await exported();
  await service.restart({ KALENDS_CLOCK: '2030-01-01T10:00:00Z' });
  (await admin.put(`/events/${series}?scope=all`, { venue: [] })).expect(200);
  assert.equal(await exported(), made);
  const answer = (await admin.post(ours('/history/undo'), { since: '2030-01-01T10:00:00Z' })).expect(200);
  assert.deepEqual(answer.body, { undone: 0, kept: [], failed: 0 });
});

test('a date of a series, and a series that is split off, tell what was changed and not all that they have', async () => {
  const place = (await admin.post('/venues', { venue: 'Told' })).expect(201).id();
  const series = (
    await makeEvent(admin, { title: 'Weekly', venue: place, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } })
  ).id();
  const list = `/events?post_parent=${series}&start_date=2026-01-01`;
  const [first, second, third] = (await admin.get(list)).expect(200).rows('events');
  const changesOf = async (id: unknown) => (await latest('event', Number(id)))['changes'];
  (await admin.put(`/events/${String(first?.['id'])}`, { title: 'Alone' })).expect(200);
  assert.deepEqual(await changesOf(first?.['id']), { title: { from: null, to: 'Alone' } });
  (await admin.delete(`/events/${String(second?.['id'])}`)).expect(200);
  assert.deepEqual(await changesOf(second?.['id']), { status: { from: null, to: 'trash' } });
  (await admin.put(`/events/${String(third?.['id'])}?scope=following`, { title: 'Split' })).expect(200);
  assert.deepEqual(Object.keys(Object(await changesOf(series))), ['recurrence']);
});

test('dates of a series that have taken the places of others get their own back', async () => {
  const [start_date, end_date] = ['2030-06-14 20:00:00', '2030-06-14 22:00:00'];
  const recurrence = { rrule: ['FREQ=WEEKLY;COUNT=3'] };
  const series = (await makeEvent(admin, { title: 'Quiz', start_date, end_date, recurrence })).id();
  for (const day of ['2030-06-07', '2030-06-21']) {
    const made = await exported();
    const change = { start_date: `${day} 20:00:00`, end_date: `${day} 22:00:00` };
    (await admin.put(`/events/${series}?scope=all`, change)).expect(200);
    const moved = await exported();
    const entry = await latest('event', series);
    assert.deepEqual((await undo(entry['id'])).expect(200).body, { undone: 1, kept: [], failed: 0 });
    assert.equal(await exported(), made);
    (await undo((await latest('event', series))['id'])).expect(200);
    assert.equal(await exported(), moved);
    (await undo((await latest('event', series))['id'])).expect(200);
  }
  await checked();
});

test('what was changed since is kept, and one field can be taken back alone', async () => {
  const venue = (await admin.post('/venues', { venue: 'Hall', city: 'Bonn' })).expect(201).id();
  (await admin.put(`/venues/${venue}`, { venue: 'House', city: 'Köln' })).expect(200);
  const entry = await latest('venue', venue);
  (await admin.put(`/venues/${venue}`, { city: 'Trier' })).expect(200);
  const answer = (await undo(entry['id'])).expect(200);
  assert.deepEqual(answer.body, {
    undone: 1,
    kept: [{ kind: 'venue', id: venue, reason: 'changed_since', fields: ['city'] }],
    failed: 0,
  });
  const now = (await admin.get(`/venues/${venue}`)).expect(200);
  assert.equal(now.at('venue'), 'Hall');
  assert.equal(now.at('city'), 'Trier');
  (await admin.put(`/venues/${venue}`, { venue: 'Third', city: 'Ulm' })).expect(200);
  const both = await latest('venue', venue);
  (await undo(both['id'], ['city'])).expect(200);
  const then = (await admin.get(`/venues/${venue}`)).expect(200);
  assert.equal(then.at('venue'), 'Third');
  assert.equal(then.at('city'), 'Trier');
  assert.equal((await admin.get('/venues?search=Trier')).expect(200).at('total'), 1);
  await checked();
});

test('a link whose event or item is gone stays away when the rest of a field is taken back', async () => {
  const [one, two] = await Promise.all(
    ['Gone', 'Kept'].map(async (name) => (await admin.post('/tags', { name })).expect(201).id()),
  );
  const event = (await makeEvent(admin, { title: 'Linked', tags: [one, two] })).id();
  (await admin.put(`/events/${event}`, { tags: [], title: 'Unlinked' })).expect(200);
  const entry = await latest('event', event);
  (await admin.delete(`/tags/${one}`)).expect(200);
  const answer = (await undo(entry['id'], ['tags'])).expect(200);
  assert.deepEqual(answer.at('kept'), [
    { kind: 'event', id: event, reason: 'changed_since', fields: ['tags'] },
  ]);
  const now = (await admin.get(`/events/${event}`)).expect(200);
  assert.deepEqual([now.at('title'), now.rows('tags').map(({ id }) => id)], ['Unlinked', [two]]);
  await checked();
});

test('a deleted category comes back with its ID, its children and its events', async () => {
  const top = (await admin.post('/categories', { name: 'Top' })).expect(201).id();
  const child = (await admin.post('/categories', { name: 'Child', parent: top })).expect(201).id();
  const event = (await makeEvent(admin, { title: 'In it', categories: [top] })).id();
  const before = await exported();
  (await admin.delete(`/categories/${top}`)).expect(200);
  const without = await exported();
  const entry = await latest('category', top);
  assert.equal(entry['action'], 'deleted');
  assert.equal(entry['title'], 'Top');
  (await undo(entry['id'])).expect(200);
  assert.equal(await exported(), before);
  assert.equal((await admin.get(`/categories/${child}`)).expect(200).at('parent'), top);
  assert.equal((await admin.get(`/events/${event}`)).expect(200).at('categories.0.id'), top);
  await checked();
  (await undo((await latest('category', top))['id'])).expect(200);
  assert.equal(await exported(), without);
  (await undo((await latest('category', top))['id'])).expect(200);
  assert.equal(await exported(), before);
  await checked();
});

test('a creation is undone by the trash, and one that was changed since is kept', async () => {
  const before = await exported();
  const event = (await makeEvent(admin, { title: 'Short' })).id();
  const made = await latest('event', event);
  assert.equal(made['action'], 'created');
  (await undo(made['id'])).expect(200);
  assert.equal(await exported(), before);
  const undoing = await latest('event', event);
  (await undo(undoing['id'])).expect(200);
  assert.equal((await anyone.get(`/events/${event}`)).expect(200).at('title'), 'Short');
  (await admin.put(`/events/${event}`, { title: 'Longer' })).expect(200);
  const again = (await undo(made['id'])).expect(200);
  assert.equal(again.at('undone'), 0);
  assert.equal(again.at('kept.0.reason'), 'changed_since');
  await checked();
});

test('authors take back what they wrote of categories, which belong to nobody, and nothing of others', async () => {
  const author = service.as('author');
  const before = await exported();
  const theirs = (await admin.post('/categories', { name: 'Of the editors' })).expect(201).id();
  const own = (await author.post('/categories', { name: 'Jazz' })).expect(201).id();
  const event = (await makeEvent(admin, { title: 'With jazz', categories: [own] })).id();
  (await author.put(`/categories/${own}`, { name: 'Free jazz' })).expect(200);
  (await author.delete(`/categories/${own}`)).expect(200);
  const listed = async () => (await author.get(ours('/history?kind=category'))).expect(200).rows('history');
  assert.deepEqual(
    (await listed()).map(({ item, action }) => [item, action]),
    [
      [own, 'deleted'],
      [own, 'updated'],
      [own, 'created'],
    ],
  );
  const [deleted, updated] = await listed();
  (await undo(deleted?.['id'], undefined, author)).expect(200);
  assert.equal((await anyone.get(`/events/${event}`)).expect(200).at('categories.0.name'), 'Free jazz');
  assert.equal((await undo(updated?.['id'], undefined, author)).expect(200).at('undone'), 1);
  assert.equal((await anyone.get(`/categories/${own}`)).expect(200).at('name'), 'Jazz');
  (await undo((await latest('category', theirs))['id'], undefined, author)).expect(404);
  const contributor = service.as('contributor');
  assert.equal((await contributor.get(ours('/history?kind=category'))).expect(200).at('total'), 0);
  (await undo(deleted?.['id'], undefined, contributor)).expect(404);
  for (const [kind, id] of [
    ['event', event],
    ['category', own],
    ['category', theirs],
  ] as const)
    for (const entry of (await history(`kind=${kind}&id=${id}`)).rows('history').toReversed())
      if (entry['action'] === 'created') (await undo(entry['id'])).expect(200);
  assert.equal(await exported(), before);
  await checked();
});

test('a creation that was taken back leaves nothing behind for the next write to bring back', async () => {
  const other = (await makeEvent(admin, { title: 'Other' })).id();
  const mistake = (await makeEvent(admin, { title: 'Made by mistake' })).id();
  (await undo((await latest('event', mistake))['id'])).expect(200);
  const before = await exported();
  (await admin.put(`/events/${other}`, { title: 'Another' })).expect(200);
  (await undo((await latest('event', other))['id'])).expect(200);
  assert.equal(await exported(), before);
});

test('what a person has taken back of others is theirs, too: undoing all of it lets that stand again', async () => {
  const editor = service.as('editor');
  const event = (await makeEvent(admin, { title: 'First' })).id();
  (await admin.put(`/events/${event}`, { title: 'Second', sticky: true })).expect(200);
  const { id } = await latest('event', event);
  (await editor.put(`/events/${event}`, { title: 'Third' })).expect(200);
  const kept = (await undo(id, undefined, editor)).expect(200);
  assert.deepEqual(kept.at('kept.0.fields'), ['title']);
  assert.equal((await admin.get(`/events/${event}`)).at('sticky'), false);
  const all = () => admin.post(ours('/history/undo'), { by: 'editor' });
  assert.deepEqual((await all()).expect(200).body, { undone: 2, kept: [], failed: 0 });
  const now = (await admin.get(`/events/${event}`)).expect(200);
  assert.deepEqual([now.at('title'), now.at('sticky')], ['Second', true]);
  assert.deepEqual((await all()).expect(200).body, { undone: 0, kept: [], failed: 0 });
});

test('nobody undoes without the right to edit, and one of by, import and since is needed', async () => {
  (await anyone.get(ours('/history'))).expect(401);
  (await undo(1, undefined, anyone)).expect(401);
  (await admin.post(ours('/history/undo'), {})).expect(400);
  (await undo(999_999)).expect(404);
});

test('an entry of somebody else’s item is as unknown as one that is not there, dry run or not', async () => {
  const event = (await makeEvent(admin, { title: 'Of the administrator' })).id();
  (await admin.put(`/events/${event}`, { title: 'Changed' })).expect(200);
  const { id } = await latest('event', event);
  for (const role of ['contributor', 'author'] as const)
    for (const query of ['', '?dry_run=true']) {
      const client = service.as(role);
      const ask = async (entry: unknown) => {
        const answer = await client.post(ours(`/history/${String(entry)}/undo${query}`), {});
        return [answer.status, answer.text];
      };
      assert.deepEqual(await ask(id), await ask(999_999), `${role}${query}`);
      assert.equal((await ask(id))[0], 404);
    }
  assert.equal((await admin.get(`/events/${event}`)).at('title'), 'Changed');
});

test('whose an e-mail address is stays unknown to whoever asks for their changes, but to administrators', async () => {
  const author = service.as('author');
  const count = async (by: string, asker: Client) =>
    (await history(`by=${encodeURIComponent(by)}`, asker)).rows('history').length;
  const others = await count('author', author);
  await makeEvent(author, { title: 'Own' });
  assert.equal(await count('author', author), others + 1);
  assert.equal(await count('AUTHOR@example.org', author), 0);
  assert.equal(await count('AUTHOR@example.org', admin), others + 1);
  assert.equal(await count('AUTHOR@example.org', service.as('editor')), 0);
});

test('what came between a write and its undo upon the same fields is taken back with both, latest first', async () => {
  const later = '2030-02-01T10:00:00Z';
  const event = (await makeEvent(admin, { title: 'First' })).id();
  const before = await exported();
  await service.restart({ KALENDS_CLOCK: later });
  admin = service.as('admin');
  for (const title of ['Second', 'Third', 'Second'])
    (await admin.put(`/events/${event}`, { title })).expect(200);
  const [, , first] = (await history(`kind=event&id=${event}`)).rows('history');
  assert.deepEqual((await undo(first?.['id'])).expect(200).body, { undone: 1, kept: [], failed: 0 });
  const all = () => admin.post(ours('/history/undo'), { since: later });
  assert.deepEqual((await all()).expect(200).body, { undone: 4, kept: [], failed: 0 });
  assert.equal(await exported(), before);
  assert.deepEqual((await all()).expect(200).body, { undone: 0, kept: [], failed: 0 });
});
