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
