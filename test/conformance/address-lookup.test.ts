// Look-up of addresses: off until the settings name a geocoder, asked by the service, and guarded against what it answers.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, describe, test } from 'node:test';
import { type FakeGeocoder, geocoderAnswers, startGeocoder } from '../support/geocoder.ts';
import { isObject } from '../support/json.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';

const FOUND = {
  address: 'Timber Quay 4',
  zip: '21734',
  city: 'Altenfleet',
  district: 'Lock Quarter',
  stateprovince: 'Lower Saxony',
  country: 'Germany',
  geo_lat: 53.5461,
  geo_lng: 9.982,
};

describe('look-up of addresses', () => {
  let geocoder: FakeGeocoder;
  let service: Service;

  before(async () => {
    geocoder = await startGeocoder();
    service = await startService({
      env: { KALENDS_FETCH_ALLOW: geocoder.host, KALENDS_PUBLIC_URL: 'https://town.example' },
    });
    await people(service);
  });
  afterEach(() => {
    geocoder.asked.length = 0;
    geocoder.answer((response, { path }) =>
      send(response, path === '/api' ? geocoderAnswers.photon : geocoderAnswers.nominatim),
    );
  });
  after(async () => {
    await service?.stop();
    geocoder?.stop();
  });

  const send = (response: ServerResponse, body: unknown) =>
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  const settings = `/kalends/v1/settings`;
  const set = (value: string | null) =>
    service.as('admin').patch(service.url + settings, { geocoder: value });
  const use = async (value: string | null) => (await set(value)).expect(200);
  const writers: readonly Role[] = ['editor', 'author', 'contributor'];
  let turn = 0;
  /** Asks by one writer after the other, each of whom may ask so many times a minute. */
  const find = (search = 'Granary 4, Altenfleet', by = writers[turn++ % writers.length] ?? 'editor') =>
    service.as(by).get(`${service.url}/kalends/v1/addresses`, { search });
  const foundBy = async (search?: string) => {
    const { body } = (await find(search)).expect(200);
    assert.ok(isObject(body) && Array.isArray(body['addresses']));
    return body['addresses'];
  };
  const reasonOf = async () => {
    const { body } = (await find()).expect(424);
    assert.ok(isObject(body));
    assert.equal(body['code'], 'rest_address_lookup_failed');
    return String(body['message']);
  };

  test('is off by default, and then asks nobody', async () => {
    const refused = (await find()).expect(409).body;
    assert.ok(isObject(refused));
    assert.equal(refused['code'], 'rest_address_lookup_off');
    assert.deepEqual(geocoder.asked, []);
  });

  test('asks Photon or Nominatim for the words, and answers the fields of a venue', async () => {
    for (const [kind, more] of [
      ['photon', {}],
      ['nominatim', { format: 'jsonv2', addressdetails: '1' }],
    ] as const) {
      await use(geocoder[kind]);
      geocoder.asked.length = 0;
      const [found, ...others] = await foundBy('Granary 4 & “Söhne”, Altenfleet');
      const label = 'Granary 4, Timber Quay 4, Lock Quarter, 21734 Altenfleet, Lower Saxony, Germany';
      assert.deepEqual(found, { label, ...FOUND });
      assert.deepEqual(others, []);
      const [asked] = geocoder.asked;
      assert.deepEqual(asked?.query, { q: 'Granary 4 & “Söhne”, Altenfleet', limit: '5', ...more });
      assert.equal(asked?.headers['accept-language'], 'en');
      assert.equal(asked?.headers['user-agent'], 'Kalends (+https://town.example)');
      // Nobody's credentials, cookies or address go along.
      for (const name of ['authorization', 'cookie', 'x-forwarded-for', 'referer'])
        assert.equal(asked?.headers[name], undefined, name);
    }
    // What the address of the geocoder has itself, such as a key, stays.
    await use(`${geocoder.nominatim}?key=secret`);
    await find();
    assert.equal(geocoder.asked.at(-1)?.query['key'], 'secret');
  });

  test('is for everybody who may write events, and for nobody else', async () => {
    await use(geocoder.photon);
    for (const role of ['admin', 'editor', 'author', 'contributor'] as const)
      (await find('Quay', role)).expect(200);
    (await find('Quay', 'subscriber')).expect(403);
    const anonymous = `${service.url}/kalends/v1/addresses`;
    (await service.anonymous.get(anonymous, { search: 'Quay' })).expect(401);
    assert.equal(geocoder.asked.length, 4);
    for (const search of ['', ' ', 'x'.repeat(201)]) (await find(search)).expect(400);
    assert.equal(geocoder.asked.length, 4);
  });

  test('its address is shown to administrators alone, and its host to writers', async () => {
    await use(`${geocoder.nominatim}?key=secret`);
    const shown = async (by: Role | undefined) => {
      const client = by === undefined ? service.anonymous : service.as(by);
      const { body, text } = (await client.get(service.url + settings)).expect(200);
      assert.ok(isObject(body));
      return { geocoder: body['geocoder'], host: body['geocoder_host'], isTold: text.includes('secret') };
    };
    assert.deepEqual(await shown('admin'), {
      geocoder: `${geocoder.nominatim}?key=secret`,
      host: geocoder.host,
      isTold: true,
    });
    for (const by of ['editor', 'contributor'] as const)
      assert.deepEqual(await shown(by), { geocoder: undefined, host: geocoder.host, isTold: false });
    for (const by of ['subscriber', undefined] as const)
      assert.deepEqual(await shown(by), { geocoder: undefined, host: undefined, isTold: false });
    await use(null);
    assert.equal((await shown('editor')).host, undefined);
  });

  test('settings refuse what is no geocoder’s address', async () => {
    for (const address of [
      'photon.komoot.io',
      'https://photon.komoot.io/',
      'https://photon.komoot.io/apis',
      'ftp://photon.komoot.io/api',
      'https://user:secret@photon.komoot.io/api',
      'javascript:alert(1)//api',
      12,
    ])
      assert.match((await set(address as string)).expect(400).text, /geocoder/, String(address));
    for (const address of ['https://photon.komoot.io/api', 'https://nominatim.openstreetmap.org/search/'])
      await use(address);
  });

  test('an answer that is hostile fails with its reason, and finds nothing', async () => {
    await use(geocoder.photon);
    const answers: readonly (readonly [string, (response: ServerResponse) => void, RegExp])[] = [
      [
        'HTML',
        (response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html><p>Hi'),
        /isn’t a list/,
      ],
      ['no list', (response) => send(response, { features: 'many' }), /isn’t a list/],
      ['nothing', (response) => response.end(), /isn’t a list/],
      ['too large', (response) => response.end(`{"features":[${'1,'.repeat(200_000)}1]}`), /too large/],
      [
        'too large, as it says',
        (response) => void response.writeHead(200, { 'Content-Length': 10 ** 9 }).write('{'),
        /too large/,
      ],
      ['an error', (response) => response.writeHead(429).end('slow down'), /rejected/],
      ['a line that ends', (response) => response.destroy(), /reach/],
      [
        'a redirect to a private network',
        (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/api' }).end(),
        /isn’t public/,
      ],
      [
        'a redirect to the metadata of a cloud',
        (response) => response.writeHead(301, { Location: 'http://169.254.169.254/latest' }).end(),
        /isn’t public/,
      ],
      [
        'redirects without end',
        (response) => response.writeHead(302, { Location: geocoder.photon }).end(),
        /too often/,
      ],
    ];
    for (const [name, answer, reason] of answers) {
      geocoder.answer(answer);
      assert.match(await reasonOf(), reason, name);
    }
    const german = service.as('admin').get(`${service.url}/de/kalends/v1/addresses`, { search: 'Kai' });
    assert.match((await german).expect(424).text, /leitet zu oft weiter/);
  });

  test('one that is slow is given up', { timeout: 60_000 }, async () => {
    await use(geocoder.photon);
    geocoder.answer((response) => void response.writeHead(200).write('{'));
    assert.match(await reasonOf(), /took too long/);
  });

  test('what it finds is cleaned: places on Earth, one line each, no more than five', async () => {
    await use(geocoder.photon);
    const feature = (coordinates: unknown, properties: unknown = { name: 'Pier' }) => ({
      geometry: { coordinates },
      properties,
    });
    geocoder.answer((response) =>
      send(response, {
        features: [
          feature([9, 91]),
          feature([181, 53]),
          feature(['9', 'north']),
          feature([9]),
          feature({ lat: 1 }),
          feature([null, null]),
          feature([9, 53], 'Pier'),
          feature([9, 53], { name: { toString: 'x' } }),
          null,
          feature([9, 53], { name: 'Two\n<b>lines</b>\u0000', city: 'c'.repeat(5000), postcode: 12 }),
          ...[1, 2, 3, 4, 5, 6].map((at) => feature([at, at], { name: `Pier ${at}` })),
          feature([1, 1], { name: 'Pier 1' }),
        ],
      }),
    );
    const found = await foundBy();
    assert.equal(found.length, 5);
    const [first] = found;
    assert.ok(isObject(first));
    assert.ok(String(first['city']).length <= 200);
    assert.doesNotMatch(String(first['label']), /[\n\u0000]/);
    assert.equal(first['zip'], '');
    await use(geocoder.nominatim);
    geocoder.answer((response) => send(response, [{ lat: '', lon: '' }, { lat: 'Infinity', lon: '1e9' }, 7]));
    assert.deepEqual(await foundBy(), []);
  });

  test('one that is named in the browser has to be public, and one that a variable names need not', async () => {
    const other = await startGeocoder();
    try {
      await use(other.photon);
      assert.match(await reasonOf(), /isn’t public/);
      assert.deepEqual(other.asked, []);
      await use(null);
      const own = await startService({ env: { KALENDS_GEOCODER: other.photon } });
      try {
        await people(own);
        const asked = own.as('author').get(`${own.url}/kalends/v1/addresses`, { search: 'Quay' });
        (await asked).expect(200);
        assert.equal(other.asked.length, 1);
        const refused = await own.as('admin').patch(`${own.url}/kalends/v1/settings`, { geocoder: null });
        assert.match(refused.expect(400).text, /KALENDS_GEOCODER/);
      } finally {
        await own.stop();
      }
    } finally {
      other.stop();
    }
  });

  test('one person may ask twenty times a minute', async () => {
    await use(geocoder.photon);
    let last = 200;
    for (let times = 0; times < 25 && last === 200; times++) last = (await find('Quay', 'admin')).status;
    assert.equal(last, 429);
  });
});
