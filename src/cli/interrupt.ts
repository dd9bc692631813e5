import { constants } from 'node:os';
import type { Message } from '#i18n/catalogue.ts';
import { say } from './say.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SHOW_CURSOR = '\u001b[?25h';

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
  const stop = (signal: (typeof SIGNALS)[number]) => {
    try {
      interruption.cleanUp?.();
    } finally {
      const { isTTY } = process.stderr;
      const line = `kalends: ${say('cli.interrupted', { told: interruption.told() })}\n`;
      process.stderr.write(isTTY ? `${SHOW_CURSOR}\n${line}` : line);
      process.exit(128 + constants.signals[signal]);
    }
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
