// Two nodes on one PostgreSQL, restarted one after the other under load behind nginx and Caddy, by the files of `deploy/`.
// KALENDS_TEST_RESTART_REQUESTS goes on for so many requests.
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/server.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { openDatabases } from './databases.ts';
import { editorOf } from './nodes.ts';
import { missing, proxies, type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';
import { exchange, type WireRequest } from './wire.ts';

const HOST = 'calendar.example.org';
const WITHIN_MS = 30_000;
const LEAST_REQUESTS = Number(process.env['KALENDS_TEST_RESTART_REQUESTS'] ?? 0);
/** Clients behind each proxy, and their pause between two requests, milliseconds. */
const CLIENTS = 4;
const PAUSE_MS = LEAST_REQUESTS > 0 ? 0 : 200;
/** Milliseconds that the test may take: on a busy machine each request takes long. */
const LIMIT_MS = 600_000 + 60 * LEAST_REQUESTS;
/** Failures after which it is no use to go on. */
const MOST_FAILURES = 20;
const ROOT = '/calendar/events/v1';

const json = (path: string, body: object): Partial<WireRequest> => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});
const event = (title: string) =>
  json(`${ROOT}/events`, { title, start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' });

/** What a client asks for in turn; the name is one that nobody else gives. */
const kinds: readonly ((name: string) => Partial<WireRequest>)[] = [
  () => ({ path: `${ROOT}/events?per_page=5` }),
  (name) => ({ path: `${ROOT}/events?search=${name}` }),
  (name) => json(`${ROOT}/tags`, { name }),
  () => ({ path: '/events/' }),
  event,
  () => ({ path: `${ROOT}/tags` }),
  (name) =>
    json('/batch/v1', {
      requests: [1, 2, 3].map((n) => ({ path: `${ROOT}/tags`, body: { name: `${name} ${n}` } })),
    }),
  () => ({ path: '/events.ics' }),
];
/** Tags that one round of a client makes. */
const TAGS = new Map([
  [2, 1],
  [6, 3],
]);

const absent = proxies.map(missing).find((reason) => reason !== undefined);

test('nodes that are restarted one after the other fail no request of clients behind nginx and Caddy', {
  skip: absent ?? false,
  timeout: LIMIT_MS,
}, async (t) => {
  const databases = await openDatabases();
  const nodes: ServiceProcess[] = [];
  const fronts: ReverseProxy[] = [];
  const agents: Agent[] = [];
  let isOver = false;
  t.after(async () => {
    isOver = true;
    for (const agent of agents) agent.destroy();
    for (const front of fronts) await front.stop();
    await Promise.all(nodes.map((node) => node.stop()));
    await databases.close();
  });
  const DATABASE_URL = await databases.make();
  let data: string | undefined;
  for (let n = 0; n < 2; n++) {
    const node = await startProcess({
      ...(data === undefined ? {} : { data }),
      env: {
        DATABASE_URL,
        KALENDS_PORT: String(await freePort()),
        KALENDS_TRUST_PROXY: '127.0.0.1',
        KALENDS_SHUTDOWN_DELAY: '5',
      },
    });
    nodes.push(node);
    if (n === 0) await people(node);
    data = node.data;
  }
  const [first] = nodes as [ServiceProcess, ServiceProcess];
  const authorization = editorOf(first);
  for (const name of proxies)
    fronts.push(
      await startReverseProxy(
        name,
        nodes.map(({ url }) => url),
      ),
    );

  let requests = 0;
  let tags = 0;
  const failures: string[] = [];
  const work = async (front: ReverseProxy, name: string) => {
    const agent = new Agent({ ca: front.certificate, servername: HOST, keepAlive: true });
    agents.push(agent);
    for (let round = 0; !isOver; round++) {
      const at = round % kinds.length;
      const { method = 'GET', path = '/', headers, body } = kinds[at]?.(`${name}-${round}`) ?? {};
      const sent = { method, path, headers: { host: HOST, authorization, ...headers }, body };
      requests++;
      try {
        const { status, bytes } = await exchange(agent, front.url, sent, WITHIN_MS);
        if (status >= 400) failures.push(`${name}: ${method} ${path}: ${status} ${bytes.subarray(0, 300)}`);
        else tags += TAGS.get(at) ?? 0;
      } catch (error) {
        failures.push(`${name}: ${method} ${path}: ${String(error)}`);
      }
      await pause(PAUSE_MS);
    }
  };
  const clients = fronts.flatMap((front, which) =>
    Array.from({ length: CLIENTS }, (_, number) => work(front, `${proxies[which]}-${number}`)),
  );
  let restarts = 0;
  do
    for (const node of nodes) {
      await node.restart();
      while ((await node.anonymous.get(`${node.url}/health/ready`)).status !== 200) await pause(50);
      restarts++;
    }
  while (requests < LEAST_REQUESTS && failures.length < MOST_FAILURES);
  isOver = true;
  await Promise.all(clients);
  t.diagnostic(`${requests} requests, ${failures.length} failed, ${restarts} restarts`);
  assert.deepEqual(failures, []);
  const made = await first.anonymous.get('/tags?hide_empty=false&per_page=1');
  assert.equal(made.expect(200).at('total'), tags, 'what was acknowledged is there, once');
});
