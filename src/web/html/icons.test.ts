import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryColors, categoryMarks } from '#store/db/field-values.ts';
import { html } from './html.ts';
import { icon, mark, sprite } from './icons.ts';

test('a sprite has each symbol that a page uses once, and no other', () => {
  const page = html`${icon('pin')}${icon('search')}${icon('pin')}${mark('disc', 'teal')}<p>${'<use href="#i-lock"/>'}</p>`;
  const ids = sprite(page)
    .markup.matchAll(/<symbol id="([^"]+)"/g)
    .map(([, id]) => id);
  assert.deepEqual([...ids], ['i-pin', 'i-search', 'm-disc']);
});

test('each colour and mark of categories can be drawn', () => {
  for (const name of categoryMarks)
    for (const color of categoryColors) {
      const drawn = mark(name, color);
      assert.match(drawn.markup, new RegExp(`class="m c-${color}"`));
      assert.match(sprite(drawn).markup, new RegExp(`<symbol id="m-${name}" .*[dr]="`));
    }
});

test('a sprite is well-formed and has no style', () => {
  const { markup } = sprite(html`${icon('access')}${icon('feed')}${mark('ring')}`);
  assert.doesNotMatch(markup, /style=|<style/);
});
