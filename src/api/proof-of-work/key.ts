import { randomBytes } from 'node:crypto';
import type { Database } from '#store/db/engine.ts';
import { addSetting, findSetting } from '#store/db/stored-settings.ts';

const NAME = 'challenge_key';
const keys = new WeakMap<Database, string>();

/** Returns the key by which all nodes of a calendar sign challenges; made when it's first asked for. */
export async function challengeKey(db: Database): Promise<string> {
  const origin = db.origin ?? db;
  const known = keys.get(origin);
  if (known) return known;
  const key =
    (await findSetting(origin.read, NAME)) ??
    (await origin.write(async (trx) => {
      const found = await findSetting(trx, NAME);
      if (found) return found;
      const made = randomBytes(32).toString('base64url');
      await addSetting(trx, NAME, made);
      return made;
    }));
  keys.set(origin, key);
  return key;
}
