import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { people, type Service, startProcess } from '../support/service.ts';
import { sendRaw } from './sockets.ts';

// What random requests found, one by one.

let service: Service;
before(async () => {
  service = await startProcess({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
});
after(() => service.stop());

const event = { title: 'Found', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' };

test('POST /events with a zone that is none and sales dates of tickets is a 400', async () => {
  const tickets = [{ name: 'Early', sales_start: '2026-12-01 10:00' }];
  for (const timezone of ['Mars/Base', 'x'.repeat(100), ['Europe/Berlin'], 7]) {
    const answer = await service.as('editor').post('/events', { ...event, timezone, tickets });
    assert.equal(answer.expect(400).at('code'), 'rest_invalid_param');
  }
});

test('a refused body leaves its connection fit for the next request, or says otherwise', async () => {
  const authorization = `Basic ${Buffer.from(service.credentials('editor')).toString('base64')}`;
  const port = Number(new URL(service.url).port);
  const field = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n';
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n';
  const filling = 'x'.repeat(700_000);
  const end = '\r\n--b--\r\n';
  const bodies: [path: string, type: string, body: string][] = [
    ['/venues', `multipart/form-data; boundary=${'b'.repeat(300)}`, field + filling + end],
    ['/venues', 'multipart/form-data', field + filling + end],
    ['/venues', 'multipart/form-data; boundary=', field + filling + end],
    ['/venues', 'multipart/form-data; boundary=other', field + filling + end],
    ['/venues', 'multipart/form-data; boundary=b', field + filling],
    ['/venues', 'multipart/form-data; boundary=b', `${field}y\r\n`.repeat(600) + field + filling + end],
    ['/venues', 'multipart/form-data; boundary=b', file + filling + end],
    ['/venues', 'multipart/form-data; boundary=b', file + filling + filling + end],
    ['/venues', 'multipart/form-data; boundary=b', file.repeat(2) + filling + end],
    ['/venues', 'application/json', `{"x":"${filling}${filling}"}`],
    ['/venues', 'application/json', `{"x":"${filling}`],
    ['/nothing', 'multipart/form-data; boundary=b', file + filling + end],
    ['/nothing', 'application/json', `{"x":"${filling}"}`],
  ];
  for (const [at, type, body] of bodies) {
    const path = `/calendar/events/v1${at}`;
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const next = 'GET /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const came = await sendRaw(port, { name: type, bytes: [head, body, next], statuses: [] }, 3_000);
    const statuses = [...came.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    assert.ok(Number(statuses[0]) >= 400 && Number(statuses[0]) < 500, `${at} ${type}: ${statuses[0]}`);
    // Or it says that it takes none, and then closes.
    const closed = /^connection: close$/im.test(came.slice(0, came.indexOf('\r\n\r\n')));
    assert.deepEqual(statuses.slice(1), closed ? [] : [200], `${at} ${type} ${body.length}`);
    assert.doesNotMatch(came, /not closed/);
  }
});

test('addresses of pages that are too long for a header stand in the body alone', async () => {
  for (const name of ['One', 'Two']) await service.as('editor').post('/organizers', { organizer: name });
  for (const path of ['/organizers', '/tags?hide_empty=0']) {
    const slugs = Array.from({ length: 60 }, (_, i) => `${'%F0%9F%98%80'.repeat(16)}${i}`).join(',');
    const query = path === '/organizers' ? `has_events=${'%F0%9F%98%80'.repeat(900)}` : `slug=${slugs}`;
    const answer = await service.anonymous.get(`${path}${path.includes('?') ? '&' : '?'}per_page=1&${query}`);
    assert.ok(JSON.stringify(answer.headers).length < 8_000, `${path} ${answer.status}`);
  }
  const found = await service.as('editor').get(`/organizers?per_page=1&has_events=${'0'.repeat(9_000)}`);
  assert.match(String(found.expect(200).at('next_rest_url')), /has_events=0+/);
  assert.doesNotMatch(String(found.headers['link']), /next/);
});
