/** Returns `.NAMEn{--NAME:n}` for each number, both ends included. */
const numbered = (name: string, first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => `.${name}${first + at}{--${name}:${first + at}}`).join(
    '\n',
  );

/** Returns the first column and the end of the lanes into which six columns are parted: `.la2o3` is the second of three. */
function lanes(of: number): string {
  const width = 6 / of;
  return Array.from(
    { length: of },
    (_, at) => `.la${at + 1}o${of}{--la:${at * width + 1}}\n.to${at + 1}o${of}{--to:${(at + 1) * width + 1}}`,
  ).join('\n');
}

/**
 * Returns the classes that place what is in a grid, which stand for style attributes, since the pages allow none. In a day:
 * `r` quarter hour where it begins, `s` how many it lasts, `la` and `to` its lanes. In a row of hours `x` and `n`; in a week
 * `d` day and `w` how many. The grids make lines of the numbers.
 */
export const gridPositions = (): string =>
  [
    numbered('r', 0, 63),
    numbered('s', 1, 64),
    numbered('x', 0, 71),
    numbered('n', 1, 72),
    numbered('d', 1, 7),
    numbered('w', 1, 7),
    ...[1, 2, 3].map(lanes),
  ].join('\n');
