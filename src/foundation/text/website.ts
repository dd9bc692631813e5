const SCHEMES = new Set(
  'http https ftp ftps sftp mailto tel sms fax news nntp irc irc6 ircs xmpp webcal feed gopher telnet mms rtsp svn geo urn'.split(
    ' ',
  ),
);
const WITHOUT_HOST = new Set(['mailto', 'tel', 'sms', 'fax', 'news', 'xmpp', 'geo', 'urn', 'feed']);

/**
 * Whether a text is an absolute URL that may be kept as a website: plain printable ASCII without blanks,
 * a scheme that browsers open without running anything, and a host where the scheme has one
 * (reference 3.0). Nobody asks whether it answers.
 */
export function isWebsite(text: string): boolean {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):([\x21-\x7e]+)$/i.exec(text) ?? [];
  if (scheme === undefined || rest === undefined || !SCHEMES.has(scheme.toLowerCase())) return false;
  if (!rest.startsWith('//')) return WITHOUT_HOST.has(scheme.toLowerCase());
  const url = URL.parse(text);
  return url !== null && url.hostname !== '' && hasHostForm(url.hostname);
}

const BARE_HOST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#][^\s<>"]*)?$/u;

/** Returns whether a text is the address of a website without its scheme, as people type it: `example.org/programme`. */
export const isBareWebsite = (text: string): boolean => BARE_HOST.test(text);

/** Whether a text is a website that an import may keep: one that `isWebsite` takes, or one without its scheme, as other systems show. */
export const isImportableWebsite = (text: string): boolean => isWebsite(text) || isBareWebsite(text);

function hasHostForm(host: string): boolean {
  if (host.startsWith('[')) return true;
  return host.split('.').every((label, index, all) => {
    const isTrailingDot = label === '' && index > 0 && index === all.length - 1;
    return isTrailingDot || /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label);
  });
}

/**
 * A website as it is stored: blanks encoded, characters that no URL has dropped, `http://` put before an
 * address without a scheme; `''` where the scheme is not one that `isWebsite` takes (reference 3.8).
 */
export function cleanWebsite(text: string): string {
  const cleaned = text
    .replace(/<[^<>]*>/g, '')
    .trim()
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\u{10ffff}]/giu, '');
  if (cleaned === '') return '';
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i.exec(cleaned)?.[1]?.toLowerCase();
  if (scheme !== undefined) return SCHEMES.has(scheme) ? cleaned : '';
  if (cleaned.startsWith('//')) return `http:${cleaned}`;
  return /^[/?#]/.test(cleaned) || cleaned.startsWith(':') ? '' : `http://${cleaned}`;
}
