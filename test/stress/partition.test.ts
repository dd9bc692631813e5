import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '../support/client.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { type Databases, openDatabases } from './databases.ts';
import { editorOf } from './nodes.ts';

/** Others write again by then. */
const FREE_WITHIN_MS = 15_000;
/** Whoever is cut off tells its clients by then: an answer's patience, a connection's, and something for a busy machine. */
const TOLD_WITHIN_MS = 60_000;

let databases: Databases;
before(async () => {
  databases = await openDatabases();
});
after(() => databases?.close());

const event = (title: string) => ({
  title,
  start_date: '2027-01-01 10:00:00',
  end_date: '2027-01-01 11:00:00',
  venue: { venue: `At ${title}` },
});

const clientOf = (node: ServiceProcess, first: ServiceProcess): Client =>
  createClient(() => node.url, editorOf(first));

async function timed<T>(work: Promise<T>): Promise<{ result: T; tookMs: number }> {
  const began = performance.now();
  const result = await work;
  return { result, tookMs: performance.now() - began };
}

/** A node behind a proxy and one that isn't, on a new calendar. */
async function withNodes(
  work: (nodes: {
    cut: Client;
    other: Client;
    proxy: Relay;
    url: string;
    node: ServiceProcess;
  }) => Promise<void>,
): Promise<void> {
  const url = await databases.make();
  const proxy = await startRelay(url);
  const other = await startProcess({ env: { DATABASE_URL: url } });
  await people(other);
  const node = await startProcess({ data: other.data, env: { DATABASE_URL: proxy.through(url) } });
  try {
    await work({ cut: clientOf(node, other), other: clientOf(other, other), proxy, url, node });
  } finally {
    await node.kill();
    await other.stop();
    await proxy.close();
  }
}

/** Asks until it's answered with that status; how long that took, milliseconds. */
async function waitFor(
  ask: () => Promise<{ status: number }>,
  status: number,
  mostMs: number,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    const tookMs = performance.now() - began;
    if (answer.status === status) return tookMs;
    assert.ok(tookMs < mostMs, `${answer.status} instead of ${status} after ${tookMs.toFixed(0)} ms`);
    await pause(100);
  }
}

for (const [name, text, before] of [
  ['its first words', 'for update', false],
  ['its commit', 'pg_notify', true],
] as const)
  test(`a node that is cut off in a write, at ${name}, keeps the others from writing for seconds, and comes back`, (t) =>
    withNodes(async ({ cut, other, proxy, url, node }) => {
      (await cut.post('/events', event('Before'))).expect(201);
      proxy.silenceAt(text, { before });
      const writing = timed(cut.post('/events', event('Cut off')));
      await proxy.silent();
      const reading = timed(createClient(() => node.url).get('/events?start_date=2026-01-01&search=before'));
      const written = await timed(other.post('/events', event('Other')));
      written.result.expect(201);
      assert.ok(written.tookMs < FREE_WITHIN_MS, `others wrote after ${written.tookMs.toFixed(0)} ms`);
      // Once free it's free, whatever else the one that is cut off begins.
      const again = await timed(other.post('/events', event('Other again')));
      again.result.expect(201);
      assert.ok(again.tookMs < 6_000, `and again after ${again.tookMs.toFixed(0)} ms`);
      const told = await writing;
      told.result.expect(503);
      assert.match(told.result.headers['retry-after'] ?? '', /^\d+$/);
      const read = await reading;
      read.result.expect(503);
      for (const { tookMs } of [told, read])
        assert.ok(tookMs < TOLD_WITHIN_MS, `told after ${tookMs.toFixed(0)} ms`);
      proxy.resume();
      const backMs = await waitFor(() => cut.post('/events', event('Back')), 201, 60_000);
      const { rows } = await databases.run(
        url,
        `select count(*)::int as n from pg_stat_activity where datname = current_database()
          and state like 'idle in transaction%'`,
      );
      assert.equal(rows[0]?.['n'], 0, 'nothing is held any more');
      t.diagnostic(
        `others after ${written.tookMs.toFixed(0)} ms; told after ${told.tookMs.toFixed(0)} (write) and ${read.tookMs.toFixed(0)} ms (read); back ${backMs.toFixed(0)} ms after`,
      );
    }));

test('a node whose connections went silent takes new ones that work', (t) =>
  withNodes(async ({ cut, proxy }) => {
    (await cut.post('/events', event('Before'))).expect(201);
    await Promise.all(Array.from({ length: 20 }, () => cut.get('/events?start_date=2026-01-01&per_page=3')));
    // As where a firewall forgets connections: those of before are lost without a word, new ones are not.
    proxy.silence();
    proxy.resume();
    const began = performance.now();
    await waitFor(() => cut.get('/events?start_date=2026-01-01&per_page=4'), 200, TOLD_WITHIN_MS);
    await waitFor(() => cut.post('/events', event('After')), 201, TOLD_WITHIN_MS);
    const tookMs = performance.now() - began;
    t.diagnostic(`reads and writes again after ${tookMs.toFixed(0)} ms`);
    assert.ok(tookMs < TOLD_WITHIN_MS);
    const settled = await timed(
      Promise.all(Array.from({ length: 30 }, (_, n) => cut.get(`/events/${n + 1}`))),
    );
    assert.ok(settled.tookMs < 8_000, `all connections work again: ${settled.tookMs.toFixed(0)} ms`);
  }));
