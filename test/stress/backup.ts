import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '#transfer/seed/random.ts';
import { calendarSettings, dropCalendar, openCalendar } from '../support/engine.ts';
import { makeEvent } from '../support/events.ts';
import { isObject, parseJson } from '../support/json.ts';
import { command, inherited } from '../support/program.ts';
import { people, type Service, startProcess } from '../support/service.ts';

/** What is tried: backups among writers, some of which are killed. */
export interface Asked {
  /** Events that are there before. */
  events: number;
  writers: number;
  /** Backups that are killed somewhere on their way, before one is let go on to its end; several times. */
  kills: number;
  rounds: number;
  seed: number;
}

/** A round, as it's told of. */
export interface BackupRound {
  /** Writes that were acknowledged before the last backup began, and by its end. */
  before: number;
  after: number;
  /** Writes that are in it. */
  held: number;
  killed: number;
  faults: string[];
}

const CLOCK = '2026-11-20T18:00:00Z';
const CLI = path.join(import.meta.dirname, '..', '..', 'bin', 'kalends.js');
const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
const TITLE = /^Writer (\d+) event (\d+) revision (\d+)$/;

/** Line of a change log, in the order in which writes were committed. */
interface Line {
  version: number;
  kind: string;
  id: number;
  action: string;
}

/** What a calendar holds, as it is in its database. */
interface State {
  version: number;
  log: Line[];
  events: { id: number; title: string; status: string }[];
  media: number[];
}

async function stateOf(data: string): Promise<State> {
  const db = await openCalendar(data);
  try {
    const { number } = await db.version();
    const lines = await db.read.selectFrom('changes').selectAll().orderBy('id').execute();
    const log = lines.map(({ version, kind, resource_id: id, action }) => ({ version, kind, id, action }));
    // Overrides of dates are no events of their own.
    const events = await db.read
      .selectFrom('events')
      .select(['id', 'title', 'status'])
      .where((eb) => eb.or([eb('series_id', '=', 0), eb('series_id', '=', eb.ref('id'))]))
      .execute();
    const media = await db.read.selectFrom('media').select('id').orderBy('id').execute();
    return { version: number, log, events, media: media.map(({ id }) => id) };
  } finally {
    await db.close();
  }
}

/** Writes until it's told to stop: makes events, changes and deletes them, and pictures that come and go. */
class Writers {
  readonly #service: Service;
  readonly #random: Random;
  readonly #running: Promise<void>[] = [];
  #isStopped = false;
  acknowledged = 0;
  /** Events whose creation was acknowledged, and pictures, in the order in which that was heard of. */
  readonly events: number[] = [];
  readonly faults: string[] = [];

  constructor(service: Service, count: number, random: Random) {
    this.#service = service;
    this.#random = random;
    for (let n = 0; n < count; n++) this.#running.push(this.#write(n));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  async #write(writer: number): Promise<void> {
    const editor = this.#service.as('editor');
    const mine: { id: number; number: number; revision: number }[] = [];
    const pictures: number[] = [];
    const title = (one: { number: number; revision: number }) =>
      `Writer ${writer} event ${one.number} revision ${one.revision}`;
    const media = `${this.#service.url}/kalends/v1/media`;
    for (let number = 0; !this.#isStopped; number++) {
      try {
        const what = this.#random.integer(10);
        const old = mine[this.#random.integer(Math.max(1, mine.length))];
        if (writer === 0 && what < 5) {
          const headers = {
            'content-type': 'image/png',
            'content-disposition': 'attachment; filename="p.png"',
          };
          pictures.push((await editor.post(media, photo, headers)).expect(201).id());
        } else if (writer === 0 && pictures.length > 0) {
          // The oldest: a backup may have seen its row by now, and not yet its files.
          (await editor.delete(`${media}/${pictures.shift()}?force=true`)).expect(200);
        } else if (old && what < 4) {
          old.revision += 1;
          (await editor.post(`/events/${old.id}`, { title: title(old) })).expect(200);
        } else if (old && what === 9) {
          mine.splice(mine.indexOf(old), 1);
          (await editor.delete(`/events/${old.id}`)).expect(200);
        } else {
          const made = { id: 0, number, revision: 0 };
          made.id = (await makeEvent(editor, { title: title(made), tags: [`Tag ${number % 5}`] })).id();
          mine.push(made);
          this.events.push(made.id);
        }
        this.acknowledged += 1;
      } catch (error) {
        this.faults.push(`writer ${writer}: ${String(error)}`.slice(0, 300));
        return;
      }
    }
  }
}

/** The first lines in which two logs differ. */
function firstApart(one: readonly Line[], other: readonly Line[]): unknown {
  const at = one.findIndex((line, n) => JSON.stringify(line) !== JSON.stringify(other[n]));
  return [one.length, other.length, at, one[at], other[at]];
}

/** What of a restored calendar isn't as the first of the writes have left it, up to its version. */
function faultsOf(restored: State, final: State, before: readonly number[]): string[] {
  const faults: string[] = [];
  const prefix = final.log.filter(({ version }) => version <= restored.version);
  if (JSON.stringify(prefix) !== JSON.stringify(restored.log))
    faults.push(
      `its log isn't the beginning of the calendar's: ${JSON.stringify(firstApart(restored.log, prefix))}`,
    );
  const made = new Map<number, { changes: number; isTrashed: boolean }>();
  const media = new Set<number>();
  for (const { kind, id, action } of prefix) {
    if (kind === 'media' && action === 'create') media.add(id);
    if (kind === 'media' && action === 'delete') media.delete(id);
    if (kind !== 'event') continue;
    const known = made.get(id);
    if (action === 'create') made.set(id, { changes: 0, isTrashed: false });
    else if (known && action === 'trash') known.isTrashed = true;
    else if (known) known.changes += 1;
  }
  const found = new Map(restored.events.map((event) => [event.id, event]));
  for (const [id, { changes, isTrashed }] of made) {
    const event = found.get(id);
    const [, , , revision] = TITLE.exec(event?.title ?? '') ?? [];
    if (!event) faults.push(`event ${id} is in its log and not there`);
    else if (revision === undefined) continue;
    else if ((event.status === 'trash') !== isTrashed)
      faults.push(`event ${id} is ${event.status} after ${isTrashed ? 'its deletion' : 'no deletion'}`);
    else if (Number(revision) !== changes)
      faults.push(`event ${id} has revision ${revision} after ${changes} changes`);
  }
  for (const { id } of restored.events)
    if (!made.has(id)) faults.push(`event ${id} is there and not in its log`);
  for (const id of before)
    if (!found.has(id)) faults.push(`event ${id} was acknowledged before and isn't there`);
  const expected = [...media].sort((a, b) => a - b);
  if (JSON.stringify(expected) !== JSON.stringify(restored.media))
    faults.push(`it has ${restored.media.length} pictures instead of ${expected.length}`);
  return faults;
}

/** Rounds of backups of one calendar while it's written to; tells of each round as it ends. */
export async function backupRounds(
  asked: Asked,
  tell: (round: number, result: BackupRound) => void,
): Promise<string[]> {
  const random = new Random(asked.seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-backups-'));
  const service = await startProcess({ clock: CLOCK });
  const env = { ...inherited, KALENDS_CLOCK: CLOCK, ...(await calendarSettings(service.data)) };
  const faults: string[] = [];
  try {
    await people(service);
    await service.cli(['seed', '--events', String(asked.events)]);
    const size = await sizeOfBackup(env, path.join(folder, 'first.tar'));
    const writers = new Writers(service, asked.writers, random);
    const results: { result: BackupRound; restored: State; before: number[] }[] = [];
    for (let round = 1; round <= asked.rounds; round++) {
      const target = path.join(folder, `round-${round}`);
      const result: BackupRound = { before: 0, after: 0, held: 0, killed: 0, faults: [] };
      // One that is quicker than the look at it is no kill.
      for (let tries = 0; result.killed < asked.kills && tries < MOST_TRIES * asked.kills; tries++)
        result.killed += await killed(env, target, random, size);
      const before = [...writers.events];
      result.before = writers.acknowledged;
      const ended = await command(env, ['backup', `${target}/`, '--json']);
      result.after = writers.acknowledged;
      if (ended.code !== 0) {
        result.faults.push(`backup: ${ended.stderr}`);
        break;
      }
      const made = parseJson(ended.stdout);
      const file = isObject(made) ? String(made['file']) : '';
      if (isObject(made) && JSON.stringify(made['missing']) !== '[]')
        result.faults.push(`files are missing in it: ${JSON.stringify(made['missing'])}`);
      for (const name of readdirSync(target))
        if (name.endsWith('.part')) result.faults.push(`${name} of a killed backup is left`);
      // Those that were quicker than their end are whole too.
      for (const name of readdirSync(target).filter((one) => one.endsWith('.tar')))
        result.faults.push(...(await faultsOfVerify(path.join(target, name))));
      result.faults.push(...(await faultsOfFlip(file, random)));
      const restored = await restore(file, folder, result.faults);
      result.held = restored.log.length;
      results.push({ result, restored, before });
      tell(round, result);
    }
    await writers.stop();
    faults.push(...writers.faults);
    const final = await stateOf(service.data);
    for (const { result, restored, before } of results)
      faults.push(...result.faults, ...faultsOf(restored, final, before));
    faults.push(...(await faultsOfExport(service, env, folder)));
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return faults;
}

/** Bytes of a whole backup, by which the moments of kills are chosen. */
async function sizeOfBackup(env: NodeJS.ProcessEnv, file: string): Promise<number> {
  const ended = await command(env, ['backup', file]);
  if (ended.code !== 0) throw new Error(`The first backup failed: ${ended.stderr}`);
  const { size } = statSync(file);
  rmSync(file);
  return size;
}

const LOOK_EVERY_MS = 2;

/**
 * Kills a backup that is under way: once it has written so much, from the first byte on to near its end. Gives whether it was
 * in the middle of it, and leaves what a killed one does.
 */
async function killed(env: NodeJS.ProcessEnv, target: string, random: Random, size: number): Promise<number> {
  const share = random.integer(MOST_WRITTEN) / 100;
  const before = new Set(partsIn(target));
  const child = spawn(process.execPath, [CLI, 'backup', `${target}/`], { env, stdio: 'ignore' });
  const closed = once(child, 'close');
  const written = () => partsIn(target).find((name) => !before.has(name));
  let isUnderWay = false;
  while (child.exitCode === null) {
    const part = written();
    isUnderWay = part !== undefined && sizeOf(path.join(target, part)) >= share * size;
    if (isUnderWay) break;
    await pause(LOOK_EVERY_MS);
  }
  child.kill('SIGKILL');
  await closed;
  // One that was quicker than its end has given the file its name.
  return isUnderWay && child.signalCode === 'SIGKILL' && written() !== undefined ? 1 : 0;
}

/** Backups begun for each kill at most. */
const MOST_TRIES = 5;
/** Percent of a backup after which it is killed at the latest. */
const MOST_WRITTEN = 80;

function partsIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.part')) : [];
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

async function faultsOfVerify(file: string): Promise<string[]> {
  const { code, stdout, stderr } = await command(inherited, ['verify', file]);
  return code === 0 ? [] : [`verify ${path.basename(file)}: ${stdout}${stderr}`];
}

async function faultsOfFlip(file: string, random: Random): Promise<string[]> {
  const bytes = readFileSync(file);
  const at = random.integer(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(8));
  const flipped = `${file}.flipped`;
  writeFileSync(flipped, bytes);
  const { code } = await command(inherited, ['verify', '--quick', flipped]);
  rmSync(flipped);
  return code === 1 ? [] : [`verify didn't find the flipped byte ${at} of ${bytes.length}`];
}

/** Restores a backup into a new place, and looks it over. */
async function restore(file: string, folder: string, faults: string[]): Promise<State> {
  const data = mkdtempSync(path.join(folder, 'restored-'));
  const env = { ...inherited, KALENDS_CLOCK: CLOCK, ...(await calendarSettings(data, { empty: true })) };
  try {
    const ended = await command(env, ['restore', file]);
    if (ended.code !== 0) faults.push(`restore: ${ended.stderr}`);
    const checked = await command(env, ['check']);
    if (checked.code !== 0) faults.push(`check: ${checked.stdout}${checked.stderr}`);
    return await stateOf(data);
  } finally {
    await dropCalendar(data);
  }
}

/** A backup of a calendar at rest, restored, has the same export. */
async function faultsOfExport(service: Service, env: NodeJS.ProcessEnv, folder: string): Promise<string[]> {
  const file = path.join(folder, 'last.tar');
  const data = mkdtempSync(path.join(folder, 'last-'));
  const there = { ...inherited, KALENDS_CLOCK: CLOCK, ...(await calendarSettings(data, { empty: true })) };
  const base = ['--base', 'https://calendar.example.org'];
  try {
    const steps = [
      await command(env, ['backup', file]),
      await command(there, ['restore', file]),
      await command(env, ['export', ...base, '--out', path.join(folder, 'ours.json')]),
      await command(there, ['export', ...base, '--out', path.join(folder, 'theirs.json')]),
    ];
    const failed = steps.filter(({ code }) => code !== 0).map(({ stderr }) => `${service.data}: ${stderr}`);
    if (failed.length > 0) return failed;
    const [ours, theirs] = ['ours.json', 'theirs.json'].map((name) => readFileSync(path.join(folder, name)));
    return ours && theirs?.equals(ours) ? [] : ['the export of what was restored is another'];
  } finally {
    await dropCalendar(data);
  }
}
