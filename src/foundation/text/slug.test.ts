import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { workedMs } from '../../../test/support/worked.ts';
import { slugForms, slugify, uniqueSlug } from './slug.ts';

test('slugify gives the slugs that the reference gives', () => {
  const pairs: [string, string][] = [
    ['Café Zürich “am See” 東京', 'cafe-zurich-am-see-%e6%9d%b1%e4%ba%ac'],
    [
      'Ünïcödé & <em>HTML</em> "quotes" 🎉 日本語',
      'unicode-html-quotes-%f0%9f%8e%89-%e6%97%a5%e6%9c%ac%e8%aa%9e',
    ],
    ['A &amp; B &lt;i&gt; &copy;', 'a-b-i'],
    ['🎉🎉', '%f0%9f%8e%89%f0%9f%8e%89'],
    ['Ñandú fiesta 日本', 'nandu-fiesta-%e6%97%a5%e6%9c%ac'],
    ['ACME & Sons', 'acme-sons'],
    ['New Slug', 'new-slug'],
    ['DPN – CEC: School', 'dpn-cec-school'],
    ['a&nbsp;b&#8211;c', 'a-b-c'],
    ['50% off', '50-off'],
    ['…', ''],
    ['a\ufffdb', 'ab'],
  ];
  for (const [title, slug] of pairs) assert.equal(slugify(title), slug, title);
});

test('slugify spells German out, and only German', () => {
  const pairs = [
    ['Bälle für Übermütige', 'baelle-fuer-uebermuetige', 'balle-fur-ubermutige'],
    ['ÄÖÜ ẞ ß', 'aeoeue-ss-ss', 'aou-s-s'],
    ['Grün'.normalize('NFD'), 'gruen', 'grun'],
    ['Gru\u200d\u0308n', 'gruen', 'grun'],
    ['b%C3%A4lle', 'baelle', 'balle'],
    ['Bäßle — Ñandú č ø', 'baessle-nandu-c-o', 'basle-nandu-c-o'],
    ['plain-slug', 'plain-slug', 'plain-slug'],
    ['日本 ä', `${slugify('日本')}-ae`, `${slugify('日本')}-a`],
  ] as const;
  for (const [title, german, plain] of pairs) {
    assert.equal(slugify(title, 'de'), german, title);
    for (const language of [undefined, 'en', 'es'] as const)
      assert.equal(slugify(title, language), plain, title);
    assert.deepEqual(slugForms(title), german === plain ? [plain] : [plain, german]);
  }
  assert.deepEqual(slugForms('!!!'), []);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const slug = slugify(text, 'de');
      assert.equal(slugify(slug, 'de'), slug);
      assert.ok(slug.length <= 200);
    }),
  );
});

test('slugify keeps accents that belong to letters of other scripts', () => {
  assert.equal(decodeURIComponent(slugify('Й が ά')), 'й-が-ά');
});

test('slugify is idempotent, and an encoded slug means the decoded one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
      const slug = slugify(text);
      assert.equal(slugify(slug), slug);
      assert.equal(slugify(decodeURIComponent(slug)), slug);
      assert.match(slug, /^(?:[a-z0-9_-]|%[0-9a-f]{2})*$/);
      assert.ok(slug.length <= 200);
    }),
    { numRuns: 1000 },
  );
});

test('slugify takes plain letters as it takes them among others', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'aZ09_- '), maxLength: 250 });
  fc.assert(
    fc.property(plain, fc.nat(250), (text, at) => {
      const dropped = `${text.slice(0, at)}\u00ad${text.slice(at)}`;
      assert.equal(slugify(text), slugify(dropped));
    }),
    { numRuns: 1000 },
  );
});

test('slugify cuts between characters', () => {
  const slug = slugify('日'.repeat(100));
  assert.equal(slug.length, 198);
  assert.equal(decodeURIComponent(slug), '日'.repeat(22));
});

test('uniqueSlug counts up past what is taken or reserved, within the limit', async () => {
  const taken = new Set(['town-hall', 'town-hall-2', 'x'.repeat(200)]);
  const isTaken = (slug: string): boolean => taken.has(slug);
  assert.equal(await uniqueSlug('winter', isTaken), 'winter');
  assert.equal(await uniqueSlug('town-hall', isTaken), 'town-hall-3');
  assert.equal(await uniqueSlug('embed', async () => false), 'embed-2');
  assert.equal(await uniqueSlug('x'.repeat(200), isTaken), `${'x'.repeat(198)}-2`);
  const kanji = slugify('日'.repeat(100));
  assert.equal(await uniqueSlug(kanji, (slug) => slug === kanji), `${slugify('日'.repeat(22))}-2`);
});

test('a number among a thousand is found without trying them all', async () => {
  const taken = new Set(['jazz']);
  for (let n = 2; n < 1_000; n++) {
    let tries = 0;
    const slug = await uniqueSlug('jazz', (tried) => {
      tries++;
      return taken.has(tried);
    });
    assert.equal(slug, `jazz-${n}`);
    assert.ok(tries < 60, `${tries} tries`);
    taken.add(slug);
  }
  taken.delete('jazz-7');
  assert.equal(await uniqueSlug('jazz', (tried) => taken.has(tried)), 'jazz-7');
});

test('slugify takes no longer for accents in a row than for as many letters', () => {
  const at = workedMs();
  assert.equal(slugify(`e${'\u0301\u0316'.repeat(100_000)}`), 'e');
  assert.ok(slugify(`й${'\u0316\u0327'.repeat(100_000)}`).length <= 200);
  assert.ok(workedMs() - at < 5_000);
});
