import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#config.ts';
import { type Finding, fine, wrong } from './finding.ts';

/** Those before migrations don't count: they have no pictures. */
const NAMED = /^kalends-[0-9a-z]*-\d{8}T\d{6}Z(?!-before-migration).*\.tar$/;
const HOUR_MS = 3_600_000;

/** When the newest backup in a folder was written, Unix milliseconds; undefined: there is none, or none that can be seen. */
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

/** A backup of the service, as its name tells: series, instant, the rest. */
const SCHEDULED = /^kalends-([0-9a-z]*)-(\d{8}T\d{6})Z-scheduled.*\.tar$/;

/** The service's backups in a folder by their series, the newest first; none where it can't be read. */
function scheduledIn(folder: string): Map<string, string[]> {
  try {
    const names = readdirSync(folder).filter((name) => SCHEDULED.test(name));
    return Map.groupBy(names.sort().reverse(), (name) => SCHEDULED.exec(name)?.[1] ?? '');
  } catch {
    return new Map();
  }
}

/** How many hours lie between the instants in the names of two backups. */
function hoursBetween(older: string, newer: string): number {
  const [first, second] = [older, newer].map(
    (name) =>
      Temporal.PlainDateTime.from(SCHEDULED.exec(name)?.[2] ?? '').toZonedDateTime('UTC').epochMilliseconds,
  );
  return Math.round(((second ?? 0) - (first ?? 0)) / HOUR_MS);
}

/** Looks at what the second folder lacks of the backups that it should have; the two may be shared with other calendars. */
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

/** Looks at how old the newest backup is, in the folder of backups and in the second place if there is one, and what that lacks. */
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
