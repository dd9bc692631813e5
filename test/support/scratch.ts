import { accessSync, constants, statfsSync } from 'node:fs';

const IN_MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/**
 * The folder of tests' calendars, which needn't survive the machine: in memory where there is room, since each
 * write there waits for no disk. Undefined: where all temporary files are. A folder that was named (TMPDIR) stays.
 */
export function scratchFolder(): string | undefined {
  if (process.env['TMPDIR'] || process.platform !== 'linux') return undefined;
  try {
    accessSync(IN_MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM ? IN_MEMORY : undefined;
  } catch {
    return undefined;
  }
}
