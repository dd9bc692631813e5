import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Body, Client, RequestHeaders } from '../support/client.ts';
import { at, isObject, type Json, type JsonObject } from '../support/json.ts';
import { people, type Service, startService } from '../support/service.ts';
import { inTurn } from '../support/turns.ts';

/*
 * Real answers against the description: every operation, asked well and badly by everybody. The client's observer
 * (support/documented.ts) refuses statuses, codes and members that the description doesn't name.
 */

let service: Service;
let document: JsonObject;
const ids: Record<string, number> = {};
const slugs: Record<string, string> = {};

before(async () => {
  service = await startService({ env: { KALENDS_BODY_LIMIT: '20000' } });
  await people(service);
  const { body } = (await service.anonymous.get('/doc')).expect(200);
  assert.ok(isObject(body));
  document = body;
  const admin = service.as('admin');
  const times = { start_date: 'tomorrow 10am', end_date: 'tomorrow noon' };
  const make = async (kind: string, fields: object) => {
    const made = (await admin.post(`/${kind}`, fields)).expect(201);
    ids[kind] = made.id();
    slugs[kind] = String(made.at('slug'));
  };
  await make('categories', { name: 'Music' });
  await make('tags', { name: 'Loud' });
  await make('venues', { venue: 'Hall' });
  await make('organizers', { organizer: 'Ann' });
  const linked = {
    venue: ids['venues'],
    organizer: ids['organizers'],
    categories: [ids['categories']],
    tags: ['loud'],
  };
  await make('events', {
    ...times,
    ...linked,
    title: 'Concert',
    cost: '€5',
    tickets: [{ name: 'Seat', price: 5 }],
  });
  await make('events', { ...times, ...linked, title: 'Secret', cost: '€5' });
  (await admin.patch(`/events/${ids['events']}`, { password: 'hush' })).expect(200);
  ids['users'] = 2;
});
after(() => service.stop());

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const resolve = (value: Json | undefined): JsonObject => {
  const reference = at(value, '$ref');
  return object(
    typeof reference === 'string' ? at(document, reference.slice(2).replaceAll('/', '.')) : value,
  );
};

interface Operation {
  verb: string;
  path: string;
  described: JsonObject;
}

function operations(): Operation[] {
  return Object.entries(object(document['paths'])).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((verb) => {
      const described = object(item)[verb];
      return isObject(described) ? [{ verb: verb.toUpperCase(), path, described }] : [];
    }),
  );
}

/** An address with what exists in its places, or (`lost`) with what doesn't. */
function addressOf(path: string, lost: boolean): string {
  const kind = path.split('/').find((part) => Object.hasOwn(ids, part)) ?? '';
  const filled = path
    .replace('{id}', String(lost ? 999_999 : (ids[kind] ?? 1)))
    .replace('{token}', '999999')
    .replace('{slug}', lost ? 'nothing-there' : (slugs[kind] ?? 'x'));
  return /^\/(kalends|wp|batch)/.test(path) ? service.url + filled : filled === '/' ? '' : filled;
}

const odd: readonly Json[] = ['nonsense', '', -1, 1.5, true, null, [], {}, ['x', {}], 'x'.repeat(300)];

/** Names of what an operation takes. */
function namesOf({ described }: Operation): { query: string[]; fields: string[] } {
  const parameters = Array.isArray(described['parameters']) ? described['parameters'] : [];
  const query = parameters
    .map(resolve)
    .filter((one) => one['in'] === 'query')
    .map(({ name }) => String(name));
  const schema = resolve(at(described, 'requestBody.content.application/json.schema'));
  return { query, fields: Object.keys(object(schema['properties'])) };
}

/** Bodies and queries that are wrong in one way each: each name gets every other value, the next one and another turn the others. */
function* attempts(
  operation: Operation,
): Generator<{ query?: string; body?: Body; headers?: RequestHeaders }> {
  const { query, fields } = namesOf(operation);
  yield {};
  yield { query: 'translation_language=xx' };
  yield { query: '_pretty=1&context=edit' };
  const shift = Number(operation.verb === 'POST');
  const share = <T>(values: readonly T[], place: number) => inTurn(2, values, place + shift);
  for (const [place, name] of [...query, 'page', 'per_page'].entries())
    for (const value of share(['nonsense', '', '0', '-1', '99999', '2020-01-01', 'a,b', 'true'], place))
      yield { query: `${name}=${encodeURIComponent(value)}` };
  if (operation.verb === 'GET') return;
  yield { body: '{"broken', headers: { 'content-type': 'application/json' } };
  yield { body: '[1]', headers: { 'content-type': 'application/json' } };
  yield { body: { title: 'x'.repeat(30_000) } };
  const example = object(at(operation.described, 'requestBody.content.application/json.example'));
  yield { body: example };
  for (const [place, name] of fields.entries())
    for (const value of share(odd, place)) yield { body: { ...example, [name]: value } };
}

test('whatever is answered is described: every operation, asked well and badly by everybody', async (t) => {
  const callers: [string, Client][] = [
    ['anonymous', service.anonymous],
    ['subscriber', service.as('subscriber')],
    ['contributor', service.as('contributor')],
    ['admin', service.as('admin')],
  ];
  const faults = new Set<string>();
  const statuses = new Map<number, number>();
  let turn = 0;
  const ask = async (
    who: string,
    client: Client,
    verb: string,
    url: string,
    body?: Body,
    headers?: RequestHeaders,
  ) => {
    try {
      const { status } = await client.send(verb, url, body, headers);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    } catch (error) {
      faults.add(`${who}: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`);
    }
  };
  for (const operation of operations()) {
    const { verb, path } = operation;
    // What ends users or tokens in use would end this test.
    const isDanger = /users\/(me|\{)/.test(path) && verb !== 'GET';
    for (const [who, client] of callers)
      for (const lost of [false, true]) {
        if (isDanger && !lost && who === 'admin') continue;
        if (!path.includes('{') && lost) continue;
        if (verb === 'DELETE' && !lost && who === 'admin') continue;
        for (const { query, body, headers } of attempts(operation)) {
          // Some of the wrong values are enough of those who may do little, and of what isn't there.
          const isWrong = body !== undefined || query !== undefined;
          if (isWrong && (who !== 'admin' || lost) && ++turn % 29 !== 0) continue;
          await ask(who, client, verb, addressOf(path, lost) + (query ? `?${query}` : ''), body, headers);
        }
      }
    await ask('stranger', service.anonymous, verb, addressOf(path, false), undefined, {
      authorization: 'Bearer nothing',
    });
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(statuses)));
  assert.deepEqual([...faults], []);
  // The questions are such that they bring about what there is to describe.
  for (const status of [200, 201, 400, 401, 403, 404, 413])
    assert.ok((statuses.get(status) ?? 0) > 10, `${status}`);
});

test('what is deleted, and deleted again, is answered as described', async () => {
  const admin = service.as('admin');
  for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags']) {
    for (const verb of ['DELETE', 'DELETE', 'GET', 'PATCH'])
      await admin.send(verb, `/${kind}/${ids[kind]}`, verb === 'PATCH' ? { description: 'x' } : undefined);
    if (/^[evo]/.test(kind)) await admin.delete(`/${kind}/by-slug/${slugs[kind]}__trashed`);
    await service.anonymous.get(`/${kind}/${ids[kind]}`);
  }
});
