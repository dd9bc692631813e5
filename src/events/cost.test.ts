import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { presentCost, readCost, type SiteCurrency } from './cost.ts';

const SITE: SiteCurrency = { symbol: '$', code: 'USD', position: 'prefix' };

function present(sent: unknown, site = SITE): string[] {
  const read = readCost(sent);
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
    ['$10 - $20', ['$10 – $20', '', '', '', '10 20']],
    ['$10 - $20 - $30', ['$10 – $30', '', '', '', '10 20 30']],
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
    ['$10 - €20', ['$10 – €20', '', '', '', '10 20']],
    ['Free - $20', ['Free – $20', '$', 'USD', 'prefix', '0 20']],
    [
      ['Free', 20],
      ['Free – $20', '', '', '', '0 20'],
    ],
    [
      ['a', 'b'],
      ['a, b', '', '', '', 'a b'],
    ],
    ['Adults $10, kids $5', ['Adults $10, kids $5', '', '', '', '5 10']],
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

test("the site's own currency stands where none is written", () => {
  const site: SiteCurrency = { symbol: '€', code: 'EUR', position: 'postfix' };
  assert.deepEqual(present('5-10', site), ['5€ – 10€', '', '', '', '5 10']);
  assert.deepEqual(present('$5', { symbol: '$', code: 'CAD', position: 'prefix' }), [
    '$5',
    '$',
    'CAD',
    'prefix',
    '5',
  ]);
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
    fc.property(
      written,
      fc.constantFrom<SiteCurrency>(SITE, { symbol: '€', code: 'EUR', position: 'postfix' }),
      (sent, site) => {
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
      },
    ),
    { numRuns: 5000 },
  );
});

test('reading never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (sent) => void readCost(sent)),
    { numRuns: 2000 },
  );
});
