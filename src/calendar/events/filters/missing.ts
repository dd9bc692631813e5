import { type RawBuilder, sql } from 'kysely';
import { enumListField } from '#api/routing/list-parameter.ts';
import { withinEditing } from '#calendar/posts/scope.ts';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';
import { type LinkTable, listFilter } from './filter.ts';

const withoutLinks = (table: LinkTable) =>
  sql<boolean>`not exists (select 1 from ${sql.table(table)} as l where l.event_id = e.id)`;

/** The condition that an event lacks each of the parts that editors are asked for. */
const lacking = {
  venue: withoutLinks('event_venues'),
  organizer: withoutLinks('event_organizers'),
  categories: withoutLinks('event_categories'),
  tags: withoutLinks('event_tags'),
  image: sql<boolean>`coalesce(e.image_id, 0) = 0`,
  description: sql<boolean>`e.description = ''`,
} as const satisfies Record<string, RawBuilder<boolean>>;
/** A part that an event may lack. */
export type MissingPart = keyof typeof lacking;
const parts = Object.keys(lacking) as readonly MissingPart[];

const anyOf = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/**
 * Events that the caller may edit, asked for with `context=edit`, and that lack any of some parts. Others are left out: a venue
 * that nobody else may read would be told by its absence here.
 */
export const missing = listFilter({
  parameters: { missing: enumListField<MissingPart>(parts, 1) },
  read: (input): readonly MissingPart[] | undefined => input.missing,
  cost: { readsEvent: true },
  protectedEvents: 'left-out',
  where: (asked, { base }) => [
    withinEditing(base.unlocked.editable, 'e'),
    anyOf(asked.map((part) => lacking[part])),
  ],
  index: 'database-only',
});

/** Languages that are looked for, and the site's, in which texts are where nothing else is said. */
export interface MissingLanguages {
  readonly asked: readonly Language[];
  readonly site: Language;
}

/** Events that the caller may edit, asked for with `context=edit`, and that have no title in any of some languages. */
export const untranslated = listFilter({
  parameters: { untranslated: enumListField<Language>(languages, 1) },
  read: (input, call): MissingLanguages | undefined =>
    input.untranslated && { asked: input.untranslated, site: call.deps.config.language },
  address: (input) => ({ untranslated: input.untranslated?.join(',') }),
  cost: { readsEvent: true },
  protectedEvents: 'left-out',
  where: ({ asked, site }, { base }) => [
    withinEditing(base.unlocked.editable, 'e'),
    anyOf(
      asked.map(
        (language) => sql<boolean>`case when e.translations = ''
          then coalesce(nullif(e.language, ''), ${site}) <> ${language}
          else ',' || e.translations || ',' not like ${`%,${language},%`} end`,
      ),
    ),
  ],
  index: 'database-only',
});
