import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';

/** Why a worker could not start: the line for the operator ('' where it said nothing) and the exit code. */
export interface StartFailure {
  readonly line: string;
  readonly code: number;
}

const isFailureMessage = (value: unknown): value is { failed: StartFailure } =>
  typeof value === 'object' && value !== null && 'failed' in value;

/** Environment variable that tells a worker the port of those before it, where the setting leaves it to the system. */
const PORT = 'KALENDS_WORKER_PORT';

/** Milliseconds before a worker is replaced; doubled with each round of workers that ended too soon, up to the second. */
const REPLACE_AFTER_MS = { first: 500, most: 15_000 };
/** A worker that ends sooner after its start ended too soon. */
const SOON_MS = 10_000;
/** A worker that doesn't listen by then has failed. */
const START_WITHIN_MS = 60_000;
/** Where no worker listens after so many rounds, none ever will. */
const ROUNDS_MOST = 5;

/** No signal opens an inspector, and V8's new space takes 16 MiB instead of 64. */
const FLAGS = ['--disable-sigusr1', '--max-semi-space-size=8'];

/** How many workers there are, and who is told what becomes of them. */
export interface WorkersOptions {
  readonly count: number;
  /** Milliseconds that a worker has for stopping; then it is killed. */
  readonly stopWithinMs: number;
  /** Called once, when all of them listen for the first time. */
  readonly onListening: (port: number) => void;
  /** Called when one has ended that is to be replaced; with its own words where it could not start. */
  readonly onEnded: (line: string) => void;
  /** Called when none can be started; all are to be stopped then. */
  readonly onGaveUp: (failure: StartFailure) => void;
}

/** Worker processes that serve one port: started, replaced when they end, and stopped together. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #running = new Set<Worker>();
  readonly #listening = new Set<Worker>();
  #hasListened = false;
  #isStopping = false;
  /** Failures to start since one last came to listen. */
  #failures = 0;
  /** Workers that ended too soon since one last did not. */
  #soon = 0;
  #port: number | undefined;

  constructor(options: WorkersOptions) {
    this.#options = options;
    // After the dashes Node takes no option of ours for its own: it knows --env-file too.
    cluster.setupPrimary({ execArgv: [...process.execArgv, ...FLAGS, '--'] });
  }

  /** Starts all of them. */
  start(): void {
    for (let n = 0; n < this.#options.count; n++) this.#startOne();
  }

  /** Stops all of them in good order; resolves when all have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = [...this.#running];
    const ended = running.map((worker) => once(worker, 'exit'));
    for (const worker of running) worker.process.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const worker of running) worker.process.kill('SIGKILL');
    }, this.#options.stopWithinMs);
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
    // What the system doesn't even start has no exit.
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
    // What keeps one from the first start keeps all of them from it, as a port that is taken does.
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

/** The port at which this process is to listen: as a worker that of the workers before it. */
export const listenPort = (configured: number): number => Number(process.env[PORT] ?? configured);

/** Ends this worker, which could not start, and tells the primary process why. */
export function exitAfterFailedStart(failure: StartFailure): void {
  const end = () => process.exit(failure.code);
  if (process.send?.({ failed: failure }, undefined, undefined, end) === undefined) end();
}
