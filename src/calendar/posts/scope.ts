import { type RawBuilder, sql } from 'kysely';
import type { EditScope, ListScope, UnlockScope } from '#api/access/permissions.ts';
import type { Database } from '#store/db/engine.ts';

/**
 * Returns the condition of a list's scope on a table that has `status` and `author_id`, or on two (an occurrence and its
 * event). `walked` hides the status from SQLite's planner, so that it scans the index of the list's order.
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

/** Returns `mayEdit` as a condition on a table that has `author_id` and `status`. @param table its name in the statement */
export function withinEditing(scope: EditScope, table: string): RawBuilder<boolean> {
  if (scope === 'no') return sql<boolean>`1 = 0`;
  if (scope === 'all') return sql<boolean>`1 = 1`;
  const own = sql<boolean>`${sql.ref(`${table}.author_id`)} = ${scope.owner}`;
  return scope.public
    ? own
    : sql<boolean>`(${own} and ${sql.ref(`${table}.status`)} not in ('publish', 'future'))`;
}

/** Returns `mayUnlock` as a condition on a table that has `password` too. @param table its name in the statement */
export function withinUnlocked({ password, editable }: UnlockScope, table: string): RawBuilder<boolean> {
  if (editable === 'all') return sql<boolean>`1 = 1`;
  const locked = sql.ref(`${table}.password`);
  const known = password === undefined ? sql`` : sql` or ${locked} = ${password}`;
  const own = editable === 'no' ? sql`` : sql` or ${withinEditing(editable, table)}`;
  return sql<boolean>`(${locked} = ''${known}${own})`;
}

/**
 * Returns the condition, on an event's ID, that a password hides it from the caller. Looks it up in the index of events
 * with a password, which are few.
 */
export function isLocked(db: Pick<Database, 'dialect'>, scope: UnlockScope, id: string): RawBuilder<boolean> {
  // Without the hint SQLite would read the row of every event.
  const index = db.dialect.name === 'sqlite' ? sql`indexed by events_protected` : sql``;
  return sql<boolean>`exists (select 1 from events as locked ${index}
    where locked.id = ${sql.ref(id)} and locked.password <> '' and not ${withinUnlocked(scope, 'locked')})`;
}
