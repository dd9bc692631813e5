import { createRequire } from 'node:module';
import type { Attributes, IOptions } from 'sanitize-html';
import { once } from '#foundation/memoize/memoize.ts';
import { decodeAttribute, decodeText, stripTags } from './markup.ts';
import { soundSrcset } from './srcset.ts';

const PROPERTIES =
  /^(?:text-(?:align|decoration|indent|transform)|font-(?:weight|style|size|family|variant)|line-height|letter-spacing|vertical-align|white-space|color|background-color|float|clear|(?:max-|min-)?(?:width|height)|aspect-ratio|object-fit|list-style-type|(?:margin|padding)(?:-(?:top|right|bottom|left))?|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width|radius|collapse|spacing))?)$/;
// Words, numbers, colours: no quotes, no negative lengths, no function but those of colours.
const VALUE = /^(?:(?:rgba?|hsla?)\([\d\s.,%/]+\)|[#a-z0-9.%,\s!]|(?<=[a-z])-(?=[a-z]))*$/;

/**
 * The declarations of a style attribute that only dress text (no address, no position, no function but
 * colours), as written where all of them do; `''` where none does.
 */
function harmlessStyle(style: string): string {
  const declarations = style.split(';').filter((part) => part.trim() !== '');
  const kept = declarations.filter(isHarmless);
  return kept.length === declarations.length ? style : kept.map((part) => `${part.trim()};`).join(' ');
}

function isHarmless(declaration: string): boolean {
  const colon = declaration.indexOf(':');
  const property = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration
    .slice(colon + 1)
    .trim()
    .toLowerCase();
  return colon > 0 && PROPERTIES.test(property) && value.length <= 100 && VALUE.test(value);
}

type Sanitize = (html: string, options: IOptions) => string;

const require = createRequire(import.meta.url);

// It takes some 50 ms to load, too dear for the start of the program.
const library = once(() => require('sanitize-html') as Sanitize);

function sanitize(html: string, options: IOptions): string {
  const clean = library();
  try {
    // What was removed may have kept apart what nests otherwise: only a result that stays is the result.
    let dirty = html;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const made = clean(dirty, { ...options, ...depthGuard() });
      if (made === withSlashes(dirty)) return dirty;
      dirty = made;
    }
    return dirty;
  } catch (error) {
    if (!(error instanceof DepthError)) throw error;
    return clean(stripTags(html, ' '), options);
  }
}

/** Elements are nested deeper than anybody's text needs. */
class DepthError extends Error {}

/**
 * Throws a `DepthError` once more than `MAX_DEPTH` elements are open as the parser sees it: it takes time by length
 * times depth, which nobody's text needs and an attacker can make seconds.
 */
function depthGuard(): Pick<IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0;
  return {
    onOpenTag() {
      depth++;
      if (depth > MAX_DEPTH) throw new DepthError();
    },
    onCloseTag() {
      depth--;
    },
  };
}

/** Anything but text and such entities as the sanitizer leaves as they are: it takes a hundred times as long to say so. */
const UNSETTLED = /[<>]|&(?!(?:amp|lt|gt|quot|#0?39|#8[0-9]{3});)/;
const MAX_ROUNDS = 5;
const VOID_TAG = /(<(?:img|br|hr|col|wbr|source)(?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>/g;
/** Hundreds of list items with paragraphs, none of them closed, stay what they are. */
const MAX_DEPTH = 4_000;
const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'];
const SOURCE_SCHEMES = ['http', 'https'];
const URL_ATTRIBUTES = ['href', 'src', 'srcset', 'cite', 'poster', 'longdesc'];
const INLINE =
  'a abbr b bdi bdo big cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var';
const BLOCK =
  'address article aside audio blockquote br caption center col colgroup dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr img li main nav ol p picture pre section source summary table tbody td tfoot th thead tr ul video wbr';
const TITLE_TAGS = 'b strong i em u s code sub sup small mark span br abbr q cite del ins';

// The published types lack an option that the library documents.
type Options = IOptions & { allowedEmptyAttributes: string[] };

const COMMON: Options = {
  // Entities stay as they are written; attributes are decoded below, before their addresses are judged.
  parser: { decodeEntities: false },
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'noframes',
    'noembed',
    'object',
    'svg',
    'math',
    'template',
    'title',
    'xmp',
  ],
  selfClosing: ['img', 'br', 'hr', 'col', 'wbr', 'source'],
  allowProtocolRelative: true,
  parseStyleAttributes: false,
  allowedEmptyAttributes: ['alt', 'title', 'class'],
  transformTags: {
    '*': (tagName: string, attribs: Attributes) => ({ tagName, attribs: judged(attribs) }),
  },
};

const RICH: Options = {
  ...COMMON,
  allowedTags: `${INLINE} ${BLOCK}`.split(' '),
  allowedAttributes: {
    '*': ['class', 'id', 'title', 'lang', 'dir', 'style', 'role', 'aria-*', 'align'],
    a: ['href', 'target', 'rel', 'name', 'download', 'hreflang'],
    img: [
      'src',
      'srcset',
      'sizes',
      'alt',
      'width',
      'height',
      'loading',
      'decoding',
      'border',
      'hspace',
      'vspace',
    ],
    source: ['src', 'srcset', 'sizes', 'media', 'type'],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    video: ['src', 'controls', 'loop', 'muted', 'preload', 'poster', 'width', 'height', 'playsinline'],
    table: ['border', 'cellpadding', 'cellspacing', 'summary', 'width'],
    td: ['colspan', 'rowspan', 'headers', 'scope', 'width', 'height', 'valign', 'abbr'],
    th: ['colspan', 'rowspan', 'headers', 'scope', 'width', 'height', 'valign', 'abbr'],
    tr: ['valign'],
    col: ['span', 'width'],
    colgroup: ['span', 'width'],
    ol: ['start', 'type', 'reversed'],
    ul: ['type'],
    li: ['value', 'type'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['datetime', 'cite'],
    ins: ['datetime', 'cite'],
    time: ['datetime'],
    details: ['open', 'name'],
    hr: ['size', 'width', 'noshade'],
  },
  allowedSchemes: LINK_SCHEMES,
  allowedSchemesByTag: {
    img: SOURCE_SCHEMES,
    source: SOURCE_SCHEMES,
    audio: SOURCE_SCHEMES,
    video: SOURCE_SCHEMES,
    srcset: SOURCE_SCHEMES,
  },
  allowedSchemesAppliedToAttributes: URL_ATTRIBUTES.filter((name) => name !== 'srcset'),
};

const INLINE_ONLY: Options = {
  ...COMMON,
  allowedTags: TITLE_TAGS.split(' '),
  allowedAttributes: { '*': ['class', 'title', 'lang', 'dir'] },
};

/**
 * Descriptions and excerpts as they are stored: the markup of an article, with nothing that runs, loads
 * a frame, submits or covers the page (contract D18). Text, entities and clean markup stay byte for
 * byte; a lone `&` becomes `&amp;`. `sanitizeRich(sanitizeRich(x)) === sanitizeRich(x)`.
 */
export function sanitizeRich(html: string): string {
  return /[<>&]/.test(html) ? sanitize(html, RICH) : html;
}

/** Titles and names with inline markup only, never a link; otherwise as `sanitizeRich` (contract D17). */
export function sanitizeInline(html: string): string {
  return UNSETTLED.test(html) ? sanitize(html, INLINE_ONLY) : html;
}

/**
 * A stored title or name as it is shown: inline markup kept, `& < >` as `&amp; &lt; &gt;` unless they
 * are written so already, quotes and dashes as written (contract D17).
 */
export function titleDisplay(stored: string): string {
  return sanitizeInline(stored);
}

/**
 * The title to store for one that another system shows: entities as characters, except where a character
 * would turn into markup or into an entity. `titleDisplay(importTitle(x))` reads as `x`.
 */
export function importTitle(text: string): string {
  return text.replace(/&(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);/gi, (entity, at: number) => {
    const character = decodeText(entity);
    if (character === '<') return '&lt;';
    if (character === '>') return '&gt;';
    if (character !== '&') return character;
    return /^(?:[a-z0-9#]{1,20});/i.test(text.slice(at + entity.length, at + entity.length + 21))
      ? '&amp;'
      : '&';
  });
}

/**
 * Returns a text as one line without markup, for the fields of venues and organizers: tags and percent-escapes
 * removed, blanks collapsed and trimmed, everything else as written (reference 5.8).
 */
export function singleLine(text: string): string {
  const plain = withoutPercentEscapes(stripTags(text)).replace(/\s+/gu, ' ').trim();
  return plain.replace(/<(?=[a-z/!?])/gi, '< ');
}

/** Removing one escape may bring another together (`%2%200`): those go too, in the same pass. */
function withoutPercentEscapes(text: string): string {
  if (!text.includes('%')) return text;
  const out: string[] = [];
  for (const character of text) {
    out.push(character);
    if (/^%[0-9a-f]{2}$/i.test(out.slice(-3).join(''))) out.length -= 3;
  }
  return out.join('');
}

/**
 * Addresses are judged as a browser reads them. Their spelling is kept where the entities in it are only
 * the usual ones of `& " ' < >`; otherwise (`java&#115;cript:`) they are written anew for the check that follows.
 */
function judged(attribs: Attributes): Attributes {
  const out: Attributes = {};
  for (const [name, raw] of Object.entries(attribs)) {
    if (URL_ATTRIBUTES.includes(name)) {
      const value = decodeAttribute(raw);
      const written = hasOnlyUsualEntities(raw) ? raw : value.replaceAll('&', '&amp;');
      out[name] = name === 'srcset' ? soundSrcset(written) : written;
    } else if (name === 'style') {
      const style = harmlessStyle(decodeAttribute(raw));
      if (style !== '') out[name] = style.replaceAll('&', '&amp;');
    } else out[name] = raw;
  }
  return out;
}

/** `<br>` and `<br/>` as the library writes them; where nothing else differs, the writer's spelling stays. */
function withSlashes(html: string): string {
  return html.replace(VOID_TAG, '$1 />');
}

function hasOnlyUsualEntities(raw: string): boolean {
  const rest = raw.replace(/&(?:amp|quot|lt|gt|apos|#0?3[489]|#x2[267]);/gi, ' ');
  return decodeAttribute(rest) === rest;
}
