import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import type { Logger } from 'pino';
import { type Config, isPostgres } from '#config.ts';
import { translate } from '#foundation/i18n/catalogue.ts';
import type { Opening } from '#main.ts';
import { ClusterMetrics } from '#operations/metrics/cluster.ts';
import { listenForMetrics } from '#operations/metrics/listener.ts';
import { portProblem, probePort } from '#operations/start/port.ts';
import manifest from '../../package.json' with { type: 'json' };
import { administratorLine } from './calendar.ts';
import { failureOf } from './failure.ts';
import { boundNewSpace } from './heap.ts';
import { language, say } from './say.ts';
import { configOf, withSettings } from './settings.ts';
import { ignoreUserSignals, onParentGone, onStopSignal, onUncaught, outliveOutput } from './signals.ts';
import { endUnstarted, portOf, type StartFailure, Workers } from './workers.ts';

/** What hasn't come in by then, or isn't answered, is cut off; service managers kill after ten seconds. */
const STOP_WITHIN_MS = 7_000;
/** A process that has not ended by then ends as it is. */
const END_WITHIN_MS = 9_000;

/** `serve`: the service itself. */
export function register(program: Command): void {
  const command = withSettings(program.command('serve'), { listed: true });
  const endWithParent = command.createOption('--end-with-parent');
  // For programs that start the service and may be killed, such as npm.
  endWithParent.hidden = true;
  command
    .option('--no-cache', say('cli.serve.no_cache'))
    .addOption(endWithParent)
    .description(say('cli.serve'))
    .action((options: { endWithParent?: true }, command: Command) =>
      serve(configOf(command), { endsWithParent: options.endWithParent === true }),
    );
}

/**
 * Serves until a signal stops it, or the end of its parent where it ends with that; requests under way are finished, for
 * seven seconds. Prints one line when it listens.
 */
export async function serve(config: Config, { endsWithParent = false } = {}): Promise<void> {
  const { captureOutput, openLog } = await import('#foundation/logging/log.ts');
  const log = openLog(config.logLevel, config.logFormat);
  captureOutput(log);
  outliveOutput();
  ignoreUserSignals();
  boundNewSpace();
  if (cluster.isWorker) return serveAsWorker(config, log);
  if (config.clockStands)
    log.warn({ instant: config.clock().toString() }, 'KALENDS_CLOCK is set: the clock stands still.');
  for (const warning of config.warnings) log.warn({}, translate('en', warning));
  // Before anything is made: most starts that fail do so here.
  await probePort(config);
  await (await listenForMetrics(config, async () => ''))?.close();
  const starting = config.workers > 1 ? serveByWorkers : serveAlone;
  const stop = await starting(config, log);
  if (endsWithParent) onParentGone(stop);
}

type Stop = () => void;

async function serveAlone(config: Config, log: Logger): Promise<Stop> {
  const { listen, stop, giveUp } = await serveHere(config, log, { tell: tellPassword });
  try {
    greet(config, await listen());
  } catch (error) {
    // Jobs and connections to the database would keep the process alive.
    await giveUp();
    throw error;
  }
  return stop;
}

/** Told at once, and not when all is well: whatever fails afterwards, somebody has read it. */
const tellPassword = (password: string) => void process.stdout.write(administratorLine(password));

/** A worker that can't start ends at once, and the primary process tells why. */
async function serveAsWorker(config: Config, log: Logger): Promise<void> {
  try {
    const { listen } = await serveHere(config, log);
    await listen();
  } catch (error) {
    endUnstarted(failureOf(error, language));
  }
}

/** The origin at which a service listens. */
export const originAt = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

function greet(config: Config, port: number): void {
  process.stdout.write(`${say('cli.serve.listens', { address: originAt(config.host, port) })}\n`);
}

/** What a process does that serves. */
interface Serving {
  listen(): Promise<number>;
  readonly stop: Stop;
  /** Closes everything; a calendar that this start has made goes. */
  giveUp(): Promise<void>;
}

/** Everything that a process needs to serve. It listens when it is told to, and stops at a signal. */
async function serveHere(config: Config, log: Logger, opening: Opening = {}): Promise<Serving> {
  const [
    { buildApp },
    { openCalendar },
    { startPublication },
    { startSweeping },
    { startTrimming },
    { startBackups },
    { Lease },
  ] = await Promise.all([
    import('#app.ts'),
    import('#main.ts'),
    import('#operations/jobs/publication.ts'),
    import('#operations/jobs/sweeping.ts'),
    import('#operations/jobs/change-log.ts'),
    import('#operations/jobs/backups.ts'),
    import('#store/db/lease.ts'),
  ]);
  const { deps, discard } = await openCalendar(config, log, opening);
  // From here on it is asked for its version from time to time, which shows whether it can be reached.
  deps.db.known();
  log.info(
    {
      version: manifest.version,
      node: process.version,
      engine: deps.db.dialect.name,
      workers: config.workers,
    },
    'The service starts.',
  );
  const app = await buildApp(deps, log);
  const isAlone = config.workers === 1 && !(config.databaseUrl && isPostgres(config.databaseUrl));
  const lease = isAlone
    ? undefined
    : new Lease(deps.db, 'jobs', (error) =>
        log.error({ err: error }, 'The lease of scheduled work could not be kept; it is tried again.'),
      );
  const publication = startPublication(deps, () => lease?.held ?? true);
  const sweeping = await startSweeping(deps, () => lease?.held ?? true);
  const trimming = startTrimming(deps, () => lease?.held ?? true);
  const backups = startBackups({ ...deps, log }, () => lease?.held ?? true);

  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  const closeAll = async () => {
    const beganMs = performance.now();
    log.info({}, 'The service stops; requests under way are finished.');
    setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS).unref();
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
    // From now on nothing new is taken, however long a job goes on.
    await Promise.all([app.close(), publication.stop(), sweeping.stop(), trimming.stop(), backups?.stop()]);
    await lease?.close().catch(() => {});
    await deps.db.close();
    log.info({ duration_ms: Math.round(performance.now() - beganMs) }, 'The service has stopped.');
  };
  const end = async (code: number) => {
    await close();
    process.exit(code);
  };
  const stop = () => void end(0);
  onStopSignal(stop);
  onUncaught(log, () => void end(1));
  const listen = async () => {
    try {
      await app.listen({ host: config.host, port: portOf(config.port) });
    } catch (error) {
      throw portProblem(error, config);
    }
    return (app.server.address() as AddressInfo).port;
  };
  return { listen, stop, giveUp: () => close().then(discard) };
}

/** Several processes on one port. This one serves nothing: it starts them, replaces those that end, and stops them all. */
async function serveByWorkers(config: Config, log: Logger): Promise<Stop> {
  const { openCalendar } = await import('#main.ts');
  // The tables, the first administrator and the language are there before anybody serves.
  const { deps, discard } = await openCalendar(config, log, { tell: tellPassword });
  await deps.db.close();
  let hasListened = false;

  let isStopping = false;
  const end = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await workers.stop();
    if (code !== 0 && !hasListened) await discard();
    process.exit(code);
  };
  const giveUp = ({ line, code }: StartFailure) => {
    process.stderr.write(`kalends: ${line || say('cli.serve.no_worker')}\n`);
    void end(code);
  };
  const metrics = new ClusterMetrics();
  await listenForMetrics(config, () => metrics.expose());
  const workers = new Workers({
    count: config.workers,
    stopWithinMs: END_WITHIN_MS,
    listening: (port) => {
      hasListened = true;
      greet(config, port);
    },
    ended: (reason) => log.warn(reason === '' ? {} : { reason }, 'A worker ended; another takes its place.'),
    gaveUp: giveUp,
  });
  const stop = () => void end(0);
  onStopSignal(stop);
  onUncaught(log, () => void end(1));
  workers.start();
  return stop;
}
