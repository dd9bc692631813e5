import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { people, startProcess } from '../support/service.ts';

const START = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const CONTROL = '\u001b[31mred\u001b[0m\u0007\u0008\u009b2J\r\nforged: line {}';

/** HTML of which a parser might say something. */
const weird = [
  `<img src="/a.png" srcset="/a.png ${CONTROL}">`,
  `<img srcset="/a.png 2x wide, /b.png 0w, ,, /c.png (${CONTROL})">`,
  `<source srcset="${CONTROL}, x 1e999x, y 99999999999999999999999999w, z -1x">`,
  `<img imagesrcset="/a 1q"><link imagesrcset="/a 1q"><img sizes="${CONTROL}" srcset=",">`,
  `<p style="color: ${CONTROL}; width: expression(1); background: url(javascript:1)">x</p>`,
  `<p style="{}{;;:::}}*/ @import 'x'">x</p><style>${CONTROL}</style><script>${CONTROL}</script>`,
  `<a href="http://[::1" target="${CONTROL}">x</a><a href="//exa mple/%zz">y</a>`,
  `<iframe src="http://%"></iframe><textarea><xmp><plaintext><!--${CONTROL}`,
  `<${CONTROL}><b ${CONTROL}="${CONTROL}">x</b><p/ =""">`,
  '&#xfffffff;&#0;&bogus;&#x1b;[31m',
  '<'.repeat(2_000),
  '<div>'.repeat(3_000),
];

test('nothing prints beside the logger, whatever HTML and pictures hold', async () => {
  // That a busy machine is slow is no news here.
  const service = await startProcess({ clock: '2026-11-20T18:00:00Z', env: { KALENDS_SLOW_MS: '0' } });
  let before = '';
  try {
    await people(service);
    const editor = service.as('editor');
    before = service.log();
    for (const html of weird) {
      const texts = { description: html, excerpt: html };
      const event = await editor.post('/events', {
        title: `Weird ${html.slice(0, 1_500)}`,
        ...START,
        ...texts,
        cost: html.slice(0, 100),
        venue: { venue: `Weird ${html.slice(0, 500)}`, ...texts, address: html.slice(0, 500) },
        organizer: { organizer: `Weird ${html.slice(0, 500)}`, ...texts },
      });
      event.expect(201);
      const term = await editor.post('/tags', { name: `Weird ${weird.indexOf(html)}`, description: html });
      term.expect(201);
      (await service.anonymous.get(`/events/${event.id()}`)).expect(200);
      (await service.anonymous.get(`/events?search=${encodeURIComponent(html.slice(0, 150))}`)).expect(200);
    }
    const media = `${service.url}/kalends/v1/media`;
    const whole = ['photo.png', 'small.jpg'].map((name) =>
      readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', name)),
    );
    for (const bytes of whole)
      for (const cut of [30, 60, 200, 500, bytes.length - 20]) {
        const torn = Buffer.concat([
          bytes.subarray(0, cut),
          Buffer.alloc(40, 0x1b),
          bytes.subarray(cut + 40),
        ]);
        const answer = await editor.post(media, torn, { 'Content-Type': 'image/png' });
        assert.ok([201, 400].includes(answer.status), `${answer.status}`);
      }
  } finally {
    await service.stop();
  }
  assert.equal(service.log().slice(before.length), '');
});
