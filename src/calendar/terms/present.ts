import type { Links } from '#api/http/address.ts';
import { presentLanguages } from '#calendar/translations/rules.ts';
import type { Call } from '#context.ts';
import { type TermKind, termTraits } from './kind.ts';
import { escapeName } from './rules.ts';
import type { EmbeddedTerm, HyperLinks, Term } from './schema.ts';
import type { TermRow } from './store.ts';

function urlsOf(row: TermRow, kind: TermKind, links: Links): Term['urls'] {
  return {
    self: links.rest(kind, row.id),
    collection: links.rest(kind),
    ...(row.parent > 0 ? { up: links.rest(kind, row.parent) } : {}),
  };
}

/** Returns the look of a category; of a tag nothing. */
const lookOf = ({ color, mark }: TermRow) => (color && mark ? { color, mark } : {});

/** Returns a term as an event embeds it (reference 2.5). */
export function presentEmbeddedTerm(
  row: TermRow,
  kind: TermKind,
  call: Pick<Call, 'links' | 'language' | 'services'>,
): EmbeddedTerm {
  const { links } = call;
  return {
    name: escapeName(row.name),
    slug: row.slug,
    term_group: 0,
    term_taxonomy_id: row.id,
    taxonomy: termTraits[kind].taxonomy,
    description: row.description,
    parent: row.parent,
    count: row.count,
    filter: 'raw',
    id: row.id,
    urls: urlsOf(row, kind, links),
    ...lookOf(row),
    ...presentLanguages(row, call),
  };
}

/** Returns a term as its own routes show it (reference 2.4). @param above slugs of the categories above it, the topmost first */
export function presentTerm(
  row: TermRow,
  kind: TermKind,
  above: readonly string[],
  call: Pick<Call, 'links' | 'language' | 'services'>,
): Term {
  const { links } = call;
  return {
    id: row.id,
    count: row.count,
    description: row.description,
    name: escapeName(row.name),
    slug: row.slug,
    taxonomy: termTraits[kind].taxonomy,
    ...(kind === 'categories' ? { parent: row.parent, ...lookOf(row) } : {}),
    meta: [],
    url: [links.pages, termTraits[kind].page, ...above, row.slug, ''].join('/'),
    urls: urlsOf(row, kind, links),
    ...presentLanguages(row, call),
  };
}

/** Returns the `_links` of a single term, which lead into this namespace (reference 2.4). */
export function hyperLinks({ urls }: Term): HyperLinks {
  return {
    self: [{ href: urls.self }],
    collection: [{ href: urls.collection }],
    ...(urls.up ? { up: [{ href: urls.up }] } : {}),
  };
}
