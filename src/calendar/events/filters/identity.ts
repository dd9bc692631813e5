import { sql } from 'kysely';
import { flag, positiveIntegers } from '#api/routing/parameter.ts';
import { filterEvent } from '#calendar/posts/parameters.ts';
import { listFilter } from './filter.ts';

/** Occurrences with these IDs, and all those of series with them (contract R5). */
export const include = listFilter({
  parameters: { include: positiveIntegers },
  read: (input): readonly number[] | undefined => input.include,
  cost: { readsEvent: false, narrows: true, leads: true, unindexed: 'quick' },
  protectedEvents: 'listed',
  where: (ids) => {
    const wanted = sql.join([...ids, -1]);
    return [
      sql<boolean>`o.id in (select id from occurrences where id in (${wanted})
        union all select id from occurrences where series_id in (${wanted}) and series_id > 0)`,
    ];
  },
  index: (ids) => ({ only: ids }),
});

/** Nothing is found below an event that is hidden from the caller. */
const NO_EVENT = -1;

/** Events below another event, and the dates of a series. */
export const post_parent = listFilter({
  parameters: { post_parent: filterEvent },
  read: ({ post_parent: parent }) => parent && (parent.open ? parent.id : NO_EVENT),
  address: ({ post_parent: parent }) => ({ post_parent: parent?.id }),
  cost: { readsEvent: false, narrows: true, leads: true, unindexed: 'quick' },
  protectedEvents: 'listed',
  where: (id) => [
    sql<boolean>`o.event_id in (select id from events where post_parent = ${id} and series_id = 0
      union all select id from events where series_id = ${id} and series_id > 0)`,
  ],
  index: (id) => ({ predicates: [{ sets: [{ of: 'parent', id }], wanted: true }] }),
});

/** Dates of events that repeat, or events that don't (contract R5). */
export const recurring = listFilter({
  parameters: { recurring: flag },
  read: (input) => input.recurring,
  cost: { readsEvent: false },
  protectedEvents: 'listed',
  where: (wanted) => [sql<boolean>`${wanted ? sql`o.series_id > 0` : sql`o.series_id = 0`}`],
  index: (wanted) => ({ predicates: [{ sets: [{ of: 'recurring' }], wanted }] }),
});

/** Keeps of each series its first date among those listed; the statement of the list adds the condition (contract R5). */
export const condense = listFilter({
  parameters: { condense: flag },
  read: (input) => input.condense || undefined,
  cost: { readsEvent: false, unindexed: 'quick' },
  protectedEvents: 'listed',
  where: () => [],
  index: () => ({ condensed: true }),
});
