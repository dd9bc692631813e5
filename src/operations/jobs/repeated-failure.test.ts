import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RepeatedFailureFilter } from './repeated-failure.ts';

test('a failure is told at once, the same again once a minute, and anew after a run that went well', () => {
  const failure = new RepeatedFailureFilter();
  const logs = (text: string, second: number) => failure.shouldLog(new Error(text), second * 1000);
  assert.deepEqual(
    [0, 1, 2, 59.9].map((second) => logs('gone', second)),
    [true, false, false, false],
  );
  assert.equal(logs('gone', 60), true);
  assert.equal(logs('gone', 61), false);
  assert.equal(logs('locked', 62), true);
  assert.equal(logs('gone', 63), true);
  failure.reset();
  assert.equal(logs('gone', 64), true);
});
