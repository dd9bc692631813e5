import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { acceptedEncoding, encodings } from './negotiation.ts';

/** Long enough to be encoded. */
const BODY = Buffer.alloc(2_000);

const pairs: readonly (readonly [string | string[] | undefined, string | undefined])[] = [
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['zstd, gzip', 'zstd'],
  ['gzip;q=0.9, br;q=0.1', 'gzip'],
  ['br;q=0, *', 'zstd'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['gzip;q=0', undefined],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0', undefined],
  ['deflate', undefined],
  [['deflate', 'gzip'], 'gzip'],
  [`gzip${' '.repeat(300)}`, undefined],
];

for (const [header, encoding] of pairs)
  test(`acceptedEncoding of ${JSON.stringify(header)?.slice(0, 60)}`, () => {
    assert.equal(acceptedEncoding(header, BODY), encoding);
  });

test('acceptedEncoding takes any text', () => {
  const part = fc.constantFrom(
    'br',
    'gzip',
    ';',
    ',',
    'q=',
    '1',
    '.',
    '*',
    '"',
    '\\',
    ' ',
    '__proto__',
    '=',
    '\0',
  );
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join('')),
      (header) => {
        const found = acceptedEncoding(header, BODY);
        assert.ok(found === undefined || encodings.includes(found));
      },
    ),
  );
});
