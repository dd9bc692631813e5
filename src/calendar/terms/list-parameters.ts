import Type from 'typebox';
import { integerOf, listOf } from '#api/http/coercion.ts';
import { paging, type QueryPairs } from '#api/routing/paging.ts';
import {
  flag,
  type Input,
  order,
  type Parameter,
  parameter,
  positiveIntegers,
  refuse,
  text,
  withDefault,
} from '#api/routing/parameter.ts';
import { listMerged } from '#calendar/merging/redirects.ts';
import { filterEvent } from '#calendar/posts/parameters.ts';
import { fold } from '#foundation/text/fold.ts';
import type { TermKind } from './kind.ts';
import { termFilter } from './parameters.ts';
import { filledText } from './schema.ts';

const SEARCH_LIMIT = 200;
const WORD_LIMIT = 200;

/** The values of `orderby` (reference 4.9). */
export const sortKeys = [
  'name',
  'id',
  'slug',
  'count',
  'include',
  'description',
  'term_group',
  'parent',
  'none',
] as const;
/** A value of `orderby`. */
export type SortKey = (typeof sortKeys)[number];

const word = filledText(WORD_LIMIT);

const orderby: Parameter<SortKey, false> = parameter<SortKey>(
  Type.String({ examples: [...sortKeys] }),
  async (value, around) => {
    const reading = await word.read(value, around);
    if ('problem' in reading) return reading;
    return { value: sortKeys.find((key) => key === reading.value) ?? 'name' };
  },
);

const searchText = filledText(SEARCH_LIMIT);
const search: Parameter<string, false> = parameter<string>(searchText.schema, async (value, around) => {
  const reading = await searchText.read(value, around);
  if ('problem' in reading) return reading;
  return fold(reading.value) === '' ? refuse('problem.search_empty') : reading;
});

/** The IDs to include or exclude; slugs and names of existing terms are accepted and stand for no ID (reference 3.6). */
export interface IdSelection {
  ids: number[];
  /** The value in the list's own address. */
  text: string;
}

function idSelection(kind: TermKind): Parameter<IdSelection, false> {
  const existing = termFilter(kind);
  // The schema documents IDs alone, since names pass without an effect.
  return parameter<IdSelection>(positiveIntegers.schema, async (value, around) => {
    const reading = await existing.read(value, around);
    if ('problem' in reading) return reading;
    const members = listOf(value) ?? [];
    const numbers = members.flatMap((member) => integerOf(member) ?? []);
    const merged = await listMerged(
      around.call.services.db.read,
      kind,
      numbers.filter((id) => id > 0),
    );
    const ids = new Set(numbers.map((id) => merged.get(id) ?? id));
    return { value: { ids: [...ids], text: members.join(',') } };
  });
}

/** Returns the query parameters of the list of a kind, in the order of spec 4.5; `own` are those of that kind alone. */
export const termFilters = <P extends { parent?: Parameter<number, false> }>(kind: TermKind, own: P) => ({
  ...paging,
  search,
  exclude: idSelection(kind),
  include: idSelection(kind),
  order,
  orderby,
  hide_empty: withDefault(flag, true),
  ...own,
  post: filterEvent,
  event: filterEvent,
  slug: word,
  password: text(),
});

/** The query parameters of both lists. */
export type TermFilters = ReturnType<typeof termFilters<{ parent?: Parameter<number, false> }>>;

/** Returns the parameters of a list's own addresses: all that were given, as they were understood (D6). */
export function givenFilters(input: Input<TermFilters>, sent: Readonly<Record<string, unknown>>): QueryPairs {
  const language = sent['translation_language'];
  return [
    ['per_page', input.per_page],
    ['search', input.search],
    ['exclude', input.exclude?.text],
    ['include', input.include?.text],
    ['order', input.order],
    ['orderby', input.orderby],
    ['hide_empty', Object.hasOwn(sent, 'hide_empty') ? String(input.hide_empty) : undefined],
    ['parent', input.parent],
    ['post', input.post?.id],
    ['event', input.event?.id],
    ['slug', input.slug],
    ['translation_language', typeof language === 'string' ? language : undefined],
  ];
}
