import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import qs from 'qs';
import { parseQuery } from './request-input.ts';

const piece = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'per_page',
    '__proto__',
    'toString',
    '=',
    '&',
    '+',
    '%20',
    '%',
    '%C3%BC',
    '%c3',
    '?',
    '.',
    ',',
    '1',
    '%3D',
    '%26',
    '%25',
    '%2B',
  ),
  fc.string({ maxLength: 3 }),
);

test('texts without brackets are read as the library reads them', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('').replaceAll(/[[\]]|%5[bd]/gi, '');
      const options = {
        depth: 6,
        arrayLimit: 1000,
        parameterLimit: 2000,
        duplicates: 'last',
        ignoreQueryPrefix: true,
      } as const;
      assert.deepEqual(parseQuery(text), qs.parse(text, options));
    }),
    { numRuns: 2_000 },
  );
});

test('what nests, repeats and is too much', () => {
  assert.deepEqual(parseQuery('venue[city]=X&tags[]=1&tags[]=2'), { venue: { city: 'X' }, tags: ['1', '2'] });
  assert.deepEqual(parseQuery('venue%5Bcity%5d=X'), { venue: { city: 'X' } });
  assert.deepEqual(parseQuery('a=1&b=2&a=3'), { a: '3', b: '2' });
  const many = Array.from({ length: 2_500 }, (_, n) => `p${n}=1`).join('&');
  assert.equal(Object.keys(parseQuery(many)).length, 2_000);
});
