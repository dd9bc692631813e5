import { sql } from 'kysely';
import { positiveIntegers } from '#api/routing/parameter.ts';
import { filterEvent } from '#calendar/posts/parameters.ts';
import { listFilter } from './filter.ts';

/** Events with these IDs. */
export const include = listFilter({
  parameters: { include: positiveIntegers },
  read: (input): readonly number[] | undefined => input.include,
  cost: { readsEvent: false, narrows: true, leads: true, unindexed: 'quick' },
  protectedEvents: 'listed',
  where: (ids) => [sql<boolean>`o.event_id in (${sql.join([...ids, -1])})`],
  index: (ids) => ({ only: ids }),
});

/** Nothing is found below an event that is hidden from the caller. */
const NO_EVENT = -1;

/** Events below another event. */
export const post_parent = listFilter({
  parameters: { post_parent: filterEvent },
  read: ({ post_parent: parent }) => parent && (parent.open ? parent.id : NO_EVENT),
  address: ({ post_parent: parent }) => ({ post_parent: parent?.id }),
  cost: { readsEvent: true, narrows: true, leads: true, unindexed: 'quick' },
  protectedEvents: 'listed',
  where: (id) => [sql<boolean>`e.post_parent = ${id}`],
  index: (id) => ({ predicates: [{ sets: [{ of: 'parent', id }], wanted: true }] }),
});
