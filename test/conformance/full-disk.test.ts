// A disk that is full, or a server that says so: every write is refused as that, reads go on, and nothing is lost.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Answer } from '../support/client.ts';
import { dropCalendar, engine, openCalendar } from '../support/engine.ts';
import { at } from '../support/json.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Service, startService } from '../support/service.ts';
import { FROM_HERE } from '../support/session.ts';

const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
const EVENT = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const DISK = 'size=12m';

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const data = mkdtempSync(path.join(tmpdir(), 'kalends-full-'));
const isMounted = engine === 'sqlite' && run('mount', '-t', 'tmpfs', '-o', DISK, 'tmpfs', data);
const skip = engine === 'sqlite' && !isMounted;
const filler = path.join(data, 'filler');
let service: Service;
let ids: { event: number; tag: number };

before(async () => {
  if (skip) return;
  service = await startService({ data, clock: '2026-11-20T18:00:00Z' });
  await people(service);
  const admin = service.as('admin');
  ids = {
    event: (await admin.post('/events', { title: 'before', ...EVENT })).expect(201).id(),
    tag: (await admin.post('/tags', { name: 'before' })).expect(201).id(),
  };
});
after(async () => {
  try {
    await service?.stop();
  } finally {
    if (isMounted) run('umount', '-l', data);
    await dropCalendar(data);
    rmSync(data, { recursive: true, force: true });
  }
});

/** Runs statements beside the service. */
async function alter(...statements: string[]): Promise<void> {
  const calendar = await openCalendar(data);
  try {
    for (const statement of statements) await sql.raw(statement).execute(calendar.read);
  } finally {
    await calendar.close();
  }
}

/** Leaves the database no room; gives what takes that back. */
async function fill(): Promise<() => Promise<void>> {
  if (engine === 'postgres') {
    await alter(
      `create function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
      `do $$ declare one text; begin
         for one in select tablename from pg_tables where schemaname = current_schema() loop
           execute format('create trigger full_disk before insert or update on %I for each row execute function refuse_all()', one);
         end loop;
       end $$`,
    );
    return () => alter('drop function refuse_all cascade');
  }
  const database = new DatabaseSync(path.join(data, 'kalends.db'));
  // The log has no room left over from former writes.
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  for (const size of [2 ** 20, 4096])
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      assert.match(String(error), /ENOSPC/);
    }
  return async () => rmSync(filler);
}

const own = (address: string) => `${service.url}${address}`;
const importForm = () => {
  const form = new FormData();
  form.set('kind', 'kalends');
  form.set(
    'file',
    new File(
      [readFileSync(path.join(import.meta.dirname, '..', 'samples', 'tec', 'det_community_education.json'))],
      'events.json',
    ),
  );
  return form;
};

/** Every kind of write, each by its name; `key` tells one round of them from another. */
const writes = (key: string): Record<string, () => Promise<Answer>> => {
  const admin = service.as('admin');
  return {
    'a creation': () => admin.post('/events', { title: `made ${key}`, ...EVENT }),
    'a series': () =>
      admin.post('/events', { title: `series ${key}`, ...EVENT, recurrence: 'FREQ=DAILY;COUNT=5' }),
    'a change': () => admin.post(`/events/${ids.event}`, { title: `changed ${key}` }),
    'a term': () => admin.post('/tags', { name: `tag ${key}` }),
    'a creation with a key': () =>
      admin.post('/tags', { name: `keyed ${key}` }, { 'Idempotency-Key': `full ${key}`.replace(' ', '-') }),
    'an atomic batch': () =>
      admin.post(own('/batch/v1'), {
        atomic: true,
        requests: [{ path: '/calendar/events/v1/tags', body: { name: `atomic ${key}` } }],
      }),
    'an upload': () =>
      admin.post(own('/kalends/v1/media'), photo, {
        'Content-Type': 'image/png',
        'Content-Disposition': `attachment; filename="${key}.png"`,
      }),
    'an import': () => admin.post(own('/kalends/v1/imports'), importForm()),
    'signing in': () =>
      service.anonymous.post(
        own('/kalends/v1/sessions'),
        { login: 'editor', password: passwordOf('editor') },
        FROM_HERE,
      ),
    'a token': () =>
      admin.post(own('/kalends/v1/users/1/tokens'), { name: key, current_password: passwordOf('admin') }),
  };
};

const reads = async () => {
  (await service.anonymous.get('/events')).expect(200);
  (await service.anonymous.get(own('/events/'))).expect(200);
  (await service.as('editor').get('/events?status=publish,draft')).expect(200);
  (await service.anonymous.get(`/events/${ids.event}`)).expect(200);
  (await service.anonymous.get(own('/health/ready'))).expect(200);
};

test('a full disk refuses every write as that, leaves what was there, and takes writes again once it has room', {
  skip,
}, async () => {
  const exported = async () => (await service.cli(['export'])).stdout;
  const before = await exported();
  const free = await fill();
  try {
    for (const [what, write] of Object.entries(writes('full'))) {
      const answer = await write();
      // What is atomic fails at the request that has no room, or with the whole at its end.
      const refused = answer.status === 207 ? answer.at('responses.0') : answer.body;
      assert.equal(
        at(refused, answer.status === 207 ? 'body.code' : 'code'),
        'rest_storage_full',
        `${what}: ${answer.text}`,
      );
      assert.equal(answer.status === 207 ? at(refused, 'status') : answer.status, 503, what);
      assert.match(answer.text, /disk is full/, what);
      if (answer.status === 503) assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/, what);
    }
    await reads();
    assert.equal(await exported(), before);
  } finally {
    await free();
  }
  for (const [what, write] of Object.entries(writes('free'))) {
    const answer = await write();
    assert.ok(answer.status < 300, `${what}: ${answer.text}`);
  }
  const check = await service.cli(['check']);
  assert.equal(check.code, 0, check.stdout);
});

test('commands on a full disk say so, and leave nothing half done', { skip }, async (t) => {
  if (engine === 'postgres') return t.diagnostic('Its disk is the server’s, which says so above.');
  const kept = () =>
    readdirSync(data, { recursive: true })
      .map(String)
      .filter((name) => !/-(wal|shm)$|^(backups|media\/\.held)$/.test(name))
      .sort();
  const free = await fill();
  try {
    const files = kept();
    for (const args of [['backup'], ['backup', path.join(data, 'own.tar')], ['seed', '--events', '500']]) {
      const { code, stderr } = await service.cli(args);
      assert.equal(code, 1, `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, /disk.* is full/, args.join(' '));
      assert.deepEqual(kept(), files);
    }
    // Nobody has it open any more.
    await service.stop();
    for (const args of [['export'], ['check'], ['user', 'list']]) {
      const { code, stderr } = await service.cli(args);
      assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    }
  } finally {
    await free();
  }
  await service.restart();
  assert.equal((await service.cli(['backup'])).code, 0);
});
