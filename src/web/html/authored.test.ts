import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authored } from './authored.ts';

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
