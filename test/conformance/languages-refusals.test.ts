import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { languages, type Message, message, translate } from '#foundation/i18n/catalogue.ts';
import type { Answer, Client, RequestHeaders } from '../support/client.ts';
import { assertRefused, makeEvent, SOMEDAY } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';
import { assertLanguage, sendIn, ways } from '../support/translated.ts';

/* Refusals of every status in the language of the request, however it was asked for (contract 1). */

const ROOT = '/calendar/events/v1';
let service: Service;
let admin: Client;
let anyone: Client;
let other: number;
let trashed: number;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'Europe/Berlin' });
  await people(service);
  admin = service.as('admin');
  anyone = service.anonymous;
  (await admin.post('/categories', { name: 'Music' })).expect(201);
  other = (await admin.post('/categories', { name: 'Other' })).expect(201).id();
  trashed = (await makeEvent(admin, { title: 'Trashed' })).id();
  (await admin.delete(`/events/${trashed}`)).expect(200);
});
after(() => service?.stop());

const accepts = (value: string): RequestHeaders => ({ 'accept-language': value });

/** Requests that are refused, with the text that says so. */
const refusals: readonly {
  what: string;
  status: number;
  told: Message;
  ask: (origin: string, query: string, headers: RequestHeaders) => Promise<Answer>;
}[] = [
  {
    what: '400 for parameters',
    status: 400,
    told: message('error.rest_invalid_param', { names: 'page, per_page' }),
    ask: (origin, query, sent) => anyone.get(`${origin}/events?page=x&per_page=0&${query}`, undefined, sent),
  },
  {
    what: '400 for missing ones',
    status: 400,
    told: message('error.rest_missing_callback_param', { names: 'title, start_date, end_date' }),
    ask: (origin, query, sent) => admin.post(`${origin}/events?${query}`, {}, sent),
  },
  {
    what: '400 for a body that is no JSON',
    status: 400,
    told: message('error.rest_invalid_json'),
    ask: (origin, query, sent) =>
      admin.post(`${origin}/venues?${query}`, '{"venue":', { 'content-type': 'application/json', ...sent }),
  },
  {
    what: '401 without credentials',
    status: 401,
    told: message('error.rest_forbidden'),
    ask: (origin, query, sent) => anyone.post(`${origin}/venues?${query}`, { venue: 'X' }, sent),
  },
  {
    what: '401 for wrong ones',
    status: 401,
    told: message('error.rest_invalid_token'),
    ask: (origin, query, sent) =>
      anyone.get(`${origin}/events?${query}`, undefined, { authorization: 'Bearer nothing', ...sent }),
  },
  {
    what: '401 for an unknown login',
    status: 401,
    told: message('error.invalid_username'),
    ask: (origin, query, sent) =>
      anyone.get(`${origin}/events?${query}`, undefined, {
        authorization: `Basic ${btoa('nobody:x')}`,
        ...sent,
      }),
  },
  {
    what: '403 without the right',
    status: 403,
    told: message('error.rest_forbidden'),
    ask: (origin, query, sent) =>
      service.as('subscriber').post(`${origin}/venues?${query}`, { venue: 'X' }, sent),
  },
  {
    what: '404 for what is not there',
    status: 404,
    told: message('error.rest-event-not-found'),
    ask: (origin, query, sent) => anyone.get(`${origin}/events/999999?${query}`, undefined, sent),
  },
  {
    what: '404 for a page beyond the last',
    status: 404,
    told: message('error.venue-archive-page-not-found'),
    ask: (origin, query, sent) => anyone.get(`${origin}/venues?page=900&${query}`, undefined, sent),
  },
  {
    what: '404 for no route',
    status: 404,
    told: message('error.rest_no_route'),
    ask: (origin, query, sent) => anyone.get(`${origin}/nothing?${query}`, undefined, sent),
  },
  {
    what: '404 for a method that a route has not',
    status: 404,
    told: message('error.rest_no_route'),
    ask: (origin, query, sent) => admin.delete(`${origin}/events?${query}`, undefined, sent),
  },
  {
    what: '404 for an unknown namespace',
    status: 404,
    told: message('error.rest_invalid_namespace'),
    ask: (origin, query, sent) => anyone.get(`${origin}?namespace=other&${query}`, undefined, sent),
  },
  {
    what: '409 for a taken slug',
    status: 409,
    told: message('error.duplicate_term_slug', { slug: 'music' }),
    ask: (origin, query, sent) =>
      admin.patch(`${origin}/categories/${other}?${query}`, { slug: 'music' }, sent),
  },
  {
    what: '410 for what is in the trash',
    status: 410,
    told: message('error.event-is-in-trash'),
    ask: (origin, query, sent) => admin.delete(`${origin}/events/${trashed}?${query}`, undefined, sent),
  },
  {
    what: '413 for a body too large',
    status: 413,
    told: message('error.rest_body_too_large', { limit: 1048576 }),
    ask: (origin, query, sent) =>
      admin.post(`${origin}/venues?${query}`, { venue: 'x'.repeat(1_100_000) }, sent),
  },
];

describe('Refusals', () => {
  for (const { what, status, told, ask } of refusals)
    test(`say ${what} the same however the language was asked for`, async () => {
      const plain = `${service.url}${ROOT}`;
      for (const language of languages) {
        const wanted = translate(language, told);
        if (language !== 'en') assert.notEqual(wanted, translate('en', told));
        for (const [asked, negotiated] of [
          [await ask(plain, `translation_language=${language}`, {}), false],
          [await ask(`${service.url}/${language}${ROOT}`, '', {}), false],
          [await ask(plain, '', accepts(`${language}-AT, fr;q=0.5`)), true],
        ] as const) {
          asked.expect(status);
          assert.equal(asked.at('message'), wanted);
          assertLanguage(asked, language, negotiated);
        }
      }
    });

  test('name the reason of each parameter in the language', async () => {
    for (const language of languages) {
      const body = {
        title: '',
        start_date: '2026-12-01',
        end_date: '2026-11-01',
        status: 'x',
        categories: ['n'.repeat(300)],
      };
      const answer = await sendIn(
        admin,
        { origin: service.url, way: 'body', language },
        'POST',
        '/events',
        body,
      );
      assertRefused(answer, ['categories', 'end_date', 'status', 'title']);
      for (const [name, told] of [
        ['title', message('problem.empty')],
        ['status', message('problem.status')],
        ['end_date', message('problem.end_before_start')],
        ['categories', message('problem.too_long', { limit: 200 })],
      ] as const)
        assert.equal(answer.at(`data.params.${name}`), `${name}: ${translate(language, told)}`);
    }
  });

  test('of nested fields are in the language as a whole', async () => {
    const event = { title: 'X', ...SOMEDAY, venue: [{ venue: 'X', website: 'no' }], organizer: 999 };
    for (const language of languages)
      for (const way of ways) {
        const answer = await sendIn(admin, { origin: service.url, way, language }, 'POST', '/events', event);
        assertRefused(answer, ['organizer', 'venue']);
        assert.ok(answer.text.includes(translate(language, message('problem.address'))), answer.text);
        assert.ok(
          answer.text.includes(translate(language, message('problem.organizer_unknown', { value: '999' }))),
        );
      }
  });
});
