import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOfSymbol, currencyOf, siteCurrency } from './currency.ts';

test('a currency is one of ISO 4217 in use, in whatever case', () => {
  for (const code of ['EUR', 'usd', 'Chf', 'JPY']) assert.equal(currencyOf(code), code.toUpperCase());
  for (const text of ['', '€', 'EURO', 'XYZ', 'XXX', 'DEM', 'E', '123', 'EUR ', 'ABC'])
    assert.equal(currencyOf(text), undefined, text);
});

test('it stands where the language has it, with the symbol that it has there', () => {
  const shown = (code: string, language: 'en' | 'de' | 'es', position?: 'prefix' | 'postfix') => {
    const { symbol, position: at } = siteCurrency(code, language, { position, isGiven: true });
    return [symbol, at];
  };
  assert.deepEqual(shown('USD', 'en'), ['$', 'prefix']);
  assert.deepEqual(shown('EUR', 'en'), ['€', 'prefix']);
  assert.deepEqual(shown('EUR', 'de'), ['€', 'postfix']);
  assert.deepEqual(shown('EUR', 'es'), ['€', 'postfix']);
  assert.deepEqual(shown('USD', 'es'), ['$', 'postfix']);
  assert.deepEqual(shown('CHF', 'de'), ['CHF', 'postfix']);
  assert.deepEqual(shown('EUR', 'de', 'prefix'), ['€', 'prefix']);
  assert.deepEqual(shown('GBP', 'en', 'postfix'), ['£', 'postfix']);
});

test('a symbol tells its currency where no other has it, or where it is the first to come to mind', () => {
  assert.deepEqual(['€', '₹', 'zł', 'R$', '₱'].map(codeOfSymbol), ['EUR', 'INR', 'PLN', 'BRL', 'PHP']);
  assert.deepEqual(['$', '£', '¥', 'CA$', 'NT$'].map(codeOfSymbol), ['USD', 'GBP', 'JPY', 'CAD', 'TWD']);
  assert.deepEqual(['kr', 'Rs', '?', ''].map(codeOfSymbol), Array(4).fill(undefined));
});
