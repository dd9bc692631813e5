import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Language, message, translate } from '#foundation/i18n/catalogue.ts';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, makeEvent, SOMEDAY } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';
import { isTerm, type Kind, sampleLanguages, sendIn, titleOf } from '../support/translated.ts';

/* Venues, organizers, categories and tags in several languages, alone and made together with an event (contract 1). */

let service: Service;
let admin: Client;
let anyone: Client;

const send = (by: Client, language: Language, method: string, path: string, body: object = {}) =>
  sendIn(by, { origin: service.url, way: 'query', language }, method, path, body);
const write = (language: Language, path: string, body: object) => send(admin, language, 'PATCH', path, body);
const create = (language: Language, path: string, body: object) => send(admin, language, 'POST', path, body);
const read = (language: Language, path: string) => send(anyone, language, 'GET', path);
const idsIn = async (kind: string, language: Language, query: string) =>
  (await read(language, `/${kind}?hide_empty=false&per_page=50&${query}`))
    .expect(200)
    .rows(kind)
    .map(({ id }) => id);

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  admin = service.as('admin');
  anyone = service.anonymous;
});
after(() => service?.stop());

const kinds = ['venues', 'organizers', 'categories', 'tags'] as const satisfies Kind[];
const plain = (value: unknown) => String(value ?? '').replace(/<\/?p>|\n/g, '');

for (const kind of kinds)
  describe(`${kind} in several languages`, () => {
    const name = titleOf[kind];
    const shown = (answer: Answer) => [
      answer.at(name),
      plain(answer.at('description')),
      answer.at('slug'),
      answer.at('language'),
    ];
    let path: string;
    let id: number;

    before(async () => {
      const body = { [name]: `Guild ${kind}`, description: 'Craft', slug: `guild-${kind}`, city: 'Nürnberg' };
      id = (await create('en', `/${kind}`, body)).expect(201).id();
      path = `/${kind}/${id}`;
      (await write('de', path, { [name]: `Größte Zunft ${kind}`, slug: `zunft-${kind}` })).expect(200);
      (await write('es', path, { description: 'Oficio de niños' })).expect(200);
    });

    test('fall back field by field', async () => {
      assert.deepEqual(shown(await read('en', path)), [`Guild ${kind}`, 'Craft', `guild-${kind}`, 'en']);
      assert.deepEqual(shown(await read('de', path)), [
        `Größte Zunft ${kind}`,
        'Craft',
        `zunft-${kind}`,
        'de',
      ]);
      assert.deepEqual(shown(await read('es', path)), [
        `Guild ${kind}`,
        'Oficio de niños',
        `guild-${kind}`,
        'en',
      ]);
      for (const language of sampleLanguages)
        assert.deepEqual((await read(language, path)).at('translations'), ['en', 'de']);
    });

    test('are found by name in the language asked for and in the site’s', async () => {
      for (const [search, where] of [
        ['guild', ['en', 'de', 'es']],
        ['zunft', ['de']],
        ['grosste zunft', ['de']],
        ['GRÖẞTE', ['de']],
      ] as const)
        for (const language of sampleLanguages) {
          const wanted = (where as readonly string[]).includes(language) ? [id] : [];
          assert.deepEqual(
            await idsIn(kind, language, `search=${encodeURIComponent(search)}`),
            wanted,
            `${search} in ${language}`,
          );
        }
      if (isTerm(kind)) return;
      assert.deepEqual(await idsIn(kind, 'es', 'search=ninos'), [id]);
      assert.deepEqual(await idsIn(kind, 'de', 'search=ninos'), []);
    });

    test('are found by each slug, on their page too', async () => {
      for (const slug of [`guild-${kind}`, `zunft-${kind}`])
        for (const language of sampleLanguages) {
          if (isTerm(kind)) assert.deepEqual(await idsIn(kind, language, `slug=${slug}`), [id]);
          else assert.equal((await read(language, `/${kind}/by-slug/${slug}`)).expect(200).id(), id);
          const place = {
            venues: 'venue',
            organizers: 'organizer',
            categories: 'events/category',
            tags: 'events/tag',
          }[kind];
          const page = (await anyone.get(`${service.url}/${language}/${place}/${slug}/`)).expect(200);
          assert.ok(page.text.includes(language === 'de' ? `Größte Zunft ${kind}` : `Guild ${kind}`));
          const own = language === 'de' ? `zunft-${kind}` : `guild-${kind}`;
          const home = language === 'en' ? service.url : `${service.url}/${language}`;
          assert.ok(page.text.includes(`<link rel="canonical" href="${home}/${place}/${own}/">`), page.text);
        }
    });

    test('have slugs that are unique among all languages', async () => {
      const other = (
        await create('en', `/${kind}`, { [name]: `Other ${kind}`, slug: `zunft-${kind}` })
      ).expect(201);
      assert.equal(other.at('slug'), `zunft-${kind}-2`);
      const taken = await write('es', `/${kind}/${other.id()}`, {
        [name]: `Otro ${kind}`,
        slug: `guild-${kind}`,
      });
      if (isTerm(kind)) {
        assert.equal(taken.expect(409).at('code'), 'duplicate_term_slug');
        const told = message('error.duplicate_term_slug', { slug: `guild-${kind}` });
        assert.equal(taken.at('message'), translate('es', told));
        for (const language of sampleLanguages)
          (await write(language, `/${kind}/${other.id()}`, { slug: `zunft-${kind}` })).expect(409);
        assert.equal(
          (await read('es', `/${kind}/${other.id()}`)).at(name),
          `Other ${kind}`,
          'nothing was written',
        );
      } else assert.equal(taken.expect(200).at('slug'), `guild-${kind}-2`);
      (await admin.delete(`/${kind}/${other.id()}`)).expect(200);
    });

    test('lose a translation by empty texts and by null, but never the last name', async () => {
      for (const nothing of ['', null]) {
        const made = (await create('es', `/${kind}`, { [name]: `Gremio (${nothing})` })).expect(201);
        const one = `/${kind}/${made.id()}`;
        assertRefused(await write('es', one, { [name]: nothing }), [name]);
        assert.equal((await read('en', one)).at(name), `Gremio (${nothing})`);
        (await write('de', one, { [name]: 'Gilde', description: 'Alt', slug: `gilde-${kind}` })).expect(200);
        (await write('es', one, { [name]: nothing })).expect(200);
        for (const language of sampleLanguages) assert.equal((await read(language, one)).at(name), 'Gilde');
        assertRefused(await write('de', one, { [name]: nothing, description: nothing }), [name]);
        (await write('en', one, { [name]: `Gild (${nothing})` })).expect(200);
        const gone = (await write('de', one, { [name]: nothing, description: nothing })).expect(200);
        assert.deepEqual([gone.at(name), gone.at('translations')], [`Gild (${nothing})`, ['en']]);
        assert.notEqual(gone.at('slug'), `gilde-${kind}`);
        (await admin.delete(one)).expect(200);
      }
    });

    test('keep their other fields whatever the language of a write', async () => {
      if (isTerm(kind)) {
        const parent = kind === 'categories' ? { parent: id } : {};
        const made = (await create('de', `/${kind}`, { [name]: 'Kind', ...parent })).expect(201);
        assert.equal(made.at('parent'), kind === 'categories' ? id : undefined);
        if (kind === 'categories') assert.match(String(made.at('url')), /\/zunft-categories\/kind\/$/);
        (await admin.delete(`/${kind}/${made.id()}`)).expect(200);
        return;
      }
      (await write('de', path, { phone: '123', [name]: 'Zunft' })).expect(200);
      assert.equal((await read('en', path)).at('phone'), '123');
      (await write('en', path, { phone: '456' })).expect(200);
      assert.deepEqual(
        [(await read('de', path)).at('phone'), (await read('de', path)).at(name)],
        ['456', 'Zunft'],
      );
      (await write('de', path, { [name]: `Größte Zunft ${kind}` })).expect(200);
    });
  });

describe('A venue', () => {
  test('is found by its city together with its translated name, after each has changed', async () => {
    const made = (await create('de', '/venues', { venue: 'Rathaus', city: 'Köln' })).expect(201);
    const path = `/venues/${made.id()}`;
    (await write('en', path, { venue: 'Town hall' })).expect(200);
    assert.deepEqual(await idsIn('venues', 'de', 'search=koln'), [made.id()]);
    (await write('en', path, { city: 'Bonn' })).expect(200);
    for (const language of sampleLanguages) {
      assert.deepEqual(await idsIn('venues', language, 'search=bonn'), [made.id()], language);
      assert.deepEqual(await idsIn('venues', language, 'search=koln'), [], language);
    }
    assert.deepEqual(await idsIn('venues', 'de', 'search=rathaus'), [made.id()]);
    assert.deepEqual(await idsIn('venues', 'es', 'search=rathaus'), []);
  });
});

describe('What comes with an event', () => {
  test('is made in the language of the write', async () => {
    const body = {
      ...SOMEDAY,
      title: 'Vernissage',
      venue: { venue: 'Kunsthalle', description: 'Am Fluss' },
      organizer: [{ organizer: 'Kunstverein' }],
      categories: ['Ausstellung'],
      tags: ['Malerei'],
    };
    const made = (await create('de', '/events', body)).expect(201);
    for (const language of sampleLanguages) {
      const answer = await read(language, `/events/${made.id()}`);
      for (const at of ['venue', 'organizer.0', 'categories.0', 'tags.0']) {
        assert.equal(answer.at(`${at}.language`), 'de', at);
        assert.deepEqual(answer.at(`${at}.translations`), ['de'], at);
      }
    }
    const id = (at: string) => Number(made.at(`${at}.id`));
    (await write('en', `/venues/${id('venue')}`, { venue: 'Art hall' })).expect(200);
    (await write('en', `/categories/${id('categories.0')}`, { name: 'Exhibition' })).expect(200);
    (await write('es', `/tags/${id('tags.0')}`, { name: 'Pintura' })).expect(200);
    (await write('es', `/organizers/${id('organizer.0')}`, { organizer: 'Círculo de arte' })).expect(200);
    const names = (answer: Answer) =>
      ['venue.venue', 'organizer.0.organizer', 'categories.0.name', 'tags.0.name'].map((at) => answer.at(at));
    const wanted = {
      en: ['Art hall', 'Kunstverein', 'Exhibition', 'Malerei'],
      de: ['Kunsthalle', 'Kunstverein', 'Ausstellung', 'Malerei'],
      es: ['Art hall', 'Círculo de arte', 'Exhibition', 'Pintura'],
    };
    for (const language of sampleLanguages) {
      assert.deepEqual(names(await read(language, `/events/${made.id()}`)), wanted[language]);
      const [row] = (await read(language, `/events?include=${made.id()}`)).rows('events');
      assert.deepEqual(row?.['title'], 'Vernissage');
    }

    // Named in any language they are the same, whatever the language of the write.
    const count = async () => Promise.all(kinds.map(async (kind) => (await idsIn(kind, 'en', '')).length));
    const before = await count();
    for (const language of sampleLanguages)
      for (const [venue, organizer, category, tag] of Object.values(wanted)) {
        const again = {
          ...SOMEDAY,
          title: 'Again',
          venue: { venue },
          organizer: [{ organizer }],
          categories: [category],
          tags: [tag],
        };
        const other = (await create(language, '/events', again)).expect(201);
        for (const at of ['venue', 'organizer.0', 'categories.0', 'tags.0'])
          assert.equal(other.at(`${at}.id`), id(at), `${venue} ${language} ${at}`);
        (await admin.delete(`/events/${other.id()}`)).expect(200);
      }
    assert.deepEqual(await count(), before);
    // What was found keeps its texts.
    for (const language of sampleLanguages)
      assert.deepEqual(names(await read(language, `/events/${made.id()}`)), wanted[language]);
  });

  test('is made in the language of an update too, and linked in every language', async () => {
    const made = await makeEvent(admin, { title: 'Later' });
    const path = `/events/${made.id()}`;
    const body = { title: 'Später', venue: { venue: 'Kirche' }, tags: ['Orgel'] };
    (await write('de', path, body)).expect(200);
    const english = await read('en', path);
    assert.deepEqual(
      [english.at('title'), english.at('venue.venue'), english.at('tags.0.name')],
      ['Later', 'Kirche', 'Orgel'],
    );
    assert.deepEqual([english.at('venue.language'), english.at('tags.0.language')], ['de', 'de']);
    assert.equal(english.at('language'), 'en');
  });
});

describe('Making one by a name or slug that another has in some language', () => {
  test('of venues and organizers answers the one there is', async () => {
    for (const [kind, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const) {
      const one = (await create('en', `/${kind}`, { [name]: 'Same house' })).expect(201);
      (await write('es', `/${kind}/${one.id()}`, { [name]: 'La misma casa' })).expect(200);
      for (const language of sampleLanguages)
        for (const typed of ['Same house', 'LA MISMA CASA'])
          assert.equal((await create(language, `/${kind}`, { [name]: typed })).expect(201).id(), one.id());
      assert.equal((await read('es', `/${kind}/${one.id()}`)).at(name), 'La misma casa');
    }
  });

  test('of terms is refused as the same name is', async () => {
    for (const kind of ['categories', 'tags'] as const) {
      const one = (await create('en', `/${kind}`, { name: 'Dance' })).expect(201);
      (await write('de', `/${kind}/${one.id()}`, { name: 'Tanz' })).expect(200);
      for (const language of sampleLanguages)
        for (const name of ['dance', 'TANZ']) {
          const answer = await create(language, `/${kind}`, { name });
          assert.equal(answer.expect(400).at('code'), 'term_exists', `${name} in ${language}`);
          assert.equal(answer.at('data.term_id'), one.id());
        }
    }
  });

  test('of terms deleted since then is free', async () => {
    const one = (await create('en', '/tags', { name: 'Gone' })).expect(201);
    (await write('de', `/tags/${one.id()}`, { name: 'Weg', slug: 'weg' })).expect(200);
    (await admin.delete(`/tags/${one.id()}`)).expect(200);
    assert.deepEqual(await idsIn('tags', 'de', 'search=weg'), []);
    assert.equal((await create('de', '/tags', { name: 'Weg' })).expect(201).at('slug'), 'weg');
    assertRefused(await read('de', `/tags/${one.id()}`), ['id']);
  });
});
