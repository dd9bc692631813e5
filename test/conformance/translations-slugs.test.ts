import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';
import type { Client } from '../support/client.ts';
import { assertRefused, makeEvent, SOMEDAY } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';
import { sendIn, type Way } from '../support/translated.ts';

/* Slugs in several languages, and lists of what has texts in several (contract 1, content languages). */

let service: Service;
let admin: Client;
let anyone: Client;

const inLanguage = (way: Way, language: Language) => ({ origin: service.url, way, language });
const write = (language: Language, path: string, body: object) =>
  sendIn(admin, inLanguage('query', language), 'PATCH', path, body);
const read = (language: Language, path: string) => sendIn(anyone, inLanguage('query', language), 'GET', path);
const found = async (language: Language, query: string) =>
  (await read(language, `/events?${query}`))
    .expect(200)
    .rows('events')
    .map(({ id }) => id);

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  admin = service.as('admin');
  anyone = service.anonymous;
});
after(() => service?.stop());

describe('Lists', () => {
  test('have the same rows, order, pages and totals in every language', async () => {
    const names: [string, string, string][] = [
      ['Apple', 'Zebra', 'Ñandú'],
      ['Banana', 'Ähre', 'Zumo'],
      ['Cherry', 'Maus', 'Árbol'],
    ];
    const made: number[] = [];
    for (const [en, de, es] of names) {
      const id = (await makeEvent(admin, { title: en })).id();
      made.push(id);
      (await write('de', `/events/${id}`, { title: de })).expect(200);
      (await write('es', `/events/${id}`, { title: es })).expect(200);
    }
    const pear = { title: 'Birne', ...SOMEDAY };
    made.push((await sendIn(admin, inLanguage('query', 'de'), 'POST', '/events', pear)).expect(201).id());
    for (const query of [
      'per_page=2',
      'per_page=2&page=2',
      'orderby=title',
      'orderby=title&order=desc&per_page=3',
      'orderby=modified',
    ]) {
      const answers = await Promise.all(languages.map((language) => read(language, `/events?${query}`)));
      const [english, ...theirs] = answers.map((one) => [
        one.at('total'),
        one.at('total_pages'),
        one.rows('events').map(({ id }) => id),
      ]);
      for (const one of theirs) assert.deepEqual(one, english, query);
    }
    const [apple, banana, cherry, birne] = made;
    assert.deepEqual(await found('de', 'orderby=title'), [apple, banana, birne, cherry]);
    for (const id of made) (await admin.delete(`/events/${id}`)).expect(200);
  });
});

describe('Slugs of translations', () => {
  test('are unique among all languages of the kind', async () => {
    const one = await makeEvent(admin, { title: 'One', slug: 'uno' });
    const two = await makeEvent(admin, { title: 'Two', slug: 'dos' });
    const [first, second] = [`/events/${one.id()}`, `/events/${two.id()}`];
    assert.equal((await write('de', second, { title: 'Zwei', slug: 'uno' })).at('slug'), 'uno-2');
    assert.equal((await write('es', first, { title: 'Eins', slug: 'uno-2' })).at('slug'), 'uno-2-2');
    assert.equal(
      (await write('en', first, { slug: 'uno-2' })).at('slug'),
      'uno-2-2',
      'its own is free for it',
    );
    const made = await makeEvent(admin, { title: 'uno 2' });
    assert.equal(made.at('slug'), 'uno-2-3');
    for (const slug of ['dos', 'uno-2'])
      assert.equal((await read('en', `/events/by-slug/${slug}`)).id(), two.id());
    // A slug that all languages share is no other for any of them, and may go.
    assert.equal((await write('es', second, { title: 'Dos', slug: 'dos' })).at('slug'), 'dos');
    assert.equal((await write('de', second, { slug: '' })).at('slug'), 'dos');
    assertRefused(await read('de', '/events/by-slug/uno-2'), ['slug']);
    for (const id of [one.id(), two.id(), made.id()]) (await admin.delete(`/events/${id}`)).expect(200);
  });

  test('may be written by, and name what is written', async () => {
    const made = await makeEvent(admin, { title: 'By slug', slug: 'by-slug-en' });
    (await write('de', `/events/${made.id()}`, { title: 'Mit Slug', slug: 'mit-slug' })).expect(200);
    const answer = (
      await write('de', '/events/by-slug/mit-slug', { title: 'Umbenannt', slug: 'umbenannt' })
    ).expect(200);
    assert.deepEqual([answer.id(), answer.at('slug')], [made.id(), 'umbenannt']);
    assert.equal((await read('en', '/events/by-slug/umbenannt')).at('title'), 'By slug');
    assert.equal((await read('en', '/events/by-slug/by-slug-en')).id(), made.id());
    (await sendIn(admin, inLanguage('segment', 'es'), 'DELETE', '/events/by-slug/umbenannt')).expect(200);
  });

  test('leave with the event into the trash, and come back with it', async () => {
    const made = await makeEvent(admin, { title: 'Bin', slug: 'bin-en' });
    const path = `/events/${made.id()}`;
    (await write('de', path, { title: 'Tonne', slug: 'tonne' })).expect(200);
    (await admin.delete(path)).expect(200);
    for (const slug of ['tonne', 'bin-en'])
      assertRefused(await read('de', `/events/by-slug/${slug}`), ['slug']);
    assert.equal(
      (await write('de', path, { slug: 'container' })).expect(200).at('slug'),
      'container__trashed',
    );
    assertRefused(await read('de', '/events/by-slug/container'), ['slug']);
    assert.deepEqual(await found('de', 'search=tonne'), []);
    const other = await makeEvent(admin, { title: 'Container' });
    assert.equal(other.at('slug'), 'container', 'what lies in the trash holds no slug');
    (await admin.patch(path, { status: 'publish' })).expect(200);
    assert.equal((await read('de', path)).at('slug'), 'container-2');
    assert.equal((await read('en', path)).at('slug'), 'bin-en');
    assert.deepEqual(await found('de', 'search=tonne'), [made.id()]);
    for (const id of [made.id(), other.id()]) (await admin.delete(`/events/${id}`)).expect(200);
  });

  test('of others are no draft’s any more when it is published', async () => {
    const one = await makeEvent(admin, { title: 'Taken' });
    (await write('de', `/events/${one.id()}`, { title: 'Vergeben', slug: 'vergeben' })).expect(200);
    const draft = await makeEvent(admin, { title: 'Draft', slug: 'vergeben', status: 'draft' });
    const published = (await admin.patch(`/events/${draft.id()}`, { status: 'publish' })).expect(200);
    assert.equal(published.at('slug'), 'vergeben-2');
    for (const id of [one.id(), draft.id()]) (await admin.delete(`/events/${id}`)).expect(200);
  });

  test('lead to the pages of terms in other scripts too', async () => {
    const tag = (await admin.post('/tags', { name: 'Japanese' })).expect(201);
    (await write('es', `/tags/${tag.id()}`, { name: '日本' })).expect(200);
    const answer = (await write('es', `/tags/${tag.id()}`, { slug: '日本' })).expect(200);
    const moved = (await anyone.get(String(answer.at('url')))).expect(301);
    (await anyone.get(String(moved.headers['location']))).expect(200);
  });
});
