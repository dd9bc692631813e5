import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cacheFolder, type EngineName, sizeText } from './options.ts';
import { COPY_PREFIX, postgres } from './postgres.ts';
import { kalends, root, startProgram } from './programs.ts';

/** A seeded calendar, where it is, and what is in it by ascending ID. */
export interface Calendar {
  engine: EngineName;
  size: number;
  /** The settings that lead the service, its commands and the baselines to it. */
  env: { KALENDS_DATA: string; DATABASE_URL?: string };
  /** Credentials of a user who may write. */
  token: string;
}

/** A word that stands in the titles of so many events, however large the calendar is. */
export const RARE_WORD = 'Quixotheque';
const RARE_EVENTS = 12;
/** A word of one of the ten sentences of which descriptions are made: in two events of five (src/transfer/seed/words.ts). */
export const FREQUENT_WORD = 'tickets';

/** Sources that made-up calendars depend on: where they change, calendars are made again. */
function sourcesKey(): string {
  const hash = createHash('sha256');
  for (const file of globSync(['src/transfer/seed/*.ts', 'src/store/db/migrations/*.ts'], {
    cwd: root,
  }).sort())
    hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.update(RARE_WORD).digest('hex').slice(0, 12);
}

const tell = (text: string) => process.stderr.write(`${text}\n`);

/** The calendar of a size on an engine, seeded unless an earlier run has done so. @param series how many events repeat without end */
export async function seeded(engine: EngineName, size: number, series = 0): Promise<Calendar> {
  const key = sourcesKey();
  const name = series === 0 ? `${size}` : `${size}_${series}`;
  const folder = path.join(cacheFolder, key, `${engine}-${name}`);
  const database = `kalends_${key}_${name}`;
  const secret = path.join(folder, 'token');
  if (!existsSync(secret) || !(await isThere(engine, database)))
    await seed({ engine, size, series }, folder, database);
  return { engine, size, env: await settings(engine, folder, database), token: readFileSync(secret, 'utf8') };
}

/** Tells whether the server still has the database, whose files other programs may have deleted. */
async function isThere(engine: EngineName, database: string): Promise<boolean> {
  if (engine === 'sqlite') return true;
  const { rowCount } = await (await postgres()).run(
    `select 1 from pg_database where datname = '${database}'`,
  );
  return rowCount === 1;
}

const settings = async (engine: EngineName, folder: string, database: string): Promise<Calendar['env']> => ({
  KALENDS_DATA: folder,
  ...(engine === 'postgres' ? { DATABASE_URL: (await postgres()).database(database) } : {}),
});

/** Makes a calendar beside its place, where it comes when it's whole. */
async function seed(
  { engine, size, series }: { engine: EngineName; size: number; series: number },
  folder: string,
  database: string,
): Promise<void> {
  tell(`Seeding ${sizeText(size)} events on ${engine}`);
  const began = performance.now();
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const making = `${COPY_PREFIX}${database}`;
  const server = engine === 'postgres' ? await postgres() : undefined;
  await server?.run(`drop database if exists ${making} with (force)`);
  await server?.run(`create database ${making}`);
  const env = await settings(engine, unfinished, making);
  await kalends(['user', 'add', 'bench', '--role', 'administrator'], env);
  const repeating = ['--series', String(series), '--endless'];
  await kalends(['seed', '--events', String(size), '--seed', '1', ...repeating], env);
  const token = (await kalends(['token', 'add', 'bench', '--name', 'bench'], env)).trim();
  await addRareEvents({ engine, size, env, token });
  await server?.run('vacuum analyze', making);
  await server?.run(`drop database if exists ${database} with (force)`);
  await server?.run(`alter database ${making} rename to ${database}`);
  writeFileSync(path.join(unfinished, 'token'), token, { mode: 0o600 });
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  tell(`  ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function addRareEvents({ env, token }: Calendar): Promise<void> {
  const service = await startProgram('bin/kalends.js', ['serve'], { ...env, KALENDS_PORT: '0' });
  try {
    const today = Temporal.Now.plainDateISO('UTC');
    for (let n = 1; n <= RARE_EVENTS; n++) {
      const day = today.add({ days: n * 20 }).toString();
      const answer = await fetch(`${service.url}/calendar/events/v1/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          title: `${RARE_WORD} evening ${n}`,
          description: 'Books that nobody else has.',
          start_date: `${day} 19:00:00`,
          end_date: `${day} 21:00:00`,
        }),
      });
      if (answer.status !== 201) throw new Error(`POST events gave ${answer.status}: ${await answer.text()}`);
    }
  } finally {
    await service.stop();
  }
}

/** A copy that may be written to, removed at the end of this process or before. */
export async function copied(calendar: Calendar): Promise<Calendar & { remove(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-bench-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', removeFolder);
  if (calendar.engine === 'sqlite') {
    const name = 'kalends.db';
    copyFileSync(path.join(calendar.env.KALENDS_DATA, name), path.join(folder, name));
    return { ...calendar, env: { KALENDS_DATA: folder }, remove: async () => removeFolder() };
  }
  const server = await postgres();
  const source = new URL(calendar.env.DATABASE_URL ?? '').pathname.slice(1);
  const name = `${COPY_PREFIX}${process.pid}_${path.basename(folder).slice(-6).toLowerCase()}`;
  await server.run(`create database ${name} template ${source}`);
  return {
    ...calendar,
    env: { KALENDS_DATA: folder, DATABASE_URL: server.database(name) },
    remove: async () => {
      removeFolder();
      await server.run(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Runs a query beside the programs that work on a calendar. */
export async function ask(calendar: Calendar, query: string): Promise<Record<string, unknown>[]> {
  const { DATABASE_URL: url } = calendar.env;
  if (url !== undefined) {
    const { rows } = await (await postgres()).run(query, new URL(url).pathname.slice(1));
    return rows.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
  }
  const database = new DatabaseSync(path.join(calendar.env.KALENDS_DATA, 'kalends.db'), { readOnly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

/** IDs of all things of a kind, in an order that is mixed and the same in each run. */
export async function mixedIds(
  calendar: Calendar,
  kind: 'events' | 'venues' | 'organizers' | 'categories' | 'tags',
): Promise<number[]> {
  const ids = (await ask(calendar, `select id from ${kind} order by id`)).map(({ id }) => Number(id));
  // A multiplicative generator (Park and Miller): good enough to mix by.
  let state = 20_261_121;
  for (let at = ids.length - 1; at > 0; at--) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (at + 1);
    [ids[at], ids[other]] = [ids[other] ?? 0, ids[at] ?? 0];
  }
  return ids;
}
