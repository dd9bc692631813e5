import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Client } from '../support/client.ts';
import { SOMEDAY } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Client;
const terms: Record<'categories' | 'tags', number[]> = { categories: [], tags: [] };
const links: Record<'venue' | 'organizer', number[]> = { venue: [], organizer: [] };

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
  admin = service.as('admin');
  const make = async (path: string, fields: object) => (await admin.post(path, fields)).expect(201).id();
  for (const kind of ['categories', 'tags'] as const)
    for (const name of ['b', 'A', 'ö', '10', '9']) terms[kind].push(await make(`/${kind}`, { name }));
  for (const name of ['One', 'Two']) {
    links.venue.push(await make('/venues', { venue: name, geo_lat: 1, geo_lng: -0.5 }));
    links.organizer.push(await make('/organizers', { organizer: name }));
  }
});
after(() => service.stop());

/** What a text may hold that a database or a page could show in another way. */
const text = fc.array(
  fc.constantFrom('One', 'Two', 'three', ' ', 'ß', '\ud83d', '<b>', '&', '&amp;', "'", '$1', '?', '%', '0'),
  { minLength: 1, maxLength: 5 },
);
const words = text.map((parts) => parts.join(''));
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });

const choices = <T>(kind: 'venue' | 'organizer', fields: fc.Arbitrary<T>) =>
  maybe(
    fc.array(
      fc.oneof(
        fields,
        fc.constantFrom(0, 1).map((at) => links[kind][at]),
      ),
      { maxLength: 3 },
    ),
  );
const chosenTerms = (kind: 'categories' | 'tags') =>
  maybe(
    fc.array(
      fc.oneof(
        fc.nat(4).map((at) => terms[kind][at]),
        words,
        fc.constantFrom(2 ** 31, 2 ** 40),
      ),
      { maxLength: 4 },
    ),
  );

const event = fc.record({
  title: words.map((title) => `x${title}`),
  description: maybe(words),
  excerpt: maybe(words),
  slug: maybe(fc.constantFrom('one', 'page', 'feed', '-', 'ä')),
  status: maybe(fc.constantFrom('publish', 'draft', 'pending', 'private', 'future')),
  cost: maybe(fc.constantFrom('$15', 'free', '5 - 7 €')),
  website: maybe(fc.constantFrom('', 'https://example.org/?a=1&b=2')),
  show_map: maybe(fc.boolean()),
  categories: chosenTerms('categories'),
  tags: chosenTerms('tags'),
  venue: choices(
    'venue',
    fc
      .record({
        venue: words.map((name) => `y${name}`),
        city: maybe(words),
        country: maybe(fc.constantFrom('Germany', 'United States')),
        state: maybe(words),
        status: maybe(fc.constantFrom('publish', 'draft')),
        geo: maybe(fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(13.4, 0, -0, 7))),
      })
      .map(({ geo, ...fields }) => ({ ...fields, ...(geo && { geo_lat: geo[0], geo_lng: geo[1] }) })),
  ),
  organizer: choices(
    'organizer',
    fc.record({ organizer: words.map((name) => `z${name}`), description: maybe(words), phone: maybe(words) }),
  ),
});

/** Without what only the page of one has, and what only its maker is warned of. */
const withoutExtras = (json: string): string =>
  JSON.stringify(
    JSON.parse(json, (name, value: unknown) => (/^(json_ld|warnings)$/.test(name) ? undefined : value)),
  );

test('what is answered to whoever makes an event is what is read of it then', async () => {
  await fc.assert(
    fc.asyncProperty(event, fc.constantFrom('', '?translation_language=de'), async (sent, query) => {
      const made = await admin.post(`/events${query}`, { ...SOMEDAY, ...sent });
      if (made.status === 400) return;
      made.expect(201);
      const read = (await admin.get(`/events/${made.id()}${query}`)).expect(200);
      assert.equal(withoutExtras(read.text), withoutExtras(made.text));
    }),
    { numRuns: 250 },
  );
});

test('one that names the same new venue twice, or has the slug of another, is made as one after the other', async () => {
  const twice = { venue: 'The same hall' };
  const made = (
    await admin.post('/events', {
      ...SOMEDAY,
      title: 'Twice',
      venue: [twice, { ...twice, city: 'Bonn' }, { venue: 'The same hall', description: 'Another.' }],
    })
  ).expect(201);
  const venues = Object(made.at('venue'));
  assert.deepEqual(
    venues.map(({ slug, city }: { slug: string; city: string }) => [slug, city]),
    [
      ['the-same-hall', 'Bonn'],
      ['the-same-hall-2', undefined],
    ],
  );
  const again = (await admin.post('/events', { ...SOMEDAY, title: 'Twice', venue: twice })).expect(201);
  assert.equal(again.at('slug'), 'twice-2');
  assert.equal(again.at('venue.id'), venues[0].id);
});
