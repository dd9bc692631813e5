import { listScope, unlockScope } from '#api/access/permissions.ts';
import type { QueryPair, QueryPairs } from '#api/routing/paging.ts';
import type { Parameter } from '#api/routing/parameter.ts';
import { statusPair } from '#calendar/posts/scope.ts';
import type { Call } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import { periodDays } from '#foundation/time/period.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { BaseQuery } from './filter.ts';
import type { ListInput } from './parameters.ts';
import type { OrderName } from './registry.ts';
import {
  type AskedFilters,
  type FilterName,
  type FilterValues,
  filterNames,
  filterOf,
  filterParameters,
} from './registry.ts';
import { feedBounds, listWindow, type Window, windowNames } from './window.ts';

/** A list of events: window, scope, filters, all of which must hold, and order. All IDs exist. */
export interface EventQuery extends BaseQuery, AskedFilters {
  orderby: OrderName;
  order: 'asc' | 'desc';
}

/** Parameters as sent, which tell those that were sent from defaults. */
export type SentQuery = Readonly<Record<string, unknown>>;

/** Returns the window of a list in the site's zone; a list of IDs has none. */
function readWindow(call: Call, input: ListInput, sent: SentQuery, isFeed: boolean): Window {
  if (input.include) return { bounds: [], shown: {} };
  const given = Object.fromEntries(
    windowNames
      .filter((name) => sent[name] !== undefined && sent[name] !== null)
      .map((name) => [name, input[name]]),
  );
  const { validity } = call;
  const zone = call.services.config.timezone;
  return listWindow(given, {
    zone,
    strict: input.strict_dates,
    period: input.period && periodDays(input.period, toWall(utcText(validity.minute), zone)),
    feed: isFeed ? (today) => feedBounds(today, call.services.config.horizonDays) : undefined,
    get now() {
      return validity.now;
    },
    get today() {
      return validity.today(zone);
    },
  });
}

/** Each filter with the parameter that turns it on: the first of its own. */
const askedBy = filterNames.map((name) => [name, Object.keys(filterOf[name].parameters)[0] ?? ''] as const);

/**
 * Returns the query that a request asks for, and the window as the list's address shows it.
 * @param isFeed takes the window of a feed that has no pages where dates weren't sent
 */
export async function readQuery(
  call: Call,
  input: ListInput,
  sent: SentQuery,
  { isFeed = false } = {},
): Promise<{ query: EventQuery; shown: Window['shown'] }> {
  const { bounds, shown } = readWindow(call, input, sent, isFeed);
  const unlocked = unlockScope(call.viewer, {
    password: input.password,
    editing: input.context === 'edit',
  });
  const asked: AskedFilters = {};
  const set = <K extends FilterName>(name: K, value: FilterValues[K] | undefined) => {
    asked[name] = value;
  };
  // A list of IDs has no window, and so no period.
  const values: SentQuery = input.include ? { ...input, period: undefined } : input;
  for (const [name, first] of askedBy)
    if (values[first] !== undefined) set(name, await filterOf[name].read(input, call));
  const query: EventQuery = {
    scope: listScope(call.viewer, input.status),
    bounds,
    hidden: unlocked.editable,
    unlocked,
    linkedScope: listScope(call.viewer),
    ...asked,
    orderby: input.orderby ?? (input.include ? 'publication' : 'date'),
    order: input.order ?? 'asc',
  };
  return { query, shown };
}

/** The reference's order of parameters in a list's address (reference 4.10, D6), then ours; others come last. */
const ORDER = [
  'per_page',
  'start_date',
  'end_date',
  'search',
  'geoloc',
  'geoloc_lat',
  'geoloc_lng',
  'status',
  'post_parent',
  'include',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'period',
  'venue',
  'organizer',
  'featured',
  'categories',
  'tags',
  'ticketed',
  'strict_dates',
  'geoloc_radius',
  'orderby',
  'order',
  'context',
  'translation_language',
];
const RANKS = new Map(ORDER.map((name, rank) => [name, rank]));

const PARAMETERS = Object.entries<Parameter<unknown>>(filterParameters);

const textOf = (value: unknown) => (value === true ? '1' : String(value));

/** Returns the parameters of the list's own address, with the values that were used (reference 4.10, D6). */
export function listPairs(
  call: Call,
  input: ListInput,
  { sent, shown: shownWindow }: { sent: SentQuery; shown: Window['shown'] },
): QueryPairs {
  const language = sent['translation_language'];
  const pairs: QueryPair[] = [
    ['per_page', input.per_page],
    ...Object.entries(shownWindow),
    statusPair(call.viewer, input.status),
    ['strict_dates', Object.hasOwn(sent, 'strict_dates') ? String(input.strict_dates) : undefined],
    ['translation_language', typeof language === 'string' ? language : undefined],
  ];
  for (const name of ['orderby', 'order', 'context'] as const)
    if (Object.hasOwn(sent, name) && input[name] !== undefined) pairs.push([name, input[name]]);
  const shown: Record<string, unknown> = { ...input };
  for (const [name, first] of askedBy)
    if (shown[first] !== undefined) Object.assign(shown, filterOf[name].address?.(input));
  for (const [name, { always }] of PARAMETERS)
    if (always ? Object.hasOwn(sent, name) : shown[name] !== undefined)
      pairs.push([name, textOf(shown[name])]);
  return pairs.sort(([a], [b]) => (RANKS.get(a) ?? ORDER.length) - (RANKS.get(b) ?? ORDER.length));
}
