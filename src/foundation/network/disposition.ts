/**
 * The file name that a `Content-Disposition` header proposes (RFC 6266, `filename*` before `filename`), its last
 * path segment only and without control characters; undefined when it proposes none.
 */
export function dispositionFileName(header: string | undefined): string | undefined {
  const parameters = readParameters(header ?? '');
  const extended = parameters.get('filename*');
  const plain = parameters.get('filename');
  const name = (extended && decodeExtended(extended)) ?? (plain && repairUtf8(plain));
  return name === undefined ? undefined : lastSegment(name);
}

// A header is a handful of parameters; the bound keeps a hostile one from costing more.
const maxHeaderLength = 4096;
const parameter = /;\s*([!#$%&'*+.^`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gy;

function readParameters(header: string): Map<string, string> {
  const found = new Map<string, string>();
  const start = header.indexOf(';');
  if (start === -1 || header.length > maxHeaderLength) return found;
  parameter.lastIndex = start;
  for (let match = parameter.exec(header); match !== null; match = parameter.exec(header)) {
    const [, key = '', quoted, token = ''] = match;
    const value = quoted === undefined ? token.trim() : unquote(quoted);
    // Of a repeated parameter the first counts.
    if (!found.has(key.toLowerCase())) found.set(key.toLowerCase(), value);
    while (/\s/.test(header[parameter.lastIndex] ?? '')) parameter.lastIndex += 1;
  }
  return found;
}

// Internet Explorer and its heirs send a Windows path unescaped, so a backslash escapes quote and backslash only.
function unquote(text: string): string {
  return text.replace(/\\(["\\])/g, '$1');
}

// RFC 8187: charset'language'percent-encoded octets.
function decodeExtended(value: string): string | undefined {
  const [, charset = '', encoded = ''] = /^([\w-]+)'[\w-]*'((?:%[\da-f]{2}|[^%\s"])*)$/i.exec(value) ?? [];
  if (!/^(utf-8|iso-8859-1)$/i.test(charset)) return undefined;
  const latin = encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return charset.toLowerCase() === 'utf-8' ? readUtf8(latin) : latin;
}

// Node reads header bytes as Latin-1, while clients send UTF-8 against the rule.
function repairUtf8(value: string): string {
  return readUtf8(value) ?? value;
}

function readUtf8(latin: string): string | undefined {
  if (/[^\x00-\xff]/.test(latin)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin, 'latin1'));
  } catch {
    return undefined;
  }
}

function lastSegment(name: string): string | undefined {
  const segment = (name.split(/[/\\]/).at(-1) ?? '').replace(/[\x00-\x1f\x7f]/g, '').trim();
  return /^\.*$/.test(segment) ? undefined : segment;
}
