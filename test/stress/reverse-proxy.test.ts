// nginx and Caddy, run by the files of `deploy/`, before two nodes on one PostgreSQL.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isObject, parseJson } from '../support/json.ts';
import type { ServiceProcess } from '../support/service.ts';
import { compareKept, startKeptPair } from './cache-comparison.ts';
import { type Databases, openDatabases } from './databases.ts';
import { differenceOf } from './difference.ts';
import { editorOf, startNodes } from './nodes.ts';
import { missing, type ProxyName, proxies, type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';
import { exchange, type WireAnswer, type WireRequest } from './wire.ts';

const HOST = 'calendar.example.org';
const WITHIN_MS = 60_000;
const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));

/** Headers that a proxy adds of its own, and those that it may send with a 304. */
const OWN = new Set(['server', 'alt-svc', 'via', 'accept-ranges']);

/** In what an answer through a proxy differs from one that was made anew. */
function differenceThrough({ sqlite: through, postgres: anew }: Parameters<typeof differenceOf>[0]) {
  // What isn't HTTP to the proxy never comes to a node.
  const type = through.headers['content-type'];
  const isByNginx = type === 'text/html' && through.headers['server']?.startsWith('nginx');
  // Caddy reads paths before it names itself, and takes no `%` without two digits.
  const isByCaddy = type?.startsWith('text/plain') && through.bytes.toString() === '400 Bad Request';
  if (through.status >= 400 && (isByNginx || isByCaddy)) return undefined;
  if (through.headers['x-accel-expires'] !== undefined) return 'a header that is for nginx alone';
  if (through.status === 304 && anew.status === 304)
    return through.headers['etag'] === anew.headers['etag'] ? undefined : 'another entity tag';
  // nginx sends the whole where If-Modified-Since, which RFC 9110 13.1.3 has ignored beside If-None-Match, is no date.
  if (through.status === 200 && anew.status === 304)
    return through.headers['etag'] === anew.headers['etag']
      ? undefined
      : 'a whole answer with another entity tag';
  const headers = Object.fromEntries(Object.entries(through.headers).filter(([name]) => !OWN.has(name)));
  return differenceOf({ sqlite: { ...through, headers }, postgres: anew });
}

for (const name of proxies)
  test(`${name}: what it gives out is what would be made anew, whatever was written and however late it is`, {
    skip: missing(name) ?? false,
  }, async (t) => {
    let proxy: ReverseProxy | undefined;
    const pair = await startKeptPair(60, {
      nodes: 2,
      env: { KALENDS_TRUST_PROXY: '127.0.0.1', KALENDS_PUBLIC_URL: `https://${HOST}` },
      before: async (nodes) => {
        proxy = await startReverseProxy(name, nodes);
        return proxy;
      },
    });
    try {
      const { faults, compared, unmodified, writes } = await compareKept(pair, {
        steps: Number(process.env['KALENDS_TEST_PROXY_STEPS'] ?? 140),
        seed: 12,
        difference: differenceThrough,
      });
      t.diagnostic(`${compared} answers compared, ${unmodified} of them unmodified, ${writes} writes`);
      assert.deepEqual(faults, []);
      assert.ok(writes > 15, 'things were written');
      assert.ok(unmodified > 30, 'entity tags were known');
      if (name !== 'nginx') return;
      const told = new Map<string, number>();
      for (const line of proxy?.log().trim().split('\n') ?? []) {
        const what = line.split(' ').at(-1) ?? '';
        told.set(what, (told.get(what) ?? 0) + 1);
      }
      t.diagnostic(JSON.stringify(Object.fromEntries(told)));
      assert.ok((told.get('REVALIDATED') ?? 0) > compared / 10, 'answers came from the cache');
      assert.equal(told.get('HIT'), undefined, 'and none before Kalends was asked');
    } finally {
      await pair.stop();
    }
  });

/** Two nodes behind a proxy, and what clients from several addresses of this machine ask them. */
interface Behind {
  readonly nodes: readonly ServiceProcess[];
  readonly proxy: ReverseProxy;
  ask(from: string, request: Partial<WireRequest>): Promise<WireAnswer>;
  stop(): Promise<void>;
}

async function startBehind(
  name: ProxyName,
  databases: Databases,
  env: Record<string, string> = {},
): Promise<Behind> {
  const nodes = await startNodes(
    { databaseUrl: await databases.make(), nodes: 2, workers: 1 },
    // Of the addresses of this machine only the one from which the proxy comes.
    { KALENDS_TRUST_PROXY: '127.0.0.1', KALENDS_LOG_LEVEL: 'info', ...env },
  );
  const proxy = await startReverseProxy(
    name,
    nodes.map(({ url }) => url),
  );
  const agents = new Map<string, Agent>();
  const agentOf = (from: string) => {
    const known =
      agents.get(from) ??
      new Agent({ localAddress: from, ca: proxy.certificate, servername: HOST, keepAlive: true });
    agents.set(from, known);
    return known;
  };
  return {
    nodes,
    proxy,
    ask: (from, { method = 'GET', path = '/', headers = {}, body }) =>
      exchange(
        agentOf(from),
        proxy.url,
        { method, path, headers: { host: HOST, ...headers }, body },
        WITHIN_MS,
      ),
    stop: async () => {
      for (const agent of agents.values()) agent.destroy();
      await proxy.stop();
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

/** The addresses under which the nodes have logged a request. */
function loggedAs({ nodes }: Behind, url: string): string[] {
  return nodes.flatMap((node) =>
    node
      .log()
      .split('\n')
      .filter((line) => line.includes(url))
      .flatMap((line) => {
        const said = parseJson(line);
        const found = JSON.stringify(isObject(said) ? said : {}).match(
          /"(?:remoteAddress|client|ip)":"([^"]*)"/,
        );
        return found?.[1] === undefined ? [] : [found[1]];
      }),
  );
}

const SPOOFED = {
  'x-forwarded-for': '203.0.113.7',
  'x-real-ip': '203.0.113.7',
  forwarded: 'for=203.0.113.7;host=evil.example;proto=http',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
};
const ROOT = '/calendar/events/v1';

for (const name of proxies) {
  const skip = missing(name) ?? false;
  const behind =
    (env: Record<string, string>, work: (one: Behind, t: TestContext) => Promise<void>) =>
    async (t: TestContext) => {
      const databases = await openDatabases();
      try {
        const one = await startBehind(name, databases, env);
        try {
          await work(one, t);
        } finally {
          await one.stop();
        }
      } finally {
        await databases.close();
      }
    };

  test(
    `${name}: the log, the links and kept answers know the client’s address and the public one, whatever a client says`,
    { skip },
    behind({}, async (one) => {
      for (const [number, from] of ['127.0.0.2', '127.0.0.3', '127.0.0.2'].entries()) {
        const path = `${ROOT}/events?per_page=${number + 1}`;
        for (const headers of [{}, SPOOFED]) {
          const answer = await one.ask(from, { path, headers });
          assert.equal(answer.status, 200, answer.bytes.toString());
          const { rest_url } = JSON.parse(answer.bytes.toString());
          assert.ok(String(rest_url).startsWith(`https://${HOST}/`), rest_url);
        }
        const began = performance.now();
        let logged: string[] = [];
        // Lines are written together, a moment later.
        while (logged.length < 2) {
          assert.ok(performance.now() - began < WITHIN_MS, 'each request is logged');
          logged = loggedAs(one, `per_page=${number + 1}`);
          await pause(10);
        }
        assert.deepEqual([...new Set(logged)], [from]);
      }
      const redirected = await exchange(
        new (await import('node:http')).Agent(),
        one.proxy.plainUrl,
        { method: 'GET', path: `${ROOT}/events?page=1`, headers: { host: HOST } },
        WITHIN_MS,
      );
      assert.equal(redirected.status, 308);
      assert.match(
        redirected.headers['location'] ?? '',
        /^https:\/\/calendar\.example\.org.*\/events\?page=1$/,
      );
      for (const node of one.nodes) assert.doesNotMatch(node.log(), /KALENDS_TRUST_PROXY does not trust/);
    }),
  );

  test(
    `${name}: requests and guesses are counted for each client, whatever it says`,
    { skip },
    behind({ KALENDS_RATE_LIMIT: '20' }, async (one) => {
      const until = async (from: string, request: Partial<WireRequest>, most: number) => {
        for (let n = 1; n <= most; n++) if ((await one.ask(from, request)).status === 429) return n;
        return undefined;
      };
      const path = `${ROOT}/tags`;
      // Each node counts for itself.
      assert.ok(await until('127.0.0.2', { path, headers: SPOOFED }, 45), 'the limit holds');
      for (let n = 0; n < 4; n++) assert.equal((await one.ask('127.0.0.3', { path })).status, 200);
      const other = { ...SPOOFED, 'x-forwarded-for': '203.0.113.8' };
      assert.ok(await until('127.0.0.2', { path, headers: other }, 20), 'another word is no other client');
    }),
  );

  test(
    `${name}: wrong passwords lock out who sends them`,
    { skip },
    behind({}, async (one) => {
      const wrong = { authorization: `Basic ${Buffer.from('editor:wrong').toString('base64')}` };
      let refused = 0;
      for (let n = 0; n < 45 && refused === 0; n++) {
        const headers = { ...wrong, 'x-forwarded-for': `203.0.113.${n}` };
        const { status } = await one.ask('127.0.0.2', { path: `${ROOT}/events`, headers });
        if (status === 429) refused = n;
      }
      assert.ok(refused >= 25 && refused <= 35, `refused after ${refused}`);
      const { status } = await one.ask('127.0.0.3', { path: `${ROOT}/events`, headers: wrong });
      assert.equal(status, 401);
      assert.ok(refused > 0);
    }),
  );

  test(
    `${name}: uploads of the largest size, pictures from the cache, and a node that goes`,
    { skip },
    behind({}, async (one) => {
      const [first, second] = one.nodes as [ServiceProcess, ServiceProcess];
      const authorization = editorOf(first);
      const send = (body: Buffer) =>
        one.ask('127.0.0.2', {
          method: 'POST',
          path: '/kalends/v1/media',
          headers: {
            authorization,
            'content-type': 'image/png',
            'content-disposition': 'attachment; filename="photo.png"',
          },
          body,
        });
      const made = await send(photo);
      assert.equal(made.status, 201, made.bytes.toString());
      const { pathname } = new URL(JSON.parse(made.bytes.toString()).source_url);
      for (let n = 0; n < 3; n++) {
        const { status, bytes, headers } = await one.ask('127.0.0.3', { path: pathname });
        assert.equal(status, 200);
        assert.deepEqual(bytes, photo);
        assert.match(headers['cache-control'] ?? '', /max-age=31536000/);
      }
      if (name === 'nginx') assert.match(one.proxy.log(), /\/media\/\S+ 200 MISS\n.*\/media\/\S+ 200 HIT/s);
      const large = await send(Buffer.alloc(20 * 2 ** 20 + 1));
      assert.equal(large.status, 413);
      assert.equal(JSON.parse(large.bytes.toString()).data.status, 413, 'Kalends says so itself');

      await second.kill();
      for (let n = 0; n < 20; n++) {
        const { status } = await one.ask('127.0.0.2', { path: `${ROOT}/events?page=1&per_page=${n + 1}` });
        assert.equal(status, 200);
      }
      const headers = { authorization, 'content-type': 'application/json' };
      for (let n = 0; n < 5; n++) {
        const body = Buffer.from(JSON.stringify({ name: `Tag ${n}` }));
        const { status } = await one.ask('127.0.0.2', {
          method: 'POST',
          path: `${ROOT}/tags`,
          headers,
          body,
        });
        assert.equal(status, 201);
      }
    }),
  );
}
