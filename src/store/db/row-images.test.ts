import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Columns, netImages, type RowImage } from './row-images.ts';

const row = fc.record({ id: fc.constant(1), a: fc.nat(2), b: fc.nat(2) }, { noNullPrototype: true });
const states = fc.array(fc.option(row), { minLength: 2, maxLength: 8 });

/** Returns the image that a trigger keeps of a step; undefined: nothing changes. */
function imageOf(was: Columns | null, is: Columns | null): RowImage | undefined {
  if (!was && !is) return undefined;
  const common = { table: 't', key: '[1]' };
  if (!was || !is) return { ...common, before: was, after: is };
  const names = Object.keys(was).filter((name) => was[name] !== is[name]);
  if (names.length === 0) return undefined;
  const of = (one: Columns) => Object.fromEntries(names.map((name) => [name, one[name] ?? null]));
  return { ...common, before: of(was), after: of(is) };
}

test('images of many steps of a row are together the image of one step', () => {
  fc.assert(
    fc.property(states, (steps) => {
      const images = steps.slice(1).flatMap((is, place) => imageOf(steps[place] ?? null, is) ?? []);
      const [first = null] = steps;
      const expected = imageOf(first, steps.at(-1) ?? null);
      assert.deepEqual(netImages(images), expected ? [expected] : []);
    }),
  );
});
