import type { Answer, Route } from '#api/routing/route.ts';
import type { Services } from '#context.ts';
import type { Reading } from '#store/db/engine.ts';
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

/**
 * Runs work with parts of the service whose writes are taken back in the end, and returns its result.
 * @param look called once it is done, with the transaction as it was left and the last line of the change log before it
 */
export async function tryWrites<T>(
  services: Services,
  work: (within: Services) => Promise<T>,
  look: (done: { readonly db: Reading; readonly since: number }) => Promise<void> = async () => {},
): Promise<T> {
  const { db, media } = services;
  let since = 0;
  const transaction = new OpenTransaction(db, async (trx) => {
    since = await lastChange(trx);
  });
  const files = trialFiles(media.files);
  try {
    const result = await work({ ...services, db: transaction.db, media: { ...media, files } });
    if (transaction.isBegun) await look({ db: transaction.db.read, since });
    return result;
  } finally {
    await transaction.rollback();
  }
}

/** Answers a write as if it were done, and leaves everything as it was (contract W3). */
export async function tryOut(
  services: Services,
  { answers }: Pick<Route, 'answers'>,
  run: Run,
): Promise<Answer> {
  let created = NOTHING_CREATED;
  const answer = await tryWrites(services, run, async ({ db, since }) => {
    created = await listCreated(db, since);
  });
  return trialAnswer(answer, created, answers[answer.status ?? 200]);
}
