import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, SOMEDAY } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

// What null says in a body (contract D40), of every field of every resource: absent where something is made, empty where
// it is changed, and refused there where it can't be empty.

let service: Service;
let admin: Client;
/** A picture and things to link to. */
let picture: number;
let parent: number;
let count = 0;
const fresh = (word: string) => `${word} ${++count}`;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  admin = service.as('admin');
  const upload = await admin.post(`${service.url}/wp-json/wp/v2/media`, PIXEL, {
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="pixel.png"',
  });
  picture = upload.expect(201).id();
  parent = (await admin.post('/events', { title: 'Parent', ...SOMEDAY })).expect(201).id();
});
after(() => service.stop());

/** A field: a value for it, and what an update with null makes of it, at a path of the answer; no `empty`: it is refused. */
interface Field {
  sent: unknown;
  at?: string;
  empty?: { gives: unknown };
  /** How an item is read to see the field. */
  query?: string;
  /** Without it nothing can be made. */
  required?: true;
}

const gone = { gives: undefined };
const blank = { gives: '' };
const post = {
  author: { sent: 2 },
  date: { sent: '2026-01-02 03:04:05' },
  date_utc: { sent: '2026-01-02 08:04:05' },
  slug: { sent: 'a-slug' },
  status: { sent: 'publish' },
} satisfies Record<string, Field>;
const password = { sent: 'sesame', at: 'raw.password', empty: blank, query: '?context=edit' };
const lines = (...names: string[]): Record<string, Field> =>
  Object.fromEntries(names.map((name) => [name, { sent: 'A line', empty: gone }]));
const linked = (name: 'venue' | 'organizer'): Record<string, Field> => ({
  [name]: { sent: 'Name', required: true },
  ...post,
  password,
  description: { sent: 'Long', empty: gone },
  image: { sent: 'picture', at: 'image', empty: gone },
  website: { sent: 'https://example.org/', empty: gone },
  ...lines('phone'),
});

const resources: Record<string, Record<string, Field>> = {
  events: {
    title: { sent: 'Title', required: true },
    start_date: { sent: SOMEDAY.start_date, required: true },
    end_date: { sent: SOMEDAY.end_date, required: true },
    ...post,
    password,
    description: { sent: 'Long', empty: blank },
    excerpt: { sent: 'Short', empty: blank },
    timezone: { sent: 'Europe/Paris' },
    all_day: { sent: true },
    image: { sent: 'picture', empty: { gives: false } },
    cost: { sent: '$5', empty: blank },
    website: { sent: 'https://example.org/', empty: blank },
    show_map: { sent: true },
    show_map_link: { sent: true },
    hide_from_listings: { sent: true },
    sticky: { sent: true },
    featured: { sent: true },
    categories: { sent: 'Music', empty: { gives: [] } },
    tags: { sent: 'red', empty: { gives: [] } },
    venue: { sent: { venue: 'Hall' }, empty: { gives: [] } },
    organizer: { sent: [{ organizer: 'Ann' }], empty: { gives: [] } },
    tickets: { sent: [{ name: 'Seat' }], empty: { gives: [] } },
    post_parent: { sent: 'parent', empty: { gives: 0 } },
  },
  venues: {
    ...linked('venue'),
    show_map: { sent: 'false' },
    show_map_link: { sent: false },
    ...lines('address', 'city', 'country', 'province', 'state', 'zip', 'stateprovince'),
    geo_lat: { sent: 4.5, empty: gone },
    geo_lng: { sent: 5.5, empty: gone },
  },
  organizers: { ...linked('organizer'), ...lines('email') },
  categories: {
    name: { sent: 'Name', required: true },
    description: { sent: 'Long', empty: blank },
    slug: { sent: 'a-slug' },
    parent: { sent: 'category', empty: { gives: 0 } },
  },
  tags: {
    name: { sent: 'Name', required: true },
    description: { sent: 'Long', empty: blank },
    slug: { sent: 'a-slug' },
  },
};

/** What is sent of a field, each time something else where two can't have the same. */
async function value(kind: string, name: string, sent: unknown): Promise<unknown> {
  if (sent === 'picture') return picture;
  if (sent === 'parent') return parent;
  if (sent === 'category')
    return (await admin.post('/categories', { name: fresh('above') })).expect(201).id();
  if (name === 'slug' || ['venue', 'organizer', 'name'].includes(name) || name === 'title')
    return typeof sent === 'string' ? fresh(`${kind} ${name}`) : sent;
  return sent;
}

async function requiredOf(kind: string): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resources[kind] ?? {}))
    if (field.required) body[name] = await value(kind, name, field.sent);
  return body;
}

function shown(answer: Answer, name: string, { at = name }: Field) {
  const value = answer.at(at);
  return value === answer.at('url') ? 'its own page' : value;
}
/** A coordinate comes with the other. */
const beside = (name: string, sent: unknown) =>
  name === 'geo_lat' ? { geo_lng: sent } : name === 'geo_lng' ? { geo_lat: sent } : {};

for (const [kind, fields] of Object.entries(resources))
  describe(`null in the body of ${kind}`, () => {
    for (const [name, field] of Object.entries(fields)) {
      if (field.required)
        test(`POST /${kind} with ${name}: null lacks it`, async () => {
          const refused = await admin.post(`/${kind}`, { ...(await requiredOf(kind)), [name]: null });
          refused.expect(400);
          assert.equal(refused.at('code'), 'rest_missing_callback_param', refused.text);
          assert.deepEqual(refused.at('data.params'), [name]);
        });
      else
        test(`POST /${kind} with ${name}: null is as without it`, async () => {
          const plain = (await admin.post(`/${kind}`, await requiredOf(kind))).expect(201);
          const made = (await admin.post(`/${kind}`, { ...(await requiredOf(kind)), [name]: null })).expect(
            201,
          );
          if (name === 'slug') return;
          assert.deepEqual(shown(made, name, field), shown(plain, name, field));
        });

      for (const method of ['POST', 'PUT', 'PATCH'] as const)
        test(`${method} /${kind}/<id> with ${name}: null ${field.empty ? 'empties it' : 'is refused'}`, async () => {
          const sent = await value(kind, name, field.sent);
          const full = { ...(await requiredOf(kind)), [name]: sent, ...beside(name, sent) };
          const created = (await admin.post(`/${kind}`, full)).expect(201);
          const id = created.id();
          const paths = [`/${kind}/${id}`];
          // Only the address by ID takes an event's password.
          const isTerm = kind === 'categories' || kind === 'tags';
          if (!isTerm && !(kind === 'events' && name === 'password'))
            paths.push(`/${kind}/by-slug/${String(created.at('slug'))}`);
          const read = async () => (await admin.get(`/${kind}/${id}${field.query ?? ''}`)).expect(200);
          const before = await read();
          for (const path of paths) {
            (await admin.patch(`/${kind}/${id}`, { [name]: sent, ...beside(name, sent) })).expect(200);
            const answer = await admin.send(method, path, { [name]: null });
            if (!field.empty) {
              assertRefused(answer, [name]);
              assert.deepEqual(shown(await read(), name, field), shown(before, name, field));
              continue;
            }
            answer.expect(200);
            if (!field.query) assert.deepEqual(shown(answer, name, field), field.empty.gives, path);
            assert.deepEqual(shown(await read(), name, field), field.empty.gives, path);
          }
        });
    }

    test(`POST /${kind} with null for all that is optional is as without it`, async () => {
      const nulls = Object.fromEntries(
        Object.keys(fields)
          .filter((name) => !fields[name]?.required)
          .map((name) => [name, null]),
      );
      (await admin.post(`/${kind}`, { ...nulls, ...(await requiredOf(kind)) })).expect(201);
    });

    test(`PATCH /${kind}/<id> with null for everything names all that can't be empty, and changes nothing`, async () => {
      const id = (await admin.post(`/${kind}`, { ...(await requiredOf(kind)), description: 'Stays' }))
        .expect(201)
        .id();
      const nulls = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
      const refused = Object.keys(fields).filter((name) => !fields[name]?.empty);
      assertRefused(await admin.patch(`/${kind}/${id}`, nulls), refused);
      assert.match(String((await admin.get(`/${kind}/${id}`)).expect(200).at('description')), /Stays/);
    });
  });

describe('null inside what comes with an event', () => {
  test('is as absence in a new venue and a new organizer, on create and on update', async () => {
    const nulls = (kind: 'venues' | 'organizers', name: string) =>
      Object.fromEntries(
        Object.keys(resources[kind] ?? {}).map((field) => [field, field === name ? fresh(name) : null]),
      );
    const nested = () => ({ venue: nulls('venues', 'venue'), organizer: [nulls('organizers', 'organizer')] });
    const made = (await admin.post('/events', { title: 'Nested', ...SOMEDAY, ...nested() })).expect(201);
    const changed = (await admin.patch(`/events/${made.id()}`, nested())).expect(200);
    for (const answer of [made, changed]) {
      assert.equal(answer.at('venue.show_map'), true);
      assert.equal(answer.at('venue.status'), 'publish');
      assert.equal(answer.at('organizer.0.status'), 'publish');
      for (const path of ['venue.address', 'venue.geo_lat', 'organizer.0.email', 'venue.website'])
        assert.equal(answer.at(path), undefined, path);
    }
  });

  test('is refused as the name of one', async () => {
    for (const fields of [{ venue: { venue: null } }, { organizer: [{ organizer: null }] }])
      assertRefused(
        await admin.post('/events', { title: 'Nested', ...SOMEDAY, ...fields }),
        Object.keys(fields),
      );
  });

  test('leaves out what an offer of tickets does not say', async () => {
    const offer = { name: 'Seat', price: null, currency: null, url: null, capacity: null, sales_start: null };
    const made = (await admin.post('/events', { title: 'Tickets', ...SOMEDAY, tickets: [offer] })).expect(
      201,
    );
    assert.deepEqual(made.at('tickets'), [{ name: 'Seat' }]);
  });

  test('leaves the end of an event to be compared with its start', async () => {
    const fields = {
      title: 'Backwards',
      start_date: '2026-12-02',
      end_date: '2026-12-01',
      timezone: null,
      all_day: null,
    };
    assertRefused(await admin.post('/events', fields), ['end_date']);
  });
});

test('null removes the translation of a text, and nothing else is refused or emptied otherwise in another language', async () => {
  const { post: make, patch, get } = admin;
  const made = (await make('/venues', { venue: fresh('house'), description: 'Long', city: 'Bern' })).expect(
    201,
  );
  const path = `/venues/${made.id()}`;
  const german = `${path}?translation_language=de`;
  (await patch(german, { venue: 'Haus', description: 'Lang', slug: fresh('haus') })).expect(200);
  (await patch(german, { description: null, city: null })).expect(200);
  assert.match(String((await get(german)).at('description')), /Long/);
  assert.equal((await get(german)).at('venue'), 'Haus');
  assert.equal((await get(path)).at('city'), undefined);
  (await patch(german, { slug: null, venue: null })).expect(200);
  assert.equal((await get(german)).at('venue'), made.at('venue'));
  assert.equal((await get(german)).at('slug'), made.at('slug'));
  assertRefused(await patch(german, { status: null, show_map: null, author: null }), [
    'author',
    'show_map',
    'status',
  ]);
});

test('an item made with null in another language is as one without', async () => {
  const fields = { title: 'Fest', ...SOMEDAY, description: null, excerpt: null, slug: null };
  const made = (await admin.post('/events?translation_language=de', fields)).expect(201);
  assert.deepEqual([made.at('description'), made.at('language')], ['', 'de']);
});

test('the word null in a query or a form is a word', async () => {
  const form = new URLSearchParams({ title: 'null', ...SOMEDAY, description: 'null' });
  const made = (await admin.post('/events', form)).expect(201);
  assert.equal(made.at('title'), 'null');
  assertRefused(await admin.patch(`/events/${made.id()}`, new URLSearchParams({ timezone: 'null' })), [
    'timezone',
  ]);
  assertRefused(await admin.get('/events?featured=null'), ['featured']);
});

test('the document says of which fields null may be sent', async () => {
  const doc = (await service.anonymous.get('/doc')).expect(200);
  const operations = {
    events: 'Event',
    venues: 'Venue',
    organizers: 'Organizer',
    categories: 'Category',
    tags: 'Tag',
  };
  for (const [kind, name] of Object.entries(operations)) {
    const schemas = Object(doc.at('components.schemas'));
    for (const [field, { empty, required }] of Object.entries(resources[kind] ?? {})) {
      const { [field]: made } = Object(schemas[`Create${name}`]).properties;
      if (made.default === null) assert.match(JSON.stringify(made.type), /"null"/, `Create${name}.${field}`);
      const { [field]: changed } = Object(schemas[`Update${name}`]).properties;
      // In another language null takes these away.
      const isText = field === 'slug' || (required === true && !field.endsWith('_date'));
      // What has no type takes anything.
      if (changed.type === undefined && changed.anyOf === undefined) continue;
      const takesNull = JSON.stringify([changed.type, changed.anyOf]).includes('"null"');
      assert.equal(
        takesNull,
        isText || empty !== undefined,
        `Update${name}.${field} ${JSON.stringify(changed)}`,
      );
    }
  }
});
