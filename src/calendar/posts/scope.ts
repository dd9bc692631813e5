import { type RawBuilder, sql } from 'kysely';
import {
  type EditScope,
  type ListScope,
  mayListStatuses,
  type Status,
  type UnlockScope,
  type Viewer,
} from '#api/access/permissions.ts';
import type { QueryPair } from '#api/routing/paging.ts';
import type { Database } from '#store/db/engine.ts';

/** Returns `status` for a list's own address: as asked, or the caller's default (reference 4.10). */
export function statusPair(viewer: Viewer, asked: readonly Status[] | undefined): QueryPair {
  if (asked) return ['status', asked.join(',')];
  // The reference writes `any` into its links but refuses it as a value: addresses to be followed go without it.
  return mayListStatuses(viewer) ? ['status', 'any', 'shown'] : ['status', 'publish'];
}

/**
 * Returns the SQL condition that a row is in a list's scope; passwords and `hide_from_listings` are no part of it.
 * @param columns the columns with status and author; the author's is read, and has to be joined, only where the scope has an
 *   owner. `ignoreStatusIndex` hides the status from its index, so that another leads: that of the list's order, or a filter's
 */
export function withinScope(
  scope: ListScope,
  columns: { status: string; author: string; ignoreStatusIndex?: boolean },
): RawBuilder<boolean> {
  const status = columns.ignoreStatusIndex
    ? sql`(${sql.ref(columns.status)} || '')`
    : sql.ref(columns.status);
  const [single] = scope.statuses;
  const hasStatus =
    scope.statuses.length === 1
      ? sql<boolean>`${status} = ${single}`
      : sql<boolean>`${status} in (${sql.join([...scope.statuses])})`;
  if (scope.owner === null || (scope.statuses.length === 1 && single === 'publish')) return hasStatus;
  return sql<boolean>`(${hasStatus} and (${status} = 'publish' or ${sql.ref(columns.author)} = ${scope.owner}))`;
}

/**
 * Returns `mayEdit` as an SQL condition on a table with `author_id` and `status`.
 * @param table its alias in the statement
 */
export function withinEditing(scope: EditScope, table: string): RawBuilder<boolean> {
  if (scope === 'no') return sql<boolean>`1 = 0`;
  if (scope === 'all') return sql<boolean>`1 = 1`;
  const own = sql<boolean>`${sql.ref(`${table}.author_id`)} = ${scope.owner}`;
  return scope.public
    ? own
    : sql<boolean>`(${own} and ${sql.ref(`${table}.status`)} not in ('publish', 'future'))`;
}

/**
 * Returns `mayUnlock` as an SQL condition on a table with `author_id`, `status` and `password`; it holds for rows without a
 * password too, and doesn't test who may read them.
 * @param table its alias in the statement
 */
export function withinUnlocked({ password, editable }: UnlockScope, table: string): RawBuilder<boolean> {
  if (editable === 'all') return sql<boolean>`1 = 1`;
  const stored = sql.ref(`${table}.password`);
  const matches = password === undefined ? sql`` : sql` or ${stored} = ${password}`;
  const own = editable === 'no' ? sql`` : sql` or ${withinEditing(editable, table)}`;
  return sql<boolean>`(${stored} = ''${matches}${own})`;
}

/**
 * Returns the SQL condition that a password hides an event from the caller, looked up in the index of protected events.
 * @param idColumn the column with the event's ID, such as `o.event_id`; the alias `locked` must be free
 */
export function hiddenByPassword(
  db: Pick<Database, 'dialect'>,
  scope: UnlockScope,
  idColumn: string,
): RawBuilder<boolean> {
  // Without the hint SQLite would read the row of every event.
  const index = db.dialect.name === 'sqlite' ? sql`indexed by events_protected` : sql``;
  return sql<boolean>`exists (select 1 from events as locked ${index}
    where locked.id = ${sql.ref(idColumn)} and locked.password <> '' and not ${withinUnlocked(scope, 'locked')})`;
}
