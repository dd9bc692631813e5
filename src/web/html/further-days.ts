import { periods } from '#foundation/time/period.ts';
import { type Html, html, trusted } from './html.ts';

/** Addresses of days, periods and filters of a part of the calendar, of which each part has as many as there are days. */
const OF_A_PART = new RegExp(
  `/events/(?:(?:category|tag)/.*/(?:\\d{4}-\\d\\d|(?:${periods.join('|')})/)|.*\\?)`,
);
/** Addresses among them that are a page of a day, week or month. */
const DATED = /\/\d{4}-\d\d(?:-\d\d)?\/(?:\?|$)/;

/** Renders a form that sends the query of an address. */
function formOf(id: string, query: string): Html {
  const fields = [...new URLSearchParams(query.replaceAll('&amp;', '&'))];
  return html`<form id="${id}" hidden>${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}</form>`;
}

/**
 * Returns the body of a page of a part of the calendar, such as a category, whose links to other days are buttons of forms: a
 * crawler that follows links alone meets each day once, not once for each part (contract P2). Other links within the part tell
 * crawlers not to follow them.
 */
export function withoutFurtherDays({ markup }: Html): Html {
  const forms = new Map<string, string>();
  const written = markup.replace(
    /<a ([^>]*?)href="([^"]*)"([^>]*)>(.*?)<\/a>/gs,
    (link: string, before: string, address: string, after: string, content: string) => {
      if (!OF_A_PART.test(address)) return link;
      if (!DATED.test(address))
        return link.includes(' rel="')
          ? link.replace(' rel="', ' rel="nofollow ')
          : link.replace('<a ', '<a rel="nofollow" ');
      const attributes = before + after;
      const [path = '', query = ''] = address.split('?', 2);
      const id = forms.get(query) ?? `part-${forms.size + 1}`;
      forms.set(query, id);
      const kept = trusted(attributes.replace('rel="', 'data-rel="'));
      return html`<button form="${id}" formaction="${trusted(path)}" ${kept}>${trusted(content)}</button>`
        .markup;
    },
  );
  return html`${trusted(written)}${[...forms].map(([query, id]) => formOf(id, query))}`;
}
