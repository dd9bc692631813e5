import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#config.ts';
import { type Finding, fine, wrong } from './finding.ts';

/** Names of backups; those made before migrations do not count, since they contain no pictures. */
const NAMED = /^kalends-[0-9a-z]*-\d{8}T\d{6}Z(?!-before-migration).*\.tar$/;
const HOUR_MS = 3_600_000;

/** Returns when the newest backup in a folder was written, in Unix milliseconds; undefined if none is visible. */
function newestMs(folder: string): number | undefined {
  try {
    const times = readdirSync(folder)
      .filter((name) => NAMED.test(name))
      .map((name) => statSync(path.join(folder, name)).mtimeMs);
    return times.length > 0 ? Math.max(...times) : undefined;
  } catch {
    return undefined;
  }
}

/** Names of scheduled backups: series, instant, rest. */
const SCHEDULED = /^kalends-([0-9a-z]*)-(\d{8}T\d{6})Z-scheduled.*\.tar$/;

/** Returns the scheduled backups in a folder by series, newest first; none if it is unreadable. */
function scheduledIn(folder: string): Map<string, string[]> {
  try {
    const names = readdirSync(folder).filter((name) => SCHEDULED.test(name));
    return Map.groupBy(names.sort().reverse(), (name) => SCHEDULED.exec(name)?.[1] ?? '');
  } catch {
    return new Map();
  }
}

/** Returns the hours between the instants in two backups' names. */
function hoursBetween(older: string, newer: string): number {
  const [first, second] = [older, newer].map(
    (name) =>
      Temporal.PlainDateTime.from(SCHEDULED.exec(name)?.[2] ?? '').toZonedDateTime('UTC').epochMilliseconds,
  );
  return Math.round(((second ?? 0) - (first ?? 0)) / HOUR_MS);
}

/** Checks which backups the second folder lacks; both folders may be shared with other calendars. */
function checkSecond({ backupDir: first, backupTo: folder, backupKeep }: Config): Finding[] {
  if (folder === undefined) return [];
  const copied = scheduledIn(folder);
  return [...scheduledIn(first)].flatMap(([series, names]) => {
    const copies = copied.get(series);
    const [newest] = names;
    const [newestCopy] = copies ?? [];
    const missing = names.slice(0, backupKeep).filter((name) => !copies?.includes(name)).length;
    if (missing === 0 || newest === undefined || newestCopy === undefined) return [];
    const hours = Math.max(0, hoursBetween(newestCopy, newest));
    return [wrong('warning', 'backups', 'backups_behind', { folder, first, count: missing, hours })];
  });
}

/** Checks the age of the newest backup in the backup folder and in the second one, and what the second one lacks. */
export function checkBackups(config: Config): Finding[] {
  const { backupDir, backupTo, backupEveryMs } = config;
  const now = Temporal.Now.instant().epochMilliseconds;
  const findings: Finding[] = [];
  for (const folder of [backupDir, ...(backupTo === undefined ? [] : [backupTo])]) {
    const newest = newestMs(folder);
    const hours = newest === undefined ? 0 : Math.max(0, Math.round((now - newest) / HOUR_MS));
    if (newest === undefined)
      findings.push(
        wrong(backupEveryMs === undefined ? 'warning' : 'error', 'backups', 'backups_none', { folder }),
      );
    else if (backupEveryMs !== undefined && now - newest > 2 * backupEveryMs + HOUR_MS)
      findings.push(wrong('error', 'backups', 'backups_late', { folder, hours }));
    else findings.push(fine('backups', 'backups', { folder, hours }));
  }
  return [...findings, ...checkSecond(config)];
}
