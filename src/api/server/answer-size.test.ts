import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { KalendsError } from '#errors.ts';
import { AnswerMemory, FeedTurns, LoopTurns, TimeSlice } from './answer-size.ts';
import { ResponseSemaphore } from './response-semaphore.ts';

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

test('clients that read nothing lend their turns to others, so many of them, and are disconnected later', async (t) => {
  const semaphore = new ResponseSemaphore(1, 1);
  const taken: string[] = [];
  const server = createServer(async ({ url = '' }, one) => {
    await semaphore.take(1, one);
    taken.push(url);
    one.end(Buffer.alloc(2 ** 25));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (url: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    socket.pause().write(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return socket;
  };
  t.after(() => server.close());
  const until = async (count: number) => {
    while (taken.length < count) await pause(20);
    return performance.now();
  };
  const first = await ask('/first');
  const beganMs = await until(1);
  await ask('/second');
  const lentMs = await until(2);
  await ask('/third');
  const endedMs = await until(3);
  assert.deepEqual(taken, ['/first', '/second', '/third']);
  assert.ok(lentMs - beganMs < 3_000, 'the first lends its turn');
  assert.ok(endedMs - beganMs > 4_000, 'the second has nobody to lend it to until the first is gone');
  await assert.rejects(finished(first.resume()), { code: 'ECONNRESET' });
});

test('of long work one stretch is done in each turn of the event loop, however much of it goes on', async () => {
  const turns = new LoopTurns();
  let stretches = 0;
  let isOver = false;
  const works = Array.from({ length: 5 }, async () => {
    const slice = new TimeSlice(turns, 0);
    for (let n = 0; n < 20; n++) {
      await slice.due;
      stretches++;
    }
  });
  const all = Promise.all(works).then(() => {
    isOver = true;
  });
  for (let before = stretches; !isOver; before = stretches) {
    await turn();
    assert.ok(stretches - before <= 1, `${stretches - before} stretches`);
  }
  await all;
  assert.equal(stretches, 100);
});
