import { sql } from 'kysely';
import type { Writing } from '#store/db/engine.ts';
import { ID_MAX } from '#store/db/post-ids.ts';
import { reserveId } from '#store/db/sequence.ts';

const AT_ONCE = 1000;

const isId = (wanted: number | undefined): wanted is number =>
  wanted !== undefined && wanted >= 1 && wanted <= ID_MAX;

/**
 * Gives many items post IDs in one transaction, by the rule of `claimPostId`. `write` moves the sequence; until then
 * nothing else may ask it.
 */
export class IdBook {
  readonly #trx: Writing;
  /** Of the numbers asked for: whether something has them. */
  readonly #taken = new Map<number, boolean>();
  #last: { begun: number; now: number } | undefined;

  constructor(trx: Writing) {
    this.#trx = trx;
  }

  /** Asks about numbers that will be wanted, all at once. */
  async expect(wanted: Iterable<number | undefined>): Promise<void> {
    const unknown = [...new Set(wanted)].filter((id) => isId(id) && !this.#taken.has(id));
    for (let at = 0; at < unknown.length; at += AT_ONCE) {
      const list = sql.join(unknown.slice(at, at + AT_ONCE));
      const { rows } = await sql<{ id: number }>`select id from events where id in (${list})
        union all select id from venues where id in (${list})
        union all select id from organizers where id in (${list})
        union all select id from media where id in (${list})`.execute(this.#trx);
      for (const id of unknown.slice(at, at + AT_ONCE)) if (isId(id)) this.#taken.set(id, false);
      for (const { id } of rows) this.#taken.set(id, true);
    }
  }

  /** As `claimPostId`. */
  async claim(wanted: number | undefined): Promise<number> {
    const last = await this.#sequence();
    if (isId(wanted)) {
      if (!this.#taken.has(wanted)) await this.expect([wanted]);
      if (!this.#taken.get(wanted)) {
        this.#taken.set(wanted, true);
        last.now = Math.max(last.now, wanted);
        return wanted;
      }
    }
    last.now += 1;
    this.#taken.set(last.now, true);
    return last.now;
  }

  async write(): Promise<void> {
    const last = this.#last;
    this.#last = undefined;
    if (last && last.now > last.begun) await reserveId(this.#trx, 'post', last.now);
  }

  async #sequence(): Promise<{ begun: number; now: number }> {
    if (!this.#last) {
      const { value } = await this.#trx
        .selectFrom('sequences')
        .select('value')
        .where('name', '=', 'post')
        .executeTakeFirstOrThrow();
      this.#last = { begun: value, now: value };
    }
    return this.#last;
  }
}
