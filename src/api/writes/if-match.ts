import { KalendsError } from '#errors.ts';
import type { Database, Writing } from '#store/db/engine.ts';
import { findRevision, type RevisedKind } from '#store/db/revisions.ts';

/** A revision by itself, or the entity tag of a read, which ends with the revision that was read (`send` makes it so). */
const TAG = /^(?:W\/)?"?(?:[\w-]*\.)?(\d{1,15})(?:-[a-z]+)?"?$/;

/**
 * Returns the revisions of which one must be the present one, as `If-Match` names them (contract W1, RFC 9110 §13.1.1); undefined:
 * any will do. Tags that name no revision match none.
 */
export function readIfMatch(header: string | undefined): readonly number[] | undefined {
  const tags = (header ?? '').split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.every((tag) => tag === '')) return undefined;
  return tags.flatMap((tag) => {
    const [, revision] = TAG.exec(tag) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
}

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
  readonly #expected: readonly number[] | undefined;

  constructor(db: Database, kind: RevisedKind, expected: readonly number[] | undefined) {
    this.#kind = kind;
    this.#expected = expected;
    const guarded =
      (write: Database['write']): Database['write'] =>
      (work) =>
        write(async (trx) => {
          const { item } = this;
          if (item === undefined) return work(trx);
          // What is done again begins from the same revision.
          await this.#check(trx, item);
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

  /** @throws KalendsError `rest_precondition_failed` */
  async #check(trx: Writing, item: number): Promise<void> {
    if (!this.#expected) return;
    const present = await findRevision(trx, this.#kind, item);
    const isRight =
      this.revision === undefined ? this.#expected.includes(present) : this.revision === present;
    if (!isRight) throw new KalendsError('rest_precondition_failed');
  }
}
