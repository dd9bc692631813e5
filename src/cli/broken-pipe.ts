import { constants } from 'node:os';

/** How a program ends that a pipe without a reader ended, to shells. */
const BROKEN_PIPE = 128 + constants.signals.SIGPIPE;

/**
 * Ends this process without a word once nobody reads its output any more, as in `kalends export | head`. What it tells on the
 * standard error may go unread.
 */
export function exitOnBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(BROKEN_PIPE);
    throw error;
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
