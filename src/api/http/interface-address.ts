/** Paths of the interface, below any base. */
const INTERFACE = /\/(?:wp-json|kalends\/v1|(?:calendar|tribe)\/events\/v1|wp\/v2|batch\/v1)(?:\/|$)/i;
/** Names and addresses of the machine that a browser runs on. */
const THIS_MACHINE = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const bareHost = (host: string): string => host.replace(/\.(?=$|:)/, '');

/**
 * Returns whether an address leads to the interface at one of the origins or on the visitor's machine, so that it is nobody's
 * website. An address that asks for a write by `_method` is refused on any host: a service may answer to names that it doesn't know.
 */
export function isInterfaceAddress(address: string, origins: readonly string[]): boolean {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  if (!INTERFACE.test(decoded(url.pathname)) && !url.searchParams.has('rest_route')) return false;
  if (url.searchParams.has('_method') || THIS_MACHINE.test(bareHost(url.hostname))) return true;
  return origins.some((origin) => URL.parse(origin)?.host === bareHost(url.host));
}
