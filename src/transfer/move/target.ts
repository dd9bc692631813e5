import { findFirstAdministrator } from '#api/access/store.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { listTableNames } from '#store/db/table-names.ts';
import { findCalendarName } from '#transfer/exporters/store.ts';
import { findCheckpoint, insertCheckpoint, type MoveCheckpoint } from './checkpoint.ts';
import { deleteAllRows, hasRows } from './store.ts';
import { copiedTables, movedTables } from './tables.ts';

/** Source and target of a move; addresses without passwords. */
export interface MoveRoute {
  readonly from: string;
  readonly to: string;
  /** The calendar's name, if it has one already. */
  readonly calendar: string | undefined;
}

const filled = ['events', 'venues', 'organizers', 'categories', 'tags', 'media', 'tokens'] as const;

/** Returns which of our tables a database has. */
async function tablesIn(db: Database): Promise<Set<string>> {
  const ours = new Set<string>(['migrations', ...movedTables.map(({ name }) => name)]);
  const names = await listTableNames(db.read, db.dialect.name);
  return new Set(names.filter((name) => ours.has(name)));
}

/** Returns whether a database holds nothing but, at most, the first administrator. */
async function isEmpty(db: Reading): Promise<boolean> {
  for (const table of filled) if (await hasRows(db, table)) return false;
  const users = await db.selectFrom('users').select('id').limit(2).execute();
  const [only] = users;
  if (!only) return true;
  return users.length === 1 && only.id === 1 && (await findFirstAdministrator(db)) !== undefined;
}

/** Returns the checkpoint to resume from; undefined if a new move may begin. @throws UserFacingError if neither may */
async function admit(db: Reading, { from, to, calendar }: MoveRoute): Promise<MoveCheckpoint | undefined> {
  const checkpoint = await findCheckpoint(db);
  if (checkpoint) {
    if (checkpoint.calendar !== calendar)
      throw new UserFacingError(message('cli.move.other', { to, from: checkpoint.from, wanted: from }));
    return checkpoint;
  }
  const name = await findCalendarName(db);
  if (name !== undefined && name === calendar) throw new UserFacingError(message('cli.move.same', { to }));
  if (!(await isEmpty(db))) throw new UserFacingError(message('cli.move.not_empty', { to }));
  return undefined;
}

/** Brings a target to the present schema. @throws UserFacingError before any change, if a calendar may not be moved there */
export async function prepareTarget(target: Database, route: MoveRoute): Promise<void> {
  const tables = await tablesIn(target);
  if (tables.size > 0) {
    if (!tables.has('migrations') || !tables.has('events'))
      throw new UserFacingError(message('cli.move.foreign', { to: route.to }));
    await admit(target.read, route);
  }
  await migrate(target);
}

/** Claims an empty target, or an unfinished move for resumption. Returns the checkpoint, and whether it existed. */
export async function claimTarget(
  target: Database,
  route: MoveRoute & { readonly calendar: string },
  version: number,
): Promise<{ checkpoint: MoveCheckpoint; isResumed: boolean }> {
  return target.write(async (trx) => {
    const known = await admit(trx, route);
    if (known) return { checkpoint: known, isResumed: true };
    for (const { name } of copiedTables.toReversed()) await deleteAllRows(trx, name);
    const { calendar, from } = route;
    const checkpoint: MoveCheckpoint = {
      calendar,
      from,
      version,
      state: 'copying',
      table: null,
      after: null,
      step: 0,
    };
    await insertCheckpoint(trx, checkpoint);
    return { checkpoint, isResumed: false };
  });
}
