import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Language, message, translate } from '#foundation/i18n/catalogue.ts';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, makeEvent, SOMEDAY } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';
import { type SampleLanguage, sampleLanguages, sendIn, type Way, ways } from '../support/translated.ts';

/* Events with texts in several languages, as editors write and visitors read them (contract 1, content languages). */

const ROOT = '/calendar/events/v1';
let service: Service;
let admin: Client;
let anyone: Client;
let event: number;
const terms = { category: 0, tag: 0 };

const inLanguage = (way: Way, language: Language) => ({ origin: service.url, way, language });
const write = (language: Language, path: string, body: object, way: Way = 'query') =>
  sendIn(admin, inLanguage(way, language), 'PATCH', path, body);
const read = (language: Language, path: string, way: Way = 'query') =>
  sendIn(anyone, inLanguage(way, language), 'GET', path);
const found = async (language: Language, query: string) =>
  (await read(language, `/events?${query}`))
    .expect(200)
    .rows('events')
    .map(({ id }) => id);
const makeIn = async (language: Language, body: object) =>
  (await sendIn(admin, inLanguage('query', language), 'POST', '/events', { ...SOMEDAY, ...body })).expect(
    201,
  );

const texts = (answer: Answer) =>
  ['title', 'description', 'excerpt', 'slug', 'language'].map((name) =>
    String(answer.at(name)).replace(/<\/?p>|\n/g, ''),
  );

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  admin = service.as('admin');
  anyone = service.anonymous;
  for (const [name, path, body, german, spanish] of [
    [
      'category',
      '/categories',
      { name: 'Street music', slug: 'street-music' },
      { name: 'Straßenmusik', slug: 'strassenmusik' },
      { name: 'Música de calle', slug: 'musica-de-calle' },
    ],
    [
      'tag',
      '/tags',
      { name: 'Children', slug: 'children' },
      { name: 'Kinder', slug: 'kinder' },
      { name: 'Niños', slug: 'ninos' },
    ],
  ] as const) {
    const id = (await admin.post(path, body)).expect(201).id();
    terms[name] = id;
    (await write('de', `${path}/${id}`, german)).expect(200);
    (await write('es', `${path}/${id}`, spanish)).expect(200);
  }
  const fields = {
    title: 'Street feast',
    description: 'A day for everybody',
    excerpt: 'Come along',
    slug: 'street-feast',
    categories: [terms.category],
    tags: [terms.tag],
    cost: '5',
  };
  event = (await makeEvent(admin, fields)).id();
  const german = {
    title: 'Straßenfest',
    description: 'Ein Tag für alle, auch Größere',
    slug: 'strassenfest',
  };
  (await write('de', `/events/${event}`, german)).expect(200);
  (await write('es', `/events/${event}`, { title: 'Fiesta del niño', slug: 'fiesta-del-nino' })).expect(200);
});
after(() => service?.stop());

const shown: Record<SampleLanguage, string[]> = {
  en: ['Street feast', 'A day for everybody', 'Come along', 'street-feast', 'en'],
  de: ['Straßenfest', 'Ein Tag für alle, auch Größere', 'Come along', 'strassenfest', 'de'],
  es: ['Fiesta del niño', 'A day for everybody', 'Come along', 'fiesta-del-nino', 'es'],
};
const slugs = ['street-feast', 'strassenfest', 'fiesta-del-nino'];

describe('An event with texts in three languages', () => {
  for (const language of sampleLanguages)
    for (const way of ['query', 'segment', 'body'] as const)
      test(`is read in ${language} as the ${way} says`, async () => {
        const ask = (path: string) => read(language, path, way);
        const paths = [`/events/${event}`, ...slugs.map((slug) => `/events/by-slug/${slug}`)];
        for (const path of paths) {
          const answer = (await ask(path)).expect(200);
          assert.deepEqual(texts(answer), shown[language], path);
          assert.deepEqual(answer.at('translations'), ['en', 'de', 'es']);
          assert.equal(answer.at('cost'), '$5');
          const home = way === 'segment' ? `${service.url}/${language}` : service.url;
          assert.equal(answer.at('url'), `${service.url}/event/${shown[language][3]}/`);
          assert.equal(answer.at('rest_url'), `${home}${ROOT}/events/${event}`);
          assert.equal(answer.at('json_ld.name'), shown[language][0]);
          assert.equal(answer.at('json_ld.url'), answer.at('url'));
        }
        const [row] = (await ask('/events')).expect(200).rows('events');
        assert.equal(row?.['title'], shown[language][0]);
      });

  test('embeds its terms in the language', async () => {
    for (const [language, category, tag] of [
      ['en', ['Street music', 'street-music'], ['Children', 'children']],
      ['de', ['Straßenmusik', 'strassenmusik'], ['Kinder', 'kinder']],
      ['es', ['Música de calle', 'musica-de-calle'], ['Niños', 'ninos']],
    ] as const) {
      const one = await read(language, `/events/${event}`);
      const listed = await read(language, '/events');
      for (const [kind, names] of [
        ['categories', category],
        ['tags', tag],
      ] as const)
        for (const [answer, at] of [
          [one, ''],
          [listed, 'events.0.'],
        ] as const) {
          const names_ = ['name', 'slug', 'language'].map((name) => answer.at(`${at}${kind}.0.${name}`));
          assert.deepEqual(names_, [...names, language]);
          assert.deepEqual(answer.at(`${at}${kind}.0.translations`), ['en', 'de', 'es']);
        }
    }
  });

  test('is found by the slugs of its terms in any language', async () => {
    for (const language of sampleLanguages) {
      for (const slug of ['street-music', 'strassenmusik', 'musica-de-calle', 'STRASSENMUSIK'])
        assert.deepEqual(await found(language, `categories=${slug}`), [event], slug);
      for (const slug of ['children', 'kinder', 'ninos', 'Kinder'])
        assert.deepEqual(await found(language, `tags=${encodeURIComponent(slug)}`), [event], slug);
      assertRefused(await read(language, '/events?categories=kinder'), ['categories']);
    }
  });

  test('is found by its words in the language asked for and in the site’s', async () => {
    const cases: [search: string, languages: Language[]][] = [
      ['street', ['en', 'de', 'es']],
      ['everybody', ['en', 'de', 'es']],
      ['along', ['en', 'de', 'es']],
      ['straßenfest', ['de']],
      ['strassenfest', ['de']],
      ['STRASSENFEST', ['de']],
      ['STRAẞENFEST', ['de']],
      ['ssenf', ['de']],
      ['grossere', ['de']],
      ['größere', ['de']],
      ['fur alle', ['de']],
      ['nino', ['es']],
      ['niño', ['es']],
      ['NIN\u0303O', ['es']],
      ['"del nino"', ['es']],
      ['strassenfest everybody', ['de']],
      ['street -strassenfest', ['en', 'es']],
      ['street -fiesta', ['en', 'de']],
      ['strassenmusik', []],
    ];
    for (const [search, where] of cases)
      for (const language of sampleLanguages) {
        const answer = await read(language, `/events?search=${encodeURIComponent(search)}`);
        const expected = where.includes(language) ? 1 : 0;
        assert.equal(answer.expect(200).at('total'), expected, `${search} in ${language}`);
        assert.equal(answer.headers['x-tec-total'], String(expected));
        assert.equal(answer.rows('events').length, expected);
      }
  });

  test('is shown on pages in the language of their address, under each of its slugs', async () => {
    for (const language of sampleLanguages)
      for (const slug of slugs) {
        const page = (await anyone.get(`${service.url}/${language}/event/${slug}/`)).expect(200);
        assert.ok(
          page.text.includes(`<h1 lang="${language}" dir="auto">${shown[language][0]}</h1>`),
          `${language} ${slug}`,
        );
        assert.ok(page.text.includes(`${service.url}/${language}/event/${shown[language][3]}/`), 'canonical');
      }
    for (const [path, names] of [
      ['events/category', { en: 'street-music', de: 'strassenmusik', es: 'musica-de-calle' }],
      ['events/tag', { en: 'children', de: 'kinder', es: 'ninos' }],
    ] as const)
      for (const language of sampleLanguages)
        for (const slug of Object.values(names)) {
          const page = (await anyone.get(`${service.url}/${language}/${path}/${slug}/`)).expect(200);
          assert.ok(page.text.includes(String(shown[language][0])), `${language} ${slug}`);
          const home = language === 'en' ? service.url : `${service.url}/${language}`;
          assert.ok(page.text.includes(`<link rel="canonical" href="${home}/${path}/${names[language]}/">`));
        }
  });

  test('has another ETag in each language, and a new one when a translation changes', async () => {
    const tags = async () =>
      Promise.all(sampleLanguages.map(async (one) => (await read(one, `/events/${event}`)).headers['etag']));
    const lists = async () =>
      Promise.all(sampleLanguages.map(async (one) => (await read(one, '/events')).headers['etag']));
    const first = [await tags(), await lists()];
    assert.equal(new Set(first.flat()).size, 6);
    (await write('de', `/events/${event}`, { excerpt: 'Kommt mit' })).expect(200);
    const second = [await tags(), await lists()];
    assert.notEqual(second[0]?.[1], first[0]?.[1]);
    assert.notEqual(second[1]?.[1], first[1]?.[1]);
    const conditional = await anyone.get(`/events/${event}?translation_language=de`, undefined, {
      'if-none-match': first[0]?.[1],
    });
    assert.match(String(conditional.expect(200).at('excerpt')), /Kommt mit/);
    (await write('de', `/events/${event}`, { excerpt: '' })).expect(200);
    assert.deepEqual(texts(await read('de', `/events/${event}`)), shown.de);
  });
});

describe('A translation', () => {
  for (const way of ways)
    for (const nothing of ['', null])
      test(`goes field by field with ${JSON.stringify(nothing)}, said by ${way}, and everything falls back`, async () => {
        const mark = `${way}${nothing === null ? 'null' : 'empty'}`;
        const made = await makeEvent(admin, {
          title: `Left ${mark}`,
          description: 'Body',
          slug: `left-${mark}`,
        });
        const path = `/events/${made.id()}`;
        const german = { title: 'Übrig', description: 'Inhalt', excerpt: 'Kurz', slug: `ubrig-${mark}` };
        (await write('de', path, german, way)).expect(200);
        assert.deepEqual(texts(await read('de', path)), ['Übrig', 'Inhalt', 'Kurz', `ubrig-${mark}`, 'de']);
        const steps: [object, string[], string[]][] = [
          [{ description: nothing }, ['Übrig', 'Body', 'Kurz', `ubrig-${mark}`, 'de'], ['en', 'de']],
          [{ title: nothing }, [`Left ${mark}`, 'Body', 'Kurz', `ubrig-${mark}`, 'en'], ['en']],
          [{ excerpt: nothing }, [`Left ${mark}`, 'Body', '', `left-${mark}`, 'en'], ['en']],
        ];
        for (const [body, wanted, translations] of steps) {
          const answer = (await write('de', path, body, way)).expect(200);
          for (const one of [answer, await read('de', path)]) {
            assert.deepEqual(texts(one), wanted);
            assert.deepEqual(one.at('translations'), translations);
          }
        }
        assertRefused(await read('de', `/events/by-slug/ubrig-${mark}`), ['slug']);
        assert.deepEqual(await found('de', 'search=ubrig'), []);
        assert.deepEqual(texts(await read('en', path)), [`Left ${mark}`, 'Body', '', `left-${mark}`, 'en']);
        // Its slug is free for another.
        const other = await makeEvent(admin, { title: 'Other', slug: `ubrig-${mark}` });
        assert.equal(other.at('slug'), `ubrig-${mark}`);
        for (const id of [made.id(), other.id()]) (await admin.delete(`/events/${id}`)).expect(200);
      });

  test('of a write takes all other fields as usual', async () => {
    const made = await makeEvent(admin, { title: 'Fields' });
    const path = `/events/${made.id()}`;
    const body = {
      title: 'Felder',
      cost: '7',
      start_date: '2026-12-24 10:00',
      end_date: '2026-12-24 11:00',
      featured: true,
      tags: [terms.tag],
    };
    const answer = (await write('de', path, body)).expect(200);
    assert.equal(answer.at('tags.0.name'), 'Kinder');
    const english = await read('en', path);
    const names = ['title', 'cost', 'start_date', 'featured', 'tags.0.name'];
    assert.deepEqual(
      names.map((name) => english.at(name)),
      ['Fields', '$7', '2026-12-24 10:00:00', true, 'Children'],
    );
    (await admin.delete(path)).expect(200);
  });

  test('is cleaned as every text is', async () => {
    const made = await makeEvent(admin, { title: 'Clean' });
    const path = `/events/${made.id()}`;
    const body = {
      title: 'A & B <b>fett</b><script>x</script>',
      description: '<p onclick="x">Gut</p><script>schlecht()</script>',
    };
    const answer = (await write('de', path, body)).expect(200);
    assert.equal(answer.at('title'), 'A &amp; B <b>fett</b>');
    assert.equal(String(answer.at('description')).trim(), '<p>Gut</p>');
    // What is nothing but markup is no title either.
    const nothing = (await write('de', path, { title: '<script>x</script>', description: ' ' })).expect(200);
    assert.deepEqual([nothing.at('title'), nothing.at('language')], ['Clean', 'en']);
    for (const wrong of [7, {}, [], true, 'x'.repeat(2001), 'a\u0000'])
      assertRefused(await write('de', path, { title: wrong }), ['title']);
    assertRefused(await write('de', path, { slug: 7, description: 7, excerpt: [] }), [
      'description',
      'excerpt',
      'slug',
    ]);
    (await admin.delete(path)).expect(200);
  });

  test('may hold a description alone, and then no title of its own', async () => {
    const made = await makeEvent(admin, { title: 'Half' });
    const path = `/events/${made.id()}`;
    (await write('es', path, { description: 'Mitad' })).expect(200);
    const answer = await read('es', path);
    assert.deepEqual(texts(answer).slice(0, 2), ['Half', 'Mitad']);
    assert.deepEqual([answer.at('language'), answer.at('translations')], ['en', ['en']]);
    assert.deepEqual(await found('es', 'search=mitad'), [made.id()]);
    assert.deepEqual(await found('en', 'search=mitad'), []);
    (await admin.delete(path)).expect(200);
  });
});

describe('An event made in another language', () => {
  for (const way of ways)
    test(`is in that language for everybody until the site has its own, made by ${way}`, async () => {
      const body = { title: `Lesung ${way}`, description: 'Mit Musik', ...SOMEDAY };
      const made = (await sendIn(admin, inLanguage(way, 'de'), 'POST', '/events', body)).expect(201);
      const path = `/events/${made.id()}`;
      for (const language of sampleLanguages) {
        const answer = await read(language, path);
        assert.deepEqual(texts(answer), [`Lesung ${way}`, 'Mit Musik', '', `lesung-${way}`, 'de']);
        assert.deepEqual(answer.at('translations'), ['de']);
        assert.deepEqual(await found(language, `search=lesung%20${way}`), [made.id()]);
      }
      (await write('en', path, { title: 'Reading' })).expect(200);
      assert.deepEqual(texts(await read('en', path)), ['Reading', 'Mit Musik', '', `lesung-${way}`, 'en']);
      assert.deepEqual(texts(await read('es', path)), ['Reading', 'Mit Musik', '', `lesung-${way}`, 'en']);
      assert.deepEqual(texts(await read('de', path)), [
        `Lesung ${way}`,
        'Mit Musik',
        '',
        `lesung-${way}`,
        'de',
      ]);
      assert.deepEqual(await found('en', 'search=lesung'), []);
      assert.deepEqual(await found('de', 'search=reading'), [made.id()]);
      // The site's own slug leaves the German one where it was.
      (await write('en', path, { slug: `reading-${way}` })).expect(200);
      const read_ = await Promise.all(sampleLanguages.map(async (one) => (await read(one, path)).at('slug')));
      assert.deepEqual(read_, [`reading-${way}`, `lesung-${way}`, `reading-${way}`]);
      (await write('en', path, { description: 'With music' })).expect(200);
      assert.deepEqual(texts(await read('es', path)).slice(0, 2), ['Reading', 'With music']);
      (await admin.delete(path)).expect(200);
    });

  test('keeps showing what is left of that language when its title alone goes', async () => {
    const made = await makeIn('de', { title: 'Rest', description: 'Was bleibt' });
    const path = `/events/${made.id()}`;
    (await write('en', path, { title: 'Remains' })).expect(200);
    (await write('de', path, { title: '' })).expect(200);
    for (const language of sampleLanguages)
      assert.deepEqual(texts(await read(language, path)).slice(0, 2), ['Remains', 'Was bleibt'], language);
    assert.deepEqual((await read('de', path)).at('translations'), ['en']);
    (await admin.delete(path)).expect(200);
  });

  test('never loses its last title', async () => {
    const made = await makeIn('de', { title: 'Letzter', description: 'X' });
    const path = `/events/${made.id()}`;
    for (const title of ['', null]) {
      const answer = await write('de', path, { title, description: 'Anders' });
      assertRefused(answer, ['title']);
      assert.equal(answer.at('data.params.title'), `title: ${translate('de', message('problem.last_text'))}`);
      assertRefused(await write('en', path, { title }), ['title']);
      assert.equal((await write('es', path, { title })).expect(200).at('title'), 'Letzter');
    }
    assert.deepEqual(
      texts(await read('de', path)).slice(0, 2),
      ['Letzter', 'X'],
      'nothing of it was written',
    );
    (await admin.delete(path)).expect(200);
  });

  test('shows editors of another language that they have written nothing yet', async () => {
    const made = await makeIn('de', { title: 'Roh', description: 'Roher Text' });
    const raw = async (language: Language) => {
      const { body } = await admin.get(`/events/${made.id()}?context=edit&translation_language=${language}`);
      return JSON.parse(JSON.stringify(body)).raw;
    };
    assert.deepEqual([(await raw('de')).title, (await raw('de')).description], ['Roh', 'Roher Text']);
    assert.deepEqual([(await raw('es')).title, (await raw('es')).description], ['', '']);
    (await admin.delete(`/events/${made.id()}`)).expect(200);
  });
});
