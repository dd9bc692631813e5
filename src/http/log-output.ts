import { writeSync } from 'node:fs';

const STANDARD_OUTPUT = 1;

/**
 * Prints a line of the log to standard output. Where that is closed, full or broken the line is lost, and the service
 * goes on: the next ones are tried again, since a disk may have room by then.
 */
export function printLog(line: string): void {
  try {
    writeSync(STANDARD_OUTPUT, line);
  } catch (error) {
    // A pipe whose reader is slow: the stream waits for it.
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') process.stdout.write(line);
  }
}
