import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { Random } from '#transfer/seed/random.ts';
import type { ServiceProcess } from '../support/service.ts';
import { fileMiB, openHandles, processorSeconds, residentOf } from './process-usage.ts';
import { descendants } from './processes.ts';

/** What a soak runs on and how long. */
export interface SoakOptions {
  readonly minutes: number;
  /** Cores' worth of load, of all processes of the service together. */
  readonly cores: number;
  readonly writesPerSecond: number;
  readonly sampleSeconds: number;
  readonly seed: number;
  /** Bytes of the database, where it isn't a file of SQLite. */
  readonly databaseMiB?: (() => Promise<number>) | undefined;
}

/** One look at the service. All sizes in MiB. */
export interface Sample {
  readonly seconds: number;
  readonly resident: number;
  readonly heap: number;
  readonly buffers: number;
  readonly handles: number;
  readonly database: number;
  readonly wal: number;
  readonly requests: number;
  readonly cores: number;
}

/** What a soak brought. */
export interface SoakReport {
  readonly samples: readonly Sample[];
  readonly requests: number;
  readonly writes: number;
  /** Statuses that nobody expects, with an example each. */
  readonly faults: ReadonlyMap<string, string>;
}

const AT_ONCE = 4;
/** Processor time is asked for after so many milliseconds at least: it is told in hundredths of a second. */
const PACE_MS = 50;
const TOLD_MS = 10_000;
const EVERYTHING = 'start_date=2000-01-01&end_date=2100-01-01';
const WORDS = ['tickets', 'concert', 'museum', 'berlin', 'workshop', 'night', 'über', 'xyzzy'];

/** Flags and code with which a service tells its memory when it gets SIGWINCH. */
export const TELLING_MEMORY = `--import "data:text/javascript,${encodeURIComponent(
  `process.on('SIGWINCH', () => process.stderr.write('MEMORY ' + JSON.stringify(process.memoryUsage()) + '\\n'));`,
)}"`;

/** Reads of all kinds, most of them different each time, as visitors, widgets and crawlers ask. */
function readPath(random: Random, ids: readonly number[]): string {
  const chance = random.next();
  const id = ids[random.integer(ids.length)] ?? 1;
  const page = 1 + random.integer(40);
  const language = random.pick(['', '', '', '/de', '/es']);
  const root = `${language}/wp-json/tribe/events/v1`;
  if (chance < 0.25) return `/calendar/events/v1/events/${id}`;
  if (chance < 0.35) return `${root}/events/${id}`;
  if (chance < 0.45) return `/calendar/events/v1/events?page=${page}&per_page=${1 + random.integer(50)}`;
  if (chance < 0.53)
    return `/calendar/events/v1/events?start_date=2026-${10 + random.integer(3)}-${10 + random.integer(18)}&end_date=2027-06-01&page=${page}`;
  if (chance < 0.6)
    return `/calendar/events/v1/events?search=${encodeURIComponent(random.pick(WORDS as [string, ...string[]]))}&page=${1 + random.integer(5)}`;
  if (chance < 0.66)
    return `${root}/events?categories=${1 + random.integer(60)}&page=${1 + random.integer(4)}`;
  if (chance < 0.71) return `/calendar/events/v1/events?venue=${1 + random.integer(400)}`;
  if (chance < 0.75)
    return `/calendar/events/v1/events?${EVERYTHING}&page=${page * 20}&_fields=events.id,total`;
  if (chance < 0.8) return `/calendar/events/v1/venues?page=${page}`;
  if (chance < 0.84) return `/calendar/events/v1/organizers?page=${page}`;
  if (chance < 0.88) return `/calendar/events/v1/categories?per_page=${1 + random.integer(50)}`;
  if (chance < 0.91)
    return `/calendar/events/v1/tags?search=${random.pick(WORDS as [string, ...string[]]).slice(0, 3)}`;
  if (chance < 0.93) return random.pick(['/calendar/events/v1/doc', '/calendar/events/v1', '/docs', '/']);
  if (chance < 0.95) return `/calendar/events/v1/events/by-slug/nothing-${random.integer(1_000_000)}`;
  if (chance < 0.97)
    return `/calendar/events/v1/events?geoloc_lat=52.5&geoloc_lng=13.4&geo_radius=${1 + random.integer(300)}`;
  return '/calendar/events/v1/events';
}

/** Loads a service with reads of many kinds and a few writes, at so many cores' worth, and looks at it all the while. */
export async function soak(
  service: ServiceProcess,
  options: SoakOptions,
  print: (sample: Sample) => void,
): Promise<SoakReport> {
  const random = new Random(options.seed);
  const agent = new Agent({ connections: AT_ONCE * 2, keepAliveTimeout: 5_000 });
  const authorization = `Basic ${Buffer.from(service.credentials('editor')).toString('base64')}`;
  const faults = new Map<string, string>();
  const pids = () => [service.pid, ...descendants(service.pid)];
  const servers = pids();
  const used = () => servers.reduce((sum, pid) => sum + processorSeconds(pid), 0);
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const endsAt = options.minutes * 60;
  const usedBefore = used();
  const samples: Sample[] = [];
  let requests = 0;
  let writes = 0;
  let isOver = false;

  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', target: string, body?: object) => {
    requests++;
    const headers: Record<string, string> = {
      'accept-encoding': random.pick(['identity', 'gzip', 'br', 'zstd']),
    };
    // Now and then whoever asks is signed in, or asks whether something has changed.
    if (body !== undefined || method !== 'GET' || random.next() < 0.05)
      headers['authorization'] = authorization;
    else if (random.next() < 0.1) headers['if-none-match'] = '"none"';
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      const answer = await request(service.url + target, {
        method,
        headers,
        dispatcher: agent,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (method === 'POST' || method === 'PUT') {
        headers['accept-encoding'] = 'identity';
        const text = Buffer.from(await answer.body.arrayBuffer());
        if (answer.statusCode >= 400) faults.set(`${method} ${answer.statusCode}`, target);
        return { status: answer.statusCode, bytes: text };
      }
      await answer.body.dump({ limit: 2 ** 30 });
      const isExpected = answer.statusCode < 400 || answer.statusCode === 404 || answer.statusCode === 400;
      if (!isExpected) faults.set(`${method} ${answer.statusCode}`, target);
      return { status: answer.statusCode, bytes: undefined };
    } catch (error) {
      faults.set(`${method} ${String(error)}`, target);
      return { status: 0, bytes: undefined };
    }
  };

  const ids = await idsOf(service);

  const read = async () => {
    while (!isOver) {
      // Ahead of what so much of a core allows: wait until time has caught up.
      const aheadSeconds = (used() - usedBefore) / options.cores - seconds();
      if (aheadSeconds > 0) await pause(Math.min(500, PACE_MS + aheadSeconds * 1_000));
      const until = performance.now() + PACE_MS;
      while (!isOver && performance.now() < until) await send('GET', readPath(random, ids));
    }
  };

  const write = async () => {
    for (let n = 0; !isOver; n++) {
      await pause(1_000 / options.writesPerSecond);
      if (isOver) break;
      writes++;
      const id = ids[random.integer(ids.length)] ?? 1;
      // What is made is deleted again, so that the calendar stays as large as it is.
      if (n % 4 === 0) {
        const day = `2027-0${1 + random.integer(9)}-1${random.integer(9)}`;
        const made = await send('POST', '/calendar/events/v1/events', {
          title: `Soak ${n}`,
          description: `<p>${'Made while all else goes on. '.repeat(1 + random.integer(40))}</p>`,
          start_date: `${day} 10:00:00`,
          end_date: `${day} 12:00:00`,
          tags: [`soak ${n % 20}`],
        });
        const body: unknown = made.bytes && made.status === 201 ? JSON.parse(made.bytes.toString()) : {};
        if (typeof body === 'object' && body !== null && 'id' in body)
          await send('DELETE', `/calendar/events/v1/events/${String(body.id)}?force=true`);
      } else await send('PUT', `/calendar/events/v1/events/${id}`, { excerpt: `Changed ${n}.` });
    }
  };

  const look = async () => {
    let before = { seconds: 0, used: usedBefore };
    for (;;) {
      await pause(Math.max(0, Math.min(options.sampleSeconds, endsAt - seconds()) * 1_000));
      const [heap, buffers] = await memoryOf(service, servers.length > 1 ? servers.slice(1) : servers);
      const now = { seconds: seconds(), used: used() };
      const file = path.join(service.data, 'kalends.db');
      const sample: Sample = {
        seconds: Math.round(now.seconds),
        resident: residentOf(servers),
        heap,
        buffers,
        handles: servers.reduce((sum, pid) => sum + openHandles(pid), 0),
        database: options.databaseMiB ? await options.databaseMiB() : fileMiB(file),
        wal: fileMiB(`${file}-wal`),
        requests,
        cores: (now.used - before.used) / (now.seconds - before.seconds),
      };
      before = now;
      samples.push(sample);
      print(sample);
      if (now.seconds >= endsAt) break;
    }
    isOver = true;
  };

  await Promise.all([look(), write(), ...Array.from({ length: AT_ONCE }, read)]);
  await agent.close();
  return { samples, requests, writes, faults };
}

async function idsOf(service: ServiceProcess): Promise<number[]> {
  const ids: number[] = [];
  // Spread over the whole calendar.
  for (let n = 0; n < 60; n++) {
    const answer = await service.anonymous.get(
      `/events?${EVERYTHING}&per_page=50&page=${1 + n * 30}&_fields=events.id`,
    );
    if (answer.status !== 200) break;
    for (const { id } of answer.rows('events')) if (typeof id === 'number') ids.push(id);
  }
  return ids;
}

/** Heap in use and buffers of some processes together, MiB; they run with TELLING_MEMORY. */
async function memoryOf(
  service: ServiceProcess,
  pids: readonly number[],
): Promise<[heap: number, buffers: number]> {
  const from = service.log().length;
  for (const pid of pids) process.kill(pid, 'SIGWINCH');
  const until = performance.now() + TOLD_MS;
  for (;;) {
    const told = [
      ...service
        .log()
        .slice(from)
        .matchAll(/MEMORY (\{.*\})\n/g),
    ];
    if (told.length >= pids.length || performance.now() > until) {
      let heap = 0;
      let buffers = 0;
      for (const [, text = '{}'] of told) {
        const usage: unknown = JSON.parse(text);
        if (typeof usage !== 'object' || usage === null) continue;
        if ('heapUsed' in usage) heap += Number(usage.heapUsed) / 2 ** 20;
        if ('arrayBuffers' in usage) buffers += Number(usage.arrayBuffers) / 2 ** 20;
      }
      return [heap, buffers];
    }
    await pause(20);
  }
}

/** Bounds that a soak is held against, MiB. */
export interface SoakBounds {
  readonly residentMiB: number;
  /** By which the last quarter may have more resident memory than the third. */
  readonly growthMiB: number;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** What didn't level off: one line each. */
export function faultsOfSoak({ samples, faults }: SoakReport, bounds: SoakBounds): string[] {
  const found = [...faults].map(([what, example]) => `${what}, such as ${example}`);
  const quarter = Math.floor(samples.length / 4);
  const second = samples.slice(quarter, 2 * quarter);
  const third = samples.slice(2 * quarter, 3 * quarter);
  const last = samples.slice(3 * quarter);
  const of = (part: readonly Sample[], name: keyof Sample) => median(part.map((sample) => sample[name]));
  const grown = (name: keyof Sample) => of(last, name) - of(third, name);
  const mib = (value: number) => value.toFixed(1);
  const most = Math.max(...third.concat(last).map(({ resident }) => resident));
  if (most > bounds.residentMiB) found.push(`${mib(most)} MiB are resident, above ${bounds.residentMiB}`);
  if (grown('resident') > bounds.growthMiB)
    found.push(`resident memory grew by ${mib(grown('resident'))} MiB from the third quarter to the last`);
  if (grown('heap') + grown('buffers') > bounds.growthMiB)
    found.push(`heap and buffers grew by ${mib(grown('heap') + grown('buffers'))} MiB`);
  if (grown('handles') > 3) found.push(`handles grew by ${grown('handles')}`);
  const largest = (part: readonly Sample[]) => Math.max(...part.map(({ wal }) => wal));
  if (largest(third.concat(last)) > 1.25 * largest(second) + 4)
    found.push(`the WAL grew from ${mib(largest(second))} to ${mib(largest(third.concat(last)))} MiB`);
  if (grown('database') > 0.02 * of(third, 'database') + 2)
    found.push(`the database grew by ${mib(grown('database'))} MiB`);
  return found;
}
