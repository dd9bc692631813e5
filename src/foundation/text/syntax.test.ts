import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translate } from '#foundation/i18n/catalogue.ts';
import { syntaxFault } from './syntax.ts';

function fault(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return translate('en', syntaxFault(error));
  }
  return '';
}

test('what is wrong with JSON is said without the English of the engine', () => {
  assert.equal(fault('{"a": b}'), 'Syntax error at “b”');
  assert.equal(fault('[1,]'), 'Syntax error at “]”');
  assert.equal(fault('"\u{1F600}'), 'Syntax error at position 3');
  assert.equal(fault('\u{1F600}'), 'Syntax error');
  assert.equal(fault('{a:1}'), 'Syntax error at position 1');
  assert.equal(fault('[1] 2'), 'Syntax error at position 4');
  assert.equal(fault('{'), 'Syntax error at position 1');
  assert.equal(fault(''), 'Unexpected end of text');
  assert.equal(translate('en', syntaxFault('else')), 'Syntax error');
});
