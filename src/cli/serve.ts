import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import type { Deps } from '#http/call.ts';
import { type Config, isPostgres } from '../config.ts';
import { administratorLine } from './calendar.ts';
import { say } from './say.ts';
import { configOf, withSettings } from './settings.ts';

/** What hasn't come in by then, or isn't answered, is cut off; service managers kill after ten seconds. */
const STOP_WITHIN_MS = 7_000;
/** A worker that ended is replaced after so long, lest one that can't start is started all the time. */
const REPLACE_AFTER_MS = 500;

/** `serve`: the service itself. */
export function register(program: Command): void {
  withSettings(program.command('serve'))
    .option('--no-cache', say('cli.serve.no_cache'))
    .description(say('cli.serve'))
    .action((_options: object, command: Command) => serve(configOf(command)));
}

const print = (level: string) => (details: object, text: string) =>
  process.stderr.write(`${level}: ${text} ${JSON.stringify(details, errorText)}\n`);
const log: Deps['log'] = { warn: print('warning'), error: print('error') };

function errorText(_key: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}

/** Serves until a signal stops it; requests under way are finished, for seven seconds. Prints one line when it listens. */
export async function serve(config: Config): Promise<void> {
  if (cluster.isWorker) return void (await serveHere(config));
  if (config.workers > 1) return serveByWorkers(config);
  const { ensureAdministrator } = await import('../main.ts');
  const { deps, listen } = await serveHere(config);
  const password = await ensureAdministrator(deps.db, config);
  greet(config, password, await listen());
}

function greet(config: Config, password: string | undefined, port: number): void {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  if (config.clockStands)
    process.stderr.write(`${say('cli.serve.clock', { instant: config.clock().toString() })}\n`);
  process.stdout.write(administratorLine(password));
  process.stdout.write(`${say('cli.serve.listens', { address: `http://${host}:${port}` })}\n`);
}

/** Everything that a process needs to serve. A worker listens at once, a process of its own when it is told to. */
async function serveHere(config: Config): Promise<{ deps: Deps; listen(): Promise<number> }> {
  const [{ buildApp }, { openDeps }, { startPublication }, { startTrimming }, { sweepMedia }, { Lease }] =
    await Promise.all([
      import('../app.ts'),
      import('../main.ts'),
      import('#jobs/publication.ts'),
      import('#jobs/change-log.ts'),
      import('#media/sweep.ts'),
      import('#db/lease.ts'),
    ]);
  const deps = await openDeps(config, log);
  // Files have the machine's time, whatever clock the calendar has.
  await sweepMedia(deps.media.folder, Temporal.Now.instant().epochMilliseconds);
  const app = await buildApp(deps);
  const isAlone = config.workers === 1 && !(config.databaseUrl && isPostgres(config.databaseUrl));
  const lease = isAlone
    ? undefined
    : new Lease(deps.db, 'jobs', (error) =>
        log.error({ err: error }, 'The lease of scheduled work could not be kept; it is tried again.'),
      );
  const publication = startPublication(deps, () => lease?.held ?? true);
  const trimming = startTrimming(deps, () => lease?.held ?? true);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS).unref();
    await publication.stop();
    await trimming.stop();
    await app.close();
    await lease?.close().catch(() => {});
    await deps.db.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const listen = async () => {
    await app.listen({ host: config.host, port: config.port });
    return (app.server.address() as AddressInfo).port;
  };
  if (cluster.isWorker) await listen();
  return { deps, listen };
}

/** Several processes on one port. This one serves nothing: it starts them, replaces those that end, and stops them all. */
async function serveByWorkers(config: Config): Promise<void> {
  const { ensureAdministrator, openDeps } = await import('../main.ts');
  // The tables, the first administrator and the language are there before anybody serves.
  const deps = await openDeps(config, log);
  const password = await ensureAdministrator(deps.db, config);
  await deps.db.close();

  let isStopping = false;
  const workers = new Set<Worker>();
  const start = (): Worker => {
    const worker = cluster.fork();
    workers.add(worker);
    worker.once('exit', () => {
      workers.delete(worker);
      if (isStopping) return;
      process.stderr.write(`${say('cli.serve.worker_ended')}\n`);
      setTimeout(() => {
        if (!isStopping) start();
      }, REPLACE_AFTER_MS);
    });
    return worker;
  };
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const ended = [...workers].map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.process.kill('SIGTERM');
    await Promise.all(ended);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const listening = Array.from({ length: config.workers }, start).map(
    (worker) =>
      new Promise<number>((resolve, reject) => {
        worker.once('listening', ({ port }) => resolve(port));
        worker.once('exit', (code) => reject(new Error(`A worker ended with ${code} before it listened.`)));
      }),
  );
  const [port = config.port] = await Promise.all(listening);
  greet(config, password, port);
}
