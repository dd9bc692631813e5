import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RepeatLimiter } from './repeat-limiter.ts';

test('ten lines of a kind from one client, thirty from all, and then their number', () => {
  const told: [string, number][] = [];
  const repeats = new RepeatLimiter((kind, count) => told.push([kind, count]));
  const admitted = (kind: string, client: string, times: number) =>
    Array.from({ length: times }, () => repeats.admit(kind, client)).filter(Boolean).length;
  assert.equal(admitted('a', 'one', 25), 10);
  assert.equal(admitted('a', 'two', 5), 5);
  for (let n = 0; n < 1_000; n++) admitted('a', `client ${n}`, 1);
  assert.equal(admitted('a', 'last', 3), 0);
  assert.equal(admitted('b', 'one', 3), 3);
  repeats.end();
  assert.deepEqual(told, [['a', 25 + 5 + 1_000 + 3 - 30]]);
  assert.equal(admitted('a', 'one', 3), 3);
  repeats.end();
  assert.equal(told.length, 1);
});

test('limiters whose minute has ended leave nothing on the process', () => {
  const before = process.listenerCount('exit');
  for (let n = 0; n < 20; n++) {
    const repeats = new RepeatLimiter(() => {});
    repeats.admit('a', 'one');
    repeats.end();
  }
  assert.equal(process.listenerCount('exit'), before);
});
