const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is right as it stands. Only `html`, `trusted` and `jsonScript` make it. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** What may stand in a template: text, which is escaped, or markup; null, undefined and false are nothing. */
export type HtmlContent = Html | string | number | null | undefined | false | readonly HtmlContent[];

function markupOf(content: HtmlContent): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Html) return content.markup;
  if (typeof content === 'object') return content.map(markupOf).join('');
  return String(content).replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '');
}

/** Markup with everything put into it escaped, between tags as in quoted attributes. */
export function html(parts: TemplateStringsArray, ...contents: readonly HtmlContent[]): Html {
  return new Html(parts.reduce((whole, part, index) => whole + markupOf(contents[index - 1]) + part));
}

/** Markup that was sanitized when it was stored, or is our own. */
export const trusted = (markup: string): Html => new Html(markup);

/** Data for programs inside a page; no text in it can end the element (HTML §4.12.1.3). */
export function jsonScript(value: unknown): Html {
  const json = JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return new Html(`<script type="application/ld+json">${json}</script>`);
}

/** An address for a link: only of the web, else nothing that a click could run. */
export function webAddress(address: string): string {
  return /^(https?|mailto|tel):/i.test(address) ? address : '';
}
