// The language, the languages and the time zone of a calendar, chosen in its settings while it runs.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { assertRefused, makeEvent } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

const EVENT = { title: 'Bread', start_date: '2026-12-01 19:00:00', end_date: '2026-12-01 21:00:00' };
const HTML = { accept: 'text/html' };

describe('The language and the zone of a calendar', () => {
  let service: Service;
  let admin: Client;
  let anyone: Client;
  let id: number;

  before(async () => {
    service = await startService({ clock: '2026-11-20T23:30:00Z' });
    await people(service);
    admin = service.as('admin');
    anyone = service.anonymous;
    const made = await makeEvent(admin, { ...EVENT, slug: 'bread', status: 'publish' });
    id = made.id();
    (await admin.patch(`/events/${id}?translation_language=de`, { title: 'Brot', slug: 'brot' })).expect(200);
    await makeEvent(admin, { ...EVENT, title: 'Milk', timezone: 'Asia/Tokyo', status: 'publish' });
  });
  after(() => service?.stop());

  const url = () => `${service.url}/kalends/v1/settings`;
  const patch = async (sent: object) => (await admin.patch(url(), sent)).expect(200);
  const page = async (path: string, headers: Record<string, string> = {}) =>
    anyone.get(service.url + path, undefined, { ...HTML, ...headers });

  test('the zone is the clock of what is made, changed, listed and told from the next request on', async () => {
    await patch({ timezone: 'Europe/Berlin' });
    const made = await makeEvent(admin, { ...EVENT, title: 'Zone' });
    assert.deepEqual([made.at('timezone'), made.at('modified')], ['Europe/Berlin', '2026-11-21 00:30:00']);
    assert.equal((await anyone.get(`/events/${id}`)).at('timezone'), 'UTC');
    const trashed = (await admin.delete(`/events/${made.id()}`)).expect(200);
    assert.equal(trashed.at('modified'), '2026-11-21 00:30:00');
    // On the clock of Berlin that was a quarter of an hour ago.
    const entries = `kind=event&id=${made.id()}&since=2026-11-21 00:15:00`;
    const history = (await admin.get(`${service.url}/kalends/v1/history?${encodeURI(entries)}`)).expect(200);
    assert.equal(history.at('total'), 2);
    assert.match((await page('/events/')).expect(200).text, /Europe\/Berlin/);
    const index = (await anyone.get(`${service.url}/wp-json/`)).expect(200);
    assert.equal(index.at('timezone_string'), 'Europe/Berlin');
    await service.restart({});
    assert.equal((await anyone.get(url())).at('timezone'), 'Europe/Berlin');
    await patch({ timezone: null });
    assert.equal((await anyone.get(url())).at('timezone'), 'UTC');
  });

  test('the language is that of pages without a segment, of texts and of fallbacks, and back', async () => {
    await patch({ language: 'de' });
    assert.equal((await anyone.get(`/events/${id}`)).at('title'), 'Brot');
    const german = (await page('/event/brot/')).expect(200);
    assert.match(german.text, /<html lang="de">/);
    assert.match(german.text, /<link rel="canonical" href="[^"]*\/event\/brot\/">/);
    assert.match((await page('/en/event/bread/')).expect(200).text, /<html lang="en">/);
    const written = await makeEvent(admin, { ...EVENT, title: 'Käse' });
    assert.equal(written.at('language'), 'de');
    (await admin.delete(`/events/${written.id()}?force=true`)).expect(200);
    await patch({ language: null });
    assert.equal((await anyone.get(`/events/${id}`)).at('title'), 'Bread');
  });

  test('pages, sitemaps and proposals show only the languages that are used; the interface keeps all', async () => {
    await patch({ languages: ['de', 'en'], submissions: true });
    const text = (await page('/events/')).expect(200).text;
    assert.deepEqual([...text.matchAll(/hreflang="([a-z-]+)"/g)].map(([, one]) => one).sort(), [
      ...['de', 'de', 'en', 'en', 'x-default'],
    ]);
    const submit = (await page('/submit')).expect(200).text;
    const choices = /<select[^>]*name="language".*?<\/select>/s.exec(submit)?.[0] ?? '';
    assert.deepEqual(
      [...choices.matchAll(/value="(\w+)"/g)].map(([, one]) => one),
      ['en', 'de'],
    );
    const sitemap = (await anyone.get(`${service.url}/sitemap-events-1.xml`)).expect(200).text;
    assert.doesNotMatch(sitemap, /hreflang="es"/);
    assert.match(sitemap, /hreflang="de"/);
    // Whoever prefers another language reads the calendar's.
    const spanish = (await page('/events/', { 'accept-language': 'es' })).expect(200);
    assert.match(spanish.text, /<html lang="en">/);
    assert.equal(spanish.headers['content-language'], 'en');
    const away = (await page('/es/event/bread/?x=1')).expect(302);
    assert.equal(away.headers['location'], `${service.url}/event/bread/?x=1`);
    const inSpanish = { title: 'Pan' };
    (await admin.patch(`/events/${id}?translation_language=es`, inSpanish)).expect(200);
    assert.equal((await anyone.get(`/events/${id}?translation_language=es`)).at('title'), 'Pan');
    const refused = await anyone.get('/events/999999', undefined, { 'accept-language': 'es' });
    assert.equal(refused.headers['content-language'], 'es');

    await patch({ languages: ['en'] });
    assert.doesNotMatch((await page('/events/')).expect(200).text, /class="langs"|hreflang="de"/);
    // That of the calendar is always used.
    await patch({ languages: ['de'] });
    assert.deepEqual((await anyone.get(url())).at('languages'), ['en', 'de']);
    await patch({ languages: null, submissions: null });
    assert.match((await page('/es/events/')).expect(200).text, /<html lang="es">/);
  });

  test('what another language or zone would move is counted for administrators, and moves nothing', async () => {
    const preview = `${url()}/preview?language=de&timezone=Asia/Tokyo`;
    const told = (await admin.get(preview)).expect(200);
    assert.deepEqual(told.body, {
      now: '2026-11-21 08:30:00',
      events: 2,
      in_zone: 1,
      in_language: 1,
    });
    assertRefused(await admin.get(`${url()}/preview?timezone=Nowhere&language=xx`), ['language', 'timezone']);
    (await service.as('editor').get(preview)).expect(403);
    (await anyone.get(preview)).expect(401);
    (await service.as('editor').patch(url(), { timezone: 'Asia/Tokyo' })).expect(403);
    assert.equal((await anyone.get(url())).at('timezone'), 'UTC');
    const trial = (
      await admin.patch(`${url()}?dry_run=true`, { language: 'de', timezone: 'Asia/Tokyo' })
    ).expect(200);
    assert.equal(trial.at('dry_run'), true);
    assert.equal((await anyone.get(`/events/${id}`)).at('title'), 'Bread');
  });
});

test('variables win over the language, the languages and the zone, and say so', async () => {
  const env = { KALENDS_LANGUAGE: 'de', KALENDS_LANGUAGES: 'es, de', KALENDS_TIMEZONE: 'Asia/Tokyo' };
  const service = await startService({ env });
  try {
    const admin = service.as('admin');
    const url = `${service.url}/kalends/v1/settings`;
    const read = (await admin.get(url)).expect(200);
    assert.deepEqual(read.at('overridden'), ['language', 'languages', 'timezone']);
    assert.deepEqual(read.at('languages'), ['de', 'es']);
    const sent = { language: 'en', languages: ['en'], timezone: 'UTC' };
    const refused = await admin.patch(url, sent);
    assertRefused(refused, ['language', 'languages', 'timezone']);
    for (const name of Object.keys(env)) assert.match(refused.text, new RegExp(name));
  } finally {
    await service.stop();
  }
});
