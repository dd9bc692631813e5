import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accentsOf, DEFAULT_ACCENT } from '#foundation/colour/accents.ts';
import { type Face, themePath, themeSheet } from './theme.ts';

const face = (accent: string, rest: Partial<Face> = {}): Face => ({
  accent,
  accents: accentsOf(accent).accents,
  font: 'radio-canada',
  radius: 'rounded',
  ...rest,
});

test('a site with the face that pages have by themselves needs no sheet', () => {
  assert.equal(themeSheet(face(DEFAULT_ACCENT)), '');
  assert.equal(themePath(face(DEFAULT_ACCENT)), undefined);
});

test('accents are given by day and by night, and to browsers without light-dark()', () => {
  const { light, dark } = accentsOf('#0b57d0').accents;
  const sheet = themeSheet(face('#0b57d0'));
  for (const [token, name] of [
    ['--k-accent', 'accent'],
    ['--k-on-accent', 'onAccent'],
    ['--k-accent-ink', 'accentInk'],
    ['--k-accent-tint', 'accentTint'],
  ] as const) {
    assert.ok(sheet.includes(`${token}:${light[name]}`), token);
    assert.ok(sheet.includes(`${token}:${dark[name]}`), token);
    assert.ok(sheet.includes(`${token}:light-dark(${light[name]},${dark[name]})`), token);
  }
  assert.ok(sheet.startsWith('@media screen{'), 'paper keeps its ink');
});

test('font and corners stand on their own, and each face has an address of its own', () => {
  assert.equal(
    themeSheet(face(DEFAULT_ACCENT, { radius: 'square' })),
    ':root{--k-radius:0px;--k-radius-s:0px}\n',
  );
  const faces = [
    face('#0b57d0'),
    face('#0b57d1'),
    face(DEFAULT_ACCENT, { font: 'serif' }),
    face(DEFAULT_ACCENT, { font: 'system' }),
    face(DEFAULT_ACCENT, { radius: 'round' }),
    face('#0b57d0', { font: 'serif', radius: 'square' }),
  ];
  const paths = new Set(faces.map(themePath));
  assert.equal(paths.size, faces.length);
  for (const path of paths) assert.match(path ?? '', /^\/assets\/theme-[\w-]{8}\.css$/);
});
