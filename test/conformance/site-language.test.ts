import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type Language, languages, message, translate } from '#foundation/i18n/catalogue.ts';
import type { Client } from '../support/client.ts';
import { SOMEDAY } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';
import {
  assertShown,
  bodyOf,
  isTerm,
  type Kind,
  kinds,
  type Model,
  sendIn,
  titleOf,
  written,
} from '../support/translated.ts';

/* A calendar that is started with another KALENDS_LANGUAGE: what has no translation falls back to that from then on. */

let service: Service;
let admin: Client;
let anyone: Client;

const send = (by: Client, language: Language, method: string, path: string, body: object = {}) =>
  sendIn(by, { origin: service.url, way: 'query', language }, method, path, body);
const idsIn = async (kind: Kind, query: string) =>
  (await anyone.get(`/${kind}?hide_empty=false&per_page=50&${query}`))
    .expect(200)
    .rows(kind)
    .map(({ id }) => id);
const speak = (language: Language | undefined) => service.restart({ KALENDS_LANGUAGE: language });

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  admin = service.as('admin');
  anyone = service.anonymous;
});
after(() => service?.stop());

/** By kind: one in all languages with slugs, one in English alone, one in German alone. */
const made = new Map<Kind, { all: Model; english: Model; german: Model }>();

async function create(kind: Kind, language: Language, title: string, slug: string): Promise<Model> {
  const body = {
    ...bodyOf(kind, { title, slug, description: `${language} text` }),
    ...(kind === 'events' ? SOMEDAY : {}),
  };
  const id = (await send(admin, language, 'POST', `/${kind}`, body)).expect(201).id();
  const texts = new Map([[language, { title, description: `${language} text` }]]);
  return { kind, id, original: language, texts, slugs: new Map(), slug, trashed: false };
}

async function change(
  model: Model,
  language: Language,
  site: Language,
  sent: Parameters<typeof written>[1],
): Promise<Model> {
  const { kind, id } = model;
  (await send(admin, language, 'PATCH', `/${kind}/${id}`, bodyOf(kind, sent))).expect(200);
  const next = written(model, sent, { language, site, all: [] });
  assert.ok('slugs' in next);
  return next;
}

/** A slug of the site's language is the resource's own; the one it had until then is left to the language it was of. */
function resettled(model: Model, was: Language, now: Language): Model {
  const slugs = new Map(model.slugs);
  const own = slugs.get(now);
  if (own === undefined || was === now) return model;
  slugs.delete(now);
  const holder = model.original === was || model.slugs.has(model.original) ? was : model.original;
  if (holder !== now) slugs.set(holder, model.slug);
  return { ...model, slug: own, slugs };
}

describe('Another language of the site', () => {
  before(async () => {
    for (const kind of kinds) {
      let all = await create(kind, 'en', 'Bread', `bread-${kind}`);
      all = await change(all, 'de', 'en', { title: 'Zwieback', slug: `zwieback-${kind}` });
      all = await change(all, 'es', 'en', { title: 'Ñoquis', description: 'Niños', slug: `noquis-${kind}` });
      const english = await create(kind, 'en', 'Milk', `milk-${kind}`);
      const german = await create(kind, 'de', 'Apfel', `apfel-${kind}`);
      made.set(kind, { all, english, german });
    }
  });

  let site: Language = 'en';
  for (const [what, asked, next] of [
    ['the first start', undefined, 'en'],
    ['another', 'de', 'de'],
    ['the third', 'es', 'es'],
    ['none: it keeps the last', undefined, 'es'],
    ['the first again', 'en', 'en'],
    ['none again', undefined, 'en'],
    ['another, right after', 'es', 'es'],
    ['back again', 'en', 'en'],
  ] as const)
    test(`is followed by everything: ${what}`, async () => {
      await speak(asked);
      const was = site;
      site = next;
      const index = (await anyone.get(`${service.url}/wp-json/`)).expect(200);
      assert.equal(index.headers['content-language'], site);
      assert.equal(index.at('description'), translate(site, message('site.description')));

      for (const [kind, { all, english, german }] of made) {
        const [one, two, three] = [all, english, german].map((model) => resettled(model, was, site));
        assert.ok(one && two && three);
        made.set(kind, { all: one, english: two, german: three });
        for (const model of [one, two, three]) await assertShown(admin, model, site, `on a site in ${site}`);
        const shown = (await anyone.get(`/${kind}/${one.id}`)).expect(200);
        assert.equal(shown.at(titleOf[kind]), { en: 'Bread', de: 'Zwieback', es: 'Ñoquis' }[site]);
        assert.equal(shown.at('language'), site);

        // Sorted by what readers of the site's language see, in whatever language the list is read.
        const orders = { en: [three, one, two], de: [three, two, one], es: [three, two, one] };
        for (const language of languages) {
          const by = isTerm(kind)
            ? 'orderby=name'
            : `order=asc&orderby=${kind === 'events' ? 'title' : 'name'}`;
          assert.deepEqual(
            await idsIn(kind, `${by}&translation_language=${language}`),
            orders[site].map(({ id }) => id),
            `${kind} on a site in ${site}, read in ${language}`,
          );
          for (const [search, of] of [
            ['bread', 'en'],
            ['zwieback', 'de'],
            ['noquis', 'es'],
          ] as const)
            if (!isTerm(kind))
              assert.deepEqual(
                await idsIn(kind, `search=${search}&translation_language=${language}`),
                of === language || of === site ? [one.id] : [],
                `${search} of ${kind} on a site in ${site}, read in ${language}`,
              );
        }
        // What has one language is found in all.
        for (const language of languages) {
          assert.deepEqual(await idsIn(kind, `search=milk&translation_language=${language}`), [two.id]);
          assert.deepEqual(await idsIn(kind, `search=apfel&translation_language=${language}`), [three.id]);
          for (const slug of [`bread-${kind}`, `zwieback-${kind}`, `noquis-${kind}`])
            if (isTerm(kind))
              assert.deepEqual(await idsIn(kind, `slug=${slug}&translation_language=${language}`), [one.id]);
            else
              assert.equal(
                (await send(anyone, language, 'GET', `/${kind}/by-slug/${slug}`)).expect(200).id(),
                one.id,
              );
        }
      }
    });

  test('takes writes in any language from then on', async () => {
    await speak('de');
    const changed: Model[] = [];
    for (const { all } of made.values()) {
      let now = resettled(all, 'en', 'de');
      now = await change(now, 'de', 'de', { title: 'Brot', description: 'Frisch' });
      now = await change(now, 'en', 'de', { title: '' });
      await assertShown(admin, now, 'de');
      for (const language of languages)
        assert.deepEqual(await idsIn(now.kind, `search=brot&translation_language=${language}`), [now.id]);
      changed.push(await change(now, 'en', 'de', { title: 'Bread' }));
    }
    await speak('en');
    for (const one of changed) await assertShown(admin, resettled(one, 'de', 'en'), 'en');
  });

  test('is said where it is none that there is', async () => {
    await service.stop().catch(() => undefined);
    service = await startService({ env: { KALENDS_LANGUAGE: 'de' } });
    anyone = service.anonymous;
    admin = service.as('admin');
    assert.equal((await anyone.get('/events')).headers['content-language'], 'de');
    await assert.rejects(service.restart({ KALENDS_LANGUAGE: 'xx' }));
    await service.restart({ KALENDS_LANGUAGE: undefined });
    assert.equal(
      (await anyone.get('/events')).headers['content-language'],
      'de',
      'unset, it stays what it was',
    );
  });
});

let runs = 0;

describe('Random writes on sites of changing languages', () => {
  test('leave texts as the contract has them, each start anew', async () => {
    const language = fc.constantFrom(...languages);
    const word = fc.constantFrom('Straße', 'Niño', 'Concert', '');
    const slug = fc.constantFrom('one', 'two');
    const sent = fc.record({ title: word, description: word, slug }, { requiredKeys: [] });
    const era = fc.record({
      site: language,
      writes: fc.array(fc.record({ language, sent, kind: fc.nat(4) }), { minLength: 6, maxLength: 10 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(era, { minLength: 2, maxLength: 3 }), async (eras) => {
        const models: Model[] = [];
        const run = `run-${runs++}`;
        await speak('en');
        for (const kind of kinds) models.push(await create(kind, 'en', `${run} ${kind}`, run));
        let was: Language = 'en';
        for (const { site, writes } of eras) {
          await speak(site);
          for (const [index, one] of models.entries()) {
            const now = resettled(one, was, site);
            models[index] = now;
            await assertShown(admin, now, site, `started in ${site}`);
          }
          was = site;
          for (const { language: writing, sent: texts, kind } of writes) {
            const model = models[kind];
            assert.ok(model);
            const named = { ...texts, ...(texts.slug ? { slug: `${run}-${texts.slug}` } : {}) };
            // Empty texts in the site's language are read as ever: other tests see to that.
            const clean = Object.fromEntries(
              Object.entries(named).filter(([, text]) => text !== '' || writing !== site),
            );
            const next = written(model, clean, { language: writing, site, all: [] });
            const answer = await send(
              admin,
              writing,
              'PATCH',
              `/${model.kind}/${model.id}`,
              bodyOf(model.kind, clean),
            );
            answer.expect('refused' in next ? next.status : 200);
            if ('slugs' in next) models[kind] = next;
          }
          for (const one of models) await assertShown(admin, one, site, `written in ${site}`);
        }
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 2) },
    );
  });
});
