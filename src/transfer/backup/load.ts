import { KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import type { Database, Writing } from '#store/db/engine.ts';
import { dropPendingImages } from '#store/db/history-log.ts';
import { takeMigrations } from '#store/db/migrate.ts';
import { newToken } from '#store/db/version.ts';
import { updateDerived } from '#transfer/move/derived.ts';
import {
  deleteAllRows,
  Inserter,
  keyOf,
  type RowKey,
  readBatch,
  type TableRow,
} from '#transfer/move/store.ts';
import { copiedTables, type MovedTable } from '#transfer/move/tables.ts';
import type { Archive, ReadableMember } from './archive.ts';
import type { Manifest } from './manifest.ts';
import { picturePathOf } from './read-manifest.ts';
import { beginSeries } from './series.ts';
import { readRows, tableOfMember } from './table-parts.ts';

/** Tables from which a database derives its search indexes. */
const searched = ['events', 'venues'] as const;

/** Callbacks of a load. */
export interface LoadOptions {
  readonly progress: (done: number, total: number) => void;
  /** Runs first in the transaction, and may refuse it by throwing. */
  readonly begin?: (trx: Writing) => Promise<void>;
}

/**
 * Fills an empty database with the rows of a backup in one transaction; an interruption leaves it empty. Creates the
 * tables with the backup's schema, and migrates them with the rows. Starts a new history: no process may take what
 * follows for a state it knew (decision 11).
 * @throws UserFacingError if the database refuses rows
 */
export async function loadRows(
  archive: Archive,
  manifest: Manifest,
  target: Database,
  { progress, begin }: LoadOptions,
): Promise<void> {
  const total = Object.values(manifest.tables).reduce((sum, rows) => sum + rows, 0);
  const { dialect } = target;
  await target.alone(async (trx) => {
    await begin?.(trx);
    await takeMigrations(trx, dialect.name, { only: manifest.migrations });
    // Migrations insert some rows themselves.
    const present = new Set(Object.keys(manifest.tables));
    const tables = copiedTables.filter(({ name }) => present.has(name));
    for (const { name } of tables.toReversed()) await deleteAllRows(trx, name);
    await insertAll(archive, trx, manifest, (done) => progress(done, total));
    await takeMigrations(trx, dialect.name);
    await dialect.expectMany(trx);
    for (const name of searched) await deriveAll(trx, target, tableNamed(name));
    await dialect.continueNumbers(trx);
    // What was copied is no change.
    await dropPendingImages(trx);
    await beginSeries(trx, manifest.calendar);
    await trx.updateTable('calendar').set({ token: newToken() }).where('id', '=', 1).execute();
  });
}

/** Updates indexes and statistics after a load; the calendar is complete without. */
export async function optimizeDatabase(target: Database): Promise<void> {
  await target.dialect.settleMany(target);
  await target.complete();
  await target.dialect.survey(target.read);
}

function tableNamed(name: MovedTable['name']): MovedTable {
  const table = copiedTables.find((one) => one.name === name);
  if (!table) throw new Error(`No table is named ${name}.`);
  return table;
}

async function insertAll(
  archive: Archive,
  trx: Writing,
  { tables }: Manifest,
  progress: (done: number) => void,
): Promise<void> {
  const inserter = new Inserter();
  const counts = new Map<string, number>();
  let done = 0;
  for await (const member of archive.members()) {
    const table = tableOfMember(member.name);
    if (!table) continue;
    const most = tables[table.name] ?? 0;
    let batch: TableRow[] = [];
    const flush = async () => {
      await insert(inserter, trx, table, batch);
      done += batch.length;
      progress(done);
      batch = [];
    };
    for await (const rows of readMemberRows(archive, member)) {
      const count = (counts.get(table.name) ?? 0) + rows.length;
      if (count > most) throw damagedIn(archive, member.name);
      counts.set(table.name, count);
      for (const row of rows) {
        if (table.name === 'media') refuseUnsafePaths(archive, row);
        batch.push(row);
        if (batch.length === table.batch) await flush();
      }
    }
    if (batch.length > 0) await flush();
  }
  for (const [name, rows] of Object.entries(tables))
    if ((counts.get(name) ?? 0) !== rows) throw damagedIn(archive, `tables/${name}`);
}

/** Refuses a picture row that names a file outside the media folder. @throws UserFacingError */
function refuseUnsafePaths({ file }: Archive, row: TableRow): void {
  for (const picture of pathsIn(row))
    if (typeof picture !== 'string' || picturePathOf(`media/${picture}`) === undefined)
      throw new UserFacingError(message('backup.unsafe_path', { file, where: JSON.stringify(picture) }));
}

/** Returns everything that a picture row names as its files, valid or not. */
function pathsIn({ file, original_file: original, sizes }: TableRow): unknown[] {
  const copies: unknown = parsed(sizes);
  const isObject = typeof copies === 'object' && copies !== null && !Array.isArray(copies);
  if (!isObject) return [file, null];
  const own = Object.values(copies).map((copy: unknown) =>
    typeof copy === 'object' && copy !== null ? Reflect.get(copy, 'file') : copy,
  );
  return [file, ...(original ? [original] : []), ...own];
}

function parsed(sizes: unknown): unknown {
  if (!sizes) return {};
  try {
    return JSON.parse(String(sizes));
  } catch {
    return undefined;
  }
}

const damagedIn = ({ file }: Archive, where: string, cause?: unknown) =>
  new UserFacingError(message('backup.damaged_in', { file, where }), { cause });

async function* readMemberRows(archive: Archive, member: ReadableMember): AsyncGenerator<TableRow[]> {
  try {
    yield* readRows(member);
  } catch (error) {
    throw error instanceof UserFacingError ? error : damagedIn(archive, member.name, error);
  }
}

async function insert(inserter: Inserter, trx: Writing, table: MovedTable, rows: TableRow[]): Promise<void> {
  try {
    await inserter.insert(trx, table, rows);
  } catch (error) {
    if (error instanceof KalendsError) throw error;
    const unfit = rows.find((row) => Object.values(row).some((value) => String(value).includes('\u0000')));
    const reason = unfit
      ? message('cli.move.nul', { table: table.name, key: keyOf(table, unfit).join(' ') })
      : message('cli.move.refused', { table: table.name, reason: reasonOf(error) });
    throw new UserFacingError(reason, { cause: error });
  }
}

/** Derives search indexes and coordinates from a table's migrated rows. */
async function deriveAll(trx: Writing, { dialect }: Database, table: MovedTable): Promise<void> {
  for (let after: RowKey | null = null; ; ) {
    const rows: TableRow[] = await readBatch(trx, table, after);
    const last = rows.at(-1);
    if (!last) return;
    const keys = rows.map((row) => keyOf(table, row));
    await updateDerived({ dialect, source: trx }, trx, table, keys);
    after = keyOf(table, last);
  }
}
