import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { workedMs } from '../../../test/support/worked.ts';
import { fold } from './fold.ts';
import { plainText } from './markup.ts';

test('fold takes away case, accents and blanks at the edges', () => {
  assert.equal(
    fold('  Straße  ÆRØ\u00a0Łódź İstanbul ırmak Œuvre ĐÐ '),
    'strasse aero lodz istanbul irmak oeuvre dd',
  );
  assert.equal(fold('ﬁn Ｆｕｌｌ'), 'fin full');
});

test('fold is idempotent and blind to case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(fold(fold(text)), fold(text));
      assert.equal(fold(text.normalize('NFD')), fold(text.normalize('NFC')));
    }),
    { numRuns: 1000 },
  );
  assert.equal(fold('CAFÉ'), fold('cafe\u0301'));
});

test('fold takes plain letters as it takes them among others', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => assert.equal(fold(`${text}\u0301`), fold(text))),
    { numRuns: 1000 },
  );
});

test('plainText drops markup, and the content of what runs', () => {
  assert.equal(
    plainText(
      '<p>Para &amp; <b>m</b>ore</p><p>two<br>three</p><script>x<b></script><style>p{}</style><!-- no --> 4 < 5',
    ),
    'Para & more two three 4 < 5',
  );
  assert.equal(plainText('&lt;b&gt; &nbsp; &eacute;&#8211;'), '<b> é–');
  assert.equal(plainText(''), '');
});

test('plainText takes time in proportion to hostile markup', () => {
  for (const piece of ['<', '<script>', '<a"', '<!--', '</p', '< ', '&#', '<<b>b>']) {
    plainText(piece.repeat(100_000));
  }
});

test('fold takes no longer for accents in a row than for as many letters', () => {
  const at = workedMs();
  assert.equal(fold(`e${'\u0301\u0316'.repeat(100_000)}`), 'e');
  assert.ok(workedMs() - at < 5_000);
});
