import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { html, jsonScript, trusted, webAddress } from './html.ts';

test('text is escaped, markup is not, nothing is nothing', () => {
  assert.equal(html`<p title="${'"\''}">${'<b>&'}</p>`.markup, '<p title="&quot;&#39;">&lt;b&gt;&amp;</p>');
  assert.equal(html`${trusted('<b>x</b>')}${html`<i>${1}</i>`}`.markup, '<b>x</b><i>1</i>');
  assert.equal(html`${null}${undefined}${false}${['<', html`<br>`]}`.markup, '&lt;<br>');
});

test('no text can leave its place', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"']/.test(html`${text}`.markup)));
});

test('data in a script reads back the same and cannot end the element', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { markup } = jsonScript(value);
      const inner = markup.slice('<script type="application/ld+json">'.length, -'</script>'.length);
      assert.deepEqual(JSON.parse(inner), JSON.parse(JSON.stringify(value)));
      assert.ok(!/[<>&]/.test(inner));
    }),
  );
});

test('only addresses of the web can be links', () => {
  assert.equal(webAddress('https://example.org/?a=1'), 'https://example.org/?a=1');
  assert.equal(webAddress('javascript:alert(1)'), '');
  assert.equal(webAddress('data:text/html,x'), '');
});
