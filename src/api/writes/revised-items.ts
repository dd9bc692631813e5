import type { Route } from '#api/routing/route.ts';
import type { RevisedKind } from '#store/db/revisions.ts';

const KINDS: Readonly<Record<string, RevisedKind>> = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
  media: 'media',
  'saved-filters': 'saved_filter',
};
const ADDRESS =
  /^\/(?:calendar\/events|kalends)\/v1\/([\w-]+)(\/\{id\}(?:\/file|\/merge)?|\/by-slug\/\{slug\})?$/;

/** Kind of the items of a route that have revisions, and whether its path names one of them. */
export interface RevisedItems {
  readonly kind: RevisedKind;
  readonly isSingle: boolean;
}

/** Returns the items of a route that have revisions (contract W1); undefined: it is about none. */
export function revisedItemsOf({ url }: Pick<Route, 'url'>): RevisedItems | undefined {
  const [, subject = '', single] = ADDRESS.exec(url) ?? [];
  const kind = KINDS[subject];
  return kind && { kind, isSingle: single !== undefined };
}

/** Returns the route that reads the item of another's path: its own, or for its file and its merging that of the item. */
export function readingOf(route: Route, routes: readonly Route[]): Route | undefined {
  const items = revisedItemsOf(route);
  if (!items?.isSingle) return undefined;
  const [name] = /\{\w+\}/.exec(route.url) ?? [];
  return routes.find(
    ({ url, methods }) =>
      methods.includes('GET') && url.endsWith(`/${name}`) && revisedItemsOf({ url })?.kind === items.kind,
  );
}

/** Returns the ID of the item that a path names, which has been read as its ID or as its row. */
export function itemOf(path: Readonly<Record<string, unknown>>): number {
  const named = path['id'] ?? path['slug'];
  return Number(typeof named === 'object' && named !== null && 'id' in named ? named.id : named);
}
