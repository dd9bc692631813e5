import { isMessageKey, type Message, message } from './catalogue.ts';
import { UserFacingError } from './user-facing-error.ts';

/** SQLite's primary result codes that an operator can do something about. */
const sqliteNames: Readonly<Record<number, string>> = {
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** The memory that connections share (`-shm`) could not be made as large as it has to be: SQLITE_IOERR_SHMSIZE. */
const NO_ROOM_TO_SHARE = 4874;

/**
 * Returns an error's own code as text (ENOENT, an SQLSTATE…), not its cause's; '' without one. Of SQLite's errors it is the name
 * of one that an operator can act on, such as `SQLITE_FULL`, and '' for any other, such as a lock.
 */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  if (error.code !== 'ERR_SQLITE_ERROR') return String(error.code);
  // The low byte of an extended result code is the primary one.
  const extended = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
  if (extended === NO_ROOM_TO_SHARE) return 'SQLITE_FULL';
  return sqliteNames[extended & 0xff] ?? '';
}

/**
 * Returns the reason of a system's or driver's error, which the caller translates: the catalogue's text for its code
 * (`system.<code>`), else its own message on one line; of a UserFacingError what that says. Causes aren't looked at.
 */
export function reasonOf(error: unknown): Message | string {
  if (error instanceof UserFacingError) return error.userMessage;
  const key = `system.${codeOf(error)}`;
  if (isMessageKey(key)) return message(key);
  const own = error instanceof Error ? error.message || error.name : String(error);
  return own.replace(/\s*\n\s*/g, ' ');
}
