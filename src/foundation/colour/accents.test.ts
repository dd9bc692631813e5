import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { accentsOf, DEFAULT_ACCENT } from './accents.ts';

/** WCAG 2.2, written out: the relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
const GROUNDS = {
  light: ['#f9fbfa', '#ffffff', '#f0f3f1'],
  dark: ['#101515', '#191f1e', '#0a0f0f'],
} as const;

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const extremes = fc.constantFrom(
  '#000000',
  '#ffffff',
  '#ffff00',
  '#00ff00',
  '#0000ff',
  '#808080',
  DEFAULT_ACCENT,
);

test('whatever colour is chosen, fills have 3:1 and letters 4.5:1 by day and by night', () => {
  fc.assert(
    fc.property(fc.oneof(hex, extremes), (chosen) => {
      const { accents } = accentsOf(chosen);
      for (const scheme of ['light', 'dark'] as const) {
        const { accent, onAccent, accentInk, accentTint } = accents[scheme];
        for (const one of [accent, onAccent, accentInk, accentTint]) assert.match(one, /^#[0-9a-f]{6}$/);
        assert.ok(contrast(onAccent, accent) >= 4.5, `${scheme} letters on ${accent}`);
        for (const ground of GROUNDS[scheme]) {
          assert.ok(contrast(accent, ground) >= 3, `${scheme} ${accent} on ${ground}`);
          assert.ok(contrast(accentInk, ground) >= 4.5, `${scheme} ${accentInk} on ${ground}`);
        }
        assert.ok(contrast(accentInk, accentTint) >= 4.5, `${scheme} ${accentInk} on its tint`);
      }
    }),
    { numRuns: 500 },
  );
});

test('a colour that passes stays, one that does not is moved no further than it has to', () => {
  const blue = accentsOf('#0b57d0');
  assert.equal(blue.accents.light.accent, '#0b57d0');
  assert.deepEqual(
    blue.repairs.map(({ scheme }) => scheme).filter((scheme) => scheme === 'light'),
    [],
  );
  const yellow = accentsOf('#ffd23f');
  assert.equal(yellow.accents.dark.accent, '#ffd23f');
  const [repair] = yellow.repairs;
  assert.equal(repair?.scheme, 'light');
  assert.equal(repair?.contrast, 1.3);
  assert.ok(contrast(yellow.accents.light.accent, '#ffffff') < 4.7);
  assert.ok(yellow.repairs.every(({ scheme }) => scheme === 'light'));
});
