import { constants } from 'node:os';

/** Exit code of a process whose output has no reader, by the convention of shells. */
const BROKEN_PIPE = 128 + constants.signals.SIGPIPE;

/**
 * Exits silently when the reader of standard output is gone, as in `kalends export | head`; ignores a closed standard
 * error.
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
