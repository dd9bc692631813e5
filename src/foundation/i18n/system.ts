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

/** Returns the code of the system's, the server's or SQLite's error (its primary result code by name); '' for any other. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  if (error.code !== 'ERR_SQLITE_ERROR') return String(error.code);
  const extended = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
  return sqliteNames[extended & 0xff] ?? '';
}

/**
 * Returns what failed in the operating system, on the network or in the database's file, by the error's code; any
 * other error's own message, which is English.
 */
export function reasonOf(error: unknown): Message | string {
  const key = `system.${codeOf(error)}`;
  if (isMessageKey(key)) return message(key);
  const own = error instanceof Error ? error.message || error.name : String(error);
  return own.replace(/\s*\n\s*/g, ' ');
}
