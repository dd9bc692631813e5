import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type SiteCurrency, siteCurrency } from '#foundation/i18n/currency.ts';
import { costForPeople, presentCost, priceRanges, readCost } from './cost.ts';

const SITE = siteCurrency('USD', 'en', { position: undefined, isGiven: false });
const EURO = siteCurrency('EUR', 'de', { position: undefined, isGiven: true });

function present(sent: unknown, site = SITE): string[] {
  const read = readCost(sent, site);
  assert.ok('pieces' in read, 'problem' in read ? read.problem : '');
  const { cost, cost_details } = presentCost(read.pieces, site);
  const { currency_symbol, currency_code, currency_position, values } = cost_details;
  return [cost, currency_symbol, currency_code, currency_position, values.join(' ')];
}

test('costs are shown as the reference shows them', () => {
  const rows: [unknown, string[]][] = [
    [20, ['$20', '', '', '', '20']],
    ['12.5', ['$12.5', '', '', '', '12.5']],
    ['10,50', ['$10,50', '', '', '', '10.50']],
    ['20$', ['20$', '$', 'USD', 'postfix', '20']],
    ['$20', ['$20', '$', 'USD', 'prefix', '20']],
    ['USD 20', ['USD20', 'USD', 'USD', 'prefix', '20']],
    ['€5', ['€5', '€', 'EUR', 'prefix', '5']],
    ['5 €', ['5€', '€', 'EUR', 'postfix', '5']],
    ['5-10', ['$5 – $10', '', '', '', '5 10']],
    ['20 - 10', ['$10 – $20', '', '', '', '10 20']],
    [
      ['10', '20'],
      ['$10 – $20', '', '', '', '10 20'],
    ],
    [
      ['0$', '20$', '30$'],
      ['Free – 30$', '$', 'USD', 'postfix', '0 20 30'],
    ],
    ['Free', ['Free', '', '', '', 'free']],
    ['Donation', ['Donation', '', '', '', 'donation']],
    ['0.00', ['Free', '', '', '', '0.00']],
    ['10%', ['10%', '%', '', 'postfix', '10']],
    ['1,000', ['$1,000', '', '', '', '1000']],
    ['10,5', ['$10,5', '', '', '', '10.5']],
  ];
  for (const [sent, shown] of rows) assert.deepEqual(present(sent), shown, String(sent));
});

test('amounts of any country, text without a number and zero are understood (D15, D33)', () => {
  const rows: [unknown, string[]][] = [
    ['1,234.56', ['$1,234.56', '', '', '', '1234.56']],
    ['1.234,56', ['$1.234,56', '', '', '', '1234.56']],
    ['$1,000.50', ['$1,000.50', '$', 'USD', 'prefix', '1000.50']],
    ["1'234.50 CHF", ["1'234.50CHF", 'CHF', 'CHF', 'postfix', '1234.50']],
    ['1 234,50 €', ['1 234,50€', '€', 'EUR', 'postfix', '1234.50']],
    ['5, 10, 15', ['$5 – $15', '', '', '', '5 10 15']],
    ['£5 - £7.50', ['£5 – £7.50', '£', 'GBP', 'prefix', '5 7.50']],
    ['$10 - €20', ['$10 – €20', '$', 'USD', 'prefix', '10 20']],
    ['Free - $20', ['Free – $20', '$', 'USD', 'prefix', '0 20']],
    [
      ['Free', 20],
      ['Free – $20', '', '', '', '0 20'],
    ],
    [
      ['a', 'b'],
      ['a, b', '', '', '', 'a b'],
    ],
    ['Adults $10, kids $5', ['Adults $10, kids $5', '$', 'USD', 'prefix', '5 10']],
    ['<b>5</b>', ['$5', '', '', '', '5']],
    [0, ['Free', '', '', '', '0']],
    ['0', ['Free', '', '', '', '0']],
    [{ from: 5, to: '10' }, ['$5 – $10', '', '', '', '5 10']],
  ];
  for (const [sent, shown] of rows) assert.deepEqual(present(sent), shown, String(sent));
});

test('nothing, and true, is no cost', () => {
  for (const sent of ['', ' ', [], {}, false, null, undefined, true, [null, '']]) {
    assert.deepEqual(readCost(sent), { pieces: [] });
  }
  assert.deepEqual(present([]), ['', '', '', '', '']);
});

test('nested, oversized and unusable costs are a problem', () => {
  for (const sent of [[[1]], { a: {} }, 1e30, 'x'.repeat(1001), Array(101).fill(1), [() => 1]]) {
    assert.ok('problem' in readCost(sent));
  }
});

test("the site's own currency stands where none is written, and is named where the operator named it (D44)", () => {
  const rows: [unknown, string[]][] = [
    ['5-10', ['5 – 10 €', '€', 'EUR', 'postfix', '5 10']],
    [12, ['12 €', '€', 'EUR', 'postfix', '12']],
    ['1.234,56', ['1.234,56 €', '€', 'EUR', 'postfix', '1234.56']],
    ['€5 - €10', ['€5 – €10', '€', 'EUR', 'prefix', '5 10']],
    ['0', ['Free', '', '', '', '0']],
    ['Free', ['Free', '', '', '', 'free']],
    ['Spende', ['Spende', '', '', '', 'spende']],
    ['Erwachsene 10, Kinder 5', ['Erwachsene 10, Kinder 5', '', '', '', '5 10']],
    [[], ['', '', '', '', '']],
    [
      ['Free', 20],
      ['Free – 20 €', '€', 'EUR', 'postfix', '0 20'],
    ],
  ];
  for (const [sent, shown] of rows) assert.deepEqual(present(sent, EURO), shown, String(sent));
  assert.deepEqual(present('5-10', { ...EURO, isGiven: false }), ['5 – 10 €', '', '', '', '5 10']);
  const canada = siteCurrency('CAD', 'en', { position: undefined, isGiven: true });
  assert.deepEqual(present('$5', canada), ['$5', '$', 'CAD', 'prefix', '5']);
  assert.deepEqual(present('US$5', canada), ['US$5', 'US$', 'USD', 'prefix', '5']);
  assert.deepEqual(present('5', { ...canada, position: 'postfix' }), ['5$', '$', 'CAD', 'postfix', '5']);
});

test('what people of a German site type is understood', () => {
  const rows: [unknown, string[]][] = [
    ['12 €', ['12 €', '€', 'EUR', 'postfix', '12']],
    ['12€', ['12 €', '€', 'EUR', 'postfix', '12']],
    ['12,50 €', ['12,50 €', '€', 'EUR', 'postfix', '12.50']],
    ['1.200,00 €', ['1.200,00 €', '€', 'EUR', 'postfix', '1200.00']],
    ['1.200 €', ['1.200 €', '€', 'EUR', 'postfix', '1200']],
    ['1.250.000', ['1.250.000 €', '€', 'EUR', 'postfix', '1250000']],
    ['12.50', ['12.50 €', '€', 'EUR', 'postfix', '12.50']],
    [1.125, ['1.1250 €', '€', 'EUR', 'postfix', '1.1250']],
    [1250.5, ['1250.5 €', '€', 'EUR', 'postfix', '1250.5']],
    ['12,- €', ['12 €', '€', 'EUR', 'postfix', '12']],
    ['12,–', ['12 €', '€', 'EUR', 'postfix', '12']],
    ['10 bis 20 €', ['10 – 20 €', '€', 'EUR', 'postfix', '10 20']],
    ['10 € - 20 €', ['10 – 20 €', '€', 'EUR', 'postfix', '10 20']],
    ['ab 12 €', ['ab 12 €', '€', 'EUR', 'postfix', '12']],
    ['12 Euro', ['12 Euro', '', '', '', '12']],
    ['kostenlos', ['kostenlos', '', '', '', 'kostenlos']],
    ['gratis - 20 €', ['Free – 20 €', '€', 'EUR', 'postfix', '0 20']],
    [
      ['kostenlos', '20 €'],
      ['Free – 20 €', '€', 'EUR', 'postfix', '0 20'],
    ],
    ['20 $', ['20$', '$', 'USD', 'postfix', '20']],
  ];
  for (const [sent, shown] of rows) assert.deepEqual(present(sent, EURO), shown, String(sent));
  assert.deepEqual(present('12 €', SITE), ['12€', '€', 'EUR', 'postfix', '12']);
  assert.deepEqual(present(1.125, SITE), ['$1.125', '', '', '', '1.125']);
  assert.deepEqual(present('1.200', SITE), ['$1.200', '', '', '', '1.200']);
  const placed = siteCurrency('EUR', 'de', { position: 'prefix', isGiven: true });
  assert.deepEqual(present('5-10', placed), ['€5 – €10', '€', 'EUR', 'prefix', '5 10']);
});

test('people read amounts as their language writes them', () => {
  const FREE = { en: 'Free', de: 'Kostenlos', es: 'Gratis' };
  const rows: [string[], SiteCurrency, en: string, de: string, es: string][] = [
    [['12'], EURO, '€12', '12 €', '12 €'],
    [['12'], SITE, '$12', '12 $', '12 $'],
    [['5', '10'], EURO, '€5–10', '5–10 €', '5–10 €'],
    [['12.5'], EURO, '€12.50', '12,50 €', '12,50 €'],
    [['12,50 €'], EURO, '€12.50', '12,50 €', '12,50 €'],
    [['1.234,56'], EURO, '€1,234.56', '1.234,56 €', '1234,56 €'],
    [['1,234,567'], SITE, '$1,234,567', '1.234.567 $', '1.234.567 $'],
    [['€5'], EURO, '€5', '5 €', '5 €'],
    [['EUR 5'], EURO, '€5', '5 €', '5 €'],
    [['18 – 64 €'], EURO, '€18–64', '18–64 €', '18–64 €'],
    [['$10', '$20'], EURO, '$10–20', '$10–20', '$10–20'],
    [['CHF 20'], EURO, 'CHF 20', 'CHF 20', 'CHF 20'],
    [['0', '20'], EURO, 'Free – €20', 'Kostenlos – 20 €', 'Gratis – 20 €'],
    [['kostenlos'], EURO, 'Free', 'Kostenlos', 'Gratis'],
    [['Free'], SITE, 'Free', 'Kostenlos', 'Gratis'],
    [['$10', '9 €'], EURO, '€9 – $10', '9 € – $10', '9 € – $10'],
    [['ab 12 €'], EURO, 'ab 12 €', 'ab 12 €', 'ab 12 €'],
    [['Spende'], EURO, 'Spende', 'Spende', 'Spende'],
    [[], EURO, '', '', ''],
  ];
  for (const [pieces, site, ...shown] of rows)
    for (const [index, language] of (['en', 'de', 'es'] as const).entries()) {
      const free = FREE[language];
      assert.equal(costForPeople(pieces, site, { language, free }), shown[index], `${pieces} in ${language}`);
    }
  const placed = siteCurrency('EUR', 'en', { position: 'postfix', isGiven: true });
  for (const sent of ['12', '€12', '12 €'])
    assert.equal(costForPeople([sent], placed, { language: 'en', free: '' }), '12 €');
});

test('what was sent keeps its currency on a site of another, and of several each its own (D45)', () => {
  const rows: [unknown, string[]][] = [
    ['$10', ['$10', '$', 'USD', 'prefix', '10']],
    ['20$', ['20$', '$', 'USD', 'postfix', '20']],
    ['$10 - $20', ['$10 – $20', '$', 'USD', 'prefix', '10 20']],
    ['CHF 20', ['CHF20', 'CHF', 'CHF', 'prefix', '20']],
    ['100 zł', ['100zł', 'zł', 'PLN', 'postfix', '100']],
    ['₡500', ['₡500', '₡', 'CRC', 'prefix', '500']],
    ['100 kr', ['100kr', 'kr', '', 'postfix', '100']],
    ['$10 - €20', ['$10 – €20', '$', 'USD', 'prefix', '10 20']],
    [
      ['€20', '$10'],
      ['$10 – €20', '€', 'EUR', 'prefix', '10 20'],
    ],
    [
      ['$10', '£10'],
      ['$10 – £10', '$', 'USD', 'prefix', '10'],
    ],
    [
      ['$10', '€9', '£8'],
      ['£8, €9, $10', '$', 'USD', 'prefix', '8 9 10'],
    ],
    [
      ['$10', '€9', '$20', '€18'],
      ['€9 – €18, $10 – $20', '$', 'USD', 'prefix', '9 10 18 20'],
    ],
    [
      ['$10', 'Free', '£5'],
      ['Free, £5, $10', '$', 'USD', 'prefix', '0 5 10'],
    ],
    [
      [7, '$10', '£5'],
      ['£5, 7 €, $10', '$', 'USD', 'prefix', '5 7 10'],
    ],
    ['Adults $10, kids €5', ['Adults $10, kids €5', '$', 'USD', 'prefix', '5 10']],
  ];
  for (const [sent, shown] of rows) assert.deepEqual(present(sent, EURO), shown, String(sent));
});

const CURRENCIES: readonly (readonly [symbol: string, code: string])[] = [
  ['$', 'USD'],
  ['US$', 'USD'],
  ['USD', 'USD'],
  ['CA$', 'CAD'],
  ['C$', 'CAD'],
  ['CAD$', 'CAD'],
  ['CAD $', 'CAD'],
  ['CAD', 'CAD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['S$', 'SGD'],
  ['NT$', 'TWD'],
  ['MX$', 'MXN'],
  ['R$', 'BRL'],
  ['€', 'EUR'],
  ['EUR', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['CN¥', 'CNY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₪', 'ILS'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₦', 'NGN'],
  ['₡', 'CRC'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['lei', 'RON'],
  ['RM', 'MYR'],
  ['Rp', 'IDR'],
  ['FCFA', 'XAF'],
  ['CHF', 'CHF'],
  ['Fr.', 'CHF'],
  ['SEK', 'SEK'],
  ['kr', ''],
];
/** The two amounts of each form, as decimal numbers. */
const NUMBERS = [
  ['10', '20', 10, 20],
  ['10.50', '20.75', 10.5, 20.75],
  ['1,000', '1,234.56', 1000, 1234.56],
  ['1.000,00', '1.234,56', 1000, 1234.56],
  ['0', '20', 0, 20],
] as const;
type Form = (
  symbol: string,
  low: string,
  high: string,
) => readonly [sent: string | string[], position: string];
const FORMS: Readonly<Record<string, Form>> = {
  'a range, the symbol before each': (s, a, b) => [`${s}${a} - ${s}${b}`, 'prefix'],
  'a range, a blank after each symbol': (s, a, b) => [`${s} ${a} – ${s} ${b}`, 'prefix'],
  'a tight range': (s, a, b) => [`${s}${a}-${s}${b}`, 'prefix'],
  'a range, the symbol before the first': (s, a, b) => [`${s}${a}-${b}`, 'prefix'],
  'a range, the symbol behind each': (s, a, b) => [`${a} ${s} - ${b} ${s}`, 'postfix'],
  'a range, the symbol behind the last': (s, a, b) => [`${a} - ${b} ${s}`, 'postfix'],
  'a range in words': (s, a, b) => [`${s}${a} to ${s}${b}`, 'prefix'],
  'the dearer one first': (s, a, b) => [`${s}${b} - ${s}${a}`, 'prefix'],
  'a list of texts': (s, a, b) => [[`${s}${a}`, `${s}${b}`], 'prefix'],
  'a list with one bare number': (s, a, b) => [[a, `${b} ${s}`], 'postfix'],
  'free text': (s, a, b) => [`Children ${s}${a}, all others ${s}${b}`, 'prefix'],
  'a sentence': (s, a, b) => [`From ${a} ${s} to at most ${b} ${s} at the door`, 'postfix'],
};

test('a symbol or code names its currency in every form and on every site (D44, D45)', () => {
  for (const site of [SITE, EURO, siteCurrency('GBP', 'en', { position: 'postfix', isGiven: true })])
    for (const [symbol, code] of CURRENCIES)
      for (const [a, b, low, high] of NUMBERS)
        for (const [form, write] of Object.entries(FORMS)) {
          const [sent, position] = write(symbol, a, b);
          const read = readCost(sent);
          assert.ok('pieces' in read);
          const { cost, cost_details } = presentCost(read.pieces, site);
          const told = `${form}: ${String(sent)}, shown as ${cost}`;
          const { currency_symbol, currency_code, currency_position } = cost_details;
          assert.deepEqual(
            [currency_symbol, currency_code, currency_position],
            [symbol, code, position],
            told,
          );
          const [prices, ...others] = priceRanges(read.pieces, site);
          assert.deepEqual([prices, others], [{ low, high, currency: code }, []], told);
          assert.deepEqual(cost_details.values.map(Number), [low, high], told);
        }
});

test('a code behind or before a sign that several currencies share tells which it is', () => {
  const rows: [string, string[]][] = [
    ['$10 CAD', ['$10 CAD', '$', 'CAD', 'prefix', '10']],
    ['$10 - $20 NZD', ['$10 - $20 NZD', '$', 'NZD', 'prefix', '10 20']],
    ['$10 USD or $14 CAD or $5', ['$10 USD or $14 CAD or $5', '$', 'USD', 'prefix', '5 10 14']],
    ['CAD $10 - $20', ['CAD $10 – $20', 'CAD $', 'CAD', 'prefix', '10 20']],
    ['CAD $10', ['CAD $10', 'CAD $', 'CAD', 'prefix', '10']],
    ['MXN$10', ['MXN$10', 'MXN$', 'MXN', 'prefix', '10']],
    ['ALL $10', ['ALL $10', '$', 'USD', 'prefix', '10']],
    ['$10 TOP seat', ['$10 TOP seat', '$', 'USD', 'prefix', '10']],
    ['FREE $10', ['Free – $10', '$', 'USD', 'prefix', '0 10']],
  ];
  for (const [sent, shown] of rows) assert.deepEqual(present(sent), shown, sent);
  for (const pieces of [['$10 CAD', '$12 CAD'], ['$10 - $12 CAD'], ['CAD $10 - $12']])
    assert.deepEqual(priceRanges(pieces, SITE), [{ low: 10, high: 12, currency: 'CAD' }], pieces.join());
});

test('prices are told in each currency by itself', () => {
  const prices = (...pieces: string[]) =>
    priceRanges(pieces, EURO).map(({ low, high, currency }) => `${low}-${high} ${currency}`);
  assert.deepEqual(prices('5', '10'), ['5-10 EUR']);
  assert.deepEqual(prices('5', '$10'), ['5-10 USD']);
  assert.deepEqual(prices('$10', '€9', '$20', '7'), ['10-20 USD', '7-9 EUR']);
  assert.deepEqual(prices('Free', '$10', '€9'), ['0-10 USD', '9-9 EUR']);
  assert.deepEqual(prices('Free'), ['0-0 EUR']);
  assert.deepEqual(prices('€5', 'EUR 8'), ['5-8 EUR']);
  assert.deepEqual(prices('10%'), []);
  assert.deepEqual(prices('Donation'), []);
  assert.deepEqual(prices(), []);
});

const amount = fc.constantFrom('5', '0', '10.50', '1,000', '1.234,56', '7,5', '1 000', '0.00', '99');
const priced = fc.oneof(
  amount,
  fc.tuple(fc.constantFrom('$', '€', 'USD ', 'R$ '), amount).map((parts) => parts.join('')),
  fc.tuple(amount, fc.constantFrom('$', ' €', ' EUR', ' kr')).map((parts) => parts.join('')),
  fc.constantFrom('Free', 'Donation', 'Adults $3'),
);
const written = fc.oneof(
  fc.string(),
  priced,
  fc.array(priced, { maxLength: 4 }),
  fc.array(priced, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' - ')),
  fc.string({ unit: fc.constantFrom(...'0123456789.,$€ -–%US<>free'), maxLength: 20 }),
);

test('values ascend, and what is shown reads as what was shown', () => {
  fc.assert(
    fc.property(written, fc.constantFrom<SiteCurrency>(SITE, EURO), (sent, site) => {
      const read = readCost(sent);
      assert.ok('pieces' in read);
      const shown = presentCost(read.pieces, site);
      const numbers = shown.cost_details.values.map(Number).filter((value) => !Number.isNaN(value));
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
      );
      const again = readCost(shown.cost);
      assert.ok('pieces' in again);
      assert.equal(presentCost(again.pieces, site).cost, shown.cost);
    }),
    { numRuns: 5000 },
  );
});

test('reading never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (sent) => void readCost(sent)),
    { numRuns: 2000 },
  );
});
