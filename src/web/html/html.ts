const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is safe to send. Created only by `html`, `trusted` and `jsonScript`. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** Content of a template: text, which is escaped, or markup; null, undefined and false render nothing. */
export type HtmlContent = Html | string | number | null | undefined | false | readonly HtmlContent[];

function markupOf(content: HtmlContent): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Html) return content.markup;
  if (typeof content === 'number') return String(content);
  if (typeof content === 'object') {
    let all = '';
    for (const one of content) all += markupOf(one);
    return all;
  }
  // Most texts have nothing to escape, and looking for that alone is quicker.
  return /[&<>"']/.test(content) ? content.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '') : content;
}

/** Returns markup with all interpolated text escaped, for use between tags and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...contents: readonly HtmlContent[]): Html {
  let whole = parts[0] ?? '';
  for (let at = 0; at < contents.length; at++) whole += markupOf(contents[at]) + (parts[at + 1] ?? '');
  return new Html(whole);
}

/** Returns markup that was sanitized when stored, or that the program itself wrote. */
export const trusted = (markup: string): Html => new Html(markup);

/** Returns a JSON-LD script element; no text in it can end the element (HTML §4.12.1.3). */
export function jsonScript(value: unknown): Html {
  const json = JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return new Html(`<script type="application/ld+json">${json}</script>`);
}

/** Returns an address that is safe as a link; '' if it is not a web, mail or telephone address. */
export function webAddress(address: string): string {
  return /^(https?|mailto|tel):/i.test(address) ? address : '';
}
