import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import {
  callers,
  clientOf,
  edits,
  fieldsOf,
  has,
  type Item,
  isListed,
  kinds,
  makeItem,
  ownAndOther,
  owners,
  readRefusal,
  refused,
  say,
  statuses,
  urlsOf,
} from '../support/rights.ts';
import { people, type Service, startService } from '../support/service.ts';
import { check, type Watch, watch } from '../support/watch.ts';

const WRITES = 'GET, DELETE, POST, PUT, PATCH';

let service: Service;
let watched: Watch;
const items: Item[] = [];
/** An event with every venue and organizer, the trashed ones included. */
let holder = 0;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  for (const kind of kinds)
    for (const owner of owners)
      for (const status of statuses)
        if (status !== 'trash') items.push(await makeItem(service, { kind, owner, status }));
  const linked = (kind: string) => items.filter((item) => item.kind === kind).map(({ id }) => id);
  const trash: Item[] = [];
  for (const owner of owners) {
    for (const kind of ['venue', 'organizer'] as const)
      trash.push(await makeItem(service, { kind, owner, status: 'publish' }));
    items.push(await makeItem(service, { kind: 'event', owner, status: 'trash' }));
  }
  const trashed = (kind: string) => trash.filter((item) => item.kind === kind).map(({ id }) => id);
  const body = {
    ...fieldsOf('event', 'Holder'),
    venue: [...linked('venue'), ...trashed('venue')],
    organizer: [...linked('organizer'), ...trashed('organizer')],
  };
  holder = (await service.as('admin').post('/events', body)).expect(201).id();
  for (const item of trash) {
    const answer = (await service.as('admin').delete(`/${item.kind}s/${item.id}`)).expect(200);
    items.push({ ...item, status: 'trash', slug: String(answer.at('slug')) });
  }
  watched = await watch(service);
});

after(async () => {
  await watched?.close();
  await service?.stop();
});

for (const caller of callers) {
  test(`${caller}: reads by number and by slug`, async () => {
    const client = clientOf(service, caller);
    for (const item of ownAndOther(items, caller))
      for (const url of urlsOf(item)) {
        const what = `GET ${url}, ${say(caller, item)}`;
        const refusal = readRefusal(caller, item);
        const may = edits(caller, item);
        const allow = may ? WRITES : 'GET';
        check(await client.get(url), what, refusal ? 403 : 200, refusal, allow);
        const editing = await client.get(`${url}?context=edit`);
        const shown = may ? undefined : refusal;
        check(editing, `${what} to edit`, shown ? 403 : 200, shown, allow);
        if (!shown) assert.equal(editing.at('raw') !== undefined, may, what);
      }
  });

  test(`${caller}: lists, with and without status`, async () => {
    const client = clientOf(service, caller);
    const asked = [undefined, ...statuses.map((status) => [status]), ['publish', 'draft'] as const];
    for (const kind of kinds)
      for (const wanted of asked)
        for (const context of ['view', 'edit']) {
          const status = wanted ? `&status=${wanted.join(',')}` : '';
          const url = `/${kind}s?per_page=50&context=${context}${status}`;
          const answer = await client.get(url);
          const what = `${caller} GET ${url}`;
          if (wanted && wanted.join() !== 'publish' && !has(caller, 'create')) {
            check(answer, what, 400, 'rest_invalid_param');
            continue;
          }
          check(answer, what, 200, undefined, has(caller, 'create') ? 'GET, POST' : 'GET');
          const expected = items.filter((item) => item.kind === kind && isListed(caller, item, wanted));
          const listed = answer.rows(`${kind}s`).filter((row) => row['id'] !== holder);
          assert.deepEqual(
            new Set(listed.map((row) => row['id'])),
            new Set(expected.map(({ id }) => id)),
            what,
          );
          const held = kind === 'event' && (!wanted || wanted.includes('publish')) ? 1 : 0;
          assert.equal(answer.at('total'), expected.length + held, what);
          assert.equal(answer.headers['x-tec-total'], String(expected.length + held), what);
        }
  });

  test(`${caller}: what can't be read is neither embedded, nor found by, nor linked`, async () => {
    const client = clientOf(service, caller);
    const shown = (await client.get(`/events/${holder}`)).expect(200);
    for (const kind of ['venue', 'organizer'] as const) {
      const mine = items.filter((item) => item.kind === kind);
      const readable = mine.filter((item) => item.status !== 'trash' && !readRefusal(caller, item));
      assert.deepEqual(
        shown.rows(kind).map((row) => row['id']),
        readable.map(({ id }) => id),
      );
      for (const item of mine) {
        const what = say(caller, item);
        const seen = isListed(caller, item);
        // An ID that exists is no wrong parameter (reference 3.0), but finds nothing where it isn't shown.
        const found = (await client.get(`/events?${kind}=${item.id}`)).expect(200).rows('events');
        assert.equal(
          found.some((row) => row['id'] === holder),
          seen,
          `filter, ${what}`,
        );
        if (seen || !has(caller, 'create')) continue;
        await watched.withoutChange(what, async () => {
          for (const value of [item.id, [item.id], { id: item.id }, String(item.id)]) {
            const body = { ...fieldsOf('event', 'Linked'), [kind]: value };
            check(await client.post('/events', body), `link, ${what}`, 400, 'rest_invalid_param');
          }
        });
      }
    }
    for (const item of items.filter(({ kind }) => kind === 'event')) {
      const hidden = readRefusal(caller, item) !== undefined;
      for (const list of ['events?post_parent', 'categories?event', 'tags?post']) {
        const what = `${list}, ${say(caller, item)}`;
        const answer = await client.get(`/${list}=${item.id}`);
        check(answer, what, 200, undefined);
        if (hidden) assert.equal(answer.at('total'), 0, what);
      }
    }
  });

  test(`${caller}: what does not exist tells no more than the general right`, async () => {
    const client = clientOf(service, caller);
    const unknown: [number, string] = has(caller, 'create')
      ? [404, 'rest-event-not-found']
      : [refused(caller), 'rest_forbidden'];
    await watched.withoutChange(caller, async () => {
      for (const url of ['/events/987654', '/events/by-slug/nowhere'])
        for (const method of ['POST', 'PUT', 'PATCH'])
          check(await client.send(method, url, { title: 'x' }), `${caller} ${url}`, ...unknown);
      check(await client.delete('/events/987654'), caller, ...unknown);
      check(await client.delete('/events/by-slug/nowhere'), caller, 400, 'rest_invalid_param');
      for (const kind of ['venues', 'organizers'])
        for (const url of [`/${kind}/987654`, `/${kind}/by-slug/nowhere`]) {
          check(await client.post(url, { phone: '1' }), caller, 400, 'rest_invalid_param');
          check(await client.delete(url), caller, 400, 'rest_invalid_param');
        }
    });
  });
}

test('a password opens what is published, and context=edit what one may edit', async () => {
  for (const owner of owners) {
    const more = { status: 'publish' };
    const event = await makeItem(service, { kind: 'event', owner, status: 'publish' }, more);
    const venue = await makeItem(
      service,
      { kind: 'venue', owner, status: 'publish' },
      { address: 'Hidden Lane 1' },
    );
    for (const { kind, id } of [event, venue])
      (await service.as('admin').post(`/${kind}s/${id}`, { password: 'sesame' })).expect(200);
    for (const caller of callers) {
      const client: Client = clientOf(service, caller);
      const may = edits(caller, event);
      for (const url of urlsOf(event)) {
        const closed = (answer: Answer) => check(answer, caller, 403, 'event-password-protected');
        closed(await client.get(url));
        closed(await client.get(`${url}?password=wrong`));
        check(await client.get(`${url}?password=sesame`), caller, 200);
        const editing = await client.get(`${url}?context=edit`);
        if (may) check(editing, caller, 200);
        else closed(editing);
      }
      for (const url of urlsOf(venue)) {
        const address = async (query: string) =>
          (await client.get(`${url}${query}`)).expect(200).at('address');
        assert.equal(await address(''), '', caller);
        assert.equal(await address('?password=wrong'), '', caller);
        assert.equal(await address('?password=sesame'), 'Hidden Lane 1', caller);
        assert.equal(await address('?context=edit'), may ? 'Hidden Lane 1' : '', caller);
      }
    }
  }
});
