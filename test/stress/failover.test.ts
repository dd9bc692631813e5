import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, createClient } from '../support/client.ts';
import type { Json } from '../support/json.ts';
import { startRelay } from '../support/relay.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { type Databases, openDatabases } from './databases.ts';
import { editorOf } from './nodes.ts';
import { patienceOf } from './patience.ts';

const WITHIN_MS = 2_000;
const LIST = '/events?start_date=2026-01-01&per_page=50';

let databases: Databases;
before(async () => {
  databases = await openDatabases();
});
after(() => databases?.close());

const event = (title: string, more: object = {}) => ({
  title,
  start_date: '2027-01-01 10:00:00',
  end_date: '2027-01-01 11:00:00',
  tags: ['shared'],
  ...more,
});

/** Puts one database in the place of another, and ends what is connected to that, as a failover behind one address does. */
async function failOver(old: string, standby: string): Promise<void> {
  const name = (url: string) => new URL(url).pathname.slice(1);
  const spare = await databases.make();
  await databases.drop(spare);
  const administration = spare.replace(name(spare), 'postgres');
  const rename = async (url: string, to: string) => {
    for (let tries = 1; ; tries++)
      try {
        await databases.run(
          administration,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name(url)}'`,
        );
        await databases.run(administration, `alter database ${name(url)} rename to ${to}`);
        return;
      } catch (error) {
        // Whoever was connected comes back at once.
        if (tries > 50) throw error;
      }
  };
  await rename(old, name(spare));
  await rename(standby, name(old));
}

/** What lists of both kinds tell, and a single event by its slug. */
async function seen(client: Client): Promise<Json[]> {
  const told: Json[] = [];
  for (const path of [LIST, `${LIST}&search=fork`, `${LIST}&tags=shared&per_page=2`, '/tags', '/venues']) {
    const answer = await client.get(path);
    if (answer.status !== 200) return [answer.status];
    const titles = ['events', 'tags', 'venues'].flatMap((kind) =>
      answer.at(kind) === undefined ? [] : answer.rows(kind),
    );
    told.push([
      answer.at('total') ?? null,
      ...titles.map(
        ({ title, name, venue, count }) => `${String(title ?? name ?? venue)} ${String(count ?? '')}`,
      ),
    ]);
  }
  return told;
}

/** Asks until both are told the same by it as by a node that was only started now, or the time is over. */
async function agree(
  clients: readonly Client[],
  wanted: Json[],
  withinMs: number,
  what: string,
): Promise<number> {
  const began = performance.now();
  const isEarly = patienceOf(withinMs);
  for (;;) {
    const all = await Promise.all(clients.map(seen));
    const tookMs = performance.now() - began;
    if (all.every((one) => JSON.stringify(one) === JSON.stringify(wanted))) return tookMs;
    if (!(await isEarly()))
      assert.deepEqual(
        all,
        clients.map(() => wanted),
        `${what}, after ${tookMs.toFixed(0)} ms`,
      );
  }
}

/** Writes on the new primary: fewer than were lost, as many, and more. */
for (const later of [1, 4])
  test(`after a failover that lost 3 writes, what was lost is gone, and ${later} new writes are seen`, async (t) => {
    const old = await databases.make();
    const first = await startProcess({ env: { DATABASE_URL: old } });
    await people(first);
    for (let n = 0; n < 5; n++)
      (await first.as('editor').post('/events', event(`Fork ${n}`, { venue: { venue: `V ${n}` } }))).expect(
        201,
      );
    await first.restart();
    await first.stop().catch(() => {});
    // A standby that lacked the last writes when it was made the primary.
    const standby = await databases.make(old);
    const relay = await startRelay(old);
    const env = { DATABASE_URL: relay.through(old) };
    const nodes = await Promise.all([1, 2].map(() => startProcess({ env })));
    const fresh: ServiceProcess[] = [];
    try {
      const credentials = nodes.map((node) => createClient(() => node.url, editorOf(first)));
      const anonymous = nodes.map((node) => node.anonymous);
      const [writer] = credentials as [Client, Client];
      const kept = await seen(anonymous[0] as Client);
      const lost: number[] = [];
      for (let n = 0; n < 3; n++)
        lost.push(
          (await writer.post('/events', event(`Fork lost ${n}`, { venue: { venue: `Lost ${n}` } })))
            .expect(201)
            .id(),
        );
      // Each is asked often enough to have all in memory: lists, totals, single events, what they link to.
      for (let n = 0; n < 60; n++) for (const client of anonymous) await client.get(`${LIST}&page=1&n=${n}`);
      const before = await seen(anonymous[0] as Client);
      await agree(anonymous, before, WITHIN_MS, 'before');
      for (const client of anonymous) for (const id of lost) (await client.get(`/events/${id}`)).expect(200);

      relay.silence();
      await failOver(old, standby);
      relay.retarget(old);
      relay.resume();
      const tookMs = await agree(anonymous, kept, WITHIN_MS, 'after the failover');
      for (const client of anonymous) (await client.get(`/events/${lost[0]}`)).expect(404);

      for (let n = 0; n < later; n++)
        (await writer.post('/events', event(`Fork new ${n}`, { venue: { venue: `New ${n}` } }))).expect(201);
      const last = await startProcess({ env: { DATABASE_URL: old } });
      fresh.push(last);
      const wroteMs = await agree(anonymous, await seen(last.anonymous), WITHIN_MS, 'after new writes');
      t.diagnostic(
        `the lost are gone after ${tookMs.toFixed(0)} ms, the new seen after ${wroteMs.toFixed(0)} ms`,
      );
    } finally {
      for (const node of [...nodes, ...fresh]) await node.kill();
      await relay.close();
    }
  });

test('writes on the new primary before anybody asks hide nothing: fewer, as many and more than were lost', async () => {
  for (const later of [3, 5]) {
    const old = await databases.make();
    const first = await startProcess({ env: { DATABASE_URL: old } });
    await people(first);
    (await first.as('editor').post('/events', event('Fork kept'))).expect(201);
    await first.restart();
    await first.stop().catch(() => {});
    const standby = await databases.make(old);
    const relay = await startRelay(old);
    const node = await startProcess({ env: { DATABASE_URL: relay.through(old) } });
    const other = await startProcess({ env: { DATABASE_URL: standby } });
    try {
      for (let n = 0; n < 3; n++)
        (await createClient(() => node.url, editorOf(first)).post('/events', event(`Fork lost ${n}`))).expect(
          201,
        );
      for (let n = 0; n < 60; n++) await node.anonymous.get(`${LIST}&n=${n}`);
      await seen(node.anonymous);
      for (let n = 0; n < later; n++)
        (await createClient(() => other.url, editorOf(first)).post('/events', event(`Fork new ${n}`))).expect(
          201,
        );
      const wanted = await seen(other.anonymous);
      await other.kill();
      relay.silence();
      await failOver(old, standby);
      relay.retarget(old);
      relay.resume();
      await agree([node.anonymous], wanted, WITHIN_MS, `${later} writes`);
    } finally {
      for (const one of [node, other]) await one.kill();
      await relay.close();
    }
  }
});
