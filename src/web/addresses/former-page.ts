import type { FastifyRequest } from 'fastify';
import { parseAddress } from '#api/http/address.ts';
import { type PublicPage, pageParameters, writePublicPage } from '#api/http/page-address.ts';
import { findIdBySlug } from '#calendar/posts/store.ts';
import { findTerm, findTermBySlugs } from '#calendar/terms/store.ts';
import { findByFormerSlug } from '#calendar/translations/former-slugs.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import type { Call } from '#context.ts';
import { slugForms } from '#foundation/text/slug.ts';
import type { PostTable } from '#store/db/tables.ts';
import { pageAddress } from '#web/html/page.ts';
import { readTermSlugs } from './term-slugs.ts';

/** The tables of the things that pages name by a slug. */
const tables = {
  event: 'events',
  date: 'events',
  venue: 'venues',
  organizer: 'organizers',
} as const satisfies Record<Exclude<PublicPage['kind'], 'calendar'>, PostTable>;

/** Returns the present slug, in the caller's language, of the item that had a slug before; undefined where something has it now. */
async function presentSlug(call: Call, table: PostTable, slug: string): Promise<string | undefined> {
  const { read } = call.services.db;
  if ((await findIdBySlug(read, table, slug)) !== undefined) return undefined;
  const id = await findByFormerSlug(read, table, slug);
  if (id === undefined) return undefined;
  const row = await read
    .selectFrom(table)
    .select(['id', 'slug', 'language', 'translations'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const own = await listTranslations(read, table, row);
  return own.get(call.language)?.slug || row.slug;
}

/**
 * Returns the page that has taken the place of one that was named by a slug that its thing had before (contract P1);
 * undefined: there is none. Whether the caller may see it isn't looked up. Ask only for pages that aren't found.
 */
export async function formerPage<P extends PublicPage>(call: Call, named: P): Promise<P | undefined> {
  if (named.kind !== 'calendar') {
    const slug = await presentSlug(call, tables[named.kind], named.slug);
    return slug === undefined ? undefined : { ...named, slug };
  }
  const { term } = named.address;
  const last = term?.slugs.at(-1);
  if (!term || last === undefined) return undefined;
  const { read } = call.services.db;
  if (await findTermBySlugs(read, term.kind, slugForms(last))) return undefined;
  const id = await findByFormerSlug(read, term.kind, last);
  const row = id === undefined ? undefined : await findTerm(read, term.kind, id);
  const slugs = row && (await readTermSlugs(call, { ...term, slugs: [row.slug] }));
  return slugs && { ...named, address: { ...named.address, term: { ...term, slugs: slugs[call.language] } } };
}

/**
 * Returns the address of a page with the parameters of a request that are none of the page's own.
 * @param ending what stands behind the path in place of its slash, as `.ics`
 */
export function addressLike(call: Call, request: FastifyRequest, page: PublicPage, ending = '/'): string {
  const [written = '', own = ''] = writePublicPage(page).split('?');
  const path = written.replace(/\/$/, ending);
  // An item's page has no parameters in its name: all are kept as they were sent.
  const sent = parseAddress(request.originalUrl)
    .query.split('&')
    .filter((pair) => pair !== '' && (page.kind !== 'calendar' || !isOfPage(pair)));
  const query = [own, ...sent].filter(Boolean).join('&');
  return pageAddress(call, query ? `${path}?${query}` : path);
}

/** Returns whether a pair of a query, as it was sent, is a parameter that names a page of the calendar. */
function isOfPage(pair: string): boolean {
  const [name = ''] = new URLSearchParams(pair).keys();
  return pageParameters.includes(name.replace(/\[.*/, ''));
}
