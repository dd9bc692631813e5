import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COLUMN, type ColumnEntry, type ColumnPart, layOutColumn } from './day-column.ts';

const lengths = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 40 }));
const entries = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 63 }), lengths, fc.integer({ min: 0, max: 9 })), {
    maxLength: 45,
  })
  .map((some) =>
    some.map(([from, length, wanted], id) => ({ id, from, to: Math.min(COLUMN, from + length), wanted })),
  );

/** Returns the areas of what is pressed: columns from 0 to 6, quarter hours. */
function areasOf(part: ColumnPart<ColumnEntry>): { columns: [number, number]; from: number; to: number }[] {
  if (part.kind === 'stack')
    return [
      ...part.rows.map(({ from, span }) => ({ columns: [0, 6] as [number, number], from, to: from + span })),
      ...(part.hidden.length > 0
        ? [{ columns: [0, 6] as [number, number], from: part.moreFrom, to: part.moreFrom + 2 }]
        : []),
    ];
  const columns = { whole: [0, 6], first: [0, 3], second: [3, 6], over: [2, 6] } as const;
  const [first, last] = columns[part.lane];
  return [{ columns: [first, last], from: part.from, to: part.from + part.span }];
}

test('nothing of a day is lost, and all lies within its column', () => {
  fc.assert(
    fc.property(entries, (given) => {
      const parts = layOutColumn(given);
      const found = parts.flatMap((part) =>
        part.kind === 'box' ? [part.entry] : [...part.rows.map(({ entry }) => entry), ...part.hidden],
      );
      assert.deepEqual(
        found.map(({ id }) => id).sort((a, b) => a - b),
        given.map(({ id }) => id),
      );
      for (const part of parts) {
        assert.ok(part.from >= 0 && part.from + part.span <= COLUMN);
        if (part.kind === 'box') assert.ok(part.span >= 3);
        else assert.ok(part.rows.length > 0 && part.rows.every(({ span }) => span >= 3));
      }
    }),
  );
});

test('no two boxes of a day overlap but where one lies over another', () => {
  fc.assert(
    fc.property(entries, (given) => {
      const parts = layOutColumn(given);
      const areas = parts.flatMap((part) =>
        areasOf(part).map((area) => ({ ...area, isOver: part.kind === 'box' && part.lane === 'over' })),
      );
      for (const [at, one] of areas.entries())
        for (const other of areas.slice(at + 1)) {
          const isApart =
            one.to <= other.from ||
            other.to <= one.from ||
            one.columns[1] <= other.columns[0] ||
            other.columns[1] <= one.columns[0];
          assert.ok(isApart || (other.isOver && !one.isOver && other.from >= one.from + 4));
        }
      for (const part of parts)
        if (part.kind === 'stack')
          for (const [at, one] of part.tracks.entries()) {
            assert.ok(one.lane < 5);
            for (const other of part.tracks.slice(at + 1))
              assert.ok(
                one.lane !== other.lane ||
                  one.from + one.span <= other.from ||
                  other.from + other.span <= one.from,
              );
          }
    }),
  );
});

const at = (id: number, from: number, to: number) => ({ id, from, to });
const lanesOf = (given: ColumnEntry[]) =>
  layOutColumn(given).map((part) => (part.kind === 'box' ? part.lane : 'stack'));

test('alone it is whole, two are halves or over each other, three a stack', () => {
  assert.deepEqual(lanesOf([at(1, 0, 4)]), ['whole']);
  assert.deepEqual(lanesOf([at(1, 40, 48), at(2, 42, 52), at(3, 50, 60)]), ['first', 'second', 'first']);
  assert.deepEqual(lanesOf([at(1, 4, 20), at(2, 8, 12), at(3, 12, 18)]), ['whole', 'over', 'over']);
  assert.deepEqual(lanesOf([at(1, 0, 10), at(2, 1, 10), at(3, 2, 10)]), ['stack']);
});

test('a stack always has room for a row and the number of the others', () => {
  const rowsOf = (given: ColumnEntry[]) =>
    layOutColumn(given).map((part) =>
      part.kind === 'box' ? part.entry.id : [part.rows.map(({ entry }) => entry.id), part.hidden.length],
    );
  const three = (from: number) => [1, 2, 3].map((id) => at(id, from, from));
  assert.deepEqual(rowsOf([...three(0), at(4, 3, 3)]), [[[1, 2, 3, 4], 0]]);
  assert.deepEqual(rowsOf(three(63)), [[[1], 2]]);
  assert.deepEqual(rowsOf([at(4, 57, 60), ...three(61)]), [[[4], 3]]);
  assert.deepEqual(rowsOf([at(4, 50, 58), ...three(61)]), [4, [[1], 2]]);
});

test('three at once show their whole titles where the column has room, and two lines of each where it has none', () => {
  const spansOf = (given: ColumnEntry[]) =>
    layOutColumn(given).flatMap((part) =>
      part.kind === 'stack' ? part.rows.map(({ from, span }) => [from, span]) : [],
    );
  const three = (from: number) =>
    [1, 2, 3].map((id) => ({ id, from, to: from + 6, wanted: id === 2 ? 3 : 5 }));
  assert.deepEqual(spansOf(three(40)), [
    [40, 5],
    [45, 3],
    [48, 5],
  ]);
  // Something else begins below them, or the day ends.
  assert.deepEqual(spansOf([...three(40), { id: 4, from: 50, to: 54 }]), [
    [40, 4],
    [44, 3],
    [47, 3],
  ]);
  assert.deepEqual(spansOf(three(55)), [
    [55, 3],
    [58, 3],
    [61, 3],
  ]);
});
