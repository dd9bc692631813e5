import { readdirSync, readFileSync, statSync } from 'node:fs';
import { residentMiB } from './memory.ts';

/** Clock ticks a second, in which Linux tells processor time: the same wherever Node runs. */
const TICKS = 100;

/** Seconds of processor time that a process has taken; 0 where it is gone. Linux alone. */
export function processorSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold blanks: what is counted comes after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return 0;
  }
}

/** How many files, sockets and pipes a process has open. Linux alone. */
export function openHandles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** MiB of a file; 0 where there is none. */
export function fileMiB(file: string): number {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20;
}

/** Resident memory of several processes together, MiB. */
export const residentOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (residentMiB(pid) ?? 0), 0);
