import cluster from 'node:cluster';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import type { Config } from '#config.ts';
import { translate } from '#foundation/i18n/catalogue.ts';
import type { ServiceLog } from '#foundation/logging/log.ts';
import type { Opening } from '#main.ts';
import { ClusterMetrics } from '#operations/metrics/cluster.ts';
import { listenForMetrics, probeMetricsPort } from '#operations/metrics/listener.ts';
import { probePort } from '#operations/start/port.ts';
import type { Service } from '#service.ts';
import { failureOf } from './failure.ts';
import { administratorPasswordLine, originAt, setupLine } from './open-calendar.ts';
import { configOf, withSettings } from './settings.ts';
import {
  type EndingSignal,
  ignoreOutputErrors,
  ignoreUserSignals,
  isDelayed,
  onParentGone,
  onStopSignal,
  onUncaught,
} from './signals.ts';
import { language, translateText } from './translate.ts';
import { exitAfterFailedStart, listenPort, type StartFailure, Workers } from './workers.ts';

/** Time after which a stopping process exits in any case, the delay apart: batches have had eleven seconds by then. */
const END_WITHIN_MS = 13_000;

/** Registers `serve`: the service itself. */
export function register(program: Command): void {
  const command = withSettings(program.command('serve'), { listed: true });
  const endWithParent = command.createOption('--end-with-parent');
  // For programs that start the service and may be killed, such as npm.
  endWithParent.hidden = true;
  command
    .option('--no-cache', translateText('cli.serve.no_cache'))
    .addOption(endWithParent)
    .description(translateText('cli.serve'))
    .action((options: { endWithParent?: true }, command: Command) =>
      /**
       * Serves until a signal stops it, or the end of its parent with `endsWithParent`. Prints one line when it listens.
       */
      serve(configOf(command), { endsWithParent: options.endWithParent === true }),
    );
}

/**
 * Serves until a signal stops it, or the end of its parent where it ends with that: SIGTERM after the delay that load
 * balancers need, all others at once. Requests under way are finished, for seven seconds. Prints one line when it listens.
 */
export async function serve(config: Config, { endsWithParent = false } = {}): Promise<void> {
  const { captureOutput, openLog } = await import('#foundation/logging/log.ts');
  const serviceLog = openLog(config.logLevel, config.logFormat);
  const { logger: log } = serviceLog;
  captureOutput(log);
  ignoreOutputErrors();
  ignoreUserSignals();
  limitNewSpace();
  if (cluster.isWorker) return serveAsWorker(config, serviceLog);
  if (config.clockStands)
    log.warn({ instant: config.clock().toString() }, 'KALENDS_CLOCK is set: the clock stands still.');
  for (const warning of config.warnings) log.warn({}, translate('en', warning));
  // Checked before anything is created: most failing starts fail here.
  await probePort(config);
  await probeMetricsPort(config);
  const starting = config.workers > 1 ? serveByWorkers : serveAlone;
  const stop = await starting(config, serviceLog);
  if (endsWithParent) onParentGone(() => stop());
}

/** Stops the service in good order; without a signal at once. */
type Stop = (signal?: EndingSignal) => void;

const delayOf = ({ shutdownDelayMs }: Config, signal: EndingSignal | undefined): number =>
  signal !== undefined && isDelayed(signal) ? shutdownDelayMs : 0;

async function serveAlone(config: Config, log: ServiceLog): Promise<Stop> {
  const { listen, stop, abandon } = await prepareServing(config, log, { tell: printPassword });
  try {
    printAddress(config, await listen());
  } catch (error) {
    // Jobs and connections to the database would keep the process alive.
    await abandon();
    throw error;
  }
  return stop;
}

/** Code of the first start's link, which is printed once its address is known. */
let setupCode: string | undefined;

/** Prints the password at once, not after a successful start: whatever fails later, somebody has read it. */
const printPassword = (password: string, code: string): void => {
  process.stdout.write(administratorPasswordLine(password));
  setupCode = code;
};

/** Serves as a worker; one that cannot start exits at once, and the primary process prints why. */
async function serveAsWorker(config: Config, log: ServiceLog): Promise<void> {
  try {
    const { listen } = await prepareServing(config, log);
    await listen();
  } catch (error) {
    exitAfterFailedStart(failureOf(error, language));
  }
}

function printAddress(config: Config, port: number): void {
  if (setupCode !== undefined) process.stdout.write(setupLine({ ...config, port }, setupCode));
  setupCode = undefined;
  process.stdout.write(`${translateText('cli.serve.listens', { address: originAt(config.host, port) })}\n`);
}

/** The operations of a process that serves. */
interface ServingProcess extends Pick<Service, 'abandon'> {
  listen(): Promise<number>;
  readonly stop: Stop;
}

/** Prepares everything a process needs to serve, without listening yet; signals stop it. */
async function prepareServing(
  config: Config,
  log: ServiceLog,
  opening: Opening = {},
): Promise<ServingProcess> {
  const { prepareService } = await import('#service.ts');
  const service = await prepareService(config, log, opening);
  const exitWithin = (ms: number) => setTimeout(() => process.exit(1), ms).unref();
  const end = async (code: number, delayMs = 0) => {
    exitWithin(delayMs + END_WITHIN_MS);
    await service.close(delayMs);
    process.exit(code);
  };
  const stop: Stop = (signal) => void end(0, delayOf(config, signal));
  onStopSignal(stop);
  onUncaught(log.logger, () => void end(1));
  return {
    listen: () => service.listen(listenPort(config.port)),
    stop,
    abandon: () => {
      exitWithin(END_WITHIN_MS);
      return service.abandon();
    },
  };
}

/** Serves one port with several processes. This one only starts, replaces and stops them. */
async function serveByWorkers(config: Config, { logger: log }: ServiceLog): Promise<Stop> {
  const { openCalendar } = await import('#main.ts');
  // Creates tables, first administrator and language before any worker serves.
  const { services, discard } = await openCalendar(config, log, { tell: printPassword });
  await services.close();
  let hasListened = false;

  let isStopping = false;
  const end = async (code: number, signal: EndingSignal = 'SIGINT') => {
    if (isStopping) return;
    isStopping = true;
    await workers.stop(signal, delayOf(config, signal) + END_WITHIN_MS);
    if (code !== 0 && !hasListened) await discard();
    process.exit(code);
  };
  const abandon = ({ line, code }: StartFailure) => {
    process.stderr.write(`kalends: ${line || translateText('cli.serve.no_worker')}\n`);
    void end(code);
  };
  const metrics = new ClusterMetrics();
  await listenForMetrics(config, () => metrics.expose());
  const workers = new Workers({
    count: config.workers,
    onListening: (port) => {
      hasListened = true;
      printAddress(config, port);
    },
    onEnded: (reason) =>
      log.warn(reason === '' ? {} : { reason }, 'A worker ended; another takes its place.'),
    onGaveUp: abandon,
  });
  const stop: Stop = (signal) => void end(0, signal);
  onStopSignal(stop);
  onUncaught(log, () => void end(1));
  workers.start();
  return stop;
}

/** Size in bytes at which V8's new space stops growing: four times as much would gain hardly a percent of time. */
const NEW_SPACE_MOST = 16 * 2 ** 20;
const LOOK_EVERY_MS = 1_000;

/** Keeps V8's new space at 16 MiB; a flag for that can be set only at a process's start. */
function limitNewSpace(): void {
  const timer = setInterval(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if ((space?.space_size ?? 0) < NEW_SPACE_MOST) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
}
