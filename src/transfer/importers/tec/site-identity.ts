/** The site that an answer is from. */
export interface SiteIdentity {
  /** `example.org`, `example.org/sub`, `example.org:8080`: what tells it from all others. */
  readonly key: string;
  /** The same without a port: how it begins its own global IDs (reference 2.1). */
  readonly host: string;
}

const ROUTE = /\/(?:tribe|calendar)\/events\/v1(?:\/|$|\?)/i;

/** The site that serves an address of the interface; undefined where the text is none. */
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

/** The root of the interface in an address that names it, without a slash at its end. */
export function apiRootIn(address: string): string | undefined {
  const url = URL.parse(address);
  const match = url && /^(.*\/(?:tribe|calendar)\/events\/v1)(?:\/|$)/i.exec(url.pathname);
  return match ? url.origin + match[1] : undefined;
}
