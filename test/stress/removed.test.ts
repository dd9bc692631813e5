import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../support/client.ts';
import { photo } from '../support/pictures.ts';
import { removeAtExit } from '../support/program.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { askReady } from './outage.ts';
import { patienceOf } from './patience.ts';
import { descendants } from './processes.ts';

const LIST = '/events?start_date=2026-01-01&per_page=50';
const WITHIN_MS = 1_000;

const event = (title: string) => ({
  title,
  start_date: '2027-01-01 10:00:00',
  end_date: '2027-01-01 11:00:00',
});

/** A service with three events, in a folder within one of ours. */
async function started(
  env: Record<string, string> = {},
): Promise<{ service: ServiceProcess; data: string; away: string }> {
  const parent = mkdtempSync(path.join(tmpdir(), 'kalends-removed-'));
  removeAtExit(parent);
  const data = path.join(parent, 'data');
  const service = await startProcess({ data, env });
  await people(service);
  for (let n = 0; n < 3; n++) (await service.as('editor').post('/events', event(`Event ${n}`))).expect(201);
  (await service.anonymous.get(LIST)).expect(200);
  return { service, data, away: path.join(parent, 'away') };
}

async function until(
  ask: () => Promise<{ status: number }>,
  status: number,
  withinMs = WITHIN_MS,
): Promise<void> {
  const isEarly = patienceOf(withinMs);
  for (;;) {
    const answer = await ask();
    if (answer.status === status) return;
    assert.ok(await isEarly(), `${answer.status} instead of ${status}`);
  }
}

/** Whatever touches data is refused. */
async function refused(service: ServiceProcess): Promise<void> {
  // Not one write more is acknowledged.
  const written = (await service.as('editor').post('/events', event('Into nothing'))).expect(503);
  assert.match(written.headers['retry-after'] ?? '', /^\d+$/);
  const reader: Client = service.anonymous;
  await until(() => reader.get(LIST), 503);
  for (const path of ['/events/4', '/venues', '/categories', `${LIST}&search=event`])
    (await reader.get(path)).expect(503);
  assert.equal((await askReady(service.url)).status, 503);
  (await reader.get(`${service.url}/kalends/v1/health/live`)).expect(200);
}

test('a data folder that is moved away is missed at once, and found again when it is back', async () => {
  const { service, data, away } = await started();
  try {
    renameSync(data, away);
    await refused(service);
    assert.ok(!existsSync(data), 'nothing is made in its place');
    assert.match(service.log(), new RegExp(`The database file ${path.join(data, 'kalends.db')}`));
    renameSync(away, data);
    await until(() => service.anonymous.get(LIST), 200);
    (await service.as('editor').post('/events', event('Back'))).expect(201);
    assert.equal((await service.anonymous.get(LIST)).at('total'), 4);
  } finally {
    await service.kill();
  }
});

test('what is written after a data folder was removed is not acknowledged, nor what a new one in its place holds shown', async () => {
  const { service, data, away } = await started();
  const another = await startProcess({ data: away });
  await another.stop();
  try {
    rmSync(data, { recursive: true });
    await refused(service);
    // Another calendar in its place is none of ours.
    renameSync(away, data);
    await refused(service);
  } finally {
    await service.kill();
  }
});

test('a log that is removed beside its file is missed too', async () => {
  const { service, data } = await started();
  try {
    rmSync(path.join(data, 'kalends.db-wal'));
    await refused(service);
  } finally {
    await service.kill();
  }
});

test('a worker that is started later makes no calendar', async () => {
  const { service, data, away } = await started({ KALENDS_WORKERS: '2' });
  try {
    const before = descendants(service.pid);
    assert.equal(before.length, 2);
    renameSync(data, away);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    for (let tries = 0; !/replaced|ersetzt|worker/i.test(service.log()) && tries < 100; tries++)
      await pause(50);
    await pause(2_000);
    assert.ok(!existsSync(data), 'no folder and no calendar in it');
    renameSync(away, data);
    // Those that couldn't start are replaced until one can.
    await until(() => service.anonymous.get(LIST).catch(() => ({ status: 0 })), 200, 60_000);
    assert.equal((await service.anonymous.get(LIST)).at('total'), 3);
  } finally {
    await service.kill();
  }
  const again = await startProcess({ data });
  assert.equal((await again.anonymous.get(LIST)).at('total'), 3);
  await again.stop();
});

test('uploads are refused while the media folder is gone', async () => {
  const { service, data } = await started();
  try {
    const form = () => {
      const sent = new FormData();
      sent.append('file', new File([new Uint8Array(photo)], 'a.png', { type: 'image/png' }));
      return sent;
    };
    const upload = async () => service.as('editor').post(`${service.url}/kalends/v1/media`, form());
    (await upload()).expect(201);
    const [media, away] = [path.join(data, 'media'), path.join(data, 'media-away')];
    renameSync(media, away);
    (await upload()).expect(503);
    assert.ok(!existsSync(media));
    renameSync(away, media);
    (await upload()).expect(201);
  } finally {
    await service.kill();
  }
});

test('an older copy that is restored into the file takes the place of all that was known', async () => {
  const { service, data, away } = await started();
  const file = path.join(data, 'kalends.db');
  const live = new DatabaseSync(file);
  try {
    await backup(live, `${away}.db`);
    const kept = (await service.anonymous.get(LIST)).body;
    const lost = (await service.as('editor').post('/events', event('Lost'))).expect(201).id();
    for (let n = 0; n < 60; n++) (await service.anonymous.get(`${LIST}&n=${n}`)).expect(200);
    (await service.anonymous.get(`${LIST}&search=lost`)).expect(200);
    const old = new DatabaseSync(`${away}.db`);
    await backup(old, file);
    old.close();
    await until(() => service.anonymous.get(`/events/${lost}`), 404, 2_000);
    // Kept answers are those of another process's state for a moment more.
    const listed = async () => ({ status: Number((await service.anonymous.get(LIST)).at('total')) });
    await until(listed, 3, 2_000);
    assert.deepEqual((await service.anonymous.get(LIST)).body, kept);
    assert.equal((await service.anonymous.get(`${LIST}&search=lost`)).at('total'), 0);
    const made = (await service.as('editor').post('/events', event('New'))).expect(201).id();
    (await service.anonymous.get(`/events/${made}`)).expect(200);
    assert.equal((await service.anonymous.get(LIST)).at('total'), 4);
    assert.equal((await service.anonymous.get(`${LIST}&search=lost`)).at('total'), 0);
  } finally {
    live.close();
    await service.kill();
  }
});
