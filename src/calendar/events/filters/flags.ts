import { type RawBuilder, sql } from 'kysely';
import { flag } from '#api/routing/parameter.ts';
import { listFilter, type SqlContext } from './filter.ts';

/** Returns a condition, or its negation unless it is wanted. */
export const being = (wanted: boolean, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  wanted ? sql<boolean>`(${condition})` : sql<boolean>`not (${condition})`;

const flagged =
  (column: 'featured' | 'ticketed') =>
  (wanted: boolean, { open }: SqlContext) => [being(wanted, sql`${sql.ref(`e.${column}`)} = 1 and ${open}`)];

/** Events that are featured, or those that aren't. */
export const featured = listFilter({
  parameters: { featured: flag },
  read: (input) => input.featured,
  cost: { readsEvent: true },
  protectedEvents: 'false',
  where: flagged('featured'),
  index: (wanted) => ({ predicates: [{ sets: [{ of: 'featured' }], wanted }] }),
});

/** Events that have tickets, or those that have none. */
export const ticketed = listFilter({
  parameters: { ticketed: flag },
  read: (input) => input.ticketed,
  cost: { readsEvent: true },
  protectedEvents: 'false',
  where: flagged('ticketed'),
  index: (wanted) => ({ predicates: [{ sets: [{ of: 'ticketed' }], wanted }] }),
});
