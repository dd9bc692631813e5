import {
  accessSync,
  constants,
  type Dirent,
  lstatSync,
  readdirSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { lostAmong } from '#api/second-factor/sealed-secrets.ts';
import { type Config, databaseFile } from '#config.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { isPostgres } from '#foundation/network/database-address.ts';
import type { CalendarState } from '#store/db/inspection.ts';
import { readSecretKey } from '#store/secret-key.ts';
import { type Finding, fine, mebibytes, wrong } from './finding.ts';

const OTHERS = 0o077;
/** Tiles of maps, which everybody may see. */
const PUBLIC = /\.pmtiles$/;
/** Files that hold secrets: credentials, passwords, unpublished content. */
const SECRET = /^(kalends\.(db(-wal|-shm|-journal)?|env|key)|.*\.(kalends|backup|tar|zst))$/;
/** Maximum number of files inspected; a million pictures need not all be. */
const LOOKED_AT = 200_000;

/** Returns the status of a path; undefined if it does not exist. @throws system errors */
const lookAt = (place: string): Stats | undefined => statSync(place, { throwIfNoEntry: false });

function may(place: string, mode: number): boolean {
  try {
    accessSync(place, mode);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path, or its nearest parent that exists. */
function existing(place: string): string {
  let at = place;
  while (path.dirname(at) !== at && !lookAt(at)) at = path.dirname(at);
  return at;
}

/** Checks that the data folder exists or can be created, and is readable and writable. */
export function checkFolder({ data }: Config): Finding[] {
  let found: Stats | undefined;
  try {
    found = lookAt(data);
  } catch (error) {
    return [wrong('error', 'folder', 'folder_unreadable', { folder: data, reason: reasonOf(error) })];
  }
  if (!found) {
    const above = existing(data);
    if (!lookAt(above)?.isDirectory()) return [wrong('error', 'folder', 'folder_file', { folder: above })];
    if (!may(above, constants.W_OK | constants.X_OK))
      return [wrong('error', 'folder', 'folder_unmakeable', { folder: data, above })];
    return [wrong('warning', 'folder', 'no_folder', { folder: data })];
  }
  if (!found.isDirectory()) return [wrong('error', 'folder', 'folder_file', { folder: data })];
  if (!may(data, constants.R_OK | constants.W_OK | constants.X_OK))
    return [wrong('error', 'folder', 'folder_unwritable', { folder: data })];
  return [fine('folder', 'folder', { folder: data })];
}

interface PermissionProblems {
  count: number;
  readonly foreign: string[];
  readonly open: string[];
  readonly secrets: string[];
  readonly closed: string[];
}

function walk(place: string, owner: number, seen: PermissionProblems): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(place, { withFileTypes: true });
  } catch {
    seen.closed.push(place);
    return;
  }
  for (const entry of entries) {
    const one = path.join(place, entry.name);
    if (++seen.count > LOOKED_AT) return;
    const found = lstatSync(one, { throwIfNoEntry: false });
    // A link's own permissions do not matter, and its target is not ours.
    if (!found || found.isSymbolicLink()) continue;
    if (found.uid !== owner) seen.foreign.push(one);
    if ((found.mode & OTHERS) !== 0 && !PUBLIC.test(entry.name))
      (SECRET.test(entry.name) ? seen.secrets : seen.open).push(one);
    if (!may(one, constants.R_OK | constants.W_OK)) seen.closed.push(one);
    if (found.isDirectory()) walk(one, owner, seen);
  }
}

/** Checks owners and permissions of the calendar's files. */
export function checkPermissions(config: Config): Finding[] {
  const found = safely(() => lookAt(config.data));
  if (!found?.isDirectory() || process.getuid === undefined) return [];
  const seen: PermissionProblems = { count: 0, foreign: [], open: [], secrets: [], closed: [] };
  walk(config.data, found.uid, seen);
  const { databaseUrl, data } = config;
  const file = databaseFile(config);
  const inside = !path.relative(data, file).startsWith('..');
  if (!(databaseUrl && isPostgres(databaseUrl)) && !inside)
    for (const ending of ['', '-wal', '-shm']) {
      const beside = safely(() => lookAt(file + ending));
      if (!beside) continue;
      seen.count++;
      if (beside.uid !== found.uid) seen.foreign.push(file + ending);
      if ((beside.mode & OTHERS) !== 0) seen.secrets.push(file + ending);
      if (!may(file + ending, constants.R_OK | constants.W_OK)) seen.closed.push(file + ending);
    }
  const findings: Finding[] = [];
  const details = (list: readonly string[]) => ({ count: list.length, example: list[0] ?? '', folder: data });
  if (seen.foreign.length > 0)
    findings.push(
      wrong('error', 'permissions', 'owned_by_others', { ...details(seen.foreign), owner: found.uid }),
    );
  if (seen.closed.length > 0) findings.push(wrong('error', 'permissions', 'not_ours', details(seen.closed)));
  if (seen.secrets.length > 0)
    findings.push(wrong('error', 'permissions', 'secrets_open', details(seen.secrets)));
  if ((found.mode & OTHERS) !== 0)
    findings.push(wrong('warning', 'permissions', 'folder_open', { folder: data }));
  else if (seen.open.length > 0)
    findings.push(wrong('warning', 'permissions', 'files_open', details(seen.open)));
  if (process.getuid() === 0 && found.uid === 0)
    findings.push(wrong('warning', 'permissions', 'owned_by_root', { folder: data }));
  if (findings.length === 0) findings.push(fine('permissions', 'permissions', { count: seen.count }));
  return findings;
}

function safely<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

const LOW = 2 ** 30;
const FULL = 128 * 2 ** 20;
const LOW_PART = 0.05;
const INODES_PART = 0.02;
/** Network file systems by their `statfs` type: NFS, SMB, CIFS, SMB2, AFS, Ceph, 9p. */
const REMOTE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997]);

/** Checks the disks of the data folder and of the database file. */
export function checkDisk(config: Config): Finding[] {
  const { data, databaseUrl } = config;
  const onServer = databaseUrl !== undefined && isPostgres(databaseUrl);
  const file = databaseFile(config);
  const places = new Set([data, ...(onServer ? [] : [path.dirname(file)])].map((place) => existing(place)));
  const findings: Finding[] = [];
  for (const folder of places) {
    const disk = safely(() => statfsSync(folder));
    if (!disk) continue;
    const free = disk.bavail * disk.bsize;
    const details = { folder, free: mebibytes(free), total: mebibytes(disk.blocks * disk.bsize) };
    const before = findings.length;
    const database = onServer ? 0 : (safely(() => lookAt(file))?.size ?? 0);
    if (free < FULL) findings.push(wrong('error', 'disk', 'disk_full', details));
    else if (free < LOW && free < disk.blocks * disk.bsize * LOW_PART)
      findings.push(wrong('warning', 'disk', 'disk_low', details));
    else if (free < database)
      findings.push(wrong('warning', 'disk', 'no_room', { ...details, size: mebibytes(database) }));
    if (disk.files > 0 && disk.ffree < disk.files * INODES_PART)
      findings.push(wrong('warning', 'disk', 'inodes_low', { folder, left: disk.ffree }));
    if (!onServer && REMOTE.has(disk.type >>> 0) && folder === existing(path.dirname(file)))
      findings.push(wrong('error', 'disk', 'remote_disk', { folder }));
    if (findings.length === before) findings.push(fine('disk', 'disk', details));
  }
  return findings;
}

/** Checks that the key file opens the secrets of all authenticator apps. */
export function checkKeyFile({ keyFile: file }: Config, apps: CalendarState['apps']): Finding[] {
  const lost = lostAmong(apps, file);
  if (lost.length === 0) return [];
  const logins = lost.map(({ login }) => login).join(', ');
  try {
    readSecretKey(file);
  } catch (error) {
    return [wrong('error', 'folder', 'key_unreadable', { file, logins, reason: reasonOf(error) })];
  }
  return [wrong('error', 'folder', 'key_missing', { file, logins })];
}
