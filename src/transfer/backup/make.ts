import { existsSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { filesOf } from '#api/media/rules.ts';
import { KEY_FILE, SETTINGS_FILE } from '#store/data-folder.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import { listApplied } from '#store/db/migrate.ts';
import { withSnapshot } from '#store/db/snapshot.ts';
import { listTableNames } from '#store/db/table-names.ts';
import { type Hold, holdMedia } from '#store/pictures/held.ts';
import { SWEPT } from '#store/pictures/retired-files.ts';
import { calendarName } from '#transfer/exporters/store.ts';
import { countRows, readVersion } from '#transfer/move/store.ts';
import { copiedTables } from '#transfer/move/tables.ts';
import manifestOfProgram from '../../../package.json' with { type: 'json' };
import { ArchiveWriter } from './archive.ts';
import {
  type BackupKind,
  backupName,
  isFolder,
  prepareFolder,
  publishFile,
  refuseExisting,
  temporaryFile,
} from './backup-files.ts';
import { FORMAT, MANIFEST, type Manifest } from './manifest.ts';
import { listSeries } from './series.ts';
import { tableParts } from './table-parts.ts';

/** The calendar to back up. */
export interface BackupSource {
  readonly db: Database;
  /** The data folder. */
  readonly data: string;
  /** The file with the key of sealed secrets, to put it in too; absent: it is left out. */
  readonly keyFile?: string;
  /** Leaves out the picture files, which a migration does not change. */
  readonly withoutMedia?: boolean;
}

/** The target of a backup: a new file, or a folder in which it is named by its date. */
export interface BackupTarget {
  readonly place: string;
  readonly kind: BackupKind;
}

/** Receives the progress of a backup. */
export type BackupProgress = (what: 'rows' | 'pictures', done: number, total: number) => void;

/** A finished backup. */
export interface BackupResult {
  readonly file: string;
  readonly manifest: Manifest;
  readonly bytes: number;
  /** SHA-256 of the whole file. */
  readonly sha256: string;
  /** The calendar's series of backups (`listSeries`), its own first. */
  readonly series: readonly [string, ...string[]];
}

/**
 * Backs up a calendar as it is at one moment, whoever writes meanwhile: rows, picture files and settings. The file
 * gets its name once it is complete and synced; a failed or interrupted backup leaves nothing.
 * @throws UserFacingError if the name is taken; system errors such as a full disk
 */
export async function makeBackup(
  source: BackupSource,
  { place, kind }: BackupTarget,
  progress: BackupProgress,
  signal?: AbortSignal,
): Promise<BackupResult> {
  const calendar = await calendarName(source.db);
  const series = await listSeries(source.db.read, calendar);
  const inFolder = await isFolder(place);
  const folder = inFolder ? place : path.dirname(path.resolve(place));
  if (!inFolder) refuseExisting(place);
  if (inFolder || existsSync(folder)) await prepareFolder(folder);
  const part = temporaryFile(folder);
  const made = Temporal.Now.instant();
  const handle = await open(part, 'wx', 0o600);
  const writer = new ArchiveWriter(handle, made.epochMilliseconds);
  let hold: Hold | undefined;
  try {
    if (!source.withoutMedia) hold = await holdMedia(path.join(source.data, 'media'));
    const content = await writeContent(source, writer, { hold, progress, signal });
    const manifest: Manifest = {
      format: FORMAT,
      kalends: manifestOfProgram.version,
      made: made.toString({ smallestUnit: 'second' }),
      calendar,
      engine: source.db.dialect.name,
      ...content,
      members: [...writer.members],
    };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    await writer.add(MANIFEST, text.length, [text]);
    const sha256 = await writer.finish();
    signal?.throwIfAborted();
    const file = inFolder ? freeName(folder, backupName(series[0], made, kind)) : place;
    await publishFile(part, file);
    return { file, manifest, bytes: writer.bytes, sha256, series };
  } catch (error) {
    await writer.abandon();
    await rm(part, { force: true }).catch(() => {});
    throw error;
  } finally {
    await hold?.release().catch(() => {});
  }
}

/** Returns an unused name in a folder: two backups may be made in one second. */
function freeName(folder: string, name: string): string {
  for (let number = 1; ; number++) {
    const file = path.join(folder, number === 1 ? name : name.replace(/\.tar$/, `-${number}.tar`));
    if (!existsSync(file)) return file;
  }
}

interface WriteOptions {
  readonly hold: Hold | undefined;
  readonly progress: BackupProgress;
  readonly signal: AbortSignal | undefined;
}

async function writeContent(
  { db, data, keyFile, withoutMedia = false }: BackupSource,
  writer: ArchiveWriter,
  { hold, progress, signal }: WriteOptions,
): Promise<Pick<Manifest, 'version' | 'migrations' | 'tables' | 'media' | 'missing'>> {
  const { files, ...rows } = await withSnapshot(db, async (snapshot) => {
    // The first read fixes the snapshot.
    const version = await readVersion(snapshot);
    const migrations = await listApplied(snapshot);
    const tables = await writeTables(snapshot, db.dialect.name, writer, { progress, signal });
    return {
      version,
      migrations,
      tables,
      files: withoutMedia ? [] : await filesIn(snapshot),
    };
  });
  const settings = await readFile(path.join(data, SETTINGS_FILE)).catch(() => undefined);
  if (settings) await writer.add(`settings/${SETTINGS_FILE}`, settings.length, [settings]);
  if (keyFile !== undefined) {
    const key = await readFile(keyFile);
    await writer.add(`settings/${KEY_FILE}`, key.length, [key]);
  }
  const missing: string[] = [];
  let done = 0;
  for (const file of files) {
    signal?.throwIfAborted();
    if (!(await writePicture(writer, data, file, hold))) missing.push(file);
    progress('pictures', ++done, files.length);
  }
  return { ...rows, media: !withoutMedia, missing };
}

async function writeTables(
  snapshot: Reading,
  engine: Database['dialect']['name'],
  writer: ArchiveWriter,
  { progress, signal }: Pick<WriteOptions, 'progress' | 'signal'>,
): Promise<Record<string, number>> {
  const present = new Set(await listTableNames(snapshot, engine));
  // A calendar of an older version may lack some tables.
  const tables = copiedTables.filter(({ name }) => present.has(name));
  let total = 0;
  for (const table of tables) total += await countRows(snapshot, table);
  let done = 0;
  const counts: Record<string, number> = {};
  for (const table of tables) {
    let count = 0;
    const parts = tableParts(snapshot, table, (rows) => {
      count += rows;
      done += rows;
      progress('rows', done, Math.max(total, done));
    });
    for await (const { name, content } of parts) {
      signal?.throwIfAborted();
      await writer.add(name, content.length, [content]);
    }
    counts[table.name] = count;
  }
  return counts;
}

/** Returns the paths of all picture files below the media folder. */
async function filesIn(snapshot: Reading): Promise<string[]> {
  const rows = await snapshot
    .selectFrom('media')
    .select(['file', 'original_file', 'sizes'])
    .orderBy('id')
    .execute();
  return [...new Set(rows.flatMap(filesOf))];
}

/** Adds a picture's file, even if it was deleted meanwhile. Returns false if it is gone. */
async function writePicture(
  writer: ArchiveWriter,
  data: string,
  file: string,
  hold: Hold | undefined,
): Promise<boolean> {
  const media = path.join(data, 'media');
  for (const place of [media, ...(hold ? [hold.place] : []), path.join(media, SWEPT)]) {
    const handle = await open(path.join(place, file), 'r').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!handle) continue;
    try {
      const { size } = await handle.stat();
      await writer.add(`media/${file}`, size, handle.createReadStream({ autoClose: false }));
      return true;
    } finally {
      await handle.close();
    }
  }
  return false;
}
