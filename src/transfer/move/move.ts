import { setTimeout as pause } from 'node:timers/promises';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import { dropPendingImages } from '#store/db/history-log.ts';
import { withSnapshot } from '#store/db/snapshot.ts';
import { calendarName, findCalendarName } from '#transfer/exporters/store.ts';
import { deleteCheckpoint, type MoveCheckpoint } from './checkpoint.ts';
import { Copier } from './copy.ts';
import { digestTable, type TableDigest } from './digest.ts';
import { countRows, readHeartbeats, readVersion } from './store.ts';
import { copiedTables, type MovedTable, movedTables, type TableName } from './tables.ts';
import { claimTarget, prepareTarget } from './target.ts';

/** Receives the progress of a move. */
export interface MoveObserver {
  /** Called if an interrupted move to this target is resumed. */
  resumed(): void;
  progress(what: 'copied' | 'compared', done: number, total: number): void;
}

/** The result of a move: each table's digest, the same in both databases. */
export interface MoveResult {
  readonly tables: readonly ({ readonly name: TableName } & TableDigest)[];
  /** A feature that the target's engine lacks. */
  readonly warning: Message | undefined;
}

/** Addresses of source and target without passwords. */
export interface MoveAddresses {
  readonly from: string;
  readonly to: string;
}

/**
 * Moves a complete calendar to another database: all IDs, users, tokens, the trash and the change log; picture files
 * are not stored in databases. The target must be empty or hold an interrupted move of this calendar, which is
 * resumed. Each batch is one transaction in the target. Finally both databases are read completely and compared.
 * Nothing is lost if the source is written to meanwhile, or a service runs on it that may write at any moment: the
 * move then stops with a message, and the next run copies what has changed. Until it is complete no service starts on
 * the target (`refuseUnfinishedMove`). The source is never changed.
 * @throws UserFacingError for any other target, which stays unchanged; for a source in use; if the databases differ
 */
export async function moveCalendar(
  source: Database,
  target: Database,
  addresses: MoveAddresses,
  observer: MoveObserver,
): Promise<MoveResult> {
  await prepareTarget(target, { ...addresses, calendar: await findCalendarName(source.read) });
  const isTargetServing = await watchService(target);
  if (await isTargetServing())
    throw new UserFacingError(message('cli.move.target_serving', { to: addresses.to }));
  const calendar = await calendarName(source);
  const isServing = await watchService(source);

  const copied = await withSnapshot(source, async (snapshot) => {
    const version = await readVersion(snapshot);
    const { checkpoint, isResumed } = await claimTarget(target, { ...addresses, calendar }, version);
    if (isResumed) observer.resumed();
    if (checkpoint.state === 'copied' && checkpoint.version === version) return checkpoint;
    const copier = await createCopier(snapshot, target, checkpoint, observer);
    if (checkpoint.state === 'copying' && checkpoint.version === version) await copier.copyRemaining();
    else await reconcile(copier, version);
    return copier.checkpoint;
  });
  const refuseUse = async () => {
    const values = { ...addresses };
    if ((await readVersion(source.read)) !== copied.version)
      throw new UserFacingError(message('cli.move.written', values));
    if (await isServing()) throw new UserFacingError(message('cli.move.serving', values));
  };
  // Fails early: a comparison would be in vain.
  await refuseUse();
  const { checkpoint, tables } = await withSnapshot(source, (snapshot) =>
    /** Compares all tables, and copies differences once more: using a token changes a row without a new version. */
    compareAndRepair(snapshot, target, copied, observer),
  );
  await refuseUse();
  const warning = await target.complete();
  await target.dialect.survey(target.read);
  await target.write(async (trx) => {
    await target.dialect.continueNumbers(trx);
    // What was copied is no change.
    await dropPendingImages(trx);
    await deleteCheckpoint(trx, checkpoint);
  });
  return { tables, warning };
}

async function createCopier(
  snapshot: Reading,
  target: Database,
  checkpoint: MoveCheckpoint,
  observer: MoveObserver,
): Promise<Copier> {
  let total = 0;
  for (const table of copiedTables) total += await countRows(snapshot, table);
  let done = checkpoint.state === 'copying' && checkpoint.table ? await countCopied(target, checkpoint) : 0;
  const progress = (rows: number) => {
    done += rows;
    observer.progress('copied', done, Math.max(done, total));
  };
  return new Copier({ source: snapshot, target, progress }, checkpoint);
}

/** Returns how many rows the target holds already. */
async function countCopied(target: Database, checkpoint: MoveCheckpoint): Promise<number> {
  let rows = 0;
  for (const table of copiedTables) {
    rows += await countRows(target.read, table);
    if (table.name === checkpoint.table) break;
  }
  return rows;
}

async function reconcile(copier: Copier, version: number): Promise<void> {
  await copier.markMixed(version);
  await copier.reconcile();
  await copier.markCopied();
}

/** Compares all tables. What differs is taken once more: the last use of a token moves no version. */
async function compareAndRepair(
  snapshot: Reading,
  target: Database,
  checkpoint: MoveCheckpoint,
  observer: MoveObserver,
): Promise<{ checkpoint: MoveCheckpoint; tables: MoveResult['tables'] }> {
  const first = await compare(snapshot, target, observer);
  if (!first.differing) return { checkpoint, tables: first.tables };
  const copier = await createCopier(snapshot, target, checkpoint, observer);
  await reconcile(copier, await readVersion(snapshot));
  const { differing, tables } = await compare(snapshot, target, observer);
  if (!differing) return { checkpoint: copier.checkpoint, tables };
  throw new UserFacingError(
    message('cli.move.differs', {
      table: differing.table.name,
      count: differing.inSource.rows,
      arrived: differing.inTarget.rows,
    }),
  );
}

interface Difference {
  readonly table: MovedTable;
  /** In the source, and in the target. */
  readonly inSource: TableDigest;
  readonly inTarget: TableDigest;
}

/** Reads both databases whole. Gives the first table that differs. */
async function compare(
  source: Reading,
  target: Database,
  observer: MoveObserver,
): Promise<{ tables: MoveResult['tables']; differing: Difference | undefined }> {
  let total = 0;
  for (const table of movedTables) total += 2 * (await countRows(source, table));
  let done = 0;
  const progress = (rows: number) => {
    done += rows;
    observer.progress('compared', done, Math.max(done, total));
  };
  const tables: ({ name: TableName } & TableDigest)[] = [];
  let differing: Difference | undefined;
  for (const table of movedTables) {
    const inSource = await digestTable(source, table, progress);
    const inTarget = await digestTable(target.read, table, progress);
    tables.push({ name: table.name, ...inSource });
    if (inSource.digest !== inTarget.digest || inSource.rows !== inTarget.rows)
      differing ??= { table, inSource, inTarget };
  }
  return { tables, differing };
}

/** Longer than the heartbeat interval of a running service (store/db/lease.ts). */
const HEARTBEAT_WITHIN_MS = 6_000;

/**
 * Reads heartbeats now, and returns a function that waits long enough to tell whether a service runs on the database.
 */
async function watchService(db: Database): Promise<() => Promise<boolean>> {
  const first = await readHeartbeats(db.read);
  const untilMs = performance.now() + HEARTBEAT_WITHIN_MS;
  return async () => {
    // A killed service leaves its name behind but sends no heartbeat.
    if (first !== '') await pause(Math.max(0, untilMs - performance.now()));
    const last = await readHeartbeats(db.read);
    return last !== first && last !== '';
  };
}
