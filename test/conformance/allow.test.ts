import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, RequestHeaders } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import {
  type Caller,
  callers,
  clientOf,
  edits,
  has,
  type Item,
  type Kind,
  kinds,
  makeItem,
  owners,
  say,
  statuses,
  urlsOf,
} from '../support/rights.ts';
import { people, type Service, startService } from '../support/service.ts';

/*
 * `Allow` names the methods whose permission check passes for whoever asks (reference 1.4), whatever comes of the
 * request itself.
 */

const COLLECTION = 'GET, POST';
const ITEM = 'GET, DELETE, POST, PUT, PATCH';
const UNKNOWN = 999_999;

let service: Service;
const items: Item[] = [];
const termIds: Record<'categories' | 'tags', number> = { categories: 0, tags: 0 };
let media: { admin: number; author: number };

before(async () => {
  service = await startService({
    clock: '2026-11-20T18:00:00Z',
    env: { KALENDS_BODY_LIMIT: '20000' },
  });
  await people(service);
  for (const kind of kinds)
    for (const owner of owners)
      for (const status of statuses) items.push(await makeItem(service, { kind, owner, status }));
  const admin = service.as('admin');
  for (const kind of ['categories', 'tags'] as const)
    termIds[kind] = (await admin.post(`/${kind}`, { name: 'Music' })).expect(201).id();
  const upload = async (by: 'admin' | 'author') =>
    (
      await service.as(by).post(`${service.url}/kalends/v1/media`, new TextEncoder().encode('notes'), {
        'Content-Type': 'text/plain',
        'Content-Disposition': 'attachment; filename="notes.txt"',
      })
    )
      .expect(201)
      .id();
  media = { admin: await upload('admin'), author: await upload('author') };
});
after(() => service.stop());

const plural = (kind: Kind) => `${kind}s`;
const hold = (answer: Answer, allow: string, what: string) =>
  assert.equal(answer.headers['allow'], allow, `${what}: ${answer.status} ${answer.text.slice(0, 200)}`);

/** Requests on one address that are refused for what they say, whoever says it, with the status of the refusal. */
const REFUSED: readonly [
  name: string,
  method: string,
  query: string,
  body: object | string | undefined,
  headers: RequestHeaders,
  status: number,
][] = [
  ['a wrong parameter', 'GET', '?translation_language=xx', undefined, {}, 400],
  ['what is no JSON', 'POST', '', '{', { 'Content-Type': 'application/json' }, 400],
  ['too large a body', 'POST', '', { title: 'x'.repeat(30_000) }, {}, 413],
];

async function holdRefused(caller: Caller, url: string, allow: string, what: string): Promise<void> {
  const client = clientOf(service, caller);
  for (const [name, method, query, body, headers, status] of REFUSED) {
    const answer = await client.send(method, url + query, body, headers);
    hold(answer.expect(status), allow, `${what}, ${name}`);
  }
}

/** What an address allows, said by OPTIONS, by reads and by refusals alike. */
async function holdEverywhere(caller: Caller, url: string, allow: string, what = `${caller}, ${url}`) {
  const client = clientOf(service, caller);
  hold((await client.send('OPTIONS', url)).expect(200), allow, `${what}, OPTIONS`);
  hold(await client.get(url), allow, `${what}, GET`);
  hold(await client.send('HEAD', url), allow, `${what}, HEAD`);
  await holdRefused(caller, url, allow, what);
}

for (const caller of callers)
  describe(`For ${caller}`, () => {
    const may = (right: Parameters<typeof has>[1]) => has(caller, right);

    test('lists', async () => {
      for (const [path, right] of [
        ['/events', 'create'],
        ['/venues', 'create'],
        ['/organizers', 'create'],
        ['/categories', 'categories'],
        ['/tags', 'tags'],
      ] as const) {
        const allow = may(right) ? COLLECTION : 'GET';
        await holdEverywhere(caller, path, allow);
        // Missing parameters are told before the permission, and that before all else.
        hold(
          (await clientOf(service, caller).post(path, {})).expect(400),
          allow,
          `${caller}, ${path}, missing`,
        );
        if (!/categories|tags/.test(path))
          hold(
            (await clientOf(service, caller).get(`${path}?page=99`)).expect(404),
            allow,
            `${path}, page 99`,
          );
      }
      for (const path of ['', '/doc'])
        hold((await clientOf(service, caller).get(path)).expect(200), 'GET', path);
      hold((await clientOf(service, caller).get('?namespace=x')).expect(404), 'GET', 'index');
    });

    test('items of all owners and statuses, by ID and by slug', async () => {
      for (const item of items) {
        const allow = edits(caller, item) ? ITEM : 'GET';
        for (const url of urlsOf(item)) {
          const client = clientOf(service, caller);
          hold(await client.get(url), allow, `${say(caller, item)}, GET ${url}`);
          hold(
            (await client.send('OPTIONS', url)).expect(200),
            allow,
            `${say(caller, item)}, OPTIONS ${url}`,
          );
          const wrong = (await client.patch(url, { status: 'nonsense' })).expect(400);
          hold(wrong, allow, `${say(caller, item)}, PATCH ${url}`);
          if (!edits(caller, item))
            hold(await client.delete(url), allow, `${say(caller, item)}, DELETE ${url}`);
        }
      }
      const gone = items.filter((item) => item.status === 'trash' && edits(caller, item));
      for (const item of gone)
        hold((await clientOf(service, caller).delete(urlsOf(item)[0])).expect(410), ITEM, say(caller, item));
    });

    test('an event that is not there: the general right', async () => {
      const allow = may('create') ? ITEM : 'GET';
      for (const id of [UNKNOWN, 0, '99999999999999999999'])
        await holdEverywhere(caller, `/events/${id}`, allow);
      await holdEverywhere(caller, '/events/by-slug/nowhere', allow);
      const client = clientOf(service, caller);
      hold((await client.delete('/events/by-slug/nowhere')).expect(400), allow, 'DELETE by slug');
      hold(await client.patch('/events/by-slug/nowhere', {}), allow, 'PATCH by slug');
      hold(await client.patch(`/events/${UNKNOWN}`, {}), allow, 'PATCH');
      hold(await client.delete(`/events/${UNKNOWN}`), allow, 'DELETE');
    });

    test('a venue or organizer that is not there: nobody by ID, the general right by slug', async () => {
      for (const kind of ['venues', 'organizers']) {
        for (const id of [UNKNOWN, 0]) await holdEverywhere(caller, `/${kind}/${id}`, 'GET');
        const client = clientOf(service, caller);
        hold((await client.patch(`/${kind}/${UNKNOWN}`, {})).expect(400), 'GET', kind);
        hold((await client.delete(`/${kind}/${UNKNOWN}`)).expect(400), 'GET', kind);
        const allow = may('create') ? ITEM : 'GET';
        await holdEverywhere(caller, `/${kind}/by-slug/nowhere`, allow);
        hold((await client.patch(`/${kind}/by-slug/nowhere`, {})).expect(400), allow, `${kind} by slug`);
        hold((await client.delete(`/${kind}/by-slug/nowhere`)).expect(400), allow, `${kind} by slug`);
      }
    });

    test('the number of something else: the right to that', async () => {
      const client = clientOf(service, caller);
      for (const item of items.filter(({ status }) => status === 'publish' || status === 'draft'))
        for (const kind of kinds.filter((other) => other !== item.kind)) {
          const url = `/${plural(kind)}/${item.id}`;
          const allow = edits(caller, item) ? ITEM : 'GET';
          const what = `${say(caller, item)} as ${kind}`;
          hold((await client.get(url)).expect(400), allow, what);
          const refusal =
            kind === 'event' && !edits(caller, item) ? (caller === 'anonymous' ? 401 : 403) : 400;
          hold((await client.patch(url, {})).expect(refusal), allow, what);
          hold((await client.delete(url)).expect(refusal), allow, what);
        }
      for (const [owner, id] of Object.entries(media))
        for (const kind of kinds) {
          const writes = may('others') || (owner === 'author' && caller === 'author');
          hold(
            await client.get(`/${plural(kind)}/${id}`),
            writes ? ITEM : 'GET',
            `${caller}, file of ${owner}`,
          );
        }
    });

    test('terms, whether they are there or not', async () => {
      for (const kind of ['categories', 'tags'] as const) {
        const allow = may(kind) ? ITEM : 'GET';
        const other = termIds[kind === 'categories' ? 'tags' : 'categories'];
        for (const id of [termIds[kind], other, UNKNOWN, 0])
          await holdEverywhere(caller, `/${kind}/${id}`, allow);
        const client = clientOf(service, caller);
        hold((await client.patch(`/${kind}/${UNKNOWN}`, {})).expect(400), allow, `${kind}, PATCH`);
        hold((await client.delete(`/${kind}/${UNKNOWN}`)).expect(400), allow, `${kind}, DELETE`);
      }
    });

    test('files and users', async () => {
      const base = `${service.url}/kalends/v1`;
      const client = clientOf(service, caller);
      const type = { 'Content-Type': 'image/png' };
      for (const url of [`${base}/media`, `${service.url}/wp/v2/media`]) {
        const own = url.startsWith(base) ? ['GET'] : [];
        const allow = [...own, ...(may('upload') ? ['POST'] : [])].join(', ');
        hold(await client.post(url, new Uint8Array(), type), allow, `${caller}, ${url}`);
      }
      const users = caller === 'admin' ? ITEM : 'GET';
      for (const id of [3, UNKNOWN, 0])
        hold(await client.get(`${base}/users/${id}`), users, `${caller}, ${id}`);
      if (caller === 'admin')
        hold((await client.delete(`${base}/users/1`)).expect(409), ITEM, 'the last one');
    });

    test('nothing where there is no route', async () => {
      const client = clientOf(service, caller);
      for (const [method, path] of [
        ['GET', '/events/x'],
        ['PUT', '/events'],
        ['GET', '/nowhere'],
      ] as const)
        assert.equal((await client.send(method, path)).expect(404).headers['allow'], undefined, path);
    });
  });

test('whoever has wrong credentials is told what everybody may', async () => {
  for (const authorization of ['Basic YWRtaW46d3Jvbmc=', 'Basic bm9ib2R5Ong=', 'Bearer wrong'])
    for (const path of ['/events', '/venues', `/categories/${termIds.categories}`, '/events/by-slug/nowhere'])
      hold(
        (await service.anonymous.get(path, undefined, { Authorization: authorization })).expect(401),
        'GET',
        path,
      );
});

test('conflicts, and what is gone, name what may be done too', async () => {
  const editor = service.as('editor');
  const [one, two] = ['Sooner', 'Later'];
  (await editor.post('/categories', { name: one, slug: 'sooner' })).expect(201);
  const id = (await editor.post('/categories', { name: two })).expect(201).id();
  hold((await editor.patch(`/categories/${id}`, { slug: 'sooner' })).expect(409), ITEM, 'taken slug');
  hold((await editor.post('/categories', { name: one })).expect(400), COLLECTION, 'taken name');
  const event = (await makeEvent(editor, { title: 'Gone' })).id();
  hold((await editor.delete(`/events/${event}`)).expect(200), ITEM, 'DELETE');
  hold((await editor.delete(`/events/${event}`)).expect(410), ITEM, 'DELETE again');
  hold((await editor.delete(`/categories/${id}`)).expect(200), ITEM, 'DELETE of a term');
  hold((await editor.delete(`/categories/${id}`)).expect(400), ITEM, 'DELETE of a term again');
});
