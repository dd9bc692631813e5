import { sql } from 'kysely';
import { organizerFilter } from '#calendar/organizers/parameters.ts';
import { withinScope } from '#calendar/posts/scope.ts';
import { termFilter } from '#calendar/terms/parameters.ts';
import { filledCategories } from '#calendar/terms/store.ts';
import { venueFilter } from '#calendar/venues/parameters.ts';
import type { Database } from '#store/db/engine.ts';
import type { LinkTable, Predicate } from './filter.ts';
import { type BaseQuery, type ListFilter, listFilter, type SqlContext } from './filter.ts';

/** Longer lists of IDs are passed as one parameter: engines take some ten thousand parameters. */
const MAX_PARAMETERS = 500;

const among = ({ dialect }: Database, ids: readonly number[]) =>
  ids.length > MAX_PARAMETERS ? dialect.among(ids) : sql`in (${sql.join([...ids, -1])})`;

const linkedTo = (of: LinkTable, ids: readonly number[]): Predicate => ({
  sets: ids.map((id) => ({ of, id })),
  wanted: true,
});

const inTerms =
  (table: 'event_categories' | 'event_tags', column: string) =>
  (ids: readonly number[], { db }: SqlContext) => [
    sql<boolean>`o.event_id in (select event_id from ${sql.table(table)} where ${sql.ref(column)} ${among(db, ids)})`,
  ];

/** Events in any of these categories or their descendants; the query leaves out categories without events. */
export const categories = listFilter({
  parameters: { categories: termFilter('categories') },
  read: (input, call): Promise<readonly number[]> | undefined =>
    input.categories && filledCategories(call.services.db.read, input.categories),
  // Testing each scanned event against very many categories is expensive.
  cost: { readsEvent: false, narrows: (ids) => ids.length > MAX_PARAMETERS },
  protectedEvents: 'left-out',
  where: inTerms('event_categories', 'category_id'),
  index: (ids) => ({ predicates: [linkedTo('event_categories', ids)] }),
});

/** Events with any of these tags. */
export const tags = listFilter({
  parameters: { tags: termFilter('tags') },
  read: (input): readonly number[] | undefined => input.tags,
  cost: { readsEvent: false },
  protectedEvents: 'left-out',
  where: inTerms('event_tags', 'tag_id'),
  index: (ids) => ({ predicates: [linkedTo('event_tags', ids)] }),
});

/** Returns which of these venues or organizers the list's reader may see (D5, D8). */
async function visible(
  table: 'venues' | 'organizers',
  ids: readonly number[],
  { db, base }: { db: Database; base: BaseQuery },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: number;
  }>`select id from ${sql.table(table)} where id in (${sql.join([...ids])})
    and ${withinScope(base.linkedScope, { status: 'status', author: 'author_id' })}`.execute(db.read);
  return rows.map(({ id }) => id);
}

/** Describes a filter by venues or organizers; events are found only by those that the reader sees (D5, D8). */
const byLinked = (table: 'venues' | 'organizers', links: LinkTable, column: string) =>
  ({
    cost: { readsEvent: false, narrows: true, unindexed: 'quick' },
    protectedEvents: 'left-out',
    where: (ids, { db, base }) => [
      sql<boolean>`o.event_id in (select l.event_id from ${sql.table(links)} l
          join ${sql.table(table)} t on t.id = ${sql.ref(column)} where ${sql.ref(column)} ${among(db, ids)}
          and ${withinScope(base.linkedScope, { status: 't.status', author: 't.author_id' })})`,
    ],
    index: async (ids, context) => ({
      predicates: [linkedTo(links, await visible(table, ids, context))],
    }),
  }) satisfies Omit<ListFilter<readonly number[]>, 'parameters' | 'read'>;

/** Events at any of these venues. */
export const venue = listFilter({
  parameters: { venue: venueFilter },
  read: (input): readonly number[] | undefined => input.venue,
  ...byLinked('venues', 'event_venues', 'l.venue_id'),
});

/** Events of any of these organizers. */
export const organizer = listFilter({
  parameters: { organizer: organizerFilter },
  read: (input): readonly number[] | undefined => input.organizer,
  ...byLinked('organizers', 'event_organizers', 'l.organizer_id'),
});
