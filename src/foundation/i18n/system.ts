import { isMessageKey, type Message, message } from './catalogue.ts';

/** SQLite's primary result codes that an operator can do something about. */
const sqliteNames: Readonly<Record<number, string>> = {
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** Returns an error's code as text (ENOENT, an SQLSTATE…), of SQLite's errors the name of one of those above; '' without one. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  if (error.code !== 'ERR_SQLITE_ERROR') return String(error.code);
  // The low byte of an extended result code is the primary one.
  const extended = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
  return sqliteNames[extended & 0xff] ?? '';
}

/**
 * Returns the reason of a failure in the reader's language where the catalogue has one for the error's code
 * (`system.<code>`), else the error's own message on one line, untranslated.
 */
export function reasonOf(error: unknown): Message | string {
  const key = `system.${codeOf(error)}`;
  if (isMessageKey(key)) return message(key);
  const own = error instanceof Error ? error.message || error.name : String(error);
  return own.replace(/\s*\n\s*/g, ' ');
}
