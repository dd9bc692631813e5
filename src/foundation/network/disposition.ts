import { decodeExtended, parse } from 'content-disposition';

// A header is a handful of parameters; the bound keeps a hostile one from costing more.
const maxHeaderLength = 4096;

/**
 * Returns the file name that a `Content-Disposition` header proposes (RFC 6266, `filename*` before `filename`), its last
 * path segment only and without control characters; undefined when it proposes none.
 */
export function dispositionFileName(header: string | undefined): string | undefined {
  if (header === undefined || header.length > maxHeaderLength) return undefined;
  const { 'filename*': extended, filename } = parse(escapeBackslashes(header)).parameters;
  const name = (extended && decodeExtended(extended)) ?? (filename && repairUtf8(filename));
  return name === undefined ? undefined : lastSegment(name);
}

// Internet Explorer and its heirs send a Windows path unescaped, so a backslash escapes quote and backslash only.
function escapeBackslashes(header: string): string {
  return header.replace(/\\(["\\])?/g, (sent, escaped) => (escaped ? sent : '\\\\'));
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
