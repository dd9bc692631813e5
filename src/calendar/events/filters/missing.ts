import { type RawBuilder, sql } from 'kysely';
import { enumListField } from '#api/routing/list-parameter.ts';
import { withinEditing } from '#calendar/posts/scope.ts';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';
import {
  type BaseQuery,
  type EventSet,
  type LinkTable,
  listFilter,
  type RequestedPart,
  requestedParts,
  type SqlContext,
} from './filter.ts';

const withoutLinks = (table: LinkTable) =>
  sql<boolean>`not exists (select 1 from ${sql.table(table)} as l where l.event_id = e.id)`;

/** The condition that an event lacks each of the parts that editors are asked for. */
const lacking: Readonly<Record<RequestedPart, RawBuilder<boolean>>> = {
  venue: withoutLinks('event_venues'),
  organizer: withoutLinks('event_organizers'),
  categories: withoutLinks('event_categories'),
  tags: withoutLinks('event_tags'),
  image: sql<boolean>`coalesce(e.image_id, 0) = 0`,
  description: sql<boolean>`e.description = ''`,
};

/** A set of events that lack something, which only their rows tell. */
export type IncompleteSet = Extract<EventSet, { of: 'missing' | 'untranslated' }>;

/** Returns the condition that an event `e` is in the set. */
export const conditionOf = (set: IncompleteSet): RawBuilder<boolean> =>
  set.of === 'missing'
    ? lacking[set.part]
    : sql<boolean>`case when e.translations = ''
        then coalesce(nullif(e.language, ''), ${set.site}) <> ${set.language}
        else ',' || e.translations || ',' not like ${`%,${set.language},%`} end`;

/** Returns the condition that the caller may edit an event and it is in any of the sets. */
const inAny = (sets: readonly IncompleteSet[], { base }: SqlContext) => [
  withinEditing(base.unlocked.editable, 'e'),
  sql<boolean>`(${sql.join(sets.map(conditionOf), sql` or `)})`,
];

/** Returns the filter for the list index, which answers those who may edit every event. */
const indexed = (sets: readonly IncompleteSet[], { editable }: BaseQuery['unlocked']) =>
  editable === 'all' ? { predicates: [{ sets, wanted: true }] } : undefined;

const setsOfParts = (parts: readonly RequestedPart[]): readonly IncompleteSet[] =>
  parts.map((part) => ({ of: 'missing', part }));

/**
 * Events that the caller may edit, asked for with `context=edit`, and that lack any of some parts. Others are left out: a venue
 * that nobody else may read would be told by its absence here.
 */
export const missing = listFilter({
  parameters: { missing: enumListField<RequestedPart>(requestedParts, 1) },
  read: (input): readonly RequestedPart[] | undefined => input.missing,
  cost: { readsEvent: true },
  protectedEvents: 'left-out',
  where: (parts, context) => inAny(setsOfParts(parts), context),
  index: (parts, { base }) => indexed(setsOfParts(parts), base.unlocked),
});

/** Languages that are looked for, and the site's, in which texts are where nothing else is said. */
export interface MissingLanguages {
  readonly asked: readonly Language[];
  readonly site: Language;
}

const setsOfLanguages = ({ asked, site }: MissingLanguages): readonly IncompleteSet[] =>
  asked.map((language) => ({ of: 'untranslated', language, site }));

/** Events that the caller may edit, asked for with `context=edit`, and that have no title in any of some languages. */
export const untranslated = listFilter({
  parameters: { untranslated: enumListField<Language>(languages, 1) },
  read: (input, call): MissingLanguages | undefined =>
    input.untranslated && { asked: input.untranslated, site: call.services.config.language },
  address: (input) => ({ untranslated: input.untranslated?.join(',') }),
  cost: { readsEvent: true },
  protectedEvents: 'left-out',
  where: (value, context) => inAny(setsOfLanguages(value), context),
  index: (value, { base }) => indexed(setsOfLanguages(value), base.unlocked),
});
