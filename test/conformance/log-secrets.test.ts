// Whatever clients send and wherever: no secret of it is in the log, and each request has its line.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linesOf, logLines } from '../support/log.ts';
import { exchange } from '../support/raw.ts';
import { SECRET, secretIn, secretiveRequest } from '../support/secrets.ts';
import { type Service, startService } from '../support/service.ts';

/** Must be ten thousand now and then: KALENDS_TEST_REQUESTS=10000 npm run test:sqlite -- THIS. */
const REQUESTS = Number(process.env['KALENDS_TEST_REQUESTS'] ?? 400);
const SEED = Number(process.env['KALENDS_TEST_SEED'] ?? 20_261_122);
const AT_ONCE = 4;

const FIELDS = {
  level: 'number',
  time: 'number',
  request_id: 'string',
  method: 'string',
  url: 'string',
  route: 'string or null',
  status: 'number',
  duration_ms: 'number',
  bytes: 'number',
  user: 'string or null',
  client: 'string',
  kept: 'boolean',
  aborted: 'boolean',
  msg: 'string',
};

let service: Service;
before(async () => {
  service = await startService({ env: { KALENDS_LOG_LEVEL: 'trace', KALENDS_RATE_LIMIT: '0' } });
});
after(() => service.stop());

test(`${REQUESTS} requests with secrets in every place leave none in the log, and a line each`, async () => {
  const made = await service.as('admin').post('/events', {
    title: 'Protected',
    password: `${SECRET}-of-the-event`,
    website: `https://ada:${SECRET}@example.org/`,
    start_date: '2030-01-01 10:00:00',
    end_date: '2030-01-01 11:00:00',
  });
  const id = made.expect(201).id();
  const ofRequests = (line: Record<string, unknown>) => typeof line['status'] === 'number';
  const before = (await linesOf(service, ofRequests)).length;
  let next = 0;
  const work = async () => {
    while (next < REQUESTS) {
      const number = next++;
      const answer = await exchange(service.url, secretiveRequest(SEED, number, id));
      assert.match(answer, /^HTTP\/1\.1 \d{3} /, `request ${number}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const lines = await linesOf(service, ofRequests, before + REQUESTS);
  assert.equal(lines.length, before + REQUESTS);
  for (const line of lines)
    for (const [name, type] of Object.entries(FIELDS)) {
      const value = line[name];
      assert.ok(
        typeof value === type.split(' ')[0] || (value === null && type.endsWith('null')),
        `${name} of ${JSON.stringify(line)}`,
      );
    }
  const text = service.log();
  for (const line of text.split('\n'))
    if (line.startsWith('{')) assert.doesNotThrow(() => JSON.parse(line), line);
  assert.equal(logLines(service).length, text.split('\n').filter((line) => /[{}"]/.test(line)).length);
  assert.equal(secretIn(text), undefined);
});

test('what looks for secrets finds them', () => {
  for (const text of [
    SECRET,
    SECRET.toUpperCase(),
    encodeURIComponent(encodeURIComponent(`%${SECRET}`)),
    [...SECRET].map((letter) => `%25${letter.charCodeAt(0).toString(16)}`).join(''),
    ...['', 'a', 'ab', 'admin:'].map((before) => Buffer.from(`${before}${SECRET}`).toString('base64')),
  ])
    assert.ok(secretIn(`"url":"/e?a=${text}&b=2"`), text);
  assert.equal(secretIn('"url":"/e?password=***"'), undefined);
});
