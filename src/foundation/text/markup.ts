import { createRequire } from 'node:module';
import { once } from '#foundation/memoize/memoize.ts';

const TAG_START = /^<[a-z/!?]/i;
const RAW_TEXT = new Set(['script', 'style']);
const BLOCK =
  /^(?:address|article|aside|blockquote|br|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|img|li|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;

/**
 * The text between tags, entities untouched; comments and the content of script and style are dropped,
 * and so is all that follows a tag that is never closed. A tag that separates words (`p`, `br`, `td`…)
 * leaves `between`. One pass, so that hostile nesting costs no more than its length.
 */
export function stripTags(text: string, between = ''): string {
  if (!text.includes('<')) return text;
  let out = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('<', at);
    if (open === -1) return separated(out + text.slice(at));
    out += text.slice(at, open);
    if (!TAG_START.test(text.slice(open, open + 2))) {
      out += '<';
      at = open + 1;
      continue;
    }
    const end = text.startsWith('<!--', open) ? commentEnd(text, open) : tagEnd(text, open);
    if (end === -1) return separated(out);
    const name = /^<\/?([a-z][a-z0-9]*)/i.exec(text.slice(open, open + 16))?.[1]?.toLowerCase() ?? '';
    at = end;
    if (RAW_TEXT.has(name) && text[open + 1] !== '/') {
      const close = rawTextEnd(text, end, name);
      if (close === -1) return separated(out);
      at = close;
    }
    if (BLOCK.test(name)) out += between;
  }
}

/** A `<` that came to stand before a letter only when a tag between them went must not make a new tag. */
function separated(text: string): string {
  return text.replace(/<(?=[a-z/!?])/gi, '< ');
}

function commentEnd(text: string, open: number): number {
  const end = text.indexOf('-->', open + 4);
  return end === -1 ? -1 : end + 3;
}

/** Tags inside a tag count, so that `<<b>script>` is one; quotes don't, since text is full of apostrophes. */
function tagEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '<') depth++;
    else if (text[at] === '>' && --depth === 0) return at + 1;
  }
  return -1;
}

function rawTextEnd(text: string, from: number, name: string): number {
  const close = new RegExp(`</${name}[^<>]*>`, 'gi');
  close.lastIndex = from;
  return close.exec(text) ? close.lastIndex : -1;
}

type Entities = typeof import('entities');

const require = createRequire(import.meta.url);

// The tables take some 20 ms to load, too dear for the start of the program.
const entities = once(() => require('entities') as Entities);

/** Text with its HTML entities as characters, as a browser reads them outside of attributes. */
export function decodeText(text: string): string {
  return text.includes('&') ? entities().decodeHTML(text) : text;
}

/** Returns the value of an attribute with its HTML entities as characters; `&copy=1` is no entity there. */
export function decodeAttribute(value: string): string {
  return value.includes('&') ? entities().decodeHTMLAttribute(value) : value;
}

const UNEVEN = /[^\S ]|\s\s/u;

/** HTML as plain text: no tags, no script or style content, entities as characters, blanks collapsed. */
export function plainText(html: string): string {
  const text = decodeText(stripTags(html, ' '));
  return (UNEVEN.test(text) ? text.replace(/\s+/gu, ' ') : text).trim();
}
