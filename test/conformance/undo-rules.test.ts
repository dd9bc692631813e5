import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import type { JsonObject } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
afterEach(() => assert.ok(!/"level":50/.test(service.log()), service.log()));
after(async () => {
  if (!service) return;
  await assertSound(service);
  await service.stop();
});

const ours = (path: string) => `${service.url}/kalends/v1${path}`;
const undo = (id: number, fields?: readonly string[]): Promise<Answer> =>
  admin.post(ours(`/history/${id}/undo`), fields ? { fields } : {});
const entriesOf = async (kind: string, id: number): Promise<JsonObject[]> =>
  (await admin.get(ours(`/history?kind=${kind}&id=${id}`))).expect(200).rows('history');
const latest = async (kind: string, id: number): Promise<number> =>
  Number((await entriesOf(kind, id))[0]?.['id'] ?? 0);
/** Does a write, and gives the ID of its entry. */
async function put(path: string, fields: object, [kind, id]: readonly [string, number]): Promise<number> {
  const had = await latest(kind, id);
  (await admin.put(path, fields)).expect(200);
  const entry = await latest(kind, id);
  assert.notEqual(entry, had, `${path} ${JSON.stringify(fields)} makes an entry`);
  return entry;
}
const change = (id: number, fields: object, query = '') =>
  put(`/events/${id}${query}`, fields, ['event', id]);

const FIRST = { start_date: '2027-03-01 19:00:00', end_date: '2027-03-01 21:00:00' };
const makeSeries = async (rrule = 'FREQ=WEEKLY;COUNT=4', fields: object = {}): Promise<number> =>
  (await makeEvent(admin, { ...FIRST, recurrence: { rrule: [rrule] }, ...fields })).id();
const WINDOW = 'start_date=2027-01-01&end_date=2027-12-31&per_page=50';
const datesOf = async (series: number): Promise<JsonObject[]> =>
  (await admin.get(`/events?post_parent=${series}&${WINDOW}`)).expect(200).rows('events');
const idOf = (date: JsonObject | undefined): number => Number(date?.['id'] ?? 0);
const starts = async (series: number) => (await datesOf(series)).map((date) => date['start_date']);
const read = async (id: number) => (await admin.get(`/events/${id}?context=edit`)).expect(200);
const NOTHING = { undone: 0, kept: [], failed: 0 };
const DONE = { undone: 1, kept: [], failed: 0 };
const keeping = (kind: string, id: number, reason: string, fields: string[], undone = 0) => ({
  undone,
  kept: [{ kind, id, reason, fields }],
  failed: 0,
});

test('a date of a series gives single fields of its own back, and stays in lists', async () => {
  const series = await makeSeries('FREQ=WEEKLY;COUNT=4', { title: 'Choir' });
  const date = idOf((await datesOf(series))[1]);
  const entry = await change(date, { title: 'Solo', cost: '5' });
  assert.deepEqual((await undo(entry, ['title'])).expect(200).body, DONE);
  const now = await read(date);
  assert.deepEqual([now.at('title'), now.at('cost')], ['Choir', '$5']);
  assert.equal((await datesOf(series)).length, 4);
  assert.deepEqual((await undo(entry, ['title'])).expect(200).body, NOTHING);
  (await admin.put(`/events/${series}`, { title: 'Ensemble' })).expect(200);
  assert.equal((await read(date)).at('title'), 'Ensemble');
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  assert.equal((await read(date)).at('cost'), '');
});

test('a rule that was changed again since is kept with all dates, and the dates can be changed', async () => {
  const series = await makeSeries('FREQ=DAILY;COUNT=6');
  const entry = await change(series, { recurrence: { rrule: ['FREQ=WEEKLY;COUNT=6'] } });
  await change(series, { recurrence: { rrule: ['FREQ=WEEKLY;COUNT=4'] } });
  const dates = await starts(series);
  assert.deepEqual(
    (await undo(entry)).expect(200).body,
    keeping('event', series, 'changed_since', ['recurrence']),
  );
  assert.deepEqual(await starts(series), dates);
  const third = idOf((await datesOf(series))[2]);
  (await admin.put(`/events/${third}?scope=following`, { title: 'Later' })).expect(200);
});

test('a repeating that was ended and begun anew stays as it is', async () => {
  const series = await makeSeries();
  const entry = await change(series, { recurrence: null });
  await change(series, { recurrence: { rrule: ['FREQ=DAILY;COUNT=3'] } });
  const dates = await starts(series);
  const answer = (await undo(entry)).expect(200);
  assert.deepEqual([answer.at('undone'), answer.at('kept.0.reason')], [0, 'changed_since']);
  assert.deepEqual(await starts(series), dates);
});

test('a repeating that was ended comes back with its dates and their own values, and what was changed since stays', async () => {
  const series = await makeSeries('FREQ=WEEKLY;COUNT=4', { title: 'Choir' });
  const ids = (await datesOf(series)).map(idOf);
  await change(ids[2] ?? 0, { cost: '7', title: 'Solo' });
  const entry = await change(series, { recurrence: null });
  (await admin.get(`/events/${ids[2]}`)).expect(410);
  await change(series, { description: 'Changed since', start_date: '2027-03-01 19:00:00' });
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  assert.deepEqual((await datesOf(series)).map(idOf), ids);
  const own = await read(ids[2] ?? 0);
  assert.deepEqual([own.at('cost'), own.at('title')], ['$7', 'Solo']);
  assert.match(String(own.at('description')), /Changed since/);
});

test('dates that another series owns by now are kept with the others, as a conflict', async () => {
  const series = await makeSeries();
  const entry = await change(series, { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00' });
  const third = idOf((await datesOf(series))[2]);
  const second = (await admin.put(`/events/${third}?scope=following`, { title: 'Later' })).expect(200);
  const following = Number(second.at('id'));
  const answer = (await undo(entry)).expect(200);
  assert.deepEqual(answer.body, keeping('event', series, 'conflict', ['end_date', 'start_date']));
  for (const one of [series, following])
    for (const date of await datesOf(one)) assert.match(String(date['start_date']), / 20:00:00$/);
});

test('a date keeps its place in the series that was split off when its own values are undone', async () => {
  const series = await makeSeries();
  const third = idOf((await datesOf(series))[2]);
  const entry = await change(third, { cost: '9' });
  const split = (await admin.put(`/events/${third}?scope=following`, { title: 'Later' })).expect(200);
  const following = Number(split.at('id'));
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  assert.deepEqual((await datesOf(following)).map(idOf).slice(0, 1), [third]);
  const now = await read(third);
  assert.deepEqual([now.at('cost'), now.at('title'), now.at('post_parent')], ['', 'Later', following]);
  assert.equal((await datesOf(series)).length, 2);
});

test('a date whose own times are undone has those of its series now', async () => {
  const series = await makeSeries();
  const second = idOf((await datesOf(series))[1]);
  const entry = await change(second, { start_date: '2027-03-08 10:00:00', end_date: '2027-03-08 11:00:00' });
  await change(series, { start_date: '2027-03-01 18:00:00', end_date: '2027-03-01 20:00:00' });
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  assert.equal((await read(second)).at('start_date'), '2027-03-08 18:00:00');
});

test('times in UTC follow what is undone, and an end is not undone to before a start', async () => {
  const moved = (await makeEvent(admin, FIRST)).id();
  const end = await change(moved, { end_date: '2027-03-01 22:00:00' });
  await change(moved, { timezone: 'Asia/Tokyo' });
  assert.deepEqual((await undo(end)).expect(200).body, DONE);
  const now = await read(moved);
  assert.deepEqual(
    [now.at('end_date'), now.at('utc_end_date')],
    ['2027-03-01 21:00:00', '2027-03-01 12:00:00'],
  );
  const listed = await admin.get(`/events?include=${moved}&${WINDOW}`);
  assert.equal(listed.at('events.0.utc_end_date'), '2027-03-01 12:00:00');

  const late = (await makeEvent(admin, FIRST)).id();
  const longer = await change(late, { end_date: '2027-03-01 23:30:00', title: 'Longer' });
  await change(late, { start_date: '2027-03-01 22:00:00' });
  assert.deepEqual(
    (await undo(longer)).expect(200).body,
    keeping('event', late, 'conflict', ['end_date'], 1),
  );
  assert.deepEqual(
    [(await read(late)).at('end_date'), (await read(late)).at('title')],
    ['2027-03-01 23:30:00', 'Event'],
  );

  const both = (await makeEvent(admin, FIRST)).id();
  const times = await change(both, { start_date: '2027-03-02 10:00:00', end_date: '2027-03-02 11:00:00' });
  await change(both, { start_date: '2027-03-02 09:00:00' });
  assert.deepEqual(
    (await undo(times, ['end_date'])).expect(200).body,
    keeping('event', both, 'changed_since', ['start_date']),
  );
  assert.equal((await read(both)).at('end_date'), '2027-03-02 11:00:00');
});

test('slugs, uids and names that others have by now are kept, and the rest is undone', async () => {
  for (const [path, kind, name] of [
    ['events', 'event', 'title'],
    ['venues', 'venue', 'venue'],
    ['organizers', 'organizer', 'organizer'],
    ['categories', 'category', 'name'],
    ['tags', 'tag', 'name'],
  ] as const) {
    const fields = (title: string) => ({ [name]: title, ...(path === 'events' ? FIRST : {}) });
    const id = (await admin.post(`/${path}`, { ...fields(`A ${kind}`), slug: `free-${kind}` }))
      .expect(201)
      .id();
    const entry = await put(`/${path}/${id}`, { slug: `other-${kind}`, description: 'New' }, [kind, id]);
    (await admin.post(`/${path}`, { ...fields(`B ${kind}`), slug: `free-${kind}` })).expect(201);
    assert.deepEqual((await undo(entry)).expect(200).body, keeping(kind, id, 'conflict', ['slug'], 1));
    const now = (await admin.get(`/${path}/${id}?context=edit`)).expect(200);
    assert.deepEqual([now.at('slug'), now.at('description') ?? ''], [`other-${kind}`, '']);
    assert.deepEqual((await undo(entry, ['slug'])).expect(200).body, keeping(kind, id, 'conflict', ['slug']));
  }
  const event = (await makeEvent(admin, { ...FIRST, uid: 'first@example.org' })).id();
  const entry = await change(event, { uid: 'second@example.org', title: 'Renamed' });
  await makeEvent(admin, { ...FIRST, uid: 'first@example.org' });
  assert.deepEqual((await undo(entry)).expect(200).body, keeping('event', event, 'conflict', ['uid'], 1));
  assert.deepEqual(
    [(await read(event)).at('title'), (await read(event)).at('uid')],
    ['Event', 'second@example.org'],
  );

  for (const path of ['categories', 'tags']) {
    const kind = path === 'tags' ? 'tag' : 'category';
    const id = (await admin.post(`/${path}`, { name: `Named ${path}` })).expect(201).id();
    const renamed = await put(`/${path}/${id}`, { name: 'Else', slug: `else-${path}`, description: 'New' }, [
      kind,
      id,
    ]);
    const again = (await admin.post(`/${path}`, { name: `Named ${path}` })).expect(201).id();
    const answer = (await undo(renamed)).expect(200);
    assert.deepEqual([answer.at('undone'), answer.at('kept.0.reason')], [1, 'conflict']);
    assert.deepEqual([...(answer.at('kept.0.fields') as string[])].sort(), ['name', 'slug']);
    assert.equal((await admin.get(`/${path}/${id}`)).expect(200).at('description'), '');
    (await admin.delete(`/${path}/${again}`)).expect(200);
    const deleted = await latest(kind, again);
    const third = (await admin.post(`/${path}`, { name: `Named ${path}` })).expect(201).id();
    const kept = (await undo(deleted)).expect(200);
    assert.deepEqual([kept.at('undone'), kept.at('kept.0.reason')], [0, 'conflict']);
    (await admin.delete(`/${path}/${third}`)).expect(200);
    assert.deepEqual((await undo(deleted)).expect(200).body, DONE);
    assert.equal((await admin.get(`/${path}/${again}`)).expect(200).at('name'), `Named ${path}`);
  }
});

test('a deleted term whose slug another has by now comes back with its ID, its links and another slug', async () => {
  for (const [path, kind] of [
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const) {
    const id = (await admin.post(`/${path}`, { name: `Gone ${path}`, slug: `gone-${path}` }))
      .expect(201)
      .id();
    const event = (await makeEvent(admin, { ...FIRST, [path]: [id] })).id();
    (await admin.delete(`/${path}/${id}`)).expect(200);
    const entry = await latest(kind, id);
    (await admin.post(`/${path}`, { name: `Other ${path}`, slug: `gone-${path}` })).expect(201);
    assert.deepEqual((await undo(entry)).expect(200).body, keeping(kind, id, 'conflict', ['slug'], 1));
    const term = (await admin.get(`/${path}/${id}`)).expect(200);
    assert.deepEqual([term.at('slug'), term.at('count')], [`gone-${path}-2`, 1]);
    assert.equal((await read(event)).at(`${path}.0.id`), id);
  }
});

test('no circle is undone, and no half of a place', async () => {
  const parent = (await makeEvent(admin, FIRST)).id();
  const child = (await makeEvent(admin, { ...FIRST, post_parent: parent })).id();
  const entry = await change(child, { post_parent: 0, title: 'Orphan' });
  await change(parent, { post_parent: child });
  assert.deepEqual(
    (await undo(entry)).expect(200).body,
    keeping('event', child, 'conflict', ['post_parent'], 1),
  );
  assert.equal((await read(child)).at('post_parent'), 0);

  const top = (await admin.post('/categories', { name: 'Top of it' })).expect(201).id();
  const below = (await admin.post('/categories', { name: 'Below it', parent: top })).expect(201).id();
  const moved = await put(`/categories/${below}`, { parent: null, description: 'Up' }, ['category', below]);
  await put(`/categories/${top}`, { parent: below }, ['category', top]);
  assert.deepEqual(
    (await undo(moved)).expect(200).body,
    keeping('category', below, 'conflict', ['parent'], 1),
  );

  const place = (await admin.post('/venues', { venue: 'Somewhere' })).expect(201).id();
  const located = await put(`/venues/${place}`, { geo_lat: 50, geo_lng: 7 }, ['venue', place]);
  assert.deepEqual((await undo(located, ['geo_lat'])).expect(200).body, DONE);
  const now = (await admin.get(`/venues/${place}`)).expect(200);
  assert.deepEqual([now.at('geo_lat') ?? null, now.at('geo_lng') ?? null], [null, null]);
});

test('an item that leaves the trash by an undo has a free slug, and what is published has one', async () => {
  const event = (await makeEvent(admin, { ...FIRST, title: 'Back', slug: 'back-again' })).id();
  (await admin.delete(`/events/${event}`)).expect(200);
  const entry = await latest('event', event);
  await makeEvent(admin, { ...FIRST, slug: 'back-again' });
  assert.deepEqual((await undo(entry)).expect(200).body, keeping('event', event, 'conflict', ['slug'], 1));
  const now = await read(event);
  assert.deepEqual([now.at('status'), now.at('slug')], ['publish', 'back-again-2']);

  const draft = (await makeEvent(admin, { ...FIRST, title: 'Drafted', status: 'draft' })).id();
  const published = await change(draft, { status: 'publish' });
  assert.equal((await undo(published, ['slug'])).expect(200).at('undone'), 0);
  assert.equal((await read(draft)).at('slug'), 'drafted');
  (await undo(published)).expect(200);
  assert.equal((await read(draft)).at('status'), 'draft');

  const trashed = (await makeEvent(admin, { ...FIRST, title: 'Thrown', slug: 'thrown' })).id();
  const gone = await change(trashed, { status: 'trash' });
  assert.deepEqual((await undo(gone, ['status'])).expect(200).body, DONE);
  assert.deepEqual(
    [(await read(trashed)).at('status'), (await read(trashed)).at('slug')],
    ['publish', 'thrown'],
  );
});

/** The counts of published events that terms have. */
const counts = async (...paths: readonly string[]): Promise<unknown[]> => {
  const found: unknown[] = [];
  for (const path of paths) found.push((await admin.get(path)).expect(200).at('count'));
  return found;
};

test('an undo counts the terms of dates that the write which it takes back knew nothing of', async () => {
  for (const path of ['categories', 'tags']) {
    const make = async (name: string) => {
      const id = (await admin.post(`/${path}`, { name: `${name} ${path}` })).expect(201).id();
      return { id, url: `/${path}/${id}` };
    };
    const [late, gone, shared] = [await make('Late'), await make('Lost'), await make('Shared')];
    const series = await makeSeries('FREQ=WEEKLY;COUNT=4', { [path]: [shared.id] });
    const dates = (await datesOf(series)).map(idOf);
    await change(dates[1] ?? 0, { [path]: [gone.id] });
    const drafted = await change(series, { status: 'draft' });
    await change(dates[2] ?? 0, { [path]: [late.id] });
    await change(dates[1] ?? 0, { recurrence_reset: [path] });
    assert.deepEqual(await counts(late.url, gone.url, shared.url), [0, 0, 0]);
    (await undo(drafted)).expect(200);
    assert.equal((await read(series)).at('status'), 'publish');
    assert.deepEqual(await counts(late.url, gone.url, shared.url), [1, 0, 1], path);
    (await undo(await latest('event', series))).expect(200);
    assert.deepEqual(await counts(late.url, gone.url, shared.url), [0, 0, 0], path);
  }
});

test('an undo counts the terms of series and dates that it removes', async () => {
  for (const path of ['categories', 'tags']) {
    const make = async (name: string) => {
      const id = (await admin.post(`/${path}`, { name: `${name} of ${path}` })).expect(201).id();
      return { id, url: `/${path}/${id}` };
    };
    const [rest, own] = [await make('Rest'), await make('Own')];
    const series = await makeSeries('FREQ=WEEKLY;COUNT=5', { [path]: [own.id] });
    const dates = (await datesOf(series)).map(idOf);
    const split = (
      await admin.put(`/events/${dates[2]}?scope=following`, { title: 'Rest', [path]: [rest.id] })
    ).expect(200);
    assert.deepEqual(await counts(rest.url, own.url), [1, 1]);
    const entry = await latest('event', series);
    await change(series, { [path]: [] });
    assert.deepEqual(await counts(rest.url, own.url), [1, 0]);
    assert.equal((await undo(entry)).expect(200).at('undone'), 1);
    (await admin.get(`/events/${split.id()}`)).expect(404);
    assert.deepEqual(await counts(rest.url, own.url), [0, 0], path);
  }
});

test('a date that was laid out after an event began to repeat is not lost with what it has of its own', async () => {
  const event = (await makeEvent(admin, FIRST)).id();
  const tag = (await admin.post('/tags', { name: 'Far away' })).expect(201).id();
  const entry = await change(event, { recurrence: { rrule: ['FREQ=MONTHLY'] } });
  const far = 'start_date=2033-01-01&end_date=2033-12-31';
  const date = (await admin.get(`/events?post_parent=${event}&${far}`)).expect(200).rows('events')[0];
  await change(idOf(date), { tags: [tag] });
  assert.deepEqual(
    (await undo(entry)).expect(200).body,
    keeping('event', event, 'changed_since', ['recurrence']),
  );
  assert.equal((await read(idOf(date))).at('tags.0.id'), tag);
  (await undo(await latest('event', idOf(date)))).expect(200);
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  assert.deepEqual(await counts(`/tags/${tag}`), [0]);
  assert.equal((await read(event)).at('recurrence') ?? null, null);
});

test('undoing a field that an entry does not have does nothing and makes no entry', async () => {
  const event = (await makeEvent(admin, FIRST)).id();
  const created = await latest('event', event);
  assert.deepEqual((await undo(created, ['title'])).expect(200).body, NOTHING);
  assert.equal((await read(event)).at('status'), 'publish');
  const entry = await change(event, { title: 'Second' });
  for (const fields of [['cost'], ['no_such_field'], ['title.de'], ['recurrence'], ['start_date']])
    assert.deepEqual((await undo(entry, fields)).expect(200).body, NOTHING, String(fields));
  const [from, into] = [
    (await admin.post('/tags', { name: 'From' })).expect(201).id(),
    (await admin.post('/tags', { name: 'Into' })).expect(201).id(),
  ];
  (await admin.post(ours(`/tags/${into}/merge`), { from: [from] })).expect(200);
  assert.deepEqual((await undo(await latest('tag', into), ['color'])).expect(200).body, NOTHING);
  assert.equal(await latest('event', event), entry);
  // Nor does a write of what is so already, which would be a change since the creation.
  const same = (await makeEvent(admin, { ...FIRST, title: 'Same' })).id();
  (await admin.put(`/events/${same}`, { ...FIRST, title: 'Same' })).expect(200);
  assert.equal((await entriesOf('event', same)).length, 1);
  assert.deepEqual((await undo(await latest('event', same))).expect(200).body, DONE);
});

test('an undo is undone, and a second undo of the same does nothing', async () => {
  const series = await makeSeries('FREQ=WEEKLY;COUNT=5', { title: 'Whole' });
  const third = idOf((await datesOf(series))[2]);
  await change(third, { title: 'Own', cost: '3' });
  const split = (await admin.put(`/events/${third}?scope=following`, { title: 'Split', cost: '8' })).expect(
    200,
  );
  const following = Number(split.at('id'));
  const state = async () => [...(await datesOf(series)), ...(await datesOf(following))];
  const entry = await latest('event', series);
  const parted = await state();
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  assert.equal((await datesOf(series)).length, 5);
  (await anyone.get(`/events/${following}`)).expect(404);
  assert.deepEqual([(await read(third)).at('title'), (await read(third)).at('cost')], ['Own', '$3']);
  assert.deepEqual((await undo(entry)).expect(200).body, NOTHING);
  const undoing = await latest('event', series);
  assert.deepEqual((await undo(undoing)).expect(200).body, DONE);
  assert.deepEqual(await state(), parted);
  assert.deepEqual((await undo(undoing)).expect(200).body, NOTHING);
});

test('the undo of a split whose second part ended its repeating is undone', async () => {
  const series = await makeSeries('FREQ=WEEKLY;COUNT=5');
  const third = idOf((await datesOf(series))[2]);
  const were = await starts(series);
  const split = (await admin.put(`/events/${third}?scope=following`, { recurrence: null })).expect(200);
  const entry = await latest('event', series);
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  assert.deepEqual(await starts(series), were);
  assert.deepEqual((await undo(await latest('event', series))).expect(200).body, DONE);
  assert.equal((await read(split.id())).at('start_date'), '2027-03-15 19:00:00');
  assert.equal((await datesOf(series)).length, 2);
});

test('a series that was split is joined by an undo with what was changed of the first part since', async () => {
  const series = await makeSeries('FREQ=WEEKLY;COUNT=5', { title: 'Whole' });
  const third = idOf((await datesOf(series))[2]);
  (await admin.put(`/events/${third}?scope=following`, { cost: '8' })).expect(200);
  const entry = await latest('event', series);
  await change(series, { title: 'Renamed since' });
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  const dates = await datesOf(series);
  assert.deepEqual(
    dates.map(({ title, cost }) => [title, cost]),
    dates.map(() => ['Renamed since', '']),
  );
  assert.equal(dates.length, 5);
});

test('a deleted end of a series comes back with its dates under their IDs and their own values', async () => {
  const series = await makeSeries('FREQ=WEEKLY;COUNT=5', { title: 'Ended' });
  const ids = (await datesOf(series)).map(idOf);
  await change(ids[3] ?? 0, {
    title: 'Own',
    start_date: '2027-03-22 08:00:00',
    end_date: '2027-03-22 09:00:00',
  });
  (await admin.delete(`/events/${ids[2]}?scope=following`)).expect(200);
  const entry = await latest('event', series);
  assert.equal((await datesOf(series)).length, 2);
  await change(series, { description: 'Since' });
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  assert.deepEqual(new Set((await datesOf(series)).map(idOf)), new Set(ids));
  const own = await read(ids[3] ?? 0);
  assert.deepEqual([own.at('title'), own.at('start_date')], ['Own', '2027-03-22 08:00:00']);
  assert.match(String(own.at('description')), /Since/);
});

test('texts of one language are undone without those of others', async () => {
  const event = (await makeEvent(admin, { ...FIRST, title: 'English' })).id();
  (await admin.put(`/events/${event}?translation_language=de`, { title: 'Deutsch' })).expect(200);
  const entry = await put(`/events/${event}?translation_language=de`, { title: 'Neu', excerpt: 'Kurz' }, [
    'event',
    event,
  ]);
  await change(event, { title: 'Renamed' });
  assert.deepEqual((await undo(entry, ['title.de'])).expect(200).body, DONE);
  const german = (await admin.get(`/events/${event}`, undefined, { 'accept-language': 'de' })).expect(200);
  assert.deepEqual([german.at('title'), /Kurz/.test(String(german.at('excerpt')))], ['Deutsch', true]);
  assert.equal((await read(event)).at('title'), 'Renamed');
  for (const [word, total] of [
    ['Deutsch', 1],
    ['Neu', 0],
  ] as const) {
    const found = await anyone.get(`/events?search=${word}&${WINDOW}`, undefined, {
      'accept-language': 'de',
    });
    assert.equal(found.at('total'), total, word);
  }
});

test('an address stays where it leads, unless the item has it again', async () => {
  const event = (await makeEvent(admin, { ...FIRST, title: 'Addressed', slug: 'first-address' })).id();
  const entry = await change(event, { slug: 'second-address', title: 'Readdressed' });
  assert.deepEqual((await undo(entry, ['title'])).expect(200).body, DONE);
  (await anyone.get(`${service.url}/event/first-address/`)).expect(301);
  assert.deepEqual((await undo(entry, ['slug'])).expect(200).body, DONE);
  (await anyone.get(`${service.url}/event/first-address/`)).expect(200);
  (await anyone.get(`${service.url}/event/second-address/`)).expect(404);
});

test('an address that an item gave up leads to it again when another that took it is undone', async () => {
  for (const [path, kind, name, page] of [
    ['events', 'event', 'title', 'event'],
    ['venues', 'venue', 'venue', 'venue'],
    ['organizers', 'organizer', 'organizer', 'organizer'],
    ['tags', 'tag', 'name', 'events/tag'],
    ['categories', 'category', 'name', 'events/category'],
  ] as const) {
    const make = async (title: string, slug: string) => {
      const fields = { [name]: title, slug, ...(kind === 'event' ? FIRST : {}) };
      return (await admin.post(`/${path}`, fields)).expect(201).id();
    };
    const addressed = async (slug: string) => (await anyone.get(`${service.url}/${page}/${slug}/`)).headers;
    const first = await make(`First ${kind}`, `taken-${kind}`);
    await put(`/${path}/${first}`, { slug: `given-up-${kind}` }, [kind, first]);
    const leadsToFirst = async (what: string) =>
      assert.match(String((await addressed(`taken-${kind}`))['location']), /given-up/, `${kind}: ${what}`);
    await leadsToFirst('nobody has it');

    const second = await make(`Second ${kind}`, `taken-${kind}`);
    assert.deepEqual((await undo(await latest(kind, second))).expect(200).body, DONE);
    await leadsToFirst('a creation is undone');

    const third = await make(`Third ${kind}`, `own-${kind}`);
    const entry = await put(`/${path}/${third}`, { slug: `taken-${kind}` }, [kind, third]);
    assert.deepEqual((await undo(entry)).expect(200).body, DONE);
    await leadsToFirst('a change is undone');
    (await anyone.get(`${service.url}/${page}/own-${kind}/`)).expect(200);

    if (kind !== 'event') continue;
    const draft = (await makeEvent(admin, { ...FIRST, status: 'draft', slug: 'taken-event' })).id();
    (await admin.delete(`/events/${draft}`)).expect(200);
    assert.deepEqual((await undo(await latest(kind, draft))).expect(200).body, DONE);
    await change(draft, { slug: 'drafted-event' });
    await leadsToFirst('the trashing of a draft is undone');
  }
});

test('dates that a change of times puts at one moment have their IDs again when it is undone', async () => {
  // One of them on the day of a date that stays.
  const rdate = ['2027-03-05 08:00:00', '2027-03-05 20:00:00', '2027-03-08 08:00:00'];
  const series = await makeSeries('FREQ=WEEKLY;COUNT=2', {
    recurrence: { rrule: ['FREQ=WEEKLY;COUNT=2'], rdate },
  });
  const placed = async () => (await datesOf(series)).map((date) => [date['id'], date['start_date']]);
  const were = await placed();
  assert.equal(were.length, 5);
  const fewer = await change(series, { recurrence: { rrule: ['FREQ=WEEKLY;COUNT=2'] } });
  const whole = await change(series, { all_day: true });
  await assertSound(service);
  assert.deepEqual((await undo(whole)).expect(200).body, DONE);
  assert.deepEqual((await undo(fewer)).expect(200).body, DONE);
  assert.deepEqual(await placed(), were);
});

test('a rule that was named again with other times is the same when those are undone', async () => {
  for (const [rrule, day] of [
    ['FREQ=WEEKLY;BYDAY=MO,TH;COUNT=6', '2027-03-03'],
    ['FREQ=DAILY;UNTIL=20270304', '2027-02-28'],
    ['FREQ=DAILY;BYHOUR=9,19;COUNT=4', '2027-03-01'],
  ] as const) {
    const recurrence = { rrule: [rrule] };
    const series = await makeSeries(rrule);
    const state = async () => [
      (await read(series)).at('recurrence'),
      ...(await datesOf(series)).map((date) => [date['id'], date['start_date'], date['end_date']]),
    ];
    const were = await state();
    const times = { start_date: `${day} 20:00:00`, end_date: `${day} 21:30:00` };
    const entry = await change(series, { ...times, recurrence, title: 'Moved' });
    await change(series, { description: 'Changed since' });
    assert.notDeepEqual(await state(), were, rrule);
    assert.deepEqual((await undo(entry)).expect(200).body, DONE, rrule);
    assert.deepEqual(await state(), were, rrule);
    assert.equal((await read(series)).at('title'), 'Event');
  }
});

test('the revision of a date grows when it comes back from a series that was split off', async () => {
  const series = await makeSeries('FREQ=WEEKLY;COUNT=4');
  const third = idOf((await datesOf(series))[2]);
  const revision = async () => Number((await read(third)).at('revision'));
  const split = (await admin.put(`/events/${third}?scope=following`, { title: 'Later' })).expect(200);
  const entry = await latest('event', series);
  const following = Number(split.at('id'));
  for (const cost of ['1', '2', '3', '4']) {
    const paid = await change(following, { cost });
    assert.deepEqual((await undo(paid)).expect(200).body, DONE);
  }
  const had = await revision();
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  assert.equal((await read(third)).at('post_parent'), series);
  assert.equal(await revision(), had + 1);
  const undoing = await latest('event', series);
  assert.deepEqual((await undo(undoing)).expect(200).body, DONE);
  assert.equal(await revision(), had + 2);
});

test('of those who take an entry back at once one does, and a change that comes first is not lost', async () => {
  const event = (await makeEvent(admin, FIRST)).id();
  const entry = await change(event, { title: 'Twice', tags: ['Once'] });
  const answers = await Promise.all([undo(entry), undo(entry), undo(entry)]);
  assert.deepEqual(
    answers.map(({ body }) => JSON.stringify(body)).sort(),
    [NOTHING, NOTHING, DONE].map((body) => JSON.stringify(body)),
  );
  for (let round = 0; round < 5; round++) {
    const made = (await makeEvent(admin, FIRST)).id();
    const [undone, changed] = await Promise.all([
      undo(await latest('event', made)),
      admin.put(`/events/${made}`, { title: 'Changed' }),
    ]);
    const now = await admin.get(`/events/${made}?context=edit`);
    const isChangedFirst = changed.status === 200 && changed.at('status') === 'publish';
    if (isChangedFirst) assert.deepEqual([undone.at('undone'), now.at('status')], [0, 'publish']);
    else assert.deepEqual([undone.at('undone'), now.at('status')], [1, 'trash']);
  }
});

test('own values of a date that is gone by now are kept', async () => {
  const series = await makeSeries('FREQ=WEEKLY;COUNT=3');
  const last = idOf((await datesOf(series))[2]);
  const entry = await change(last, { cost: '4' });
  await change(series, { recurrence: { rrule: ['FREQ=WEEKLY;COUNT=2'] } });
  assert.deepEqual((await undo(entry)).expect(200).body, keeping('event', last, 'changed_since', ['cost']));
  (await admin.get(`/events/${last}`)).expect(410);
});

test('links come back in their order, and links to what is gone stay away', async () => {
  const ids: number[] = [];
  for (const venue of ['One', 'Two', 'Three'])
    ids.push((await admin.post('/venues', { venue })).expect(201).id());
  const event = (await makeEvent(admin, { ...FIRST, venue: ids })).id();
  const entry = await change(event, { venue: [ids[2]] });
  const other = (await admin.post('/venues', { venue: 'Four' })).expect(201).id();
  await change(event, { venue: [ids[2], other] });
  assert.deepEqual((await undo(entry)).expect(200).body, DONE);
  const linked = (await read(event)).rows('venue').map(({ id }) => Number(id));
  assert.deepEqual(
    linked.filter((id) => id !== other),
    ids,
  );
  assert.equal(new Set(linked).size, linked.length);
});

test('the undo of a merge makes no circle and no half of a place', async () => {
  const merge = async (path: string, into: number, from: number) => {
    (await admin.post(ours(`/${path}/${into}/merge`), { from: [from] })).expect(200);
    return latest(path === 'venues' ? 'venue' : 'category', into);
  };
  const make = async (path: string, fields: object) =>
    (await admin.post(`/${path}`, fields)).expect(201).id();
  const over = await make('categories', { name: 'Over' });
  const gone = await make('categories', { name: 'Gone', parent: over });
  const child = await make('categories', { name: 'Child', parent: gone });
  const entry = await merge('categories', await make('categories', { name: 'Kept' }), gone);
  await put(`/categories/${over}`, { parent: child }, ['category', over]);
  (await undo(entry)).expect(200);
  const parents: Record<number, unknown> = {};
  for (const id of [over, gone, child]) {
    const { parent } = (await admin.get(`/categories/${id}`)).expect(200).body as JsonObject;
    parents[id] = parent;
  }
  assert.ok(
    Object.values(parents).some((parent) => ![over, gone, child].includes(Number(parent))),
    JSON.stringify(parents),
  );

  const into = await make('venues', { venue: 'Placeless' });
  const from = await make('venues', { venue: 'Placed', geo_lat: 50, geo_lng: 7 });
  const placed = await merge('venues', into, from);
  await put(`/venues/${into}`, { geo_lat: 51, geo_lng: 7 }, ['venue', into]);
  const answer = (await undo(placed)).expect(200);
  assert.deepEqual([answer.at('undone'), answer.at('kept.0.reason')], [1, 'changed_since']);
  const venue = (await admin.get(`/venues/${into}`)).expect(200);
  assert.deepEqual([venue.at('geo_lat'), venue.at('geo_lng')], [51, 7]);
});
