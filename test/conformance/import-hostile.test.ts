import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { calendarSettings } from '../support/engine.ts';
import { command, inherited, removeAtExit } from '../support/program.ts';
import { type Service, startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

const EVENT = { title: 'Event', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 11:00:00' };
let service: Service;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
});
after(() => service?.stop());

async function serve(
  t: TestContext,
  handle: (
    request: IncomingMessage,
    response: ServerResponse,
    send: (body: object, status?: number) => void,
  ) => void,
): Promise<string> {
  const server = createServer((request, response) =>
    handle(request, response, (body, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function file(body: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-hostile-'));
  removeAtExit(folder);
  const name = path.join(folder, 'answers.json');
  writeFileSync(name, JSON.stringify(body));
  return name;
}

test('credentials go to the origin that was named alone: no other port or scheme of the host gets them', async (t) => {
  const met: (string | undefined)[] = [];
  const other = await serve(t, (request, _response, send) => {
    met.push(request.headers.authorization);
    const { pathname } = new URL(request.url ?? '/', 'http://other');
    if (pathname.endsWith('/v1')) send({ namespace: 'tribe/events/v1', routes: {} });
    else if (pathname.endsWith('/events')) send({ events: [{ ...EVENT, id: 1 }], total: 1, total_pages: 1 });
    else send({ code: 'rest_no_route' }, 404);
  });
  const known: (string | undefined)[] = [];
  const site = await serve(t, (request, response) => {
    known.push(request.headers.authorization);
    response.writeHead(302, { location: other + (request.url ?? '') }).end();
  });
  const announcing = await serve(t, (request, response) => {
    known.push(request.headers.authorization);
    response.writeHead(200, { link: `<${other}/wp-json/>; rel="https://api.w.org/"` }).end('<html>');
  });
  for (const source of [`${site}/wp-json/tribe/events/v1`, announcing])
    await service.cli(['import', 'tec', source, '--login', 'admin', '--token', 'a-secret', '--pause', '0']);
  assert.ok(known.length >= 2 && known.every((sent) => sent?.startsWith('Basic ')));
  assert.ok(met.length >= 2);
  assert.deepEqual([...new Set(met)], [undefined]);
});

test('a list whose pages repeat ends with a line that says so', async (t) => {
  for (const pagesOf of [(page: number) => page + 1, () => 1_000_000]) {
    let asked = 0;
    const site = await serve(t, (request, _response, send) => {
      const url = new URL(request.url ?? '/', 'http://site');
      if (url.pathname.endsWith('/v1')) send({ namespace: 'tribe/events/v1', routes: {} });
      else if (url.pathname.endsWith('/events')) {
        asked++;
        const page = Number(url.searchParams.get('page'));
        send({
          events: Array.from({ length: 50 }, (_, n) => ({ ...EVENT, id: 5_000 + n, slug: `again-${n}` })),
          next_rest_url: request.url,
          total_pages: pagesOf(page),
        });
      } else send({ code: 'rest_no_route' }, 404);
    });
    const ended = await service.cli(['import', 'tec', `${site}/wp-json/tribe/events/v1`, '--pause', '0']);
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, /repeats page 2 of its events/);
    assert.equal(asked, 2);
  }
});

test('a site whose answers hardly come is told of, and given up', async (t) => {
  const site = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 500);
    response.once('close', () => clearInterval(timer));
  });
  const began = performance.now();
  const ended = await service.cli(['import', 'tec', `${site}/wp-json/tribe/events/v1`, '--pause', '0']);
  assert.equal(ended.code, 1);
  assert.ok(performance.now() - began < 300_000);
  assert.ok(ended.stderr.split('the response is too slow').length >= 4, ended.stderr);
});

test('the token comes from KALENDS_IMPORT_TOKEN, too, and a file needs none', async (t) => {
  const met: (string | undefined)[] = [];
  const site = await serve(t, (request, _response, send) => {
    met.push(request.headers.authorization);
    send({ code: 'rest_no_route' }, 404);
  });
  const own = await startService({ env: { KALENDS_IMPORT_TOKEN: 'from-the-environment' } });
  t.after(() => own.stop());
  await own.cli(['import', 'tec', `${site}/wp-json/tribe/events/v1`, '--pause', '0']);
  await own.cli(['import', 'tec', `${site}/wp-json/tribe/events/v1`, '--token', 'given', '--pause', '0']);
  await own.cli(['import', 'tec', `${site}/wp-json/tribe/events/v1`, '--login', 'ada', '--pause', '0']);
  const basic = Buffer.from('ada:from-the-environment').toString('base64');
  assert.deepEqual(met, ['Bearer from-the-environment', 'Bearer given', `Basic ${basic}`]);
  const from = file({ events: [{ ...EVENT, id: 9_000 }] });
  assert.equal((await own.cli(['import', 'tec', from])).code, 0);
});

test('control characters of a source are kept from the terminal, and nothing breaks on them', async () => {
  const nasty = '\u001b]0;owned\u0007\u001b[31m red \u202e txt.exe \u009b5m \u2066x';
  const from = file({
    events: [
      { ...EVENT, id: 7_001, title: `Nasty ${nasty} title`, slug: 'nasty' },
      { ...EVENT, id: 7_002, title: `Left \u0000\ud800 ${nasty} out`, start_date: `no date ${nasty}` },
    ],
    categories: [{ id: 7_101, name: `Kind ${nasty}`, slug: 'nasty-kind' }],
  });
  const folder = path.dirname(from);
  const report = path.join(folder, 'report.json');
  const { code, stdout, stderr } = await service.cli(['import', 'tec', from, '--report', report]);
  assert.equal(code, 0, stderr);
  const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
  assert.doesNotMatch(stdout + stderr, obeyed);
  assert.match(stdout, /Skipped:/);
  JSON.parse(readFileSync(report, 'utf8'));
  const shown = (await service.anonymous.get('/events/by-slug/nasty')).expect(200);
  assert.doesNotMatch(String(shown.at('title')), /\u0000/);
  assert.ok(shown.text.isWellFormed());
  await assertSound(service);
});

test('categories 20,000 deep come in good time', async () => {
  const deep = 20_000;
  const from = file({
    categories: Array.from({ length: deep }, (_, n) => ({
      id: 100_000 + deep - n,
      name: `Level ${deep - n}`,
      slug: `level-${deep - n}`,
      parent: n === deep - 1 ? 0 : 100_000 + deep - n - 1,
    })),
  });
  const { code, stdout, stderr } = await service.cli(['import', 'tec', from]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /categories +20,?000 /);
});

test('a wait for a source of two seconds and more is told of, with its reason and in three languages; a shorter one is not', async (t) => {
  for (const [language, line] of [
    ['en', 'The source isn’t responding properly: HTTP status 429. Retrying in 2 seconds.'],
    ['de', 'Die Quelle antwortet nicht richtig: HTTP-Status 429. Neuer Versuch in 2 Sekunden.'],
    ['es', 'El origen no responde correctamente: código HTTP 429. Nuevo intento en 2 segundos.'],
  ] as const) {
    // The first answer is waited for long enough to be noticed, the second is not.
    const refusals = [
      { status: 429, seconds: '2' },
      { status: 503, seconds: '1' },
    ];
    const site = await serve(t, (request, response, send) => {
      const refusal = refusals.shift();
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      if (refusal)
        response
          .writeHead(refusal.status, { 'retry-after': refusal.seconds, 'content-type': 'application/json' })
          .end('{}');
      else if (pathname.endsWith('/v1')) send({ namespace: 'tribe/events/v1', routes: {} });
      else if (pathname.endsWith('/events'))
        send({ events: [{ ...EVENT, id: 6_000, slug: 'late' }], total: 1, total_pages: 1 });
      else send({ code: 'rest_no_route' }, 404);
    });
    const env = { ...inherited, ...(await calendarSettings(service.data)), LC_ALL: language };
    const ended = await command(env, ['import', 'tec', `${site}/wp-json/tribe/events/v1`, '--pause', '0']);
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(refusals.length, 0);
    const [first, ...others] = ended.stderr.split('\n');
    assert.equal(first, line);
    assert.doesNotMatch(others.join(), /HTTP|503/);
  }
});
