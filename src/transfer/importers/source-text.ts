import { importTitle } from '#foundation/text/html.ts';
import { cleanWebsite, isImportableWebsite, isWebsite } from '#foundation/text/website.ts';
import type { ImportPicture } from './import-item.ts';

const TITLE_TAG = /<(?!\/?(?:b|strong|i|em|u|s|sub|sup|small|span|code|mark|q|cite)\b[^<>]*>)/gi;

/** Returns a title or name as a request would send it: one line, entities as characters, `<` that begins no markup kept as text. */
export const titleFrom = (text: string): string =>
  importTitle(text.replaceAll(TITLE_TAG, '&lt;').replace(/\s+/gu, ' ').trim());

const MARKUP =
  /<\/?(?:a|abbr|article|b|blockquote|br|code|div|em|figure|font|h[1-6]|hr|i|img|li|ol|p|pre|s|section|small|span|strong|sub|sup|table|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>|<!--|&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,5});/i;
const ADDRESS = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/gi;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns plain text as HTML: web addresses become links, line ends stay, from which paragraphs are made when it is shown. */
export function htmlFromText(text: string): string {
  let html = '';
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = escaped(match[0]);
    html += `${escaped(text.slice(at, match.index))}<a href="${address}">${address}</a>`;
    at = match.index + match[0].length;
  }
  return (html + escaped(text.slice(at))).replaceAll(/\r\n?/g, '\n').trim();
}

/** Returns a description as HTML: as it is where it has markup or entities, else as plain text. */
export const descriptionFrom = (text: string): string =>
  MARKUP.test(text) ? text.trim() : htmlFromText(text);

const NO_VALUE = /^(?:tba|tbd|tbc|none|null|n\/a|n\. ?n\.|-+|–|—|\?+)$/i;

/** Returns a name, or `''` where it says that there is none yet (`TBA`, `n/a`, `-`). */
export const nameFrom = (text: string): string => {
  const name = text.replace(/\s+/gu, ' ').trim();
  return NO_VALUE.test(name) ? '' : name;
};

/** Returns an item's picture by its address; undefined for anything else than a web address. */
export function pictureFrom(
  address: string,
  texts: { readonly alt_text?: string; readonly credit?: string } = {},
) {
  const { protocol, href } = URL.parse(address.trim()) ?? {};
  if (href === undefined || (protocol !== 'http:' && protocol !== 'https:')) return undefined;
  return {
    places: [{ address: href }],
    wantedId: undefined,
    shown: {
      alt_text: texts.alt_text,
      credit: texts.credit,
      focal_point: undefined,
      language: undefined,
    },
  } satisfies ImportPicture;
}

/** Returns an address of the web as it is stored: `https://` and others as they are, a bare host with `http://`; undefined for anything else. */
export function websiteFrom(text: string): string | undefined {
  if (!isImportableWebsite(text.trim()) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim())) return undefined;
  const website = cleanWebsite(text);
  return isWebsite(website) ? website : undefined;
}

const AMERICAN = /^(?:|us|usa|u\.s\.a\.|united states(?: of america)?)$/i;

/** Returns the field of a venue that holds its region: states are those of the United States, or of no known country. */
export const regionField = (country: string): 'state' | 'province' =>
  AMERICAN.test(country.trim()) ? 'state' : 'province';
