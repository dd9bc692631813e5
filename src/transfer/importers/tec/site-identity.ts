/** Identifies the site that serves an answer. */
export interface SiteIdentity {
  /** Host, port and path: `example.org`, `example.org/sub`, `example.org:8080`. */
  readonly key: string;
  /** The key without a port, as global IDs begin with it (reference 2.1). */
  readonly host: string;
}

const ROUTE = /\/(?:tribe|calendar)\/events\/v1(?:\/|$|\?)/i;

/** Returns the site that serves an address of the interface; undefined if the text is not a web address. */
export function siteIdentity(address: string): SiteIdentity | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const at = url.pathname.search(ROUTE);
  const path = (at < 0 ? url.pathname : url.pathname.slice(0, at))
    .replace(/\/+$/, '')
    .replace(/\/(?:wp-json|index\.php)$/i, '')
    .replace(/(?:^|\/)(?:en|de|es)$/i, '')
    .replace(/\/+$/, '');
  return { key: url.host + path, host: url.hostname + path };
}

/** Returns the interface's root within an address, without a trailing slash; undefined if it names none. */
export function apiRootIn(address: string): string | undefined {
  const url = URL.parse(address);
  const match = url && /^(.*\/(?:tribe|calendar)\/events\/v1)(?:\/|$)/i.exec(url.pathname);
  return match ? url.origin + match[1] : undefined;
}
