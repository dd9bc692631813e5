import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dispositionFileName } from './disposition.ts';

const pairs: readonly (readonly [string | undefined, string | undefined])[] = [
  ['attachment; filename="photo.png"', 'photo.png'],
  ['attachment; filename=photo.png', 'photo.png'],
  ['form-data; name="file"; filename="a b.png"', 'a b.png'],
  ['inline; FILENAME = "a.png" ; size=3', 'a.png'],
  ['attachment; filename="a;b\\"c.png"', 'a;b"c.png'],
  ['attachment; filename="euro.png"; filename*=UTF-8\'\'%e2%82%ac.png', '€.png'],
  ["attachment; filename*=iso-8859-1'en'%A3.png; filename=x.png", '£.png'],
  ["attachment; filename*=utf-16''abc; filename=x.png", 'x.png'],
  ["attachment; filename*=UTF-8''%ff%fe; filename=x.png", 'x.png'],
  ['attachment; filename="b\xc3\xa4r.png"', 'bär.png'],
  ['attachment; filename="b\xe4r.png"', 'bär.png'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\fakepath\\photo.png"', 'photo.png'],
  ["attachment; filename*=UTF-8''..%2F..%2Fshadow", 'shadow'],
  ["attachment; filename*=UTF-8''a%00%0d%0ab.png", 'ab.png'],
  ['attachment; filename=".."', undefined],
  ['attachment; filename="a/"', undefined],
  ['attachment; filename=""', undefined],
  ['attachment', undefined],
  ['filename=photo.png', undefined],
  ['', undefined],
  [undefined, undefined],
];

for (const [header, name] of pairs) {
  test(`dispositionFileName of ${JSON.stringify(header)}`, () => {
    assert.equal(dispositionFileName(header), name);
  });
}

test('dispositionFileName never gives a path', () => {
  const header = fc.string({ unit: 'binary' }).map((text) => `attachment; filename=${text}`);
  const quoted = fc.string({ unit: 'binary' }).map((text) => `attachment; filename="${text}"`);
  const extended = fc
    .string({ unit: 'binary' })
    .map((text) => `a; filename*=UTF-8''${encodeURIComponent(text.toWellFormed())}`);
  fc.assert(
    fc.property(fc.oneof(header, quoted, extended), (value) => {
      const name = dispositionFileName(value);
      assert.ok(name === undefined || (!/[/\\\x00-\x1f]/.test(name) && !/^\.*$/.test(name)));
    }),
  );
});
