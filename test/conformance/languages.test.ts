import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Language, languages, message, translate } from '#foundation/i18n/catalogue.ts';
import type { Client, RequestHeaders } from '../support/client.ts';
import { assertRefused, makeEvent, SOMEDAY } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';
import { assertLanguage } from '../support/translated.ts';

/* Which language an operation is in: parameter, segment of the address, Accept-Language, the site's (contract 1). */

const ROOT = '/calendar/events/v1';
let service: Service;
let admin: Client;
let anyone: Client;
/** Of each kind one that exists, and its slug where the kind has routes by slug. */
const known: Record<string, { id: number; slug: string }> = {};

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  admin = service.as('admin');
  anyone = service.anonymous;
  for (const [kind, body] of [
    ['events', { title: 'Concert', ...SOMEDAY }],
    ['venues', { venue: 'Hall' }],
    ['organizers', { organizer: 'Club' }],
    ['categories', { name: 'Music' }],
    ['tags', { name: 'Loud' }],
  ] as const) {
    const made = (await admin.post(`/${kind}`, body)).expect(201);
    known[kind] = { id: made.id(), slug: String(made.at('slug')) };
  }
});
after(() => service?.stop());

const idOf = (kind: string) => known[kind]?.id ?? 0;
const accepts = (value: string): RequestHeaders => ({ 'accept-language': value });

/** Operations of each kind, as method and path; all of them may be asked without credentials to see a language. */
const operations = () =>
  ['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((kind) => {
    const { id, slug } = known[kind] ?? { id: 0, slug: '' };
    const single = [
      `/${kind}/${id}`,
      ...(/s$/.test(kind) && !/tags|cat/.test(kind) ? [`/${kind}/by-slug/${slug}`] : []),
    ];
    return [
      ['GET', `/${kind}`],
      ['OPTIONS', `/${kind}`],
      ['POST', `/${kind}`],
      ...single.flatMap((path) =>
        ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].map((verb) => [verb, path]),
      ),
    ] as [string, string][];
  });
const others: [string, string][] = [
  ['GET', ''],
  ['OPTIONS', ''],
  ['GET', '/doc'],
  ['GET', '/nothing'],
];

describe('Every operation', () => {
  test('is in the language of the parameter, before segment and header', async () => {
    for (const [method, path] of [...operations(), ...others]) {
      const url = `${service.url}/es${ROOT}${path}?translation_language=de`;
      assertLanguage(
        await anyone.send(method, url, undefined, accepts('en')),
        'de',
        false,
        `${method} ${path}`,
      );
    }
  });

  test('is in the language of the segment, before the header', async () => {
    for (const [method, path] of [...operations(), ...others])
      for (const base of ['/es', '/ES', '/es/wp-json']) {
        const url = `${service.url}${base}${ROOT}${path}`;
        assertLanguage(
          await anyone.send(method, url, undefined, accepts('de')),
          'es',
          false,
          `${method} ${url}`,
        );
      }
  });

  test('is in the language of the header where nothing else says one', async () => {
    for (const [method, path] of [...operations(), ...others])
      assertLanguage(
        await anyone.send(method, path, undefined, accepts('de')),
        'de',
        true,
        `${method} ${path}`,
      );
  });

  test("is in the site's language where nothing says one", async () => {
    for (const [method, path] of [...operations(), ...others])
      assertLanguage(await anyone.send(method, path), 'en', true, `${method} ${path}`);
  });
});

const headers: readonly (readonly [header: string, language: Language, why?: string])[] = [
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['es-419', 'es'],
  ['de-Latn-CH-1996', 'de'],
  ['en-GB,de;q=0.9', 'en'],
  ['en;q=0.5, de;q=0.7, es;q=0.6', 'de'],
  ['en;q=0.1,es;q=0.123', 'es'],
  ['de;q=0.5,es;q=0.5', 'de', 'the first of equals'],
  ['es;q=0.5,de;q=0.5', 'es', 'the first of equals'],
  ['xx,es;q=0.1', 'es', 'what we have not is passed over'],
  ['xx', 'en'],
  ['xx-CH, xx;q=0.9, yy;q=0.8', 'en'],
  ['*', 'en'],
  ['*;q=0.1', 'en'],
  ['de;q=0.2,*;q=0.8', 'en', '* stands for all not named'],
  ['es;q=0.9,*;q=0.5', 'es'],
  ['en;q=0,*', 'de', 'any but English'],
  ['en;q=0,de;q=0,*;q=0.1', 'es'],
  ['de;q=0', 'en'],
  ['de;q=0,es;q=0.1', 'es'],
  ['de;q=0.000,en-US;q=0.001', 'en'],
  ['en;q=0,de;q=0,es;q=0', 'en', 'nothing is acceptable: an answer nevertheless'],
  ['*;q=0', 'en'],
  ['', 'en'],
  [' ,, ', 'en'],
  ['de;q=2', 'en', 'no quality'],
  ['de;q=1.5,es;q=0.1', 'es'],
  ['de;q=-1', 'en'],
  ['de;q=', 'en'],
  ['de;q=abc,es', 'es'],
  ['de;q=0.1234,es;q=0.1', 'es'],
  ['de ; q=0.9 , es ; q=0.8', 'de'],
  ['deutsch', 'en'],
  ['d', 'en'],
  ['den', 'en'],
  ['_de', 'en'],
  ['de_DE', 'en', 'no language range'],
  [';q=1', 'en'],
  ['constructor,__proto__,de;q=0.1', 'de'],
  [`${'x,'.repeat(2000)}de`, 'en'],
  ['"de"', 'en'],
  ['es\u00e9,de', 'de'],
];

describe('Accept-Language', () => {
  for (const [header, language, why] of headers)
    test(`${header.slice(0, 60) || '(empty)'} → ${language}${why ? `: ${why}` : ''}`, async () => {
      assertLanguage(
        await anyone.get(`/events/${idOf('events')}`, undefined, accepts(header)),
        language,
        true,
      );
    });

  test('never decides in which language texts are kept', async () => {
    const venue = (await admin.post('/venues', { venue: 'Browser hall' }, accepts('de'))).expect(201);
    assert.equal(venue.headers['content-language'], 'de');
    assert.deepEqual([venue.at('language'), venue.at('translations')], ['en', ['en']]);
    const path = `/events/${idOf('events')}`;
    (await admin.patch(path, { excerpt: 'Typed' }, accepts('de'))).expect(200);
    assert.match(String((await anyone.get(path)).at('excerpt')), /Typed/);
    assert.deepEqual((await anyone.get(path)).at('translations'), ['en']);
  });
});

describe('translation_language', () => {
  test('in a body wins over the query, and both over the segment', async () => {
    for (const [query, body, language] of [
      ['de', 'es', 'es'],
      ['de', undefined, 'de'],
      [undefined, 'de', 'de'],
    ] as const) {
      const url = `${service.url}/en${ROOT}/venues${query ? `?translation_language=${query}` : ''}`;
      const sent = { venue: `Hall ${query} ${body}`, ...(body ? { translation_language: body } : {}) };
      for (const form of [sent, new URLSearchParams(sent)]) {
        const made = (await admin.post(url, form)).expect(201);
        assertLanguage(made, language, false);
        assert.equal(made.at('language'), language);
      }
      const form = new FormData();
      for (const [name, value] of Object.entries(sent))
        form.set(name, `${value}${name === 'venue' ? ' form' : ''}`);
      assert.equal((await admin.post(url, form)).expect(201).at('language'), language);
    }
  });

  test('of any other value is refused wherever it stands, on every operation', async () => {
    for (const value of ['xx', 'DE', 'de-AT', 'de ', '', '1', '*', 'null']) {
      for (const path of [
        '/events',
        `/events/${idOf('events')}`,
        '/venues',
        '/categories',
        '',
        '/doc',
        '/tags',
      ]) {
        const answer = await anyone.get(`${path}?translation_language=${encodeURIComponent(value)}`);
        assertRefused(answer, ['translation_language']);
        assert.equal(answer.at('data.details.translation_language.code'), 'rest_not_in_enum', value);
        assertLanguage(answer, 'en', true);
      }
    }
    for (const value of ['xx', '', 7, true, {}, [], ['de'], ['de', 'es'], { de: 1 }]) {
      const answer = await admin.post('/venues', { venue: 'Never', translation_language: value });
      assertRefused(answer, ['translation_language']);
      assert.equal(
        answer.at('data.details.translation_language.code'),
        'rest_not_in_enum',
        JSON.stringify(value),
      );
    }
    for (const query of ['translation_language[]=de', 'translation_language[a]=de'])
      assertRefused(await anyone.get(`/events?${query}`), ['translation_language']);
    assert.equal((await anyone.get('/venues?search=never')).at('total'), 0);
  });

  test('of null is refused as any other value is', async () => {
    const answer = await admin.post('/venues', { venue: 'Never', translation_language: null });
    assertRefused(answer, ['translation_language']);
    assert.equal(answer.at('data.details.translation_language.code'), 'rest_not_in_enum');
  });

  test('of a wrong value is reported together with all others', async () => {
    const wrong = 'translation_language=xx&per_page=x&page=-1&featured=perhaps';
    assertRefused(await anyone.get(`/events?${wrong}`), [
      'featured',
      'page',
      'per_page',
      'translation_language',
    ]);
    assertRefused(await anyone.get('/venues?translation_language=xx&status=nothing'), [
      'status',
      'translation_language',
    ]);
    assertRefused(await anyone.get('/tags?translation_language=xx&page=0'), ['page', 'translation_language']);
    const event = {
      title: 'X',
      start_date: 'never',
      end_date: '2026-12-01',
      translation_language: 'xx',
      author: 'x',
    };
    assertRefused(await admin.post('/events', event), ['author', 'start_date', 'translation_language']);
    const path = `/events/${idOf('events')}`;
    assertRefused(await admin.patch(path, { title: 7, translation_language: 'xx' }), [
      'title',
      'translation_language',
    ]);
    assertRefused(await admin.delete('/tags/99999?translation_language=xx'), ['id', 'translation_language']);
  });

  test('of a wrong value leaves segment and header to decide about the answer', async () => {
    const german = `${service.url}/de${ROOT}/events?translation_language=xx`;
    assertLanguage(await anyone.get(german), 'de', false);
    assertLanguage(await anyone.get('/events?translation_language=xx', undefined, accepts('es')), 'es', true);
  });

  test('named twice counts as named last', async () => {
    const answer = await anyone.get('/events?translation_language=xx&translation_language=de');
    assertLanguage(answer.expect(200), 'de', false);
  });

  test('is kept in the addresses of lists and their pages', async () => {
    for (let n = 0; n < 3; n++) await makeEvent(admin, { title: `Another ${n}` });
    for (const [kind, by] of [
      ['events', '/events?per_page=1&translation_language=de&page=2'],
      ['venues', '/venues?per_page=1&translation_language=de&page=2'],
      ['categories', '/categories?per_page=1&translation_language=de&hide_empty=false'],
    ] as const) {
      const answer = (await anyone.get(by)).expect(200);
      for (const member of [
        'rest_url',
        ...(kind === 'categories' ? [] : ['next_rest_url', 'previous_rest_url']),
      ]) {
        const address = new URL(String(answer.at(member)));
        assert.equal(address.searchParams.get('translation_language'), 'de', `${kind} ${member}`);
        assertLanguage((await anyone.get(address.href)).expect(200), 'de', false);
      }
      const link = answer.headers['link'] ?? '';
      if (kind !== 'categories') assert.match(link, /translation_language=de[^>]*>; rel="next"/);
    }
    const segment = (await anyone.get(`${service.url}/de${ROOT}/events?per_page=1`)).expect(200);
    for (const member of ['rest_url', 'next_rest_url'])
      assert.match(String(segment.at(member)), new RegExp(`^${RegExp.escape(service.url)}/de${ROOT}/events`));
    assert.ok(!String(segment.at('next_rest_url')).includes('translation_language'));
    const negotiated = (await anyone.get('/events?per_page=1', undefined, accepts('de'))).expect(200);
    assert.doesNotMatch(String(negotiated.at('next_rest_url')), /translation_language|\/de\//);
  });

  test('goes with envelopes, chosen fields and conditional requests', async () => {
    const path = `/events/${idOf('events')}?translation_language=de`;
    const enveloped = (await anyone.get(`${path}&_envelope=1&_fields=id`)).expect(200);
    assertLanguage(enveloped, 'de', false);
    const first = (await anyone.get(path)).expect(200);
    const again = await anyone.get(path, undefined, { 'if-none-match': first.headers['etag'] });
    assertLanguage(again.expect(304), 'de', false);
    const refused = (await anyone.get('/events/999999?_envelope=1&translation_language=de')).expect(200);
    assert.equal(refused.at('body.message'), translate('de', message('error.rest-event-not-found')));
  });
});

describe('Descriptions', () => {
  test('OPTIONS, the index of the namespace and that of the site are in the language asked for', async () => {
    for (const language of languages) {
      const wanted = translate(language, message('parameter.per_page'));
      const index = await anyone.get(`?translation_language=${language}`);
      assert.ok(JSON.stringify(index.at('routes./calendar/events/v1/events')).includes(wanted), language);
      const options = await anyone.send('OPTIONS', '/events', undefined, accepts(language));
      assert.equal(options.at('endpoints.0.args.per_page.description'), wanted);
      const site = (await anyone.get(`${service.url}/${language}/wp-json/`)).expect(200);
      assert.equal(site.at('description'), translate(language, message('site.description')));
      assertLanguage(site, language, false);
    }
  });

  test('pages for people are in the language of their address', async () => {
    for (const language of languages)
      for (const path of ['/', '/docs', '/event/concert/', '/venue/hall/', '/nothing/']) {
        const page = await anyone.get(`${service.url}/${language}${path}`, undefined, {
          accept: 'text/html',
          ...accepts('en'),
        });
        assert.equal(page.headers['content-language'], language, path);
        assert.match(page.text, new RegExp(`<html lang="${language}"`), path);
      }
  });
});
