import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { assertRefused, makeEvent, SOMEDAY } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

// A password on create (contract D41).

let service: Service;
let anyone: Client;
let count = 0;
const fresh = (word: string) => `${word} ${++count}`;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  anyone = service.anonymous;
});
after(() => service.stop());

/** Long enough to be in no port, id or time of an answer. */
const PHONE = '+41 31 555 01 23';
const HIDDEN = /Hidden words|Bern|555 01 23|a@example/;

const kinds = {
  events: { name: 'title', more: { ...SOMEDAY, description: 'Hidden words', excerpt: 'Short', cost: '5' } },
  venues: { name: 'venue', more: { description: 'Hidden words', city: 'Bern', phone: PHONE } },
  organizers: { name: 'organizer', more: { description: 'Hidden words', email: 'a@example.org' } },
} as const;

for (const [kind, { name, more }] of Object.entries(kinds))
  describe(`POST /${kind} with a password`, () => {
    for (const role of ['admin', 'editor', 'author'] as const)
      test(`protects what the ${role} makes`, async () => {
        const by = service.as(role);
        const fields = { [name]: fresh('Veiled'), ...more, password: 'sesame' };
        const made = (await by.post(`/${kind}`, fields)).expect(201);
        const path = `/${kind}/${made.id()}`;
        assert.match(String(made.at('description')), /Hidden words/);
        assert.doesNotMatch(made.text, /sesame/);
        // As the answer of an update is, by which an editor protects one that was open.
        const open = (await by.post(`/${kind}`, { ...fields, [name]: fresh('Veiled'), password: '' })).expect(
          201,
        );
        const updated = (await by.patch(`/${kind}/${open.id()}`, { password: 'sesame' })).expect(200);
        assert.deepEqual(Object.keys(Object(made.body)), Object.keys(Object(updated.body)));
        assert.equal(made.at('description'), updated.at('description'));

        for (const item of [path, `/${kind}/${open.id()}`]) {
          const closed = await anyone.get(item);
          assert.doesNotMatch(closed.text, HIDDEN);
          if (kind === 'events') assert.equal(closed.expect(403).at('code'), 'event-password-protected');
          else assert.equal(closed.expect(200).at('description'), '');
          assert.match((await anyone.get(`${item}?password=sesame`)).expect(200).text, /Hidden words/);
          assert.equal((await by.get(`${item}?context=edit`)).expect(200).at('raw.password'), 'sesame');
        }
        const listed = (await anyone.get(`/${kind}?per_page=50`)).expect(200);
        assert.doesNotMatch(listed.text, /Hidden words/);
        const found = (await anyone.get(`/${kind}?search=${encodeURIComponent('hidden words')}`)).expect(200);
        assert.deepEqual(found.rows(kind), []);
        (await by.patch(path, { password: '' })).expect(200);
        assert.match((await anyone.get(path)).expect(200).text, /Hidden words/);
        (await by.delete(path)).expect(200);
      });

    test('is for those who may publish, whatever the status', async () => {
      const contributor = service.as('contributor');
      for (const status of ['draft', 'pending', 'publish', undefined]) {
        const refused = await contributor.post(`/${kind}`, {
          [name]: fresh('No'),
          ...more,
          status,
          password: 'x',
        });
        assert.equal(refused.expect(403).at('code'), 'rest_forbidden');
      }
      assert.equal(
        (await anyone.post(`/${kind}`, { [name]: 'No', ...more, password: 'x' })).expect(401).at('code'),
        'rest_forbidden',
      );
      assert.equal(
        (await service.as('subscriber').post(`/${kind}`, { [name]: 'No', ...more, password: 'x' })).status,
        403,
      );
      for (const password of ['', null, undefined])
        (await contributor.post(`/${kind}`, { [name]: fresh('Yes'), ...more, password })).expect(201);
    });

    test('takes a form too, and refuses what is no password', async () => {
      const admin = service.as('admin');
      const form = new URLSearchParams({ [name]: fresh('Form'), ...more, password: 'sesame' });
      const made = (await admin.post(`/${kind}`, form)).expect(201);
      const raw = (await admin.get(`/${kind}/${made.id()}?context=edit`)).expect(200);
      assert.equal(raw.at('raw.password'), 'sesame');
      for (const password of [5, true, [], {}, 'x'.repeat(256)])
        assertRefused(await admin.post(`/${kind}`, { [name]: fresh('Bad'), ...more, password }), [
          'password',
        ]);
      const long = { [name]: fresh('Long'), ...more, password: 'x'.repeat(255) };
      (await admin.post(`/${kind}`, long)).expect(201);
    });
  });

for (const [kind, name] of [
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const)
  describe(`A password on one of the ${kind} that is there already`, () => {
    const passwordOf = async (id: number) =>
      (await service.as('admin').get(`/${kind}/${id}?context=edit`)).expect(200).at('raw.password');

    test('is set by those who may edit it, and kept from all others', async () => {
      const called = fresh('Known');
      const id = (await service.as('editor').post(`/${kind}`, { [name]: called, description: 'Words' }))
        .expect(201)
        .id();
      const again = (password: string, by: Client) =>
        by.post(`/${kind}`, { [name]: called, password, phone: '7' });
      const found = (await again('mine', service.as('author'))).expect(201);
      assert.equal(found.id(), id);
      assert.equal(await passwordOf(id), '');
      (await again('mine', service.as('contributor'))).expect(403);
      assert.equal((await again('sesame', service.as('admin'))).expect(201).id(), id);
      assert.equal(await passwordOf(id), 'sesame');
      // Nothing is no word about it.
      (await again('', service.as('admin'))).expect(201);
      assert.equal(await passwordOf(id), 'sesame');
      assert.doesNotMatch((await again('other', service.as('author'))).expect(201).text, /Words/);
      assert.equal(await passwordOf(id), 'sesame');
    });

    test('goes the same way inside an event', async () => {
      const nested = (fields: object) => ({ [name]: [fields] });
      const author = service.as('author');
      const made = await makeEvent(
        author,
        nested({ [name]: fresh('Nested'), phone: PHONE, password: 'sesame' }),
      );
      const id = Number(made.at(name === 'venue' ? 'venue.id' : 'organizer.0.id'));
      assert.equal(await passwordOf(id), 'sesame');
      const seen = (await anyone.get(`/events/${made.id()}`)).expect(200);
      assert.doesNotMatch(seen.text, HIDDEN);

      const theirs = (await service.as('editor').post(`/${kind}`, { [name]: fresh('Theirs') })).expect(201);
      const fields = { [name]: theirs.at(name), password: 'mine' };
      (await author.patch(`/events/${made.id()}`, nested(fields))).expect(200);
      assert.equal(await passwordOf(theirs.id()), '');

      const contributor = service.as('contributor');
      const title = fresh('Refused');
      const refused = await contributor.post('/events', {
        title,
        ...SOMEDAY,
        ...nested({ [name]: fresh('Nobody'), password: 'x' }),
      });
      assert.equal(refused.expect(403).at('code'), 'rest_forbidden');
      const rows = (await service.as('admin').get(`/events?status=draft&search=${title}`)).expect(200);
      assert.deepEqual(rows.rows('events'), []);
    });
  });

test('An event made with a password is found by nothing that this hides, from its first moment', async () => {
  const admin = service.as('admin');
  const venue = (await admin.post('/venues', { venue: fresh('Where') })).expect(201).id();
  const organizer = (await admin.post('/organizers', { organizer: fresh('Who') })).expect(201).id();
  const category = (await admin.post('/categories', { name: fresh('What') })).expect(201).id();
  const tag = (await admin.post('/tags', { name: fresh('How') })).expect(201).id();
  // Lists are in memory by then.
  for (const filter of [`venue=${venue}`, `organizer=${organizer}`])
    assert.deepEqual((await anyone.get(`/events?${filter}`)).rows('events'), []);
  const fields = { title: fresh('Veiled'), description: 'Hidden words', featured: true };
  const links = { venue, organizer, categories: [category], tags: [tag] };
  const id = (await makeEvent(admin, { ...fields, ...links, password: 'sesame' })).id();
  for (const filter of [
    `venue=${venue}`,
    `organizer=${organizer}`,
    `categories=${category}`,
    `tags=${tag}`,
  ]) {
    assert.deepEqual((await anyone.get(`/events?${filter}`)).rows('events'), [], filter);
    const opened = (await anyone.get(`/events?${filter}&password=sesame`)).rows('events');
    assert.deepEqual(
      opened.map((event) => event['id']),
      [id],
      filter,
    );
  }
  assert.ok(
    !(await anyone.get('/events?featured=true&per_page=50'))
      .rows('events')
      .some((event) => event['id'] === id),
  );
  assert.ok((await anyone.get('/events?per_page=50')).rows('events').some((event) => event['id'] === id));
  for (const [kind, linked] of [
    ['venues', venue],
    ['organizers', organizer],
  ] as const)
    for (const query of ['has_events=true', 'only_with_upcoming=true']) {
      const rows = (await anyone.get(`/${kind}?per_page=50&${query}`)).rows(kind);
      assert.ok(!rows.some((row) => row['id'] === linked), `${kind} ${query}`);
    }
});
