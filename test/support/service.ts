import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from './client.ts';
import './documented.ts';
import { calendarSettings, dropCalendar } from './engine.ts';
import { passwordOf } from './passwords.ts';
import { command, type Finished, inherited, type Running, removeAtExit, serve } from './program.ts';

/** The roles as tests name them; `admin` is the administrator of the first start. */
export type Role = 'admin' | 'editor' | 'author' | 'contributor' | 'subscriber';

/** Options of a service under test: settings, clock, zone, data folder. */
export type ServiceOptions = {
  /** Added to the environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>;
  /** A folder to work on, which stays; without it a new one that is removed at `stop`. */
  data?: string;
  /** The instant at which the service's clock stands, in RFC 3339; without it the clock runs. */
  clock?: string;
  /** The site's zone; without it the service's default. */
  timezone?: string;
  /** Leaves the new folder where it is, to look into it. */
  keep?: boolean;
};

/** A started Kalends. */
export type Service = {
  /** Its origin, without a slash at the end; another one after `restart`. */
  readonly url: string;
  readonly data: string;
  readonly pid: number;
  readonly anonymous: Client;
  /** A client with that role's credentials; roles other than `admin` exist after `people`. */
  as(role: Role): Client;
  /** `login:token` of that role (the administrator's password before `people`), as HTTP Basic wants it. */
  credentials(role: Role): string;
  /** Everything printed so far, on both outputs, of all runs. */
  log(): string;
  /** Runs another command on the same data with the same environment, also while the service runs. */
  cli(args: string[], stdin?: string): Promise<Finished>;
  /** Ends it and removes its folder. Throws with the log where it does not end cleanly with code 0. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would; the folder stays until `stop`. */
  kill(): Promise<void>;
  /** Ends it, if it still runs, and starts it on the same data, from now on with `change` in its environment. */
  restart(change?: Record<string, string | undefined>): Promise<void>;
};

/** Commands that change what lists show, and until when the service may go on showing it as it was. */
const BRINGS_MUCH = /^(import|seed)$/;
const SEEN_MS = 1_000;
/** The part of a service that `people` needs: its settings, and where credentials are kept. */
const services = new WeakMap<Service, { env(): NodeJS.ProcessEnv; known: Map<Role, string> }>();

/** Starts Kalends on a free port and resolves once it listens. The caller's own Kalends settings play no part. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const data = options.data ?? mkdtempSync(path.join(tmpdir(), 'kalends-test-'));
  const ours = options.data === undefined && options.keep !== true;
  const removal = ours ? removeAtExit(data) : undefined;
  let env = environment(await calendarSettings(data), options);
  let log = '';
  const start = () =>
    serve(env, (text) => {
      log += text;
    });
  let running: Running = await start();
  let alive = true;

  const end = async () => {
    if (!alive) return;
    alive = false;
    const code = await running.stop('SIGTERM');
    if (code !== 0) throw new Error(`The service ended with ${code ?? 'a signal'} instead of 0.\n${log}`);
  };
  const known = new Map<Role, string>([['admin', `admin:${env.KALENDS_ADMIN_PASSWORD ?? ''}`]]);
  const service: Service = {
    get url() {
      return running.url;
    },
    get pid() {
      return running.pid;
    },
    data,
    anonymous: createClient(() => running.url),
    as: (role) => createClient(() => running.url, basic(service.credentials(role))),
    credentials: (role) => {
      const credentials = known.get(role);
      if (credentials === undefined) throw new Error(`Nobody is ${role} here yet: call people() before.`);
      return credentials;
    },
    log: () => log,
    cli: async (args, stdin) => {
      const finished = await command(env, args, stdin);
      // What another process has written is promised to be seen within a second, and nothing tells that it is.
      if (BRINGS_MUCH.test(args[0] ?? '')) await pause(SEEN_MS);
      return finished;
    },
    stop: async () => {
      try {
        await end();
      } finally {
        if (ours) {
          await dropCalendar(data);
          rmSync(data, { recursive: true, force: true });
        }
        removal?.forget();
      }
    },
    kill: async () => {
      alive = false;
      await running.stop('SIGKILL');
    },
    restart: async (change = {}) => {
      await end();
      env = merged(env, change);
      running = await start();
      alive = true;
    },
  };
  services.set(service, { env: () => env, known });
  return service;
}

/**
 * Makes an editor, an author, a contributor and a subscriber (users 2 to 5, login and role the same word) and a token
 * for each of them and for the administrator, with which `as` works from now on.
 */
export async function people(service: Service): Promise<void> {
  const started = services.get(service);
  if (started === undefined) throw new Error('people() needs a service of startService().');
  const { addPeople } = await import('./people.ts');
  for (const [role, secret] of await addPeople(started.env())) started.known.set(role, `${role}:${secret}`);
}

/** Tells a service that works on a copy of another's data who has what credentials there. */
export function knowPeople(service: Service, credentials: readonly (readonly [Role, string])[]): void {
  const started = services.get(service);
  if (started === undefined) throw new Error('knowPeople() needs a service of startService().');
  for (const [role, given] of credentials) started.known.set(role, given);
}

function environment(calendar: Record<string, string>, options: ServiceOptions): NodeJS.ProcessEnv {
  return merged(inherited, {
    KALENDS_PORT: '0',
    ...calendar,
    KALENDS_ADMIN_PASSWORD: passwordOf('admin'),
    KALENDS_CLOCK: options.clock,
    KALENDS_TIMEZONE: options.timezone,
    ...options.env,
  });
}

function merged(env: NodeJS.ProcessEnv, change: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries({ ...env, ...change }).filter(([, value]) => value !== undefined));
}

function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
