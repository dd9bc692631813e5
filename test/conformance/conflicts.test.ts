// Writes that change an item only as it was known: `revision` and `If-Match` (contract W1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer } from '../support/client.ts';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
});
after(() => service?.stop());

const SOMEDAY = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };
const PHOTO = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
const revisionOf = (answer: Answer): number => {
  const revision = answer.at('revision');
  assert.ok(typeof revision === 'number' && Number.isInteger(revision) && revision > 0, answer.text);
  return revision;
};

const kinds = {
  events: { fields: { ...SOMEDAY, title: 'Concert' }, change: { title: 'Another concert' } },
  venues: { fields: { venue: 'Hall' }, change: { city: 'Bonn' } },
  organizers: { fields: { organizer: 'Jane' }, change: { phone: '123' } },
  categories: { fields: { name: 'Music' }, change: { description: 'Loud.' } },
  tags: { fields: { name: 'Green' }, change: { description: 'Outside.' } },
} as const;

for (const [kind, { fields, change }] of Object.entries(kinds))
  test(`${kind}: each change moves the revision, nothing else does, and a stale one changes nothing`, async () => {
    const admin = service.as('admin');
    const made = (await admin.post(`/${kind}`, fields)).expect(201);
    const url = `/${kind}/${made.id()}`;
    const first = revisionOf(made);
    assert.equal(first, 1);
    assert.equal(revisionOf(await admin.get(url)), first);
    assert.equal(revisionOf((await admin.put(url, {})).expect(200)), first, 'nothing was sent');
    assert.equal(revisionOf((await admin.put(url, fields)).expect(200)), first, 'nothing was changed');
    const changed = (await admin.put(url, change, { 'if-match': `"${first}"` })).expect(200);
    const second = revisionOf(changed);
    assert.equal(second, 2);
    assert.equal(revisionOf(await admin.get(url)), second);

    for (const stale of [
      `"${first}"`,
      `${first}`,
      `W/"${first}"`,
      '"nothing"',
      `"${first}", "${second + 1}"`,
    ]) {
      const refused = await admin.put(url, { description: 'Lost.' }, { 'if-match': stale });
      assert.equal(refused.expect(412).at('code'), 'rest_precondition_failed', stale);
      assert.equal(refused.at('data.current.id'), made.id());
      assert.equal(refused.at('data.current.revision'), second);
    }
    const told = await admin.put(url, { description: 'Lost.' }, { 'if-match': `"${first}"` });
    assert.deepEqual(told.at('data.changed'), Object.keys(change));
    assert.equal(revisionOf(await admin.get(url)), second);

    const read = (await admin.get(url, undefined, { 'accept-encoding': 'br' })).expect(200);
    const etag = read.headers['etag'] ?? '';
    for (const right of [etag, `"${first}", "${second}"`, `W/"${second}"`, `${second}`, '*', '']) {
      const answer = await admin.put(url, {}, { 'if-match': right });
      assert.equal(revisionOf(answer.expect(200)), second, right);
    }
    (await admin.put(url, { description: 'Newer.' })).expect(200);
    (await admin.delete(url, undefined, { 'if-match': etag })).expect(412);
    const present = revisionOf(await admin.get(url));
    (await admin.delete(url, undefined, { 'if-match': `"${present}"` })).expect(200);
  });

test('everybody is shown the revision, and the entity tag of anybody’s read of an item fits that item alone', async () => {
  const admin = service.as('admin');
  const [event, other] = [
    (await admin.post('/events', { ...SOMEDAY, title: 'Shown' })).expect(201),
    (await admin.post('/events', { ...SOMEDAY, title: 'Another' })).expect(201),
  ];
  const url = `/events/${event.id()}`;
  const venue = (await admin.post('/venues', { venue: 'Shown' })).expect(201);
  const tags: string[] = [];
  for (const client of [service.anonymous, service.as('subscriber'), service.as('editor'), admin])
    for (const query of ['', '?translation_language=de', '?_fields=title', '?_envelope', '?context=edit'])
      for (const encoding of ['identity', 'br', 'gzip']) {
        const read = (await client.get(`${url}${query}`, undefined, { 'accept-encoding': encoding })).expect(
          200,
        );
        if (query === '' && encoding === 'identity') assert.equal(revisionOf(read), 1);
        tags.push(read.headers['etag'] ?? '');
      }
  const write = (path: string, tag: string) => admin.put(`${path}?dry_run=true`, {}, { 'if-match': tag });
  for (const tag of new Set(tags)) {
    (await write(url, tag)).expect(200);
    (await write('/events/by-slug/shown', tag)).expect(200);
    (await write(`/events/${other.id()}`, tag)).expect(412);
    (await write(`/venues/${venue.id()}`, tag)).expect(412);
  }
  (await admin.put(`/events/${other.id()}`, { title: 'Changed' })).expect(200);
  assert.equal(revisionOf(await service.anonymous.get(url)), 1, 'the write of another item');
  (await admin.put(url, { title: 'Renamed' })).expect(200);
  assert.equal(revisionOf(await service.anonymous.get(url)), 2);
  for (const tag of new Set(tags)) {
    const told = (await write(url, tag)).expect(412);
    assert.deepEqual([told.at('data.current.revision'), told.at('data.changed')], [2, ['title']]);
  }
});

test('the answer of a write has the entity tag of the next read', async () => {
  const admin = service.as('admin');
  for (const [kind, { fields, change }] of Object.entries({
    ...kinds,
    [`${service.url}/kalends/v1/saved-filters`]: {
      fields: { name: 'Tagged', query: {} },
      change: { name: 'Tagged anew' },
    },
  })) {
    const base = kind.startsWith('http') ? kind : `/${kind}`;
    const key = Object.keys(fields).at(-1) ?? '';
    const named = { ...fields, [key]: key === 'query' ? {} : `Tagged ${kind}` };
    for (const encoding of ['identity', 'br']) {
      const headers = { 'accept-encoding': encoding };
      const made = await admin.post(
        base,
        { ...named, ...(encoding === 'br' ? { [key === 'query' ? 'name' : key]: `Second ${kind}` } : {}) },
        headers,
      );
      const url = `${base}/${made.expect(201).id()}`;
      const tagOf = async () => (await admin.get(url, undefined, headers)).expect(200).headers['etag'];
      assert.equal(made.headers['etag'], await tagOf(), `${kind}: created`);
      const changed = await admin.put(url, change, { ...headers, 'if-match': made.headers['etag'] ?? '' });
      assert.equal(changed.expect(200).headers['etag'], await tagOf(), `${kind}: changed`);
      const again = await admin.patch(url, change, { ...headers, 'if-match': changed.headers['etag'] ?? '' });
      assert.equal(again.expect(200).headers['etag'], await tagOf(), `${kind}: unchanged`);
      assert.equal((await admin.put(`${url}?dry_run=true`, change, headers)).headers['etag'], undefined);
      const gone = (await admin.delete(url, undefined, { 'if-match': again.headers['etag'] ?? '' })).expect(
        200,
      );
      assert.equal(gone.headers['etag'], undefined);
    }
  }
});

test('a refusal shows the whole item, whichever members its answer was to have', async () => {
  const admin = service.as('admin');
  const linked = {
    venue: { venue: 'Whole Hall' },
    organizer: [{ organizer: 'Whole Club' }],
    categories: ['Whole'],
    tags: ['Whole'],
  };
  const rrule = 'FREQ=WEEKLY;COUNT=3';
  const event = (await admin.post('/events', { ...SOMEDAY, title: 'Whole', ...linked })).expect(201);
  const series = await admin.post('/events', { ...SOMEDAY, title: 'All', ...linked, recurrence: { rrule } });
  const picture = { 'content-type': 'image/gif', 'content-disposition': 'attachment; filename="dot.gif"' };
  const media = `${service.url}/kalends/v1/media`;
  const urls = [
    `/events/${event.id()}`,
    `/events/${series.expect(201).id()}`,
    `/events/${series.at('recurrence.next.id') ?? series.id() + 1}`,
    `/venues/${event.at('venue.id')}`,
    `/organizers/${event.at('organizer.0.id')}`,
    `/categories/${event.at('categories.0.id')}`,
    `/tags/${event.at('tags.0.id')}`,
    `${media}/${(await admin.post(media, PHOTO, picture)).expect(201).id()}`,
  ];
  for (const url of urls) {
    const whole = (await admin.get(`${url}?context=edit`)).expect(200).body;
    for (const query of ['_fields=id', '_fields=title,data.changed', '_envelope=false&_fields=venue.id'])
      for (const write of [admin.put, admin.patch, admin.delete]) {
        const told = await write.call(admin, `${url}?${query}`, {}, { 'if-match': '"999"' });
        assert.deepEqual(told.expect(412).at('data.current'), whole, `${url} ${query}`);
      }
  }
});

test('files have revisions too', async () => {
  const admin = service.as('admin');
  const media = `${service.url}/kalends/v1/media`;
  const headers = { 'content-type': 'image/gif', 'content-disposition': 'attachment; filename="dot.gif"' };
  const made = (await admin.post(media, PHOTO, headers)).expect(201);
  const first = revisionOf(made);
  const url = `${media}/${made.id()}`;
  const changed = (await admin.patch(url, { alt_text: 'A dot' }, { 'if-match': `"${first}"` })).expect(200);
  assert.ok(revisionOf(changed) > first);
  (await admin.patch(url, { alt_text: 'Lost' }, { 'if-match': `"${first}"` })).expect(412);
  const crop = { crop: { x: 0, y: 0, width: 1, height: 1 } };
  const stale = (await admin.post(`${url}/file`, crop, { 'if-match': `"${first}"` })).expect(412);
  assert.equal(stale.at('data.current.alt_text'), 'A dot');
});

test('a merge takes the revision of the item that stays, and answers the next one', async () => {
  const admin = service.as('admin');
  const [stays, goes] = [
    (await admin.post('/venues', { venue: 'Stays' })).expect(201),
    (await admin.post('/venues', { venue: 'Goes', city: 'Bonn' })).expect(201),
  ];
  (await admin.patch(`/venues/${stays.id()}`, { phone: '1' })).expect(200);
  const merge = `${service.url}/kalends/v1/venues/${stays.id()}/merge`;
  const from = { from: [goes.id()] };
  const refused = (await admin.post(merge, from, { 'if-match': `"${revisionOf(stays)}"` })).expect(412);
  assert.deepEqual([refused.at('data.current.phone'), refused.at('data.changed')], ['1', ['phone']]);
  (await admin.get(`/venues/${goes.id()}`)).expect(200);
  const merged = (
    await admin.post(merge, from, { 'if-match': `"${revisionOf(await admin.get(`/venues/${stays.id()}`))}"` })
  ).expect(200);
  assert.equal(merged.at('revision'), (await admin.get(`/venues/${stays.id()}`)).at('revision'));
});

test('translations and links are changes of an event; what it embeds changes by itself', async () => {
  const admin = service.as('admin');
  const venue = (await admin.post('/venues', { venue: 'Old Hall' })).expect(201).id();
  const event = (await admin.post('/events', { ...SOMEDAY, title: 'Linked', venue })).expect(201);
  const url = `/events/${event.id()}`;
  let known = revisionOf(event);
  const moves = async (fields: object, query = '') => {
    const now = revisionOf((await admin.put(`${url}${query}`, fields)).expect(200));
    assert.equal(now, known + 1, JSON.stringify(fields));
    known = now;
  };
  await moves({ title: 'Verlinkt' }, '?translation_language=de');
  await moves({ categories: ['Linked'] });
  await moves({ organizer: { organizer: 'Linked' } });
  await moves({ venue: [] });
  await moves({ venue });
  await moves({ password: 'secret' });
  (await admin.put(`/venues/${venue}`, { venue: 'New Hall' })).expect(200);
  assert.equal(revisionOf(await admin.get(`${url}?context=edit`)), known);
  const stale = await admin.put(url, { title: 'Lost' }, { 'if-match': `"${revisionOf(event)}"` });
  const changed = new Set(stale.expect(412).at('data.changed') as string[]);
  for (const name of ['categories', 'organizer', 'password', 'title.de']) assert.ok(changed.has(name), name);
  assert.ok(!changed.has('title') && !changed.has('venue'), [...changed].join());
});

test('a date of a series has a revision of its own, which counts the changes of its series too', async () => {
  const admin = service.as('admin');
  const weekly = { ...SOMEDAY, title: 'Weekly', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' } };
  const series = (await admin.post('/events', weekly)).expect(201).id();
  const plain = (await admin.post('/events', { ...SOMEDAY, title: 'Aside' })).expect(201).id();
  const list = await admin.get('/events?start_date=2027-06-01&end_date=2027-08-01&search=Weekly');
  const dates = list.rows('events').map(({ id }) => Number(id));
  const [first = 0, second = 0, , fourth = 0] = dates;
  const read = async () => {
    const all = [series, ...dates, plain].map((id) => service.anonymous.get(`/events/${id}`));
    return (await Promise.all(all)).map((answer) => (answer.status === 200 ? revisionOf(answer) : undefined));
  };
  const write = async (id: number, scope: string, fields: object) =>
    (await admin.put(`/events/${id}?scope=${scope}`, fields)).expect(200);
  assert.deepEqual(await read(), [1, 1, 1, 1, 1, 1, 1, 1]);
  await write(first, 'this', { title: 'Once' });
  assert.deepEqual(await read(), [1, 2, 1, 1, 1, 1, 1, 1]);
  await write(series, 'all', { cost: '5' });
  assert.deepEqual(await read(), [2, 3, 2, 2, 2, 2, 2, 1]);
  await write(second, 'this', { start_date: '2027-06-26 20:30:00' });
  await write(second, 'this', { recurrence_reset: true });
  assert.deepEqual(await read(), [2, 3, 4, 2, 2, 2, 2, 1]);
  await write(first, 'all', { start_date: '2027-06-19 18:00:00' });
  assert.deepEqual(await read(), [3, 4, 5, 3, 3, 3, 3, 1]);
  (await admin.delete(`/events/${second}`)).expect(200);
  await write(second, 'this', { status: 'publish' });
  assert.deepEqual(await read(), [3, 4, 7, 3, 3, 3, 3, 1]);
  const told = async (id: number, revision: number) =>
    (await admin.put(`/events/${id}`, { title: 'Lost' }, { 'if-match': `${revision}` }))
      .expect(412)
      .at('data.changed');
  assert.deepEqual(await told(first, 2), ['cost', 'start_date']);
  assert.deepEqual(await told(first, 1), ['cost', 'start_date', 'title']);
  assert.deepEqual(await told(fourth, 2), ['start_date']);
  const following = (await write(fourth, 'following', { title: 'Later' })).id();
  assert.deepEqual(await read(), [4, 5, 8, 4, 4, 4, 4, 1]);
  assert.equal(revisionOf(await admin.get(`/events/${following}`)), 1);
  await write(following, 'all', { title: 'Later still' });
  assert.deepEqual(await read(), [4, 5, 8, 4, 5, 5, 5, 1]);
  await write(series, 'all', { recurrence: null });
  // The series that was split off continues none now.
  assert.deepEqual(await read(), [5, undefined, undefined, undefined, 6, 6, 6, 1]);
  (await admin.put(`/events/${plain}`, {}, { 'if-match': '1' })).expect(200);
});

test('a date that was taken out before its series was split comes back with a greater revision', async () => {
  const admin = service.as('admin');
  const rule = { rrule: ['FREQ=WEEKLY;COUNT=5'] };
  const series = (await admin.post('/events', { ...SOMEDAY, title: 'Split', recurrence: rule }))
    .expect(201)
    .id();
  const list = await admin.get('/events?start_date=2027-06-01&end_date=2027-08-01&search=Split');
  const [, , third = 0, fourth = 0] = list.rows('events').map(({ id }) => Number(id));
  for (const cost of ['1', '2', '3']) (await admin.put(`/events/${series}`, { cost })).expect(200);
  const had = revisionOf(await admin.get(`/events/${fourth}`));
  const without = { recurrence: { ...rule, exdate: ['2027-07-10'] } };
  (await admin.put(`/events/${series}`, without)).expect(200);
  (await admin.get(`/events/${fourth}`)).expect(410);
  const following = (await admin.put(`/events/${third}?scope=following`, { cost: '4' })).expect(200).id();
  const whole = { recurrence: { rrule: ['FREQ=WEEKLY;COUNT=3'] } };
  (await admin.put(`/events/${following}`, whole)).expect(200);
  const back = (await admin.get(`/events/${fourth}`)).expect(200);
  assert.equal(back.at('post_parent'), following);
  assert.ok(revisionOf(back) > had, `${revisionOf(back)} after ${had}`);
});

test('what one item takes from another by a write leaves the revision of that as it was', async () => {
  const admin = service.as('admin');
  const make = async (path: string, fields: object) => (await admin.post(path, fields)).expect(201).id();
  const old = await make('/events', { ...SOMEDAY, title: 'Old', slug: 'wanted' });
  (await admin.put(`/events/${old}`, { slug: 'left' })).expect(200);
  const category = await make('/categories', { name: 'Held' });
  const event = await make('/events', { ...SOMEDAY, title: 'Holds', categories: [category] });
  await make('/events', { ...SOMEDAY, title: 'Takes', slug: 'wanted' });
  const revisions = async () =>
    Promise.all(
      [`/events/${old}`, `/events/${event}`, `/categories/${category}`].map(async (url) =>
        revisionOf(await admin.get(url)),
      ),
    );
  assert.deepEqual(await revisions(), [2, 1, 1]);
  (await admin.put(`/categories/${category}`, { name: 'Held anew' })).expect(200);
  assert.deepEqual(await revisions(), [2, 1, 2]);
  (await admin.delete(`/categories/${category}`)).expect(200);
  assert.equal(revisionOf(await admin.get(`/events/${event}`)), 2, 'its link is gone');
});

test('checks come in the order 400, 401 and 403, 404, 412, and only who may edit is told more', async () => {
  const admin = service.as('admin');
  const event = (await admin.post('/events', { ...SOMEDAY, title: 'Ordered' })).expect(201);
  const url = `/events/${event.id()}`;
  const stale = { 'if-match': '"999999"' };
  (await admin.put(url, { start_date: 'never' }, stale)).expect(400);
  const category = (await admin.post('/categories', { name: 'Above' })).expect(201).id();
  const below = (await admin.post('/categories', { name: 'Below', parent: category })).expect(201).id();
  (await admin.put(`/categories/${category}`, { parent: below }, stale)).expect(400);
  (await admin.put(`/categories/${category}`, { name: '' }, stale)).expect(400);
  (await service.anonymous.put(url, { title: 'x' }, stale)).expect(401);
  const refused = (await service.as('subscriber').put(url, { title: 'x' }, stale)).expect(403);
  assert.equal(refused.at('data.current'), undefined);
  (await admin.put('/events/999999', { title: 'x' }, stale)).expect(404);
  const told = (await admin.put(url, { title: 'x' }, stale)).expect(412);
  assert.equal(told.at('data.current.title'), 'Ordered');
  assert.ok(told.at('data.current.raw') !== undefined, 'as context=edit has it');
  (await admin.put('/events/by-slug/ordered', { title: 'x' }, stale)).expect(412);
  // A collection has no revision.
  (await admin.post('/events', { ...SOMEDAY, title: 'New' }, stale)).expect(201);
});

test('of many who save at once with the same revision one does', async () => {
  const admin = service.as('admin');
  const event = (await admin.post('/events', { ...SOMEDAY, title: 'Contested' })).expect(201);
  const headers = { 'if-match': `"${revisionOf(event)}"` };
  const titles = Array.from({ length: 8 }, (_, index) => `Contested ${index}`);
  const answers = await Promise.all(
    titles.map((title) => admin.put(`/events/${event.id()}`, { title }, headers)),
  );
  const kept = answers.filter(({ status }) => status === 200);
  assert.equal(kept.length, 1);
  assert.equal(answers.filter(({ status }) => status === 412).length, titles.length - 1);
  assert.equal((await admin.get(`/events/${event.id()}`)).at('title'), kept[0]?.at('title'));
});
