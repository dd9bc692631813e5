import { sql } from 'kysely';
import { uniqueSlug } from '#foundation/text/slug.ts';
import type { Writing } from '#store/db/engine.ts';
import type { PostTable } from './slugs.ts';

const AT_ONCE = 1000;
const NOBODY = 0;
const SEVERAL = -1;

/**
 * Gives many items of a kind slugs in one transaction, by the rule of `freeSlug`: what is taken is asked for many at
 * once, and what was given is taken. Whatever else writes slugs meanwhile makes it wrong.
 */
export class SlugBook {
  readonly #trx: Writing;
  readonly #table: PostTable;
  /** Who has a slug, of those asked for. */
  readonly #owners = new Map<string, number>();

  constructor(trx: Writing, table: PostTable) {
    this.#trx = trx;
    this.#table = table;
  }

  /** Asks for slugs that will be wanted, all at once. */
  async expect(slugs: Iterable<string>): Promise<void> {
    const unknown = [...new Set(slugs)].filter((slug) => slug !== '' && !this.#owners.has(slug));
    for (let at = 0; at < unknown.length; at += AT_ONCE) {
      const these = unknown.slice(at, at + AT_ONCE);
      const list = sql.join(these);
      const { rows } = await sql<{ slug: string; id: number }>`
        select slug, id from ${sql.table(this.#table)} where slug in (${list})
        union all select slug, resource_id as id from translations
        where kind = ${this.#table} and slug <> '' and slug in (${list})`.execute(this.#trx);
      for (const slug of these) this.#owners.set(slug, NOBODY);
      for (const { slug, id } of rows) this.take(slug, id);
    }
  }

  /** Notes whose a slug is. */
  take(slug: string, id: number): void {
    if (slug === '') return;
    const owner = this.#owners.get(slug) ?? NOBODY;
    this.#owners.set(slug, owner === NOBODY || owner === id ? id : SEVERAL);
  }

  /** As `freeSlug`. */
  free(wanted: string, ownId: number): Promise<string> {
    return uniqueSlug(wanted, async (slug) => {
      if (!this.#owners.has(slug)) await this.expect([slug]);
      const owner = this.#owners.get(slug) ?? NOBODY;
      return owner !== NOBODY && owner !== ownId;
    });
  }
}
