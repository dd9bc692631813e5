import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { workedMs } from '../../../test/support/worked.ts';
import { importTitle, sanitizeInline, sanitizeRich, singleLine, titleDisplay } from './html.ts';

test('sanitizeRich removes what runs, frames or submits', () => {
  const pairs: [string, string][] = [
    ['<p onclick="x()">p</p><script>alert(1)</script><iframe src="https://x"></iframe>', '<p>p</p>'],
    ['<video src="/media/a.mp4"><track default src="/x"></video>', '<video src="/media/a.mp4"></video>'],
    ['<form action="/x"><input name="a">text<button>b</button></form>', 'textb'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java&#115;cript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="javascript&colon;alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" &#14; java&Tab;script:alert(1)">x</a>', '<a>x</a>'],
    ['<img src="data:image/svg+xml,x" onerror=alert(1) alt="">', '<img alt="" />'],
    ['<svg><a xlink:href="javascript:x">t</a></svg><style>p{}</style>', ''],
    ['<p style="position:fixed;background:url(x);color:red">x</p>', '<p style="color:red;">x</p>'],
    ['<!-- wp:paragraph --><p>x</p>', '<p>x</p>'],
    ['<<script>script>alert(1)</script>', '&lt;'],
  ];
  for (const [sent, stored] of pairs) assert.equal(sanitizeRich(sent), stored, sent);
});

test('sanitizeRich leaves text and clean markup byte for byte', () => {
  for (const html of [
    'Para &amp; more &copy; &nbsp; &#8217; “q” — \'s "d"',
    '<p>a<br />b <a href="https://example.org/?a=1&#038;b=2" target="_blank" rel="noopener">l</a></p>\n\n\n\n<hr />',
    '<img class="aligncenter  wp-image-1" src="/a.png" alt="" width="1" height="2" srcset="/a-1.png 200w, /a-2.png 300w" sizes="(max-width: 9px) 100vw, 9px" />',
    '<p style="text-align: center;">x</p><table><tbody><tr><td colspan="2">y</td></tr></tbody></table>',
    '<h2 id="anchor">h</h2><ul>\n<li>a</li>\n</ul><blockquote cite="https://x.org">q</blockquote>',
    '<a href="mailto:a@example.org">m</a> <a href="tel:+1">t</a> <a href="#x">x</a> <a href="/rel">r</a>',
    '<details open><summary>s</summary>t</details>',
    '<p>a<br>b<br/>c</p><img src="/a.png" alt=""/><hr class="wp-block-separator"/>',
  ])
    assert.equal(sanitizeRich(html), html);
});

test('sanitizeRich escapes lone characters of markup once', () => {
  assert.equal(sanitizeRich('a & b < c > d'), 'a &amp; b &lt; c &gt; d');
  assert.equal(
    sanitizeRich('<a href="https://x.org/?a=1&b=2&copy=3">x</a>'),
    '<a href="https://x.org/?a=1&amp;b=2&amp;copy=3">x</a>',
  );
});

test('sanitizeRich gives the text of markup that is nested beyond reason, soon', () => {
  assert.equal(sanitizeRich(`${'<b>'.repeat(300_000)}a &amp; b${'</i>'.repeat(10_000)}`), 'a &amp; b');
  assert.equal(sanitizeRich('<p>a<br><li>b'.repeat(2000)).length, '<p>a<br /></p><li>b</li>'.length * 2000);
});

test('sanitizeRich cleans elements that do not end each other in good time, however many are open', () => {
  for (const [piece, times] of [
    ['<li><p>a', 25_000],
    ['<dt><p>a', 25_000],
    ['<td><p>a', 25_000],
    ['<div title="</div>">a', 9_500],
    ['<!--</div>--><div>a', 10_000],
  ] as const) {
    const began = workedMs();
    const clean = sanitizeRich(piece.repeat(times));
    // Some 7 s where each is put on top of a list of all.
    assert.ok(workedMs() - began < 2000, piece);
    assert.equal(clean.replaceAll(' ', ''), 'a'.repeat(times), piece);
  }
  assert.equal(sanitizeRich('<li><p>a'.repeat(900)).length, '<li><p>a</p></li>'.length * 900);
  assert.equal(
    sanitizeRich('<div title="</div>">a'.repeat(900)).length,
    '<div title="&lt;/div&gt;">a</div>'.length * 900,
  );
  assert.equal(sanitizeRich('<li><b>a</b></li>'.repeat(9000)), '<li><b>a</b></li>'.repeat(9000));
});

const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b>',
        '</b>',
        '<a href="',
        "<a href='",
        '">',
        '>',
        '<',
        '&',
        '&amp;',
        '&#106;',
        '&colon;',
        'javascript:',
        '<script>',
        '</script>',
        '<img src=x onerror=y ',
        '<svg',
        '<math><mi',
        '<!--',
        '-->',
        '"',
        "'",
        '\n',
        ' ',
        '/',
        '=',
        '<textarea>',
        '<title>',
        '<br>',
        '<img alt/>',
        '<hr class="a"/>',
        '<style>',
        'style="',
        '<li>',
        '<table>',
        '</td>',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

test('sanitizing again changes nothing, and nothing that runs is left', () => {
  fc.assert(
    fc.property(markup, (html) => {
      for (const sanitize of [sanitizeRich, sanitizeInline]) {
        const clean = sanitize(html);
        assert.equal(sanitize(clean), clean);
        assert.doesNotMatch(
          clean.replace(/"[^"]*"/g, '""'),
          /<(?:script|style|svg|math|iframe|textarea|title)|<[^>]* on\w+=/i,
        );
      }
    }),
    { numRuns: 3000 },
  );
});

test('titleDisplay keeps inline markup and writes & < > as entities once', () => {
  assert.equal(titleDisplay('<b>Bold</b> & <script>alert(1)</script> title'), '<b>Bold</b> &amp;  title');
  assert.equal(titleDisplay('A &amp; B &lt;i&gt; &copy;'), 'A &amp; B &lt;i&gt; &copy;');
  assert.equal(titleDisplay('It\'s "quoted" -- dash… 3 > 2'), 'It\'s "quoted" -- dash… 3 &gt; 2');
  assert.equal(titleDisplay('<a href="https://x.org"><h1>x</h1></a>'), 'x');
});

test('importTitle decodes entities, but makes no markup of them', () => {
  assert.equal(importTitle('Center &#8211; Room &#038; &quot;Bar&quot;'), 'Center – Room & "Bar"');
  assert.equal(
    titleDisplay(importTitle('Food &amp; Drink &lt;b&gt; <em>x</em>')),
    'Food &amp; Drink &lt;b&gt; <em>x</em>',
  );
  assert.equal(titleDisplay(importTitle('&amp;lt;')), '&amp;lt;');
  assert.equal(titleDisplay(importTitle('AT&amp;T;')), 'AT&amp;T;');
});

test('singleLine gives one line of plain text', () => {
  assert.equal(singleLine(' <b>100</b>,\n  Avenue\tdu  Temple%20 '), '100, Avenue du Temple');
  assert.equal(singleLine('O\'Neill & "Sons" 3 < 4'), 'O\'Neill & "Sons" 3 < 4');
  assert.equal(singleLine('%2%200x <script>a</script>y'), 'x y');
  assert.equal(singleLine('<<b>img src=x onerror=y>z'), '< img src=x onerror=y>z');
});

test('text whose entities are as they stay is what it is beside markup, too', () => {
  const piece = fc.constantFrom(
    '&amp;',
    '&lt;',
    '&gt;',
    '&quot;',
    '&#039;',
    '&#39;',
    '&#8211;',
    ' a',
    'ü',
    '"',
    ';',
    'amp;',
    '#',
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      assert.equal(sanitizeInline(text), text);
      assert.equal(sanitizeInline(`<b>x</b>${text}`), `<b>x</b>${text}`);
    }),
  );
});

test('singleLine is idempotent and leaves no tag', () => {
  fc.assert(
    fc.property(markup, (html) => {
      const line = singleLine(html);
      assert.equal(singleLine(line), line);
      assert.doesNotMatch(line, /<[a-z/!?]/i);
    }),
    { numRuns: 3000 },
  );
});
