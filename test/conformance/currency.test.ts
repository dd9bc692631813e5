import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { command, inherited } from '../support/program.ts';
import { people, type Service, startService } from '../support/service.ts';

// The currency of amounts that name none (contract D44), and that of amounts which do (D45).

/** `cost`, and symbol, code, position and values of `cost_details`. */
function costOf(answer: Answer, at = ''): string[] {
  const details = ['currency_symbol', 'currency_code', 'currency_position'].map((name) =>
    String(answer.at(`${at}cost_details.${name}`)),
  );
  return [String(answer.at(`${at}cost`)), ...details];
}
const offersOf = (answer: Answer) =>
  [answer.at('json_ld.offers') ?? []].flat().map((offer) => {
    const { price, lowPrice, highPrice, priceCurrency } = Object(offer);
    return [price ?? `${lowPrice}-${highPrice}`, priceCurrency];
  });

describe('A currency', () => {
  let service: Service;
  let admin: Client;
  let anyone: Client;

  before(async () => {
    service = await startService({ env: { KALENDS_CURRENCY: 'EUR' } });
    await people(service);
    admin = service.as('admin');
    anyone = service.anonymous;
  });
  after(() => service.stop());

  test('is said of an amount in every answer, on the page and in JSON-LD', async () => {
    const made = await makeEvent(admin, {
      title: 'Euros',
      cost: 12,
      start_date: 'tomorrow 8pm',
      end_date: 'tomorrow 9pm',
    });
    const shown = ['€12', '€', 'EUR', 'prefix'];
    assert.deepEqual(costOf(made), shown);
    for (const reader of [anyone, admin]) {
      // Twice: what is kept is as what was made.
      for (let time = 0; time < 2; time++) {
        const read = (await reader.get(`/events/${made.id()}`)).expect(200);
        assert.deepEqual(costOf(read), shown);
        assert.deepEqual(offersOf(read), [[12, 'EUR']]);
        assert.deepEqual(costOf((await reader.get('/events?search=Euros')).expect(200), 'events.0.'), shown);
      }
    }
    const page = await anyone.get(`${service.url}/event/${String(made.at('slug'))}/`);
    assert.match(page.text, /<dd><b>€12<\/b><\/dd>/);
    const changed = (await admin.patch(`/events/${made.id()}`, { cost: [5, '10'] })).expect(200);
    assert.deepEqual(costOf(changed), ['€5 – €10', '€', 'EUR', 'prefix']);
    assert.deepEqual(offersOf((await anyone.get(`/events/${made.id()}`)).expect(200)), [['5-10', 'EUR']]);
  });

  const cases: readonly (readonly [cost: unknown, shown: readonly string[], offers: unknown[]])[] = [
    ['$10', ['$10', '$', 'USD', 'prefix'], [[10, 'USD']]],
    ['10 $', ['10$', '$', 'USD', 'postfix'], [[10, 'USD']]],
    ['£5 - £7.50', ['£5 – £7.50', '£', 'GBP', 'prefix'], [['5-7.5', 'GBP']]],
    ['USD 20', ['USD20', 'USD', 'USD', 'prefix'], [[20, 'USD']]],
    ['15 €', ['15€', '€', 'EUR', 'postfix'], [[15, 'EUR']]],
    ['$10 - $20', ['$10 – $20', '$', 'USD', 'prefix'], [['10-20', 'USD']]],
    ['$10 - $20 CAD', ['$10 - $20 CAD', '$', 'CAD', 'prefix'], [['10-20', 'CAD']]],
    ['€5 - €10', ['€5 – €10', '€', 'EUR', 'prefix'], [['5-10', 'EUR']]],
    [
      '$10 - €20',
      ['$10 – €20', '$', 'USD', 'prefix'],
      [
        [10, 'USD'],
        [20, 'EUR'],
      ],
    ],
    [
      ['$10', '£10'],
      ['$10 – £10', '$', 'USD', 'prefix'],
      [
        [10, 'USD'],
        [10, 'GBP'],
      ],
    ],
    [
      ['$10', '£8', '9 CHF'],
      ['£8, 9CHF, $10', '$', 'USD', 'prefix'],
      [
        [10, 'USD'],
        [8, 'GBP'],
        [9, 'CHF'],
      ],
    ],
    ['Free', ['Free', '', '', ''], [[0, 'EUR']]],
    [0, ['Free', '', '', ''], [[0, 'EUR']]],
    ['Donation', ['Donation', '', '', ''], []],
    ['', ['', '', '', ''], []],
  ];
  for (const [cost, shown, offers] of cases)
    test(`of the cost ${JSON.stringify(cost)} is the one that was sent`, async () => {
      const made = await makeEvent(admin, { cost });
      assert.deepEqual(costOf(made), shown);
      const read = (await anyone.get(`/events/${made.id()}`)).expect(200);
      assert.deepEqual(costOf(read), shown);
      assert.deepEqual(offersOf(read), offers);
    });

  test('is the site’s for tickets without one, unless the cost names another', async () => {
    const tickets = [
      { name: 'Seat', price: 8 },
      { name: 'Box', price: 9, currency: 'CHF' },
    ];
    const made = await makeEvent(admin, { tickets });
    assert.deepEqual(made.at('tickets'), tickets);
    assert.deepEqual(offersOf((await anyone.get(`/events/${made.id()}`)).expect(200)), [
      [8, 'EUR'],
      [9, 'CHF'],
    ]);
    const dollars = await makeEvent(admin, { tickets, cost: '$8' });
    assert.deepEqual(offersOf((await anyone.get(`/events/${dollars.id()}`)).expect(200)), [
      [8, 'USD'],
      [9, 'CHF'],
    ]);
  });
});

test('A currency set at a later start is that of all amounts that name none', async () => {
  const service = await startService();
  try {
    await people(service);
    const admin = service.as('admin');
    const plain = (await makeEvent(admin, { cost: '5-10' })).id();
    const pounds = (await makeEvent(admin, { cost: '£7' })).id();
    const costs = async () =>
      Promise.all([plain, pounds].map(async (id) => costOf((await admin.get(`/events/${id}`)).expect(200))));
    const pound = ['£7', '£', 'GBP', 'prefix'];
    assert.deepEqual(await costs(), [['$5 – $10', '', '', ''], pound]);
    const dollars = await makeEvent(admin, { cost: '$5 - $10' });
    assert.deepEqual(costOf(dollars), ['$5 – $10', '$', 'USD', 'prefix']);
    await service.restart({ KALENDS_CURRENCY: 'eur' });
    assert.deepEqual(await costs(), [['€5 – €10', '€', 'EUR', 'prefix'], pound]);
    await service.restart({ KALENDS_LANGUAGE: 'de' });
    assert.deepEqual(await costs(), [['5 – 10 €', '€', 'EUR', 'postfix'], pound]);
    // A calendar keeps its language, and so the place of its currency.
    await service.restart({ KALENDS_LANGUAGE: undefined, KALENDS_CURRENCY: 'CHF' });
    assert.deepEqual(await costs(), [['5 – 10 CHF', 'CHF', 'CHF', 'postfix'], pound]);
    await service.restart({ KALENDS_CURRENCY_POSITION: 'prefix' });
    assert.deepEqual(await costs(), [['CHF5 – CHF10', 'CHF', 'CHF', 'prefix'], pound]);
    await service.restart({
      KALENDS_LANGUAGE: 'es',
      KALENDS_CURRENCY: 'GBP',
      KALENDS_CURRENCY_POSITION: undefined,
    });
    assert.deepEqual(await costs(), [['5 – 10 £', '£', 'GBP', 'postfix'], pound]);
    await service.restart({ KALENDS_LANGUAGE: 'en', KALENDS_CURRENCY: undefined });
    assert.deepEqual(await costs(), [['$5 – $10', '', '', ''], pound]);
  } finally {
    await service.stop();
  }
});

test('A reader’s language moves no currency', async () => {
  const service = await startService({ env: { KALENDS_CURRENCY: 'EUR' } });
  try {
    await people(service);
    const id = (await makeEvent(service.as('admin'), { cost: '5' })).id();
    for (const language of ['en', 'de', 'es']) {
      const read = await service.anonymous.get(`/events/${id}?translation_language=${language}`);
      assert.equal(read.expect(200).at('cost'), '€5');
    }
  } finally {
    await service.stop();
  }
});

test('What is no currency or no position is refused at the start', async () => {
  const refused = async (name: string, value: string, words: RegExp) => {
    const { code, stdout, stderr } = await command({ ...inherited, [name]: value }, ['check']);
    assert.equal(code, 2, stdout + stderr);
    assert.match(stderr, new RegExp(name));
    assert.ok(stderr.includes(value), stderr);
    assert.match(stderr, words);
  };
  for (const value of ['EURO', '€', 'XYZ', 'US', 'DEM', '978'])
    await refused('KALENDS_CURRENCY', value, /ISO 4217/);
  for (const value of ['before', 'left', 'PREFIX', '€'])
    await refused('KALENDS_CURRENCY_POSITION', value, /prefix/);
});
