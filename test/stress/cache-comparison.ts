import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createToken, createUser } from '#api/users/actions.ts';
import { buildApp } from '#app.ts';
import { readConfig } from '#config.ts';
import type { Services } from '#context.ts';
import { ensureAdministrator, openServices } from '#main.ts';
import { publishDue } from '#operations/jobs/publication.ts';
import { isSameVersion, versionOf } from '#store/db/version.ts';
import { Random } from '#transfer/seed/random.ts';
import { seedCalendar } from '#transfer/seed/seed.ts';
import { calendarSettings, dropCalendar } from '../support/engine.ts';
import type { Role } from '../support/service.ts';
import { differenceOf } from './difference.ts';
import { learn, nothingKnown } from './known.ts';
import { stepOf } from './steps.ts';
import type { Known } from './values.ts';
import { exchange, type WireAnswer, type WireRequest } from './wire.ts';

/** Two services on one calendar and one clock that can be set: one keeps answers, the other makes each anew. */
export interface KeptPair {
  readonly keeping: Services;
  /** The origin of the one that keeps answers, or of what stands before it. */
  readonly url: string;
  ask(which: 'keeping' | 'anew', request: WireRequest): Promise<WireAnswer>;
  credentials(role: Role): string;
  readonly clock: { now: Temporal.Instant };
  /** Resolves once each node knows of the last write, which those that didn't take it are promised to do within a second. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const ROLES = ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const;
const WITHIN_MS = 60_000;
/** Twice what is promised. */
const SETTLED_MS = 2_000;

/** What stands before the nodes that keep answers. */
export interface Front {
  readonly url: string;
  /** The certificate of its TLS, to be trusted. */
  readonly certificate?: string;
  /** The name for which that is, and under which it serves. */
  readonly host?: string;
  stop(): Promise<void>;
}

/** How a pair is made. */
export interface KeptOptions {
  /** Nodes on the calendar that keep answers; one, where nothing stands before them. */
  nodes?: number;
  /** `KALENDS_CACHE` of those that keep. */
  cache?: string;
  /** Starts what requests to `keeping` go through. */
  before?: (nodes: readonly string[]) => Promise<Front>;
  env?: Record<string, string>;
}

export async function startKeptPair(
  events: number,
  { nodes = 1, before, env = {}, cache = '16' }: KeptOptions = {},
): Promise<KeptPair> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-kept-'));
  const clock = { now: Temporal.Instant.from('2026-11-20T18:00:00Z') };
  const settings = {
    ...(await calendarSettings(folder)),
    KALENDS_TIMEZONE: 'America/New_York',
    KALENDS_ADMIN_PASSWORD: 'correct horse battery staple',
    ...env,
  };
  const log = { warn() {}, error() {} };
  const open = (size: string) =>
    openServices({ ...readConfig({ ...settings, KALENDS_CACHE: size }), clock: () => clock.now }, log);
  const keeping = await open(cache);
  await ensureAdministrator(keeping.db, keeping.config);
  const actor = { services: keeping, viewer: { id: 1, role: 'administrator' as const }, now: clock.now };
  await seedCalendar(actor, { events, seed: 1 }, () => {});
  const secrets = new Map<Role, string>();
  for (const role of ROLES) {
    const id =
      role === 'admin'
        ? 1
        : (
            await createUser(actor, {
              login: role,
              role,
              email: `${role}@example.org`,
              password: `long enough for ${role}`,
            })
          ).id;
    secrets.set(role, (await createToken(actor, id, { name: 'tests', scope: 'admin' })).secret);
  }
  const others: Services[] = [];
  while (others.length < nodes - 1) others.push(await open(cache));
  const anew = await open('0');
  const apps: FastifyInstance[] = [];
  const listen = async (services: Services) => {
    const app = await buildApp(services);
    apps.push(app);
    await app.listen({ host: '127.0.0.1', port: 0 });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const origins: string[] = [];
  for (const services of [keeping, ...others]) origins.push(await listen(services));
  const anewUrl = await listen(anew);
  const close = async () => {
    agent.destroy();
    for (const app of apps) await app.close();
    for (const { db } of [keeping, ...others, anew]) await db.close();
    await dropCalendar(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  let front: Front | undefined;
  try {
    front = await before?.(origins);
  } catch (error) {
    await close();
    throw error;
  }
  const urls = { keeping: front?.url ?? origins[0] ?? '', anew: anewUrl };
  const frontAgent = front?.certificate
    ? new SecureAgent({ keepAlive: true, maxSockets: 4, ca: front.certificate, servername: front.host ?? '' })
    : agent;
  return {
    keeping,
    url: urls.keeping,
    clock,
    ask: (which, request) => {
      if (which === 'anew') return exchange(agent, urls.anew, request, WITHIN_MS);
      const { headers } = request;
      const named = front?.host === undefined ? headers : { ...headers, host: front.host };
      return exchange(frontAgent, urls.keeping, { ...request, headers: named }, WITHIN_MS);
    },
    settled: async () => {
      const row = await anew.db.read.selectFrom('calendar').select(['version', 'token']).executeTakeFirst();
      const now = versionOf(row);
      const until = performance.now() + SETTLED_MS;
      for (const { db } of [keeping, ...others])
        while (!isSameVersion(await db.version(), now)) {
          if (performance.now() > until) throw new Error('A node does not hear of a write.');
          await pause(5);
        }
    },
    credentials: (role) => `${role}:${secrets.get(role)}`,
    async stop() {
      await front?.stop();
      frontAgent.destroy();
      await close();
    },
  };
}

const STEPS_MS = [1, 700, 1_000, 59_000, 3_600_000, 86_400_000, 30 * 86_400_000, -1_000, -3_600_000] as const;
const HOT = 14;
const ENCODINGS = ['br', 'gzip', 'zstd', 'gzip;q=0.5, br;q=0.2', 'identity', '*'] as const;

/** A GET that isn't said to be a write (reference 1.4): what deletes can't be asked twice for one answer. */
function isRead({ method, path, headers }: WireRequest): boolean {
  const told = new URLSearchParams(path.slice(path.indexOf('?') + 1)).get('_method');
  const meant = told ?? headers['x-http-method-override'] ?? '';
  return method === 'GET' && !/^(POST|PUT|PATCH|DELETE)$/i.test(meant);
}

const ALWAYS = [
  '/events',
  '/events?per_page=50',
  '/events?start_date=now',
  '/events?per_page=3&page=2&orderby=title',
  '/venues?only_with_upcoming=1',
  '/organizers',
  '/categories',
  '/tags',
  '/',
];

const PAGES = [
  '/',
  '/events/',
  '/de/events/',
  '/events/list/?search=a',
  '/events/list/?tribe-bar-date=2026-11-25',
  '/events.ics',
  '/es/events.atom',
];
const ACCEPTED = [
  '*/*',
  'text/html',
  'application/json',
  'text/html, application/json',
  'text/calendar',
] as const;

const PAGE_OF = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'events/category',
  tags: 'events/tag',
} as const;

/** Returns a read of the page of something known, or of its feed, as browsers and programs ask for it. */
function pageRequest(random: Random, known: Known, credentials: KeptPair['credentials']): WireRequest {
  const headers: Record<string, string> = { host: 'calendar.example' };
  headers['accept'] = random.pick(ACCEPTED);
  if (random.chance(0.3)) headers['accept-language'] = random.pick(['de', 'es, en;q=0.5', 'xx']);
  if (random.chance(0.2))
    headers['authorization'] = `Basic ${Buffer.from(credentials(random.pick(ROLES))).toString('base64')}`;
  const kind = random.pick(['events', 'venues', 'organizers', 'categories', 'tags'] as const);
  const { length } = known.slugs[kind];
  const slug = length > 0 ? (known.slugs[kind][random.integer(length)] ?? 'none') : 'none';
  const end = random.pick(['/', '/', '/', '/?password=secret', '.ics', '.rss', '/?ical=1']);
  const base = random.pick(['', '', '/en', '/de', '/es']);
  return {
    method: 'GET',
    path: `${base}/${PAGE_OF[kind]}/${encodeURIComponent(slug.toWellFormed())}${end}`,
    headers,
  };
}

/** How much is compared, and how. */
export interface CompareOptions {
  steps: number;
  seed: number;
  /** In what two answers differ; undefined: in nothing. */
  difference?: typeof differenceOf;
}

/**
 * Random writes, clock steps, users and requests: after each, some of the requests that were made before are made
 * again, and each answer must be that of the service that keeps nothing. Gives what differs, and how many were compared.
 */
export async function compareKept(
  pair: KeptPair,
  { steps, seed, difference = differenceOf }: CompareOptions,
): Promise<{ faults: string[]; compared: number; unmodified: number; writes: number }> {
  const random = new Random(seed);
  const known = nothingKnown('http://127.0.0.1:1');
  const found = { faults: [] as string[], compared: 0, unmodified: 0, writes: 0 };
  const always = [...ALWAYS.map((at) => `/calendar/events/v1${at}`), ...PAGES];
  const hot: WireRequest[] = always.map((path) => ({
    method: 'GET',
    path,
    headers: { host: 'calendar.example' },
  }));
  const warm = async (request: WireRequest) => {
    hot.splice(always.length + random.integer(HOT), hot.length > always.length + HOT ? 1 : 0, request);
    await compare(request);
  };
  const tags = new Map<WireRequest, string>();
  const compare = async (request: WireRequest) => {
    const headers = { ...request.headers };
    if (random.chance(0.4)) headers['accept-encoding'] = random.pick(ENCODINGS);
    const tag = tags.get(request);
    if (tag !== undefined && random.chance(0.4)) headers['if-none-match'] = tag;
    const asked = { ...request, headers };
    // The first may make it, and the second gets what was kept.
    for (const _ of [1, 2]) {
      const sqlite = await pair.ask('keeping', asked);
      const postgres = await pair.ask('anew', asked);
      const what = difference({ sqlite, postgres });
      if (what !== undefined)
        found.faults.push(
          `${asked.method} ${asked.path} ${JSON.stringify(headers)} at ${pair.clock.now}: ${what}`,
        );
      found.compared++;
      if (sqlite.status === 304) found.unmodified++;
      const { etag } = sqlite.headers;
      if (etag !== undefined) tags.set(request, etag);
    }
  };
  for (let number = 0; number < steps && found.faults.length === 0; number++) {
    if (random.chance(0.15)) {
      const { now } = pair.clock;
      pair.clock.now = now.add({ milliseconds: random.pick(STEPS_MS) });
      await publishDue(pair.keeping);
      await pair.settled();
    } else {
      const step = stepOf(seed, number, known, pair.credentials);
      if (isRead(step)) {
        await warm(step);
      } else {
        const answer = await pair.ask('keeping', step);
        if (answer.status < 300) found.writes++;
        learn(known, step.path, answer);
        await pair.settled();
      }
    }
    if (random.chance(0.2)) await warm(pageRequest(random, known, pair.credentials));
    for (let again = 0; again < 3; again++) await compare(hot[random.integer(hot.length)] as WireRequest);
  }
  return found;
}
