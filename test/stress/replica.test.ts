import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../support/client.ts';
import { parseExposition } from '../support/exposition.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { type Databases, openDatabases } from './databases.ts';
import { editorOf } from './nodes.ts';
import { askReady } from './outage.ts';
import { patienceOf } from './patience.ts';

let databases: Databases;
before(async () => {
  databases = await openDatabases();
});
after(() => databases?.close());

const event = (title: string) => ({
  title,
  start_date: '2027-01-01 10:00:00',
  end_date: '2027-01-01 11:00:00',
});

/** A calendar with ten events, and a copy of it that goes no further: a replica that is behind for good. */
async function calendars(): Promise<{ first: ServiceProcess; primary: string; behind: string }> {
  const primary = await databases.make();
  const first = await startProcess({ env: { DATABASE_URL: primary } });
  await people(first);
  for (let n = 0; n < 10; n++) (await first.as('editor').post('/events', event(`Event ${n}`))).expect(201);
  await first.stop();
  return { first, primary, behind: await databases.make(primary) };
}

/** Never answered from what is kept. */
let asked = 0;
const list = () => `/events?start_date=2026-01-01&per_page=50&n=${asked++}`;

async function timed<T>(work: Promise<T>): Promise<{ result: T; tookMs: number }> {
  const began = performance.now();
  const result = await work;
  return { result, tookMs: performance.now() - began };
}

test('where one of two replicas behind an address is behind, nobody sees less than the node knows', async () => {
  const { first, primary, behind } = await calendars();
  const name = (url: string) => new URL(url).pathname.slice(1);
  // By the name of the database, since both are on one server: two ways to it.
  const relay = await startRelay(primary, { rename: [name(primary), name(behind)] });
  const node = await startProcess({
    env: { DATABASE_URL: primary, DATABASE_REPLICA_URL: relay.through(primary) },
  });
  const other = await startProcess({ env: { DATABASE_URL: primary } });
  try {
    const editor = createClient(() => node.url, editorOf(first));
    const elsewhere = createClient(() => other.url, editorOf(first));
    for (let n = 0; n < 15; n++) {
      const id = (await editor.post('/events', event(`New ${n}`))).expect(201).id();
      const total = 11 + 2 * n;
      // Whoever asks: it was written by somebody else, and lists, totals and single events come each in their own way.
      for (let times = 0; times < 4; times++) {
        const answers = await Promise.all([
          node.anonymous.get(list()),
          node.anonymous.get(`${list()}&search=new`),
          node.anonymous.get(`${list()}&per_page=3`),
        ]);
        assert.deepEqual(
          answers.map((answer) => answer.expect(200).at('total')),
          [total, 1 + 2 * n, total],
        );
        (await node.anonymous.get(`/events/${id}?n=${asked++}`)).expect(200);
      }
      // What the other node writes is seen within a second, and never unseen again.
      const far = (await elsewhere.post('/events', event(`New there ${n}`))).expect(201).id();
      const isEarly = patienceOf(1_000);
      const look = async () => (await node.anonymous.get(`/events/${far}?n=${asked++}`)).status;
      while ((await look()) !== 200) assert.ok(await isEarly(), 'it is seen within a second');
      for (let times = 0; times < 4; times++) assert.equal(await look(), 200, 'what was seen stays');
    }
    assert.ok(relay.taken > 1 && relay.bytes > 5_000, `the replica is used: ${relay.bytes} bytes`);
    // What is kept by now is right too.
    for (let times = 0; times < 5; times++)
      assert.equal((await node.anonymous.get('/events?start_date=2026-01-01&per_page=1')).at('total'), 40);
  } finally {
    await node.kill();
    await other.kill();
    await relay.close();
  }
});

async function withReplica(
  work: (nodes: { node: ServiceProcess; first: ServiceProcess; near: Relay; far: Relay }) => Promise<void>,
): Promise<void> {
  const { first, primary } = await calendars();
  const near = await startRelay(primary);
  const far = await startRelay(primary);
  const node = await startProcess({
    env: { DATABASE_URL: near.through(primary), DATABASE_REPLICA_URL: far.through(primary) },
  });
  try {
    await work({ node, first, near, far });
  } finally {
    await node.kill();
    await near.close();
    await far.close();
  }
}

const metricsOf = async (node: ServiceProcess) =>
  parseExposition((await node.as('admin').get(`${node.url}/metrics`)).expect(200).text);

test('a replica that takes connections and says nothing is left alone, and used again once it answers', (t) =>
  withReplica(async ({ node, far }) => {
    const readsOf = async () => (await metricsOf(node)).sum('kalends_replica_reads_total');
    const started = performance.now();
    while ((await readsOf()) < 2) {
      assert.ok(performance.now() - started < 60_000, 'it is used');
      (await node.anonymous.get(list())).expect(200);
    }
    far.silence();
    const first = await timed(node.anonymous.get(list()));
    first.result.expect(200);
    assert.ok(first.tookMs < 8_000, `the first is answered after ${first.tookMs.toFixed(0)} ms`);
    const later = await timed(Promise.all(Array.from({ length: 20 }, () => node.anonymous.get(list()))));
    for (const answer of later.result) answer.expect(200);
    const lost = await metricsOf(node);
    assert.equal(lost.sum('kalends_replica_up'), 0);
    assert.ok(lost.sum('kalends_replica_fallbacks_total', { reason: 'away' }) >= 1);
    assert.ok(lost.sum('kalends_replica_reads_total') >= 2);
    assert.equal(
      (await node.anonymous.get(`${node.url}/health/ready`)).expect(200).at('checks.replica'),
      'away',
    );
    assert.ok(later.tookMs < 15_000, `those after it don't wait: ${later.tookMs.toFixed(0)} ms`);
    far.resume();
    const began = performance.now();
    for (;;) {
      (await node.anonymous.get(list())).expect(200);
      const found = await metricsOf(node);
      const readsThere = found.sum('kalends_replica_reads_total');
      if (found.sum('kalends_replica_up') === 1 && readsThere > lost.sum('kalends_replica_reads_total'))
        break;
      assert.ok(performance.now() - began < 60_000, 'it is used again');
      await pause(100);
    }
    t.diagnostic(
      `silent: first read after ${first.tookMs.toFixed(0)} ms, twenty more in ${later.tookMs.toFixed(0)} ms; used again after ${(performance.now() - began).toFixed(0)} ms`,
    );
  }));

test('ready asks the primary, and anonymous readers have the replica while that is away', (t) =>
  withReplica(async ({ node, near }) => {
    assert.equal((await askReady(node.url)).status, 200);
    (await node.anonymous.get(list())).expect(200);
    near.silence();
    const { status, tookMs } = await askReady(node.url);
    assert.equal(status, 503);
    t.diagnostic(`503 after ${tookMs.toFixed(0)} ms`);
    assert.ok(tookMs < 15_000);
    (await node.anonymous.get('/venues?per_page=5')).expect(200);
  }));

test('a list beyond the dates that are laid out has them laid out on the primary, and shows them', () =>
  withReplica(async ({ node, first }) => {
    const today = Temporal.Now.plainDateISO('UTC');
    const day = today.add({ days: 1 }).toString();
    const id = (
      await createClient(() => node.url, editorOf(first)).post('/events', {
        title: 'Yearly',
        start_date: `${day} 10:00:00`,
        end_date: `${day} 11:00:00`,
        timezone: 'UTC',
        status: 'publish',
        recurrence: 'RRULE:FREQ=YEARLY',
      })
    )
      .expect(201)
      .id();
    const totalIn = async (years: number) => {
      const end = today.add({ years, days: 2 }).toString();
      const query = `post_parent=${id}&start_date=${today}&end_date=${end}&n=${asked++}`;
      return (await node.anonymous.get(`/events?${query}`)).expect(200).at('total');
    };
    assert.equal(await totalIn(5), 6);
    assert.equal(await totalIn(8), 9);
  }));
