import { constants } from 'node:os';
import type { Message } from '#foundation/i18n/catalogue.ts';
import { translateText } from './translate.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof SIGNALS)[number];
const SHOW_CURSOR = '\u001b[?25h';

/** Returns the exit code of a process that a signal ended, as shells report it: 130 for Ctrl-C. */
const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal];
const lineOf = (outcome: Message): string =>
  `kalends: ${translateText('cli.interrupted', { told: outcome })}\n`;

/** Handles the interruption of a command. */
export interface Interruption {
  /** Returns the message on what was kept and how to continue. */
  readonly describe: () => Message;
  /** Removes unfinished work; must be synchronous. */
  readonly cleanUp?: () => void;
}

/**
 * Runs work that a signal ends at once: prints what was kept, and exits with 128 plus the signal's number (130 after
 * Ctrl-C). The database rolls back an open transaction.
 */
export async function interruptible<T>(interruption: Interruption, work: () => Promise<T>): Promise<T> {
  const stop = (signal: StopSignal) => {
    try {
      interruption.cleanUp?.();
    } finally {
      const { isTTY } = process.stderr;
      const line = lineOf(interruption.describe());
      process.stderr.write(isTTY ? `${SHOW_CURSOR}\n${line}` : line);
      process.exit(exitCodeOf(signal));
    }
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/**
 * Runs long work that a signal aborts through an `AbortSignal`, after which it must undo what it began. Returns
 * undefined if it was aborted: `outcome` is printed then, and the exit code is 128 plus the signal's number.
 */
export async function abortable<T>(
  work: (signal: AbortSignal) => Promise<T>,
  outcome: Message,
): Promise<T | undefined> {
  const controller = new AbortController();
  const abort = (signal: StopSignal) => {
    process.exitCode = exitCodeOf(signal);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, abort);
  try {
    const result = await work(controller.signal);
    // The work finished before it noticed the signal.
    if (controller.signal.aborted) process.exitCode = 0;
    return result;
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    process.stderr.write(lineOf(outcome));
    return undefined;
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort);
  }
}
