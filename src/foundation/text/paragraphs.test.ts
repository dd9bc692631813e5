import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { workedMs } from '../../../test/support/worked.ts';
import { sanitizeRich } from './html.ts';
import { paragraphs } from './paragraphs.ts';

const PAIRS: [string, string][] = [
  ['', ''],
  [' \n ', ''],
  ['Jazz evening', '<p>Jazz evening</p>'],
  [
    'An evening of <strong>jazz</strong>.\n\nSecond.',
    '<p>An evening of <strong>jazz</strong>.</p>\n<p>Second.</p>',
  ],
  ['one\r\ntwo<br>\nthree', '<p>one<br />\ntwo<br />\nthree</p>'],
  ['a<br><br>b', '<p>a</p>\n<p>b</p>'],
  ['<p>Para &amp; more</p>🎷', '<p>Para &amp; more</p>\n<p>🎷</p>'],
  ['Line\n\n<ul><li>a</li></ul>\n[x]', '<p>Line</p>\n<ul>\n<li>a</li>\n</ul>\n<p>[x]</p>'],
  ['<h2>T</h2>text', '<h2>T</h2>\n<p>text</p>'],
  ['x<hr />y', '<p>x</p>\n<hr />\n<p>y</p>'],
  ['<pre>a\n\nb\n</pre>z', '<pre>a\n\nb\n</pre>\n<p>z</p>'],
  ['<blockquote>q</blockquote>', '<blockquote><p>q</p></blockquote>'],
  ['<div>a\n\nb</div>', '<div>\n<p>a</p>\n<p>b</p>\n</div>'],
  ['<li>a<ul><li>b</li></ul></li>', '<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>'],
  ['<p>a\n\nb</p>', '<p>a</p>\n<p>b</p>'],
  ['<p></p><p>&nbsp;</p>', '<p>&nbsp;</p>'],
  ['<a href="/x"><div>z</div></a>', '<a href="/x">\n<div>z</div>\n</a>'],
  ['<img title="a\n\nb" />', '<p><img title="a\n\nb" /></p>'],
];

test('paragraphs makes paragraphs and line breaks as the reference does', () => {
  for (const [stored, shown] of PAIRS) assert.equal(paragraphs(stored), shown, stored);
});

test('paragraphs leaves alone what is shown so already', () => {
  for (const [, shown] of PAIRS) assert.equal(paragraphs(sanitizeRich(shown)), shown);
  const blocks = '<p>a<br>b</p>\n\n\n\n<ul class="wp-block-list">\n<li>x</li>\n\n\n\n<li>y</li>\n</ul>';
  assert.equal(paragraphs(sanitizeRich(`\n${blocks}\n`)), blocks);
});

test('paragraphs keeps every visible character', () => {
  const visible = (html: string): string => html.replace(/<[^<>]*>|[ \t\n\f\v]+/g, '');
  const part = fc.constantFrom(
    'a',
    'b c',
    '\n',
    '\n\n',
    '<p>',
    '</p>',
    '<ul><li>',
    '</li></ul>',
    '<b>x</b>',
    '<br />',
    '<div>',
    '</div>',
    '<blockquote>',
    '</blockquote>',
    '<hr />',
    '<h2>x</h2>',
    '<pre>\n\n</pre>',
    '&nbsp;',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const stored = sanitizeRich(parts.join(''));
      const shown = paragraphs(stored);
      assert.equal(visible(shown), visible(stored));
      assert.equal(sanitizeRich(shown).replaceAll('<p></p>', ''), shown.replaceAll('<p></p>', ''));
      assert.equal(paragraphs(shown), shown);
    }),
    { numRuns: 3000 },
  );
});

test('paragraphs takes no longer for many lines than for as many letters', () => {
  const at = workedMs();
  assert.equal(paragraphs('a\n'.repeat(100_000)).length, 800_000);
  assert.ok(workedMs() - at < 5_000);
});
