import { readFileSync } from 'node:fs';
import type { Service } from './service.ts';

/**
 * Returns the milliseconds that the main thread of a service has worked so far: other processes don't count, as they do on the
 * clock. Where the system doesn't tell (only Linux does), it is the clock.
 */
export function workedMs({ pid }: Service): number {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return performance.now();
  }
}
