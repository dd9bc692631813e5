import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** A mailbox as it stands in a header: an address, and the name shown beside it ('' for none). */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A mail server that takes mails for all the world, and how to sign in there. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte (`smtps`); else encrypted as soon as the server offers it. */
  readonly isSecure: boolean;
  readonly user: string;
  readonly password: string;
}

const ADDRESS = /^[^\s@<>()[\],;:"\\\p{C}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{N}])?$/u;
const LONGEST = 254;

/** Reads `address` or `Name <address>`; undefined where it's neither, or could end a header. */
export function readMailbox(text: string): Mailbox | undefined {
  if (/\p{C}/u.test(text)) return undefined;
  const [, quoted, plain, inBrackets] = /^(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? text.trim();
  if (!ADDRESS.test(address) || address.length > LONGEST) return undefined;
  return { name: (quoted ?? plain ?? '').trim(), address };
}

/** Labels of at most 63 letters; the last one is no number, which would be a part of an IP address (RFC 1123 §2.1). */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Reads a host name, as the ASCII form of one with umlauts, or an IP address; '' for none, undefined for anything else. */
export function readMailHost(text: string): string | undefined {
  const host = text.trim();
  if (host === '' || isIP(host)) return host;
  const ascii = domainToASCII(host);
  return ascii.length <= 253 && HOST.test(ascii) ? ascii : undefined;
}

/** Reads `smtp://user:password@host:port` or `smtps://…`; undefined for anything else. Ports: 587, of `smtps` 465. */
export function readMailServer(text: string): MailServer | undefined {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  const isSecure = url.protocol === 'smtps:';
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
      isSecure,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}
