import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer } from '../support/client.ts';
import { assertRefused, listEvents, makeEvent } from '../support/events.ts';
import { type Caller, clientOf, refused, userIds } from '../support/rights.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';

/*
 * What an event that its caller may not read in full says through others: its venues, organizers and terms, the events
 * below it, and what writes tell of things that are not the caller's (contract D20, D21, D37).
 */

let service: Service;
const events: Record<string, number> = {};
let venue = 0;

const HIDDEN = ['draft', 'private', 'pending', 'future', 'trash', 'protected'] as const;
const LISTS = ['venues', 'organizers', 'categories', 'tags'] as const;
type List = (typeof LISTS)[number];

/** The parameters by which a list is asked for what an event shows. */
const askingFor = (list: List): readonly string[] =>
  list === 'venues' || list === 'organizers' ? ['event'] : ['event', 'post'];

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  const editor = service.as('editor');
  venue = (await editor.post('/venues', { venue: 'Hall' })).expect(201).id();
  for (const name of ['open', ...HIDDEN]) {
    const made = await makeEvent(editor, {
      title: `The ${name} one`,
      author: userIds.author,
      venue,
      organizer: { organizer: 'Club' },
      categories: ['Music'],
      tags: ['Loud'],
      ...(name === 'draft' || name === 'private' || name === 'pending' ? { status: name } : {}),
      ...(name === 'future' ? { status: 'future', date: '2027-01-15 10:00:00' } : {}),
    });
    events[name] = made.id();
    const child = { title: `Below the ${name} one`, author: userIds.author, post_parent: made.id() };
    events[`below ${name}`] = (await makeEvent(editor, child)).id();
  }
  (await editor.post(`/events/${events['protected']}`, { password: 'sesame' })).expect(200);
  (await editor.delete(`/events/${events['trash']}`)).expect(200);
});
after(() => service?.stop());

const reads = (caller: Caller) => caller === 'author' || caller === 'editor' || caller === 'admin';

/** Whether the caller may read one of the hidden events in full. */
function isRead(
  caller: Caller,
  name: string,
  { editing, unlocking }: Record<'editing' | 'unlocking', boolean>,
) {
  if (name === 'open') return true;
  if (name === 'protected') return unlocking || (editing && reads(caller));
  return reads(caller) && (name !== 'trash' || editing);
}

function assertCount(answer: Answer, list: string, expected: number, what: string): void {
  answer.expect(200);
  assert.equal(answer.rows(list).length, expected, what);
  assert.equal(answer.at('total'), expected, what);
  assert.equal(answer.headers['x-tec-total'], String(expected), what);
}

const ways = [
  { query: '', editing: false, unlocking: false },
  { query: '&context=edit', editing: true, unlocking: false },
  { query: '&password=sesame', editing: false, unlocking: true },
  { query: '&password=wrong', editing: false, unlocking: false },
] as const;

describe('What an event shows is listed for those who may read it in full, and nothing for others', () => {
  for (const caller of ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'admin'] as const)
    test(caller, async () => {
      const client = clientOf(service, caller);
      for (const name of ['open', ...HIDDEN])
        for (const way of ways) {
          const expected = isRead(caller, name, way) ? 1 : 0;
          for (const list of LISTS)
            for (const parameter of askingFor(list)) {
              const url = `/${list}?${parameter}=${events[name]}${way.query}`;
              const answer = await client.get(url);
              assertCount(answer, list, expected, `${caller}: ${url} of the ${name} one`);
              assert.match(String(answer.at('rest_url')), new RegExp(`[?&]${parameter}=${events[name]}`));
              assert.doesNotMatch(answer.text, /sesame|wrong/);
            }
          const below = `/events?post_parent=${events[name]}${way.query}`;
          assertCount(await client.get(below), 'events', expected, `${caller}: ${below} of the ${name} one`);
        }
    });

  test('an ID of none is refused by every one of them', async () => {
    for (const caller of ['anonymous', 'editor'] as const)
      for (const id of [99_999, venue, 'abc', 0]) {
        for (const list of LISTS)
          for (const parameter of askingFor(list))
            assertRefused(await clientOf(service, caller).get(`/${list}?${parameter}=${id}`), [parameter]);
        assertRefused(await clientOf(service, caller).get(`/events?post_parent=${id}`), ['post_parent']);
      }
  });

  test('an empty password is refused, as everywhere', async () => {
    for (const list of LISTS)
      assertRefused(await service.anonymous.get(`/${list}?event=${events['open']}&password=`), ['password']);
  });
});

describe('post_parent', () => {
  const shownTo = async (caller: Caller, name: string, query = '') => {
    const client = clientOf(service, caller);
    const id = events[`below ${name}`];
    const single = (await client.get(`/events/${id}?${query}`)).expect(200).at('post_parent');
    const bySlug = (await client.get(`/events/by-slug/below-the-${name}-one?${query}`)).at('post_parent');
    const [row] = await listEvents(client, `include=${id}&${query}`);
    assert.deepEqual([bySlug, row?.['post_parent']], [single, single], `${caller} ${name} ${query}`);
    return single;
  };

  test('names no event that the caller may not read', async () => {
    for (const caller of ['anonymous', 'subscriber', 'contributor', 'author', 'editor'] as const)
      for (const name of ['open', ...HIDDEN]) {
        const isShown =
          name === 'open' || (reads(caller) && name !== 'trash' && name !== 'protected') ? events[name] : 0;
        // Asked twice, since what is kept must say the same.
        for (let n = 0; n < 2; n++) assert.equal(await shownTo(caller, name), isShown, `${caller} ${name}`);
      }
    assert.equal(await shownTo('editor', 'trash', 'context=edit'), events['trash']);
    assert.equal(await shownTo('anonymous', 'trash', 'context=edit'), 0);
    assert.equal(await shownTo('author', 'protected', 'context=edit'), events['protected']);
    assert.equal(await shownTo('anonymous', 'protected', 'password=sesame'), events['protected']);
    const sent = { post_parent: events['protected'], status: 'draft' };
    const answer = await makeEvent(service.as('contributor'), sent);
    assert.equal(
      answer.at('post_parent'),
      events['protected'],
      'the answer of a write says what was written',
    );
  });

  test('follows what becomes of the event above', async () => {
    const editor = service.as('editor');
    const above = (await makeEvent(editor, { title: 'Above' })).id();
    events['below changing'] = (
      await makeEvent(editor, { title: 'Below the changing one', post_parent: above })
    ).id();
    for (const status of ['publish', 'draft', 'publish', 'private', 'publish', 'trash', 'publish'] as const) {
      (await editor.post(`/events/${above}`, { status })).expect(200);
      assert.equal(await shownTo('anonymous', 'changing'), status === 'publish' ? above : 0, status);
    }
  });

  test('of a write is the 400 of an unknown ID where the caller may not read it', async () => {
    for (const name of ['draft', 'private', 'pending', 'future', 'trash'])
      for (const [what, id] of [
        ['hidden', events[name]],
        ['unknown', 99_999],
      ]) {
        const body = { title: 'Probe', start_date: '2027-01-01', end_date: '2027-01-01', post_parent: id };
        assertRefused(await service.as('contributor').post('/events', body), ['post_parent']);
        assert.ok(what);
      }
  });
});

describe('A write that names another author', () => {
  test('is refused alike whether there is such a user or not', async () => {
    const own = async (role: Role) =>
      (await makeEvent(service.as('editor'), { author: userIds[role], status: 'draft' })).id();
    for (const caller of ['anonymous', 'subscriber', 'contributor', 'author'] as const) {
      const client = clientOf(service, caller);
      const mine = caller === 'anonymous' ? events['open'] : await own(caller);
      for (const [url, fields] of [
        ['/events', { title: 'Event', start_date: '2027-01-01', end_date: '2027-01-01' }],
        ['/venues', { venue: 'Foreign venue' }],
        ['/organizers', { organizer: 'Foreign organizer' }],
        [`/events/${mine}`, {}],
        [`/events/${events['open']}`, {}],
      ] as const) {
        const told = [];
        for (const author of [userIds.editor, 4_711]) {
          const answer = await client.post(url, { ...fields, author });
          assert.equal(answer.status, refused(caller), `${caller} ${url}`);
          told.push(answer.text);
        }
        assert.equal(told[0], told[1], `${caller} ${url}`);
      }
    }
    // A nested one too, and what isn't a number stays wrong for everybody.
    for (const author of [userIds.editor, 4_711]) {
      const nested = { title: 'Nesting', start_date: '2027-01-01', end_date: '2027-01-01' };
      const body = { ...nested, venue: { venue: 'Nested foreign', author } };
      assert.equal((await service.as('author').post('/events', body)).at('code'), 'rest_cannot_set_author');
    }
    for (const author of ['abc', 0, -3, 1.5])
      assertRefused(await service.as('author').post('/venues', { venue: 'V', author }), ['author']);
    assertRefused(await service.as('editor').post('/venues', { venue: 'V', author: 4_711 }), ['author']);
  });
});

describe('A venue or organizer that is posted', () => {
  for (const kind of ['venue', 'organizer'] as const)
    test(`tells no ${kind} that is hidden from its maker, by name or by what a password hides`, async () => {
      const editor = service.as('editor');
      const make = async (fields: object) => (await editor.post(`/${kind}s`, fields)).expect(201).id();
      const others: Record<string, number> = {};
      for (const status of ['draft', 'private', 'pending', 'future', 'trash'] as const) {
        const date = status === 'future' ? { date: '2027-01-15 10:00:00' } : {};
        const first = status === 'trash' ? {} : { status };
        const id = await make({ [kind]: `Quiet ${status}`, description: 'Hush', ...first, ...date });
        if (status === 'trash') (await editor.delete(`/${kind}s/${id}`)).expect(200);
        others[`Quiet ${status}`] = id;
      }
      const locked = await make({ [kind]: 'Quiet protected', description: 'Behind', phone: '+1 hushed' });
      (await editor.post(`/${kind}s/${locked}`, { password: 'sesame' })).expect(200);
      for (const role of ['contributor', 'author'] as const) {
        const client = service.as(role);
        const post = async (fields: object) => {
          const alone = (await client.post(`/${kind}s`, fields)).expect(201);
          const event = await makeEvent(client, { [kind]: [fields], status: 'draft' });
          const nested = kind === 'venue' ? event.at('venue.id') : event.at('organizer.0.id');
          assert.equal(nested, alone.id(), 'nested in an event it is the one just made, or found');
          assert.doesNotMatch(event.text + alone.text, /hushed/);
          return alone.id();
        };
        for (const [name, id] of Object.entries(others)) {
          const found = await post({ [kind]: name, description: 'Hush' });
          assert.notEqual(found, id, `${role}: ${name}`);
        }
        // Its name is shown to everybody, what a password hides isn't: neither a right nor a wrong guess finds it.
        assert.equal(await post({ [kind]: 'Quiet protected' }), locked, role);
        for (const description of ['Behind', 'Before'])
          assert.notEqual(await post({ [kind]: 'Quiet protected', description }), locked, role);
      }
      const known = await editor.post(`/${kind}s`, { [kind]: 'Quiet protected', description: 'Behind' });
      assert.equal(known.expect(201).id(), locked, 'who may edit it may name it whole');
    });
});

describe('What a password unlocked', () => {
  test('is kept by its reader alone', async () => {
    const { protected: id } = events;
    // The second may come from memory, the third is one that isn't sent whole.
    for (const url of [
      `/events/${id}?password=sesame`,
      `/events/by-slug/the-protected-one?password=sesame`,
      '/events?password=sesame',
      '/events?password=wrong&per_page=2',
      '/venues?password=sesame',
      '/organizers?search=club&password=sesame',
      `/categories?event=${id}&password=sesame`,
      `/tags?post=${id}&password=sesame`,
      `/venues/${venue}?password=anything`,
    ])
      for (let n = 0, tag = ''; n < 3; n++) {
        const headers: Record<string, string> = n === 2 ? { 'if-none-match': tag } : {};
        const answer = await service.anonymous.get(url, undefined, headers);
        assert.equal(answer.status, n === 2 ? 304 : 200, url);
        assert.match(String(answer.headers['cache-control']), /\bprivate\b/, url);
        assert.doesNotMatch(String(answer.headers['cache-control']), /\bpublic\b/, url);
        tag = String(answer.headers['etag']);
      }
    for (const url of ['/events', `/events/${events['open']}`, `/categories?event=${events['open']}`]) {
      const answer = (await service.anonymous.get(url)).expect(200);
      assert.match(String(answer.headers['cache-control']), /\bpublic\b/, url);
    }
  });
});
