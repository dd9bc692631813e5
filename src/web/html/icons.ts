import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import { type Html, html, trusted } from './html.ts';
import { type IconName, iconDrawings, markDrawings } from './icon-drawings.ts';

/** The name of an icon. */
export type { IconName } from './icon-drawings.ts';

/** Returns an icon; words beside it say the same, so it is hidden from screen readers. */
export const icon = (name: IconName): Html =>
  html`<svg class="i" aria-hidden="true"><use href="#i-${name}"/></svg>`;

/** Returns the mark of a category in its colour, or in that of the text around it. */
export const mark = (name: CategoryMark, color?: CategoryColor): Html =>
  html`<svg class="m${color === undefined ? '' : ` c-${color}`}" aria-hidden="true"><use href="#m-${name}"/></svg>`;

/** All symbols by the ids with which they are used. */
const symbols: ReadonlyMap<string, string> = new Map([
  ...Object.entries(iconDrawings).map(([name, drawing]): [string, string] => [
    `i-${name}`,
    `<symbol id="i-${name}" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5">${drawing}</symbol>`,
  ]),
  ...Object.entries(markDrawings).map(([name, drawing]): [string, string] => [
    `m-${name}`,
    `<symbol id="m-${name}" viewBox="0 0 12 12" fill="currentColor">${drawing}</symbol>`,
  ]),
]);

/** The text before the id of a symbol where it is used, and before ids of the page itself, which name no symbol. */
const USE = 'href="#';

/** Returns the symbols that a page uses, each once, to stand anywhere in it. @param page the markup with its icons and marks */
export function sprite(page: Html): Html {
  const { markup } = page;
  const used = new Set<string>();
  // A page may have thousands of marks, for which a regular expression takes milliseconds.
  for (let at = markup.indexOf(USE); at >= 0; at = markup.indexOf(USE, at)) {
    at += USE.length;
    used.add(markup.slice(at, markup.indexOf('"', at)));
  }
  const drawn = [...used].sort().map((id) => symbols.get(id) ?? '');
  return trusted(`<svg class="sprite" width="0" height="0" aria-hidden="true">${drawn.join('')}</svg>`);
}
