import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { KalendsError } from '#errors.ts';
import { AnswerMemory, FeedTurns } from './answer-size.ts';

const LIMIT = 10_000_000;

const response = () => new ServerResponse(new IncomingMessage(new Socket()));

async function close(one: ServerResponse): Promise<void> {
  const closed = once(one, 'close');
  one.destroy();
  await closed;
}

test('four of the largest answers are made at once, the others in turn', async () => {
  const memory = new AnswerMemory(LIMIT);
  const first = [response(), response(), response(), response()];
  for (const one of first) await memory.take(LIMIT, one);
  const done: number[] = [];
  const waiting = [1, 2].map((n) => memory.take(LIMIT, response()).then(() => done.push(n)));
  await memory.take(1_000, response());
  assert.deepEqual(done, []);
  for (const one of first.slice(0, 2)) await close(one);
  await Promise.all(waiting);
  assert.deepEqual(done, [1, 2]);
});

test('whoever has memory already waits for no more', async () => {
  const memory = new AnswerMemory(LIMIT);
  const first = [response(), response(), response(), response()];
  for (const one of first) await memory.take(LIMIT, one);
  for (const one of first) await memory.take(2 * LIMIT, one);
});

test('one alone may hold more than all together', async () => {
  await new AnswerMemory(LIMIT).take(100 * LIMIT, response());
});

test('six feeds are made at once, the others in turn', async () => {
  const turns = new FeedTurns();
  const first = Array.from({ length: 6 }, response);
  for (const one of first) await turns.take(1, one);
  const done: number[] = [];
  const waiting = [1, 2].map((n) => turns.take(1, response()).then(() => done.push(n)));
  // One that is under way goes on.
  for (const one of first) await turns.take(1, one);
  assert.deepEqual(done, []);
  for (const one of first.slice(0, 2)) await close(one);
  await Promise.all(waiting);
  assert.deepEqual(done, [1, 2]);
});

test('too many are told to come again', async () => {
  const memory = new AnswerMemory(LIMIT);
  const holder = response();
  await memory.take(4 * LIMIT, holder);
  const waiting = Array.from({ length: 101 }, () => {
    const one = response();
    return memory.take(LIMIT, one).then(
      () => close(one).then(() => 'taken'),
      (error: unknown) => (error instanceof KalendsError ? error.code : 'other'),
    );
  });
  await close(holder);
  const results = await Promise.all(waiting);
  assert.equal(results.filter((result) => result === 'rest_unavailable').length, 1);
  assert.equal(results.filter((result) => result === 'taken').length, 100);
});
