import { setImmediate as breathe } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { readVersion } from '#store/db/change-log-follower.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import { withSnapshot } from '#store/db/snapshot.ts';
import { isSameVersion, type Version } from '#store/db/version.ts';
import type { EventKey } from '../filters/registry.ts';
import type { OccurrenceTable } from './occurrence-table.ts';

const BATCH = 5_000;
/** After more changes an order is read anew. */
const MAX_MOVED = 50;
/** Events without occurrences that are passed over on the way to one that has some. */
const MAX_PASSED = 10;

const SPARE_SLOTS = 1024;

/** The slots of all occurrences in an order of their events that only the database knows. */
class EventOrder {
  #slots: Int32Array<ArrayBuffer>;
  #length: number;

  /** @param slots in their order; it takes the list over */
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
    let loaded = 0;
    for (let at = 0; at < this.#length; at++) {
      const slot = this.#slots[at] ?? 0;
      if (!gone.has(slot)) this.#slots[loaded++] = slot;
    }
    this.#length = loaded;
  }

  /** Inserts slots after `before`, or first where that is undefined; returns false where `before` isn't found. */
  insert(before: number | undefined, slots: readonly number[]): boolean {
    const at = before === undefined ? 0 : this.#slots.subarray(0, this.#length).indexOf(before) + 1;
    if (at === 0 && before !== undefined) return false;
    if (this.#length + slots.length > this.#slots.length) {
      const grown = new Int32Array(Math.ceil((this.#length + slots.length) * 1.02) + SPARE_SLOTS);
      grown.set(this.#slots.subarray(0, this.#length));
      this.#slots = grown;
    }
    this.#slots.copyWithin(at + slots.length, at, this.#length);
    this.#slots.set(slots, at);
    this.#length += slots.length;
    return true;
  }
}

interface Keyed {
  id: number;
  key: string;
}

/**
 * Reads the events after one in an order, or before it, the nearest first. In two statements: thousands may share one
 * second, and an engine that compares pairs would scan all of those each time.
 */
async function beside(
  db: Reading,
  name: EventKey,
  from: Keyed | undefined,
  to: { most: number; isBefore: boolean },
): Promise<Keyed[]> {
  const { most, isBefore } = to;
  const column = sql.ref(name);
  const operator = isBefore ? sql`<` : sql`>`;
  const direction = isBefore ? sql`desc` : sql`asc`;
  const read = async (where: RawBuilder<unknown>, limit: number) => {
    const { rows } = await sql<Keyed>`select id, ${column} as key from events where ${where}
      order by ${column} ${direction}, id ${direction} limit ${limit}`.execute(db);
    return rows;
  };
  if (!from) return read(sql`1 = 1`, most);
  const equal = await read(sql`${column} = ${from.key} and id ${operator} ${from.id}`, most);
  if (equal.length === most) return equal;
  return [...equal, ...(await read(sql`${column} ${operator} ${from.key}`, most - equal.length))];
}

/** Reads the IDs of all events in an order, in batches. */
async function* readOrder(db: Reading, name: EventKey): AsyncGenerator<number[]> {
  for (let last: Keyed | undefined; ; ) {
    const rows = await beside(db, name, last, { most: BATCH, isBefore: false });
    yield rows.map(({ id }) => id);
    if (rows.length < BATCH) return;
    last = rows.at(-1);
  }
}

/** Changed events in their order, each with the events that precede it, the nearest first. */
export type OrderMoves = readonly { readonly id: number; readonly before: readonly number[] }[];

/** Reads where changed events belong in an order; undefined where they are too many. */
async function readMoves(
  db: Reading,
  name: EventKey,
  ids: readonly number[],
): Promise<OrderMoves | undefined> {
  if (ids.length > MAX_MOVED) return undefined;
  const column = sql.ref(name);
  const { rows } = await sql<Keyed>`select id, ${column} as key from events
    where id in (${sql.join([...ids, -1])}) order by ${column}, id`.execute(db);
  const moves: { id: number; before: number[] }[] = [];
  for (const row of rows) {
    const before = await beside(db, name, row, { most: MAX_PASSED, isBefore: true });
    moves.push({ id: row.id, before: before.map(({ id }) => id) });
  }
  return moves;
}

/**
 * Moves changed events to where they belong; returns false where that is unknown, so that the order must be read anew.
 * @param at `touched`: slots whose contents may have changed
 */
function applyMoves(
  order: EventOrder,
  moves: OrderMoves,
  at: { columns: OccurrenceTable; touched: readonly number[] },
): boolean {
  const { columns, touched } = at;
  order.remove(new Set(touched));
  for (const { id, before } of moves) {
    const slots = columns.slotsOf(id);
    if (slots.length === 0) continue;
    const previous = before.map((one) => columns.slotsOf(one).at(-1)).find((slot) => slot !== undefined);
    // All events that were read have no occurrences: what precedes them is unknown.
    if (previous === undefined && before.length === MAX_PASSED) return false;
    if (!order.insert(previous, slots)) return false;
  }
  return true;
}

/** The version of the calendar that an index shows, and its occurrence table. */
export interface IndexedVersion {
  readonly columns: OccurrenceTable | undefined;
  readonly version: Version | undefined;
  /** Catches up with the calendar; returns false where the table must be loaded first. */
  isCurrent(): Promise<boolean>;
}

/** The orders of all occurrences by a column of their events, each read when a list first needs it. */
export class EventOrders {
  readonly #db: Database;
  readonly #indexed: IndexedVersion;
  readonly #orders = new Map<EventKey, EventOrder>();
  #reading: Promise<void> | undefined;
  /** Events that have changed since the reading under way began. */
  #changedMeanwhile: Set<number> | undefined;

  constructor(db: Database, indexed: IndexedVersion) {
    this.#db = db;
    this.#indexed = indexed;
  }

  /** Returns an order of all occurrences; undefined while it is being read. */
  get(name: EventKey): EventOrder | undefined {
    const order = this.#orders.get(name);
    // An error that stops the reading also stops the database from answering, which then reports it.
    if (!order)
      this.#reading ??= this.#read(name)
        .catch(() => {})
        .finally(() => {
          this.#reading = undefined;
        });
    return order;
  }

  /** Resolves once no order is being read. */
  async settled(): Promise<void> {
    await this.#reading;
  }

  /** Notes changed events for the order that is being read. */
  noteChanged(ids: readonly number[]): void {
    for (const id of ids) this.#changedMeanwhile?.add(id);
  }

  /** Reads where changed events belong in each order; undefined for an order that has to be read anew. */
  async readMoves(db: Reading, ids: readonly number[]): Promise<Map<EventKey, OrderMoves | undefined>> {
    const moves = new Map<EventKey, OrderMoves | undefined>();
    for (const name of this.#orders.keys()) moves.set(name, await readMoves(db, name, ids));
    return moves;
  }

  /** Moves changed events to where they belong in each order, and drops the orders in which that is unknown. */
  apply(
    moves: ReadonlyMap<EventKey, OrderMoves | undefined>,
    at: { columns: OccurrenceTable; touched: readonly number[] },
  ): void {
    for (const [name, order] of this.#orders) {
      const own = moves.get(name);
      if (!own || !applyMoves(order, own, at)) this.#orders.delete(name);
    }
  }

  /** Drops all orders. */
  clear(): void {
    this.#orders.clear();
  }

  async #read(name: EventKey): Promise<void> {
    const { columns } = this.#indexed;
    if (!columns) return;
    const changed = new Set<number>();
    this.#changedMeanwhile = changed;
    try {
      const slots = new Int32Array(columns.flags.length);
      let length = 0;
      for await (const ids of readOrder(this.#db.read, name)) {
        const found = columns.slotsOfAll(ids);
        if (length + found.length > slots.length) return;
        slots.set(found, length);
        length += found.length;
        await breathe();
      }
      const order = new EventOrder(slots.slice(0, length));
      // Events that changed meanwhile are moved in a snapshot of the version that the table shows.
      for (let tries = 0, done = false; tries < 5 && !done; tries++) {
        if (!(await this.#indexed.isCurrent())) return;
        done = await withSnapshot(this.#db, async (read) => {
          const version = await readVersion(read);
          const moves = await readMoves(read, name, [...changed]);
          if (!isSameVersion(version, this.#indexed.version) || this.#indexed.columns !== columns)
            return false;
          const touched = [...changed].flatMap((id) => columns.slotsOf(id));
          if (moves && applyMoves(order, moves, { columns, touched })) this.#orders.set(name, order);
          return true;
        });
      }
    } finally {
      this.#changedMeanwhile = undefined;
    }
  }
}
