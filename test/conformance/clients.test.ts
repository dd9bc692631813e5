import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Body } from '../support/client.ts';
import { at, isObject, type Json, type JsonObject, parseJson } from '../support/json.ts';
import { readFixture } from '../support/replay/recordings.ts';
import { people, type Service, startService } from '../support/service.ts';

const require = createRequire(import.meta.url);

type Node = JsonObject & { id: string; internal: { type: string; contentDigest: string } };
type GatsbyApi = {
  actions: { createNode(node: Node): void };
  createNodeId(name: string): string;
  createContentDigest(content: Json): string;
};
type GatsbyPlugin = {
  sourceNodes(api: GatsbyApi, options: { baseUrl: string; maxEvents?: number }): Promise<void>;
};

// Neither package can be imported with its types: the one has none, the other declares the types of its CommonJS build.
const gatsby: GatsbyPlugin = require('gatsby-source-tribe-events/gatsby-node.js');
const { default: apiFetch }: typeof import('@wordpress/api-fetch') = require('@wordpress/api-fetch');

const EVENTS = '/tribe/events/v1/events';
let service: Service;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  const authorization = `Basic ${Buffer.from(service.credentials('editor')).toString('base64')}`;
  apiFetch.use(apiFetch.createRootURLMiddleware(`${service.url}/wp-json/`));
  apiFetch.use((options, next) =>
    next({ ...options, headers: { Authorization: authorization, ...options.headers } }),
  );
});

after(() => service.stop());

test('gatsby-source-tribe-events sources every kind of resource', async () => {
  const admin = service.as('admin');
  const make = async (path: string, body: Body) => (await admin.post(path, body)).expect(201).id();
  const category = await make('/categories', { name: 'Gatsby music' });
  const tag = await make('/tags', { name: 'gatsby-tag' });
  const venue = await make('/venues', { venue: 'Gatsby Hall', city: 'Leeds', country: 'United Kingdom' });
  const organizer = await make('/organizers', { organizer: 'Gatsby Jane', email: 'jane@example.org' });
  const event = await make('/events', {
    title: 'Gatsby concert',
    description: 'Songs.',
    start_date: '2026-12-01 20:00:00',
    end_date: '2026-12-01 22:00:00',
    cost: '$10',
    venue: [venue],
    organizer: [organizer],
    categories: [category],
    tags: [tag],
  });
  for (const day of ['02', '03']) {
    await make('/events', {
      title: `Gatsby concert, the ${day}`,
      start_date: `2026-12-${day} 20:00:00`,
      end_date: `2026-12-${day} 22:00:00`,
    });
  }

  const nodes = new Map<string, Node>();
  await gatsby.sourceNodes(
    {
      actions: { createNode: (node) => nodes.set(node.id, node) },
      createNodeId: (name) => name,
      createContentDigest: (content) => createHash('md5').update(JSON.stringify(content)).digest('hex'),
    },
    { baseUrl: service.url, maxEvents: 2 },
  );

  const types = [...nodes.values()].map(({ internal }) => internal.type).sort();
  assert.deepEqual(types, [
    'TribeCategories',
    'TribeEvents',
    'TribeEvents',
    'TribeOrganizers',
    'TribeTags',
    'TribeVenues',
  ]);
  const sourced = nodes.get(`TribeEvents-${event}`);
  assert.equal(sourced?.['title'], 'Gatsby concert');
  assert.equal(at(sourced, 'start_date'), '2026-12-01 20:00:00');
  assert.equal(at(sourced, 'utc_start_date'), '2026-12-02 01:00:00');
  assert.equal(at(sourced, 'start_date_details.year'), '2026');
  assert.equal(at(sourced, 'cost'), '$10');
  assert.equal(at(sourced, 'venue.venue'), 'Gatsby Hall');
  assert.equal(at(sourced, 'organizer.0.organizer'), 'Gatsby Jane');
  assert.equal(at(sourced, 'categories.0.id'), category);
  assert.equal(at(sourced, 'tags.0.slug'), 'gatsby-tag');
  assert.equal(at(nodes.get(`TribeVenues-${venue}`), 'city'), 'Leeds');
  assert.equal(at(nodes.get(`TribeOrganizers-${organizer}`), 'email'), 'jane@example.org');
  assert.equal(at(nodes.get(`TribeCategories-${category}`), 'count'), 1);
  assert.equal(at(nodes.get(`TribeTags-${tag}`), 'name'), 'gatsby-tag');
});

test('gatsby-source-tribe-events sources each date of a series as an event of its own', async () => {
  const made = await service.as('admin').post('/events', {
    title: 'Gatsby evenings',
    start_date: '2026-11-23 20:00:00',
    end_date: '2026-11-23 22:00:00',
    recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
  });
  const series = made.expect(201).id();
  const nodes: Node[] = [];
  await gatsby.sourceNodes(
    {
      actions: { createNode: (node) => nodes.push(node) },
      createNodeId: (name) => name,
      createContentDigest: (content) => createHash('md5').update(JSON.stringify(content)).digest('hex'),
    },
    { baseUrl: service.url, maxEvents: 50 },
  );
  const dates = nodes.filter((node) => at(node, 'post_parent') === series);
  assert.deepEqual(
    dates.map((node) => at(node, 'start_date')),
    ['2026-11-23 20:00:00', '2026-11-24 20:00:00', '2026-11-25 20:00:00'],
  );
  assert.equal(new Set(dates.map(({ id }) => id)).size, 3);
  assert.ok(dates.every((node) => at(node, 'title') === 'Gatsby evenings'));
  (await service.as('admin').delete(`/events/${series}`)).expect(200);
});

test('@wordpress/api-fetch creates, reads, updates and deletes an event', async () => {
  const created = await apiFetch<JsonObject>({
    path: EVENTS,
    method: 'POST',
    data: {
      title: 'Fetched',
      start_date: '2027-02-01 10:00:00',
      end_date: '2027-02-01 11:00:00',
      venue: { venue: 'Fetch Hall' },
    },
  });
  assert.equal(created['status'], 'publish');
  assert.equal(at(created, 'venue.venue'), 'Fetch Hall');
  const path = `${EVENTS}/${String(created['id'])}`;

  const read = await apiFetch<JsonObject>({
    namespace: 'tribe/events/v1',
    endpoint: `events/${created['id']}`,
  });
  assert.equal(read['title'], 'Fetched');

  const put = await apiFetch<JsonObject>({ path, method: 'PUT', data: { title: 'Fetched twice' } });
  assert.equal(put['title'], 'Fetched twice');
  const patched = await apiFetch<JsonObject>({
    path,
    method: 'PATCH',
    data: { end_date: '2027-02-01 12:00:00' },
  });
  assert.equal(patched['end_date'], '2027-02-01 12:00:00');
  assert.equal(patched['title'], 'Fetched twice');

  const deleted = await apiFetch<JsonObject>({ path, method: 'DELETE' });
  assert.equal(deleted['status'], 'trash');
  await assert.rejects(apiFetch({ path, method: 'DELETE' }), refusal('event-is-in-trash', 410));
  await assert.rejects(apiFetch({ path }), refusal('event-no-longer-available', 403));
});

test('@wordpress/api-fetch pages through a list by its headers', async () => {
  for (let day = 1; day <= 7; day++) {
    const date = `2027-03-0${day}`;
    const data = { title: `Paged ${day}`, start_date: `${date} 10:00:00`, end_date: `${date} 11:00:00` };
    await apiFetch({ path: EVENTS, method: 'POST', data });
  }
  const titles: (Json | undefined)[] = [];
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const path = `${EVENTS}?start_date=2027-03-01&end_date=2027-03-31&per_page=3&page=${page}`;
    const response = await apiFetch<Json, false>({ path, parse: false });
    assert.equal(response.headers.get('X-TEC-Total'), '7');
    assert.equal(response.headers.get('X-WP-Total'), '7');
    assert.equal(response.headers.get('X-WP-TotalPages'), '3');
    pages = Number(response.headers.get('X-TEC-TotalPages'));
    const events = at(parseJson(await response.text()), 'events');
    assert.ok(Array.isArray(events));
    titles.push(...events.map((event) => at(event, 'title')));
  }
  assert.deepEqual(
    titles,
    [1, 2, 3, 4, 5, 6, 7].map((day) => `Paged ${day}`),
  );
});

test('@wordpress/api-fetch uploads a picture and gives it to an event', async () => {
  const body = new FormData();
  const picture = new Uint8Array(readFixture('photo.png'));
  body.append('file', new Blob([picture], { type: 'image/png' }), 'photo.png');
  const media = await apiFetch<JsonObject>({ path: '/wp/v2/media', method: 'POST', body });
  const event = await apiFetch<JsonObject>({
    path: EVENTS,
    method: 'POST',
    data: {
      title: 'Pictured',
      start_date: '2027-04-01 10:00:00',
      end_date: '2027-04-01 11:00:00',
      image: String(media['id']),
    },
  });
  assert.equal(at(event, 'image.id'), media['id']);
  assert.equal(at(event, 'image.width'), 1200);
  const file = await fetch(String(at(event, 'image.url')));
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), picture);
});

test('@wordpress/api-fetch gets errors in the form that it knows', async () => {
  await assert.rejects(
    apiFetch({ path: EVENTS, method: 'POST', data: { title: 'No dates' } }),
    refusal('rest_missing_callback_param', 400),
  );
  await assert.rejects(apiFetch({ path: `${EVENTS}/999999` }), refusal('rest-event-not-found', 404));
  await assert.rejects(
    apiFetch({
      path: EVENTS,
      method: 'POST',
      data: {},
      headers: { Authorization: 'Basic YWRtaW46d3Jvbmc=' },
    }),
    refusal('incorrect_password', 401),
  );
});

/** Whether what was thrown is the service's own error object, as api-fetch throws it parsed. */
function refusal(code: string, status: number): (thrown: Json) => boolean {
  return (thrown) => {
    assert.ok(isObject(thrown), String(thrown));
    assert.equal(thrown['code'], code);
    assert.equal(at(thrown, 'data.status'), status);
    assert.equal(typeof thrown['message'], 'string');
    return true;
  };
}
