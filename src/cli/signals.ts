import type { Deps } from '#context.ts';

/** Signals that end the service in good order, the terminal's and the service manager's alike. */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
/** Signals that do nothing. Without a listener the first would open Node's inspector and the second end the process. */
const IGNORED = ['SIGUSR1', 'SIGUSR2'] as const;

const PARENT_CHECK_MS = 500;

/** Calls `stop` at each signal that ends the service, and has the others do nothing. */
export function onStopSignal(stop: () => void): void {
  for (const signal of ENDING) process.on(signal, stop);
}

/** Has SIGUSR1 and SIGUSR2 do nothing: no inspector is opened, nothing ends. */
export function ignoreUserSignals(): void {
  for (const signal of IGNORED) process.on(signal, () => {});
}

/**
 * Goes on where standard output or standard error is closed, full or broken: what would be printed there is lost, and
 * nothing else is.
 */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Calls `stop` once the process that started this one is gone, within half a second. */
export function onParentGone(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/**
 * Has errors that nobody caught logged. A promise that nobody waited for ends nothing: its request alone has failed. An
 * exception out of nowhere may leave anything half done: `stop` ends the process in good order.
 */
export function onUncaught(log: Pick<Deps['log'], 'error'>, stop: () => void): void {
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'A promise was rejected, and nobody handled it.'),
  );
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'An exception was not caught; the process ends in good order.');
    stop();
  });
}
