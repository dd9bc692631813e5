import { type RawBuilder, sql } from 'kysely';
import type { ListScope } from '#users/permissions.ts';

/**
 * The condition of a list's scope on a table that has `status` and `author_id`, or on two (an occurrence and its event).
 * `walked`: the rows come in another index's order, which one of these columns is not to take them from.
 */
export function withinScope(
  scope: ListScope,
  columns: { status: string; author: string; walked?: boolean },
): RawBuilder<boolean> {
  const status = columns.walked ? sql`(${sql.ref(columns.status)} || '')` : sql.ref(columns.status);
  const [only] = scope.statuses;
  const among =
    scope.statuses.length === 1
      ? sql<boolean>`${status} = ${only}`
      : sql<boolean>`${status} in (${sql.join([...scope.statuses])})`;
  if (scope.owner === null || (scope.statuses.length === 1 && only === 'publish')) return among;
  return sql<boolean>`(${among} and (${status} = 'publish' or ${sql.ref(columns.author)} = ${scope.owner}))`;
}
