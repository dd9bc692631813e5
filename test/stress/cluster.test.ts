import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../support/client.ts';
import { createClient } from '../support/client.ts';
import { freePort } from '../support/server.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { type Databases, openDatabases } from './databases.ts';
import { ask } from './load.ts';
import { editorOf, startNodes } from './nodes.ts';
import { askReady } from './outage.ts';
import { patienceOf } from './patience.ts';
import { descendants } from './processes.ts';

const WITHIN_MS = 1_000;
const TAKEN_OVER_MS = 60_000;
const event = (title: string) => ({
  title,
  start_date: '2027-01-01 10:00:00',
  end_date: '2027-01-01 11:00:00',
});

let databases: Databases;
before(async () => {
  databases = await openDatabases();
});
after(() => databases?.close());

const clientOf = (node: ServiceProcess, first: ServiceProcess): Client =>
  createClient(() => node.url, editorOf(first));

/** Waits until a list of a node has that total; how long that took, milliseconds. */
async function waitForTotal(client: Client, total: number, withinMs: number): Promise<number> {
  const began = performance.now();
  const isEarly = patienceOf(withinMs);
  for (;;) {
    const found = (await client.get('/events?per_page=1&start_date=2026-01-01')).expect(200).at('total');
    const tookMs = performance.now() - began;
    if (found === total) return tookMs;
    assert.ok(await isEarly(), `${String(found)} instead of ${total} after ${tookMs.toFixed(0)} ms`);
  }
}

test('a write is seen on other nodes within a second, also while no notification comes', async (t) => {
  const databaseUrl = await databases.make();
  // Nobody listens on that port: what one node can't hear it must ask for.
  const deaf = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  const [one, two] = (await startNodes({ databaseUrl, nodes: 2, workers: 1 })) as [
    ServiceProcess,
    ServiceProcess,
  ];
  const three = await startProcess({
    data: one.data,
    env: { DATABASE_URL: databaseUrl, KALENDS_LISTEN_URL: deaf },
  });
  try {
    const [first, second, third] = [one, two, three].map((node) => clientOf(node, one)) as [
      Client,
      Client,
      Client,
    ];
    let total = 0;
    const write = async (by: Client) => {
      (await by.post('/events', event('Two are needed'))).expect(201);
      (await by.post('/events', event('for a second page'))).expect(201);
      total += 2;
    };
    await write(first);
    for (const client of [second, third]) await waitForTotal(client, total, WITHIN_MS);
    await write(third);
    for (const client of [first, second]) await waitForTotal(client, total, WITHIN_MS);

    const ended = await databases.run(
      databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'kalends listener' and datname = current_database()`,
    );
    assert.equal(ended.rows.length, 2);
    await write(first);
    const tookMs = await waitForTotal(second, total, WITHIN_MS);
    t.diagnostic(`seen after ${tookMs.toFixed(0)} ms without a listener`);
    // It comes back by itself.
    for (let tries = 0; ; tries++) {
      const { rows } = await databases.run(
        databaseUrl,
        `select 1 from pg_stat_activity where application_name = 'kalends listener' and datname = current_database()`,
      );
      if (rows.length === 2) break;
      assert.ok(tries < 600, 'both listen again');
      await pause(100);
    }
  } finally {
    await three.stop();
    await two.stop();
    await one.stop();
  }
});

test('where the node with the scheduled work is killed, another does it within 30 seconds', async (t) => {
  const databaseUrl = await databases.make();
  const env = { DATABASE_URL: databaseUrl };
  const one = await startProcess({ env });
  await people(one);
  // The first alone has taken the part.
  const held = 'select holder from leases where name = $$jobs$$ and holder <> $$$$';
  while ((await databases.run(databaseUrl, held)).rows.length === 0) await pause(50);
  const before = (await databases.run(databaseUrl, held)).rows[0]?.['holder'];
  const two = await startProcess({ data: one.data, env });
  try {
    const client = clientOf(two, one);
    const soon = Temporal.Now.instant().add({ seconds: 3 });
    const date = soon.toString({ smallestUnit: 'second' }).replace('T', ' ').replace('Z', '');
    const scheduled = (await client.post('/events', { ...event('Scheduled'), date })).expect(201);
    assert.equal(scheduled.at('status'), 'future');
    await one.kill();
    const killed = performance.now();
    for (;;) {
      const { body } = await client.get(`/events/${scheduled.id()}`);
      if (typeof body === 'object' && body !== null && 'status' in body && body['status'] === 'publish')
        break;
      assert.ok(performance.now() - killed < TAKEN_OVER_MS, 'it is published');
      await pause(100);
    }
    t.diagnostic(`published ${((performance.now() - killed) / 1_000).toFixed(1)} s after the kill`);
    const now = (await databases.run(databaseUrl, held)).rows[0]?.['holder'];
    assert.notEqual(now, before);
  } finally {
    await two.stop();
    await one.stop();
  }
});

test('ready is 503 while the database is away, live is not', async () => {
  const databaseUrl = await databases.make();
  const node = await startProcess({ env: { DATABASE_URL: databaseUrl } });
  try {
    assert.equal((await askReady(node.url)).status, 200);
    await databases.drop(databaseUrl);
    assert.equal((await askReady(node.url)).status, 503);
    const answer = await node.anonymous.get(`${node.url}/kalends/v1/health/ready`);
    assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
    const live = await node.anonymous.get(`${node.url}/kalends/v1/health/live`);
    assert.equal(live.expect(200).at('status'), 'ok');
  } finally {
    await node.stop();
  }
});

const engines: readonly { name: string; workers: number; url: () => Promise<string | undefined> }[] = [
  { name: 'a node on PostgreSQL', workers: 1, url: async () => databases.make() },
  { name: 'four workers on SQLite', workers: 4, url: async () => undefined },
];

for (const { name, workers, url } of engines)
  test(`${name} stops under load: what was begun is answered, and nothing more is made`, async (t) => {
    const databaseUrl = await url();
    const [service] = (await startNodes({ databaseUrl, nodes: 1, workers })) as [ServiceProcess];
    const agent = new Agent({ keepAlive: false });
    try {
      const authorization = editorOf(service);
      const place = { origin: service.url, agent };
      let stopped = false;
      let created = 0;
      let refused = 0;
      const write = async (writer: number) => {
        for (let n = 0; !stopped; n++)
          try {
            const { status } = await ask(place, authorization, 'POST', '/events', event(`S ${writer} ${n}`));
            if (status === 201) created++;
            else {
              assert.equal(status, 503);
              refused++;
            }
          } catch (error) {
            assert.match(String(error), /ECONNREFUSED|ECONNRESET|EPIPE|socket hang up/);
            await pause(20);
          }
      };
      const writers = Array.from({ length: 6 }, (_, n) => write(n));
      while (created < 10) await pause(20);
      await service.restart();
      stopped = true;
      await Promise.all(writers);
      t.diagnostic(`${created} created, ${refused} refused`);
      const found = await service.as('editor').get('/events?per_page=1&start_date=2026-01-01');
      assert.equal(found.expect(200).at('total'), created);
    } finally {
      agent.destroy();
      await service.stop();
    }
  });

test('a worker that is killed under load is replaced, and nothing acknowledged is lost', async (t) => {
  const [service] = (await startNodes({ databaseUrl: undefined, nodes: 1, workers: 3 })) as [ServiceProcess];
  const agent = new Agent({ keepAlive: false });
  try {
    const authorization = editorOf(service);
    const place = { origin: service.url, agent };
    const workersNow = () => descendants(service.pid);
    assert.equal(workersNow().length, 3);
    let stopped = false;
    let cut = 0;
    const acknowledged: number[] = [];
    const write = async (writer: number) => {
      for (let n = 0; !stopped; n++)
        try {
          const told = await ask(place, authorization, 'POST', '/events', event(`Worker ${writer} ${n}`));
          assert.equal(told.status, 201, JSON.stringify(told.body));
          const { body } = told;
          if (typeof body === 'object' && body !== null && !Array.isArray(body))
            acknowledged.push(Number(body['id']));
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          cut++;
        }
    };
    const writers = Promise.all(Array.from({ length: 4 }, (_, n) => write(n)));
    while (acknowledged.length < 10) await pause(20);
    const [victim] = workersNow();
    assert.ok(victim !== undefined);
    process.kill(victim, 'SIGKILL');
    const before = acknowledged.length;
    for (let tries = 0; workersNow().length < 3 || workersNow().includes(victim); tries++) {
      assert.ok(tries < 600, 'it is replaced');
      await pause(100);
    }
    while (acknowledged.length < before + 10) await pause(20);
    stopped = true;
    await writers;
    t.diagnostic(`${acknowledged.length} acknowledged, ${cut} cut with their worker`);
    assert.ok(cut <= 4, 'only what that worker had is cut');
    for (const id of acknowledged) (await service.as('editor').get(`/events/${id}`)).expect(200);
    const { stdout } = await service.cli(['check']);
    assert.equal(stdout, 'No problems found.\n');
  } finally {
    agent.destroy();
    await service.stop();
  }
});
