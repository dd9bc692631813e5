import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openCalendar } from '../support/engine.ts';
import { METRICS_TOKEN, scrape } from '../support/metrics.ts';
import { closed, headersIn, open } from '../support/raw.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';

const STOP_WITHIN_MS = 30_000;
/** Within so long a second signal counts as the first, sent on by npm. */
const ECHO_MS = 300;

test('a stop lets requests under way finish, refuses the others and keeps what was acknowledged', async (t) => {
  const service = await startProcess({ clock: '2026-11-20T18:00:00Z' });
  t.after(() => service.stop());
  await people(service);
  const created: number[] = [];
  let stopped = false;
  const outcomes = { created: 0, refused: 0, cut: 0 };
  const write = async (writer: number) => {
    for (let i = 0; !stopped; i++) {
      const body = {
        title: `Stop ${writer} ${i}`,
        start_date: '2027-01-01 10:00',
        end_date: '2027-01-01 11:00',
      };
      try {
        const answer = await service.as('editor').post('/events', body);
        if (answer.status === 201) {
          created.push(answer.id());
          outcomes.created++;
        } else {
          assert.equal(answer.status, 503, answer.text);
          assert.equal(answer.at('code'), 'rest_unavailable');
          outcomes.refused++;
        }
      } catch (error) {
        // Nobody listens any more: a connection is refused, or closed before it carried a request.
        assert.match(String(error), /ECONNREFUSED|ECONNRESET|other side closed|EPIPE/);
        outcomes.cut++;
        await pause(10);
      }
    }
  };
  const writers = Array.from({ length: 4 }, (_, writer) => write(writer));
  while (created.length === 0) await pause(10);
  const began = performance.now();
  // `restart` sends SIGTERM, throws where the exit code isn't 0, and starts anew.
  const restarted = service.restart();
  await restarted;
  const tookMs = performance.now() - began;
  stopped = true;
  await Promise.all(writers);
  t.diagnostic(`${JSON.stringify(outcomes)}, stopped and started in ${tookMs.toFixed(0)} ms`);
  for (const id of created) (await service.as('editor').get(`/events/${id}`)).expect(200);
  const found = await service.as('editor').get('/events?search=Stop&per_page=1');
  assert.equal(found.expect(200).at('total'), created.length, 'nothing was made without being acknowledged');
});

/** Starts a service whose metrics can be read. */
const start = (env: Record<string, string> = {}) =>
  startProcess({ clock: '2026-11-20T18:00:00Z', env: { KALENDS_METRICS_TOKEN: METRICS_TOKEN, ...env } });

/** Resolves once a service answers so many requests besides the one that looks. */
async function underWay(service: ServiceProcess, count: number): Promise<void> {
  while ((await scrape(service)).sum('kalends_http_requests_in_flight') <= count) await pause(10);
}

/** Holds all writes up, as a write of another process would; gives what lets them go. */
async function holdWrites({ data }: ServiceProcess): Promise<() => Promise<void>> {
  const calendar = await openCalendar(data);
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = calendar.write(async (trx) => {
    begun.resolve();
    const isOver = over.promise.then(() => true);
    // A server ends a transaction that is silent for seconds.
    while (!(await Promise.race([isOver, pause(1_000, false)]))) await sql`select 1`.execute(trx);
  });
  await begun.promise;
  return async () => {
    over.resolve();
    await held;
    await calendar.close();
  };
}

const BATCH = 8;
/** Once nobody listens any more, batches are begun for so long. */
const BEGUN_FOR_MS = 2_500;

/** A batch that makes tags, each its own. */
const batchOf = (name: string) => ({
  requests: Array.from({ length: BATCH }, (_, n) => ({
    path: '/calendar/events/v1/tags',
    body: { name: `${name} ${n}` },
  })),
});

/** Number of tags that there are. */
const countTags = async ({ anonymous }: ServiceProcess) =>
  (await anonymous.get('/tags?hide_empty=false')).expect(200).at('total');

test('batches that are under way when the service is stopped are done whole', async (t) => {
  const service = await start();
  t.after(() => service.stop());
  const letGo = await holdWrites(service);
  const forms = [
    ['plain', {}, {}],
    ['keyed', {}, { 'Idempotency-Key': 'stop' }],
    ['atomic', { atomic: true }, {}],
  ] as const;
  const batches = forms.map(([name, more, headers]) => {
    return service.as('admin').post(`${service.url}/batch/v1`, { ...batchOf(name), ...more }, headers);
  });
  await underWay(service, batches.length);
  const { url } = service;
  const restarted = service.restart();
  await closed(url);
  const closedMs = performance.now();
  await letGo();
  const answers = await Promise.all(batches);
  const isSlow = performance.now() - closedMs > BEGUN_FOR_MS;
  await restarted;
  let acknowledged = 0;
  for (const [at, answer] of answers.entries()) {
    // On a machine that is too busy to finish them in time, what is one transaction, or hasn't begun, is refused whole.
    if (isSlow && answer.status === 503 && at > 0) continue;
    const statuses = answer
      .expect(207)
      .rows('responses')
      .map(({ status }) => status);
    acknowledged += statuses.filter((status) => status === 201).length;
    assert.deepEqual([...new Set(statuses)], isSlow && statuses.includes(503) ? [201, 503] : [201]);
  }
  assert.equal(await countTags(service), acknowledged, 'what was acknowledged is there, and nothing else');
});

/** Batches that are done at once. */
const BEGUN = 2;
/** A write waits for others at most so long, and is refused then. */
const WRITES_WAIT_MS = 9_000;

test('of many batches at once few are begun; a stop finishes these and refuses the others whole', async (t) => {
  const service = await start();
  t.after(() => service.stop());
  // The first use of credentials is written down.
  (await service.as('admin').post('/tags?dry_run=true', { name: 'first' })).expect(201);
  const heldMs = performance.now();
  const letGo = await holdWrites(service);
  const statuses: number[] = [];
  const batches = Array.from({ length: 3 * BEGUN }, async (_, batch) => {
    const answer = await service.as('admin').post(`${service.url}/batch/v1`, batchOf(`waiting ${batch}`));
    statuses.push(answer.status);
    return answer;
  });
  await underWay(service, batches.length);
  const { url } = service;
  const restarted = service.restart();
  await closed(url);
  while (statuses.length < 2 * BEGUN) await pause(10);
  const isSlow = performance.now() - heldMs > WRITES_WAIT_MS;
  await letGo();
  const answers = await Promise.all(batches);
  await restarted;
  for (const answer of answers.filter(({ status }) => status !== 207))
    assert.equal(answer.expect(503).headers['retry-after'], '5');
  const done = answers.filter(({ status }) => status === 207);
  assert.equal(done.length, BEGUN);
  const responses = done.flatMap((answer) => answer.rows('responses').map(({ status }) => status));
  const acknowledged = responses.filter((status) => status === 201).length;
  if (!isSlow) assert.equal(acknowledged, BEGUN * BATCH);
  assert.equal(await countTags(service), acknowledged, 'nothing of the others is there');
});

/** Once nobody listens any more, other requests than batches are cut off after so long. */
const CUT_AFTER_MS = 7_500;

test('a batch that had begun when the service was told to stop is never cut off', async (t) => {
  const service = await start();
  t.after(() => service.stop());
  (await service.as('admin').post('/tags?dry_run=true', { name: 'first' })).expect(201);
  const heldMs = performance.now();
  const letGo = await holdWrites(service);
  const batch = service.as('admin').post(`${service.url}/batch/v1`, batchOf('slow'));
  await underWay(service, 1);
  const { url } = service;
  const restarted = service.restart();
  await closed(url);
  await pause(CUT_AFTER_MS);
  const isSlow = performance.now() - heldMs > WRITES_WAIT_MS;
  await letGo();
  const statuses = (await batch)
    .expect(207)
    .rows('responses')
    .map(({ status }) => status);
  await restarted;
  if (!isSlow) assert.deepEqual([...new Set(statuses)], [201]);
  assert.equal(await countTags(service), statuses.filter((status) => status === 201).length);
});

/** Once nobody listens any more, what could be refused whole is refused after so long. */
const REFUSED_AFTER_MS = 6_500;

test('a batch that begins after the service was told to stop is finished or refused whole', async (t) => {
  const service = await start({ KALENDS_SHUTDOWN_DELAY: '2' });
  t.after(() => service.stop());
  const admin = service.as('admin');
  (await admin.post('/tags?dry_run=true', { name: 'first' })).expect(201);
  const { url } = service;
  const restarted = service.restart();
  await notReady(service);
  const done = (await admin.post(`${url}/batch/v1`, batchOf('done'))).expect(207);
  assert.deepEqual([...new Set(done.rows('responses').map(({ status }) => status))], [201]);
  const letGo = await holdWrites(service);
  const batch = admin.post(`${url}/batch/v1`, batchOf('late'));
  await closed(url);
  await pause(REFUSED_AFTER_MS);
  await letGo();
  assert.equal((await batch).expect(503).headers['retry-after'], '5');
  await restarted;
  assert.equal(await countTags(service), BATCH, 'nothing of what was refused is there');
});

/** Connections that are open at once, each for one request. */
const CALLERS = 24;

test('a connection that was taken before a stop is answered, however busy the service is', async (t) => {
  const service = await start();
  t.after(() => service.stop());
  let isOver = false;
  const lost: string[] = [];
  let answered = 0;
  const call = async (caller: number) => {
    for (let round = 0; !isOver; round++) {
      const socket = await open(service.url);
      if (socket.destroyed) return;
      const path = `/calendar/events/v1/events?search=word${caller}x${round}`;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      let came = 0;
      socket.on('data', (bytes) => {
        came += bytes.length;
      });
      await new Promise((resolve) => socket.once('close', resolve));
      if (came === 0) lost.push(path);
      else answered++;
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, caller) => call(caller));
  while (answered < 10 * CALLERS) await pause(10);
  await service.stop();
  isOver = true;
  await Promise.all(callers);
  t.diagnostic(`${answered} answered`);
  assert.deepEqual(lost, []);
});

/** Waits until a service says that it is not ready. */
async function notReady({ anonymous, url }: ServiceProcess): Promise<void> {
  for (;;) {
    const ready = await anonymous.get(`${url}/health/ready`);
    if (ready.status === 503) {
      assert.deepEqual(
        ready.rows('reasons').map(({ code }) => code),
        ['closing'],
      );
      return;
    }
    await pause(10);
  }
}

const DELAY_S = 6;

for (const workers of ['1', '2'])
  test(`with ${workers} workers, load balancers have time to notice a stop, and all that comes is served`, async (t) => {
    const service = await start({ KALENDS_SHUTDOWN_DELAY: String(DELAY_S), KALENDS_WORKERS: workers });
    t.after(() => service.stop());
    const paths = ['/events', '/tags', `${service.url}/events/`, `${service.url}/docs`];
    for (const path of paths)
      assert.notEqual((await service.anonymous.get(path)).expect(200).headers['connection'], 'close');
    const beganMs = performance.now();
    const stopped = service.stop();
    await notReady(service);
    (await service.anonymous.get(`${service.url}/health/live`)).expect(200);
    for (const path of [...paths, '/events?per_page=3'])
      assert.equal((await service.anonymous.get(path)).expect(200).headers['connection'], 'close', path);
    const made = await service.as('admin').post('/tags', { name: 'late' });
    assert.equal(made.expect(201).headers['connection'], 'close');
    const wrong = await service.anonymous.post('/events', { title: 'x' });
    assert.equal(wrong.headers['connection'], 'close', wrong.text);
    await stopped;
    const tookMs = performance.now() - beganMs;
    assert.ok(
      tookMs >= DELAY_S * 1000 && tookMs < DELAY_S * 1000 + STOP_WITHIN_MS,
      `${tookMs.toFixed(0)} ms`,
    );
  });

/** Sends a service a signal, and gives in how many milliseconds nobody listens any more. */
async function endOf(service: ServiceProcess, signal: 'SIGTERM' | 'SIGINT'): Promise<number> {
  const beganMs = performance.now();
  process.kill(service.pid, signal);
  await closed(service.url);
  return performance.now() - beganMs;
}

test('a second signal ends the service at once, and Ctrl-C waits for no load balancer', async (t) => {
  const env = { KALENDS_SHUTDOWN_DELAY: '60' };
  const twice = await start({ ...env, KALENDS_WORKERS: '2' });
  t.after(() => twice.kill());
  process.kill(twice.pid, 'SIGTERM');
  await notReady(twice);
  await pause(ECHO_MS);
  assert.ok((await endOf(twice, 'SIGTERM')) < STOP_WITHIN_MS);
  const once = await start(env);
  t.after(() => once.kill());
  assert.ok((await endOf(once, 'SIGINT')) < STOP_WITHIN_MS);
});

test('what comes while the last requests are finished, or is not whole by then, is refused and never cut off', async (t) => {
  const service = await start();
  t.after(() => service.stop());
  const head = 'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n';
  const admin = `Authorization: Basic ${Buffer.from(service.credentials('admin')).toString('base64')}\r\n`;
  const sockets = await Promise.all(
    [
      `POST /calendar/events/v1/tags ${head}${admin}\r\n{"name`,
      'GET /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\n',
      `POST /calendar/events/v1/tags ${head}`,
    ].map(async (bytes) => {
      const socket = await open(service.url);
      socket.setEncoding('latin1').write(bytes);
      let came = '';
      socket.on('data', (text) => {
        came += text;
      });
      return { socket, answer: once(socket, 'close').then(() => came) };
    }),
  );
  const [half, late, body] = sockets as [(typeof sockets)[0], (typeof sockets)[0], (typeof sockets)[0]];
  await underWay(service, 1);
  const stopped = service.stop();
  const refused = [await half.answer];
  late.socket.write('\r\n');
  body.socket.write('\r\n{"name":"comes lat"}');
  refused.push(await late.answer, await body.answer);
  for (const answer of refused) {
    assert.match(answer, /^HTTP\/1\.1 503 /, String(refused.indexOf(answer)));
    const headers = headersIn(answer);
    assert.equal(headers['connection'], 'close');
    assert.ok(Number(headers['retry-after']) > 0);
    assert.match(answer, /"code":"rest_unavailable"/);
  }
  await stopped;
});

test('idle, silent and half-done connections do not hold up a stop', async (t) => {
  const service = await startProcess();
  t.after(() => service.stop());
  const port = Number(new URL(service.url).port);
  const pieces = [
    '',
    'GET /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /calendar/ev',
    'POST /calendar/events/v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  ];
  const sockets = pieces.map((piece) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(piece));
    return socket.on('error', () => {});
  });
  await pause(300);
  const began = performance.now();
  await service.stop();
  const tookMs = performance.now() - began;
  assert.ok(tookMs < STOP_WITHIN_MS, `it took ${tookMs.toFixed(0)} ms`);
  for (const socket of sockets) socket.destroy();
});
