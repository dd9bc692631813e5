import ipaddr from 'ipaddr.js';
import { KalendsError } from '#errors.ts';

/** The calendar as authenticators know it: the host's name, and the origin of its pages. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party at the address that the client used (WebAuthn §5.1.3): a domain over HTTPS, or localhost.
 * @throws KalendsError `rest_passkeys_unavailable` where browsers make no passkeys
 */
export function relyingPartyAt(address: string): RelyingParty {
  const { hostname, origin, protocol } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = hostname.startsWith('[') || ipaddr.isValid(hostname);
  if (isAddress || (protocol !== 'https:' && !isLocal))
    throw new KalendsError('rest_passkeys_unavailable', { values: { origin } });
  return { id: hostname, origin };
}
