// What load balancers ask: whether a node is ready, and why it isn't.
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import manifest from '../../package.json' with { type: 'json' };
import type { Answer } from '../support/client.ts';
import { dropCalendar, engine } from '../support/engine.ts';
import { closed, open } from '../support/raw.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const PATHS = ['', '/live', '/ready'].flatMap((path) => [
  `/kalends/v1/health${path}`,
  `/wp-json/kalends/v1/health${path}/`,
  `/health${path}`,
  `/de/health${path}/`,
]);

/** Asks until the answer is as wanted. */
async function until(ask: () => Promise<Answer>, isWanted: (answer: Answer) => boolean): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await ask();
    if (isWanted(answer) || tries > 100) return answer;
    await pause(50);
  }
}

const codes = (answer: Answer) => answer.rows('reasons').map(({ code }) => code);

test('GET /health and what is below it say that all is well, and the version, to be kept by nobody', async () => {
  for (const path of PATHS) {
    const answer = (await service.anonymous.get(service.url + path)).expect(200);
    assert.equal(answer.at('status'), 'ok', path);
    assert.equal(answer.at('version'), manifest.version, path);
    assert.match(answer.headers['cache-control'] ?? '', /no-store/, path);
    assert.equal(answer.headers['etag'], undefined, path);
    const isLive = /live/.test(path);
    assert.equal(answer.at('checks.database'), isLive ? undefined : 'ok', path);
    assert.equal(answer.at('checks.data_folder'), isLive ? undefined : 'ok', path);
  }
});

test('HEAD of them has the same headers and no body', async () => {
  for (const path of PATHS) {
    const answer = (await service.anonymous.send('HEAD', service.url + path)).expect(200);
    assert.equal(answer.text, '', path);
    assert.match(answer.headers['cache-control'] ?? '', /no-store/, path);
    assert.ok(Number(answer.headers['content-length']) > 10, path);
  }
});

test('they are neither limited nor kept, and need no credentials', async (t) => {
  const limited = await startService({ env: { KALENDS_RATE_LIMIT: '3' } });
  t.after(() => limited.stop());
  for (let n = 0; n < 5; n++)
    for (const path of PATHS) (await limited.anonymous.get(limited.url + path)).expect(200);
  for (let n = 0; n < 3; n++) await limited.anonymous.get('/events');
  (await limited.anonymous.get('/events')).expect(429);
  for (const path of PATHS) (await limited.anonymous.get(limited.url + path)).expect(200);
});

/** Holds that whoever sends credentials is told the reasons too, though nobody can look those up. */
async function assertToldWithCredentials(node: Service, reasons: readonly string[]): Promise<void> {
  for (const headers of [
    { authorization: 'Basic YWRtaW46YWRtaW4=' },
    { authorization: 'Bearer of-whatever-kind' },
    { cookie: 'kalends_session=of-whatever-kind', 'sec-fetch-site': 'same-origin' },
  ]) {
    const answer = await node.anonymous.get(`${node.url}/kalends/v1/health/ready`, undefined, headers);
    assert.deepEqual(codes(answer.expect(503)), reasons, JSON.stringify(headers));
  }
}

test('a node without its data folder says so', async (t) => {
  const node = await startService({ keep: true });
  t.after(() => node.stop());
  const ready = () => node.anonymous.get(`${node.url}/kalends/v1/health/ready`);
  const away = `${node.data}-away`;
  await rename(node.data, away);
  // That another file is at the path, or none, is noticed within a moment.
  const gone = await until(
    ready,
    (answer) =>
      answer.at('checks.data_folder') === 'missing' && (engine === 'postgres' || answer.status === 503),
  );
  assert.equal(gone.at('checks.data_folder'), 'missing');
  if (engine === 'sqlite') {
    gone.expect(503);
    assert.equal(gone.at('code'), 'rest_unavailable');
    assert.equal(gone.at('status'), 'unavailable');
    assert.equal(gone.at('version'), manifest.version);
    assert.equal(gone.at('checks.database'), 'unreachable');
    assert.deepEqual(codes(gone), ['database_unreachable', 'data_folder']);
    await assertToldWithCredentials(node, ['database_unreachable', 'data_folder']);
    assert.ok(Number(gone.headers['retry-after']) > 0);
    assert.match(gone.headers['cache-control'] ?? '', /no-store/);
    const head = (await node.anonymous.send('HEAD', `${node.url}/health/ready`)).expect(503);
    assert.equal(head.text, '');
    const german = await node.anonymous.get(`${node.url}/de/health/ready`);
    assert.match(String(german.at('reasons.0.message')), /Datenbank/);
    assert.doesNotMatch(gone.text, new RegExp(node.data), 'strangers learn no paths');
  } else gone.expect(200);
  (await node.anonymous.get(`${node.url}/kalends/v1/health/live`)).expect(200);
  await rename(away, node.data);
  const back = await until(
    ready,
    (answer) => answer.at('checks.data_folder') === 'ok' && answer.status === 200,
  );
  assert.equal(back.expect(200).at('checks.database'), 'ok');
});

test('a node that has lost its database says so, and nothing of where it is', async (t) => {
  if (engine === 'sqlite') return t.diagnostic('Its file is in the data folder, whose loss is tried above.');
  const node = await startService({ keep: true });
  t.after(() => node.stop());
  await dropCalendar(node.data);
  const lost = await until(
    () => node.anonymous.get(`${node.url}/kalends/v1/health/ready`),
    ({ status }) => status === 503,
  );
  assert.deepEqual(codes(lost.expect(503)), ['database_unreachable']);
  await assertToldWithCredentials(node, ['database_unreachable']);
  assert.equal(lost.at('checks.data_folder'), 'ok');
  assert.doesNotMatch(lost.text, /postgres|password|127\.0\.0\.1/i);
  (await node.anonymous.get(`${node.url}/kalends/v1/health/live`)).expect(200);
});

test('a node that is being stopped says so on connections that are open yet', async (t) => {
  const node = await startService();
  const { url } = node;
  const asking = [];
  for (const path of ['ready', 'live']) {
    const socket = await open(url);
    t.after(() => socket.destroy());
    let came = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      came += text;
    });
    // The rest of it comes once the node is being stopped.
    socket.write(`GET /kalends/v1/health/${path} HTTP/1.1\r\nHost: x\r\n`);
    asking.push({ socket, ended: new Promise((resolve) => socket.once('close', resolve)), came: () => came });
  }
  // What was sent is read before the signal is.
  (await node.anonymous.get(`${url}/kalends/v1/health/live`)).expect(200);
  const stopped = node.stop();
  await closed(url);
  for (const { socket } of asking) socket.write('\r\n');
  for (const { ended, came } of asking) {
    await ended;
    assert.match(came(), /^HTTP\/1\.1 503 /);
    assert.match(came(), /^connection: close\r$/im);
    const body: unknown = JSON.parse(came().slice(came().indexOf('\r\n\r\n')));
    assert.deepEqual(
      Reflect.get(Object(body), 'reasons').map(({ code }: { code: string }) => code),
      ['closing'],
    );
    assert.equal(Reflect.get(Object(body), 'version'), manifest.version);
  }
  await stopped;
});
