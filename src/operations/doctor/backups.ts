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

/** Looks at how old the newest backup is: in the folder of backups, and in the second place if there is one. */
export function checkBackups({ backupDir, backupTo, backupEveryMs }: Config): Finding[] {
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
  return findings;
}
