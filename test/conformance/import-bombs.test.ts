// Imports and bodies that are made to take memory and time, and imports of several people at once (contract I1).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Client } from '../support/client.ts';
import { removeAtExit } from '../support/program.ts';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
let editor: Client;
let author: Client;
before(async () => {
  service = await startService({ env: { KALENDS_FETCH_ALLOW: '127.0.0.1' } });
  await people(service);
  editor = service.as('editor');
  author = service.as('author');
});
after(() => service?.stop());

const imports = (rest = '') => `${service.url}/kalends/v1/imports${rest}`;

async function begun(client: Client, source: string | { url: string }): Promise<number> {
  const body = new FormData();
  body.set('kind', 'tec');
  if (typeof source === 'string') body.set('file', new File([source], 'bomb.json'));
  else body.set('url', source.url);
  return (await client.post(imports(), body)).expect(202).id();
}

/** Waits until an import is in one of these states, and returns its answer. */
async function until(client: Client, id: number, states: readonly string[], language = 'en') {
  for (const endMs = performance.now() + 120_000; ; await pause(20)) {
    const answer = (await client.get(imports(`/${id}?translation_language=${language}`))).expect(200);
    if (states.includes(String(answer.at('state')))) return answer;
    assert.ok(performance.now() < endMs, `it is ${answer.text}`);
  }
}

const ENDED = ['done', 'failed', 'canceled'];
const EVENT = { start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 11:00:00' };
const calendar = (count: number, first = 1) =>
  JSON.stringify({
    events: Array.from({ length: count }, (_, at) => ({
      ...EVENT,
      id: first + at,
      title: `Event ${first + at}`,
    })),
  });

/** A site that answers as it is told to; without `answer` it never does. */
async function site(t: TestContext, answer?: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer?.(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/tribe/events/v1`;
}

test('what takes too much memory is refused with a reason in each language, and nothing of it comes', async () => {
  const before = (await editor.get('/events')).at('total');
  const deep = 2_000_000;
  const bombs: readonly (readonly [string, string, RegExp])[] = [
    ['deep and open', `{"events":[${'['.repeat(deep)}`, /more than 64 levels/i],
    ['deep and closed', `{"events":[${'['.repeat(deep)}${']'.repeat(deep)}]}`, /more than 64 levels/i],
    ['objects in objects', `{"events":[${'{"a":'.repeat(70)}1${'}'.repeat(70)}]}`, /more than 64 levels/i],
    ['deep beside calendars', `[${calendar(1)},${'['.repeat(deep)}`, /more than 64 levels/i],
    ['a wide item', `{"events":[{"id":1,"tags":[${'{},'.repeat(600_000)}{}]}]}`, /500,000 lists and objects/],
    ['a long item', `{"events":[{"id":1,"title":"${'x'.repeat(9_000_000)}"}]}`, /larger than 8 MB/],
    ['many answers', '{"events":[]}\n'.repeat(800_000), /needs more memory/],
    ['many items', `{"events":[${'{},'.repeat(100_000)}{}]}`, /more than 100,000 items/],
  ];
  for (const [name, text, reason] of bombs) {
    const id = await begun(editor, text);
    const answer = await until(editor, id, ENDED);
    assert.equal(answer.at('state'), 'failed', name);
    assert.match(String(answer.at('error')), reason, name);
    for (const language of ['de', 'es']) {
      const told = await until(editor, id, ENDED, language);
      assert.notEqual(told.at('error'), answer.at('error'), `${name} in ${language}`);
    }
  }
  assert.equal((await editor.get('/events')).at('total'), before);
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-bombs-'));
  removeAtExit(folder);
  writeFileSync(path.join(folder, 'deep.json'), bombs[0]?.[1] ?? '');
  const ended = await service.cli(['import', 'tec', path.join(folder, 'deep.json')]);
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /deep\.json can’t be imported: More than 64 levels of nesting\./);
  const after = await until(editor, await begun(editor, calendar(2)), ENDED);
  assert.deepEqual([after.at('state'), after.at('counts.created')], ['done', 2], after.text);
});

test('an answer of a site that would take too much memory ends its import, packed or not', async (t) => {
  const deep = await site(t, (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"events":${'['.repeat(1_000_000)}`);
  });
  const failed = await until(editor, await begun(editor, { url: deep }), ENDED);
  assert.match(String(failed.at('error')), /more than 64 levels/i);
  const packed = await site(t, (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync('['.repeat(50_000_000)));
  });
  const unread = await until(editor, await begun(editor, { url: packed }), ENDED);
  assert.equal(unread.at('state'), 'failed', unread.text);
});

test('a canceled import ends at once, whatever it waits for, and the next one has its turn', async (t) => {
  const silent = await site(t);
  const id = await begun(editor, { url: silent });
  await until(editor, id, ['running']);
  const next = await begun(editor, calendar(1, 100));
  assert.equal((await editor.get(imports(`/${next}`))).at('state'), 'queued', 'those of one person wait');
  (await editor.delete(imports(`/${id}`))).expect(200);
  const beganMs = performance.now();
  assert.equal((await until(editor, next, ENDED)).at('state'), 'done');
  assert.ok(performance.now() - beganMs < 30_000, 'nobody waited for the site');
});

test('an import waits for no other person’s', async (t) => {
  const silent = await site(t);
  const id = await begun(editor, { url: silent });
  await until(editor, id, ['running']);
  const theirs = await until(author, await begun(author, calendar(2, 200)), ENDED);
  assert.deepEqual([theirs.at('state'), theirs.at('counts.created')], ['done', 2], theirs.text);
  assert.equal((await editor.get(imports(`/${id}`))).at('state'), 'running');
  (await editor.delete(imports(`/${id}`))).expect(200);

  const large = await begun(editor, calendar(12_000, 1_000));
  await until(editor, large, ['running']);
  const small = await until(author, await begun(author, calendar(3, 300)), ENDED);
  assert.deepEqual([small.at('state'), small.at('counts.created')], ['done', 3], small.text);
  const other = (await editor.get(imports(`/${large}`))).expect(200);
  assert.equal(other.at('state'), 'running', 'they took turns');
  (await editor.delete(imports(`/${large}`))).expect(200);
});

test('a body whose JSON is nested too deep is refused, and strange keys are only names', async () => {
  const levels = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);
  const json = { 'content-type': 'application/json' };
  const keyed = { ...json, 'idempotency-key': 'deep' };
  const bodies = [
    `{"title":"x","recurrence":${levels('[', ']', 100_000)}}`,
    `{"title":"x","venue":${'{"venue":'.repeat(65)}1${'}'.repeat(65)}}`,
    `{"requests":[{"path":"/calendar/events/v1/events","body":{"a":${levels('[', ']', 100_000)}}}]}`,
  ];
  for (const body of bodies)
    for (const headers of [json, keyed]) {
      const path = body.startsWith('{"requests"') ? `${service.url}/batch/v1` : '/events';
      const refused = await editor.post(path, body, headers);
      assert.equal(refused.expect(400).at('code'), 'rest_invalid_json', body.slice(0, 60));
    }
  const shallow = `{"title":"x","start_date":"2027-01-01","end_date":"2027-01-02","other":${levels('[', ']', 60)}}`;
  (await editor.post('/events', shallow, json)).expect(201);
  const strange = `{"__proto__":{"title":"evil"},"constructor":{"prototype":{}},"title":"Plain","title":"Twice","start_date":"2027-01-01","end_date":"2027-01-02"}`;
  const made = (await editor.post('/events', strange, keyed)).expect(201);
  assert.equal(made.at('title'), 'Twice');
  const many = `{${Array.from({ length: 60_000 }, (_, at) => `"key${at}":0`).join(',')},"title":"Many","start_date":"2027-01-01","end_date":"2027-01-02"}`;
  (await editor.post('/events', many, json)).expect(201);
});
