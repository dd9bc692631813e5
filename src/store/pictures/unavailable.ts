import { KalendsError } from '#errors.ts';

const RETRY_AFTER_SECONDS = '10';

// The system has no more files, memory or sockets.
const EXHAUSTED = /^(EMFILE|ENFILE|ENOMEM|ENOBUFS|EAGAIN)$/;
// The disk is broken, or not for this process.
const DISK = /^(EACCES|EPERM|EIO|ENODEV|ESTALE)$/;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the system itself has too little of something, whatever was asked of it. */
export const isExhausted = (error: unknown): boolean => EXHAUSTED.test(codeOf(error));

/** Whether the disk has no room left for this process. */
export const isFull = (error: unknown): boolean => /^(ENOSPC|EDQUOT)$/.test(codeOf(error));

/** A system's error as ours (503, to be tried again) where a client can do something about it by waiting; others as they are. */
export function asUnavailable(error: unknown): unknown {
  const extras = { headers: { 'Retry-After': RETRY_AFTER_SECONDS }, cause: error };
  if (isFull(error)) return new KalendsError('rest_storage_full', extras);
  if (codeOf(error) === 'EROFS') return new KalendsError('rest_read_only', extras);
  return isExhausted(error) || DISK.test(codeOf(error)) ? unavailable(error) : error;
}

/** `rest_unavailable` (503), to be tried again in a while; the cause is for the log. */
export function unavailable(cause?: unknown): KalendsError {
  return new KalendsError('rest_unavailable', {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    ...(cause === undefined ? {} : { cause }),
  });
}
