import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Answer, Client } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { assertRefused, makeEvent, SOMEDAY, titles } from '../support/events.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;
let as: Service['as'];

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  admin = service.as('admin');
  anyone = service.anonymous;
  as = service.as;
});
after(() => service.stop());

const make = async (path: string, fields: object, by = admin) =>
  (await by.post(path, fields)).expect(201).id();
const change = async (event: number, fields: object, by = admin) =>
  (await by.patch(`/events/${event}`, fields)).expect(200);
const linked = (answer: Answer, kind: 'venue' | 'organizer') => {
  const value = answer.at(kind);
  return (Array.isArray(value) ? value : [value]).map((one) => Object(one).id);
};
const AHEAD = '2027-01-01 12:00:00';

describe('Status', () => {
  const asked: readonly (readonly [Role, object, string])[] = [
    ['author', {}, 'publish'],
    ['author', { status: 'publish' }, 'publish'],
    ['author', { date: AHEAD }, 'future'],
    ['author', { status: 'publish', date: AHEAD }, 'future'],
    ['author', { status: 'future', date: AHEAD }, 'future'],
    ['author', { status: 'future' }, 'publish'],
    ['author', { status: 'draft', date: AHEAD }, 'draft'],
    ['author', { status: 'pending' }, 'pending'],
    ['author', { status: 'private' }, 'private'],
    ['contributor', {}, 'draft'],
    ['contributor', { status: 'publish' }, 'pending'],
    ['contributor', { status: 'future', date: AHEAD }, 'pending'],
    ['contributor', { status: 'private' }, 'pending'],
    ['contributor', { status: 'pending' }, 'pending'],
  ];
  for (const [role, fields, status] of asked)
    test(`an ${role}’s event with ${JSON.stringify(fields)} is ${status}, and stays it`, async () => {
      const made = await makeEvent(as(role), fields);
      assert.equal(made.at('status'), status);
      assert.equal((await change(made.id(), { title: 'x' }, as(role))).at('status'), status);
      const again = (await as(role).get(`/events/${made.id()}`)).expect(200);
      assert.deepEqual([again.at('status'), again.at('title')], [status, 'x']);
    });

  test('only the six are known, and trash only by update and delete (D30)', async () => {
    for (const status of ['auto-draft', 'inherit', 'request-pending', 'any', 'Publish', '', 'trash', 1])
      assertRefused(await admin.post('/events', { title: 'x', ...SOMEDAY, status }), ['status']);
    assert.equal((await makeEvent(admin, { status: null })).at('status'), 'publish', 'null is absent (D40)');
    const event = (await makeEvent(admin)).id();
    for (const status of ['inherit', null])
      assertRefused(await admin.patch(`/events/${event}`, { status }), ['status']);
    assert.equal((await change(event, { status: 'trash' })).at('status'), 'trash');
  });

  test('an update lowers what a contributor asks for, and keeps the rest', async () => {
    const event = (await makeEvent(as('contributor'))).id();
    for (const status of ['publish', 'private', 'future'])
      assert.equal((await change(event, { status }, as('contributor'))).at('status'), 'pending');
    assert.equal((await change(event, { status: 'draft' }, as('contributor'))).at('status'), 'draft');
    assert.equal((await change(event, { status: 'publish' }, as('editor'))).at('status'), 'publish');
    (await as('contributor').patch(`/events/${event}`, { title: 'mine' })).expect(403);
  });

  test('a date moves a public event between now and ahead', async () => {
    const event = (await makeEvent(admin)).id();
    assert.equal((await change(event, { date: AHEAD })).at('status'), 'future');
    assert.equal((await anyone.get(`/events/${event}`)).expect(403).at('code'), 'event-not-accessible');
    assert.equal((await change(event, { date: '2026-01-01' })).at('status'), 'publish');
    const draft = (await makeEvent(admin, { status: 'draft' })).id();
    assert.equal((await change(draft, { date: AHEAD })).at('status'), 'draft');
  });

  test('drafts have a moment of publication and a slug once they are published', async () => {
    const made = await makeEvent(admin, { title: 'A draft', status: 'draft' });
    assert.deepEqual([made.at('date_utc'), made.at('slug')], ['0000-00-00 00:00:00', '']);
    assert.match(String(made.at('url')), /\?post_type=tribe_events&p=\d+$/);
    const published = await change(made.id(), { status: 'publish' });
    assert.deepEqual([published.at('date_utc'), published.at('slug')], ['2026-11-20 18:00:00', 'a-draft']);
    assert.match(String(published.at('url')), /\/event\/a-draft\/$/);
    const pending = await makeEvent(as('contributor'), { status: 'pending', slug: 'kept' });
    assert.equal(pending.at('slug'), '');
  });
});

describe('Rights', () => {
  test('who may read, change and trash what', async () => {
    const event = (role: Role, status: string) => makeEvent(as(role), { status }).then((made) => made.id());
    const authors = {
      publish: await event('author', 'publish'),
      draft: await event('author', 'draft'),
      private: await event('author', 'private'),
    };
    const own = await event('contributor', 'draft');
    for (const [role, path, reading, writing] of [
      ['subscriber', authors.publish, 200, 403],
      ['contributor', authors.publish, 200, 403],
      ['contributor', authors.draft, 403, 403],
      ['author', authors.draft, 200, 200],
      ['author', own, 403, 403],
      ['contributor', own, 200, 200],
      ['editor', authors.private, 200, 200],
      ['editor', own, 200, 200],
    ] as const) {
      const label = `${role} ${path}`;
      assert.equal((await as(role).get(`/events/${path}`)).status, reading, label);
      const written = await as(role).patch(`/events/${path}`, { title: 'x' });
      assert.equal(written.status, writing, label);
      if (writing !== 200) assert.equal(written.at('code'), 'rest_forbidden');
      if (writing !== 200) (await as(role).delete(`/events/${path}`)).expect(403);
      const allow = writing === 200 ? 'GET, DELETE, POST, PUT, PATCH' : 'GET';
      assert.equal((await as(role).send('OPTIONS', `/events/${path}`)).headers['allow'], allow, label);
      assert.equal(written.headers['allow'], allow, label);
    }
    for (const path of [authors.publish, authors.draft, own])
      for (const method of ['PATCH', 'DELETE'])
        assert.equal((await anyone.send(method, `/events/${path}`)).expect(401).at('code'), 'rest_forbidden');
    (await anyone.post('/events', { title: 'x', ...SOMEDAY })).expect(401);
    (await as('subscriber').post('/events', { title: 'x', ...SOMEDAY })).expect(403);
  });

  test('by slug the same rights hold as by ID (D3)', async () => {
    const made = await makeEvent(as('author'), { title: 'By slug' });
    const path = `/events/by-slug/${made.at('slug')}`;
    for (const role of ['subscriber', 'contributor'] as const) {
      (await as(role).patch(path, { title: 'x' })).expect(403);
      (await as(role).delete(path)).expect(403);
    }
    (await as('author').patch(path, { title: 'y' })).expect(200);
    (await as('editor').delete(path)).expect(200);
  });

  test('another author is named only by those who may edit others’ events (D21)', async () => {
    for (const role of ['author', 'contributor'] as const) {
      const refused = await as(role).post('/events', { title: 'x', ...SOMEDAY, author: 1 });
      assert.equal(refused.expect(403).at('code'), 'rest_cannot_set_author');
      const event = (await makeEvent(as(role))).id();
      const mine = (await as(role).get(`/events/${event}`)).at('author');
      assert.equal((await change(event, { author: mine }, as(role))).at('author'), mine);
      (await as(role).patch(`/events/${event}`, { author: 1 })).expect(403);
      assert.equal((await change(event, { author: 5 }, as('editor'))).at('author'), '5');
    }
    for (const author of ['', 'foo', 23, 0])
      assertRefused(await admin.post('/events', { title: 'x', ...SOMEDAY, author }), ['author']);
    const own = await makeEvent(admin, { author: null });
    assert.equal(own.at('author'), '1', 'null is absent (D40)');
    assertRefused(await admin.patch(`/events/${own.id()}`, { author: null }), ['author']);
  });

  test('missing events, and numbers of other things', async () => {
    const venue = await make('/venues', { venue: 'Not an event' });
    for (const [by, method, path, status, code] of [
      [anyone, 'GET', '/events/999999', 404, 'rest-event-not-found'],
      [anyone, 'GET', '/events/0', 404, 'rest-event-not-found'],
      [anyone, 'GET', '/events/99999999999999999999', 404, 'rest-event-not-found'],
      [anyone, 'GET', `/events/${venue}`, 400, 'rest-invalid-event-id'],
      [anyone, 'PATCH', '/events/999999', 401, 'rest_forbidden'],
      [as('subscriber'), 'DELETE', '/events/999999', 403, 'rest_forbidden'],
      [as('contributor'), 'PATCH', '/events/999999', 404, 'rest-event-not-found'],
      [admin, 'DELETE', '/events/999999', 404, 'rest-event-not-found'],
      [admin, 'PATCH', `/events/${venue}`, 400, 'rest-invalid-event-id'],
      [admin, 'DELETE', `/events/${venue}`, 400, 'rest-invalid-event-id'],
      [anyone, 'GET', '/events/by-slug/none', 400, 'rest_invalid_param'],
      [anyone, 'DELETE', '/events/by-slug/none', 400, 'rest_invalid_param'],
      [anyone, 'PATCH', '/events/by-slug/none', 401, 'rest_forbidden'],
      [admin, 'PATCH', '/events/by-slug/none', 404, 'rest-event-not-found'],
    ] as const) {
      const answer = await by.send(method, path);
      assert.deepEqual([answer.status, answer.at('code')], [status, code], `${method} ${path}`);
    }
  });
});

describe('Slugs', () => {
  test('come from the title, unique over all statuses, and stay when it changes', async () => {
    const title = 'Größe & Über “Café” 2!';
    const [one, two] = [await makeEvent(admin, { title }), await makeEvent(admin, { title })];
    assert.deepEqual([one.at('slug'), two.at('slug')], ['grose-uber-cafe-2', 'grose-uber-cafe-2-2']);
    assert.equal((await change(one.id(), { title: 'Other' })).at('slug'), 'grose-uber-cafe-2');
    assert.equal(
      (await change(one.id(), { slug: 'grose-uber-cafe-2-2' })).at('slug'),
      'grose-uber-cafe-2-2-2',
    );
    assert.equal(
      (await makeEvent(admin, { title: '!!!', description: 'x' })).at('slug')?.toString().match(/^\d+$/)
        ?.length,
      1,
    );
    assert.equal((await makeEvent(admin, { title: 'Feed' })).at('slug'), 'feed-2');
    assertRefused(await admin.patch(`/events/${one.id()}`, { slug: '' }), ['slug']);
  });

  test('find events of other scripts, in any case, encoded or not', async () => {
    const made = await makeEvent(admin, { title: 'Концерт 東京' });
    const slug = String(made.at('slug'));
    assert.match(slug, /^(%[0-9a-f]{2})+-(%[0-9a-f]{2})+$/);
    for (const way of [
      slug,
      slug.toUpperCase(),
      encodeURIComponent('концерт-東京'),
      encodeURIComponent(slug),
    ])
      assert.equal((await anyone.get(`/events/by-slug/${way}`)).expect(200).id(), made.id(), way);
    const plain = await makeEvent(admin, { title: 'Plain Talk' });
    assert.equal((await anyone.get('/events/by-slug/Plain-Talk')).expect(200).id(), plain.id());
  });

  test('a slug in an update renames, by slug too; the path says which event (D29)', async () => {
    const made = await makeEvent(admin, { title: 'Rename me' });
    assert.equal(
      (await admin.patch('/events/by-slug/rename-me', { slug: 'renamed' })).expect(200).id(),
      made.id(),
    );
    (await anyone.get('/events/by-slug/rename-me')).expect(400);
    assert.equal((await anyone.get('/events/by-slug/renamed?slug=rename-me')).expect(200).id(), made.id());
  });
});

describe('The trash', () => {
  test('takes an event whole and gives it back with its slug, links and terms', async () => {
    const venue = await make('/venues', { venue: 'Trash hall' });
    const tag = await make('/tags', { name: 'trashy' });
    const made = await makeEvent(admin, { title: 'To the trash', venue, tags: [tag] });
    const event = made.id();
    const count = async () => (await anyone.get(`/tags/${tag}`)).at('count');
    assert.equal(await count(), 1);
    const gone = (await admin.delete(`/events/${event}?force=true&password=x`)).expect(200);
    assert.deepEqual(
      [gone.at('status'), gone.at('slug'), gone.at('json_ld')],
      ['trash', 'to-the-trash__trashed', undefined],
    );
    assert.equal(await count(), 0);
    for (const by of [anyone, admin])
      assert.equal((await by.get(`/events/${event}`)).expect(403).at('code'), 'event-no-longer-available');
    assert.equal((await admin.delete(`/events/${event}`)).expect(410).at('code'), 'event-is-in-trash');
    (await admin.delete('/events/by-slug/to-the-trash')).expect(400);
    assert.equal(
      (await admin.delete('/events/by-slug/to-the-trash__trashed')).expect(410).at('code'),
      'event-is-in-trash',
    );
    assert.equal((await change(event, { title: 'Still there' })).at('status'), 'trash');
    const successor = await makeEvent(admin, { title: 'To the trash' });
    assert.equal(successor.at('slug'), 'to-the-trash');
    const back = await change(event, { status: 'publish' });
    assert.deepEqual(
      [back.at('slug'), linked(back, 'venue'), back.at('tags.0.id')],
      ['to-the-trash-2', [venue], tag],
    );
    assert.equal(await count(), 1);
    (await anyone.get(`/events/${event}`)).expect(200);
  });

  test('marks what has no slug too, which has none again when it comes back', async () => {
    const contributor = service.as('contributor');
    const draft = (await makeEvent(contributor, { title: 'Never named', status: 'draft' })).id();
    const trashed = (await contributor.delete(`/events/${draft}`)).expect(200);
    assert.deepEqual([trashed.at('status'), trashed.at('slug')], ['trash', '__trashed']);
    assert.equal((await change(draft, { title: 'Still unnamed' })).at('slug'), '__trashed');
    (await admin.get('/events/by-slug/__trashed')).expect(403);
    assert.equal(
      (await admin.delete('/events/by-slug/__trashed')).expect(410).at('code'),
      'event-is-in-trash',
    );
    assert.equal((await change(draft, { status: 'draft' })).at('slug'), '');
    assert.equal((await change(draft, { status: 'trash' })).at('slug'), '__trashed');
    assert.equal((await change(draft, { status: 'publish' })).at('slug'), 'still-unnamed');
    for (const [path, name] of [
      ['/venues', 'venue'],
      ['/organizers', 'organizer'],
    ] as const) {
      const pending = (await contributor.post(path, { [name]: 'Nameless', status: 'pending' })).expect(201);
      assert.equal(pending.at('slug'), undefined);
      const place = `${path}/${pending.id()}`;
      assert.equal((await contributor.delete(place)).expect(200).at('slug'), '__trashed');
      assert.equal((await admin.patch(place, { status: 'publish' })).expect(200).at('slug'), 'nameless');
    }
  });

  test('is told by its mark in the trash alone', async () => {
    const event = (await makeEvent(admin, { title: 'Marked', slug: 'marked__trashed' })).id();
    assert.equal((await change(event, { title: 'Changed' })).at('slug'), 'marked__trashed');
  });

  test('a slug given to a trashed event is the one it has when it comes back', async () => {
    const event = (await makeEvent(admin, { title: 'Old name' })).id();
    (await admin.delete(`/events/${event}`)).expect(200);
    assert.equal((await change(event, { slug: 'new-name' })).at('slug'), 'new-name__trashed');
    assert.equal((await change(event, { status: 'draft' })).at('slug'), 'new-name');
  });

  test('of a venue or organizer hides it in every event and back again (D5)', async () => {
    const venue = await make('/venues', { venue: 'Comes and goes' });
    const [one, two] = [
      await make('/organizers', { organizer: 'Comes' }),
      await make('/organizers', { organizer: 'Stays' }),
    ];
    const events: number[] = [];
    for (let i = 0; i < 12; i++) events.push((await makeEvent(admin, { venue, organizer: [one, two] })).id());
    (await admin.delete(`/venues/${venue}`)).expect(200);
    (await admin.delete(`/organizers/${one}`)).expect(200);
    const list = async () => (await anyone.get(`/events?include=${events}&per_page=50`)).rows('events');
    for (const row of await list())
      assert.deepEqual(
        [row['venue'], Object(row['organizer']).map((each: { id: number }) => each.id)],
        [[], [two]],
      );
    assertRefused(await admin.patch(`/events/${events[0]}`, { venue, organizer: one }), [
      'venue',
      'organizer',
    ]);
    (await admin.patch(`/venues/${venue}`, { status: 'publish' })).expect(200);
    (await admin.patch(`/organizers/${one}`, { status: 'publish' })).expect(200);
    for (const row of await list())
      assert.deepEqual(
        [Object(row['venue']).id, Object(row['organizer']).map((each: { id: number }) => each.id)],
        [venue, [one, two]],
      );
  });
});

describe('Venues and organizers of an event', () => {
  test('come in any form and mixture, in order, each once; empty ones remove them (D1, D9)', async () => {
    for (const [kind, resource] of [
      ['venue', 'venues'],
      ['organizer', 'organizers'],
    ] as const) {
      const [a, b, c] = [
        await make(`/${resource}`, { [kind]: 'A' }),
        await make(`/${resource}`, { [kind]: 'B' }),
        await make(`/${resource}`, { [kind]: 'C' }),
      ];
      const event = (await makeEvent(admin)).id();
      for (const [sent, expected] of [
        [a, [a]],
        [String(b), [b]],
        [{ id: c }, [c]],
        [
          [b, a],
          [b, a],
        ],
        [`${c},${a}`, [c, a]],
        [
          [{ id: a }, String(c), { [kind]: ' b ' }, a, { [kind]: 'B' }],
          [a, c, b],
        ],
        [{ [kind]: 'C' }, [c]],
      ] as const)
        assert.deepEqual(linked(await change(event, { [kind]: sent }), kind), expected, JSON.stringify(sent));
      assert.deepEqual(linked(await change(event, { title: 'kept' }), kind), [c]);
      for (const nothing of [[], 0, '', null, '0', false, {}]) {
        await change(event, { [kind]: a });
        assert.deepEqual((await change(event, { [kind]: nothing })).at(kind), [], JSON.stringify(nothing));
      }
      for (const wrong of [
        999_999,
        'text',
        [a, 999_999],
        [a, 0],
        { id: 999_999 },
        { city: 'X' },
        [[a]],
        ...(kind === 'organizer' ? [{ [kind]: '' }] : []),
        { [kind]: 'D', website: 'x' },
        event,
      ])
        assertRefused(await admin.patch(`/events/${event}`, { [kind]: wrong }), [kind]);
      if (kind === 'venue') {
        const unnamed = (await admin.patch(`/events/${event}`, { venue: { venue: '' } })).expect(400);
        assert.equal(unnamed.at('code'), 'could-not-create-venue');
      }
    }
  });

  test('drafts and private ones are linked and shown only for those who may read them (D8)', async () => {
    const draft = await make('/venues', { venue: 'Secret place', status: 'draft' }, as('author'));
    const open = await make('/venues', { venue: 'Open place' });
    const hidden = await make('/organizers', { organizer: 'Secret person', status: 'private' }, as('author'));
    assertRefused(
      await as('contributor').post('/events', {
        title: 'x',
        ...SOMEDAY,
        venue: [open, draft],
        organizer: hidden,
      }),
      ['venue', 'organizer'],
    );
    const event = (await makeEvent(as('author'), { venue: [draft, open], organizer: hidden })).id();
    const shown = async (by: Client) => {
      const answer = (await by.get(`/events/${event}`)).expect(200);
      return [linked(answer, 'venue'), linked(answer, 'organizer')];
    };
    assert.deepEqual(await shown(anyone), [[open], []]);
    assert.deepEqual(await shown(as('editor')), [[draft, open], [hidden]]);
  });

  test('new ones take the caller’s status; known ones are used, changed only by who may (D20)', async () => {
    const known = await make('/venues', { venue: 'Known', phone: '1' });
    const made = await makeEvent(as('contributor'), {
      venue: [{ venue: 'KNOWN', phone: '2' }, { venue: 'Brand new' }],
    });
    assert.equal(linked(made, 'venue')[0], known);
    assert.equal((await anyone.get(`/venues/${known}`)).at('phone'), '1');
    assert.equal(made.at('venue.1.status'), 'draft');
    await makeEvent(as('editor'), { venue: { venue: 'Known', phone: '3' } });
    assert.equal((await anyone.get(`/venues/${known}`)).at('phone'), '3');
    const twice = await makeEvent(admin, {
      venue: [{ venue: 'Twin', city: 'Rome' }, { venue: 'twin' }],
      organizer: [{ organizer: 'Pat' }, { organizer: 'PAT' }],
    });
    assert.deepEqual(
      [linked(twice, 'venue').length, linked(twice, 'organizer').length, twice.at('venue.city')],
      [1, 1, 'Rome'],
    );
  });
});

describe('What is refused changes nothing', () => {
  const everything = async () => {
    const count = async (resource: string) =>
      (
        await admin.get(
          `/${resource}?per_page=1&hide_empty=false&context=edit&start_date=1971-01-01&end_date=2100-01-01`,
        )
      ).at('total');
    const counts = [];
    for (const resource of ['events', 'venues', 'organizers', 'categories', 'tags'])
      counts.push(await count(resource));
    const etag = (await admin.get('/events?context=edit')).headers['etag'];
    return { counts, etag, changes: await changes() };
  };
  const changes = async () => {
    const db = await openCalendar(service.data);
    try {
      const lines = await sql`select count(*) as lines, max(version) as version from changes`.execute(
        db.read,
      );
      const ids = await sql`select value from sequences where name in ('post', 'term') order by name`.execute(
        db.read,
      );
      return [lines.rows, ids.rows];
    } finally {
      await db.close();
    }
  };
  const nested = {
    venue: { venue: 'Half made' },
    organizer: [{ organizer: 'Half made' }],
    categories: ['half made'],
    tags: ['half made'],
  };

  const refusals: readonly (readonly [string, object, number, Role?])[] = [
    ['a required field missing', { title: undefined }, 400],
    ['an end before the start', { end_date: '2020-01-01' }, 400],
    ['a wrong flag', { featured: 'x' }, 400],
    [
      'a nested venue with a wrong field',
      { venue: [{ venue: 'Half made' }, { venue: 'Other', website: 'x' }] },
      400,
    ],
    ['a nested venue with a blank name', { venue: [{ venue: 'Half made' }, { venue: '  ' }] }, 400],
    [
      'a nested organizer with a blank name',
      { organizer: [{ organizer: 'Half made' }, { organizer: '<br>' }] },
      400,
    ],
    ['a nested author without the right', { venue: { venue: 'Half made', author: 1 } }, 403, 'author'],
    ['another author without the right', { author: 1 }, 403, 'author'],
    ['nothing but blanks', { title: ' ' }, 400],
    ['no right at all', {}, 403, 'subscriber'],
    ['names of terms that a contributor may not make', {}, 400, 'contributor'],
    ['a picture that is none', { image: 999_999 }, 400],
  ];
  for (const [what, fields, status, role = 'admin'] of refusals)
    test(`POST and PATCH with ${what}`, async () => {
      const event = (await makeEvent(role === 'subscriber' ? admin : as(role))).id();
      const before = await everything();
      (await as(role).post('/events', { title: 'x', ...SOMEDAY, ...nested, ...fields })).expect(status);
      if (!('title' in fields))
        (await as(role).patch(`/events/${event}`, { ...nested, ...fields })).expect(status);
      assert.deepEqual(await everything(), before);
    });

  test('every wrong parameter is named at once, of nested forms too', async () => {
    const wrong = {
      title: 1,
      start_date: 'foo',
      end_date: 5,
      author: 'foo',
      date: 'foo',
      date_utc: '',
      description: 1,
      slug: '',
      excerpt: [],
      status: 'x',
      timezone: 'x',
      all_day: 'x',
      image: 'x',
      cost: [[1]],
      website: 'x',
      show_map: 2,
      show_map_link: 'yes',
      hide_from_listings: 'null',
      sticky: [],
      featured: {},
      categories: { a: [] },
      tags: [[]],
      venue: 'x',
      organizer: [{ organizer: '', author: 'x' }],
      post_parent: 'x',
      tickets: 'x',
      translation_language: 'xx',
    };
    for (const by of [admin, anyone]) assertRefused(await by.post('/events', wrong), Object.keys(wrong));
    const event = (await makeEvent(admin)).id();
    for (const by of [admin, anyone])
      assertRefused(await by.patch(`/events/${event}`, { ...wrong, password: 1 }), [
        ...Object.keys(wrong),
        'password',
      ]);
    const missing = (await admin.post('/events', { featured: 'x' })).expect(400);
    assert.deepEqual(
      [missing.at('code'), missing.at('data.params')],
      ['rest_missing_callback_param', ['title', 'start_date', 'end_date']],
    );
    const slugs = (await admin.get(`/events/by-slug/none?password=`)).expect(400);
    assert.deepEqual(Object.keys(slugs.at('data.params') ?? {}), ['slug', 'password']);
  });

  test('no value of any JSON type makes the service fail', async () => {
    const event = (await makeEvent(admin)).id();
    const values = [
      null,
      true,
      0,
      -1,
      1.5,
      1e300,
      '',
      ' ',
      '\u0000',
      '\ud800',
      [],
      {},
      [[]],
      [null],
      { a: 1 },
      [{ a: [] }],
      'x'.repeat(3000),
    ];
    const names =
      'title start_date end_date author date date_utc description slug excerpt status timezone all_day image cost website show_map hide_from_listings categories tags venue organizer post_parent tickets password context _fields _envelope'.split(
        ' ',
      );
    for (const name of names)
      for (const value of values) {
        const answer = await admin.patch(`/events/${event}`, { [name]: value });
        assert.ok(answer.status < 500, `${name}=${JSON.stringify(value)}: ${answer.text}`);
      }
  });
});

describe('Scheduled publication', () => {
  test('an event is published when its date comes, also while the service was down', async () => {
    const later = await makeEvent(admin, {
      title: 'Scheduled',
      date: '2026-11-20 14:00:00',
      tags: ['scheduled'],
    });
    const muchLater = await makeEvent(admin, { title: 'Much later', date: AHEAD });
    assert.deepEqual([later.at('status'), muchLater.at('status')], ['future', 'future']);
    assert.ok(!(await titles(anyone, 'per_page=50&search=scheduled')).includes('Scheduled'));
    await service.restart({ KALENDS_CLOCK: '2026-11-20T18:59:59Z' });
    assert.equal((await admin.get(`/events/${later.id()}`)).at('status'), 'future');
    await service.restart({ KALENDS_CLOCK: '2026-11-20T19:00:00Z' });
    const published = await until(async () => {
      const answer = await anyone.get(`/events/${later.id()}`);
      return answer.status === 200 ? answer : undefined;
    });
    assert.deepEqual(
      [published.at('status'), published.at('date'), published.at('slug')],
      ['publish', '2026-11-20 14:00:00', 'scheduled'],
    );
    assert.equal((await anyone.get('/tags?slug=scheduled')).at('tags.0.count'), 1);
    assert.equal((await admin.get(`/events/${muchLater.id()}`)).at('status'), 'future');
  });

  test('an event two seconds ahead is public soon after', async () => {
    await service.restart({ KALENDS_CLOCK: undefined });
    const due = Temporal.Now.instant().add({ seconds: 2 });
    const made = await makeEvent(admin, {
      title: 'Soon',
      date_utc: due.toString({ smallestUnit: 'second' }),
    });
    assert.equal(made.at('status'), 'future');
    await until(async () => ((await anyone.get(`/events/${made.id()}`)).status === 200 ? true : undefined));
    const waited = Temporal.Now.instant().since(due).total('seconds');
    assert.ok(waited > -1 && waited < 30, `${waited} s after its date`);
  });
});

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It did not happen within a minute.');
}
