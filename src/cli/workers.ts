import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { EndingSignal } from './signals.ts';

/** The message ('' if none) and exit code of a worker that could not start. */
export interface StartFailure {
  readonly line: string;
  readonly code: number;
}

const isFailureMessage = (value: unknown): value is { failed: StartFailure } =>
  typeof value === 'object' && value !== null && 'failed' in value;

/** Environment variable that passes the first workers' port to later ones if the system chose it. */
const PORT = 'KALENDS_WORKER_PORT';

/** Milliseconds before a worker is replaced; doubles with each round of workers that ended too soon, up to `most`. */
const REPLACE_AFTER_MS = { first: 500, most: 15_000 };
/** A worker that ends earlier than this after its start ended too soon. */
const SOON_MS = 10_000;
/** Time for a worker to listen; after that it counts as failed. */
const START_WITHIN_MS = 60_000;
/** Rounds of failed workers after which the start is given up. */
const ROUNDS_MOST = 5;

/** No signal opens an inspector, and V8's new space uses 16 MiB instead of 64. */
const FLAGS = ['--disable-sigusr1', '--max-semi-space-size=8'];

/** The number of workers, and callbacks for their events. */
export interface WorkersOptions {
  readonly count: number;
  /** Called once, when all workers listen for the first time. */
  readonly onListening: (port: number) => void;
  /** Called when a worker that will be replaced has ended, with its message if it could not start. */
  readonly onEnded: (line: string) => void;
  /** Called when no worker can be started; all are to be stopped then. */
  readonly onGaveUp: (failure: StartFailure) => void;
}

/** Worker processes that serve one port: starts them, replaces those that end, and stops them together. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #running = new Set<Worker>();
  readonly #listening = new Set<Worker>();
  #hasListened = false;
  #isStopping = false;
  /** Failed starts since a worker last listened. */
  #failures = 0;
  /** Workers that ended too soon since one last did not. */
  #soon = 0;
  #port: number | undefined;

  constructor(options: WorkersOptions) {
    this.#options = options;
    // After `--` Node leaves our options alone; it has an --env-file of its own.
    cluster.setupPrimary({ execArgv: [...process.execArgv, ...FLAGS, '--'] });
  }

  /** Starts all workers. */
  start(): void {
    for (let n = 0; n < this.#options.count; n++) this.#startOne();
  }

  /** Stops all workers in good order, and kills those that take longer than `withinMs`; resolves when all have ended. */
  async stop(signal: EndingSignal, withinMs: number): Promise<void> {
    this.#isStopping = true;
    const running = [...this.#running];
    const ended = running.map((worker) => once(worker, 'exit'));
    for (const worker of running) worker.process.kill(signal);
    const timer = setTimeout(() => {
      for (const worker of running) worker.process.kill('SIGKILL');
    }, withinMs);
    await Promise.all(ended);
    clearTimeout(timer);
  }

  #startOne(): void {
    const startedMs = performance.now();
    const worker = cluster.fork({
      ...process.env,
      ...(this.#port === undefined ? {} : { [PORT]: String(this.#port) }),
    });
    this.#running.add(worker);
    let failure: StartFailure | undefined;
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), START_WITHIN_MS);
    const gone = () => {
      clearTimeout(timer);
      if (!this.#running.delete(worker) || this.#isStopping) return;
      const isSoon = performance.now() - startedMs < SOON_MS;
      this.#soon = isSoon ? this.#soon + 1 : 0;
      if (!this.#listening.delete(worker)) this.#failures++;
      this.#replace(failure);
    };
    worker.once('exit', gone);
    // A process that could not be started emits no `exit`.
    worker.once('error', (error) => {
      if (worker.process.pid !== undefined) return;
      failure = { line: error.message, code: 1 };
      gone();
    });
    worker.on('message', (message: unknown) => {
      if (isFailureMessage(message)) failure = message.failed;
    });
    worker.once('listening', ({ port }) => {
      clearTimeout(timer);
      this.#port = port;
      this.#failures = 0;
      this.#listening.add(worker);
      if (this.#hasListened || this.#listening.size < this.#options.count) return;
      this.#hasListened = true;
      this.#options.onListening(port);
    });
  }

  #replace(failure: StartFailure | undefined): void {
    const { count, onEnded, onGaveUp } = this.#options;
    // The cause of a failed first start, such as a taken port, affects all workers.
    const isHopeless = failure !== undefined && !this.#hasListened;
    if (isHopeless || (this.#listening.size === 0 && this.#failures >= ROUNDS_MOST * count)) {
      onGaveUp(failure ?? { line: '', code: 1 });
      return;
    }
    onEnded(failure?.line ?? '');
    const { first, most } = REPLACE_AFTER_MS;
    const rounds = Math.max(0, Math.ceil(this.#soon / count) - 1);
    setTimeout(
      () => {
        if (!this.#isStopping) this.#startOne();
      },
      Math.min(most, first * 2 ** rounds),
    );
  }
}

/** Returns the port on which this process is to listen: for a worker, that of the workers before it. */
export const listenPort = (configured: number): number => Number(process.env[PORT] ?? configured);

/** Ends this worker, which could not start, and tells the primary process why. */
export function exitAfterFailedStart(failure: StartFailure): void {
  const end = () => process.exit(failure.code);
  if (process.send?.({ failed: failure }, undefined, undefined, end) === undefined) end();
}
