/** Something in a day's column: quarter hours from 8 to 24, from 0 to 64, its end not included. */
export interface ColumnEntry {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** Quarter hours that the whole title takes as a row of a stack; those of two lines if absent. */
  readonly wanted?: number;
}

/** The place of a box in a column: whole, one of two halves, or the last two thirds over another. */
export type BoxLane = 'whole' | 'first' | 'second' | 'over';

/** A box by its own. */
export interface ColumnBox<T> {
  readonly kind: 'box';
  readonly entry: T;
  readonly from: number;
  readonly span: number;
  readonly lane: BoxLane;
}

/** Three and more at once: rows of whole titles beside tracks to scale. */
export interface ColumnStack<T> {
  readonly kind: 'stack';
  readonly from: number;
  readonly span: number;
  readonly tracks: readonly {
    readonly entry: T;
    readonly from: number;
    readonly span: number;
    /** From 0; no two tracks of a lane overlap. */
    readonly lane: number;
  }[];
  readonly rows: readonly { readonly entry: T; readonly from: number; readonly span: number }[];
  /** Entries for which there is no row, and the quarter hour at which their number stands. */
  readonly hidden: readonly T[];
  readonly moreFrom: number;
}

/** A box or a stack. */
export type ColumnPart<T> = ColumnBox<T> | ColumnStack<T>;

/** Quarter hours of a column. */
export const COLUMN = 64;
/** Quarter hours that have room for two lines. */
const TWO_LINES = 3;
/** Quarter hours of the number of those that have no row. */
const MORE = 2;
/** Quarter hours of a stack that shows a row and the number of the others. */
const LEAST_STACK = TWO_LINES + MORE;
const HOUR = 4;
const MOST_TRACKS = 5;
/** The quarter hour with which the evening begins: 18:00. */
const EVENING = 40;

interface ColumnPlace<T> {
  readonly entry: T;
  readonly from: number;
  readonly to: number;
}

/** Returns the quarter hours that a box takes, which are two lines at least. */
function place<T extends ColumnEntry>(entry: T): ColumnPlace<T> {
  const from = Math.max(0, Math.min(entry.from, COLUMN - TWO_LINES));
  return { entry, from, to: Math.min(COLUMN, Math.max(entry.to, from + TWO_LINES)) };
}

/** Returns those that touch each other, directly or by others, in order. */
function clustersOf<T>(placed: readonly ColumnPlace<T>[]): ColumnPlace<T>[][] {
  const clusters: ColumnPlace<T>[][] = [];
  let until = -1;
  for (const one of placed) {
    if (one.from >= until) clusters.push([]);
    clusters.at(-1)?.push(one);
    until = Math.max(until, one.to);
  }
  return clusters;
}

/** Returns lanes of what doesn't overlap, as few as there can be; undefined beyond `most`. */
function lanesOf<T>(placed: readonly ColumnPlace<T>[], most: number): (number | undefined)[] {
  const ends: number[] = [];
  return placed.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    if (lane >= most) return undefined;
    ends[lane] = to;
    return lane;
  });
}

function pairBoxes<T>(cluster: readonly ColumnPlace<T>[]): ColumnBox<T>[] {
  const [first, ...others] = cluster;
  if (!first) return [];
  const isBase = others.every(
    ({ from }, at) =>
      from >= first.from + HOUR && from < first.to && from >= (others[at - 1]?.to ?? first.from),
  );
  const lanes = lanesOf(cluster, 2);
  return cluster.map(({ entry, from, to }, at) => {
    const lane: BoxLane =
      cluster.length === 1
        ? 'whole'
        : isBase
          ? at === 0
            ? 'whole'
            : 'over'
          : lanes[at] === 0
            ? 'first'
            : 'second';
    return { kind: 'box', entry, from, span: to - from, lane };
  });
}

/** Returns a stack; of more than it has room for one until the evening and one of the evening, which is seldom empty. */
function stacksOf<T extends ColumnEntry>(
  cluster: readonly ColumnPlace<T>[],
  limit: number,
): ColumnStack<T>[] {
  const whole = stackOf(cluster, limit);
  const [before, evening] = [
    cluster.filter(({ from }) => from <= EVENING - TWO_LINES),
    cluster.filter(({ from }) => from > EVENING - TWO_LINES),
  ];
  const later = evening.map((one) => ({ ...one, from: Math.max(EVENING, one.from) }));
  const [first, second] = [before[0], later[0]];
  if (whole.hidden.length === 0 || !first || !second) return [whole];
  if (first.from + LEAST_STACK > EVENING || second.from + LEAST_STACK > limit) return [whole];
  return [stackOf(before, EVENING), stackOf(later, limit)];
}

/** Returns rows one below the other, from where each begins on; fewer where there is no room. */
function rowsOf<T extends ColumnEntry>(
  cluster: readonly ColumnPlace<T>[],
  limit: number,
  spanOf: (place: number) => number,
): { entry: T; from: number; span: number }[] {
  const rows: { entry: T; from: number; span: number }[] = [];
  let at = 0;
  for (const [place, { entry, from }] of cluster.entries()) {
    const [start, span] = [Math.max(at, from), spanOf(place)];
    if (start + span > limit) break;
    rows.push({ entry, from: start, span });
    at = start + span;
  }
  return rows;
}

/** Returns rows of two lines, and where all of them have room, as many more of them with their whole titles as there is room for. */
function fittedRows<T extends ColumnEntry>(
  cluster: readonly ColumnPlace<T>[],
  limit: number,
): { entry: T; from: number; span: number }[] {
  let rows = rowsOf(cluster, limit, () => TWO_LINES);
  if (rows.length < cluster.length) return rows;
  const spans = cluster.map(() => TWO_LINES);
  for (const [place, { entry }] of cluster.entries()) {
    for (let span = entry.wanted ?? TWO_LINES; span > TWO_LINES; span--) {
      const higher = rowsOf(cluster, limit, (at) => (at === place ? span : (spans[at] ?? TWO_LINES)));
      if (higher.length < cluster.length) continue;
      spans[place] = span;
      rows = higher;
      break;
    }
  }
  return rows;
}

/** Returns a stack, whose rows may run on below it as far as nothing else stands there. */
function stackOf<T extends ColumnEntry>(cluster: readonly ColumnPlace<T>[], limit: number): ColumnStack<T> {
  const first = cluster[0]?.from ?? 0;
  const rows = fittedRows(cluster, limit);
  const lowest = rows.at(-1);
  let at = lowest ? lowest.from + lowest.span : first;
  // The last rows make room for the number of the others.
  while (rows.length > 0 && rows.length < cluster.length && at + MORE > limit) {
    rows.pop();
    const last = rows.at(-1);
    at = last ? last.from + last.span : first;
  }
  const hidden = cluster.slice(rows.length).map(({ entry }) => entry);
  const rowsEnd = hidden.length > 0 ? at + MORE : at;
  const exact = cluster.map(({ entry, from }) => ({
    entry,
    from,
    to: Math.min(limit, Math.max(from + 1, entry.to)),
  }));
  const lanes = lanesOf(exact, MOST_TRACKS);
  const tracks = exact.flatMap(({ entry, from, to }, index) => {
    const lane = lanes[index];
    return lane === undefined ? [] : [{ entry, from, span: to - from, lane }];
  });
  const end = Math.min(limit, Math.max(rowsEnd, ...cluster.map(({ to }) => to)));
  return { kind: 'stack', from: first, span: end - first, tracks, rows, hidden, moreFrom: at };
}

/** Returns whether three of them are on at once. */
function isCrowded<T>(cluster: readonly ColumnPlace<T>[]): boolean {
  return lanesOf(cluster, 2).includes(undefined);
}

/**
 * Returns the clusters so that each crowded one has room for a row and the number of the others: joined with the next one
 * where that begins too early, and at the end of the day with the one before, or moved up.
 */
function withRoom<T>(clusters: readonly ColumnPlace<T>[][]): ColumnPlace<T>[][] {
  const latest = COLUMN - LEAST_STACK;
  const joined: ColumnPlace<T>[][] = [];
  for (const cluster of clusters) {
    const before = joined.at(-1);
    const [start, end] = [before?.[0]?.from ?? 0, Math.max(0, ...(before ?? []).map(({ to }) => to))];
    const from = cluster[0]?.from ?? 0;
    const isCramped = before !== undefined && isCrowded(before) && start + LEAST_STACK > from;
    const isLate = isCrowded(cluster) && from > latest;
    if (before && (isCramped || (isLate && end > latest))) before.push(...cluster);
    else if (isLate) joined.push(cluster.map((one) => ({ ...one, from: Math.min(one.from, latest) })));
    else joined.push([...cluster]);
  }
  return joined;
}

/**
 * Returns the boxes and stacks of a day's column in the order of the day: alone the whole width, two at once halves, or the
 * later one over the earlier where it begins an hour later, three and more a stack.
 */
export function layOutColumn<T extends ColumnEntry>(entries: readonly T[]): ColumnPart<T>[] {
  const placed = entries.map(place).sort((a, b) => a.from - b.from || b.to - a.to || a.entry.id - b.entry.id);
  const clusters = withRoom(clustersOf(placed));
  return clusters.flatMap((cluster, at): ColumnPart<T>[] =>
    isCrowded(cluster) ? stacksOf(cluster, clusters[at + 1]?.[0]?.from ?? COLUMN) : pairBoxes(cluster),
  );
}
