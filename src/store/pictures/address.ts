import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { message } from '#foundation/i18n/catalogue.ts';
import { type Allows, bareHost } from '#foundation/network/allow-list.ts';
import { PictureError } from './errors.ts';

// An address of 2,048 characters is more than any browser or proxy promises to carry.
const maxAddressLength = 2048;

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

// Azure's metadata and DNS service answers on this one, though its range is public.
const cloudServices = new Set(['168.63.129.16']);

/**
 * Whether an IP address, as a resolver writes it, belongs to the public Internet: unicast and in none of the
 * special ranges (private, local, translated, tunnelled, documentation, benchmarks; RFC 6890 and successors).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || cloudServices.has(parsed.toString())) return false;
  // What IANA has not given out (IPv4-compatible ::a.b.c.d among it) must not count as public.
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(globalUnicast);
}

/** The address as a URL in canonical form; throws {@link PictureError} for what is not plain http or https. */
export function parseAddress(address: string, base?: URL): URL {
  const url = address.length <= maxAddressLength ? URL.parse(address, base) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new PictureError('address');
  }
  if (url.username !== '' || url.password !== '') {
    throw new PictureError('credentials');
  }
  // `example.org.` is the same host; one way of writing it keeps comparisons and certificates simple.
  const host = url.hostname.replace(/\.+$/, '');
  if (host === '') throw new PictureError('address', message('picture.no_server'));
  url.hostname = host;
  url.hash = '';
  return url;
}

/** The port that a URL means, the scheme's own one included. */
export function portOf(protocol: string, port: string): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Throws {@link PictureError} for an address that can be refused without asking a name server. */
export function refuseForbidden(url: URL, allows: Allows): void {
  const host = bareHost(url.hostname);
  if (allows(host, portOf(url.protocol, url.port))) return;
  const local = host === 'localhost' || host.endsWith('.localhost');
  if (local || (isIP(host) !== 0 && !isPublicAddress(host))) throw forbidden();
}

/** The refusal of a place that is not public; it does not tell where a name led. */
export function forbidden(): PictureError {
  return new PictureError('forbidden');
}
