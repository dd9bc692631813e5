import { sql } from 'kysely';
import type { Writing } from './engine.ts';
import { recordHistory } from './history-log.ts';
import type { Statement } from './statement.ts';
import { newToken } from './version.ts';

/** Kind of resource that a line of the change log is about. */
export type ChangedKind = 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'media' | 'user';
/** Action that a line of the change log records. */
export type ChangeAction = 'create' | 'update' | 'trash' | 'restore' | 'delete' | 'publish';

/** Line of the change log. `at_utc` is a UTC text; `user_id` is null for the service's own writes. */
export interface Change {
  kind: ChangedKind;
  resource_id: number;
  action: ChangeAction;
  at_utc: string;
  user_id: number | null;
  /** The import that wrote; the history alone keeps it. */
  import_id?: number;
}

/** Returns a line as the table has it. */
export const loggedColumns = ({ kind, resource_id, action, at_utc, user_id }: Change) => ({
  kind,
  resource_id,
  action,
  at_utc,
  user_id,
});

/** Appends to the change log and moves the calendar's version: once in every writing transaction (design 3). */
export async function logChanges(trx: Writing, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const token = newToken();
  await bumpVersion(trx, token);
  const version = sql<number>`(select version from calendar where id = 1)`;
  await trx
    .insertInto('changes')
    .values(changes.map((change) => ({ version, token, ...loggedColumns(change) })))
    .execute();
  await recordHistory(trx, changes);
}

const ONE_CHANGE = '((select version + 1 from calendar where id = 1), ?, ?, ?, ?, ?, ?)';
const LOG = `insert into changes (version, kind, resource_id, action, at_utc, user_id, token) values ${ONE_CHANGE}`;

/**
 * Returns the statements that append to the change log and move the version, for a write that hasn't moved it. They
 * may run one after the other or all on the state before them.
 */
export function changeStatements(changes: readonly Change[]): Statement[] {
  const token = newToken();
  const [first, ...others] = changes.map(({ kind, resource_id, action, at_utc, user_id }) => [
    kind,
    resource_id,
    action,
    at_utc,
    user_id,
    token,
  ]);
  return first
    ? [
        { text: LOG, values: first, more: { tuple: ONE_CHANGE, rows: others } },
        { text: 'update calendar set version = version + 1, token = ? where id = 1', values: [token] },
      ]
    : [];
}

async function bumpVersion(trx: Writing, token: number): Promise<void> {
  // Not with RETURNING: SQLite would open a savepoint for it, and its text index then writes everything out each time.
  await trx.updateTable('calendar').set({ version: sql`version + 1`, token }).where('id', '=', 1).execute();
}

/** The next version of the calendar, which from now on it has, as lines of the change log tell it. */
export async function moveVersion(trx: Writing): Promise<{ version: number; token: number }> {
  const token = newToken();
  await bumpVersion(trx, token);
  const { version } = await trx
    .selectFrom('calendar')
    .select('version')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return { version, token };
}
