import { writePageAddress } from '#api/http/page-address.ts';
import type { TermKind } from '#calendar/terms/kind.ts';
import { presentTerm } from '#calendar/terms/present.ts';
import {
  filledCategories,
  findTermBySlugs,
  listSlugsAbove,
  loadLocalizedTerms,
} from '#calendar/terms/store.ts';
import { type Call, translationIn } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { slugForms } from '#foundation/text/slug.ts';
import { languagePathsOf } from '#web/html/alternates.ts';
import { html, trusted } from '#web/html/html.ts';
import { type HtmlPage, missingPage, pageAddress, translateText } from '#web/html/page.ts';
import { eventList, noUpcomingEvents } from './event-list.ts';
import { upcomingEvents } from './reading/upcoming-events.ts';

/** Returns the page of a category, including those below it, or of a tag, with its upcoming events. */
export async function termPage(call: Call, kind: TermKind, slug: string, page: number): Promise<HtmlPage> {
  const { read } = call.deps.db;
  const row = await findTermBySlugs(read, kind, slugForms(slug));
  if (!row) return missingPage(call);
  const translation = translationIn(call);
  const above = (await listSlugsAbove(read, [row], translation)).get(row.id) ?? [];
  const [shown = row] = await loadLocalizedTerms(read, kind, [row], translation);
  const term = presentTerm(shown, kind, above, call);
  const ids = kind === 'categories' ? await filledCategories(read, [row.id]) : [row.id];
  const upcoming = await upcomingEvents(call, { [kind]: ids }, page);
  const address = pageAddress(
    call,
    writePageAddress({ page: 1, filters: {}, term: { kind, slugs: [...above, term.slug] } }),
  );
  return {
    title: plainText(term.name),
    paths: await languagePathsOf(call, kind, row, (own) =>
      writePageAddress({ page, filters: {}, term: { kind, slugs: [...above, own] } }),
    ),
    body: html`<h1 lang="${term.language}">${trusted(term.name)}</h1>
<div class="text">${trusted(term.description)}</div>
${eventList(call, address, upcoming, noUpcomingEvents(call))}
<p><a href="${pageAddress(call, '')}">${translateText(call, 'page.upcoming')}</a></p>`,
    apiRoot: `${call.links.root}/events/?${kind}=${encodeURIComponent(row.slug)}`,
  };
}
