import { setTimeout as pause } from 'node:timers/promises';
import { KalendsError } from '#errors.ts';
import { codeOf } from '#foundation/i18n/system.ts';

const LONGEST_PAUSE_MS = 5;
const RETRY_AFTER_SECONDS = 5;

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CANTOPEN = 14;

/** The primary result code of a driver's error; undefined for all other errors. */
function resultCode(error: unknown): number | undefined {
  const coded = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof coded === 'number' ? coded & 0xff : undefined;
}

/** Whether another connection's lock was in the way. */
export const isBusy = (error: unknown) => {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
};

/** Whether the disk has no room for what was to be written. */
export const isFull = (error: unknown): boolean => codeOf(error) === 'SQLITE_FULL';

/**
 * A driver's error as ours, where a client can do something about it by waiting: a calendar that is locked for too
 * long, and a disk that is full, broken or only to be read (the driver's error is the `cause`, for the log). Others stay as
 * they are.
 */
export function asUnavailable(error: unknown): unknown {
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  if (isBusy(error)) return new KalendsError('rest_unavailable', { headers });
  const code = resultCode(error);
  if (isFull(error)) return new KalendsError('rest_storage_full', { headers, cause: error });
  if (code === READONLY) return new KalendsError('rest_read_only', { headers, cause: error });
  return code === IOERR || code === CANTOPEN
    ? new KalendsError('rest_unavailable', { headers, cause: error })
    : error;
}

/**
 * Tries until another process's lock is gone or `untilMs` (of `performance.now()`) has passed, at least once, and
 * lets everything else go on meanwhile: SQLite's own busy timeout would stop the whole process.
 * @param stats where attempts in vain are counted
 * @throws KalendsError where `isUnavailable`; else what the attempt throws
 */
export async function retryWhileBusy<T>(
  attempt: () => T,
  untilMs: number,
  stats?: { retries: number },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= untilMs) throw asUnavailable(error);
      if (stats) stats.retries++;
      // Several that wait should not come at the same moment again and again.
      await pause(Math.min(LONGEST_PAUSE_MS, tries) * (0.5 + Math.random() / 2));
    }
  }
}
