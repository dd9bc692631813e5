import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { ToldError } from '#foundation/i18n/told.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import { withSnapshot } from '#store/db/snapshot.ts';
import { calendarName } from '#transfer/exporters/store.ts';
import { Copier } from './copy.ts';
import { type Contents, contentsOf } from './digest.ts';
import { dropMark, type Mark } from './mark.ts';
import { countRows } from './rows.ts';
import { watchService } from './serving.ts';
import { copiedTables, type MovedTable, movedTables, type TableName } from './tables.ts';
import { prepareTarget, takeTarget } from './target.ts';

/** How a move tells what it does. */
export interface Teller {
  /** An earlier move to this target was interrupted: this one goes on. */
  resumed(): void;
  progress(what: 'copied' | 'compared', done: number, total: number): void;
}

/** What was moved: each table as it is in both databases. */
export interface Moved {
  readonly tables: readonly ({ readonly name: TableName } & Contents)[];
  /** What the target's engine lacks. */
  readonly warning: Message | undefined;
}

/** Where a calendar is moved; addresses without passwords. */
export interface Addresses {
  readonly from: string;
  readonly to: string;
}

const versionOf = async (db: Reading): Promise<number> => {
  const row = await db.selectFrom('calendar').select('version').executeTakeFirst();
  return row?.version ?? 0;
};

/**
 * Moves a calendar to another database, whole: all numbers, users, tokens, the trash and the log of changes; files of
 * pictures are not in databases. The target must be empty, or one where a move of this calendar was interrupted: that
 * goes on. Every batch is one transaction in the target. At the end both are read whole and compared.
 *
 * Nothing is lost where the source is written to meanwhile, or a service runs on it that may write at any moment: the
 * move doesn't finish then and says so, and run again it takes what has changed since. Until it's finished no service
 * starts on the target (`refuseUnfinished`). The source stays as it is.
 * @throws ToldError for any other target, which stays as it is; for a source in use; where the databases don't agree
 */
export async function moveCalendar(
  source: Database,
  target: Database,
  addresses: Addresses,
  teller: Teller,
): Promise<Moved> {
  const named = await source.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'calendar')
    .executeTakeFirst();
  await prepareTarget(target, { ...addresses, calendar: named?.value });
  const isTargetServing = await watchService(target);
  if (await isTargetServing()) throw new ToldError(message('cli.move.target_serving', { to: addresses.to }));
  const calendar = await calendarName(source);
  const isServing = await watchService(source);

  const copied = await withSnapshot(source, async (snapshot) => {
    const version = await versionOf(snapshot);
    const { mark, isResumed } = await takeTarget(target, { ...addresses, calendar }, version);
    if (isResumed) teller.resumed();
    if (mark.state === 'copied' && mark.version === version) return mark;
    const copier = await copierOf(snapshot, target, mark, teller);
    if (mark.state === 'copying' && mark.version === version) await copier.copyOn();
    else await catchUp(copier, version);
    return copier.mark;
  });
  const refuseUse = async () => {
    const values = { ...addresses };
    if ((await versionOf(source.read)) !== copied.version)
      throw new ToldError(message('cli.move.written', values));
    if (await isServing()) throw new ToldError(message('cli.move.serving', values));
  };
  // Comparing would be in vain.
  await refuseUse();
  const { mark, tables } = await withSnapshot(source, (snapshot) =>
    compareAndMend(snapshot, target, copied, teller),
  );
  await refuseUse();
  const warning = await target.complete();
  await target.dialect.survey(target.read);
  await target.write(async (trx) => {
    await target.dialect.continueNumbers(trx);
    await dropMark(trx, mark);
  });
  return { tables, warning };
}

async function copierOf(snapshot: Reading, target: Database, mark: Mark, teller: Teller): Promise<Copier> {
  let total = 0;
  for (const table of copiedTables) total += await countRows(snapshot, table);
  let done = mark.state === 'copying' && mark.table ? await copiedBefore(target, mark) : 0;
  const progress = (rows: number) => {
    done += rows;
    teller.progress('copied', done, Math.max(done, total));
  };
  return new Copier({ source: snapshot, target, progress }, mark);
}

/** How many rows are in the target already. */
async function copiedBefore(target: Database, mark: Mark): Promise<number> {
  let rows = 0;
  for (const table of copiedTables) {
    rows += await countRows(target.read, table);
    if (table.name === mark.table) break;
  }
  return rows;
}

async function catchUp(copier: Copier, version: number): Promise<void> {
  await copier.mix(version);
  await copier.catchUp();
  await copier.settle();
}

/** Compares all tables. What differs is taken once more: the last use of a token moves no version. */
async function compareAndMend(
  snapshot: Reading,
  target: Database,
  mark: Mark,
  teller: Teller,
): Promise<{ mark: Mark; tables: Moved['tables'] }> {
  const first = await compare(snapshot, target, teller);
  if (!first.differing) return { mark, tables: first.tables };
  const copier = await copierOf(snapshot, target, mark, teller);
  await catchUp(copier, await versionOf(snapshot));
  const { differing, tables } = await compare(snapshot, target, teller);
  if (!differing) return { mark: copier.mark, tables };
  throw new ToldError(
    message('cli.move.differs', {
      table: differing.table.name,
      count: differing.ours.rows,
      arrived: differing.theirs.rows,
    }),
  );
}

interface Difference {
  readonly table: MovedTable;
  /** In the source, and in the target. */
  readonly ours: Contents;
  readonly theirs: Contents;
}

/** Reads both databases whole. Gives the first table that differs. */
async function compare(
  source: Reading,
  target: Database,
  teller: Teller,
): Promise<{ tables: Moved['tables']; differing: Difference | undefined }> {
  let total = 0;
  for (const table of movedTables) total += 2 * (await countRows(source, table));
  let done = 0;
  const progress = (rows: number) => {
    done += rows;
    teller.progress('compared', done, Math.max(done, total));
  };
  const tables: ({ name: TableName } & Contents)[] = [];
  let differing: Difference | undefined;
  for (const table of movedTables) {
    const ours = await contentsOf(source, table, progress);
    const theirs = await contentsOf(target.read, table, progress);
    tables.push({ name: table.name, ...ours });
    if (ours.digest !== theirs.digest || ours.rows !== theirs.rows) differing ??= { table, ours, theirs };
  }
  return { tables, differing };
}
