// The log: one line of JSON whatever a client sends, and no secret in it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isObject, parseJson } from '../support/json.ts';
import { exchange } from '../support/raw.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';

let service: ServiceProcess;
before(async () => {
  service = await startProcess({ clock: '2026-11-20T18:00:00Z', env: { KALENDS_LOG_LEVEL: 'trace' } });
});
after(() => service.stop());

/** Lines as any reader takes them apart, without what the service says to people when it starts. */
const lines = () =>
  service
    .log()
    .split(/[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/)
    .filter(
      (line) =>
        line !== '' && !/^(Kalends listens at|Created the administrator|Set your own password)/.test(line),
    );

const NASTY = [
  '%0a%0d{"level":60}',
  '%E2%80%A8%E2%80%A9%C2%85',
  '%ff%fe%00%1b%5b2J',
  '\x80\x85\xa0\xff',
  '\xe2\x80\xa8\xe2\x80\xae',
  'x'.repeat(12_000),
  '"\\\\"}{',
  '\t\x0b',
  '%',
  '%u2028',
];

test('each line is JSON, whatever comes', async () => {
  const header = (name: string, value: string) => `${name}: ${value}\r\n`;
  for (const nasty of NASTY)
    for (const request of [
      `GET /calendar/events/v1/events?search=${nasty} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `GET /${nasty} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `GET /media/${nasty}.png HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `${nasty} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `GET / HTTP/1.1\r\n${header('Host', nasty)}Connection: close\r\n\r\n`,
      ...['User-Agent', 'Referer', 'X-Forwarded-For', 'Authorization', 'Content-Type', 'Accept-Language'].map(
        (name) =>
          `POST /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\n${header(name, nasty)}Content-Length: 0\r\nConnection: close\r\n\r\n`,
      ),
      `POST /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${nasty.length}\r\n\r\n${nasty}`,
      `POST /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${nasty}\r\nConnection: close\r\nContent-Length: 4\r\n\r\n--x\n`,
    ])
      await exchange(service.url, Buffer.from(request, 'latin1'));
  await service.as('admin').post('/events', {
    title: `A${String.fromCharCode(10, 0x2028, 27, 0)}B`,
    description: '<img srcset="a 1x,,, b\n2q, c \u0001 3000000000w" src=x>',
    start_date: '2026-12-01 10:00:00',
    end_date: '2026-12-01 12:00:00',
  });
  const all = lines();
  assert.ok(all.length > 200, `${all.length}`);
  for (const line of all) {
    const said = parseJson(line);
    assert.ok(isObject(said), line.slice(0, 300));
    assert.equal(typeof said['level'], 'number');
    assert.equal(typeof said['time'], 'number');
    assert.ok(line.length < 16_000, `${line.length}`);
  }
});

test('what is given for a password or token is nowhere in it', async () => {
  for (const query of [
    'password=hush-hush',
    'PASSWORD=hush-hush',
    'p%61ssword=hush-hush',
    'password[]=hush-hush',
    'password%5B%5D=hush-hush',
    'a=1;password=hush-hush',
    'password=a;hush-hush',
    'token=hush-hush',
    'current_password=hush-hush',
  ])
    for (const path of [
      '/calendar/events/v1/events/1?',
      '/calendar/events/v1/events?page=0&',
      '/nowhere?',
      '/%?',
      '/?rest_route=/calendar/events/v1/events/1&',
      '/?rest_route=%2Fcalendar%2Fevents%2Fv1%2Fevents%2F1%3F',
      '/media/x.png?',
    ])
      await service.anonymous.get(`${service.url}${path}${query}`, undefined, {
        Referer: `https://example.org/?${query}`,
      });
  await service.anonymous.get(`${service.url}/?rest_route=/tribe/events/v1/events/1%26password%3Dhush-hush`);
  await service.anonymous.post(`${service.url}/kalends/v1/users/me?password=hush-hush`, {
    password: 'hush-hush',
  });
  await service.anonymous.get('/events', undefined, { authorization: 'Bearer hush-hush' });
  assert.match(service.log(), /\*\*\*/);
  assert.doesNotMatch(service.log(), /hush-hush/);
  assert.doesNotMatch(service.log(), new RegExp(Buffer.from('admin:').toString('base64').slice(0, 7)));
});

test('a level that is none is refused when the service starts', async () => {
  for (const [level, code] of [
    ['loud', 2],
    ['30', 2],
  ] as const) {
    const refused = await startProcess({ env: { KALENDS_LOG_LEVEL: level, LC_ALL: 'C' } }).then(
      (started) => started.stop(),
      (error: Error) => error.message,
    );
    assert.match(
      String(refused),
      new RegExp(`ended with ${code}.*KALENDS_LOG_LEVEL must be one of fatal`, 's'),
    );
  }
});

test('for people a line is legible, and still one line', async (t) => {
  const pretty = await startProcess({ env: { KALENDS_LOG_LEVEL: 'info', KALENDS_LOG_FORMAT: 'pretty' } });
  t.after(() => pretty.stop());
  await pretty.anonymous.get(`${pretty.url}/calendar/events/v1/events?password=hush&search=%1b%0a`);
  await pretty.stop();
  const line = pretty
    .log()
    .split('\n')
    .find((one) => one.includes('?password='));
  assert.match(
    line ?? '',
    /^\d\d:\d\d:\d\d\.\d{3} INFO {2}GET \/calendar\/events\/v1\/events\?password=\*\*\*&search=%1b%0a 200 [\d.]+ ms [\d.]+ K?i?B 127\.0\.0\.1 #[\w-]+$/,
  );
});
