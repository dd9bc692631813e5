import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sanitizeRich } from './html.ts';
import { soundSrcset } from './srcset.ts';

const cases: readonly (readonly [string, string])[] = [
  ['/a.png', '/a.png'],
  ['/a.png 2x,/b.png 3x', '/a.png 2x,/b.png 3x'],
  ['/a.png 200w, /b.png 300w 200h', '/a.png 200w, /b.png 300w 200h'],
  ['/a,b.png 1.5x', '/a,b.png 1.5x'],
  [' , /a.png, ,/b.png 1x', ' , /a.png, ,/b.png 1x'],
  ['/a.png 2x, /b.png wide', '/a.png 2x'],
  ['/a.png 2x 3x, /b.png', '/b.png'],
  ['/a.png 0w, /b.png 5w', '/b.png 5w'],
  ['/a.png -1x, /b.png +1x', ''],
  ['/a.png (1x, 2x), /b.png 1x', '/b.png 1x'],
  ['/a.png (1x', ''],
  ['/a.png \u001b[31m, /b.png 1x', '/b.png 1x'],
  ['/a.png\u001b', '/a.png\u001b'],
  ['', ''],
  [',,,', ',,,'],
];
for (const [given, kept] of cases)
  test(`soundSrcset keeps ${JSON.stringify(kept)} of ${JSON.stringify(given)}`, () => {
    assert.equal(soundSrcset(given), kept);
  });

test('sanitizing prints nothing, whatever a srcset holds', (t) => {
  const printed = [
    t.mock.method(console, 'log', () => {}),
    t.mock.method(console, 'warn', () => {}),
    t.mock.method(console, 'error', () => {}),
  ];
  const piece = fc.constantFrom(
    ...['/a', ',', ', ', ' ', '\t', '\f', '(', ')', '2x', '0x', '1e400x', '.5x', '-1x', '10w', '0w', '7h'],
    ...[
      '99999999999999999999999w',
      '\u001b[2J',
      '\u0000',
      '&#44;',
      '&amp;',
      '&Tab;',
      '&#32;',
      'javascript:x',
    ],
  );
  const value = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(value, (srcset) => {
      const clean = sanitizeRich(`<img src="/a" srcset="${srcset}"><source srcset="${srcset}">`);
      assert.equal(sanitizeRich(clean), clean);
    }),
    { numRuns: 2_000 },
  );
  assert.deepEqual(
    printed.map(({ mock }) => mock.callCount()),
    [0, 0, 0],
  );
});
