import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import type { Database, Reading, Writing } from '#store/db/engine.ts';
import { addSetting, deleteSetting, findSetting, replaceSetting } from '#store/db/stored-settings.ts';
import type { RowKey } from './store.ts';
import { CHECKPOINT_SETTING, isTableName, type TableName } from './tables.ts';

/** Progress of a move, stored in the target until the move is complete. */
export interface MoveCheckpoint {
  /** The name of the calendar being moved (`calendarName`). */
  readonly calendar: string;
  /** The source's address without passwords. */
  readonly from: string;
  /** The source's version when its rows were read. */
  readonly version: number;
  /**
   * `copying`: rows up to `table` and `after` are those of that version. `copied`: all are. `mixed`: from several
   * versions.
   */
  readonly state: 'copying' | 'copied' | 'mixed';
  readonly table: TableName | null;
  readonly after: RowKey | null;
  /** Counts batches, so that two moves to one target notice each other. */
  readonly step: number;
}

/** Returns the checkpoint of an unfinished move; undefined if there is none. */
export async function findCheckpoint(db: Reading): Promise<MoveCheckpoint | undefined> {
  const stored = await findSetting(db, CHECKPOINT_SETTING);
  return stored === undefined ? undefined : parseCheckpoint(JSON.parse(stored));
}

/** Validates a stored checkpoint. @throws Error if it is invalid */
function parseCheckpoint(value: unknown): MoveCheckpoint {
  const fields: Partial<Record<keyof MoveCheckpoint, unknown>> =
    typeof value === 'object' && value ? value : {};
  const { calendar, from, version, state, table, after, step } = fields;
  if (
    typeof calendar !== 'string' ||
    typeof from !== 'string' ||
    typeof version !== 'number' ||
    typeof step !== 'number' ||
    (state !== 'copying' && state !== 'copied' && state !== 'mixed')
  )
    throw new Error('The mark of the move cannot be read.');
  const isKey = (one: unknown): one is RowKey =>
    Array.isArray(one) && one.every((part) => typeof part === 'string' || typeof part === 'number');
  return {
    calendar,
    from,
    version,
    state,
    table: typeof table === 'string' && isTableName(table) ? table : null,
    after: isKey(after) ? after : null,
    step,
  };
}

/** Stores the first checkpoint of a move. */
export async function insertCheckpoint(trx: Writing, checkpoint: MoveCheckpoint): Promise<void> {
  await addSetting(trx, CHECKPOINT_SETTING, JSON.stringify(checkpoint));
}

/**
 * Replaces the checkpoint `before`, which this move wrote last, and returns the new one.
 * @throws UserFacingError if another move has changed it meanwhile
 */
export async function advanceCheckpoint(
  trx: Writing,
  before: MoveCheckpoint,
  change: Partial<MoveCheckpoint>,
): Promise<MoveCheckpoint> {
  const checkpoint = { ...before, ...change, step: before.step + 1 };
  const [last, next] = [before, checkpoint].map((one) => JSON.stringify(one));
  if (!(await replaceSetting(trx, CHECKPOINT_SETTING, last ?? '', next ?? '')))
    throw new UserFacingError(message('cli.move.another'));
  return checkpoint;
}

/** Deletes the checkpoint of a finished move. @throws UserFacingError if another move has changed it meanwhile */
export async function deleteCheckpoint(trx: Writing, before: MoveCheckpoint): Promise<void> {
  await advanceCheckpoint(trx, before, {});
  await deleteSetting(trx, CHECKPOINT_SETTING);
}

/**
 * Refuses to write to the target of an unfinished move, which may hold only a part of a calendar.
 * @throws UserFacingError naming the source
 */
export async function refuseUnfinishedMove(db: Database): Promise<void> {
  const checkpoint = await findCheckpoint(db.read);
  if (checkpoint) throw new UserFacingError(message('cli.move.unfinished', { from: checkpoint.from }));
}
