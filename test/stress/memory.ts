import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Resident memory of a process, in MiB; undefined where it is gone. */
export function residentMiB(pid: number): number | undefined {
  const status = `/proc/${pid}/status`;
  try {
    const kib = existsSync('/proc/self/status')
      ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(status, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
    return kib === undefined ? undefined : Number(kib) / 1024;
  } catch {
    return undefined;
  }
}
