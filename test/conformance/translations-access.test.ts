import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Language, message, translate } from '#foundation/i18n/catalogue.ts';
import type { Client } from '../support/client.ts';
import { assertRefused, SOMEDAY } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';
import { sampleLanguages, sendIn } from '../support/translated.ts';

/* Who may read and write texts in another language: whoever may those in the site's, and nobody else (D7, D8, D26). */

let service: Service;
let editor: Client;
let contributor: Client;
let anyone: Client;

const send = (by: Client, language: Language, method: string, path: string, body: object = {}) =>
  sendIn(by, { origin: service.url, way: 'query', language }, method, path, body);
const make = async (by: Client, language: Language, path: string, body: object) =>
  (await send(by, language, 'POST', path, body)).expect(201);
const write = (by: Client, language: Language, path: string, body: object) =>
  send(by, language, 'PATCH', path, body);
const totalOf = async (by: Client, language: Language, path: string) => {
  const answer = (await send(by, language, 'GET', path)).expect(200);
  assert.equal(answer.headers['x-tec-total'], String(answer.at('total')));
  return answer.at('total');
};

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  await people(service);
  editor = service.as('editor');
  contributor = service.as('contributor');
  anyone = service.anonymous;
});
after(() => service?.stop());

/** Those who may read neither private items nor drafts of others. */
const strangers = () => [anyone, service.as('subscriber'), contributor, service.as('author')];

/** Holds that nothing in an answer speaks of what is hidden. */
function assertSilent(text: string, what: string): void {
  assert.doesNotMatch(text, /geheim|flüster|fluester|secreto/i, what);
}

describe('What only its owner and editors read', () => {
  for (const status of ['private', 'draft', 'pending'])
    test(`says nothing to others in any language: an event that is ${status}`, async () => {
      const category = await make(editor, 'en', '/categories', { name: `Only ${status}` });
      const venue = await make(editor, 'en', '/venues', { venue: `House ${status}` });
      const fields = {
        ...SOMEDAY,
        title: `Plain ${status}`,
        categories: [category.id()],
        venue: venue.id(),
        status,
      };
      const made = await make(editor, 'en', '/events', fields);
      const path = `/events/${made.id()}`;
      const german = {
        title: 'Geheime Probe',
        description: 'Geheimnis',
        excerpt: 'Geflüster',
        slug: `geheim-${status}`,
      };
      (await write(editor, 'de', path, german)).expect(200);
      (await write(editor, 'es', path, { description: 'Secreto' })).expect(200);

      for (const by of strangers())
        for (const language of sampleLanguages) {
          for (const query of [
            'search=geheim',
            'search=geheimnis',
            'search=fluster',
            'search=secreto',
            `search=plain%20${status}`,
            `categories=${category.id()}`,
            `venue=${venue.id()}`,
            `include=${made.id()}`,
            'search=geheim&context=edit',
          ])
            assert.equal(
              await totalOf(by, language, `/events?${query}`),
              0,
              `${status} ${language} ${query}`,
            );
          for (const one of [path, `/events/by-slug/geheim-${status}`]) {
            const answer = await send(by, language, 'GET', `${one}?context=edit`);
            assert.equal(answer.expect(403).at('code'), 'event-not-accessible');
            assert.equal(answer.at('message'), translate(language, message('error.event-not-accessible')));
            assertSilent(answer.text, one);
            const refused = await write(by, language, one, { title: 'Mine' });
            refused.expect(by === anyone ? 401 : 403);
            assertSilent(refused.text, one);
          }
          const page = await by.get(`${service.url}/${language}/event/geheim-${status}/`, undefined, {
            accept: 'text/html',
          });
          assertSilent(page.expect(404).text.replaceAll(`geheim-${status}`, ''), 'page');
          assert.equal(await totalOf(by, language, '/categories?search=only'), 0, 'it counts for nothing');
          // The number of events of a venue is told of what is published alone.
          assert.equal(await totalOf(by, language, `/venues?has_events=true&search=${status}`), 0);
        }
      for (const language of sampleLanguages) {
        assert.equal(await totalOf(editor, language, `/events?search=plain%20${status}`), 1);
        assert.equal(await totalOf(editor, language, '/events?search=geheimnis'), language === 'de' ? 1 : 0);
        const read = await send(editor, language, 'GET', `/events/by-slug/geheim-${status}`);
        assert.equal(read.expect(200).id(), made.id());
      }
      (await editor.delete(path)).expect(200);
    });

  test('of venues and organizers is neither embedded, nor found, nor taken for the same', async () => {
    for (const [kind, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const) {
      const made = await make(editor, 'en', `/${kind}`, { [name]: 'Back room', status: 'private' });
      const path = `/${kind}/${made.id()}`;
      (
        await write(editor, 'de', path, {
          [name]: 'Geheime Kammer',
          description: 'Geheim',
          slug: 'geheime-kammer',
        })
      ).expect(200);
      const event = await make(editor, 'en', '/events', { ...SOMEDAY, title: 'Open', [name]: made.id() });
      for (const by of strangers())
        for (const language of sampleLanguages) {
          assertSilent(
            (await send(by, language, 'GET', `/events/${event.id()}`)).expect(200).text,
            'embedded',
          );
          assertSilent((await send(by, language, 'GET', '/events')).expect(200).text, 'listed');
          assert.equal(await totalOf(by, language, `/${kind}?search=geheim`), 0);
          for (const one of [path, `/${kind}/by-slug/geheime-kammer`])
            assertSilent((await send(by, language, 'GET', one)).expect(403).text, one);
        }
      // A contributor who names one so makes another, and is told nothing of the first.
      const own = await make(contributor, 'de', `/${kind}`, { [name]: 'Geheime Kammer' });
      assert.notEqual(own.id(), made.id());
      const german = await send(editor, 'de', 'GET', `/events/${event.id()}`);
      assert.ok(german.text.includes('Geheime Kammer'));
      for (const one of [`/${kind}/${own.id()}`, path, `/events/${event.id()}`])
        (await editor.delete(one)).expect(200);
    }
  });
});

describe('What a password protects', () => {
  test('stays hidden in every language, and opens in every language', async () => {
    const made = await make(editor, 'en', '/events', {
      ...SOMEDAY,
      title: 'Veiled',
      description: 'Curtain',
      slug: 'veiled',
    });
    const path = `/events/${made.id()}`;
    const german = {
      title: 'Verhüllt',
      description: 'Geheimer Vorhang',
      excerpt: 'Geheim',
      slug: 'verhuellt',
    };
    (await write(editor, 'de', path, german)).expect(200);
    (await write(editor, 'es', path, { description: 'Secreto' })).expect(200);
    (await editor.patch(path, { password: 'sesam' })).expect(200);
    for (const by of [...strangers(), editor])
      for (const language of sampleLanguages) {
        for (const one of [path, '/events/by-slug/verhuellt', `${path}?password=falsch`]) {
          const answer = (await send(by, language, 'GET', one)).expect(403);
          assert.equal(answer.at('code'), 'event-password-protected');
          assertSilent(answer.text, one);
        }
        const list = (await send(by, language, 'GET', `/events?include=${made.id()}`)).expect(200);
        assertSilent(list.text, 'list');
        assert.deepEqual(
          [list.at('events.0.title'), list.at('events.0.description'), list.at('events.0.excerpt')],
          [language === 'de' ? 'Verhüllt' : 'Veiled', '', ''],
        );
        for (const search of [
          'geheim',
          'vorhang',
          'secreto',
          'curtain',
          'veiled',
          'verhullt',
          '-geheim%20veiled',
        ])
          assert.equal(await totalOf(by, language, `/events?search=${search}`), 0, `${language} ${search}`);
        const page = await anyone.get(`${service.url}/${language}/event/verhuellt/`);
        assertSilent(page.expect(200).text, 'page');
      }
    for (const language of sampleLanguages) {
      const open = (await send(anyone, language, 'GET', `${path}?password=sesam`)).expect(200);
      const wanted = { en: /Curtain/, de: /Geheimer Vorhang/, es: /Secreto/ }[language];
      assert.match(String(open.at('description')), wanted);
      const hits = await totalOf(anyone, language, '/events?search=vorhang&password=sesam');
      assert.equal(hits, language === 'de' ? 1 : 0);
      assert.equal(await totalOf(editor, language, '/events?search=curtain&context=edit'), 1);
    }
    (await editor.delete(path)).expect(200);
  });

  test('of venues and organizers is all but the name, in every language', async () => {
    for (const [kind, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const) {
      const made = await make(editor, 'en', `/${kind}`, { [name]: 'Veiled house', description: 'Curtain' });
      const path = `/${kind}/${made.id()}`;
      (
        await write(editor, 'de', path, { [name]: 'Verhülltes Haus', description: 'Geheimer Vorhang' })
      ).expect(200);
      (await editor.patch(path, { password: 'sesam' })).expect(200);
      for (const language of sampleLanguages) {
        const shown = language === 'de' ? 'Verhülltes Haus' : 'Veiled house';
        for (const one of [path, `/${kind}`]) {
          const answer = (await send(anyone, language, 'GET', one)).expect(200);
          assertSilent(answer.text, one);
          assert.doesNotMatch(answer.text, /Curtain/);
          assert.ok(answer.text.includes(shown));
        }
        assert.equal(await totalOf(anyone, language, `/${kind}?search=vorhang`), 0);
        assert.equal(await totalOf(anyone, language, `/${kind}?search=verhullt`), language === 'de' ? 1 : 0);
        const open = (await send(anyone, language, 'GET', `${path}?password=sesam`)).expect(200);
        assert.match(String(open.at('description')), language === 'de' ? /Vorhang/ : /Curtain/);
        assert.equal(
          await totalOf(anyone, language, `/${kind}?search=vorhang&password=sesam`),
          language === 'de' ? 1 : 0,
        );
      }
      (await editor.delete(path)).expect(200);
    }
  });
});

describe('Writing in another language', () => {
  test('needs the right to write the item at all', async () => {
    const made = await make(editor, 'en', '/events', { ...SOMEDAY, title: 'Theirs', slug: 'theirs' });
    const tag = await make(editor, 'en', '/tags', { name: 'Fixed' });
    for (const path of [`/events/${made.id()}`, '/events/by-slug/theirs', `/tags/${tag.id()}`])
      for (const by of strangers()) {
        const answer = await write(by, 'de', path, { title: 'Meins', name: 'Meins' });
        answer.expect(by === anyone ? 401 : 403);
        assert.equal(answer.at('message'), translate('de', message('error.rest_forbidden')));
      }
    assert.deepEqual((await editor.get(`/events/${made.id()}`)).at('translations'), ['en']);
    (await editor.delete(`/events/${made.id()}`)).expect(200);
  });

  test('is a contributor’s right as long as the item is not published', async () => {
    const body = { ...SOMEDAY, title: 'Mine', status: 'pending', slug: 'mine' };
    const made = await make(contributor, 'en', '/events', body);
    const path = `/events/${made.id()}`;
    const answer = (await write(contributor, 'de', path, { title: 'Meins', description: 'Text' })).expect(
      200,
    );
    assert.deepEqual([answer.at('title'), answer.at('status')], ['Meins', 'pending']);
    assert.equal(await totalOf(contributor, 'de', '/events?search=meins'), 1);
    assert.equal(await totalOf(contributor, 'es', '/events?search=meins'), 0);
    assert.equal(await totalOf(service.as('author'), 'de', '/events?search=meins'), 0);
    (await editor.patch(path, { status: 'publish' })).expect(200);
    assert.equal(await totalOf(anyone, 'de', '/events?search=meins'), 1);
    (await write(contributor, 'de', path, { title: 'Doch' })).expect(403);
    (await write(contributor, 'es', path, { title: 'Sin embargo' })).expect(403);
    (await editor.delete(path)).expect(200);
  });

  test('gives a contributor’s pending item no slug, as its own language gives it none', async () => {
    for (const [kind, name, extra] of [
      ['events', 'title', SOMEDAY],
      ['venues', 'venue', {}],
      ['organizers', 'organizer', {}],
    ] as const) {
      const fields = { ...extra, [name]: 'Held', slug: `held-${kind}`, status: 'pending' };
      const made = await make(contributor, 'en', `/${kind}`, fields);
      assert.ok(!made.at('slug'), made.text);
      const path = `/${kind}/${made.id()}`;
      const answer = (
        await write(contributor, 'de', path, { [name]: 'Besetzt', slug: `besetzt-${kind}` })
      ).expect(200);
      assert.ok(!answer.at('slug'), answer.text);
      assertRefused(await send(contributor, 'de', 'GET', `/${kind}/by-slug/besetzt-${kind}`), ['slug']);
      // An editor's word is taken.
      const edited = (await write(editor, 'de', path, { slug: `besetzt-${kind}` })).expect(200);
      assert.equal(edited.at('slug'), `besetzt-${kind}`);
      const again = (await write(contributor, 'de', path, { [name]: 'Belegt', slug: 'anders' })).expect(200);
      assert.equal(again.at('slug'), `besetzt-${kind}`, 'and stays');
      (await editor.delete(path)).expect(200);
    }
  });

  test('keeps the slug of a draft’s translation until it is published, and with it', async () => {
    const fields = { ...SOMEDAY, title: 'Sketch', slug: 'sketch', status: 'draft' };
    const made = await make(editor, 'en', '/events', fields);
    const path = `/events/${made.id()}`;
    (await write(editor, 'de', path, { title: 'Skizze', slug: 'skizze' })).expect(200);
    for (const [language, slug] of [
      ['en', 'sketch'],
      ['de', 'skizze'],
      ['es', 'sketch'],
    ] as const) {
      const answer = await send(editor, language, 'GET', `/events/by-slug/${slug}`);
      assert.deepEqual([answer.expect(200).id(), answer.at('slug')], [made.id(), slug]);
      assert.match(String(answer.at('url')), /\?post_type=tribe_events&p=\d+$/);
    }
    (await editor.patch(path, { status: 'publish' })).expect(200);
    assert.match(String((await send(anyone, 'de', 'GET', path)).at('url')), /\/event\/skizze\/$/);
    (await editor.delete(path)).expect(200);
  });

  test('names terms that there are in any language, and makes none for a contributor', async () => {
    const tag = await make(editor, 'en', '/tags', { name: 'Choir' });
    (await write(editor, 'de', `/tags/${tag.id()}`, { name: 'Chor' })).expect(200);
    for (const language of sampleLanguages) {
      const made = await make(contributor, language, '/events', {
        ...SOMEDAY,
        title: 'Sung',
        tags: ['CHOR'],
      });
      assert.equal(made.at('tags.0.id'), tag.id());
      (await contributor.delete(`/events/${made.id()}`)).expect(200);
      const refused = await send(contributor, language, 'POST', '/events', {
        ...SOMEDAY,
        title: 'Sung',
        tags: ['Coro'],
      });
      assertRefused(refused, ['tags']);
    }
  });

  test('shows raw texts to those alone who may edit', async () => {
    const made = await make(editor, 'en', '/events', { ...SOMEDAY, title: 'Raw' });
    (await write(editor, 'de', `/events/${made.id()}`, { title: 'Roh' })).expect(200);
    for (const language of sampleLanguages) {
      for (const by of strangers()) {
        const answer = await send(by, language, 'GET', `/events/${made.id()}?context=edit`);
        assert.equal(answer.expect(200).at('raw'), undefined);
      }
      const answer = await send(editor, language, 'GET', `/events/${made.id()}?context=edit`);
      assert.equal(answer.at('raw.title'), { en: 'Raw', de: 'Roh', es: '' }[language]);
      const listed = await send(editor, language, 'GET', `/events?context=edit&include=${made.id()}`);
      assert.equal(listed.at('events.0.raw.title'), { en: 'Raw', de: 'Roh', es: '' }[language]);
    }
    (await editor.delete(`/events/${made.id()}`)).expect(200);
  });
});
