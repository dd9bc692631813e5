import Type from 'typebox';
import { paging, type QueryPairs } from '#http/paging.ts';
import {
  flag,
  type Input,
  integerOf,
  listOf,
  order,
  type Parameter,
  parameter,
  refuse,
  withDefault,
} from '#http/parameter.ts';
import { fold } from '#text/fold.ts';
import { mayEdit, mayRead } from '#users/permissions.ts';
import { filledText, type parentFilter } from './fields.ts';
import type { TermKind } from './kinds.ts';
import { termFilter } from './parameters.ts';
import { findFilterEvent } from './store.ts';

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
  return parameter<Listed>(existing.schema, async (value, around) => {
    const reading = await existing.read(value, around);
    if ('problem' in reading) return reading;
    const members = listOf(value) ?? [];
    const ids = new Set(members.flatMap((member) => integerOf(member) ?? []));
    return { value: { ids: [...ids], text: members.join(',') } };
  });
}

/** An event whose terms the caller may see; any other number is that of no event. */
const event: Parameter<number, false> = parameter<number>(
  Type.Integer({ minimum: 1 }),
  async (value, { call }) => {
    const id = integerOf(value);
    const found = id !== undefined && id > 0 ? await findFilterEvent(call.deps.db.read, id) : undefined;
    const shown =
      found && mayRead(call.viewer, found) && (found.password === '' || mayEdit(call.viewer, found));
    return found && shown ? { value: found.id } : refuse('problem.event_unknown');
  },
);

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
  post: event,
  event,
  slug: word,
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
    ['post', input.post],
    ['event', input.event],
    ['slug', input.slug],
    ['translation_language', typeof language === 'string' ? language : undefined],
  ];
}
