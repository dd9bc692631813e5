import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isObject, parseJson } from '../support/json.ts';
import { type StressCalendar, startStressCalendar } from './calendar.ts';
import { fire, unexpectedLines } from './fire.ts';
import { randomRequest } from './requests.ts';
import { idle, oddities, pipeline, sendRaw } from './sockets.ts';

const REQUESTS = 2_500;
let calendar: StressCalendar;
before(async () => {
  calendar = await startStressCalendar(300);
});
after(() => calendar.stop());

const portOf = () => Number(new URL(calendar.service.url).port);
const authorization = () => `Basic ${Buffer.from(calendar.service.credentials('admin')).toString('base64')}`;

test('a seed gives the same requests again', () => {
  const request = (seed: number, number: number) =>
    randomRequest(seed, number, calendar.known, calendar.service.credentials);
  assert.deepEqual(request(5, 77), request(5, 77));
  assert.notDeepEqual(request(5, 77), request(6, 77));
  assert.notDeepEqual(request(5, 77), request(5, 78));
});

test(`${REQUESTS} requests of valid and broken pieces: no failure, JSON throughout, a quiet log`, async (t) => {
  const report = await fire(calendar, { requests: REQUESTS, seed: 20_261_120, restMs: 0 });
  t.diagnostic([...report.statuses].sort(([a], [b]) => a - b).join(' | '));
  t.diagnostic(`slowest ${report.slowest[0]?.ms.toFixed(0)} ms, ${report.seconds.toFixed(0)} s together`);
  assert.deepEqual(report.faults, []);
  assert.deepEqual(unexpectedLines(calendar.service.log()), []);
  // Requests that all fail alike would find nothing.
  assert.ok((report.statuses.get(201) ?? 0) > REQUESTS / 100, 'things were created');
  assert.ok((report.statuses.get(200) ?? 0) > REQUESTS / 10, 'things were read');
});

test('bytes that are no proper HTTP are refused, and the service goes on', async (t) => {
  for (const oddity of oddities(authorization()))
    await t.test(oddity.name, async () => {
      const came = await sendRaw(portOf(), oddity);
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(came)?.[1] ?? 0);
      const fine = oddity.abort || (status === 0 && oddity.statuses.length === 0);
      assert.ok(fine || oddity.statuses.includes(status), came.slice(0, 500) || 'no answer');
      // Where Node itself refuses, it says nothing more.
      if (status >= 400 && !came.endsWith('\r\n\r\n0\r\n\r\n')) {
        const body = parseJson(Buffer.from(came.slice(came.indexOf('\r\n\r\n') + 4), 'latin1').toString());
        assert.ok(isObject(body) && typeof body['code'] === 'string', came.slice(0, 500));
      }
      (await calendar.service.anonymous.get('/events?per_page=1')).expect(200);
    });
  assert.deepEqual(unexpectedLines(calendar.service.log()), []);
});

test('requests one behind the other on one connection are all answered', async () => {
  const paths = Array.from({ length: 60 }, (_, i) =>
    i % 3 === 0 ? '/calendar/events/v1/nothing' : '/calendar/events/v1/events?per_page=5',
  );
  assert.deepEqual(
    await pipeline(portOf(), paths),
    paths.map((path) => (path.endsWith('nothing') ? 404 : 200)),
  );
});

test('connections that say nothing keep nobody else waiting', async () => {
  const silent = idle(portOf(), 300, 500);
  (await calendar.service.anonymous.get('/events')).expect(200);
  await silent;
});

test('what the requests left is sound', async () => {
  const { code, stdout } = await calendar.service.cli(['check']);
  assert.equal(stdout, 'No problems found.\n');
  assert.equal(code, 0);
});
