import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '#store/db/postgres.ts';
import { at, parseJson } from '../support/json.ts';
import type { ServiceProcess } from '../support/service.ts';
import { editorOf, startNodes } from './nodes.ts';
import { type DurableServer, startDurableServer } from './server.ts';
import { exchange } from './wire.ts';

/** What becomes of the database: killed as by a loss of power, stopped in order, or not answering any more. */
export type Outage = 'kill' | 'shutDown' | 'freeze';

/** What one outage brought. */
export interface OutageReport {
  outage: Outage;
  /** Creations that were answered with 201, before and after. */
  acknowledged: number;
  /** Creations that were refused and are there nevertheless: their commit's answer was lost on the way. */
  unacknowledged: number;
  /** Answers with 503 while the database was away. */
  refused: number;
  /** The longest that any request waited for its answer, milliseconds. */
  slowestMs: number;
  /** From the moment at which the database takes connections again to the first write on each node, milliseconds. */
  backMs: number;
  faults: string[];
}

const ROOT = '/calendar/events/v1';
/** The database's patience plus a connection's, and something for a busy machine. */
const ANSWER_WITHIN_MS = 60_000;
const BACK_WITHIN_MS = 60_000;
const WRITERS = 6;
const READERS = 4;
const READY_WITHIN_MS = 15_000;

/** Asks `ready` of a node; its status, and how long that took, milliseconds. */
export async function askReady(origin: string): Promise<{ status: number; tookMs: number }> {
  const agent = new Agent({ keepAlive: false });
  const sentMs = performance.now();
  const headers = { host: '127.0.0.1' };
  const path = '/kalends/v1/health/ready';
  const { status } = await exchange(agent, origin, { method: 'GET', path, headers }, ANSWER_WITHIN_MS);
  return { status, tookMs: performance.now() - sentMs };
}

async function outageOnce(
  server: DurableServer,
  nodes: readonly ServiceProcess[],
  options: { outage: Outage; round: number; awayMs: number; loadMs: number; authorization: string },
): Promise<OutageReport> {
  const { outage, round, authorization } = options;
  const report: OutageReport = {
    outage,
    acknowledged: 0,
    unacknowledged: 0,
    refused: 0,
    slowestMs: 0,
    backMs: 0,
    faults: [],
  };
  const word = `outage${round}word`;
  const acknowledged = new Map<number, string>();
  const asked = new Set<string>();
  const wroteAtMs = new Map<number, number>();
  const agent = new Agent({ keepAlive: true });
  let stopped = false;
  const send = async (node: number, method: string, path: string, body?: object) => {
    const headers = { host: '127.0.0.1', authorization, 'content-type': 'application/json' };
    const bytes = body && Buffer.from(JSON.stringify(body));
    const sentMs = performance.now();
    try {
      const origin = nodes[node]?.url ?? '';
      const answer = await exchange(agent, origin, { method, path, headers, body: bytes }, ANSWER_WITHIN_MS);
      if (answer.status === 503) {
        report.refused++;
        if (!/^\d+$/.test(answer.headers['retry-after'] ?? '')) report.faults.push('503 without Retry-After');
        // Not at once, as a client that does what it's told; but sooner than told, to see the end.
        await pause(100);
      } else if (answer.status >= 500)
        report.faults.push(`${method} ${path}: ${answer.status} ${answer.bytes.toString().slice(0, 300)}`);
      return answer;
    } catch (error) {
      report.faults.push(`${method} ${path}: ${String(error)}`);
      return undefined;
    } finally {
      report.slowestMs = Math.max(report.slowestMs, performance.now() - sentMs);
    }
  };
  const write = async (writer: number) => {
    const node = writer % nodes.length;
    for (let n = 0; !stopped; n++) {
      const title = `${word} ${writer} ${n}`;
      asked.add(title);
      const answer = await send(node, 'POST', `${ROOT}/events`, {
        title,
        start_date: '2027-01-01 10:00',
        end_date: '2027-01-01 11:00',
        tags: [word],
        venue: { venue: `Venue ${title}` },
      });
      if (answer?.status !== 201) continue;
      acknowledged.set(Number(at(parseJson(answer.bytes.toString()), 'id')), title);
      wroteAtMs.set(node, performance.now());
    }
  };
  const read = async (reader: number) => {
    while (!stopped)
      await send(
        reader % nodes.length,
        'GET',
        `${ROOT}/events?search=${word}&per_page=5&start_date=2026-01-01`,
      );
  };
  const clients = [
    ...Array.from({ length: WRITERS }, (_, n) => write(n)),
    ...Array.from({ length: READERS }, (_, n) => read(n)),
  ];
  try {
    await pause(options.loadMs);
    if (outage === 'freeze') server.freeze();
    else await server[outage]();
    await pause(500);
    for (const { url } of nodes) {
      const { status, tookMs } = await askReady(url);
      if (status !== 503 || tookMs > READY_WITHIN_MS)
        report.faults.push(`ready told ${status} after ${tookMs.toFixed(0)} ms, without a database`);
    }
    await pause(options.awayMs);
    if (outage === 'freeze') server.thaw();
    else await server.start();
    const thereMs = performance.now();
    const isBack = () => nodes.every((_, node) => (wroteAtMs.get(node) ?? 0) > thereMs);
    while (!isBack() && performance.now() - thereMs < BACK_WITHIN_MS) await pause(20);
    report.backMs = performance.now() - thereMs;
    if (!isBack()) report.faults.push(`not all nodes write again within ${BACK_WITHIN_MS} ms`);
    await pause(options.loadMs / 2);
  } finally {
    stopped = true;
    await Promise.all(clients);
    agent.destroy();
  }

  const db = openPostgres(server.url);
  try {
    const rows = await db.read
      .selectFrom('events')
      .select(['id', 'title', 'slug'])
      .where('title', 'like', `${word} %`)
      .execute();
    const found = new Map(rows.map(({ id, title }) => [id, title]));
    for (const [id, title] of acknowledged)
      if (found.get(id) !== title)
        report.faults.push(`${title} was acknowledged as ${id}, and is ${found.get(id)}`);
    const titles = new Set(rows.map(({ title }) => title));
    if (titles.size !== rows.length) report.faults.push(`${rows.length - titles.size} are there twice`);
    if (new Set(rows.map(({ slug }) => slug)).size !== rows.length)
      report.faults.push('slugs are there twice');
    for (const title of titles) if (!asked.has(title)) report.faults.push(`nobody asked for ${title}`);
    report.acknowledged = acknowledged.size;
    report.unacknowledged = rows.length - acknowledged.size;
    if (report.unacknowledged > WRITERS)
      report.faults.push(`${report.unacknowledged} more than acknowledged, of ${WRITERS} writers`);
    const tag = await db.read.selectFrom('tags').select('count').where('name', '=', word).executeTakeFirst();
    if (tag?.count !== rows.length)
      report.faults.push(`the tag counts ${tag?.count} instead of ${rows.length}`);
  } finally {
    await db.close();
  }
  return report;
}

/** Outages of a database of our own, one after the other, under load from clients of two nodes. */
export async function outages(
  asked: { rounds: readonly Outage[]; awayMs: number; loadMs: number },
  tell: (report: OutageReport) => void,
): Promise<string[]> {
  const server = await startDurableServer();
  const faults: string[] = [];
  try {
    const nodes = await startNodes({ databaseUrl: server.url, nodes: 2, workers: 1 });
    try {
      const authorization = editorOf(nodes[0] as ServiceProcess);
      for (const [round, outage] of asked.rounds.entries()) {
        const report = await outageOnce(server, nodes, { ...asked, outage, round, authorization });
        tell(report);
        faults.push(...report.faults);
      }
      const checked = await nodes[0]?.cli(['check']);
      if (checked?.code !== 0) faults.push(`check: ${checked?.stdout}${checked?.stderr}`);
    } finally {
      for (const node of nodes.toReversed()) await node.stop();
    }
  } finally {
    await server.remove();
  }
  return faults;
}

/** A report in one line. */
export const describeOutage = (report: OutageReport): string =>
  `${report.outage}: ${report.acknowledged} acknowledged, ${report.unacknowledged} more kept, ${report.refused} refused; slowest answer ${report.slowestMs.toFixed(0)} ms, back after ${report.backMs.toFixed(0)} ms; faults: ${report.faults.length}.`;
