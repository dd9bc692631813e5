import { type Language, message } from '#foundation/i18n/catalogue.ts';
import { ImportError, type ImportKind } from '../import-item.ts';
import type { SiteClient, SiteResponse } from './client.ts';
import { isJsonObject, listIn, textIn } from './json-object.ts';
import { apiRootIn, siteIdentity } from './site-identity.ts';

const NAMESPACES = ['tribe/events/v1', 'calendar/events/v1'] as const;
/** Items per page: the maximum of both systems. */
export const PER_PAGE = 50;
/** A window that covers every date of the interface, less a year at either end for time zones. */
const EVER = { start_date: '0002-01-01 00:00:00', end_date: '9998-12-31 23:59:59' };
/** All statuses that an import reads. */
export const ALL_STATUSES = 'publish,future,draft,pending,private';

/** The part of a list's query that asks for all dates which are laid out, and has none laid out for it (contract R7). */
export const since = { starts_after: EVER.start_date, per_page: String(PER_PAGE) };

const isRoot = ({ status, body }: SiteResponse) =>
  status === 200 && isJsonObject(body) && /^(?:tribe|calendar)\/events\/v1$/i.test(textIn(body, 'namespace'));

/** Returns the base of a WordPress site's interfaces from its `Link` header. */
function announcedBase({ links, url }: SiteResponse): string | undefined {
  const [, target] = /<([^<>]+)>\s*;[^,]*rel="?https:\/\/api\.w\.org\/"?/i.exec(links) ?? [];
  return target === undefined ? undefined : URL.parse(target, url)?.href;
}

/** Appends a namespace to a base such as `…/wp-json/` or `…/?rest_route=/`. */
const below = (base: string, namespace: string) =>
  base.includes('rest_route=')
    ? base.replace(/\/*$/, '') + (base.endsWith('=') ? '' : '/') + namespace
    : `${base.replace(/\/+$/, '')}/${namespace}`;

/** The interface of a site. */
export interface SiteRoot {
  /** Its address, without a trailing slash. */
  readonly root: string;
  /** Whether its lists know events that repeat, and can show each series by its first date alone. */
  readonly condenses: boolean;
}

/** Returns the interface that an answer describes. */
function rootIn({ url, body }: SiteResponse, otherwise: string): SiteRoot {
  const routes = isJsonObject(body) && isJsonObject(body['routes']) ? body['routes'] : {};
  const [, list] = Object.entries(routes).find(([path]) => /\/events\/v1\/events$/.test(path)) ?? [];
  const endpoints = isJsonObject(list) ? listIn(list, 'endpoints') : [];
  const condenses = endpoints.some(
    (one) => isJsonObject(one) && isJsonObject(one['args']) && 'condense' in one['args'],
  );
  return { root: apiRootIn(url) ?? otherwise, condenses };
}

/**
 * Returns the interface's root for any address of a site: its front page, `/wp-json`, the
 * root or something below it. @throws ImportError if the site has no such interface
 */
export async function findRoot(client: SiteClient, address: string): Promise<SiteRoot> {
  const named = apiRootIn(address);
  if (named) {
    /** Status and error code of the site's answer. */
    const answer = await client.get(named);
    refuseCredentials(answer, address);
    if (isRoot(answer)) return rootIn(answer, named);
    throw new ImportError(message('import.no_interface_status', { address, status: answer.status }));
  }
  const url = new URL(address);
  const plain = url.origin + url.pathname.replace(/\/+$/, '');
  const front = await client.get(address);
  refuseCredentials(front, address);
  const announced = announcedBase(front);
  const bases = [
    announced,
    /\/wp-json$/i.test(plain) ? undefined : `${plain}/wp-json`,
    plain,
    `${plain}/?rest_route=`,
  ];
  for (const base of bases) {
    if (base === undefined) continue;
    for (const namespace of NAMESPACES) {
      const root = below(base, namespace);
      const answer = await client.get(root);
      refuseCredentials(answer, address);
      if (isRoot(answer)) return rootIn(answer, root);
    }
  }
  throw new ImportError(message('import.no_interface', { address }));
}

function refuseCredentials(answer: SiteResponse, address: string): void {
  const { status } = answer;
  if (status === 401 || (status === 403 && /token|password|username|email|login/.test(codeIn(answer))))
    throw new ImportError(message('import.credentials_refused', { address, answer: shownAnswer(answer) }));
}

/** Thrown if a site refuses to serve a list. */
export class ListRefusedError extends ImportError {
  override name = 'ListRefusedError';
  /** Answer that came instead of the expected one. */
  readonly answer: string;

  constructor(site: string, kind: ImportKind, answer: string) {
    super(message('import.list_refused', { site, kind, answer }));
    this.answer = answer;
  }
}

/** A page of a list, with the totals the site reports. */
export interface SitePage {
  page: number;
  pages: number;
  total: number;
  items: readonly unknown[];
}

/**
 * Yields the pages of a kind's list, starting at `first`.
 * @param all whether to request unpublished items too
 * @throws ImportError if the list is refused or repeats itself
 */
export async function* listPages(
  client: SiteClient,
  { root, condenses }: SiteRoot,
  kind: ImportKind,
  {
    first,
    all,
    requestedLanguage,
  }: { first: number; all: boolean; requestedLanguage?: Language | undefined },
): AsyncGenerator<SitePage> {
  const met = new Set<string>();
  for (let page = first; ; page++) {
    const query = new URLSearchParams({ page: String(page), per_page: String(PER_PAGE) });
    if (requestedLanguage) query.set('translation_language', requestedLanguage);
    const window = condenses ? { ...since, condense: 'true' } : EVER;
    if (kind === 'events') for (const [name, value] of Object.entries(window)) query.set(name, value);
    if (kind === 'categories' || kind === 'tags') query.set('hide_empty', 'false');
    else if (all) {
      query.set('status', ALL_STATUSES);
      query.set('context', 'edit');
    }
    const address = `${root}/${kind}${root.includes('?') ? '&' : '?'}${query}`;
    const answer = await client.get(address);
    // There is no page beyond the last, nor a first page of an empty list.
    if (answer.status === 404 && (page > 1 || /page-not-found/.test(codeIn(answer)))) return;
    const { body } = answer;
    if (answer.status !== 200 || !isJsonObject(body) || !Array.isArray(body[kind]))
      throw new ListRefusedError(siteIdentity(root)?.key ?? root, kind, shownAnswer(answer));
    const items: unknown[] = body[kind];
    // Writes during the import may move a few items to the next page, but never a whole page.
    const news = items.map(nameOf).filter((one) => !met.has(one));
    if (items.length > 0 && news.length === 0)
      throw new ImportError(message('import.repeats', { site: siteIdentity(root)?.key ?? root, kind, page }));
    for (const one of news) met.add(one);
    const isMore = 'next_rest_url' in body;
    const pages = typeof body['total_pages'] === 'number' ? body['total_pages'] : isMore ? page + 1 : page;
    yield { page, pages, total: typeof body['total'] === 'number' ? body['total'] : items.length, items };
    if (items.length === 0 || page >= pages) return;
  }
}

/** Returns what identifies an item: its ID, or else its whole JSON. */
const nameOf = (item: unknown): string =>
  isJsonObject(item) && item['id'] !== undefined ? String(item['id']) : JSON.stringify(item);

const codeIn = ({ body }: SiteResponse) => (isJsonObject(body) ? textIn(body, 'code') : '');

/** Describes a site's answer for people: `HTTP 403 rest_forbidden`. */
export const shownAnswer = (answer: SiteResponse) => `HTTP ${answer.status} ${codeIn(answer)}`.trimEnd();

/** Yields the events of the pages of a list, up to one that the site refuses. @param address returns a page's address */
export async function* fetchPages(
  client: SiteClient,
  address: (page: string) => string,
): AsyncGenerator<readonly unknown[]> {
  for (let page = 1; ; page++) {
    const { status, body } = await client.get(address(String(page)));
    if (status !== 200 || !isJsonObject(body)) return;
    const items = listIn(body, 'events');
    yield items;
    if (items.length === 0 || page >= Number(body['total_pages'] ?? 0)) return;
  }
}
