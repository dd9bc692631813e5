import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Reading } from '#store/db/engine.ts';

/** Longer than the heartbeat interval of a running service (store/db/lease.ts). */
const HEARTBEAT_WITHIN_MS = 6_000;

const readHeartbeats = async (db: Reading) => {
  const rows = await db
    .selectFrom('leases')
    .select(['name', 'holder', 'beat'])
    .where('holder', '<>', '')
    .orderBy('name')
    .execute();
  return rows.map(({ name, holder, beat }) => `${name} ${holder} ${beat}`).join();
};

/**
 * Reads heartbeats now, and returns a function that waits long enough to tell whether a service runs on the database.
 */
export async function watchService(db: Database): Promise<() => Promise<boolean>> {
  const first = await readHeartbeats(db.read);
  const untilMs = performance.now() + HEARTBEAT_WITHIN_MS;
  return async () => {
    // One that was killed left its name behind and gives no sign.
    if (first !== '') await pause(Math.max(0, untilMs - performance.now()));
    const last = await readHeartbeats(db.read);
    return last !== first && last !== '';
  };
}
