import { setTimeout as pause } from 'node:timers/promises';

const TURN_MS = 20;

/**
 * Returns what a test waits for between two looks at something that becomes so within `ms` on a machine at rest; false: it had long
 * enough. Looks are counted instead of the clock, twice as many as fit: on a busy machine each takes longer, as all does.
 */
export function patienceOf(ms: number): () => Promise<boolean> {
  let left = Math.ceil((2 * ms) / TURN_MS);
  return async () => {
    await pause(TURN_MS);
    return left-- > 0;
  };
}
