import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Client } from '../support/client.ts';
import {
  AHEAD,
  type Caller,
  callers,
  clientOf,
  edits,
  fieldsOf,
  has,
  type Item,
  kinds,
  makeItem,
  ownAndOther,
  owners,
  refused,
  resulting,
  say,
  statuses,
  urlsOf,
  userIds,
} from '../support/rights.ts';
import { people, type Service, startService } from '../support/service.ts';
import { check, type Watch, watch } from '../support/watch.ts';

const WRITES = 'GET, DELETE, POST, PUT, PATCH';

let service: Service;
let watched: Watch;
const items: Item[] = [];

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  for (const kind of kinds)
    for (const owner of owners)
      for (const status of statuses) items.push(await makeItem(service, { kind, owner, status }));
  watched = await watch(service);
});

after(async () => {
  await watched?.close();
  await service?.stop();
});

/** What is written on copies: editors' and administrators' own items are like others', which are enough of one kind. */
function copied(caller: Caller): Item[] {
  const mine = ownAndOther(items, caller).filter((item) => edits(caller, item));
  if (caller === 'admin') return mine.filter(({ kind, owner }) => kind === 'event' && owner !== caller);
  return mine.filter(({ kind, owner }) => caller !== 'editor' || owner !== caller || kind === 'event');
}

for (const caller of callers) {
  test(`${caller}: writes that are refused change nothing`, async () => {
    const client = clientOf(service, caller);
    const bodies = [
      { description: 'Changed' },
      { author: userIds.author },
      { author: userIds.admin },
      { password: 'x' },
      { slug: 'mine' },
      ...statuses.map((status) => ({ status })),
    ];
    for (const item of ownAndOther(items, caller).filter((each) => !edits(caller, each)))
      await watched.withoutChange(say(caller, item), async () => {
        const [byId, bySlug] = urlsOf(item);
        const requests: [string, string, object | undefined][] = [
          ...bodies.map((body): [string, string, object] => ['POST', byId, body]),
          ['POST', bySlug, { status: 'publish' }],
          ['POST', bySlug, { author: userIds.author }],
          ...[byId, bySlug].flatMap((url): [string, string, object | undefined][] => [
            ['PUT', url, { description: 'Changed' }],
            ['PATCH', url, { slug: 'mine' }],
            ['DELETE', url, undefined],
          ]),
        ];
        await Promise.all(
          requests.map(async ([method, url, body]) => {
            const what = `${method} ${url} ${JSON.stringify(body)}, ${say(caller, item)}`;
            check(await client.send(method, url, body), what, refused(caller), 'rest_forbidden', 'GET');
          }),
        );
      });
  });

  test(`${caller}: writes that are allowed`, async () => {
    const client = clientOf(service, caller);
    for (const { kind, owner, status } of copied(caller)) {
      const copy = () => makeItem(service, { kind, owner, status });
      const plain = await copy();
      const what = say(caller, plain);
      const [byId, bySlug] = urlsOf(plain);
      for (const method of ['POST', 'PUT', 'PATCH'])
        check(await client.send(method, byId, { description: method }), what, 200, undefined, WRITES);
      const again = await client.post(bySlug, { description: 'Again', password: 'open' });
      check(again, what, 200, undefined, WRITES);
      assert.equal(again.at('status'), status, `${what}: no status, no change of it`);

      const someone = userIds[owner === 'editor' ? 'author' : 'editor'];
      if (has(caller, 'others')) {
        const given = (await client.post(byId, { author: someone })).expect(200);
        assert.equal(given.at('author'), String(someone), what);
      } else
        await watched.withoutChange(what, async () => {
          for (const url of [byId, bySlug])
            check(await client.post(url, { author: someone }), what, 403, 'rest_cannot_set_author');
        });

      for (const asked of statuses) {
        const item = await copy();
        const url = urlsOf(item)[asked === 'draft' ? 1 : 0];
        const answer = (await client.post(url, { status: asked })).expect(200);
        const expected = resulting(caller, asked, status === 'future');
        assert.equal(answer.at('status'), expected, `${what} to ${asked}`);
        if (status === 'trash' && expected === 'publish')
          assert.equal(answer.at('slug'), item.slug.replace('__trashed', ''), what);
        if (asked === 'private') await remove(client, item, expected);
        if (asked === 'draft') await remove(client, { ...item, slug: String(answer.at('slug')) }, expected);
      }
      if (status === 'trash') await remove(client, plain, status);
    }
  });

  test(`${caller}: makes events, venues and organizers`, async () => {
    const client = clientOf(service, caller);
    const other = caller === 'editor' ? userIds.author : userIds.editor;
    let count = 0;
    for (const kind of kinds) {
      const create = (more: object) => {
        const body = { ...fieldsOf(kind, `${kind} ${count++} made by ${caller}`), ...more };
        return client.post(`/${kind}s`, body);
      };
      await watched.withoutChange(`${caller} with a bad status`, async () => {
        for (const status of ['trash', 'inherit', 'auto-draft', 'request-pending', 'PUBLISH', 'any', ''])
          check(await create({ status }), `${caller} ${kind} ${status}`, 400, 'rest_invalid_param');
      });
      const asked = [undefined, 'publish', 'future', 'draft', 'pending', 'private'] as const;
      if (!has(caller, 'create')) {
        await watched.withoutChange(caller, async () => {
          for (const status of asked)
            check(await create({ status }), `${caller} ${kind}`, refused(caller), 'rest_forbidden', 'GET');
          check(await create({ author: other }), caller, refused(caller), 'rest_forbidden', 'GET');
        });
        continue;
      }
      for (const status of asked)
        for (const ahead of [false, true]) {
          const answer = await create({ status, ...(ahead ? { date: AHEAD } : {}) });
          check(answer, `${caller} ${kind} ${status}`, 201, undefined, 'GET, POST');
          assert.equal(answer.at('status'), resulting(caller, status, ahead), `${caller} ${kind} ${status}`);
          assert.equal(answer.at('author'), caller === 'anonymous' ? '' : String(userIds[caller]));
        }
      if (has(caller, 'others'))
        assert.equal((await create({ author: other })).expect(201).at('author'), String(other));
      else
        await watched.withoutChange(caller, async () =>
          check(await create({ author: other }), caller, 403, 'rest_cannot_set_author'),
        );
    }
  });

  test(`${caller}: makes venues, organizers and terms inside an event`, async () => {
    const client = clientOf(service, caller);
    for (const kind of ['venue', 'organizer'] as const) {
      const create = (fields: object) =>
        client.post('/events', { ...fieldsOf('event', `Nesting ${kind}`), [kind]: [fields] });
      const name = `Nested ${kind} of ${caller}`;
      if (!has(caller, 'create')) {
        await watched.withoutChange(caller, async () =>
          check(await create({ [kind]: name }), caller, refused(caller), 'rest_forbidden', 'GET'),
        );
        continue;
      }
      for (const status of [undefined, 'publish', 'private', 'draft'] as const) {
        const answer = await create({ [kind]: `${name} ${status}`, status });
        check(answer, `${caller} ${status}`, 201);
        const path = kind === 'venue' ? 'venue.status' : 'organizer.0.status';
        assert.equal(answer.at(path), resulting(caller, status, false), `${caller} ${kind} ${status}`);
      }
      if (!has(caller, 'others'))
        await watched.withoutChange(caller, async () =>
          check(await create({ [kind]: name, author: userIds.admin }), caller, 403, 'rest_cannot_set_author'),
        );
      // What everybody knows is no reason to change it without the right (D20).
      const known = items.find((item) => item.kind === kind && item.owner === 'admin')?.id ?? 0;
      const seen = (await service.as('admin').get(`/${kind}s/${known}`)).expect(200);
      const again = await create({ [kind]: seen.at(kind), phone: `Phone by ${caller}` });
      check(again, caller, 201);
      assert.equal(again.at(kind === 'venue' ? 'venue.id' : 'organizer.0.id'), known);
      const phone = (await service.as('admin').get(`/${kind}s/${known}`)).at('phone');
      assert.equal(phone === `Phone by ${caller}`, has(caller, 'others'), `${caller} ${kind}`);
    }
    for (const kind of ['categories', 'tags'] as const) {
      const create = () =>
        client.post('/events', { ...fieldsOf('event', 'Terms'), [kind]: [`${kind} by ${caller}`] });
      if (has(caller, 'newTerms')) check(await create(), caller, 201);
      else
        await watched.withoutChange(caller, async () => {
          const may = has(caller, 'create');
          const code = may ? 'rest_invalid_param' : 'rest_forbidden';
          check(await create(), caller, may ? 400 : refused(caller), code);
        });
    }
  });

  test(`${caller}: writes categories and tags`, async () => {
    const client = clientOf(service, caller);
    for (const kind of ['categories', 'tags'] as const) {
      const name = `${kind} for ${caller}`;
      const id = (await service.as('admin').post(`/${kind}`, { name })).expect(201).id();
      const attempt = async () => {
        for (const [method, url, body, status] of [
          ['POST', `/${kind}`, { name: `${name} too` }, 201],
          ['POST', `/${kind}/${id}`, { description: 'POST' }, 200],
          ['PUT', `/${kind}/${id}`, { description: 'PUT' }, 200],
          ['PATCH', `/${kind}/${id}`, { description: 'PATCH' }, 200],
          ['DELETE', `/${kind}/${id}`, undefined, 200],
        ] as const) {
          const answer = await client.send(method, url, body);
          const what = `${caller} ${method} ${url}`;
          if (!has(caller, kind)) check(answer, what, refused(caller), 'rest_forbidden', 'GET');
          else check(answer, what, status, undefined, url === `/${kind}` ? 'GET, POST' : WRITES);
        }
      };
      if (has(caller, kind)) await attempt();
      else await watched.withoutChange(`${caller} ${kind}`, attempt);
      check(await client.get(`/${kind}?hide_empty=false`), caller, 200);
      check(await client.delete(`/${kind}/987654`), caller, 400, 'rest_invalid_param');
    }
  });
}

/** Trashes an item that has come to a status, once by number and once by slug. */
async function remove(client: Client, item: Item, status: string): Promise<void> {
  const [byId, bySlug] = urlsOf(item);
  const what = `DELETE of the ${status} ${item.kind}`;
  if (status !== 'trash') {
    const answer = await client.delete(status === 'draft' && item.slug ? bySlug : byId);
    check(answer, what, 200);
    assert.equal(answer.at('status'), 'trash', what);
  }
  check(await client.delete(byId), what, 410, `${item.kind}-is-in-trash`);
}

test('files are brought by authors and up, and deleted by their owners and editors', async () => {
  const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="photo.png"' };
  const bring = (caller: Caller, url: string) =>
    clientOf(service, caller).post(`${service.url}${url}`, new Uint8Array(photo), headers);
  for (const caller of callers) {
    for (const url of ['/kalends/v1/media', '/wp-json/wp/v2/media', '/wp/v2/media'])
      if (has(caller, 'upload')) check(await bring(caller, url), caller, 201);
      else
        await watched.withoutChange(caller, async () =>
          check(await bring(caller, url), `${caller} ${url}`, refused(caller), 'rest_forbidden'),
        );
    const list = await clientOf(service, caller).get(`${service.url}/kalends/v1/media`);
    if (has(caller, 'upload')) check(list, caller, 200);
    else check(list, caller, refused(caller), 'rest_forbidden');

    const address = { ...fieldsOf('event', 'With a picture'), image: 'http://127.0.0.1:9/photo.png' };
    await watched.withoutChange(caller, async () =>
      check(await clientOf(service, caller).post('/events', address), caller, 400, 'rest_invalid_param'),
    );

    for (const owner of ['author', 'editor'] as const) {
      const id = (await bring(owner, '/kalends/v1/media')).expect(201).id();
      const client = clientOf(service, caller);
      const url = `${service.url}/kalends/v1/media/${id}`;
      const may = caller === owner || has(caller, 'others');
      check(await client.get(url), caller, may ? 200 : 404, may ? undefined : 'rest_media_invalid_id');
      if (may) check(await client.delete(url), caller, 200);
      else
        await watched.withoutChange(caller, async () => {
          const known = has(caller, 'upload');
          check(
            await client.delete(url),
            caller,
            known ? 404 : refused(caller),
            known ? 'rest_media_invalid_id' : 'rest_forbidden',
          );
        });
    }
  }
});
