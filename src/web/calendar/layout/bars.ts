/** Something that takes several days: `YYYY-MM-DD` of the first and the last, and whether it is drawn as a thread. */
export interface DaysSpan {
  readonly id: number;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly isLong: boolean;
}

/** The part of a span that lies in a week. */
export interface Bar<T extends DaysSpan> {
  readonly span: T;
  /** The day of the week on which it begins, from 1. */
  readonly day: number;
  /** Days that it covers. */
  readonly width: number;
  /** Its line below the heads of the days, from 1; no two bars of a line share a day. */
  readonly lane: number;
  /** Whether it has begun before the week, and goes on after it. */
  readonly isOpenStart: boolean;
  readonly isOpenEnd: boolean;
}

/** The bars of a week, and the spans for which there was no line. */
export interface WeekBars<T extends DaysSpan> {
  readonly bars: readonly Bar<T>[];
  readonly left: readonly T[];
}

const order = <T extends DaysSpan>(a: T, b: T): number =>
  Number(b.isLong) - Number(a.isLong) ||
  (a.firstDay < b.firstDay ? -1 : a.firstDay > b.firstDay ? 1 : 0) ||
  (a.lastDay > b.lastDay ? -1 : a.lastDay < b.lastDay ? 1 : 0) ||
  a.id - b.id;

/**
 * Returns the bars of a week, threads first, then by their first days: each on the first line that is free on its days.
 * @param days the week's days in order
 * @param most lines at most
 */
export function layOutBars<T extends DaysSpan>(
  spans: readonly T[],
  days: readonly string[],
  most: number,
): WeekBars<T> {
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  const taken: boolean[][] = [];
  const bars: Bar<T>[] = [];
  const left: T[] = [];
  for (const span of [...spans].sort(order)) {
    if (span.lastDay < first || span.firstDay > last) continue;
    const from = Math.max(0, days.indexOf(span.firstDay));
    const to = span.lastDay > last ? days.length - 1 : days.indexOf(span.lastDay);
    const isFree = (lane: number) => !taken[lane]?.slice(from, to + 1).some(Boolean);
    let lane = 0;
    while (lane < most && !isFree(lane)) lane++;
    if (lane === most) {
      left.push(span);
      continue;
    }
    taken[lane] ??= days.map(() => false);
    taken[lane]?.fill(true, from, to + 1);
    bars.push({
      span,
      day: from + 1,
      width: to - from + 1,
      lane: lane + 1,
      isOpenStart: span.firstDay < first,
      isOpenEnd: span.lastDay > last,
    });
  }
  return { bars, left };
}
