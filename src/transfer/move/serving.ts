import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#store/db/engine.ts';
import { readHeartbeats } from './store.ts';

/** Longer than the heartbeat interval of a running service (store/db/lease.ts). */
const HEARTBEAT_WITHIN_MS = 6_000;

/**
 * Reads heartbeats now, and returns a function that waits long enough to tell whether a service runs on the database.
 */
export async function watchService(db: Database): Promise<() => Promise<boolean>> {
  const first = await readHeartbeats(db.read);
  const untilMs = performance.now() + HEARTBEAT_WITHIN_MS;
  return async () => {
    // A killed service leaves its name behind but sends no heartbeat.
    if (first !== '') await pause(Math.max(0, untilMs - performance.now()));
    const last = await readHeartbeats(db.read);
    return last !== first && last !== '';
  };
}
