import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { Config } from '#config.ts';
import { isPostgres } from '#foundation/network/database-address.ts';
import { type Finding, fine, mebibytes, wrong } from './finding.ts';

/** MiB that a process needs besides its cache, and at most for decoding pictures. */
const PROCESS_MIB = 180;
const PICTURES_MIB = 640;
/** Open files of a process besides connections. */
const OPEN_FILES = 100;
const NODE_LEAST = 26;

/** Checks the version of Node. */
export function checkProgram(version: string): Finding[] {
  const node = process.versions.node;
  return Number.parseInt(node, 10) < NODE_LEAST
    ? [wrong('error', 'program', 'old_node', { node, least: NODE_LEAST })]
    : [fine('program', 'program', { version, node, system: `${process.platform} ${process.arch}` })];
}

/** Checks that the machine's or container's memory suffices for these settings. */
export function checkMemory({ workers, cache }: Config): Finding[] {
  const bound = process.constrainedMemory();
  const total = mebibytes(Math.min(totalmem(), bound > 0 ? bound : Number.POSITIVE_INFINITY));
  const needed = workers * (PROCESS_MIB + cache) + PICTURES_MIB;
  return total < needed
    ? [wrong('warning', 'memory', 'memory_low', { total, needed })]
    : [fine('memory', 'memory', { total, needed })];
}

/** Returns the limit of open files for a process started as this one was; undefined if the system does not say. */
function openFilesMost(): number | undefined {
  try {
    const [, , hard] = /^Max open files +(\d+|unlimited) +(\d+|unlimited)/m.exec(
      readFileSync('/proc/self/limits', 'utf8'),
    ) ?? ['', '', ''];
    if (hard === 'unlimited') return Number.POSITIVE_INFINITY;
    return hard === '' || hard === undefined ? undefined : Number(hard);
  } catch {
    return undefined;
  }
}

/** Checks that the limit of open files allows the configured number of connections. */
export function checkOpenFiles({ maxConnections, databaseUrl, databaseConnections }: Config): Finding[] {
  const most = openFilesMost();
  if (most === undefined) return [];
  const needed =
    maxConnections + (databaseUrl && isPostgres(databaseUrl) ? databaseConnections + 1 : 0) + OPEN_FILES;
  if (most < needed) return [wrong('warning', 'files', 'files_low', { most, needed })];
  return [fine('files', 'files', { needed })];
}
