import { mayRead, mayUnlock, type Viewer } from '#api/access/permissions.ts';
import type { LinkedTable } from '#calendar/linked/store.ts';
import type { Call, TurnQueue } from '#context.ts';
import type { Database } from '#store/db/engine.ts';
import { isSameVersion, type Version } from '#store/db/version.ts';
import { DuplicateIndex, type LikelyPair } from './candidates.ts';
import { type ComparedFields, type Likeness, profileOf } from './score.ts';
import { type ComparedRow, listTranslatedNames, readCompared } from './store.ts';

/** The rows of one kind that were compared, of one version of the calendar. */
interface Compared {
  readonly rows: readonly ComparedRow[];
  readonly index: DuplicateIndex;
  /** Computed when they are first asked for. */
  pairs?: Promise<readonly LikelyPair[]>;
}

async function compare(db: Database, table: LinkedTable, turns: TurnQueue): Promise<Compared> {
  const translated = await listTranslatedNames(db.read, table);
  const rows: ComparedRow[] = [];
  for await (const part of readCompared(db.read, table)) for (const row of part) rows.push(row);
  const profiles = rows.map((row) =>
    profileOf({
      ...row,
      names: [row.name_key, ...(translated.get(row.id) ?? [])],
      point:
        row.geo_lat !== null && row.geo_lng !== null ? { lat: row.geo_lat, lng: row.geo_lng } : undefined,
    }),
  );
  return { rows, index: await DuplicateIndex.of(profiles, turns) };
}

declare module '#context.ts' {
  interface Services {
    readonly comparisons: Comparisons;
  }
}

/** The comparison of venues and of organizers, computed once for each version of the calendar and for all who ask meanwhile. */
export class Comparisons {
  readonly #calendar: Database;
  readonly #turns: TurnQueue;
  readonly #known = new Map<
    LinkedTable,
    { readonly version: Version; readonly compared: Promise<Compared> }
  >();

  constructor(calendar: Database, turns: TurnQueue) {
    this.#calendar = calendar;
    this.#turns = turns;
  }

  /** Returns what is compared of a kind; that of a transaction is computed each time. */
  async of(db: Database, table: LinkedTable): Promise<Compared> {
    if (db.isTransaction) return compare(db, table, this.#turns);
    const version = await this.#calendar.version();
    const before = this.#known.get(table);
    if (before && isSameVersion(before.version, version)) return before.compared;
    const compared = compare(this.#calendar, table, this.#turns);
    this.#known.set(table, { version, compared });
    compared.catch(() => this.#known.delete(table));
    return compared;
  }
}

/** Nothing that a reader may not see of an item tells by being compared. */
const isShown = (viewer: Viewer, row: ComparedRow): boolean =>
  mayRead(viewer, row) && mayUnlock(viewer, row, { password: undefined, editing: true });

/** Venues or organizers that are likely one, or the one that something new is likely to be. */
export interface LikelyDouble extends Likeness {
  readonly rows: readonly ComparedRow[];
}

/** Returns the likely doubles of a kind that the caller may read in full, the likeliest first. */
export async function listLinkedDuplicates(call: Call, table: LinkedTable): Promise<LikelyDouble[]> {
  const compared = await call.services.comparisons.of(call.services.db, table);
  compared.pairs ??= compared.index.pairs();
  const doubles: LikelyDouble[] = [];
  for (const { first, second, score, reasons } of await compared.pairs) {
    const rows = [compared.rows[first], compared.rows[second]].flatMap((row) => row ?? []);
    if (rows.every((row) => isShown(call.viewer, row))) doubles.push({ score, reasons, rows });
  }
  return doubles;
}

/** Returns those that something new is likely one with, of what the caller may read in full, the likeliest first. */
export async function findLinkedDuplicates(
  call: Call,
  table: LinkedTable,
  fields: ComparedFields,
): Promise<LikelyDouble[]> {
  const { rows, index } = await call.services.comparisons.of(call.services.db, table);
  return index.near(profileOf(fields)).flatMap(({ place, score, reasons }) => {
    const row = rows[place];
    return row && isShown(call.viewer, row) ? [{ score, reasons, rows: [row] }] : [];
  });
}
