/** What an `Authorization` header says: a token alone, or a login (or e-mail address) with a password or token. */
export type Credentials = { token: string } | { login: string; secret: string };

/**
 * Takes the header apart. Nothing, an unknown scheme, and a `Basic` that is empty, undecodable or without a login
 * are no credentials (reference 1.9). The login ends at the first colon (RFC 7617 §2).
 */
export function readAuthorization(header: string | undefined): Credentials | undefined {
  const [scheme = ''] = (header ?? '').trim().split(/\s/, 1);
  const rest = (header ?? '').trim().slice(scheme.length).trim();
  if (/^bearer$/i.test(scheme)) return { token: rest };
  if (!/^basic$/i.test(scheme) || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(rest)) return undefined;
  const pair = textOf(Buffer.from(rest, 'base64'));
  const colon = pair.indexOf(':');
  return colon < 1 ? undefined : { login: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}

/** UTF-8, or Latin-1 where it can't be that: older clients send what their terminal typed. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
