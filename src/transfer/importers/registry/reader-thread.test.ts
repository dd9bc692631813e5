import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { openBytes } from '../byte-source.ts';
import { ImportError } from '../import-item.ts';
import { openSource } from './reader-thread.ts';

const NAMED = {
  name: 'export.json',
  shown: 'export.json',
  options: {},
  site: { timezone: 'UTC', language: 'en', now: '2026-11-20T12:00:00Z', horizon: '2028-12-19' },
} as const;
const EVENTS = 12_500;
const BATCHES = 13;

const event = (id: number) => ({
  id,
  title: `Tea &amp; more ${id}`,
  start_date: '2027-03-01 10:00:00',
  end_date: '2027-03-01 12:00:00',
  rest_url: `https://x.org/wp-json/tribe/events/v1/events/${id}`,
  categories: [{ id: 1, name: 'A', slug: 'a', taxonomy: 'tribe_events_cat' }],
});

const CALENDAR = JSON.stringify({
  events: [...Array.from({ length: EVENTS }, (_, at) => event(at + 1)), 'none'],
  rest_url: 'https://x.org/wp-json/tribe/events/v1/events',
});

/** Returns what opening a text as a file gives, in this thread or in one of its own. */
async function open(t: TestContext, text: string, isApart: boolean) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kalends-thread-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'export.json');
  await writeFile(file, text);
  const bytes = await openBytes(file);
  t.after(() => bytes.close());
  const opened = await openSource('tec', { bytes }, NAMED, {
    large: isApart ? 0 : Number.POSITIVE_INFINITY,
  });
  t.after(() => opened.close());
  return { ...opened, file };
}

/** Without members that are undefined, which mean what those that are missing do. */
const clone = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('a thread of its own gives of a file what this one would', async (t) => {
  const [here, apart] = await Promise.all([open(t, CALENDAR, false), open(t, CALENDAR, true)]);
  assert.deepEqual(clone(apart.source), clone(here.source));
  assert.equal(apart.source.events, EVENTS + 1);
  const batches = await Array.fromAsync(apart.source.batches(undefined));
  assert.ok(batches.length > BATCHES);
  assert.deepEqual(batches, clone(await Array.fromAsync(here.source.batches(undefined))));
  assert.equal(batches.at(-1)?.remarks.length, 1);
});

test('what is no JSON is refused from a thread as from here', async (t) => {
  const refusal = async (isApart: boolean) => {
    const error: unknown = await open(t, '{"events":[{]', isApart).catch((error) => error);
    assert.ok(error instanceof ImportError);
    return error.userMessage;
  };
  assert.deepEqual(await refusal(true), await refusal(false));
});

test('a file that becomes another while a thread reads it is refused, not taken for whole', async (t) => {
  const { source, file } = await open(t, CALENDAR, true);
  await truncate(file, 1000);
  await assert.rejects(Array.fromAsync(source.batches(undefined)), ImportError);
});

test('an error of the system comes with what tells it from others', async () => {
  const gone = { size: 10, fd: 2 ** 30, read: () => assert.fail(), close: async () => {} };
  await assert.rejects(openSource('tec', { bytes: gone }, NAMED, { large: 0 }), { code: 'EBADF' });
});

test('a thread that is ended half-way ends, and keeps nobody waiting', { timeout: 60_000 }, async (t) => {
  const { source, close } = await open(t, CALENDAR, true);
  for await (const batch of source.batches(undefined)) {
    assert.equal(batch.progress.what, 'categories');
    break;
  }
  await close();
  await assert.rejects(Array.fromAsync(source.batches(undefined)));
});
