import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loggedLine } from './log.ts';

test('a line of JSON stays one, with the same meaning, for whoever reads it', () => {
  const letter = fc.oneof(
    fc.constantFrom(
      '\n',
      '\r',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u001b',
      '\u009b',
      '\u202e',
      '\ufeff',
      '\ud800',
      '"',
      '\\',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(letter), (letters) => {
      const said = { msg: letters.join('') };
      const line = loggedLine(JSON.stringify(said));
      assert.deepEqual(JSON.parse(line), JSON.parse(JSON.stringify(said)));
      assert.doesNotMatch(line, /[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
    }),
  );
});
