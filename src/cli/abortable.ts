import os from 'node:os';
import type { Message } from '#i18n/catalogue.ts';
import { say } from './say.ts';

const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** What a shell adds to a signal's number for the exit code of what it ended. */
const BY_SIGNAL = 128;

/**
 * Does something long that a signal may interrupt: it's told so by its own signal, and takes back what it has begun.
 * Undefined where it was interrupted; `told` is printed then, and the exit code is a shell's for that signal (130 for
 * Ctrl-C).
 */
export async function abortable<T>(
  work: (signal: AbortSignal) => Promise<T>,
  told: Message,
): Promise<T | undefined> {
  const controller = new AbortController();
  const abort = (signal: (typeof STOPPING)[number]) => {
    process.exitCode = BY_SIGNAL + os.constants.signals[signal];
    controller.abort();
  };
  for (const signal of STOPPING) process.on(signal, abort);
  try {
    const result = await work(controller.signal);
    // It was done before it noticed.
    if (controller.signal.aborted) process.exitCode = 0;
    return result;
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    process.stderr.write(`kalends: ${say('cli.interrupted', { told })}\n`);
    return undefined;
  } finally {
    for (const signal of STOPPING) process.off(signal, abort);
  }
}
