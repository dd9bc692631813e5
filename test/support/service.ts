import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from './client.ts';
import './documented.ts';
import { calendarSettings, dropCalendar, engine } from './engine.ts';
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

/** Commands that change what lists show, and until when the service may go on showing it as it was (FileVersionWatch, VersionWatch). */
const CHANGES_LISTS = /^(import|seed|undo)$/;
const SEEN_MS = { sqlite: 100, postgres: 1_000 }[engine];

/** Settings that decide at a first start what the calendar has, or where it is. */
const FIRST_START = ['KALENDS_ADMIN_PASSWORD', 'KALENDS_LANGUAGE', 'KALENDS_DATA', 'DATABASE_URL'];

/** One run of a service, from its start to its end. */
interface Run {
  readonly url: string;
  /** @throws where it doesn't end in good order */
  end(): Promise<void>;
}

type Start<R> = (env: NodeJS.ProcessEnv, print: (text: string) => void) => Promise<R>;

/** A started Kalends. */
export class Service<R extends Run = Run> {
  readonly data: string;
  readonly anonymous: Client = createClient(() => this.url);
  readonly #startRun: Start<R>;
  readonly #release: (() => Promise<void>) | undefined;
  readonly #credentials: Map<Role, string>;
  #env: NodeJS.ProcessEnv;
  #log = '';
  #run: R | undefined;
  #last: R | undefined;

  /** @param release removes the folder, where it goes with the service */
  constructor(data: string, env: NodeJS.ProcessEnv, startRun: Start<R>, release?: () => Promise<void>) {
    this.data = data;
    this.#env = env;
    this.#startRun = startRun;
    this.#release = release;
    this.#credentials = new Map([['admin', `admin:${env.KALENDS_ADMIN_PASSWORD ?? ''}`]]);
  }

  /** Its origin, without a slash at the end; another one after `restart`. */
  get url(): string {
    return this.run.url;
  }

  /** Its present run, or its last one. */
  protected get run(): R {
    if (this.#last === undefined) throw new Error('The service has never been started.');
    return this.#last;
  }

  /** The settings that it has now. */
  get env(): NodeJS.ProcessEnv {
    return this.#env;
  }

  /** A client with that role's credentials; roles other than `admin` exist after `people`. */
  readonly as = (role: Role): Client => createClient(() => this.url, basic(this.credentials(role)));

  /** `login:token` of that role (the administrator's password before `people`), as HTTP Basic wants it. */
  readonly credentials = (role: Role): string => {
    const credentials = this.#credentials.get(role);
    if (credentials === undefined) throw new Error(`Nobody is ${role} here yet: call people() before.`);
    return credentials;
  };

  /** Has `as` work with these credentials from now on. */
  know(role: Role, credentials: string): void {
    this.#credentials.set(role, credentials);
  }

  /** Its log so far, of all runs; of a process everything that it prints, on both outputs. */
  log(): string {
    return this.#log;
  }

  /** Runs another command on the same data with the same environment, also while the service runs. */
  async cli(args: string[], stdin?: string): Promise<Finished> {
    const finished = await command(this.#env, args, stdin);
    // The service gives no sign when it shows writes of other processes.
    if (CHANGES_LISTS.test(args[0] ?? '')) await pause(SEEN_MS);
    return finished;
  }

  /** Starts it, unless it runs. */
  async start(): Promise<this> {
    this.#run ??= await this.#startRun(this.#env, (text) => {
      this.#log += text;
    });
    this.#last = this.#run;
    return this;
  }

  /** Ends it and removes its folder. Throws with the log where it does not end in good order. */
  async stop(): Promise<void> {
    try {
      await this.#end();
    } finally {
      await this.#release?.();
    }
  }

  /** Ends it, if it still runs, and starts it on the same data, from now on with `change` in its environment. */
  async restart(change: Record<string, string | undefined> = {}): Promise<void> {
    await this.#end();
    this.#env = merged(this.#env, change);
    await this.start();
  }

  /** Forgets its run, which has ended. */
  protected forgetRun(): void {
    this.#run = undefined;
  }

  async #end(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    await run?.end().catch((error: unknown) => {
      throw new Error(`The service did not end in good order.\n${this.#log}`, { cause: error });
    });
  }
}

interface ProcessRun extends Run {
  readonly running: Running;
}

/** A started Kalends in a process of its own. */
export class ServiceProcess extends Service<ProcessRun> {
  get pid(): number {
    return this.run.running.pid;
  }

  /** Ends it at once, as a crash would; the folder stays until `stop`. */
  async kill(): Promise<void> {
    this.forgetRun();
    await this.run.running.stop('SIGKILL');
  }
}

/**
 * Starts Kalends in this process on a free port and resolves once it listens. The caller's own Kalends settings play no
 * part.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { serveHere } = await import('./here.ts');
  const { data, env, release } = await prepareFolder(options);
  return new Service(data, env, serveHere, release).start();
}

/** Starts Kalends in a process of its own, where that is the subject of a test. */
export async function startProcess(options: ServiceOptions = {}): Promise<ServiceProcess> {
  const { data, env, release } = await prepareFolder(options);
  const startRun: Start<ProcessRun> = async (env, print) => {
    const running = await serve(env, print);
    const end = async () => {
      const code = await running.stop('SIGTERM');
      if (code !== 0) throw new Error(`The service ended with ${code ?? 'a signal'} instead of 0.`);
    };
    return { url: running.url, end, running };
  };
  return new ServiceProcess(data, env, startRun, release).start();
}

/** Returns a service's folder and settings, and what removes a folder that is its own. */
async function prepareFolder(options: ServiceOptions) {
  const data = options.data ?? mkdtempSync(path.join(tmpdir(), 'kalends-test-'));
  // A calendar of other settings is made as a first start makes it.
  const started = options.data === undefined && !FIRST_START.some((name) => name in (options.env ?? {}));
  const env = environment(await calendarSettings(data, { started }), options);
  if (options.data !== undefined || options.keep === true) return { data, env };
  const removal = removeAtExit(data);
  const release = async () => {
    await dropCalendar(data);
    rmSync(data, { recursive: true, force: true });
    removal.forget();
  };
  return { data, env, release };
}

/**
 * Makes an editor, an author, a contributor and a subscriber (users 2 to 5, login and role the same word) and a token
 * for each of them and for the administrator, with which `as` works from now on.
 */
export async function people(service: Service): Promise<void> {
  const { addPeople } = await import('./people.ts');
  for (const [role, secret] of await addPeople(service.env)) service.know(role, `${role}:${secret}`);
}

/** Tells a service that works on a copy of another's data who has what credentials there. */
export function knowPeople(service: Service, credentials: readonly (readonly [Role, string])[]): void {
  for (const [role, given] of credentials) service.know(role, given);
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
