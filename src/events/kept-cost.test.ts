import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presentCost } from './cost.ts';
import { costColumn, costPieces, shownCost } from './kept-cost.ts';

test('a cost of our own is the list of its pieces', () => {
  assert.equal(costColumn(['10', '20']), '["10","20"]');
  assert.equal(shownCost('["10","20"]').cost, '$10 – $20');
  assert.equal(shownCost('').cost, '');
});

test('a cost that another system shows as we would needs nothing else', () => {
  const { cost, cost_details } = presentCost(['€5'], { symbol: '$', code: 'USD', position: 'prefix' });
  const { currency_code: _, ...details } = cost_details;
  assert.equal(costColumn(['€5'], { cost, cost_details: details }), '["€5"]');
});

test('a cost that another system shows in another way is shown so', () => {
  const cost_details = { currency_symbol: '', currency_position: 'prefix', values: ['free'] } as const;
  const column = costColumn(['Free'], { cost: 'Free', cost_details: { ...cost_details, values: ['free'] } });
  assert.deepEqual(shownCost(column), { cost: 'Free', cost_details: { ...cost_details, currency_code: '' } });
  assert.deepEqual(costPieces(column), ['Free']);
});
