import { execFileSync } from 'node:child_process';

/** The processes that a process has started and that still run, and theirs. */
export function descendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')) {
    const [own, parent] = line.trim().split(/\s+/).map(Number);
    if (own !== undefined && parent !== undefined)
      children.set(parent, [...(children.get(parent) ?? []), own]);
  }
  const of = (one: number): number[] => (children.get(one) ?? []).flatMap((child) => [child, ...of(child)]);
  return of(pid);
}
