// `If-Modified-Since` on all answers that have `Last-Modified` (contract D48, RFC 9110 §13.1.3).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;
const urls: Record<string, string> = {};
const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
  const venue = (await admin.post('/venues', { venue: 'Hall' })).expect(201).id();
  const organizer = (await admin.post('/organizers', { organizer: 'Ann' })).expect(201).id();
  const event = (await makeEvent(admin, { title: 'Shown', venue, organizer })).id();
  const headers = { 'content-type': 'image/gif', 'content-disposition': 'attachment; filename="dot.gif"' };
  const picture = (await admin.post(`${service.url}/kalends/v1/media`, DOT, headers)).expect(201);
  Object.assign(urls, {
    event: `/events/${event}`,
    slug: '/events/by-slug/shown',
    german: `${service.url}/de/calendar/events/v1/events/${event}`,
    venue: `/venues/${venue}`,
    organizer: `/organizers/${organizer}`,
    file: String(picture.at('source_url')),
  });
});
after(() => service?.stop());

const NEVER = 'Thu, 01 Jan 1970 00:00:00 GMT';

test('what has not changed since is 304, for everybody, from the cache and not, in each form of a date', async () => {
  for (const [what, url] of Object.entries(urls))
    for (const by of [anyone, admin])
      for (const round of ['first', 'again']) {
        const read = (await by.get(url)).expect(200);
        const modified = read.headers['last-modified'];
        assert.ok(modified, what);
        const [, day = '', month = '', year = '', clock = ''] =
          /^\w+, (\d\d) (\w+) (\d+) ([\d:]+) GMT$/.exec(modified) ?? [];
        const next = `Sat, 01 Jan ${Number(year) + 1} 00:00:00 GMT`;
        const since = [
          modified,
          next,
          `Friday, ${day}-${month}-${year.slice(2)} ${clock} GMT`,
          `Fri ${month} ${day.replace(/^0/, ' ')} ${clock} ${year}`,
        ];
        for (const value of since)
          for (const method of ['GET', 'HEAD'] as const) {
            const known = await by.send(method, url, undefined, { 'if-modified-since': value });
            assert.deepEqual([known.status, known.text], [304, ''], `${what} ${round} ${value}`);
            assert.equal(known.headers['etag'], read.headers['etag']);
            assert.equal(known.headers['cache-control'], read.headers['cache-control']);
            assert.equal(known.headers['vary'], read.headers['vary']);
          }
        const wrong = [
          'yesterday',
          '',
          '2026-11-20',
          '0',
          `${modified}, ${modified}`,
          'Fri, 99 Nov 2026 18:00:00 GMT',
        ];
        for (const value of [NEVER, ...wrong]) {
          const sent = await by.get(url, undefined, { 'if-modified-since': value });
          assert.equal(sent.status, 200, `${what} ${value}`);
        }
        const tagged = { 'if-modified-since': modified, 'if-none-match': '"another"' };
        (await by.get(url, undefined, tagged)).expect(200);
        const right = { 'if-modified-since': NEVER, 'if-none-match': read.headers['etag'] ?? '' };
        assert.equal((await by.get(url, undefined, right)).status, 304, what);
      }
});

test('answers without such a date, and writes, go by it in nothing', async () => {
  const headers = { 'if-modified-since': 'Sat, 01 Jan 2028 00:00:00 GMT' };
  for (const url of ['/events', '/venues', '/categories', `${service.url}/events/`])
    assert.equal((await anyone.get(url, undefined, headers)).status, 200, url);
  (await admin.put(urls['event'] ?? '', { title: 'Shown' }, headers)).expect(200);
});

test('an event has changed when a venue that it shows has', async () => {
  const url = urls['event'] ?? '';
  const event = (await admin.get(url)).expect(200);
  const modified = event.headers['last-modified'] ?? '';
  await service.restart({ KALENDS_CLOCK: '2026-11-21T18:00:00Z' });
  (await admin.put(urls['venue'] ?? '', { city: 'Bonn' })).expect(200);
  for (const by of [anyone, admin]) {
    const changed = await by.get(url, undefined, { 'if-modified-since': modified });
    assert.equal(changed.expect(200).headers['last-modified'], 'Sat, 21 Nov 2026 18:00:00 GMT');
  }
});
