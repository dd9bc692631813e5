import { constants } from 'node:os';
import type { Services } from '#context.ts';

/** Signals that stop the service in good order. */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
/** A signal that ends the service. */
export type EndingSignal = (typeof ENDING)[number];
/** Within so long a second signal is the first once more: npm, and the primary process, pass on what a terminal sends to all. */
const ECHO_MS = 250;
/** Signals to ignore. Without a listener the first would open Node's inspector and the second end the process. */
const IGNORED = ['SIGUSR1', 'SIGUSR2'] as const;

const PARENT_CHECK_MS = 500;

/** Calls `stop` on the first signal that ends the service; a second one ends the process at once. */
export function onStopSignal(stop: (signal: EndingSignal) => void): void {
  let firstMs: number | undefined;
  for (const signal of ENDING)
    process.on(signal, () => {
      const nowMs = performance.now();
      if (firstMs === undefined) {
        firstMs = nowMs;
        stop(signal);
      } else if (nowMs - firstMs > ECHO_MS) process.exit(128 + constants.signals[signal]);
    });
}

/**
 * Returns whether load balancers are to notice that the service stops before it does: not where a person at a terminal
 * waits for its end.
 */
export const isDelayed = (signal: EndingSignal): boolean => signal === 'SIGTERM' && !process.stdin.isTTY;

/** Ignores SIGUSR1 and SIGUSR2, so that no inspector opens and nothing ends. */
export function ignoreUserSignals(): void {
  for (const signal of IGNORED) process.on(signal, () => {});
}

/** Keeps the process running if standard output or error is closed, full or broken; that output is lost. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Calls `stop` within half a second after the parent process has ended. */
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
 * Logs uncaught errors. An unhandled rejection ends nothing, since only its request has failed. After an uncaught
 * exception, which may leave anything unfinished, `stop` ends the process in good order.
 */
export function onUncaught(log: Pick<Services['log'], 'error'>, stop: () => void): void {
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'A promise was rejected, and nobody handled it.'),
  );
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'An exception was not caught; the process ends in good order.');
    stop();
  });
}
