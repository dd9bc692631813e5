import type { Reading, Writing } from './engine.ts';
import { nextId, reserveId } from './sequence.ts';

/** The highest number that every engine keeps in an ID. */
export const ID_MAX = 2_147_483_647;

async function isTaken(db: Reading, id: number): Promise<boolean> {
  for (const table of ['events', 'venues', 'organizers', 'media'] as const)
    if (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) return true;
  return false;
}

/** The wanted post ID if nothing has it, else the next one (design 3: an ID names one thing). */
export async function claimPostId(trx: Writing, wanted: number | undefined): Promise<number> {
  if (wanted === undefined || wanted < 1 || wanted > ID_MAX || (await isTaken(trx, wanted)))
    return nextId(trx, 'post');
  await reserveId(trx, 'post', wanted);
  return wanted;
}
