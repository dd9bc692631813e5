import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { failureOf } from '#cli/failure.ts';
import { processTag } from '#foundation/files/process-tag.ts';
import { withArchive } from '#transfer/backup/archive.ts';
import { readManifest } from '#transfer/backup/read-manifest.ts';
import { createClient } from '../support/client.ts';
import { calendarSettings, dropCalendar, openCalendar } from '../support/engine.ts';
import { makeEvent } from '../support/events.ts';
import { command, type Finished, inherited } from '../support/program.ts';
import { people, type Service, startProcess, startService } from '../support/service.ts';

const CLI = path.join(import.meta.dirname, '..', '..', 'bin', 'kalends.js');
const CLOCK = '2026-11-20T18:00:00Z';
const samples = path.join(import.meta.dirname, '..', 'samples');
const folder = mkdtempSync(path.join(tmpdir(), 'kalends-backup-'));
const places: string[] = [];
let service: Service;
/** One of the calendar as `before` made it. */
let backup: string;

const inFolder = (name: string) => path.join(folder, name);

/** Settings of a place where nothing is yet. */
async function emptyPlace(): Promise<NodeJS.ProcessEnv & { KALENDS_DATA: string }> {
  const data = mkdtempSync(inFolder('place-'));
  places.push(data);
  return { ...inherited, KALENDS_CLOCK: CLOCK, ...(await calendarSettings(data, { empty: true })) };
}

/** Runs a command that must be done; gives what it printed. */
async function succeed(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(env, args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** Runs a command that must be refused with nothing on standard output; gives its line. */
async function refused(env: NodeJS.ProcessEnv, args: string[], code = 1): Promise<string> {
  const ended = await command(env, args);
  assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}${ended.stdout}`);
  assert.equal(ended.stdout, '');
  return ended.stderr.trimEnd();
}

async function cli(...args: string[]): Promise<Finished> {
  const ended = await service.cli(args);
  assert.equal(ended.code, 0, `${args.join(' ')}: ${ended.stderr}${ended.stdout}`);
  return ended;
}

/** All files below a folder with their contents, by their paths. */
function filesBelow(root: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(root, file);
    if (entry.isFile() && !name.split('/').some((part) => part.startsWith('.')))
      files.set(name, readFileSync(file).toString('base64'));
  }
  return new Map([...files].sort());
}

const WITHIN_MS = 60_000;

/** Waits until something is so, and gives it. */
async function until<T>(look: () => T): Promise<NonNullable<T>> {
  const endMs = performance.now() + WITHIN_MS;
  for (;;) {
    const found = look();
    if (found) return found;
    if (performance.now() > endMs) throw new Error(`It never came: ${look}`);
    await pause(50);
  }
}

before(async () => {
  service = await startService({ clock: CLOCK, data: inFolder('home') });
  await people(service);
  await cli('seed', '--events', '120');
  const editor = service.as('editor');
  const photo = readFileSync(path.join(samples, 'media', 'photo.png'));
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="photo.png"' };
  const image = (await editor.post(`${service.url}/kalends/v1/media`, photo, headers)).expect(201).id();
  await makeEvent(editor, {
    title: 'Backed up',
    image,
    venue: { venue: 'Höhle', geo_lat: 52.5, geo_lng: 13.4 },
  });
  await makeEvent(editor, { title: 'Secret', password: 'sesame' });
  const trashed = await makeEvent(editor, { title: 'In the trash' });
  (await editor.delete(`/events/${trashed.id()}`)).expect(200);
  writeFileSync(path.join(service.data, 'kalends.env'), 'KALENDS_SITE_NAME=Kept\n', { mode: 0o600 });
  backup = inFolder('whole.tar');
  await cli('backup', backup);
});

after(async () => {
  await service.stop();
  await dropCalendar(inFolder('home'));
  for (const place of places) await dropCalendar(place);
  rmSync(folder, { recursive: true, force: true });
});

test('backup while the service runs is one file of its owner, and restored it is the same calendar', async () => {
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  const place = await emptyPlace();
  const told = await succeed(place, 'restore', backup);
  assert.match(told, /1[0-9]{2} events/);
  const data = place.KALENDS_DATA;
  assert.equal(await succeed(place, 'check'), 'No problems found.\n');
  const [ours, theirs] = [inFolder('ours.json'), inFolder('theirs.json')];
  await cli('export', '--out', ours, '--base', 'https://calendar.example.org');
  await succeed(place, 'export', '--out', theirs, '--base', 'https://calendar.example.org');
  assert.equal(readFileSync(theirs, 'utf8'), readFileSync(ours, 'utf8'));
  assert.deepEqual(filesBelow(path.join(data, 'media')), filesBelow(path.join(service.data, 'media')));
  for (const name of readdirSync(data, { recursive: true, withFileTypes: true })) {
    const mode = statSync(path.join(name.parentPath, name.name)).mode & 0o777;
    assert.equal(mode, name.isDirectory() ? 0o700 : 0o600, name.name);
  }
  // What says where the database is doesn't hold by itself.
  assert.equal(existsSync(path.join(data, 'kalends.env')), false);
  assert.equal(readFileSync(path.join(data, 'kalends.env.restored'), 'utf8'), 'KALENDS_SITE_NAME=Kept\n');
  assert.equal(existsSync(path.join(data, '.restore')), false);
});

test('what was restored serves, with its users, tokens, search, places and pictures, and takes writes', async () => {
  const place = await emptyPlace();
  await succeed(place, 'restore', backup);
  const restored = await startService({ clock: CLOCK, data: place.KALENDS_DATA });
  try {
    const editor = createClient(
      () => restored.url,
      `Basic ${Buffer.from(service.credentials('editor')).toString('base64')}`,
    );
    (await editor.get(`${restored.url}/kalends/v1/users/me`)).expect(200);
    for (const query of ['search=Backed', 'geoloc=1&geoloc_lat=52.5&geoloc_lng=13.4&geoloc_distance=5']) {
      const [one, other] = await Promise.all([
        service.anonymous.get(`/events?${query}&start_date=2020-01-01`),
        restored.anonymous.get(`/events?${query}&start_date=2020-01-01`),
      ]);
      assert.equal(other.expect(200).text.replaceAll(restored.url, service.url), one.expect(200).text);
    }
    await makeEvent(editor, { title: 'After' });
  } finally {
    await restored.stop();
  }
  assert.equal(await succeed(place, 'check'), 'No problems found.\n');
});

test('restore begins another history, by which no process takes it for the one it knew', async () => {
  const place = await emptyPlace();
  await succeed(place, 'restore', backup);
  const [ours, theirs] = [await openCalendar(service.data), await openCalendar(place.KALENDS_DATA)];
  try {
    const [one, other] = [await ours.version(), await theirs.version()];
    assert.equal(other.number, one.number);
    assert.notEqual(other.token, one.token);
  } finally {
    await ours.close();
    await theirs.close();
  }
});

test('restore refuses a place that holds anything, names it, and changes nothing', async () => {
  const place = await emptyPlace();
  const data = place.KALENDS_DATA;
  writeFileSync(path.join(data, 'notes.txt'), 'mine');
  assert.match(await refused(place, ['restore', backup]), /notes\.txt already exists/);
  assert.deepEqual(readdirSync(data), ['notes.txt']);
  rmSync(path.join(data, 'notes.txt'));
  mkdirSync(path.join(data, 'media', '2026'), { recursive: true });
  assert.match(await refused(place, ['restore', backup]), /media\/2026 already exists/);
  rmSync(path.join(data, 'media'), { recursive: true });
  await succeed(place, 'restore', backup);
  const before = filesBelow(data);
  assert.match(await refused(place, ['restore', backup]), /already/);
  assert.deepEqual(filesBelow(data), before);
  assert.equal(await succeed(place, 'check'), 'No problems found.\n');
});

test('restore takes settings, older backups and what a file system brings as no contents', async () => {
  const place = await emptyPlace();
  writeFileSync(path.join(place.KALENDS_DATA, 'kalends.env'), 'KALENDS_SITE_NAME=Mine\n', {
    mode: 0o600,
  });
  mkdirSync(path.join(place.KALENDS_DATA, 'backups'));
  mkdirSync(path.join(place.KALENDS_DATA, 'lost+found'));
  mkdirSync(path.join(place.KALENDS_DATA, 'media'));
  await succeed(place, 'restore', backup);
  assert.equal(
    readFileSync(path.join(place.KALENDS_DATA, 'kalends.env'), 'utf8'),
    'KALENDS_SITE_NAME=Mine\n',
  );
});

test('of restores at once into one place one wins, and the others are refused', async () => {
  // Into one data folder, and from two of them into one database.
  for (const folders of [1, 2]) {
    const place = await emptyPlace();
    const elsewhere = mkdtempSync(inFolder('elsewhere-'));
    const database = place.DATABASE_URL ?? `sqlite:${path.join(place.KALENDS_DATA, 'kalends.db')}`;
    const envs = [place.KALENDS_DATA, folders === 1 ? place.KALENDS_DATA : elsewhere, place.KALENDS_DATA].map(
      (data) => ({ ...place, DATABASE_URL: database, KALENDS_DATA: data }),
    );
    const ended = await Promise.all(envs.map((env) => command(env, ['restore', backup])));
    const told = ended.map(({ stderr }) => stderr).join('');
    assert.deepEqual(ended.map(({ code }) => code).sort(), [0, 1, 1], told);
    for (const { code, stderr } of ended)
      if (code !== 0) assert.match(stderr, /^kalends: .*(is running|already)/);
    const winner = envs[ended.findIndex(({ code }) => code === 0)] ?? place;
    assert.equal(await succeed(winner, 'check'), 'No problems found.\n');
    assert.deepEqual(
      filesBelow(path.join(winner.KALENDS_DATA, 'media')),
      filesBelow(path.join(service.data, 'media')),
    );
    for (const data of new Set(envs.map((env) => env.KALENDS_DATA))) {
      assert.equal(existsSync(path.join(data, '.restore')), false);
      // Of those that lost nothing is left.
      if (data !== winner.KALENDS_DATA)
        assert.deepEqual(
          [...filesBelow(data).keys()].filter((name) => !name.startsWith('kalends.db')),
          [],
        );
    }
  }
});

test('a restore that was interrupted is no calendar, and is run again', async () => {
  const place = await emptyPlace();
  const data = place.KALENDS_DATA;
  // As a process leaves it that is killed after it has put the pictures in their place.
  mkdirSync(path.join(data, '.restore'), { recursive: true });
  writeFileSync(path.join(data, '.restore', 'placed'), '');
  mkdirSync(path.join(data, 'media', '2026', '11'), { recursive: true });
  writeFileSync(path.join(data, 'media', '2026', '11', 'half.png'), 'half');
  assert.match(await refused(place, ['user', 'list']), /restore/);
  assert.deepEqual(readdirSync(data).sort(), ['.restore', 'media']);
  await succeed(place, 'restore', backup);
  assert.equal(existsSync(path.join(data, 'media', '2026', '11', 'half.png')), false);
  assert.equal(await succeed(place, 'check'), 'No problems found.\n');
});

test('a restore that is killed anywhere leaves all or nothing, and is run again', async () => {
  const place = await emptyPlace();
  for (const [kill, killAfterMs] of fc.sample(fc.integer({ min: 150, max: 500 }), 4).entries()) {
    const child = spawn(process.execPath, [CLI, 'restore', backup], { env: place, stdio: 'ignore' });
    const closed = once(child, 'close');
    await Promise.race([closed, pause(killAfterMs)]);
    child.kill('SIGKILL');
    await closed;
    if (child.exitCode === 0) break;
    // A kill after the last step leaves a whole calendar, at any other none.
    const listed = await command(place, ['backup', inFolder(`after-kill-${kill}.tar`)]);
    if (listed.code === 0) {
      assert.equal(await succeed(place, 'check'), 'No problems found.\n');
      return;
    }
  }
  // Where the last kill came too late it is there already.
  await command(place, ['restore', backup]);
  assert.equal(await succeed(place, 'check'), 'No problems found.\n');
});

test('Ctrl-C ends a backup with 130 and leaves nothing of it', async () => {
  const target = inFolder('interrupted');
  const child = spawn(process.execPath, [CLI, 'backup', `${target}/`], {
    env: { ...inherited, KALENDS_CLOCK: CLOCK, ...(await calendarSettings(service.data)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const closed = once(child, 'close');
  await until(() => existsSync(target) || child.exitCode !== null);
  child.kill('SIGINT');
  await closed;
  // It may have been done before it heard of it.
  if (child.exitCode !== 0) {
    assert.equal(child.exitCode, 130);
    assert.match(told, /Interrupted/);
  }
  const left = readdirSync(target);
  assert.equal(left.length, child.exitCode === 0 ? 1 : 0, left.join());
  assert.deepEqual(readdirSync(path.join(service.data, 'media', '.held')), []);
});

test('verify says what is in a backup; a flipped byte, a missing one and an added one are found', async () => {
  const told = await succeed(inherited, 'verify', backup);
  assert.match(told, /12\d events/);
  assert.match(told, /no problems/);
  const json = JSON.parse(await succeed(inherited, 'verify', '--json', backup));
  assert.deepEqual(json.faults, []);
  assert.ok(json.files > 1);
  const bytes = readFileSync(backup);
  const damaged = inFolder('damaged.tar');
  let isToldByCommand = false;
  const found = async (change: (copy: Buffer) => Buffer, what: string) => {
    writeFileSync(damaged, change(Buffer.from(bytes)));
    const line = await withArchive(damaged, (archive) => readManifest(archive, () => {})).then(
      () => '',
      (error: unknown) => failureOf(error, 'en').line,
    );
    assert.match(line, /damaged|no backup/, what);
    if (!isToldByCommand)
      assert.equal(await refused(inherited, ['verify', '--quick', damaged]), `kalends: ${line}`);
    isToldByCommand = true;
  };
  const places = [0, bytes.length - 1, bytes.length - 1024, bytes.length - 1100, bytes.length - 1536];
  places.push(...fc.sample(fc.nat(bytes.length - 1), 15));
  const [bit = 0, anywhere = 0] = fc.sample(fc.nat(bytes.length - 1), 2);
  for (const at of places)
    await found((copy) => {
      copy[at] = (copy[at] ?? 0) ^ (1 << ((at + bit) % 8));
      return copy;
    }, `byte ${at} of ${bytes.length}`);
  for (const length of [0, 1, 512, bytes.length - 1, bytes.length - 512, anywhere])
    await found((copy) => copy.subarray(0, length), `cut off after ${length}`);
  await found((copy) => Buffer.concat([copy, Buffer.alloc(1)]), 'a byte more');
  await found((copy) => Buffer.concat([copy, Buffer.alloc(512)]), 'a block more');
  const place = await emptyPlace();
  writeFileSync(damaged, bytes.subarray(0, bytes.length - 3));
  assert.match(await refused(place, ['restore', damaged]), /damaged/);
  assert.deepEqual(readdirSync(place.KALENDS_DATA), []);
  assert.match(await refused(inherited, ['verify', inFolder('nothing.tar')]), /nothing\.tar/);
  assert.match(await refused(inherited, ['verify', folder]), /isn’t a file/);
});

test('backup into a folder has a name of its date, and --keep leaves the newest of its own', async () => {
  const kept = inFolder('kept');
  mkdirSync(kept);
  writeFileSync(path.join(kept, 'kalends-00000000-20200101T000000Z.tar'), 'another calendar');
  writeFileSync(path.join(kept, 'notes.tar'), 'mine');
  const names: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { file } = JSON.parse((await cli('backup', kept, '--keep', '2', '--json')).stdout);
    assert.equal(path.dirname(file), kept);
    names.push(path.basename(file));
  }
  assert.match(names[0] ?? '', /^kalends-[0-9a-f]{8}-\d{8}T\d{6}Z\.tar$/);
  assert.deepEqual(
    readdirSync(kept).sort(),
    ['kalends-00000000-20200101T000000Z.tar', 'notes.tar', ...names.slice(1)].sort(),
  );
});

test('a restored calendar leaves the backups of the one it came from alone, which leaves its', async () => {
  const shared = inFolder('shared');
  const backUp = async (env: NodeJS.ProcessEnv, ...args: string[]) =>
    path.basename(JSON.parse(await succeed(env, 'backup', `${shared}/`, '--json', ...args)).file);
  const home = { ...inherited, KALENDS_CLOCK: CLOCK, ...(await calendarSettings(service.data)) };
  const first = await backUp(home);
  const second = await backUp(home);
  const [place, other] = [await emptyPlace(), await emptyPlace()];
  await succeed(place, 'restore', path.join(shared, second));
  await succeed(other, 'restore', path.join(shared, second));
  const clones: string[] = [];
  for (const clone of [place, other, place, other]) clones.push(await backUp(clone, '--keep', '1'));
  assert.deepEqual(readdirSync(shared).sort(), [first, second, ...clones.slice(2)].sort());
  // And the other way round, once more removed.
  const third = await backUp(home, '--keep', '1');
  assert.deepEqual(readdirSync(shared).sort(), [third, ...clones.slice(2)].sort());
  const again = await emptyPlace();
  await succeed(again, 'restore', path.join(shared, clones[2] ?? ''));
  const last = await backUp(again, '--keep', '1');
  assert.deepEqual(readdirSync(shared).sort(), [third, last, ...clones.slice(2)].sort());
  assert.equal(new Set([third, last, ...clones.slice(2)].map((name) => name.split('-')[1])).size, 4);
});

test('in its own data folder a restored calendar removes the backups from before, too', async () => {
  const place = await emptyPlace();
  const data = place.KALENDS_DATA;
  const backups = path.join(data, 'backups');
  const names: string[] = [];
  for (let n = 0; n < 3; n++)
    names.push(JSON.parse((await cli('backup', `${backups}/`, '--json')).stdout).file);
  writeFileSync(path.join(backups, 'kalends-00000000-20200101T000000Z.tar'), 'another calendar');
  await succeed(place, 'restore', names[2] ?? '');
  // Names tell seconds: of two series within one nobody knows which is newer.
  for (const since = Math.floor(Date.now() / 1000); Math.floor(Date.now() / 1000) <= since; ) await pause(20);
  const made = JSON.parse(await succeed(place, 'backup', '--keep', '2', '--json'));
  assert.deepEqual(made.removed.sort(), names.slice(0, 2).sort());
  assert.deepEqual(
    readdirSync(backups).sort(),
    [
      'kalends-00000000-20200101T000000Z.tar',
      ...[names[2] ?? '', made.file].map((name) => path.basename(name)),
    ].sort(),
  );
  // A link may lead to where others keep theirs.
  const linked = await emptyPlace();
  symlinkSync(backups, path.join(linked.KALENDS_DATA, 'backups'));
  await succeed(linked, 'restore', made.file);
  assert.deepEqual(JSON.parse(await succeed(linked, 'backup', '--keep', '1', '--json')).removed, []);
});

test('backup --to copies it to a second folder; addresses on the network are refused', async () => {
  const second = inFolder('second');
  const file = inFolder('first.tar');
  await cli('backup', file, '--to', second);
  assert.deepEqual(readFileSync(path.join(second, 'first.tar')), readFileSync(file));
  assert.equal(statSync(path.join(second, 'first.tar')).mode & 0o777, 0o600);
  assert.equal(statSync(second).mode & 0o777, 0o700);
  const ended = await service.cli(['backup', inFolder('other.tar'), '--to', 's3://bucket/backups']);
  assert.equal(ended.code, 2);
  assert.match(ended.stderr, /--to .*s3:\/\/bucket/);
  assert.equal(existsSync(inFolder('other.tar')), false);
});

test('copies that failed are made up for by the next backup, as many as are kept', async () => {
  const [own, second] = [inFolder('copied'), inFolder('copied-second')];
  const made: string[] = [];
  const secondNow = () => Math.floor(Date.now() / 1000);
  let last = 0;
  const backUp = async (...args: string[]) => {
    // Names tell seconds; a name that was freed within one would be taken again.
    while (secondNow() <= last) await pause(20);
    const ended = await service.cli(['backup', `${own}/`, '--json', ...args]);
    last = secondNow();
    return { ...ended, json: ended.code === 0 ? JSON.parse(ended.stdout) : undefined };
  };
  made.push((await backUp('--to', second, '--keep', '4')).json.file);
  // A folder that can't be written to: there is a file in its place.
  renameSync(second, `${second}-away`);
  writeFileSync(second, '');
  for (let n = 0; n < 2; n++) assert.equal((await backUp('--to', second, '--keep', '4')).code, 1);
  rmSync(second);
  renameSync(`${second}-away`, second);
  const failed = readdirSync(own)
    .filter((name) => !made.includes(path.join(own, name)))
    .sort();
  assert.equal(failed.length, 2);
  // Others' files, and what isn't kept, don't come along.
  writeFileSync(path.join(own, 'kalends-00000000-20200101T000000Z.tar'), 'another calendar');
  writeFileSync(path.join(own, 'notes.tar'), 'mine');
  const next = (await backUp('--to', second, '--keep', '3')).json;
  const kept = [...failed, path.basename(next.file)].sort();
  assert.deepEqual(
    next.late_copies.sort(),
    failed.map((name) => path.join(second, name)),
  );
  assert.deepEqual(readdirSync(second).sort(), kept);
  for (const name of kept) {
    assert.deepEqual(readFileSync(path.join(second, name)), readFileSync(path.join(own, name)));
    assert.equal(statSync(path.join(second, name)).mode & 0o777, 0o600);
  }
  assert.deepEqual((await backUp('--to', second, '--keep', '3')).json.late_copies, []);
  // Who keeps all there are names no number: then only the new one is copied.
  rmSync(second, { recursive: true });
  assert.deepEqual((await backUp('--to', second)).json.late_copies, []);
  assert.equal(readdirSync(second).length, 1);
});

test('backup refuses a name that is taken, a folder that is missing, and a place without a calendar', async () => {
  const before = readFileSync(backup);
  const taken = await service.cli(['backup', backup]);
  assert.equal(taken.code, 1);
  assert.match(taken.stderr, /whole\.tar already exists/);
  assert.deepEqual(readFileSync(backup), before);
  const lost = await service.cli(['backup', inFolder('no/such/folder.tar')]);
  assert.equal(lost.code, 1);
  const place = await emptyPlace();
  const line = await refused(place, ['backup', inFolder('none.tar')]);
  assert.match(line, /No calendar in/);
  assert.deepEqual(readdirSync(place.KALENDS_DATA), []);
  assert.equal(existsSync(inFolder('none.tar')), false);
});

test('what a killed backup left is cleared by the next', async () => {
  const target = inFolder('cleared');
  mkdirSync(target);
  const part = (tag: string) => path.join(target, `.kalends-${tag}-${crypto.randomUUID()}.part`);
  const dead = spawnSync('true').pid;
  writeFileSync(part(processTag().replace(/\d+$/, String(dead))), 'of a process that is gone');
  const far = part('01234567-1');
  writeFileSync(far, 'of another machine, long ago');
  const old = Temporal.Now.instant().epochMilliseconds / 1000 - 7200;
  utimesSync(far, old, old);
  const running = part('01234567-2');
  writeFileSync(running, 'of another machine, just now');
  await cli('backup', target);
  const parts = readdirSync(target).filter((name) => name.endsWith('.part'));
  assert.deepEqual(parts, [path.basename(running)]);
});

test('the service makes backups by itself, keeps so many, and copies them', async () => {
  const place = await emptyPlace();
  const [own, second] = [inFolder('own'), inFolder('own-second')];
  mkdirSync(own);
  writeFileSync(path.join(own, 'kalends-notes.tar'), 'mine');
  const env = {
    KALENDS_BACKUP_DIR: own,
    KALENDS_BACKUP_EVERY: '1s',
    KALENDS_BACKUP_KEEP: '2',
    KALENDS_BACKUP_TO: second,
    KALENDS_LOG_LEVEL: 'info',
  };
  const serving = await startProcess({ data: place.KALENDS_DATA, clock: CLOCK, env });
  try {
    const scheduled = (where: string) =>
      existsSync(where) ? readdirSync(where).filter((name) => name.endsWith('-scheduled.tar')) : [];
    const first = await until(() => scheduled(own)[0]);
    await until(
      () => scheduled(own).length > 0 && !scheduled(own).includes(first) && scheduled(own).length === 2,
    );
    await until(() => scheduled(second).length === 2);
    assert.match(serving.log(), /A backup was made/);
    const file = path.join(own, scheduled(own).sort().at(-1) ?? '');
    copyFileSync(file, inFolder('scheduled.tar'));
  } finally {
    await serving.stop();
  }
  assert.match(await succeed(inherited, 'verify', inFolder('scheduled.tar')), /no problems/);
  assert.equal(readFileSync(path.join(own, 'kalends-notes.tar'), 'utf8'), 'mine');
});

test('a backup that fails by itself is logged and tried again, and leaves the others alone', async () => {
  const place = await emptyPlace();
  const blocked = inFolder('blocked');
  writeFileSync(blocked, 'a file, and no folder');
  const serving = await startProcess({
    data: place.KALENDS_DATA,
    clock: CLOCK,
    env: { KALENDS_BACKUP_DIR: blocked, KALENDS_BACKUP_EVERY: '1h' },
  });
  try {
    await until(() => /A backup could not be made/.test(serving.log()));
  } finally {
    await serving.stop();
  }
  assert.equal(readFileSync(blocked, 'utf8'), 'a file, and no folder');
});

test('backup --every says who makes backups at intervals, in three languages, and makes none', async () => {
  const place = await emptyPlace();
  const target = inFolder('every');
  for (const [language, words] of [
    ['en', /^kalends: --every .*For scheduled backups/],
    ['de', /^kalends: --every .*regelmäßige Sicherungen/],
    ['es', /^kalends: --every .*copias programadas/],
  ] as const) {
    const line = await refused(
      { ...place, LC_ALL: language },
      ['backup', target, '--every', '2h', '--keep', '5', '--to', '/mnt/b'],
      2,
    );
    assert.match(line, words);
    assert.ok(
      line.includes(
        `“kalends serve --backup-dir ${target} --backup-every 2h --backup-keep 5 --backup-to /mnt/b”`
          .replace('“', { en: '“', de: '„', es: '«' }[language])
          .replace('”', { en: '”', de: '“', es: '»' }[language]),
      ),
      line,
    );
    assert.match(line, /KALENDS_BACKUP_EVERY.*KALENDS_BACKUP_KEEP/);
  }
  const usual = /“kalends serve --backup-every 6h --backup-keep 14”/;
  for (const args of [
    ['--every', '6h'],
    ['--every=6h'],
    ['--every'],
    ['--every', 'often'],
    ['one.tar', '--every', '6h'],
  ])
    assert.match(await refused(place, ['backup', ...args], 2), usual, args.join(' '));
  assert.equal(existsSync(target), false);
  assert.deepEqual(readdirSync(place.KALENDS_DATA), []);
});

test('settings of backups that cannot be meant are refused', async () => {
  const place = await emptyPlace();
  const wrong = async (env: Record<string, string>, told: RegExp) =>
    assert.match(await refused({ ...place, ...env }, ['backup'], 2), told);
  await wrong({ KALENDS_BACKUP_EVERY: 'often' }, /KALENDS_BACKUP_EVERY.*often/);
  await wrong({ KALENDS_BACKUP_EVERY: '-6h' }, /KALENDS_BACKUP_EVERY/);
  await wrong({ KALENDS_BACKUP_KEEP: '0' }, /KALENDS_BACKUP_KEEP/);
  await wrong({ KALENDS_BACKUP_TO: 's3://bucket' }, /KALENDS_BACKUP_TO.*s3:\/\/bucket/);
  assert.deepEqual(readdirSync(place.KALENDS_DATA), []);
});
