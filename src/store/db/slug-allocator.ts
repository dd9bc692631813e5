import { uniqueSlug } from '#foundation/text/slug.ts';
import type { Reading } from './engine.ts';
import type { PostTable } from './tables.ts';
import { findTakenTexts } from './taken-texts.ts';

const NOBODY = 0;
const SEVERAL = -1;

/** Gives slugs in one transaction that no other item of the same table has in any language, whatever its status. */
export class SlugAllocator {
  readonly #db: Reading;
  /** By table and slug: the ID of whoever has it. */
  readonly #owners = new Map<PostTable, Map<string, number>>();

  constructor(db: Reading) {
    this.#db = db;
  }

  #ownersIn(table: PostTable): Map<string, number> {
    const known = this.#owners.get(table) ?? new Map<string, number>();
    this.#owners.set(table, known);
    return known;
  }

  isKnown(table: PostTable, slug: string): boolean {
    return this.#owners.get(table)?.has(slug) ?? false;
  }

  /** Takes over that a slug was looked up, and nobody has it unless `take` says so. */
  noteFree(table: PostTable, slug: string): void {
    this.#ownersIn(table).set(slug, NOBODY);
  }

  /** Notes who has a slug; an item may have one in several languages. */
  take(table: PostTable, slug: string, id: number): void {
    if (slug === '') return;
    const owners = this.#ownersIn(table);
    const owner = owners.get(slug) ?? NOBODY;
    owners.set(slug, owner === NOBODY || owner === id ? id : SEVERAL);
  }

  /** Returns the slug wanted, or the first of `-2`, `-3`… that is free for an item (reference 5.4). */
  free(table: PostTable, wanted: string, ownId: number): Promise<string> {
    return uniqueSlug(wanted, async (slug) => {
      if (!this.isKnown(table, slug)) await this.#lookUp(table, slug);
      const owner = this.#ownersIn(table).get(slug) ?? NOBODY;
      return owner !== NOBODY && owner !== ownId;
    });
  }

  async #lookUp(table: PostTable, slug: string): Promise<void> {
    const { taken } = await findTakenTexts(this.#db, [{ column: 'slug', table, texts: [slug] }]);
    this.noteFree(table, slug);
    for (const { first, last } of taken) for (const id of [first, last]) this.take(table, slug, id);
  }

  /** Forgets what was looked up and taken: an update has given slugs up, or a rollback. */
  forget(): void {
    this.#owners.clear();
  }
}
