import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { assertRefused, makeEvent } from '../support/events.ts';
import { isObject, type JsonObject } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const url = () => `${service.url}/kalends/v1/settings`;
async function settings(by: Client = anyone): Promise<JsonObject> {
  const { body } = (await by.get(url())).expect(200);
  assert.ok(isObject(body));
  return body;
}
const patch = async (sent: object) => (await admin.patch(url(), sent)).expect(200);

const INITIAL = {
  name: 'Kalends',
  language: 'en',
  languages: ['en', 'de', 'es'],
  timezone: 'America/New_York',
  logo: null,
  accent: '#cc291f',
  font: 'radio-canada',
  radius: 'rounded',
  submissions: false,
  week_start: 'monday',
  hour_cycle: '24',
  default_view: 'list',
  currency: 'USD',
  imprint_url: '',
  privacy_url: '',
  map_tiles: '',
  map_credit: '',
  map_outline: null,
  home: '/events/',
  logo_image: null,
};
const AREA = {
  type: 'Feature',
  properties: { name: 'Island' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [10, 53],
        [11, 53],
        [11, 54],
        [10, 53],
      ],
    ],
  },
};

describe('The settings of the site', () => {
  test('are read by everybody, and written by administrators', async () => {
    const { accents, ...shown } = await settings();
    assert.deepEqual(shown, INITIAL);
    assert.ok(isObject(accents) && isObject(accents['light']));
    assert.equal(accents['light']['accent'], '#cc291f');
    const whole = await settings(admin);
    assert.deepEqual(
      [whole['overridden'], whole['stored'], whole['repairs']],
      [['timezone'], ['timezone'], []],
    );
    (await anyone.patch(url(), { font: 'serif' })).expect(401);
    (await service.as('editor').patch(url(), { font: 'serif' })).expect(403);
    assert.equal((await settings())['font'], 'radio-canada');
  });

  test('are kept one by one, shown at once, and again as at first by null', async () => {
    const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="logo.png"' };
    const logo = (await admin.post(`${service.url}/kalends/v1/media`, photo, headers)).expect(201).id();
    const sent = {
      name: 'Town & <b>Harbour</b>',
      language: 'de',
      languages: ['de', 'es'],
      logo,
      accent: '#0B57D0',
      font: 'system',
      radius: 'square',
      week_start: 'sunday',
      hour_cycle: '12',
      default_view: 'month',
      currency: 'eur',
      imprint_url: 'https://example.org/imprint',
      privacy_url: 'http://example.org/privacy?x=1',
      map_tiles: 'https://tiles.example.org/{z}/{x}/{y}.png',
      map_credit: '© OpenStreetMap contributors',
      map_outline: AREA,
      home: '/events/month/',
      submissions: true,
    };
    const kept = { ...sent, name: 'Town & Harbour', accent: '#0b57d0', currency: 'EUR' };
    await settings();
    for (const [name, value] of Object.entries(sent)) {
      await patch({ [name]: value });
      assert.deepEqual((await settings())[name], Reflect.get(kept, name), name);
    }
    const { logo_image, accents: _, timezone: ___, ...all } = await settings();
    assert.deepEqual(all, kept);
    assert.ok(isObject(logo_image) && logo_image['id'] === logo);
    for (const name of Object.keys(sent)) await patch({ [name]: null });
    const { accents: __, ...again } = await settings();
    assert.deepEqual(again, INITIAL);
    (await admin.put(url(), new URLSearchParams({ name: 'Form', hour_cycle: 'language' }))).expect(200);
    assert.deepEqual((await settings())['hour_cycle'], 'language');
    await patch({ name: null, hour_cycle: '' });
  });

  test('are refused where they are none', async () => {
    const wrong: [string, unknown][] = [
      ['name', ' '],
      ['name', 'x'.repeat(201)],
      ['name', ['x']],
      ['language', 'fr'],
      ['language', ['en']],
      ['languages', ['en', 'fr']],
      ['languages', []],
      ['languages', 7],
      ['timezone', 'Mars/Olympus'],
      ['timezone', 5],
      ['logo', 999_999],
      ['logo', 'x'],
      ['accent', 'red'],
      ['accent', '#12345'],
      ['accent', '#cc291f;}body{display:none'],
      ['font', 'Comic Sans'],
      ['radius', 5],
      ['week_start', 'friday'],
      ['hour_cycle', 25],
      ['default_view', 'year'],
      ['currency', 'EURO'],
      ['currency', 'XXQ'],
      ['imprint_url', 'javascript:alert(1)'],
      ['imprint_url', '/imprint'],
      ['privacy_url', 'https://user:secret@example.org/'],
      ['privacy_url', 'https://example.org/"onclick'],
      ['map_tiles', 'https://tiles.example.org/'],
      ['map_tiles', '../../etc/passwd.pmtiles'],
      ['map_tiles', 'javascript:{z}{x}{y}'],
      ['map_credit', 'x'.repeat(201)],
      ['map_credit', 7],
      ['map_outline', { type: 'Point', coordinates: [1, 2] }],
      ['map_outline', { type: 'LineString', coordinates: [[1, '2']] }],
      ['map_outline', { type: 'LineString', coordinates: [[1, 200]] }],
      ['map_outline', 'no JSON'],
      ['map_outline', []],
      ['home', 'events'],
      ['home', '//example.org/'],
      ['home', '/\\example.org'],
      ['home', 'https://example.org/'],
    ];
    for (const [name, value] of wrong) assertRefused(await admin.patch(url(), { [name]: value }), [name]);
    assertRefused(await admin.patch(url(), { accent: 'red', font: 1, name: 'Fine' }), ['accent', 'font']);
    assert.equal((await settings())['name'], 'Kalends');
  });

  test('name what a colour had to become', async () => {
    const answer = await patch({ accent: '#ffd23f' });
    assert.equal(answer.at('accent'), '#ffd23f');
    assert.equal(answer.at('accents.dark.accent'), '#ffd23f');
    assert.notEqual(answer.at('accents.light.accent'), '#ffd23f');
    assert.equal(answer.at('repairs.0.scheme'), 'light');
    assert.equal(answer.at('repairs.0.token'), 'accent');
    assert.equal(answer.at('repairs.0.used'), answer.at('accents.light.accent'));
    assert.equal((await settings())['repairs'], undefined);
    await patch({ accent: null });
  });

  test('change the name in the index and the currency of costs at once, also of what is cached', async () => {
    const id = (await makeEvent(admin, { cost: '12' })).id();
    const cost = async () => (await anyone.get(`/events/${id}`)).expect(200).at('cost');
    const listed = async () =>
      (await anyone.get(`/events?include=${id}`)).expect(200).rows('events')[0]?.['cost'];
    const index = async () => (await anyone.get(`${service.url}/wp-json/`)).expect(200).at('name');
    for (let times = 0; times < 3; times++)
      assert.deepEqual([await cost(), await listed(), await index()], ['$12', '$12', 'Kalends']);
    await patch({ currency: 'GBP', name: 'Harbour' });
    assert.deepEqual([await cost(), await listed(), await index()], ['£12', '£12', 'Harbour']);
    assert.equal((await makeEvent(admin, { cost: '5' })).at('cost_details.currency_code'), 'GBP');
    await patch({ currency: null, name: null });
    assert.deepEqual([await cost(), await listed(), await index()], ['$12', '$12', 'Kalends']);
  });

  test('survive a restart', async () => {
    await patch({ week_start: 'saturday' });
    await service.restart({});
    assert.equal((await settings())['week_start'], 'saturday');
    await patch({ week_start: null });
  });
});

test('what the environment says overrides the settings, and says so', async () => {
  const own = await startService({
    env: { KALENDS_ACCENT: '#0b57d0', KALENDS_CURRENCY: 'chf', KALENDS_SITE_NAME: 'Of the machine' },
  });
  try {
    const { url: root } = own;
    const by = own.as('admin');
    const at = `${root}/kalends/v1/settings`;
    const read = (await by.get(at)).expect(200);
    assert.deepEqual(read.at('overridden'), ['name', 'accent', 'currency']);
    assert.deepEqual(
      [read.at('name'), read.at('accent'), read.at('currency')],
      ['Of the machine', '#0b57d0', 'CHF'],
    );
    const refused = await by.patch(at, { accent: '#ff0000', font: 'serif' });
    assertRefused(refused, ['accent']);
    assert.match(refused.text, /KALENDS_ACCENT/);
    const written = (await by.patch(at, { font: 'serif' })).expect(200);
    assert.deepEqual([written.at('font'), written.at('stored')], ['serif', ['font']]);
    assert.deepEqual((await by.patch(at, { font: null })).at('stored'), []);
  } finally {
    await own.stop();
  }
});
