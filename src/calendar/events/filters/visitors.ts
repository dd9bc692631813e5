import { sql } from 'kysely';
import { flag } from '#api/routing/parameter.ts';
import type { AccessibilityFeature } from '#store/db/field-values.ts';
import { accessibilityFilter, spokenLanguagesFilter } from '../visitors/fields.ts';
import { listFilter } from './filter.ts';
import { being } from './flags.ts';

/** Events that offer all of these to people with disabilities. */
export const accessibility = listFilter({
  parameters: { accessibility: accessibilityFilter },
  read: (input): readonly AccessibilityFeature[] | undefined => input.accessibility,
  cost: { readsEvent: true },
  protectedEvents: 'left-out',
  where: (features) => [
    sql<boolean>`e.accessibility <> '[]'`,
    ...features.map((feature) => sql<boolean>`e.accessibility like ${`%"${feature}"%`}`),
  ],
  index: (features) => ({
    predicates: features.map((feature) => ({ sets: [{ of: 'accessibility', feature }], wanted: true })),
  }),
});

/** Events where any of these languages is spoken; `de` finds `de-AT`. */
export const spoken_languages = listFilter({
  parameters: { spoken_languages: spokenLanguagesFilter },
  read: (input): readonly string[] | undefined => input.spoken_languages,
  cost: { readsEvent: true },
  protectedEvents: 'left-out',
  where: (tags) => [
    sql<boolean>`e.spoken_languages <> '[]'`,
    sql<boolean>`(${sql.join(
      tags.flatMap((tag) => [`%"${tag}"%`, `%"${tag}-%`]).map((like) => sql`e.spoken_languages like ${like}`),
      sql` or `,
    )})`,
  ],
  index: (tags) => ({
    predicates: [{ sets: tags.map((tag) => ({ of: 'spoken_language', tag })), wanted: true }],
  }),
});

/** Events whose cost is given and nothing, or those where it isn't. */
export const free = listFilter({
  parameters: { free: flag },
  read: (input) => input.free,
  cost: { readsEvent: true },
  protectedEvents: 'false',
  where: (wanted, { open }) => [being(wanted, sql`e.is_free = 1 and ${open}`)],
  index: (wanted) => ({ predicates: [{ sets: [{ of: 'is_free' }], wanted }] }),
});
