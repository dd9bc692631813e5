import { type Html, html, trusted } from './html.ts';

/** A link that holds nothing but pictures. */
const PICTURE_LINK = /<a((?:\s[^>]*)?)>((?:\s|&nbsp;|<br\b[^>]*>|<img\b[^>]*>)*)<\/a>/gi;

/** Returns the name that a link without words has: that of its file, or its host. */
function nameOf(href: string): string {
  const url = URL.parse(href.replaceAll('&amp;', '&'));
  const file = url?.pathname.split('/').filter(Boolean).at(-1) ?? '';
  const name = file ? file.replace(/[-_]+/g, ' ') : (url?.host ?? href);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Returns the sanitized HTML of an author as pages show it: links that hold pictures without a text have a name, so that those
 * who hear a page learn where they lead, and pictures without `alt` have an empty one.
 */
function readableMarkup(markup: string): string {
  if (!markup.includes('<img')) return markup;
  return markup
    .replace(/<img\b(?![^>]*\salt=)/gi, html`<img alt=""`.markup)
    .replace(PICTURE_LINK, (link, attributes: string, content: string) => {
      const href = /\shref="([^"]*)"/i.exec(attributes)?.[1];
      const isNamed =
        /\s(?:aria-label|title)="\s*[^"\s]/i.test(attributes) || /\salt="\s*[^"\s]/i.test(content);
      if (href === undefined || isNamed) return link;
      return html`<a${trusted(attributes)} aria-label="${nameOf(href)}">${trusted(content)}</a>`.markup;
    });
}

/** A tag of sanitized HTML, of whose attributes a value may hold `>`. */
const TAG = /(<(?:[^<>"']|"[^"]*"|'[^']*')*>)/;
/** Elements whose text stays as it is: links, and what is code. */
const AS_IT_IS = /^<(\/?)(?:a|code|kbd|samp)\b/i;
/** Characters of an address in a text, and the one entity that may be in it. */
const IN_ADDRESS = String.raw`(?:[^\s<>"'&\u00ab\u00bb\u2018-\u201f\u3000-\u303f\uff00-\uff0f]|&(?:amp|#0?38);)`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const ADDRESS = new RegExp(
  String.raw`(?<![\p{L}\p{N}@./-])(?:https?:\/\/|www\.(?=[\p{L}\p{N}]))${IN_ADDRESS}{1,2000}|` +
    String.raw`(?<![\p{L}\p{N}_.+@/&=-])[\p{L}\p{N}_.+-]{1,64}@(?:${LABEL}\.){1,8}\p{L}{2,63}(?![\p{L}\p{N}@-])`,
  'giu',
);
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Returns how much of a found address belongs to it: no mark that ends a sentence, and no bracket that was opened before it. */
function lengthOfAddress(found: string): number {
  let end = found.length;
  for (;;) {
    const last = found[end - 1] ?? '';
    const opening = CLOSING[last];
    const own = found.slice(0, end);
    const isOver =
      opening === undefined
        ? /[.,;:!?…*_~]$/u.test(own) && !/&(?:amp|#0?38);$/.test(own)
        : own.split(last).length > own.split(opening).length;
    if (!isOver) return end;
    end--;
  }
}

/** Returns where an address in a text leads, as an attribute; undefined: nowhere that a link may. */
function targetOf(written: string): string | undefined {
  if (!/^(?:https?:\/\/|www\.)/i.test(written)) return `mailto:${written}`;
  const target = /^www\./i.test(written) ? `http://${written}` : written;
  const url = URL.parse(target.replace(/&(?:amp|#0?38);/g, '&'));
  // Names before the host make an address look like another one's.
  return url !== null && url.hostname !== '' && url.username === '' && url.password === ''
    ? target
    : undefined;
}

/**
 * Returns sanitized HTML in which web and mail addresses that an author wrote as text are links. These pass nothing on: search
 * engines don't count them, and the pages that they open learn nothing of this one's window.
 */
function linkAddresses(markup: string): string {
  if (!/:\/\/|www\.|@/i.test(markup)) return markup;
  let depth = 0;
  const parts = markup.split(TAG).map((part, at) => {
    if (at % 2 === 1) {
      const [, closing] = AS_IT_IS.exec(part) ?? [];
      if (closing !== undefined) depth = Math.max(0, depth + (closing === '' ? 1 : -1));
      return part;
    }
    if (depth > 0) return part;
    return part.replace(ADDRESS, (found) => {
      const end = lengthOfAddress(found);
      const written = found.slice(0, end);
      const target = targetOf(written);
      return target === undefined
        ? found
        : `<a href="${target}" rel="nofollow ugc noopener">${written}</a>${found.slice(end)}`;
    });
  });
  return parts.join('');
}

/**
 * Renders the sanitized HTML of an author in an element that is marked as one: scripts of the page leave its links alone.
 * @param lang attribute with its language, if it isn't that of the page
 */
export const authored = (markup: string, lang: Html | ''): Html =>
  html`<div data-authored${lang}>${trusted(linkAddresses(readableMarkup(markup)))}</div>`;

/** Renders the plain text of an author in an element that is marked as one, with links for the addresses in it. */
export const authoredText = (text: string, lang: Html | ''): Html =>
  html`<span data-authored${lang}>${trusted(linkAddresses(html`${text}`.markup))}</span>`;
