import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Resources used by programs: seconds of processor time since they began, bytes of memory now. */
export interface Usage {
  cpuSeconds: number;
  residentBytes: number;
}

/** True where the system tells the resources of programs; elsewhere those columns stay empty. */
export const isTold = existsSync('/proc/self/stat');

/** Linux tells times in hundredths of a second to programs (`getconf CLK_TCK`). */
const TICKS = 100;
const PAGE = 4096;

interface Stat {
  parent: number;
  ticks: number;
  endedTicks: number;
  pages: number;
}

function statOf(pid: number): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in parentheses may hold blanks; fields are counted from behind it (proc(5): state is the third).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    parent: field(4),
    ticks: field(14) + field(15),
    endedTicks: field(16) + field(17),
    pages: field(24),
  };
}

/** Returns the resources used by programs and all that they started; processes that ended count with their parents. */
export function usageOf(pids: readonly number[]): Usage {
  if (!isTold) return { cpuSeconds: 0, residentBytes: 0 };
  const all = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? statOf(pid) : undefined;
    if (stat) all.set(pid, stat);
  }
  const ours = new Set(pids);
  for (let size = 0; size !== ours.size; ) {
    size = ours.size;
    for (const [pid, { parent }] of all) if (ours.has(parent)) ours.add(pid);
  }
  let ticks = 0;
  let pages = 0;
  for (const pid of ours) {
    const stat = all.get(pid);
    ticks += (stat?.ticks ?? 0) + (stat?.endedTicks ?? 0);
    pages += stat?.pages ?? 0;
  }
  return { cpuSeconds: ticks / TICKS, residentBytes: pages * PAGE };
}

/** Processor seconds that everything on this machine has used since it started. */
export function machineSeconds(): number {
  if (!isTold) return 0;
  const [, user, nice, system, , , irq, soft] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number);
  return ((user ?? 0) + (nice ?? 0) + (system ?? 0) + (irq ?? 0) + (soft ?? 0)) / TICKS;
}
