import { memoize } from '#foundation/memoize/memoize.ts';
import { perPage, positiveInteger, withDefault } from './parameter.ts';

/** The highest page of a list that can be asked for. */
export const PAGE_MAX = 1_000_000;

/** The parameters `page` and `per_page` of every list (spec 8). */
export const paging = {
  page: withDefault(positiveInteger({ max: PAGE_MAX }), 1),
  per_page: withDefault(perPage, 10),
};

/** A page of a list, counted from 1, and the rows on it. */
export interface Page {
  page: number;
  per_page: number;
}

/**
 * A name and value in the address of a list; undefined ones are left out. `shown`: it only tells which value was used, so
 * that it isn't in links to other pages.
 */
export type QueryPair = readonly [name: string, value: string | number | undefined, only?: 'shown'];
/** The query of a list's address, in the order in which it is shown. */
export type QueryPairs = readonly QueryPair[];

/** Characters that a query string has as they are (URL Standard, application/x-www-form-urlencoded percent-encode set). */
const PLAIN = /^[\w.*-]*$/;
const encoded = memoize((text) => new URLSearchParams([['', text]]).toString().slice(1));
const shown = (text: string) => (PLAIN.test(text) ? text : encoded(text));

/** Returns a query string: blanks as `+`, everything else percent-encoded. */
export function queryText(pairs: QueryPairs): string {
  let text = '';
  for (const [name, value] of pairs) {
    if (value === undefined) continue;
    text += `${text && '&'}${shown(name)}=${shown(String(value))}`;
  }
  return text;
}

/** The most characters of `Link`: many clients and proxies refuse answers whose headers together have more than 8,000 or so. */
const LINK_MAX = 4_000;

/** The totals and links of a page of a list, as members and as headers (reference 4.1, 4.10, D6). Absent links are missing, never null. */
export interface ListFrame {
  members: {
    rest_url: string;
    next_rest_url?: string;
    previous_rest_url?: string;
    total: number;
    total_pages: number;
  };
  headers: Record<string, string>;
}

/**
 * Returns the totals and links of a page of a list.
 * @param base address of the collection, without a slash at its end
 * @param pairs every parameter of the list but `page`
 */
export function frameList(
  base: string,
  pairs: QueryPairs,
  { page, per_page }: Page,
  total: number,
): ListFrame {
  const pages = Math.ceil(total / per_page);
  const followed = queryText(pairs.filter(([, , only]) => only === undefined));
  const at = (n: number | undefined) => {
    const query = n === undefined ? followed : `${followed}${followed && '&'}page=${n}`;
    return query ? `${base}/?${query}` : `${base}/`;
  };
  const next = page < pages ? at(page + 1) : undefined;
  const previous = page > 1 ? at(page === 2 ? undefined : page - 1) : undefined;
  const first = queryText([['page', page], ...pairs]);
  const links = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`]
    .filter(Boolean)
    .join(', ');
  const totals = { 'X-TEC-Total': String(total), 'X-TEC-TotalPages': String(pages) };
  return {
    members: {
      rest_url: `${base}/?${first}`,
      ...(next ? { next_rest_url: next } : {}),
      ...(previous ? { previous_rest_url: previous } : {}),
      total,
      total_pages: pages,
    },
    headers: {
      ...totals,
      'X-WP-Total': totals['X-TEC-Total'],
      'X-WP-TotalPages': totals['X-TEC-TotalPages'],
      // Too long for a header, they are in the body alone.
      ...(links && links.length <= LINK_MAX ? { Link: links } : {}),
    },
  };
}

/** Returns how many rows precede a page. */
export const offsetOf = ({ page, per_page }: Page) => (page - 1) * per_page;
