import type { DocumentType } from './kinds.ts';

/**
 * The kind of a file that is no picture but harmless to keep: a PDF by its first bytes, plain text by name, declared
 * type and content together. undefined: anything that a browser or system could run or lay out (HTML, SVG, scripts).
 */
export function documentType(file: { name: string; type: string; bytes: Buffer }): DocumentType | undefined {
  if (file.bytes.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  const declared = file.type.split(';')[0]?.trim().toLowerCase() ?? '';
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const isCalledText =
    ending === 'txt'
      ? ['text/plain', 'application/octet-stream', ''].includes(declared)
      : ending === '' && declared === 'text/plain';
  return isCalledText && isPlainText(file.bytes) ? 'text' : undefined;
}

function isPlainText(bytes: Buffer): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  // Pages and scripts under another name.
  return !/[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text) && !/^\s*(<[a-z!?/]|#!)/i.test(text);
}
