import type { Answer } from '#api/routing/route.ts';
import type { Deps } from '#context.ts';
import { OpenTransaction } from '#store/db/open-transaction.ts';
import { lastChange, listCreated, NOTHING_CREATED, trialAnswer } from './created-items.ts';
import { trialFiles } from './trial-files.ts';
import type { Run, WriteRequest } from './writes.ts';

/** Returns whether a write is to be tried out; what is no boolean is refused with its other parameters. */
export function asksTrial({ route, sent }: Pick<WriteRequest, 'route' | 'sent'>): boolean {
  const asked = sent['dry_run'];
  // Imports try out in their own way: what they bring comes later.
  if (asked === undefined || route.accepts['dry_run']) return false;
  return asked === true || asked === 1 || /^(true|1)$/i.test(String(asked));
}

/** Answers a write as if it were done, and leaves everything as it was (contract W3). */
export async function tryOut(deps: Deps, run: Run): Promise<Answer> {
  const { db, media } = deps;
  let since = 0;
  const transaction = new OpenTransaction(db, async (trx) => {
    since = await lastChange(trx);
  });
  const files = trialFiles(media.files);
  try {
    const answer = await run({ ...deps, db: transaction.db, media: { ...media, files } });
    const created = transaction.isBegun ? await listCreated(transaction.db.read, since) : NOTHING_CREATED;
    return trialAnswer(answer, created);
  } finally {
    await transaction.rollback();
  }
}
