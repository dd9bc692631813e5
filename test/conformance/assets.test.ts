// What the public pages load: style sheet and font.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { accentsOf } from '#foundation/colour/accents.ts';
import { assetPath } from '#web/assets/assets.ts';
import { themePath } from '#web/assets/theme.ts';
import { people, type Service, startService } from '../support/service.ts';

/** Where the installation puts what the bundle serves; else the sources are served as they are. */
const built = path.join(import.meta.dirname, '..', '..', 'dist', 'assets');

let service: Service;
let sheet: string;
before(async () => {
  service = await startService();
  const files = existsSync(built) ? readdirSync(built).filter((file) => /^calendar-.*\.css$/.test(file)) : [];
  for (const one of [assetPath('calendar.css'), ...files.map((file) => `/assets/${file}`)])
    if ((await fetchRaw(one)).statusCode === 200) sheet = one;
});
after(() => service.stop());

/** Asks as a browser does that decodes nothing by itself. */
async function fetchRaw(
  target: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const answer = await request(service.url + target, { method, headers });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

test('an asset is kept for ever, and its address changes with its content', async () => {
  assert.match(sheet, /^\/assets\/calendar-[\w-]{8}\.css$/);
  const { statusCode, headers } = await fetchRaw(sheet);
  assert.equal(statusCode, 200);
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers['content-type'], 'text/css; charset=utf-8');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['vary'], 'Accept-Encoding');
});

test('a sheet comes compressed as the client prefers, the same in each encoding', async () => {
  const plain = await fetchRaw(sheet);
  assert.equal(plain.headers['content-encoding'], undefined);
  const tags = new Set([plain.headers['etag']]);
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, bytes } = await fetchRaw(sheet, { 'Accept-Encoding': encoding });
    assert.equal(headers['content-encoding'], encoding);
    assert.ok(bytes.length < plain.bytes.length);
    assert.deepEqual(decode(bytes), plain.bytes);
    tags.add(headers['etag']);
  }
  assert.equal(tags.size, 4);
  const refused = await fetchRaw(sheet, { 'Accept-Encoding': 'br;q=0' });
  assert.equal(refused.headers['content-encoding'], undefined);
});

test('HEAD has the headers of GET, and 304 tells that a copy is fresh', async () => {
  const headers = { 'Accept-Encoding': 'br' };
  const whole = await fetchRaw(sheet, headers);
  const head = await fetchRaw(sheet, headers, 'HEAD');
  assert.equal(head.statusCode, 200);
  assert.equal(head.bytes.length, 0);
  for (const name of ['etag', 'content-length', 'content-type', 'content-encoding', 'cache-control'])
    assert.equal(head.headers[name], whole.headers[name], name);
  const known = await fetchRaw(sheet, { ...headers, 'If-None-Match': String(whole.headers['etag']) });
  assert.equal(known.statusCode, 304);
  assert.equal(known.bytes.length, 0);
  assert.equal(known.headers['cache-control'], whole.headers['cache-control']);
});

test('each font that the sheet names is served, for pages of other sites too', async () => {
  const { bytes } = await fetchRaw(sheet);
  const fonts = [...bytes.toString().matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map(([, file = '']) => file);
  assert.equal(fonts.length, 3);
  for (const file of fonts) {
    const font = await fetchRaw(`/assets/${file}`, {
      Origin: 'https://example.org',
      'Accept-Encoding': 'br',
    });
    assert.equal(font.statusCode, 200, file);
    assert.equal(font.bytes.toString('latin1', 0, 4), 'wOF2');
    assert.equal(font.headers['content-type'], 'font/woff2');
    assert.equal(font.headers['content-encoding'], undefined);
    assert.equal(font.headers['access-control-allow-origin'], '*');
    assert.equal(font.headers['access-control-allow-credentials'], undefined);
  }
});

test('nothing else is served: unknown names, sources, other folders', async () => {
  for (const target of [
    '/assets/',
    '/assets/calendar.css',
    '/assets/calendar-00000000.css',
    `${sheet}.br`,
    '/assets/..%2fcli.js',
    '/assets/__proto__',
  ]) {
    const program = await fetchRaw(target);
    assert.equal(program.statusCode, 404, target);
    assert.match(String(program.headers['content-type']), /json/);
    const page = await fetchRaw(target, { Accept: 'text/html' });
    assert.equal(page.statusCode, 404, target);
    assert.match(String(page.headers['content-type']), /html/);
  }
  assert.equal((await request(service.url + sheet, { method: 'POST' })).statusCode, 404);
});

test('the sheet of a site’s own face follows its settings', async () => {
  await people(service);
  const settings = `${service.url}/kalends/v1/settings`;
  const accent = '#0b57d0';
  const path = themePath({ accent, accents: accentsOf(accent).accents, font: 'serif', radius: 'square' });
  assert.ok(path);
  const before = await fetchRaw(path);
  assert.equal(before.headers['cache-control'], 'public, max-age=0, must-revalidate');
  (await service.as('admin').patch(settings, { accent, font: 'serif', radius: 'square' })).expect(200);
  const { statusCode, headers, bytes } = await fetchRaw(path);
  assert.equal(statusCode, 200);
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers['content-type'], 'text/css; charset=utf-8');
  assert.match(bytes.toString(), /--k-accent:light-dark\(#0b57d0,#[0-9a-f]{6}\)/);
  assert.match(bytes.toString(), /--k-radius:0px/);
  const page = await fetchRaw('/events/', { Accept: 'text/html' });
  assert.ok(
    page.bytes.toString().includes(`<link rel="stylesheet" href="${path}">`),
    'each page asks for it',
  );
  const known = await fetchRaw(path, { 'If-None-Match': String(headers['etag']) });
  assert.equal(known.statusCode, 304);
  (await service.as('admin').patch(settings, { accent: '#cc291f' })).expect(200);
  const later = await fetchRaw(path, { 'If-None-Match': String(headers['etag']) });
  assert.equal(later.statusCode, 200, 'a page that is older than the settings gets the new ones');
  assert.doesNotMatch(later.bytes.toString(), /--k-accent/);
});
