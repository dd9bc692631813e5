import { type PublicPage, writePublicPage } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { TranslatedKind } from '#store/db/tables.ts';
import { presentOf } from '#web/calendar/reading/list-days.ts';
import { firstOfWeek } from '#web/calendar/reading/weeks.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { canonicalAddress } from '#web/html/page.ts';
import {
  listSitemapParts,
  listSitemapRows,
  listTranslatedSlugs,
  type SitemapRow,
  type TermWindow,
} from './store.ts';

const KINDS = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
] as const satisfies readonly TranslatedKind[];
const items = { events: 'event', venues: 'venue', organizers: 'organizer' } as const;

const DECLARATION = trusted('<?xml version="1.0" encoding="UTF-8"?>\n');
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Renders when something changed last, of a UTC text; nothing where that isn't known. */
const lastmod = (utc: string): Html | '' =>
  utc === '' ? '' : html`<lastmod>${utc.replace(' ', 'T')}Z</lastmod>`;

/** Returns the events of which pages of terms show some, in the view that they begin with. */
async function termWindow(call: Call): Promise<TermWindow> {
  const { site } = call;
  const { today, utc } = presentOf(call);
  const days = (first: string, duration: Temporal.DurationLike): TermWindow => ({
    from: `${first} 00:00:00`,
    until: `${Temporal.PlainDate.from(first).add(duration)} 00:00:00`,
  });
  if (site.default_view === 'month') return days(`${today.slice(0, 7)}-01`, { months: 1 });
  if (site.default_view === 'week') return days(firstOfWeek(today, site), { days: 7 });
  return site.default_view === 'day' ? days(today, { days: 1 }) : { endsAfterUtc: utc };
}

/** Returns the index of all sitemaps, each with its latest change. */
export async function sitemapIndex(call: Call): Promise<string> {
  const { db } = call.services;
  const window = await termWindow(call);
  const parts = [];
  for (const kind of KINDS)
    for (const part of await listSitemapParts(db.read, kind, window)) parts.push({ kind, ...part });
  const [latest = ''] = parts
    .map(({ modified }) => modified)
    .sort()
    .reverse();
  const entry = (name: string, modified: string) =>
    html`<sitemap><loc>${call.links.origin}/sitemap-${name}.xml</loc>${lastmod(modified)}</sitemap>\n`;
  // Terms are shown with their events, and change with them.
  const entries = parts.map(({ kind, number, modified }) => entry(`${kind}-${number}`, modified || latest));
  return html`${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">
${entry('pages', latest)}${entries}</sitemapindex>
`.markup;
}

/** Renders a page's entry: its address in the site's language, with those in all languages. */
function entryOf(call: Call, pathIn: (language: Language) => string, modified: string): Html {
  const address = (language: Language) => canonicalAddress(call, language, pathIn(language));
  const own = address(call.services.config.language);
  const links = call.services.config.languages.map(
    (language) => html`<xhtml:link rel="alternate" hreflang="${language}" href="${address(language)}"/>`,
  );
  return html`<url><loc>${own}</loc>${lastmod(modified)}${links}<xhtml:link rel="alternate" hreflang="x-default" href="${own}"/></url>\n`;
}

const documentOf = (entries: readonly Html[]): string =>
  html`${DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries}</urlset>
`.markup;

/** Returns the path of a thing's page by its slug; a category's has those above it in front. */
function pathOf(kind: TranslatedKind, slugs: readonly string[]): string {
  const page: PublicPage =
    kind === 'categories' || kind === 'tags'
      ? { kind: 'calendar', address: { page: 1, filters: {}, term: { kind, slugs } } }
      : { kind: items[kind], slug: slugs.at(-1) ?? '' };
  return writePublicPage(page);
}

/** Returns a category and those above it, the topmost first. */
function lineOf(row: SitemapRow, byId: ReadonlyMap<number, SitemapRow>): readonly SitemapRow[] {
  const line = [row];
  for (let above = byId.get(row.parent); above && !line.includes(above); above = byId.get(above.parent))
    line.unshift(above);
  return line;
}

/**
 * Returns a sitemap by its name: `pages`, or a kind and a part of it such as `events-1`; undefined: there is none of that name.
 * None has what is hidden, protected or not published (contract P3).
 */
export async function sitemapOf(call: Call, name: string): Promise<string | undefined> {
  if (name === 'pages') {
    const path = writePublicPage({ kind: 'calendar', address: { page: 1, filters: {} } });
    return documentOf([entryOf(call, () => path, '')]);
  }
  const [, named, digits = ''] = /^([a-z]+)-([1-9]\d{0,5})$/.exec(name) ?? [];
  const kind = KINDS.find((one) => one === named);
  if (!kind) return undefined;
  const { read } = call.services.db;
  const rows = await listSitemapRows(read, kind, { number: Number(digits), window: await termWindow(call) });
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  const slugs = await listTranslatedSlugs(read, kind, { first: first.id, last: last.id });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return documentOf(
    rows.map((row) => {
      const line = lineOf(row, byId);
      const pathIn = (language: Language) =>
        pathOf(
          kind,
          line.map(({ id, slug }) => slugs.get(id)?.get(language) ?? slug),
        );
      return entryOf(call, pathIn, row.modified);
    }),
  );
}
