import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** A program that listens on a port. */
export interface PortHolder {
  readonly program: string;
  readonly pid: number;
}

/** Linux's code for a listening socket. */
const LISTENING = '0A';

/** Returns who listens on a TCP port of this machine, if the system says so (Linux, processes visible to this user). */
export function findPortHolder(port: number): PortHolder | undefined {
  try {
    const sockets = new Set(['tcp', 'tcp6'].flatMap((protocol) => listeningAt(port, protocol)));
    if (sockets.size === 0) return undefined;
    for (const name of readdirSync('/proc'))
      if (/^\d+$/.test(name) && ownsSocket(name, sockets))
        return { program: programOf(name), pid: Number(name) };
  } catch {
    // Not Linux, or not permitted.
  }
  return undefined;
}

/** Returns the sockets listening on a port, in the form in which links of open files name them. */
function listeningAt(port: number, protocol: string): string[] {
  const lines = readFileSync(`/proc/net/${protocol}`, 'utf8').split('\n').slice(1);
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    const [, at = ''] = local.split(':');
    return state === LISTENING && Number.parseInt(at, 16) === port ? [`socket:[${inode}]`] : [];
  });
}

function ownsSocket(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`));
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

/** Returns a program's name, or its script's if Node runs it; never its arguments, which may hold secrets. */
function programOf(pid: string): string {
  const [command = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const script = /^node/.test(path.basename(command)) ? scriptOf(args) : undefined;
  const name = path.basename(script || command).replace(/\.[cm]?[jt]s$/, '');
  return name === 'cli' ? 'kalends' : name;
}

/** Returns the script that Node runs; undefined if the program is given as an argument. */
function scriptOf(args: readonly string[]): string | undefined {
  const at = args.findIndex((one) => !one.startsWith('-') || /^-[ep]|^--(eval|print)/.test(one));
  return args[at]?.startsWith('-') ? undefined : args[at];
}
