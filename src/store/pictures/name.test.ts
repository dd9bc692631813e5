import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type PictureType, pictureKinds } from './kinds.ts';
import { safeFileName } from './name.ts';

const pairs: readonly (readonly [string, PictureType, string])[] = [
  ['photo.png', 'png', 'photo.png'],
  ['My Photo (1).PNG', 'png', 'My-Photo-1.png'],
  ['holiday.JPEG', 'jpeg', 'holiday.jpeg'],
  ['holiday.png', 'jpeg', 'holiday.jpg'],
  ['shell.php.png', 'png', 'shell-php.png'],
  ['evil.html', 'gif', 'evil.gif'],
  ['Größe Łódź Ærø.webp', 'webp', 'Grosse-Lodz-AEro.webp'],
  ["it's.avif", 'avif', 'its.avif'],
  ['写真.jpg', 'jpeg', 'picture.jpg'],
  ['', 'png', 'picture.png'],
  ['.htaccess', 'png', 'htaccess.png'],
  ['../../etc/passwd', 'png', 'passwd.png'],
  ['..\\..\\boot.ini', 'png', 'boot.png'],
  ['CON.png', 'png', 'picture-CON.png'],
  ['-rf.png', 'png', 'rf.png'],
];

for (const [name, type, safe] of pairs) {
  test(`safeFileName of ${JSON.stringify(name)} holding ${type}`, () => {
    assert.equal(safeFileName(name, type), safe);
  });
}

test('safeFileName spells German names out', () => {
  const pairs = [
    ['Bälle & Öfen.png', 'Baelle-Oefen.png'],
    ['ÜBERGRÖẞE süß.png', 'UeBERGROeSSE-suess.png'],
    ['Grün.png'.normalize('NFD'), 'Gruen.png'],
    ['Café.png', 'Cafe.png'],
  ] as const;
  for (const [name, safe] of pairs) {
    assert.equal(safeFileName(name, 'png', 'de'), safe);
    assert.equal(safeFileName(safe, 'png', 'de'), safe);
  }
  assert.equal(safeFileName('Bälle.png', 'png', 'es'), 'Balle.png');
});

test('safeFileName gives plain short names and is done after one turn', () => {
  const types: PictureType[] = ['jpeg', 'png', 'gif', 'webp', 'avif'];
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom(...types), (name, type) => {
      const safe = safeFileName(name, type);
      assert.match(safe, /^[A-Za-z0-9][A-Za-z0-9_-]{0,90}\.[a-z]+$/);
      assert.ok(pictureKinds[type].extensions.some((extension) => safe.endsWith(`.${extension}`)));
      assert.equal(safeFileName(safe, type), safe);
    }),
  );
});
