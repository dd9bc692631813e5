import { type RawBuilder, sql } from 'kysely';
import { enumListField } from '#api/routing/list-parameter.ts';
import { flag } from '#api/routing/parameter.ts';
import { type EventStatus, eventStatuses } from '#store/db/tables.ts';
import { onlineCondition } from '../visitors/online.ts';
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

/** Events that take place online, or those that don't. A password doesn't hide it. */
export const is_virtual = listFilter({
  parameters: { is_virtual: flag },
  read: (input) => input.is_virtual,
  cost: { readsEvent: true },
  protectedEvents: 'listed',
  where: (wanted) => [being(wanted, onlineCondition('e'))],
  index: (wanted) => ({ predicates: [{ sets: [{ of: 'is_virtual' }], wanted }] }),
});

/** Events with any of these statuses. A password doesn't hide it. */
export const event_status = listFilter({
  parameters: { event_status: enumListField<EventStatus>(eventStatuses, 1) },
  read: (input): readonly EventStatus[] | undefined => input.event_status,
  cost: { readsEvent: true },
  protectedEvents: 'listed',
  // The index has few events: those whose status isn't the usual one.
  where: (among) => [
    sql<boolean>`e.event_status in (${sql.join([...among])})`,
    ...(among.includes('scheduled') ? [] : [sql<boolean>`e.event_status <> 'scheduled'`]),
  ],
  index: (among) => {
    const wanted = !among.includes('scheduled');
    const told = eventStatuses.filter((status) => among.includes(status) === wanted);
    return { predicates: [{ sets: told.map((status) => ({ of: 'event_status', status })), wanted }] };
  },
});
