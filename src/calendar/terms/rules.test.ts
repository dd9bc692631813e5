import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changesOfTerms, cleanName, escapeName, nameKey, slugIn, wantedSlug } from './rules.ts';

test('a name is kept as plain text and shown escaped', () => {
  assert.equal(cleanName(' Full <b>Term</b> &amp; "q" '), 'Full Term & "q"');
  assert.equal(escapeName('Full Term & "q" <3'), 'Full Term &amp; "q" &lt;3');
});

test('what is shown of a name can be sent back and stays the same', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const name = cleanName(escapeName(cleanName(text)));
      assert.equal(cleanName(escapeName(name)), name);
    }),
  );
});

test('names differ neither by case nor by accents, and a name always has a key', () => {
  assert.equal(nameKey('MÚSICA'), nameKey('musica'));
  assert.equal(nameKey('\u0301'), '\u0301');
});

test('a slug comes from the one sent, else the name, else the number', () => {
  assert.equal(wantedSlug({ slug: 'New Slug', name: 'x', id: 3, language: 'en' }), 'new-slug');
  assert.equal(wantedSlug({ slug: '!!!', name: 'Food & Drink', id: 3, language: 'en' }), 'food-drink');
  assert.equal(wantedSlug({ name: '!!!', id: 3, language: 'en' }), '3');
});

test('a text is a slug only where it is written like one', () => {
  assert.equal(slugIn('Rock-n-Roll'), 'rock-n-roll');
  assert.equal(slugIn('日本'), slugIn('%E6%97%A5%E6%9C%AC'));
  assert.notEqual(slugIn('日本'), '');
  assert.equal(slugIn('C++'), '');
  assert.equal(slugIn('Food & Drink'), '');
});

test('reading any text as a slug never throws', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof slugIn(text) === 'string'));
});

test('counts follow links and publication exactly', () => {
  const ids = fc.uniqueArray(fc.nat({ max: 9 }));
  fc.assert(
    fc.property(ids, ids, fc.boolean(), fc.boolean(), (before, after, was, is) => {
      const moves = changesOfTerms({ before, counted: was }, { after, counted: is });
      for (let id = 0; id <= 9; id++) {
        const step = Number(moves.more.includes(id)) - Number(moves.fewer.includes(id));
        assert.equal(step, Number(is && after.includes(id)) - Number(was && before.includes(id)));
        const linked = (before.includes(id) && !moves.dropped.includes(id)) || moves.added.includes(id);
        assert.equal(linked, after.includes(id));
      }
    }),
  );
});
