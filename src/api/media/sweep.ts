import type { Dirent, Stats } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '#context.ts';
import { OF_ONE_WRITE, removeIfEmpty } from '#store/pictures/files.ts';
import { dropAbandonedHolds } from '#store/pictures/held.ts';
import { SWEPT } from '#store/pictures/retired-files.ts';
import { filesOf } from './rules.ts';
import { listMediaOfMonth } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const never = () => false;

/** A file without a row; its path is below the media folder, with `/`. */
export interface Orphan {
  path: string;
  /** Instant of its last change. */
  modifiedMs: number;
}

/**
 * Deletes what interrupted writes left in a media folder: `.*.part` files of earlier versions that are an hour old by the machine's
 * clock, whose paths it returns, and folders as old that are empty. A missing folder counts as empty. Ends early once `isStopped` returns true.
 */
export async function sweepMedia(folder: string, nowMs: number, isStopped = never): Promise<string[]> {
  const swept: string[] = [];
  for (const month of await monthsIn(folder))
    for (const { place, isOfOneWrite } of await placesIn(folder, month)) {
      for (const name of await namesIn(place)) {
        if (isStopped()) return swept;
        const part = join(place, name);
        if (!/^\..+\.part$/.test(name) || !(await isUntouched(part, nowMs, HOUR_MS))) continue;
        await rm(part, { force: true });
        swept.push(part);
      }
      if (isOfOneWrite) await removeIfLeft(place, nowMs);
    }
  return swept;
}

/**
 * Yields the files of the media folder that belong to no row, a month at a time. A write under way may own some. Ends
 * early once `isStopped` returns true.
 */
export async function* findOrphans(
  { db, media }: Pick<Services, 'db'> & { readonly media: { readonly folder: string } },
  isStopped = never,
): AsyncIterable<Orphan> {
  for (const month of await monthsIn(media.folder)) {
    if (isStopped()) return;
    // Rows come after their files: read in this order, none of a file that is seen is missed.
    const files: { path: string; place: string }[] = [];
    for (const { path, place } of await placesIn(media.folder, month))
      for (const name of await namesIn(place))
        if (!name.startsWith('.')) files.push({ path: `${path}/${name}`, place: join(place, name) });
    if (files.length === 0) continue;
    const known = new Set((await listMediaOfMonth(db.read, month)).flatMap(filesOf));
    for (const { path, place } of files) {
      if (isStopped()) return;
      if (known.has(path)) continue;
      const found = await statOf(place);
      if (found?.isFile()) yield { path, modifiedMs: found.mtimeMs };
    }
  }
}

/**
 * Retires the files that belong to no row and are an hour old by the machine's clock: the database may be the wrong one. Retired
 * files stay for a week, and as long as the history goes back, which may want them again. Returns the paths of those that it
 * retired. Ends early once `isStopped` returns true.
 */
export async function sweepOrphans(
  services: Pick<Services, 'db' | 'media' | 'config'>,
  nowMs: number,
  isStopped = never,
): Promise<string[]> {
  const { folder, files } = services.media;
  const { historyDays } = services.config;
  const swept: string[] = [];
  for await (const { path: file, modifiedMs } of findOrphans(services, isStopped)) {
    if (nowMs - modifiedMs <= HOUR_MS) continue;
    await files.retire([file]);
    swept.push(file);
  }
  // The history that has no end keeps all of them.
  if (historyDays > 0)
    await forgetRetired(folder, { nowMs, keptMs: Math.max(WEEK_MS, historyDays * DAY_MS) }, isStopped);
  await dropAbandonedHolds(folder);
  return swept;
}

async function forgetRetired(
  folder: string,
  { nowMs, keptMs }: { nowMs: number; keptMs: number },
  isStopped: () => boolean,
): Promise<void> {
  const aside = join(folder, SWEPT);
  for (const month of await monthsIn(aside))
    for (const { place, isOfOneWrite } of await placesIn(aside, month)) {
      for (const name of await namesIn(place)) {
        if (isStopped()) return;
        const file = join(place, name);
        if (await isUntouched(file, nowMs, keptMs)) await rm(file, { force: true });
      }
      if (isOfOneWrite) await removeIfLeft(place, nowMs);
    }
}

/** Removes an empty folder that no write or deletion has touched for an hour. */
async function removeIfLeft(place: string, nowMs: number): Promise<void> {
  if (await isUntouched(place, nowMs, HOUR_MS)) await removeIfEmpty(place);
}

/** Returns the folders of months, such as `2026/11`. */
async function monthsIn(folder: string): Promise<string[]> {
  const months: string[] = [];
  for (const year of await foldersIn(folder, /^\d{4}$/))
    for (const month of await foldersIn(join(folder, year), /^\d\d$/)) months.push(`${year}/${month}`);
  return months;
}

/** Returns the folders with the files of a month: its own, where earlier versions kept them, and those of one write each. */
async function placesIn(folder: string, month: string) {
  const place = join(folder, month);
  const writes = await foldersIn(place, OF_ONE_WRITE);
  return [
    { path: month, place, isOfOneWrite: false },
    ...writes.map((name) => ({ path: `${month}/${name}`, place: join(place, name), isOfOneWrite: true })),
  ];
}

async function foldersIn(folder: string, named: RegExp): Promise<string[]> {
  const entries = await entriesIn(folder);
  return entries.filter((entry) => entry.isDirectory() && named.test(entry.name)).map(({ name }) => name);
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await entriesIn(folder);
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

async function entriesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

// Another process may be sweeping too, or finish its write just now.
async function statOf(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

async function isUntouched(file: string, nowMs: number, forMs: number): Promise<boolean> {
  const found = await statOf(file);
  return found !== undefined && nowMs - found.mtimeMs > forMs;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
