const MOST = 4;

/** Letters that have to be put in, taken out, changed or swapped with the next to make one text of another. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const swapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
          ? (before[j - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      row.push(
        Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1), swapped),
      );
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}

/** Returns the name that is most like a misspelt one; undefined where none is like it. */
export function nearestOf(name: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((one) => ({ one, steps: distance(name, one) }))
    .filter(({ steps }) => steps <= MOST)
    .sort((a, b) => a.steps - b.steps);
  return nearest?.one;
}
