import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { assertRefused, makeEvent, SOMEDAY } from '../support/events.ts';
import { isObject } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

/** Titles of the events that a list has, in order. */
async function titles(query: string, by = admin): Promise<string[]> {
  const { body } = (await by.get(`/events?start_date=2000-01-01&orderby=title&order=asc&${query}`)).expect(
    200,
  );
  assert.ok(isObject(body) && Array.isArray(body['events']));
  assert.equal(body['total'], body['events'].length);
  return body['events'].map((event) => (isObject(event) ? String(event['title']) : ''));
}

test('editors list the events that lack something, and nobody else learns of it', async () => {
  await makeEvent(admin, { title: 'Bare', ...SOMEDAY });
  await makeEvent(admin, {
    title: 'Full',
    ...SOMEDAY,
    description: 'All of it',
    venue: { venue: 'Hall', status: 'draft' },
    organizer: { organizer: 'Club' },
    tags: ['loud'],
    categories: ['Music'],
  });
  const half = await makeEvent(admin, {
    title: 'Half',
    ...SOMEDAY,
    description: 'A part',
    venue: { venue: 'Attic' },
  });
  for (const part of ['venue', 'description'])
    assert.deepEqual(await titles(`context=edit&missing=${part}`), ['Bare'], part);
  for (const part of ['organizer', 'tags', 'categories', 'venue,tags', 'tags,tags'])
    assert.deepEqual(await titles(`context=edit&missing=${part}`), ['Bare', 'Half'], part);
  assert.deepEqual(await titles('context=edit&missing=image'), ['Bare', 'Full', 'Half']);
  for (const [query, by] of [
    ['missing=venue', anyone],
    ['missing=venue', admin],
  ] as const)
    assert.deepEqual(await titles(query, by), []);
  assertRefused(await admin.get('/events?context=edit&missing=time'), ['missing']);
  assertRefused(await admin.get('/events?context=edit&missing='), ['missing']);

  (await admin.patch(`/events/${half.id()}?translation_language=de`, { title: 'Halb' })).expect(200);
  assert.deepEqual(await titles('context=edit&untranslated=de'), ['Bare', 'Full']);
  assert.deepEqual(await titles('context=edit&untranslated=de,es'), ['Bare', 'Full', 'Half']);
  assert.deepEqual(await titles('context=edit&untranslated=en'), []);
  assert.deepEqual(await titles('untranslated=de', anyone), []);
  assertRefused(await admin.get('/events?context=edit&untranslated=fr'), ['untranslated']);
});
