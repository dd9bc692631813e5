/** A database's address as it may be shown and kept: without passwords, wherever they stand in it. */
export function shownAddress(address: string): string {
  if (address.startsWith('sqlite:')) return address;
  const url = URL.parse(address);
  // What can't be taken apart may hold a password anywhere before the host.
  if (!url || url.host === '') return address.replace(/^([a-z]+:)?.*@/i, '$1').replace(/\?.*$/, '');
  url.password = '';
  for (const name of [...url.searchParams.keys()]) if (/pass/i.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** Whether an address of PostgreSQL can be taken apart: a password may hold `#`, `/` or `%` only as `%23` and the like. */
export function isDecodable(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Whether an address names a database that can keep a calendar. */
export const isDatabase = (address: string): boolean => /^(sqlite:.|postgres(ql)?:\/\/)/.test(address);

/** Whether an address is that of a PostgreSQL database; all others are files of SQLite. */
export const isPostgres = (databaseUrl: string): boolean => /^postgres(ql)?:/.test(databaseUrl);
