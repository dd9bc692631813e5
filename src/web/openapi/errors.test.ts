import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorCode, errorStatus } from '#errors.ts';
import { languages, placesOf } from '#foundation/i18n/catalogue.ts';
import { errorText, samplesOf } from './errors.ts';

const limits = { bodyLimit: 1_048_576, uploadLimit: 20_971_520, answerLimit: 33_554_432 };
const codes = Object.keys(errorStatus) as ErrorCode[];

test('every place of an error’s text has a value to be shown', () => {
  const samples = samplesOf(limits);
  for (const code of codes) {
    for (const place of placesOf(`error.${code}`))
      assert.notEqual(samples[place], undefined, `${code} {${place}}`);
    for (const language of languages) assert.doesNotMatch(errorText(language, code, samples), /[{}…]/, code);
  }
});

test('limits are those in force', () => {
  const text = (language: 'en' | 'de' | 'es') =>
    errorText(language, 'rest_body_too_large', samplesOf(limits));
  assert.match(text('en'), /1,048,576 bytes/);
  assert.match(text('de'), /1\.048\.576/);
  const tooLarge = errorText('en', 'rest_answer_too_large', samplesOf(limits));
  assert.match(tooLarge, /33,554,432 bytes/);
  assert.doesNotMatch(tooLarge, /1,048,576/);
  assert.match(errorText('en', 'rest_too_many_requests', samplesOf(limits)), /in 60 seconds/);
});
