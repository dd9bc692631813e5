import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type KeptPair, startKeptPair } from '../stress/cache-comparison.ts';

/* Long feeds go out as their readers take them (contract F2, F6). */

let pair: KeptPair;
const EVENTS = 160;
const FEED = '/calendar/events/v1/events.ics';
const HOST = { host: 'calendar.example' };

before(async () => {
  pair = await startKeptPair(0);
  const authorization = `Basic ${Buffer.from(pair.credentials('admin')).toString('base64')}`;
  for (let n = 0; n < EVENTS; n++) {
    const made = await pair.ask('keeping', {
      method: 'POST',
      path: '/calendar/events/v1/events',
      headers: { ...HOST, authorization, 'content-type': 'application/json' },
      body: Buffer.from(
        JSON.stringify({
          title: `Event ${n}`,
          description: `<p>${'So many words, and ever more. '.repeat(2_000)}</p>`,
          start_date: `2026-12-${String(1 + (n % 28)).padStart(2, '0')} 10:00:00`,
          end_date: `2026-12-${String(1 + (n % 28)).padStart(2, '0')} 11:00:00`,
        }),
      ),
    });
    assert.equal(made.status, 201);
  }
  await pair.settled();
});
after(() => pair.stop());

const ask = (which: 'keeping' | 'anew', path: string, headers: Record<string, string> = {}) =>
  pair.ask(which, { method: 'GET', path, headers: { ...HOST, ...headers } });

const asked = () => pair.keeping.db.stats.primary.queries.count;

/** Resolves with the statements run so far, once there are no more of them for a while. */
async function settledQueries(): Promise<number> {
  for (let before = -1; ; ) {
    const now = asked();
    if (now === before) return now;
    before = now;
    await pause(300);
  }
}

/** Begins to read a feed, and stops after its first bytes. */
async function begin(): Promise<IncomingMessage> {
  const request = get(`${pair.url}${FEED}`, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  response.read();
  return response;
}

test('a feed is the same to the byte where nothing is kept, in each form and encoding', async () => {
  const window = 'start_date=2026-12-01&end_date=2026-12-02';
  for (const [form, query, encoding] of [
    ['ics', '', 'identity'],
    ['csv', '', 'gzip'],
    ...['ics', 'csv', 'rss', 'atom', 'jsonfeed', 'jsonld'].map((one) => [one, window, 'br']),
  ]) {
    const path = `/calendar/events/v1/events.${form}?${query}`;
    const headers = { 'accept-encoding': encoding ?? '' };
    const kept = await ask('keeping', path, headers);
    const again = await ask('keeping', path, headers);
    const anew = await ask('anew', path, headers);
    assert.ok(anew.status === 200 && kept.bytes.equals(anew.bytes) && again.bytes.equals(anew.bytes), path);
    assert.deepEqual([kept.headers['etag'], again.headers['etag']], Array(2).fill(anew.headers['etag']));
  }
});

test('a client that has a feed is told so without a look at its events', async () => {
  for (const which of ['keeping', 'anew'] as const) {
    const { headers, bytes } = await ask(which, FEED);
    assert.ok(bytes.length > 15 * 2 ** 20);
    const known = { 'if-none-match': headers['etag'] ?? '' };
    const before = asked();
    for (let n = 0; n < 5; n++) {
      const answer = await ask(which, FEED, known);
      assert.deepEqual([answer.status, answer.bytes.length], [304, 0]);
    }
    if (which === 'keeping') assert.ok(asked() - before <= 10);
    if (which === 'anew') continue;
    assert.equal((await ask(which, `${FEED}?expand=true`, known)).status, 200);
    assert.equal((await ask(which, FEED, { ...known, 'accept-language': 'de' })).status, 200);
  }
});

test('a feed with both dates is kept however late it is, one without until its day is over', async () => {
  const [dated, open] = ['?start_date=2026-12-01&end_date=2026-12-01', '?per_page=3'].map(
    (query) => `/calendar/events/v1/events.csv${query}`,
  ) as [string, string];
  const { now } = pair.clock;
  // Where the cache is filling, what is asked for a second time is kept.
  for (const path of [dated, open, dated, open]) await ask('keeping', path);
  pair.clock.now = now.add({ hours: 1 });
  const { hits } = pair.keeping.responseCache.stats;
  await ask('keeping', dated);
  assert.equal(pair.keeping.responseCache.stats.hits, hits + 1);
  await ask('keeping', open);
  assert.equal(pair.keeping.responseCache.stats.hits, hits + 1);
  pair.clock.now = now;
});

test('a component was last changed when the latest of its event, venues and organizers was', async () => {
  const authorization = `Basic ${Buffer.from(pair.credentials('admin')).toString('base64')}`;
  const write = async (method: string, path: string, fields: object) => {
    const body = Buffer.from(JSON.stringify(fields));
    const headers = { ...HOST, authorization, 'content-type': 'application/json' };
    const { status, bytes } = await pair.ask('keeping', {
      method,
      path: `/calendar/events/v1${path}`,
      headers,
      body,
    });
    assert.ok(status < 300, String(status));
    return JSON.parse(bytes.toString());
  };
  const { now } = pair.clock;
  const { id, venue, organizer } = await write('POST', '/events', {
    title: 'Dated',
    start_date: '2026-12-01 10:00:00',
    end_date: '2026-12-01 11:00:00',
    venue: { venue: 'Hall' },
    organizer: [{ organizer: 'First' }, { organizer: 'Second' }],
  });
  const changed: string[] = [];
  for (const [at, path] of [
    `/venues/${venue.id}`,
    `/organizers/${organizer[1].id}`,
    `/events/${id}`,
  ].entries()) {
    pair.clock.now = now.add({ hours: at + 1 });
    await write('PATCH', path, { description: `Anew ${at}` });
    const { bytes } = await ask('keeping', `/calendar/events/v1/events/${id}.ics`);
    const [, stamp] = /^DTSTAMP:(\d+T\d+Z)\r$/m.exec(bytes.toString()) ?? [];
    assert.equal(/^LAST-MODIFIED:(\d+T\d+Z)\r$/m.exec(bytes.toString())?.[1], stamp);
    const wanted = pair.clock.now.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
    assert.equal(stamp, wanted, path);
    changed.push(stamp ?? '');
  }
  assert.equal(new Set(changed).size, 3);
  await write('DELETE', `/events/${id}`, {});
  pair.clock.now = now;
});

test('the reading ends where the client goes', async () => {
  const before = await settledQueries();
  (await begin()).destroy();
  const left = await settledQueries();
  await ask('keeping', FEED);
  const whole = (await settledQueries()) - left;
  assert.ok(left - before < whole * 0.8, `${left - before} of ${whole} statements were run`);
});

test('of many feeds at once a few are made; who does not read gives way, and gets all once it reads', async (t) => {
  const AT_ONCE = 6;
  const answers: IncomingMessage[] = [];
  for (let at = 0; at < 2 * AT_ONCE; at++) {
    // Identical requests would wait for the first one's answer.
    const request = get(`${pair.url}${FEED}?start_date=2026-11-${at + 1}`, { agent: false });
    t.after(() => request.destroy());
    request.on('error', () => {});
    request.on('response', (answer) => answers.push(answer));
  }
  while (answers.length < AT_ONCE) await pause(50);
  assert.equal((await ask('keeping', '/kalends/v1/health/live')).status, 200);
  while (answers.length < 2 * AT_ONCE) await pause(50);
  for (const answer of answers) assert.equal(answer.statusCode, 200);
  // Nobody reads, and yet others are served.
  const { status, bytes } = await ask('keeping', FEED);
  assert.ok(status === 200 && bytes.length > 15 * 2 ** 20);
  for (const answer of [answers[0], answers.at(-1)]) {
    let length = 0;
    answer?.on('data', (chunk: Buffer) => {
      length += chunk.length;
    });
    if (answer) await finished(answer);
    assert.ok(length > 15 * 2 ** 20, `${length} bytes`);
  }
});

test('a client that reads slowly gets all, and nothing is made before it takes it', async () => {
  const before = await settledQueries();
  const { bytes } = await ask('keeping', FEED);
  const needed = (await settledQueries()) - before;
  const response = await begin();
  const taken = (await settledQueries()) - before - needed;
  assert.ok(taken < needed * 0.8, `${taken} of ${needed} statements were run`);
  let length = 0;
  for await (const chunk of response) length += (chunk as Buffer).length;
  assert.ok(length > bytes.length * 0.9, 'the rest came');
  assert.ok((await settledQueries()) - before - needed >= needed * 0.9);
});
