import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteCurrency } from '#foundation/i18n/currency.ts';
import { presentCost } from './cost.ts';
import { costColumn, costPieces, shownCost, storedPriceRanges } from './cost-column.ts';

const SITE = siteCurrency('USD', 'en', { position: undefined, isGiven: false });

test('a cost of our own is the list of its pieces', () => {
  assert.equal(costColumn(['10', '20'], SITE), '["10","20"]');
  assert.equal(shownCost('["10","20"]', SITE).cost, '$10 – $20');
  assert.equal(shownCost('', SITE).cost, '');
});

test('a cost that another system shows as we would needs nothing else', () => {
  const { cost, cost_details } = presentCost(['€5'], SITE);
  const { currency_code: _, ...details } = cost_details;
  assert.equal(costColumn(['€5'], SITE, { cost, cost_details: details }), '["€5"]');
});

test('a cost that another system shows in another way is shown so', () => {
  const cost_details = { currency_symbol: '', currency_position: 'prefix', values: ['free'] } as const;
  const column = costColumn(['Free'], SITE, {
    cost: 'Free',
    cost_details: { ...cost_details, values: ['free'] },
  });
  assert.deepEqual(shownCost(column, SITE), {
    cost: 'Free',
    cost_details: { ...cost_details, currency_code: '' },
  });
  assert.deepEqual(costPieces(column), ['Free']);
});

test('a cost follows the currency of the site, but for one that another system showed in its own', () => {
  const euro = siteCurrency('EUR', 'de', { position: undefined, isGiven: true });
  assert.equal(shownCost(costColumn(['12'], SITE), euro).cost, '12 €');
  const column = costColumn(['12'], SITE, presentCost(['12'], euro));
  assert.deepEqual(shownCost(column, SITE), presentCost(['12'], euro));
  assert.deepEqual(storedPriceRanges(column, SITE), [{ low: 12, high: 12, currency: 'EUR' }]);
  const silent = presentCost(['12'], { ...euro, isGiven: false });
  assert.deepEqual(storedPriceRanges(costColumn(['12'], SITE, silent), SITE), [
    { low: 12, high: 12, currency: 'EUR' },
  ]);
  // That the source says less of the same amount makes it none of its own.
  assert.equal(costColumn(['12'], euro, silent), '["12"]');
  // Nor that it writes it without a blank.
  const tight = presentCost(['12'], { ...euro, isSpaced: false });
  assert.equal(costColumn(['12'], euro, tight), '["12"]');
});
