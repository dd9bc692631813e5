import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Bitmap } from './bitmap.ts';
import { ShortWords } from './short-words.ts';

const texts = fc.array(fc.string({ unit: fc.constantFrom(...'abz09 -\nüß'), maxLength: 12 }), {
  minLength: 1,
  maxLength: 60,
});

test('each short word is found in those texts that have it as a part, and in no others', () => {
  fc.assert(
    fc.property(texts, (texts) => {
      const words = new ShortWords(texts.length, texts.length);
      texts.forEach((text, slot) => {
        words.add(text, [slot]);
      });
      const found = new Map(
        [...words.words()].map(([word, bits]) => [word, [...Bitmap.ofBits(bits, texts.length).toList()]]),
      );
      for (const word of ['a', '9', 'ab', 'ba', 'aa', 'z0', '09', 'c', 'qu'])
        assert.deepEqual(
          found.get(word) ?? [],
          [...texts.keys()].filter((slot) => texts[slot]?.includes(word)),
          word,
        );
    }),
    { numRuns: 50 },
  );
});

test('of many slots only single letters and digits are collected', () => {
  const words = new ShortWords(300_000, 300_000);
  words.add('ab', [299_999]);
  assert.deepEqual(
    [...words.words()].map(([word]) => word),
    ['a', 'b'],
  );
});
