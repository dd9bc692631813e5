import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Answer } from '../support/client.ts';
import { dropCalendar } from '../support/engine.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
const START = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const PDF_BYTES = 700_000;

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const data = mkdtempSync(path.join(tmpdir(), 'kalends-disk-'));
const media = path.join(data, 'media');
mkdirSync(media);
const isMounted = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', media);
const mayLimit = run('prlimit', '--version');

let service: ServiceProcess;
let web: Server;

before(async () => {
  web = createServer((_request, response) => response.end(photo));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  service = await startProcess({
    data,
    clock: '2026-11-20T18:00:00Z',
    env: { KALENDS_FETCH_ALLOW: `127.0.0.1:${(web.address() as AddressInfo).port}` },
  });
  await people(service);
});
after(async () => {
  try {
    await service.stop();
  } finally {
    if (isMounted) run('umount', '-l', media);
    await dropCalendar(data);
    rmSync(data, { recursive: true, force: true });
    web.close();
  }
});

const kept = () =>
  readdirSync(media, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const upload = (bytes: Uint8Array, name: string) =>
  service.as('admin').post(`${service.url}/kalends/v1/media`, bytes, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
const fetched = (name: string) =>
  service.as('admin').post('/events', {
    title: name,
    ...START,
    image: `http://127.0.0.1:${(web.address() as AddressInfo).port}/${name}.png`,
  });
const paper = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(PDF_BYTES)]);

function unavailable(answer: Answer, code = 'rest_unavailable'): void {
  assert.deepEqual([answer.status, answer.at('code')], [503, code], answer.text);
  assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
}

test('a full disk for pictures is 503, leaves nothing behind, and can be freed', {
  skip: !isMounted,
}, async () => {
  const first = (await upload(paper(), 'first.pdf')).expect(201);
  const files = kept();
  unavailable(await upload(paper(), 'second.pdf'), 'rest_storage_full');
  assert.deepEqual(kept(), files);
  const rows = (await service.as('admin').get(`${service.url}/kalends/v1/media`)).at('total');
  assert.equal(rows, 1);
  (await service.anonymous.get('/events')).expect(200);
  (await service.as('admin').delete(`${service.url}/kalends/v1/media/${first.id()}`)).expect(200);
  const second = (await upload(paper(), 'second.pdf')).expect(201);
  (await service.as('admin').delete(`${service.url}/kalends/v1/media/${second.id()}`)).expect(200);
});

test('a disk that is only to be read is 503 for writes', { skip: !isMounted }, async () => {
  const made = (await upload(photo, 'shown.png')).expect(201);
  const files = kept();
  assert.ok(run('mount', '-o', 'remount,ro', media));
  try {
    unavailable(await upload(photo, 'other.png'), 'rest_read_only');
    unavailable(await fetched('only-read'), 'rest_read_only');
    assert.equal((await fetch(String(made.at('source_url')))).status, 200);
    assert.deepEqual(kept(), files);
  } finally {
    assert.ok(run('mount', '-o', 'remount,rw', media));
  }
  (await upload(photo, 'other.png')).expect(201);
  (await fetched('written-again')).expect(201);
  await assertSound(service);
});

test('no more files that may be open are 503', { skip: !mayLimit }, async () => {
  const made = (await upload(photo, 'open.png')).expect(201);
  const limit = (count: number) => run('prlimit', '--pid', String(service.pid), `--nofile=${count}:`);
  // The limit is one on numbers: the lowest that is free must not be had.
  const firstFree = () => {
    const used = new Set(readdirSync(`/proc/${service.pid}/fd`).map(Number));
    return [...used, used.size].findIndex((_, n) => !used.has(n));
  };
  (await fetched('before')).expect(201);
  assert.ok(limit(firstFree()));
  try {
    unavailable(await upload(photo, 'closed.png'));
    unavailable(await fetched('closed'));
    unavailable(await service.anonymous.get(String(made.at('source_url'))));
  } finally {
    assert.ok(limit(4096));
  }
  (await upload(photo, 'closed.png')).expect(201);
  (await fetched('opened')).expect(201);
  (await service.anonymous.get(String(made.at('source_url')))).expect(200);
});
