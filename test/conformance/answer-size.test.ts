// Answers that would be too large: refused before they are put together, without holding up others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertRefused } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

/** Bytes that an answer may have here. */
const LIMIT = 4_000_000;
const DESCRIPTION = `<p>${'word '.repeat(39_000)}</p>`;
const EVENTS = 12;
let service: Service;
let venues: number[];
let events: number[];
let slug: string;

before(async () => {
  service = await startService({ env: { KALENDS_ANSWER_LIMIT: String(LIMIT) } });
  await people(service);
  const author = service.as('author');
  venues = await many(5, async (n) =>
    (await author.post('/venues', { venue: `Hall ${n}`, description: DESCRIPTION })).expect(201).id(),
  );
  events = await many(EVENTS, async (n) => {
    const made = await author.post('/events', {
      title: `Large ${n}`,
      start_date: '+3 days 10:00',
      end_date: '+3 days 11:00',
      venue: venues,
    });
    slug = String(made.expect(201).at('slug'));
    return made.id();
  });
});
after(() => service.stop());

async function many(count: number, make: (n: number) => Promise<number>): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await make(n));
  return ids;
}

const readers = {
  anonymous: () => service.anonymous,
  author: () => service.as('author'),
  editor: () => service.as('editor'),
};

for (const kept of [true, false]) {
  const how = kept ? '' : ' with nothing kept';
  test(`GET /events refuses a page that would be too large${how}`, async () => {
    await service.restart({ KALENDS_CACHE: kept ? undefined : '0' });
    for (const [reader, client] of Object.entries(readers))
      for (const query of [
        '',
        '&_envelope=1',
        '&_pretty=1',
        '&context=edit',
        '&password=x',
        '&_fields=events',
      ])
        for (let again = 0; again < 2; again++) {
          const answer = await client().get(`/events?per_page=${EVENTS}${query}`);
          const what = `${reader}${query}`;
          assert.equal(answer.status, query === '&_envelope=1' ? 200 : 400, what);
          const below = query === '&_envelope=1' ? 'body.' : '';
          assert.equal(answer.at(`${below}code`), 'rest_answer_too_large', what);
          assert.match(String(answer.at(`${below}message`)), /per_page.*_fields/, what);
        }
  });

  test(`GET /events gives a page of what it refuses, a few at a time or in part${how}`, async () => {
    for (const [reader, client] of Object.entries(readers)) {
      const few = (await client().get('/events?per_page=2')).expect(200);
      assert.ok(String(few.at('events.0.venue.4.description')).length > 190_000, reader);
      const total = (await client().get(`/events?per_page=${EVENTS}&_fields=total`)).expect(200);
      assert.deepEqual(total.body, { total: EVENTS }, reader);
      for (const fields of [
        'events.id',
        'events.id,events.venue.id',
        'events.title,events.venue.venue,total',
      ])
        for (const list of [few, undefined]) {
          const perPage = list ? 2 : EVENTS;
          const part = (await client().get(`/events?per_page=${perPage}&_fields=${fields}`)).expect(200);
          assert.ok(part.text.length < 20_000, `${reader} ${fields}: ${part.text.length}`);
          assert.equal(part.rows('events').length, perPage);
        }
    }
  });

  test(`GET /events/ID and by slug give one that may be large, in three languages${how}`, async () => {
    for (const client of Object.values(readers))
      for (const address of [`/events/${events[0]}`, `/events/by-slug/${slug}`])
        for (const language of ['en', 'de', 'es']) {
          const answer = await client().get(`${address}?translation_language=${language}`);
          assert.equal(answer.expect(200).rows('venue').length, venues.length);
        }
  });
}

test('A refusal for size is in the language of the request', async () => {
  const texts = new Set<string>();
  for (const language of ['en', 'de', 'es']) {
    const answer = await service.anonymous.get(`/events?per_page=${EVENTS}&translation_language=${language}`);
    assert.equal(answer.expect(400).at('code'), 'rest_answer_too_large');
    texts.add(String(answer.at('message')));
  }
  assert.equal(texts.size, 3);
});

test('What an event embeds is bounded where it is linked, and where it grows', async () => {
  const editor = service.as('editor');
  const sixth = (await editor.post('/venues', { venue: 'Hall 5', description: DESCRIPTION }))
    .expect(201)
    .id();
  const event = { title: 'Too large', start_date: '+3 days', end_date: '+3 days' };
  assertRefused(await editor.post('/events', { ...event, venue: [...venues, sixth] }), ['venue']);
  const nested = { venue: 'Hall 6', description: DESCRIPTION };
  assertRefused(await editor.post('/events', { ...event, venue: [...venues, nested] }), ['venue']);
  const [id] = events;
  assertRefused(await editor.put(`/events/${id}`, { venue: [...venues, sixth] }), ['venue']);
  (await editor.put(`/venues/${sixth}`, { description: 'short' })).expect(200);
  (await editor.put(`/events/${id}`, { venue: [...venues, sixth] })).expect(200);
  for (const language of ['en', 'de'])
    assertRefused(
      await editor.put(`/venues/${sixth}?translation_language=${language}`, { description: DESCRIPTION }),
      ['description'],
    );
  (await editor.put(`/venues/${sixth}`, { description: 'Shorter still, or as long.' })).expect(200);
  (await editor.put(`/events/${id}`, { venue: venues })).expect(200);
  (await editor.delete(`/venues/${sixth}`)).expect(200);
});

for (const kind of ['categories', 'tags'])
  test(`What an event embeds of its ${kind} is bounded where they are given, and where they grow`, async () => {
    const editor = service.as('editor');
    const terms = await many(6, async (n) =>
      (await editor.post(`/${kind}`, { name: `Term ${n}`, description: DESCRIPTION })).expect(201).id(),
    );
    const event = { title: 'Too many terms', start_date: '+3 days', end_date: '+3 days', status: 'draft' };
    assertRefused(await editor.post('/events', { ...event, [kind]: terms }), [kind]);
    (await editor.put(`/${kind}/${terms[0]}`, { description: 'short' })).expect(200);
    const id = (await editor.post('/events', { ...event, [kind]: terms })).expect(201).id();
    assertRefused(await editor.put(`/${kind}/${terms[0]}`, { description: DESCRIPTION }), ['description']);
    (await editor.delete(`/events/${id}`)).expect(200);
    for (const term of terms) (await editor.delete(`/${kind}/${term}`)).expect(200);
  });

test('GET /organizers and /venues leave out what is not asked for', async () => {
  for (const table of ['venues', 'organizers'])
    for (const client of Object.values(readers)) {
      const answer = (await client().get(`/${table}?_fields=total`)).expect(200);
      assert.deepEqual(Object.keys(answer.body ?? {}), ['total']);
    }
});

test('Others are answered while large pages are asked for again and again', async () => {
  const many = Array.from({ length: 8 }, () => service.anonymous.get('/events?per_page=3'));
  const small = await service.anonymous.get('/events?per_page=1&_fields=total');
  small.expect(200);
  for (const answer of await Promise.all(many)) answer.expect(200);
});

test('Pages for people leave out the JSON-LD of an event that embeds much', async () => {
  const editor = service.as('editor');
  const large = (await service.anonymous.get(`${service.url}/event/${slug}/`)).expect(200);
  assert.match(large.text, /application\/ld\+json/);
  const organizers = await many(2, async (n) =>
    (await editor.post('/organizers', { organizer: `Club ${n}`, description: DESCRIPTION })).expect(201).id(),
  );
  (await editor.put(`/events/${events.at(-1)}`, { organizer: organizers })).expect(200);
  const larger = (await service.anonymous.get(`${service.url}/event/${slug}/`)).expect(200);
  assert.doesNotMatch(larger.text, /application\/ld\+json/);
  assert.ok(larger.text.includes('Hall 4') && larger.text.includes('Club 1'));
  assert.ok(larger.text.length < 20_000);
});
