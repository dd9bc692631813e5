import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { transform } from 'lightningcss';
import { gridPositions, readAssetSources } from './sources.ts';

const minified = (css: string) =>
  Buffer.from(transform({ filename: 'calendar.css', code: Buffer.from(css), minify: true }).code).toString();
const sheetsOf = (sources: ReturnType<typeof readAssetSources>) =>
  sources.filter(({ name }) => name.endsWith('.css')).map(({ bytes }) => bytes.toString());

test('sheets are whole: nothing is imported, every font has its file, the minifier reads them without a warning', () => {
  const sources = readAssetSources();
  for (const sheet of sheetsOf(sources)) {
    assert.doesNotMatch(sheet, /@import/);
    for (const [, url = ''] of sheet.matchAll(/url\(([^)]*)\)/g))
      assert.ok(
        sources.some(({ file }) => url === `"${file}"`),
        url,
      );
    const { warnings } = transform({ filename: 'calendar.css', code: Buffer.from(sheet), minify: true });
    assert.deepEqual(warnings, []);
  }
});

test('the sheet takes no more of the 40 kB that a page may have than 17.5 kB', () => {
  const [sheet] = readAssetSources(minified);
  assert.equal(sheet?.name, 'calendar.css');
  assert.ok(brotliCompressSync(sheet.bytes).length < 17_500);
});

test('each token that a rule uses is there, by day and by night', () => {
  const sheet = sheetsOf(readAssetSources()).join('\n');
  const defined = new Set(sheet.matchAll(/(--k-[\w-]+):/g).map(([, name = '']) => name));
  const used = new Set(sheet.matchAll(/var\((--k-[\w-]+)/g).map(([, name = '']) => name));
  assert.ok(used.size > 50);
  assert.deepEqual([...used.difference(defined)], []);
  assert.ok([...sheet.matchAll(/--k-([\w-]+): light-dark\(/g)].length >= 50);
});

test('a digest in the name changes with the content alone', () => {
  const names = () => readAssetSources().map(({ file }) => file);
  assert.deepEqual(names(), names());
  assert.notEqual(readAssetSources(minified)[0]?.file, readAssetSources()[0]?.file);
});

test('positions reach from the first quarter hour to the last', () => {
  const classes = gridPositions().split('\n');
  for (const one of [
    '.r0{--r:0}',
    '.r63{--r:63}',
    '.s64{--s:64}',
    '.x71{--x:71}',
    '.n72{--n:72}',
    '.d7{--d:7}',
    '.w7{--w:7}',
  ])
    assert.ok(classes.includes(one), one);
  for (const one of [
    '.la1o1{--la:1}',
    '.to1o1{--to:7}',
    '.la2o2{--la:4}',
    '.la2o3{--la:3}',
    '.to3o3{--to:7}',
  ])
    assert.ok(classes.includes(one), one);
  assert.equal(new Set(classes).size, classes.length);
});
