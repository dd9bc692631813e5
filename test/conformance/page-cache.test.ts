import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type KeptPair, startKeptPair } from '../stress/cache-comparison.ts';
import type { WireAnswer } from '../stress/wire.ts';

let pair: KeptPair;
before(async () => {
  // Enough that a page as large as the reference is worth its room.
  pair = await startKeptPair(0, { cache: '32' });
});
after(() => pair.stop());

type Headers = Record<string, string>;
const HOST = { host: 'calendar.example' };
const read = (path: string, headers: Headers = {}, method = 'GET') =>
  pair.ask('keeping', { method, path, headers: { ...HOST, accept: 'text/html', ...headers } });

/** Returns the page as it is kept, which is the one that would be made anew, and whether it was kept before. */
async function kept(path: string, headers: Headers = {}): Promise<{ text: string; wasKept: boolean }> {
  const { hits } = pair.keeping.responseCache.stats;
  const answer = await read(path, headers);
  const wasKept = pair.keeping.responseCache.stats.hits > hits;
  const anew = await pair.ask('anew', {
    method: 'GET',
    path,
    headers: { ...HOST, accept: 'text/html', ...headers },
  });
  assert.ok(answer.bytes.equals(anew.bytes), `${path} is kept otherwise than it is made`);
  const shown = ({ headers: { date: _, connection: _c, 'keep-alive': _k, ...rest } }: WireAnswer) => rest;
  assert.deepEqual(shown(answer), shown(anew), path);
  return { text: answer.bytes.toString(), wasKept };
}

const authorization = () => `Basic ${Buffer.from(pair.credentials('admin')).toString('base64')}`;
async function write(method: string, path: string, fields: object): Promise<Record<string, unknown>> {
  const answer = await pair.ask('keeping', {
    method,
    path: path.startsWith('/kalends') ? `/wp-json${path}` : `/wp-json/calendar/events/v1${path}`,
    headers: { ...HOST, authorization: authorization(), 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(fields)),
  });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.bytes}`);
  await pair.settled();
  return JSON.parse(answer.bytes.toString());
}

const EVENT = {
  title: 'Tonight',
  start_date: '2026-11-20 20:00:00',
  end_date: '2026-11-20 22:00:00',
  venue: { venue: 'Old Hall' },
  categories: ['Music'],
};

test('a page is kept, and given compressed, unmodified and to HEAD as answers of the interface are', async () => {
  await write('POST', '/events', EVENT);
  for (const path of [
    '/',
    '/events/',
    '/de/events/',
    '/event/tonight/',
    '/venue/old-hall/',
    '/events/category/music/',
    '/docs',
  ]) {
    await kept(path);
    const { text, wasKept } = await kept(path);
    assert.ok(wasKept, path);
    const plain = await read(path);
    assert.match(plain.headers['vary'] ?? '', /Accept, .*Accept-Encoding/);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['zstd', zstdDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await read(path, { 'accept-encoding': encoding });
      assert.equal(answer.headers['content-encoding'], encoding);
      assert.equal(decode(answer.bytes).toString(), text);
      assert.notEqual(answer.headers['etag'], plain.headers['etag']);
      const again = await read(path, {
        'accept-encoding': encoding,
        'if-none-match': answer.headers['etag'] ?? '',
      });
      assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    }
    const head = await read(path, {}, 'HEAD');
    assert.deepEqual([head.status, head.bytes.length, head.headers['etag']], [200, 0, plain.headers['etag']]);
  }
});

test('what a page shows makes another answer at once: events, venues, terms, settings', async () => {
  const shown = async (path: string, text: string) =>
    assert.ok((await kept(path)).text.includes(text), `${text} on ${path}`);
  const event = await write('POST', '/events', { ...EVENT, title: 'Opening', slug: 'opening' });
  const paths = ['/events/', '/event/opening/'];
  for (const path of paths) await shown(path, 'Opening');
  await write('POST', `/events/${event['id']}`, { title: 'Closing' });
  for (const path of paths) await shown(path, 'Closing');
  const { venue } = event as { venue: { id: number } };
  await write('POST', `/venues/${venue.id}`, { venue: 'New Hall' });
  for (const path of paths) await shown(path, 'New Hall');
  const [{ id: category } = { id: 0 }] = event['categories'] as { id: number }[];
  await write('POST', `/categories/${category}`, { name: 'Noise' });
  for (const path of paths) await shown(path, 'Noise');
  await write('POST', '/kalends/v1/settings', { name: 'Calendar of all' });
  for (const path of [...paths, '/venue/old-hall/']) await shown(path, 'Calendar of all</title>');
  await write('DELETE', `/events/${event['id']}`, {});
  assert.ok(!(await kept('/events/')).text.includes('Closing'));
  assert.equal((await read('/event/opening/')).status, 404);
});

test('a page is right for the minute: at the end of an event, and at midnight', async () => {
  const at = (time: string) => {
    pair.clock.now = Temporal.Instant.from(time);
  };
  // Ends at 22:00 in New York.
  at('2026-11-21T02:59:10Z');
  await kept('/events/');
  at('2026-11-21T02:59:59Z');
  const running = await kept('/events/');
  assert.ok(running.wasKept && running.text.includes('Tonight'));
  at('2026-11-21T03:00:00Z');
  const ended = await kept('/events/');
  assert.ok(!ended.wasKept && ended.text !== running.text);
  at('2026-11-21T04:59:59Z');
  const evening = await kept('/events/list/');
  at('2026-11-21T05:00:00Z');
  assert.notEqual((await kept('/events/list/')).text, evening.text);
});

test('tonight and the weekend are right at each moment, as pages and as feeds', async () => {
  const at = (time: string) => {
    pair.clock.now = Temporal.Instant.from(time);
  };
  const dates = {
    'Friday matinee': ['2026-11-27 10:00:00', '2026-11-27 17:00:00'],
    'Friday all afternoon': ['2026-11-27 14:00:00', '2026-11-27 18:30:00'],
    'Friday night': ['2026-11-27 23:00:00', '2026-11-28 04:00:00'],
    'Saturday market': ['2026-11-28 09:00:00', '2026-11-28 12:00:00'],
    'Sunday late': ['2026-11-29 23:00:00', '2026-11-30 01:00:00'],
    'Monday early': ['2026-11-30 08:00:00', '2026-11-30 09:00:00'],
  };
  const titles = Object.keys(dates);
  for (const [title, [start_date, end_date]] of Object.entries(dates))
    await write('POST', '/events', { title, start_date, end_date, tags: ['weekend test'] });
  const shown = async (path: string, feed: string) => {
    const page = await kept(path);
    const { text } = await kept(feed, { accept: 'text/calendar' });
    const inPage = titles.filter((title) => page.text.includes(`>${title}<`));
    assert.deepEqual(
      titles.filter((title) => text.includes(`SUMMARY:${title}`)),
      inPage,
      `${feed} at ${pair.clock.now}`,
    );
    return inPage;
  };
  const tag = '/events/tag/weekend-test';
  const weekend = () => shown(`${tag}/weekend/`, `${tag}/weekend.ics`);
  const tonight = () => shown(`${tag}/tonight/`, `${tag}/tonight.ics`);
  const all = titles.slice(1, 5);
  // New York is five hours behind.
  for (const [time, left, evening] of [
    ['2026-11-23T05:00:00Z', all, []],
    ['2026-11-27T21:59:00Z', all, ['Friday all afternoon', 'Friday night']],
    ['2026-11-27T23:30:00Z', titles.slice(2, 5), ['Friday night']],
    ['2026-11-28T05:00:00Z', titles.slice(2, 5), []],
    ['2026-11-28T17:00:00Z', ['Sunday late'], []],
    ['2026-11-30T04:59:59Z', ['Sunday late'], ['Sunday late']],
    ['2026-11-30T05:00:00Z', [], []],
  ] as const) {
    at(time);
    assert.deepEqual([await weekend(), await tonight()], [left, evening], time);
    const again = await kept(`${tag}/weekend/`);
    assert.ok(again.wasKept || again.text.includes('class="none"'), time);
  }
  at('2026-11-26T18:00:00Z');
  assert.deepEqual(await shown(`${tag}/tomorrow/`, `${tag}/tomorrow.ics`), titles.slice(0, 3));
  assert.deepEqual(await shown(`${tag}/today/`, `${tag}/today.ics`), []);
  at('2026-11-27T18:00:00Z');
  assert.deepEqual(await shown(`${tag}/today/`, `${tag}/today.ics`), titles.slice(0, 3));
  at('2026-11-21T05:00:00Z');
});

test('nothing of a signed-in reader, of a password or of a draft is kept for others', async () => {
  const draft = await write('POST', '/events', {
    ...EVENT,
    title: 'Unseen draft',
    slug: 'unseen',
    status: 'draft',
  });
  await write('POST', '/events', {
    ...EVENT,
    title: 'Locked',
    slug: 'locked',
    password: 'sesame',
    description: 'Hidden words',
  });
  await write('POST', '/events', { ...EVENT, title: 'For members', slug: 'members', status: 'private' });
  for (const path of ['/event/members/', `/?post_type=tribe_events&p=${draft['id']}`]) {
    const own = await read(path, { authorization: authorization() });
    assert.match(own.headers['cache-control'] ?? '', /private/);
    const { status, bytes, headers } = await read(path);
    assert.equal(status, 404, path);
    assert.ok(!/Unseen draft|For members/.test(bytes.toString()));
    assert.match(headers['cache-control'] ?? '', /no-store/);
  }
  const before = pair.keeping.responseCache.stats.entries;
  const asked = await read('/event/locked/?password=sesame');
  assert.match(asked.headers['cache-control'] ?? '', /private/);
  assert.equal(pair.keeping.responseCache.stats.entries, before);
  assert.ok(!(await kept('/event/locked/')).text.includes('Hidden words'));
  for (const entries of ['/events/', '/']) assert.ok(!(await kept(entries)).text.includes('Unseen draft'));
});

test('the front keeps its page and the index of the site for programs apart', async () => {
  for (let round = 0; round < 2; round++) {
    assert.match((await kept('/')).text, /^<!doctype html>/);
    assert.match((await kept('/', { accept: 'application/json' })).text, /^\{/);
    assert.match((await kept('/', { accept: 'text/html, application/json' })).text, /^<!doctype html>/);
  }
});
