import { isIP } from 'node:net';

/** A host name or IP address without the brackets that a URL puts around IPv6. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Whether the operator trusts a host (bare, lower case) and port whatever its IP address. */
export type Allows = (host: string, port: number) => boolean;

/**
 * Reads the operator's list: `host` (every port) or `host:port`, where host is an exact name or IP address.
 * Throws RangeError for an entry that is neither.
 */
export function allowList(entries: readonly string[]): Allows {
  const allowed = new Set(entries.map(canonicalEntry));
  return (host, port) => allowed.has(host) || allowed.has(`${host} ${port}`);
}

function canonicalEntry(entry: string): string {
  const [, host = '', port] =
    isIP(entry) === 6 ? ['', `[${entry}]`] : (/^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(entry.trim()) ?? []);
  const url = /^[^/?#@\\]+$/.test(host) ? URL.parse(`http://${host}/`) : null;
  const name = bareHost(url?.hostname ?? '').replace(/\.+$/, '');
  const isPort = port === undefined || (Number(port) >= 1 && Number(port) <= 65_535);
  if (!isPort || (isIP(name) === 0 && !isHostName(name)))
    throw new RangeError(`Not a host or host:port: ${entry}`);
  return port === undefined ? name : `${name} ${Number(port)}`;
}

// Underscores stand in the names of containers.
const isHostName = (name: string): boolean =>
  name.length <= 253 && /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.|$))+$/.test(name);

/** The first entry of the operator's list that is neither `host` nor `host:port`; undefined: all are. */
export function wrongEntry(entries: readonly string[]): string | undefined {
  return entries.find((entry) => {
    try {
      canonicalEntry(entry);
      return false;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return true;
    }
  });
}
