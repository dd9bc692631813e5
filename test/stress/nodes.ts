import { Agent } from 'node:http';
import type { Database } from '#store/db/engine.ts';
import { openPostgres } from '#store/db/postgres.ts';
import { openSqlite } from '#store/db/sqlite.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { unexpectedLines } from './fire.ts';
import { ask, compareWithDesks, type Desk, type LoadReport, load, type Place } from './load.ts';
import { Timeline } from './timeline.ts';

/** How many nodes, processes and clients. */
export interface NodesOptions {
  /** Of PostgreSQL; undefined: a file of SQLite. */
  databaseUrl: string | undefined;
  /** Where notifications come from, if not from there. */
  listenUrl?: string;
  nodes: number;
  workers: number;
  writers: number;
  readers: number;
  seconds: number;
  seed: number;
}

const CATEGORIES = 4;

/** Starts nodes on one calendar, the first with its people. All but the first start at once. */
export async function startNodes(
  {
    databaseUrl,
    listenUrl,
    nodes,
    workers,
  }: Pick<NodesOptions, 'databaseUrl' | 'listenUrl' | 'nodes' | 'workers'>,
  env: Record<string, string> = {},
): Promise<ServiceProcess[]> {
  const settings = {
    DATABASE_URL: databaseUrl,
    KALENDS_LISTEN_URL: listenUrl,
    KALENDS_WORKERS: String(workers),
    ...env,
  };
  const first = await startProcess({ env: settings });
  await people(first);
  const others = Array.from({ length: nodes - 1 }, () => startProcess({ data: first.data, env: settings }));
  return [first, ...(await Promise.all(others))];
}

/** `Basic` credentials of an editor, good on all nodes. */
export const editorOf = (first: ServiceProcess): string =>
  `Basic ${Buffer.from(first.credentials('editor')).toString('base64')}`;

/** Makes what the writers of a load have at first: a tag for each, and the categories. */
export async function makeDesks(
  place: Place,
  authorization: string,
  writers: number,
): Promise<{ writers: Desk[]; categories: number[] }> {
  const make = async (path: string, name: string) => {
    const { status, body } = await ask(place, authorization, 'POST', path, { name });
    if (status !== 201 || typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Error(`${path} was answered with ${status}.`);
    return Number(body['id']);
  };
  const categories: number[] = [];
  for (let n = 0; n < CATEGORIES; n++) categories.push(await make('/categories', `Shared ${n}`));
  const desks: Desk[] = [];
  for (let number = 0; number < writers; number++)
    desks.push({
      number,
      tag: await make('/tags', `Desk ${number}`),
      events: [],
      published: new Timeline(0),
    });
  return { writers: desks, categories };
}

/** Writes of each event, as the change log has them. */
async function loggedWrites(db: Database): Promise<Map<number, number>> {
  const rows = await db.read
    .selectFrom('changes')
    .select((eb) => ['resource_id', eb.fn.countAll<number>().as('writes')])
    .where('kind', '=', 'event')
    .groupBy('resource_id')
    .execute();
  return new Map(rows.map(({ resource_id, writes }) => [resource_id, Number(writes)]));
}

/** Where the change log doesn't have each acknowledged write once. */
export async function compareWithLog(db: Database, desks: readonly Desk[]): Promise<string[]> {
  const logged = await loggedWrites(db);
  const wanted = new Map(desks.flatMap(({ events }) => events.map(({ id, writes }) => [id, writes])));
  return [...new Set([...logged.keys(), ...wanted.keys()])]
    .filter((id) => logged.get(id) !== wanted.get(id))
    .map((id) => `event ${id} was written ${logged.get(id)} times, acknowledged ${wanted.get(id)} times`);
}

/** Writers and readers on all nodes of one calendar; then what is there is compared with what was acknowledged. */
export async function loadNodes(options: NodesOptions): Promise<LoadReport> {
  const services = await startNodes(options);
  const [first] = services as [ServiceProcess, ...ServiceProcess[]];
  const shared = new Agent({ keepAlive: true });
  // New connections each time: whichever process takes them.
  const scattered = new Agent({ keepAlive: false });
  const agents = Array.from({ length: options.writers }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  try {
    const authorization = editorOf(first);
    const base = await makeDesks({ origin: first.url, agent: shared }, authorization, options.writers);
    const origins = services.map(({ url }) => url) as [string, ...string[]];
    const report = await load({
      ...base,
      ...options,
      writers: base.writers,
      authorization,
      writingPlace: (random, writer) => ({
        origin: random.pick(origins),
        agent: agents[writer] as Agent,
      }),
      readingPlace: (random) => ({
        origin: random.pick(origins),
        agent: options.workers > 1 && random.chance(0.5) ? scattered : shared,
      }),
    });
    for (const [n, service] of services.entries()) {
      const place = { origin: service.url, agent: shared };
      for (const fault of await compareWithDesks(place, { ...base, authorization }))
        report.faults.push(`node ${n}: ${fault}`);
    }
    const db = options.databaseUrl
      ? openPostgres(options.databaseUrl)
      : openSqlite(`${first.data}/kalends.db`);
    try {
      report.faults.push(...(await compareWithLog(db, base.writers)));
    } finally {
      await db.close();
    }
    const checked = await first.cli(['check']);
    if (checked.code !== 0) report.faults.push(`check: ${checked.stdout}${checked.stderr}`);
    for (const service of services)
      for (const line of unexpectedLines(service.log())) report.faults.push(`the log: ${line}`);
    return report;
  } finally {
    for (const agent of [shared, scattered, ...agents]) agent.destroy();
    for (const service of services.toReversed()) await service.stop();
  }
}

/** The report in a few lines. */
export function describeLoad(report: LoadReport): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return [
    `${report.writes} writes and ${report.reads} reads; slowest write ${ms(report.slowestWriteMs)}, slowest read ${ms(report.slowestReadMs)}.`,
    `${report.stale} reads were out of date, the oldest by ${ms(report.oldestMs)}. Faults: ${report.faults.length}.`,
    ...report.faults.slice(0, 30).map((fault) => `  ${fault.slice(0, 800)}`),
  ].join('\n');
}
