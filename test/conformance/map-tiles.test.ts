// Tiles of maps: an address or a PMTiles file in the data folder, over HTTP.
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { townMap } from '#transfer/seed/town-map.ts';
import { isObject, parseJson } from '../support/json.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';
import { tileArchive } from '../support/tile-archive.ts';

const archive = tileArchive();
let service: Service;
before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
});
after(() => service.stop());

const place = (name: string) => path.join(service.data, name);
const get = (headers = {}, url = '/map.pmtiles') =>
  service.anonymous.get(service.url + url, undefined, headers);
const settings = async (by: Role) => {
  const { body } = (await service.as(by).get(`${service.url}/kalends/v1/settings`)).expect(200);
  assert.ok(isObject(body));
  return body;
};
const set = async (settings: object) =>
  (await service.as('admin').patch(`${service.url}/kalends/v1/settings`, settings)).expect(200);

test('GET /map.pmtiles gives the one file that the settings name, whole and in ranges', async () => {
  writeFileSync(place('city.pmtiles'), archive);
  writeFileSync(place('other.pmtiles'), archive);
  (await get()).expect(404);
  await set({ map_tiles: 'city.pmtiles' });
  const whole = (await get()).expect(200);
  assert.equal(whole.headers['content-length'], String(archive.length));
  assert.equal(whole.headers['content-type'], 'application/vnd.pmtiles');
  assert.equal(whole.headers['accept-ranges'], 'bytes');
  assert.match(whole.headers['cache-control'] ?? '', /no-transform/);
  const etag = whole.headers['etag'] ?? '';
  const part = (await get({ range: 'bytes=0-126', 'accept-encoding': 'gzip, br' })).expect(206);
  assert.equal(part.headers['content-range'], `bytes 0-126/${archive.length}`);
  assert.equal(part.headers['content-encoding'], undefined);
  assert.equal(part.headers['etag'], etag);
  assert.equal(part.text.slice(0, 7), 'PMTiles');
  (await get({ 'if-none-match': etag })).expect(304);
  (await get({ range: 'bytes=0-6', 'if-range': '"another"' })).expect(200);
  assert.equal(
    (await get({ range: 'bytes=99999999-' })).expect(416).headers['content-range'],
    `bytes */${archive.length}`,
  );
  const head = (await service.anonymous.send('HEAD', `${service.url}/map.pmtiles`)).expect(200);
  assert.equal(head.headers['content-length'], String(archive.length));
  for (const url of ['/other.pmtiles', '/map.pmtiles/../kalends.db', '/map.pmtiles/other.pmtiles'])
    (await get({}, url)).expect(404);
  // Another file under the name is told by its tag.
  writeFileSync(place('city.pmtiles'), tileArchive({ credit: 'Somebody else' }));
  const later = (await get({ 'if-none-match': etag })).expect(200);
  assert.notEqual(later.headers['etag'], etag);
});

test('GET /map.pmtiles gives no file whose tiles can’t be shown, and the start, doctor and settings tell which', async () => {
  const told = async () => {
    const { stdout } = await service.cli(['doctor', '--json']);
    const list = parseJson(stdout);
    assert.ok(Array.isArray(list), stdout);
    const found = list.filter(isObject).find(({ what }) => String(what).includes('.pmtiles'));
    return { severity: found?.['severity'], code: found?.['code'], what: found?.['what'] };
  };
  writeFileSync(place('packed.pmtiles'), Buffer.from(archive).fill(4, 98, 99));
  writeFileSync(place('newer.pmtiles'), tileArchive({ type: 6 }));
  writeFileSync(place('text.pmtiles'), 'PMTiles, but a text');
  writeFileSync(place('old.pmtiles'), Buffer.from(archive).fill(2, 7, 8));
  mkdirSync(place('folder.pmtiles'));
  symlinkSync('kalends.db', place('link.pmtiles'));
  for (const [name, code] of [
    ['packed', 'tiles_packed'],
    ['newer', 'tiles_foreign'],
    ['text', 'tiles_foreign'],
    ['old', 'tiles_foreign'],
    ['folder', 'tiles_missing'],
    ['link', 'tiles_missing'],
    ['nothing', 'tiles_missing'],
  ]) {
    await set({ map_tiles: `${name}.pmtiles` });
    (await get()).expect(404);
    const page = (await get({ accept: 'text/html' }, '/events/map/')).expect(200);
    assert.doesNotMatch(page.text, /data-archive|mapsvg/);
    assert.equal((await settings('admin'))['map_ground'], String(code).replace('tiles_', ''));
    const { severity, code: found, what } = await told();
    assert.deepEqual([severity, found], ['warning', code]);
    assert.match(String(what), new RegExp(`${name}\\.pmtiles`));
  }
  await service.restart();
  assert.match(service.log(), /nothing\.pmtiles doesn’t exist, so maps have no tiles/);
  await set({ map_tiles: 'city.pmtiles' });
  assert.equal((await told()).severity, 'ok');
  await service.restart();
});

test('vector tiles are given out, for script alone, which pages without any leave away', async () => {
  writeFileSync(place('vector.pmtiles'), townMap());
  await set({ map_tiles: 'vector.pmtiles' });
  assert.equal((await get()).expect(200).headers['content-length'], String(townMap().length));
  assert.equal((await settings('admin'))['map_ground'], 'vector');
  assert.equal((await settings('editor'))['map_ground'], undefined);
  const { stdout } = await service.cli(['doctor', '--json']);
  assert.match(stdout, /Maps use the tiles of [^"]*vector\.pmtiles/);
});

test('settings of tiles that lead out of the data folder, or to what is no PMTiles file, are refused', async () => {
  const admin = service.as('admin');
  for (const map_tiles of [
    '../city.pmtiles',
    '/etc/city.pmtiles',
    'a/city.pmtiles',
    '.pmtiles',
    'kalends.db',
    'city.pmtiles\n',
    'city.pmtiles?x',
    'ftp://tiles.example.org/{z}/{x}/{y}.png',
    // Each would say more in the policy of the pages than where tiles are.
    'http://tiles.example.org;script-src/{z}/{x}/{y}.png',
    'http://tiles.example.org,*/{z}/{x}/{y}.png',
    'http://*/{z}/{x}/{y}.png',
    'http://*.example.org/{z}/{x}/{y}.png',
    "http://'self'/{z}/{x}/{y}.png",
    'http://{s}.example.org;sandbox/{z}/{x}/{y}.png',
  ])
    (await admin.patch(`${service.url}/kalends/v1/settings`, { map_tiles })).expect(400);
});

test('pages with maps credit the tiles, and let browsers ask nobody else', async () => {
  const sent = {
    title: 'At the pier',
    start_date: '2026-11-21 09:00:00',
    end_date: '2026-11-21 10:00:00',
    venue: { venue: 'Pier', address: '1 Quay', geo_lat: 40.7, geo_lng: -74 },
  };
  (await service.as('admin').post('/events', sent)).expect(201);
  const pages = ['/events/map/', '/event/at-the-pier/', '/venue/pier/'];
  const read = async (url: string) => (await get({ accept: 'text/html' }, url)).expect(200);
  await set({ map_tiles: 'city.pmtiles', map_credit: '© <b>OpenStreetMap</b> contributors' });
  for (const url of pages) {
    const { text, headers } = await read(url);
    assert.match(text, /data-archive="[^"]*\/map\.pmtiles"/, url);
    assert.match(
      text,
      /© <a href="https:\/\/www\.openstreetmap\.org\/copyright"[^>]*>OpenStreetMap<\/a> contributors/,
      url,
    );
    assert.match(headers['content-security-policy'] ?? '', /script-src 'self'; connect-src 'self'; /, url);
    assert.doesNotMatch(headers['content-security-policy'] ?? '', /unsafe|blob:/, url);
  }
  const tiles = 'http://tiles.example.org:8080/{z}/{x}/{y}.png';
  await set({ map_tiles: tiles, map_credit: null });
  for (const url of pages) {
    const { text, headers } = await read(url);
    assert.ok(text.includes(`data-tiles="${tiles}"`), url);
    assert.match(
      headers['content-security-policy'] ?? '',
      /img-src [^;]*http:\/\/tiles\.example\.org:8080[ ;]/,
      url,
    );
    assert.doesNotMatch(text, /map-credit/, url);
  }
  await set({ map_tiles: 'vector.pmtiles' });
  for (const url of pages) {
    const { text, headers } = await read(url);
    assert.match(text, /data-archive="\/map\.pmtiles" data-kind="vector"/, url);
    assert.match(text, /class="[^"]*by-script"/, url);
    assert.doesNotMatch(headers['content-security-policy'] ?? '', /unsafe|blob:|worker/, url);
  }
  await set({ map_tiles: null });
  for (const url of pages)
    assert.doesNotMatch((await read(url)).text, /data-tiles|data-archive|map-credit|mapsvg/, url);
});
