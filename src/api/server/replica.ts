import type { Database } from '#store/db/engine.ts';

const lent = new WeakMap<object, Database>();

/**
 * The database from which a request reads. Whoever isn't signed in reads from a replica, where there is one that has all
 * that this process knows of; all else goes to the primary. What was lent is given back by `endReading`.
 */
export function readingPlace(
  primary: Database,
  { request, anonymous, reading }: { request: object; anonymous: boolean; reading: boolean },
): Database {
  if (!primary.lend || !anonymous || !reading) return primary;
  const known = lent.get(request) ?? primary.lend();
  lent.set(request, known);
  return known;
}

/** A request has read what it needs. */
export function endReading(request: object): void {
  lent.get(request)?.release?.();
}
