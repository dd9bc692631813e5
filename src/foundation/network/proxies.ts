import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whose `X-Forwarded-*` count: nobody's, everybody's, those of so many hops, or those of addresses and networks. */
export type TrustedProxies = boolean | number | readonly string[];

/** Networks that have a name. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const HOPS_MOST = 32;

/**
 * Reads which proxies are trusted: empty, `false`, `no`, `0`: none; `true`, `yes`: all; a number: so many hops; else
 * addresses, networks in CIDR notation and names of networks, separated by commas. Undefined: it is none of these.
 */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  const lower = text.trim().toLowerCase();
  if (/^(|false|no)$/.test(lower)) return false;
  if (/^(true|yes)$/.test(lower)) return true;
  if (/^\d+$/.test(lower)) {
    const hops = Number(lower);
    return hops === 0 ? false : hops <= HOPS_MOST ? hops : undefined;
  }
  const parts = lower.split(',').map((part) => part.trim());
  return parts.every((part) => Object.hasOwn(named, part) || isNetwork(part)) ? parts : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || more !== undefined) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** IPv4 written as IPv6 is IPv4, networks of it too. */
function networkOf(text: string): Network {
  const [address = '', bits] = text.split('/');
  const parsed = ipaddr.parse(address);
  const length = bits === undefined ? (parsed.kind() === 'ipv4' ? 32 : 128) : Number(bits);
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= 96)
    return [parsed.toIPv4Address(), length - 96];
  return [parsed, length];
}

/**
 * Returns the test for whether an address is a trusted proxy's; `hop` 0 is the connection's own, 1 the last in
 * `X-Forwarded-For`. The first that isn't trusted is the client.
 */
export function proxyTest(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof proxies === 'boolean') return () => proxies;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const networks = proxies.flatMap((part) => named[part] ?? [part]).map(networkOf);
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return networks.some(
      ([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits),
    );
  };
}

/** Returns the client's address of a request that nothing has looked at yet: the connection's, or behind trusted proxies theirs. */
export function clientOf(
  { headers, socket }: IncomingMessage,
  isTrusted: (address: string, hop: number) => boolean,
): string {
  let client = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined || !isTrusted(client, 0)) return client;
  const hops = String(forwarded).split(',').reverse();
  for (const [at, hop] of hops.entries()) {
    client = hop.trim();
    if (!isTrusted(client, at + 1)) break;
  }
  return client;
}
