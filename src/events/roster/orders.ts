import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '#db/engine.ts';
import type { Columns } from './columns.ts';

/** By what events can be in order besides their dates: a column, and their IDs. */
export const orderColumns = { title: 'title_key', modified: 'modified_utc' } as const;
export type OrderName = keyof typeof orderColumns;

const BATCH = 5_000;
/** After more changes than this an order is read anew. */
const MOST_MOVED = 50;
/** So many events without dates are passed over on the way to one that has some. */
const MOST_PASSED = 10;

const ROOM = 1024;

/** The slots of all dates in an order of their events that only the database can tell. */
export class Order {
  #slots: Int32Array<ArrayBuffer>;
  #length: number;

  /** @param slots in their order; kept */
  constructor(slots: Int32Array<ArrayBuffer>) {
    this.#slots = slots;
    this.#length = slots.length;
  }

  get length(): number {
    return this.#length;
  }

  at(position: number): number {
    return this.#slots[position] ?? -1;
  }

  remove(gone: ReadonlySet<number>): void {
    let kept = 0;
    for (let at = 0; at < this.#length; at++) {
      const slot = this.#slots[at] ?? 0;
      if (!gone.has(slot)) this.#slots[kept++] = slot;
    }
    this.#length = kept;
  }

  /** @param before the slot behind which these come; undefined: they are the first @returns whether it was found */
  insert(before: number | undefined, slots: readonly number[]): boolean {
    const at = before === undefined ? 0 : this.#slots.subarray(0, this.#length).indexOf(before) + 1;
    if (at === 0 && before !== undefined) return false;
    if (this.#length + slots.length > this.#slots.length) {
      const grown = new Int32Array(Math.ceil((this.#length + slots.length) * 1.02) + ROOM);
      grown.set(this.#slots.subarray(0, this.#length));
      this.#slots = grown;
    }
    this.#slots.copyWithin(at + slots.length, at, this.#length);
    this.#slots.set(slots, at);
    this.#length += slots.length;
    return true;
  }
}

const keyed = (column: string, id: number) =>
  sql`(select ${sql.ref(column)}, id from events where id = ${id})`;

/** The IDs of all events in an order. */
export async function* readOrder(db: Reading, name: OrderName): AsyncGenerator<number[]> {
  const column = orderColumns[name];
  const pair = sql`(${sql.ref(column)}, id)`;
  for (let last: number | undefined; ; ) {
    const after: RawBuilder<unknown> =
      last === undefined ? sql`1 = 1` : sql`${pair} > ${keyed(column, last)}`;
    const { rows } = await sql<{ id: number }>`select id from events where ${after}
      order by ${sql.ref(column)}, id limit ${BATCH}`.execute(db);
    yield rows.map(({ id }) => id);
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id;
  }
}

/** Events that have changed, in their order, and before each those that precede it, the nearest first. */
export type Moves = readonly { readonly id: number; readonly before: readonly number[] }[];

/** Where events that have changed belong in an order now; undefined: too many have. */
export async function readMoves(
  db: Reading,
  name: OrderName,
  ids: readonly number[],
): Promise<Moves | undefined> {
  if (ids.length > MOST_MOVED) return undefined;
  const column = orderColumns[name];
  const { rows } = await sql<{ id: number }>`select id from events
    where id in (${sql.join([...ids, -1])}) order by ${sql.ref(column)}, id`.execute(db);
  const moves: { id: number; before: number[] }[] = [];
  for (const { id } of rows) {
    const before = await sql<{ id: number }>`select id from events
      where (${sql.ref(column)}, id) < ${keyed(column, id)}
      order by ${sql.ref(column)} desc, id desc limit ${MOST_PASSED}`.execute(db);
    moves.push({ id, before: before.rows.map((row) => row.id) });
  }
  return moves;
}

/** Puts changed events where they belong. @param touched slots whose contents may be others now @returns whether that could be told */
export function applyMoves(
  order: Order,
  moves: Moves,
  at: { columns: Columns; touched: readonly number[] },
): boolean {
  const { columns, touched } = at;
  order.remove(new Set(touched));
  for (const { id, before } of moves) {
    const slots = columns.slotsOf(id);
    if (slots.length === 0) continue;
    const previous = before.map((one) => columns.slotsOf(one).at(-1)).find((slot) => slot !== undefined);
    // Of more events without dates than were read nobody knows what precedes them.
    if (previous === undefined && before.length === MOST_PASSED) return false;
    if (!order.insert(previous, slots)) return false;
  }
  return true;
}
