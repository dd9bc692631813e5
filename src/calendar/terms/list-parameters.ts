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
import { filterEvent } from '#calendar/posts/parameters.ts';
import { fold } from '#foundation/text/fold.ts';
import { filledText, type parentFilter } from './fields.ts';
import type { TermKind } from './kind.ts';
import { termFilter } from './parameters.ts';

const SEARCH_LIMIT = 200;
const WORD_LIMIT = 200;

/** What a list of terms may be sorted by (reference 4.9). */
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

/** Ids to take or leave; slugs and names of existing terms are accepted and stand for no id (reference 3.6). */
export interface Listed {
  ids: number[];
  /** As the address of the list repeats it. */
  text: string;
}

function listed(kind: TermKind): Parameter<Listed, false> {
  const existing = termFilter(kind);
  // What has an effect is documented: names pass without one.
  return parameter<Listed>(positiveIntegers.schema, async (value, around) => {
    const reading = await existing.read(value, around);
    if ('problem' in reading) return reading;
    const members = listOf(value) ?? [];
    const ids = new Set(members.flatMap((member) => integerOf(member) ?? []));
    return { value: { ids: [...ids], text: members.join(',') } };
  });
}

/** Parameters of the list of a kind, in the order of spec 4.5. `parent` is added for categories. */
export const termFilters = <P extends { parent?: typeof parentFilter }>(kind: TermKind, own: P) => ({
  ...paging,
  search,
  exclude: listed(kind),
  include: listed(kind),
  order,
  orderby,
  hide_empty: withDefault(flag, true),
  ...own,
  post: filterEvent,
  event: filterEvent,
  slug: word,
  password: text(),
});

export type TermFilters = ReturnType<typeof termFilters<{ parent?: typeof parentFilter }>>;

/** What the addresses of a list repeat: all that was given, as it was understood (D6). */
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
