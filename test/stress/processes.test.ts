import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '../support/client.ts';
import { people, type Service, startProcess } from '../support/service.ts';
import { patienceOf } from './patience.ts';

const WRITES = 60;
const WRITERS = 3;
let one: Service;
let two: Service;

before(async () => {
  one = await startProcess({ clock: '2026-11-20T18:00:00Z' });
  await people(one);
  two = await startProcess({ clock: '2026-11-20T18:00:00Z', data: one.data });
});
after(async () => {
  await two?.stop();
  await one?.stop();
});

const editor = (service: Service): Client =>
  createClient(() => service.url, `Basic ${Buffer.from(one.credentials('editor')).toString('base64')}`);
const event = (title: string) => ({
  title,
  start_date: '2027-01-01 10:00:00',
  end_date: '2027-01-01 11:00:00',
  categories: ['Shared'],
  venue: { venue: `Venue of ${title}` },
});

/** By so much a process may be behind another. */
const BEHIND_MS = 1_000;

/** Holds that something becomes what it should be within the time by which a process may be behind another. */
async function assertSoon<T>(read: () => Promise<T>, expected: T, what: string): Promise<void> {
  const isEarly = patienceOf(BEHIND_MS);
  let found = await read();
  while (found !== expected && (await isEarly())) found = await read();
  assert.equal(found, expected, what);
}

test('what one process writes, another reads within a second', async () => {
  for (const [writer, reader] of [
    [one, two],
    [two, one],
  ] as const) {
    const totalOf = async () => Number((await editor(reader).get('/events')).expect(200).at('total'));
    const total = await totalOf();
    const id = (await editor(writer).post('/events', event('Seen by both'))).expect(201).id();
    await assertSoon(totalOf, total + 1, 'the list shows it');
    assert.equal((await editor(reader).get(`/events/${id}`)).expect(200).at('title'), 'Seen by both');
  }
});

test('two processes and commands write at once: nothing is lost, doubled or refused', async () => {
  const acknowledged: { id: number; slug: string }[] = [];
  const write = async (service: Service, name: string) => {
    const client = editor(service);
    for (let i = 0; i < WRITES; i++) {
      // The same titles everywhere: slugs are what they fight for.
      const answer = (await client.post('/events', event(`Contended ${i}`))).expect(201);
      acknowledged.push({ id: answer.id(), slug: String(answer.at('slug')) });
      (await client.put(`/events/${answer.id()}`, { excerpt: name })).expect(200);
      (await client.get('/events?search=contended')).expect(200);
    }
  };
  const writers = [one, two].flatMap((service, s) =>
    Array.from({ length: WRITERS }, (_, w) => write(service, `writer ${s}.${w}`)),
  );
  const commands = [
    ['seed', '--events', '50', '--seed', '3'],
    ['user', 'add', 'meanwhile', '--role', 'author'],
    ['token', 'add', 'editor', '--name', 'meanwhile'],
  ];
  const [results] = await Promise.all([
    Promise.all(commands.map((args) => one.cli(args))),
    Promise.all(writers),
  ]);
  assert.deepEqual(
    results.map(({ code }) => code),
    [0, 0, 0],
    results.map(({ stderr }) => stderr).join('\n'),
  );

  const expected = WRITES * WRITERS * 2;
  assert.equal(acknowledged.length, expected);
  assert.equal(new Set(acknowledged.map(({ id }) => id)).size, expected, 'IDs are unique');
  assert.equal(new Set(acknowledged.map(({ slug }) => slug)).size, expected, 'slugs are unique');
  for (const service of [one, two]) {
    const total = async () =>
      (await editor(service).get('/events?search=contended&per_page=1')).expect(200).at('total');
    await assertSoon<unknown>(total, expected, 'all are found');
    const count = async () =>
      (await editor(service).get('/categories?search=Shared')).expect(200).rows('categories')[0]?.['count'];
    await assertSoon<unknown>(count, expected + 2, 'all are counted');
  }
  const checked = await two.cli(['check']);
  assert.equal(checked.stdout, 'No problems found.\n');
  assert.doesNotMatch(one.log() + two.log(), /locked|busy|SQLITE|error/i);
});

test('a long command leaves room for requests', async () => {
  let seeding = true;
  const seed = one.cli(['seed', '--events', '1500', '--seed', '4']).finally(() => {
    seeding = false;
  });
  let slowestMs = 0;
  let answered = 0;
  while (seeding) {
    const began = performance.now();
    (await editor(two).post('/tags', { name: `Meanwhile ${answered++}` })).expect(201);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    await pause(20);
  }
  assert.equal((await seed).code, 0);
  assert.ok(answered > 3, `${answered} requests were answered meanwhile`);
  assert.ok(slowestMs < 9_000, `the slowest took ${slowestMs} ms`);
});
