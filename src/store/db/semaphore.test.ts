import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as later } from 'node:timers/promises';
import { Semaphore } from './semaphore.ts';

const never = () => false;

test('so many go at once, the others in their order', async () => {
  const semaphore = new Semaphore(2, 1_000, () => new Error('late'));
  const began: number[] = [];
  let now = 0;
  let most = 0;
  const work = (number: number) => async () => {
    began.push(number);
    most = Math.max(most, ++now);
    await later();
    now--;
    return number;
  };
  const results = await Promise.all([0, 1, 2, 3, 4].map((number) => semaphore.run(work(number), never)));
  assert.deepEqual(results, [0, 1, 2, 3, 4]);
  assert.deepEqual(began, [0, 1, 2, 3, 4]);
  assert.equal(most, 2);
});

test('a failure gives the turn on; one that is for all is that of all who wait', async () => {
  const semaphore = new Semaphore(1, 1_000, () => new Error('late'));
  const fail = (text: string) => async () => {
    await later();
    throw new Error(text);
  };
  const own = await Promise.allSettled([
    semaphore.run(fail('own'), never),
    semaphore.run(async () => 'well', never),
  ]);
  assert.deepEqual(
    own.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  const all = await Promise.allSettled([
    semaphore.run(fail('away'), () => true),
    semaphore.run(async () => 'well', never),
    semaphore.run(async () => 'well', never),
  ]);
  assert.deepEqual(
    all.map((result) => result.status === 'rejected' && String(result.reason)),
    ['Error: away', 'Error: away', 'Error: away'],
  );
  assert.equal(await semaphore.run(async () => 'again', never), 'again');
});

test('nobody waits for longer than is said', async () => {
  const semaphore = new Semaphore(1, 20, () => new Error('late'));
  const first = Promise.withResolvers<void>();
  const held = semaphore.run(() => first.promise, never);
  await assert.rejects(
    semaphore.run(async () => 'well', never),
    /late/,
  );
  first.resolve();
  await held;
  assert.equal(await semaphore.run(async () => 'again', never), 'again');
});
