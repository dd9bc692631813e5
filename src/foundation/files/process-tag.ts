import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

const HOUR_MS = 3_600_000;
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Returns the mark of this process for names of files: its machine and its process ID. */
export const processTag = (): string => `${host}-${process.pid}`;

/** Pattern of a process tag: a regular expression's source with groups for machine and process ID. */
export const TAG = '([0-9a-f]{8})-(\\d+)';

/**
 * Whether whoever made something is gone: its process doesn't run on this machine any more, or it's another machine's and
 * untouched for an hour by the machine's clock. `tag` holds the two groups of `TAG`.
 */
export function isAbandoned(tag: { machine: string; pid: number }, modifiedMs: number): boolean {
  if (Temporal.Now.instant().epochMilliseconds - modifiedMs > HOUR_MS) return true;
  if (tag.machine !== host) return false;
  // In a container each start may have the number of the one before.
  return tag.pid !== process.pid && !isRunning(tag.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process runs too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
