import { message } from '#foundation/i18n/catalogue.ts';
import { ToldError } from '#foundation/i18n/told.ts';
import type { Database, Reading, Writing } from '#store/db/engine.ts';
import type { RowKey } from './rows.ts';
import { CHECKPOINT_SETTING, isTableName, type TableName } from './tables.ts';

/** How far a move has come, kept in the target until the move is finished. */
export interface MoveCheckpoint {
  /** The name of the calendar that is moved (`calendarName`). */
  readonly calendar: string;
  /** Where it is moved from, without passwords. */
  readonly from: string;
  /** The source's version when its rows were read. */
  readonly version: number;
  /** `copying`: up to `table` and `after`, all is as it was at that version. `copied`: all. `mixed`: of several versions. */
  readonly state: 'copying' | 'copied' | 'mixed';
  readonly table: TableName | null;
  readonly after: RowKey | null;
  /** Grows with each batch, so that two moves to one target notice each other. */
  readonly step: number;
}

/** The mark of an unfinished move; undefined where there is none. */
export async function findCheckpoint(db: Reading): Promise<MoveCheckpoint | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', CHECKPOINT_SETTING)
    .executeTakeFirst();
  return row && parseCheckpoint(JSON.parse(row.value));
}

/** What `insertCheckpoint` wrote; anything else is an error of ours. */
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

/** Begins to keep a mark. */
export async function insertCheckpoint(trx: Writing, checkpoint: MoveCheckpoint): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ name: CHECKPOINT_SETTING, value: JSON.stringify(checkpoint) })
    .execute();
}

/** Moves the mark on; `before` is what this move wrote last. Gives what is kept now. @throws ToldError where another move did so meanwhile */
export async function advanceCheckpoint(
  trx: Writing,
  before: MoveCheckpoint,
  change: Partial<MoveCheckpoint>,
): Promise<MoveCheckpoint> {
  const checkpoint = { ...before, ...change, step: before.step + 1 };
  const { numUpdatedRows } = await trx
    .updateTable('settings')
    .set({ value: JSON.stringify(checkpoint) })
    .where('name', '=', CHECKPOINT_SETTING)
    .where('value', '=', JSON.stringify(before))
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw new ToldError(message('cli.move.another'));
  return checkpoint;
}

export async function deleteCheckpoint(trx: Writing, before: MoveCheckpoint): Promise<void> {
  await advanceCheckpoint(trx, before, {});
  await trx.deleteFrom('settings').where('name', '=', CHECKPOINT_SETTING).execute();
}

/** @throws ToldError where only a part of a calendar may be here, so that nothing is written beside it */
export async function refuseUnfinishedMove(db: Database): Promise<void> {
  const checkpoint = await findCheckpoint(db.read);
  if (checkpoint) throw new ToldError(message('cli.move.unfinished', { from: checkpoint.from }));
}
