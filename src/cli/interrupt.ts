import { constants } from 'node:os';
import type { Message } from '#foundation/i18n/catalogue.ts';
import { translateText } from './translate.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof SIGNALS)[number];
const SHOW_CURSOR = '\u001b[?25h';

/** As a shell tells of what a signal has ended: 130 for Ctrl-C. */
const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal];
const lineOf = (told: Message): string => `kalends: ${translateText('cli.interrupted', { told })}\n`;

/** What an interruption leaves behind, and what is to be done about it. */
export interface Interruption {
  /** Returns what was kept and how to go on, as things stand. */
  readonly told: () => Message;
  /** Takes away what is half done; it can't wait for anything. */
  readonly cleanUp?: () => void;
}

/**
 * Does work that a signal ends at once: the operator is told what was kept, and the exit code is 128 and the signal's
 * number (130 after Ctrl-C). What a transaction has begun is undone by the database.
 */
export async function interruptible<T>(interruption: Interruption, work: () => Promise<T>): Promise<T> {
  const stop = (signal: StopSignal) => {
    try {
      interruption.cleanUp?.();
    } finally {
      const { isTTY } = process.stderr;
      const line = lineOf(interruption.told());
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
 * Does something long that a signal may interrupt: it's told so by an `AbortSignal`, and takes back what it has begun.
 * Undefined where it was interrupted; `told` is printed then, and the exit code is a shell's for that signal (130 for
 * Ctrl-C).
 */
export async function abortable<T>(
  work: (signal: AbortSignal) => Promise<T>,
  told: Message,
): Promise<T | undefined> {
  const controller = new AbortController();
  const abort = (signal: StopSignal) => {
    process.exitCode = exitCodeOf(signal);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, abort);
  try {
    const result = await work(controller.signal);
    // It was done before it noticed.
    if (controller.signal.aborted) process.exitCode = 0;
    return result;
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    process.stderr.write(lineOf(told));
    return undefined;
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort);
  }
}
