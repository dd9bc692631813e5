import { KalendsError } from '#errors.ts';
import type { Database, Writing } from '#store/db/engine.ts';
import { findRevision, type RevisedKind } from '#store/db/revisions.ts';

/** A revision as a request names it: of one item, or of whichever the request is for. */
interface NamedRevision {
  /** Its kind and ID, such as `event12`. */
  readonly item: string | undefined;
  readonly revision: number;
}

/** A revision by itself, or the entity tag of an answer, which ends with its `revisionTag` and perhaps an encoding. */
const TAG = /^(?:W\/)?("?)(?:[\w-]+\.([a-z_]+\d+)\.)?(\d{1,15})(?:-[a-z]+)?\1$/;

/**
 * Returns the revisions of which one must be the present one, as `If-Match` names them (contract W1, RFC 9110 §13.1.1); undefined:
 * any will do. Tags that name no revision match none.
 */
export function readIfMatch(header: string | undefined): readonly NamedRevision[] | undefined {
  const tags = (header ?? '').split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.every((tag) => tag === '')) return undefined;
  return tags.flatMap((tag) => {
    const [, , item, revision] = TAG.exec(tag) ?? [];
    return revision === undefined ? [] : [{ item, revision: Number(revision) }];
  });
}

/** Returns the revisions of an item among those that a request names. */
export const revisionsOf = (
  named: readonly NamedRevision[],
  kind: RevisedKind,
  id: number,
): readonly number[] =>
  named.flatMap(({ item, revision }) => (item === undefined || item === `${kind}${id}` ? revision : []));

/** Statuses of refusals that come before that of a revision (contract W1). */
const EARLIER: readonly number[] = [400, 401, 403, 404, 410];

/**
 * Holds that an item has a revision that the request names, in the transaction of each of its writes, and knows the revision
 * that they leave it with.
 */
export class RevisionGuard {
  /** The calendar, whose writes are guarded. */
  readonly db: Database;
  /** The item, once the request is read. */
  item: number | undefined;
  /** The revision after the last write; undefined: there was none. */
  revision: number | undefined;
  readonly #kind: RevisedKind;
  readonly #expected: readonly NamedRevision[] | undefined;

  constructor(db: Database, kind: RevisedKind, expected: readonly NamedRevision[] | undefined) {
    this.#kind = kind;
    this.#expected = expected;
    const guarded =
      (write: Database['write']): Database['write'] =>
      (work) =>
        write(async (trx) => {
          const { item } = this;
          if (item === undefined) return work(trx);
          // What is done again begins from the same revision.
          if (await this.#isStale(trx, item)) throw await refusalOf(() => work(trx));
          const result = await work(trx);
          this.#left = await findRevision(trx, this.#kind, item);
          return result;
        }).then((result) => {
          this.revision = this.#left;
          return result;
        });
    this.db = {
      ...db,
      write: guarded(db.write),
      writeOnce: guarded(db.writeOnce),
      origin: db.origin ?? db,
    };
  }

  #left: number | undefined;

  async #isStale(trx: Writing, item: number): Promise<boolean> {
    if (!this.#expected) return false;
    const present = await findRevision(trx, this.#kind, item);
    return this.revision === undefined
      ? !revisionsOf(this.#expected, this.#kind, item).includes(present)
      : this.revision !== present;
  }
}

/** Returns why a write of a stale item is refused: for what is wrong with it anyway, else for its revision. */
async function refusalOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    // It is rolled back.
    await work();
  } catch (error) {
    if (!(error instanceof KalendsError) || EARLIER.includes(error.status)) return error;
  }
  return new KalendsError('rest_precondition_failed');
}
