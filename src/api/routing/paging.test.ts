import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { queryText } from './paging.ts';

test('a query string is what the platform makes of the same names and values', () => {
  const name = fc.oneof(fc.constantFrom('page', 'start_date', 'a b'), fc.string({ maxLength: 4 }));
  const value = fc.oneof(
    fc.integer(),
    fc.constantFrom('2026-11-20 00:00:00', 'Zürich', '1,2', "*~!'()", '\ud800'),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constant(undefined),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const expected = new URLSearchParams();
      for (const [key, one] of pairs) if (one !== undefined) expected.append(key, String(one));
      assert.equal(queryText(pairs), expected.toString());
    }),
  );
});
