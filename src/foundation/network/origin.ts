/** A serialized origin; what else a header may hold is repeated to nobody. */
export const SERIALIZED = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#\\"'<>,;]{0,255}$/i;

/**
 * Returns the origin of an address as a source of the Content-Security-Policy; '' where it would be more than that source, or
 * none.
 */
export function sourceOf(address: string): string {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? (readOrigin(url.origin) ?? '') : '';
}

/** Returns an origin as browsers send it, in lower case; undefined where a text is none. */
export function readOrigin(typed: string): string | undefined {
  const url = URL.parse(typed);
  if (!url || url.username || url.password || url.search || url.hash || !/^\/?$/.test(url.pathname))
    return undefined;
  // Of schemes that are no web's the platform knows no origin.
  const origin = url.origin === 'null' && url.host ? `${url.protocol}//${url.host}` : url.origin;
  return origin !== 'null' && SERIALIZED.test(origin) && !origin.includes('*')
    ? origin.toLowerCase()
    : undefined;
}
