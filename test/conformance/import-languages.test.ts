import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { at, isObject, type Json, type JsonObject } from '../support/json.ts';
import { removeAtExit } from '../support/program.ts';
import { type Service, type ServiceOptions, startService } from '../support/service.ts';

async function started(t: TestContext, options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options);
  t.after(() => service.stop());
  return service;
}

async function run(service: Service, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await service.cli(args);
  assert.equal(code, 0, stderr + stdout);
  return stdout;
}

const shown = async (service: Service, address: string, names: readonly string[]) => {
  const { body } = (await service.anonymous.get(address)).expect(200);
  return Object.fromEntries(names.map((name) => [name, at(body, name)]));
};

const TEXTS = ['title', 'description', 'language', 'translations', 'slug'] as const;

/** A calendar in English with some German and Spanish. */
async function polyglot(service: Service): Promise<{ event: Json; german: Json; venue: Json }> {
  const admin = service.as('admin');
  const { body: made } = (
    await admin.post('/events', {
      title: 'Harbour festival',
      description: 'Ships & <b>music</b>.',
      excerpt: 'Three days.',
      start_date: '2027-06-01 10:00:00',
      end_date: '2027-06-03 20:00:00',
      categories: ['Music'],
      tags: ['Open air'],
      venue: { venue: 'Old harbour', city: 'Hamburg', description: 'By the water' },
      organizer: { organizer: 'Friends of the harbour' },
    })
  ).expect(201);
  const id = at(made, 'id') ?? null;
  const german = { title: 'Hafenfest', description: 'Schiffe & <b>Musik</b>.', slug: 'hafenfest' };
  (await admin.post(`/events/${id}?translation_language=de`, german)).expect(200);
  (await admin.post(`/events/${id}?translation_language=es`, { title: 'Fiesta del puerto' })).expect(200);
  const venue = at(made, 'venue.id') ?? null;
  const place = { venue: 'Alter Hafen', slug: 'alter-hafen' };
  (await admin.post(`/venues/${venue}?translation_language=de`, place)).expect(200);
  const category = at(made, 'categories.0.id') ?? null;
  const kind = { name: 'Musik & Tanz', slug: 'musik', description: 'Klänge' };
  (await admin.post(`/categories/${category}?translation_language=de`, kind)).expect(200);
  const { body: only } = (
    await admin.post('/events?translation_language=de', {
      title: 'Nur auf Deutsch',
      description: 'Grüße',
      start_date: '2027-07-01 10:00:00',
      end_date: '2027-07-01 20:00:00',
    })
  ).expect(201);
  return { event: id, german: at(only, 'id') ?? null, venue };
}

test('import tec twice from a service that answers in two languages makes one set of events with translations', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  const { event, german, venue } = await polyglot(first);
  assert.match(await run(second, ['import', 'tec', first.url]), /^events +2 +0 +0 +0$/m);
  assert.match(await run(second, ['import', 'tec', first.url, '--language', 'de']), /^events +0 +2 +0 +0$/m);
  for (const language of ['en', 'de'])
    for (const id of [event, german]) {
      const address = `/events/${id}?translation_language=${language}`;
      const [there, here] = [await shown(first, address, TEXTS), await shown(second, address, TEXTS)];
      const ours = there['translations'];
      assert.ok(Array.isArray(ours));
      assert.deepEqual(here, { ...there, translations: ours.filter((one) => one !== 'es') }, address);
    }
  const place = `/venues/${venue}?translation_language=de`;
  const members = ['venue', 'slug', 'description', 'translations'];
  assert.deepEqual(await shown(second, place, members), await shown(first, place, members));
  for (const kind of ['categories', 'tags', 'organizers', 'venues', 'events'])
    assert.equal(
      (await second.anonymous.get(`/${kind}`)).at('total'),
      (await first.anonymous.get(`/${kind}`)).at('total'),
      kind,
    );
  assert.equal((await second.anonymous.get('/events?categories=musik')).at('total'), 1);
  for (const again of [[], ['--language', 'de'], ['--language', 'de'], []])
    assert.match(await run(second, ['import', 'tec', first.url, ...again]), /^Everything is up to date/);
  assert.match(await run(second, ['check']), /No problems/);

  await first.as('admin').post(`/events/${event}?translation_language=de`, { title: '', description: null });
  await run(second, ['import', 'tec', first.url, '--language', 'de']);
  assert.deepEqual(await shown(second, `/events/${event}?translation_language=de`, TEXTS), {
    ...(await shown(second, `/events/${event}`, TEXTS)),
  });
});

test('an export brings all languages along, also onto a site of another language', async (t) => {
  const [first, second, third] = await Promise.all([
    started(t),
    started(t),
    started(t, { env: { KALENDS_LANGUAGE: 'de' } }),
  ]);
  const { event, german } = await polyglot(first);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'kalends-languages-')), 'all.json');
  removeAtExit(path.dirname(file));
  const text = await run(first, ['export']);
  writeFileSync(file, text);
  for (const service of [second, third]) {
    await run(service, ['import', 'tec', file]);
    for (const language of ['en', 'de', 'es'])
      for (const id of [event, german]) {
        const address = `/events/${id}?translation_language=${language}`;
        const names = service === third && language === 'es' ? ['title', 'translations'] : TEXTS;
        assert.deepEqual(await shown(service, address, names), await shown(first, address, names), address);
      }
    assert.match(await run(service, ['import', 'tec', file]), /^Everything is up to date/);
    assert.match(await run(service, ['check']), /No problems/);
  }
  assert.equal(await run(second, ['export']), text);
  // Spanish has no description of its own: it is the site's.
  assert.deepEqual(await shown(third, `/events/${event}?translation_language=es`, ['description']), {
    description: '<p>Schiffe &amp; <b>Musik</b>.</p>',
  });
});

/** A site that knows nothing of our members and chooses by `Accept-Language`, as a plugin for languages does. */
async function foreignSite(t: TestContext): Promise<string> {
  const texts: Record<string, JsonObject> = {
    en: { title: 'Market', description: '<p>Fruit</p>', category: 'Food' },
    de: { title: 'Markt', description: '<p>Fruit</p>', category: 'Essen' },
  };
  const server = createServer((request, response) => {
    const language = /^de/.test(request.headers['accept-language'] ?? '') ? 'de' : 'en';
    const { title = '', description = '', category = '' } = texts[language] ?? {};
    const url = new URL(request.url ?? '/', 'http://x');
    const root = `http://${request.headers.host}/wp-json/tribe/events/v1`;
    const event = {
      id: 7,
      rest_url: `${root}/events/7`,
      author: '1',
      status: 'publish',
      title,
      description,
      slug: 'market',
      start_date: '2027-05-01 10:00:00',
      end_date: '2027-05-01 12:00:00',
      timezone: 'UTC',
      all_day: false,
      categories: [
        { id: 3, name: category, slug: 'food', taxonomy: 'tribe_events_cat', parent: 0, description: '' },
      ],
    };
    const [, kind] = /\/v1\/(events|venues|organizers|categories|tags)$/.exec(url.pathname) ?? [];
    const body = !kind
      ? { namespace: 'tribe/events/v1' }
      : {
          [kind]: kind === 'events' ? [event] : kind === 'categories' ? event.categories : [],
          total_pages: 1,
        };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/tribe/events/v1`;
}

test('import tec --language takes what another system shows as that language’s texts, and nothing that it merely falls back to', async (t) => {
  const service = await started(t);
  const site = await foreignSite(t);
  await run(service, ['import', 'tec', site]);
  await run(service, ['import', 'tec', site, '--language', 'de']);
  const { body } = (await service.anonymous.get('/events/7?translation_language=de')).expect(200);
  assert.ok(isObject(body));
  assert.deepEqual(
    [at(body, 'title'), at(body, 'description'), at(body, 'translations'), at(body, 'categories.0.name')],
    ['Markt', '<p>Fruit</p>', ['en', 'de'], 'Essen'],
  );
  const { body: raw } = await service.as('admin').get('/events/7?translation_language=de&context=edit');
  assert.equal(at(raw, 'raw.description'), '');
  assert.equal((await service.anonymous.get('/events/7')).at('title'), 'Market');
  assert.match(await run(service, ['import', 'tec', site, '--language', 'de']), /^Everything is up to date/);

  const wrong = await service.cli(['import', 'tec', site, '--language', 'xx']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /en, de, es/);
});
