import { randomBytes } from 'node:crypto';
import type { Database } from '#store/db/engine.ts';
import { addSetting, findSetting } from '#store/db/stored-settings.ts';

const NAME = 'challenge_key';

declare module '#context.ts' {
  interface Services {
    readonly challengeKey: ChallengeKey;
  }
}

/** The key by which all nodes of a calendar sign challenges. */
export class ChallengeKey {
  #key: string | undefined;

  /** Returns the key, made when it's first asked for. */
  async get(calendar: Database): Promise<string> {
    if (this.#key !== undefined) return this.#key;
    const key = await readKey(calendar.origin ?? calendar);
    // A transaction that made it may be rolled back.
    if (!calendar.isTransaction) this.#key = key;
    return key;
  }
}

const readKey = async ({ read, write }: Database): Promise<string> =>
  (await findSetting(read, NAME)) ??
  write(async (trx) => {
    const found = await findSetting(trx, NAME);
    if (found) return found;
    const made = randomBytes(32).toString('base64url');
    await addSetting(trx, NAME, made);
    return made;
  });
