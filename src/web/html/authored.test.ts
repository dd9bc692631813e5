import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sanitizeRich } from '#foundation/text/html.ts';
import { workedMs } from '../../../test/support/worked.ts';
import { authored, authoredText } from './authored.ts';

test('links that hold pictures without a text are named by what they lead to', () => {
  for (const [written, shown] of [
    ['<p>Text</p>', '<p>Text</p>'],
    ['<a href="https://a.example/x"><img src="i" alt="A map"></a>', undefined],
    ['<a href="https://a.example/x">Map <img src="i" alt=""></a>', undefined],
    ['<a href="https://a.example/x" title="Map"><img src="i" alt=""></a>', undefined],
    [
      '<a href="https://a.example/up/School_Flyer-1.pdf?a=1&amp;b=2"> <img src="i" alt=""></a>',
      '<a href="https://a.example/up/School_Flyer-1.pdf?a=1&amp;b=2" aria-label="School Flyer 1.pdf"> <img src="i" alt=""></a>',
    ],
    [
      '<a href="https://a.example/"><img src="i"></a><img src="j">',
      '<a href="https://a.example/" aria-label="a.example"><img alt="" src="i"></a><img alt="" src="j">',
    ],
    [
      '<a href="https://a.example/%22%3E%3Cb%3E"><img src="i" alt=""></a>',
      '<a href="https://a.example/%22%3E%3Cb%3E" aria-label="&quot;&gt;&lt;b&gt;"><img src="i" alt=""></a>',
    ],
  ] as const)
    assert.equal(authored(written, '').markup, `<div data-authored>${shown ?? written}</div>`);
});

const rel = 'rel="nofollow ugc noopener"';
const link = (address: string, href = address) => `<a href="${href}" ${rel}>${address}</a>`;
const shown = (markup: string) =>
  authored(markup, '').markup.slice('<div data-authored>'.length, -'</div>'.length);

test('addresses in the text of an author are links, and nothing around them is', () => {
  const web = 'https://example.org/a/?b=1&amp;c=%20#d';
  const pairs: [string, string][] = [
    [web, link(web)],
    [`<p>See ${web}.</p>`, `<p>See ${link(web)}.</p>`],
    ['http://example.org', link('http://example.org')],
    ['HTTPS://EXAMPLE.ORG/', link('HTTPS://EXAMPLE.ORG/')],
    ['(https://example.org/x)', `(${link('https://example.org/x')})`],
    ['https://en.wikipedia.org/wiki/A_(b), and', `${link('https://en.wikipedia.org/wiki/A_(b)')}, and`],
    ['“https://example.org/”', `“${link('https://example.org/')}”`],
    ['&lt;https://example.org/&gt;', `&lt;${link('https://example.org/')}&gt;`],
    ['&quot;https://example.org/&quot;', `&quot;${link('https://example.org/')}&quot;`],
    ['https://example.org/&nbsp;and', `${link('https://example.org/')}&nbsp;and`],
    ['https://münchen.example/größe', link('https://münchen.example/größe')],
    ['https://example.org/日本。そして', `${link('https://example.org/日本')}。そして`],
    ['www.example.org/x', link('www.example.org/x', 'http://www.example.org/x')],
    ['www.', 'www.'],
    ['a@example.org', link('a@example.org', 'mailto:a@example.org')],
    [
      'Mail: first.last+x@mail.example.org!',
      `Mail: ${link('first.last+x@mail.example.org', 'mailto:first.last+x@mail.example.org')}!`,
    ],
    ['@example, a@b, a@@example.org, x@localhost', '@example, a@b, a@@example.org, x@localhost'],
    [
      'https://a.example/<br>https://b.example/',
      `${link('https://a.example/')}<br>${link('https://b.example/')}`,
    ],
    ['<b>https://a.example/</b>', `<b>${link('https://a.example/')}</b>`],
    [
      '<a href="https://a.example/">https://a.example/</a>',
      '<a href="https://a.example/">https://a.example/</a>',
    ],
    [
      '<a href="/x"><b>a@example.org</b></a> b@example.org',
      `<a href="/x"><b>a@example.org</b></a> ${link('b@example.org', 'mailto:b@example.org')}`,
    ],
    ['<code>https://a.example/</code>', '<code>https://a.example/</code>'],
    ['<abbr title="https://a.example/">x</abbr>', '<abbr title="https://a.example/">x</abbr>'],
    [
      '<img src="https://a.example/i.png" alt="a@example.org">',
      '<img src="https://a.example/i.png" alt="a@example.org">',
    ],
    ['https://user:word@evil.example/', 'https://user:word@evil.example/'],
    ['https://', 'https://'],
    [
      'javascript:alert(1) data:text/html,x ftp://a.example/',
      'javascript:alert(1) data:text/html,x ftp://a.example/',
    ],
    ['https://example.org/x?m=a@b.example', link('https://example.org/x?m=a@b.example')],
    ['xhttps://example.org/', 'xhttps://example.org/'],
  ];
  for (const [written, wanted] of pairs) assert.equal(shown(written), wanted, written);
  assert.equal(
    authoredText('<b> https://a.example/?a&b', '').markup,
    `<span data-authored>&lt;b&gt; ${link('https://a.example/?a&amp;b')}</span>`,
  );
});

test('links change no text and make no other markup, whatever an author writes', () => {
  const pieces = fc.constantFrom(
    ...[
      'https://',
      'www.',
      'a.example',
      '@',
      '/',
      '"',
      "'",
      '<b>',
      '</b>',
      '<a href="/x">',
      '</a>',
      '<p title="',
      '">',
    ],
    ...[
      '&',
      '&amp;',
      ' ',
      '(',
      ')',
      '.',
      'onclick=alert(1)',
      'javascript:',
      '<script>',
      'é',
      '日本',
      '&quot;',
      '&lt;',
    ],
  );
  const unlinked = (markup: string) =>
    markup.replace(
      /<a href="([^"<>]*)" rel="nofollow ugc noopener">([^<>]*)<\/a>/g,
      (_, href: string, text: string) => {
        assert.match(href, /^(?:https?:\/\/|mailto:)/i);
        return text;
      },
    );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
      const clean = sanitizeRich(parts.join(''));
      assert.equal(unlinked(shown(clean)), clean);
    }),
    { numRuns: 3000 },
  );
  const long = `${'a'.repeat(50_000)}@${'b.'.repeat(20_000)} ${'https://'.repeat(10_000)} ${'((('.repeat(10_000)}`;
  const began = workedMs();
  shown(long);
  assert.ok(workedMs() - began < 2_000);
});
