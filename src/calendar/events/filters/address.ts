import type { QueryPair, QueryPairs } from '#api/routing/paging.ts';
import type { Parameter } from '#api/routing/parameter.ts';
import { statusPair } from '#calendar/posts/status.ts';
import type { Call } from '#context.ts';
import type { ListInput } from './parameters.ts';
import { isAsked, type Sent } from './query.ts';
import { filterNames, filterOf, filterParameters } from './registry.ts';
import type { Window } from './window.ts';

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
const rank = ([name]: QueryPair) => RANKS.get(name) ?? ORDER.length;

const PARAMETERS = Object.entries<Parameter<unknown>>(filterParameters);

const textOf = (value: unknown) => (value === true ? '1' : String(value));

/** Returns the parameters of the list's own address, with the values that were used (reference 4.10, D6). */
export function listPairs(
  call: Call,
  input: ListInput,
  { window, sent }: { window: Window; sent: Sent },
): QueryPairs {
  const language = sent['translation_language'];
  const pairs: QueryPair[] = [
    ['per_page', input.per_page],
    ...Object.entries(window.shown),
    statusPair(call.viewer, input.status),
    ['strict_dates', Object.hasOwn(sent, 'strict_dates') ? String(input.strict_dates) : undefined],
    ['translation_language', typeof language === 'string' ? language : undefined],
  ];
  for (const name of ['orderby', 'order', 'context'] as const)
    if (Object.hasOwn(sent, name)) pairs.push([name, input[name]]);
  const shown: Record<string, unknown> = { ...input };
  for (const name of filterNames)
    if (isAsked(name, input)) Object.assign(shown, filterOf[name].address?.(input));
  for (const [name, { always }] of PARAMETERS)
    if (always ? Object.hasOwn(sent, name) : shown[name] !== undefined)
      pairs.push([name, textOf(shown[name])]);
  return pairs.sort((a, b) => rank(a) - rank(b));
}
