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

/**
 * Renders the sanitized HTML of an author in an element that is marked as one: scripts of the page leave its links alone.
 * @param lang attribute with its language, if it isn't that of the page
 */
export const authored = (markup: string, lang: Html | ''): Html =>
  html`<div data-authored${lang}>${trusted(readableMarkup(markup))}</div>`;
