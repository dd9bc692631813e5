import { readFileSync } from 'node:fs';

/**
 * Returns the milliseconds that the main thread of this process, and the service in it, has worked so far: other processes
 * don't count, as they do on the clock. Where the system doesn't tell (only Linux does), it is the clock.
 */
export function workedMs(): number {
  try {
    const [nanoseconds] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return performance.now();
  }
}
