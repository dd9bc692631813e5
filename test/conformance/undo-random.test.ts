import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Random } from '#transfer/seed/random.ts';
import { makeEvent } from '../support/events.ts';
import { type FurtherWrite, furtherWrites, propose } from '../support/further-random-writes.ts';
import { at, isObject, type Json, type JsonObject } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import { type DoneWrite, RandomWrites } from '../support/random-writes.ts';
import type { Service } from '../support/service.ts';
import { assertSound, exportOf } from '../support/sound-calendar.ts';

/** When the writes of the first seed begin that are taken back, an hour after those that stay; those of others an hour later each. */
const LATER = Temporal.Instant.from('2026-11-20T19:00:00Z');
const SEED = Number(process.env['KALENDS_TEST_SEED'] ?? 20261123);
const WRITES = Number(process.env['KALENDS_TEST_WRITES'] ?? 60);
/** So many seeds, one after the other, from the first one on. */
const SEEDS = Number(process.env['KALENDS_TEST_SEEDS'] ?? 1);
/** Checks after each write, and compares after each entry, to find the one that isn't taken back; slow. */
const isEach = process.env['KALENDS_TEST_UNDO'] === 'each';

const isKind = (name: string): name is FurtherWrite => Object.hasOwn(furtherWrites, name);
/** `KALENDS_TEST_UNDO_KINDS` names the further kinds of writes; without it, or as `all`, there are all of them. */
const asked = process.env['KALENDS_TEST_UNDO_KINDS'] ?? 'all';
const further = Object.keys(furtherWrites)
  .filter(isKind)
  .filter((kind) => asked === 'all' || asked.split(',').includes(kind));

let service: Service;
let since: string;

before(async () => {
  ({ service } = await startNewYork());
});
after(() => service?.stop());

/** Does the writes of a seed that stay, and moves the clock on to when those begin that are taken back. */
async function beginWrites(seed: number): Promise<RandomWrites> {
  const writes = new RandomWrites(service, seed, further);
  if (further.includes('decide') && seed === SEED) await propose(writes.drawing, 6);
  await writes.take(40);
  since = LATER.add({ hours: seed - SEED }).toString();
  await service.restart({ KALENDS_CLOCK: since });
  return writes;
}

const ours = (path: string) => `${service.url}/kalends/v1${path}`;

const exported = () => exportOf(service);

const checked = () => assertSound(service);

/** Returns what two exports have otherwise, member by member. */
function differences(actual: string, expected: string): string[] {
  const items = (text: string) => {
    const found = new Map<string, Json>();
    for (const [kind, value] of Object.entries(JSON.parse(text) as Record<string, Json>))
      for (const [place, item] of (Array.isArray(value) ? value : [value]).entries())
        found.set(`${kind} ${String(at(item, 'id') ?? place)}`, item);
    return found;
  };
  const [now, then] = [items(actual), items(expected)];
  return [...new Set([...now.keys(), ...then.keys()])].flatMap((name) => {
    const [one, other] = [now.get(name) ?? null, then.get(name) ?? null];
    if (!isObject(one) || !isObject(other))
      return isDeepStrictEqual(one, other)
        ? []
        : `${name}: ${JSON.stringify(one)} for ${JSON.stringify(other)}`;
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((member) =>
      isDeepStrictEqual(one[member], other[member])
        ? []
        : `${name}.${member}: ${JSON.stringify(one[member])} for ${JSON.stringify(other[member])}`,
    );
  });
}

/** Holds that two exports are the same to the byte. */
function assertSame(actual: string, expected: string, message: string): void {
  if (actual !== expected) assert.deepEqual(differences(actual, expected), [], message);
  const [now, then] = [actual.split('\n'), expected.split('\n')];
  const place = now.findIndex((line, number) => line !== then[number]);
  assert.equal(now[place], then[place], message);
}

/** All entries of the writes that are taken back, the latest first. */
async function listed(): Promise<JsonObject[]> {
  const told: JsonObject[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const path = ours(`/history?since=${since}&per_page=50&page=${page}`);
    const list = (await service.as('admin').get(path)).expect(200);
    pages = Number(list.at('total_pages'));
    told.push(...list.rows('history'));
  }
  return told;
}

/** Takes entries back one by one, and names the first write whose undo leaves something else than there was before it. */
async function undoEach(states: readonly State[], done: readonly DoneWrite[]): Promise<void> {
  const admin = service.as('admin');
  const told = await listed();
  const entries = told.map(({ id }) => Number(id));
  for (const [place, id] of entries.entries()) {
    const answer = await admin.post(ours(`/history/${id}/undo`));
    const left = entries.length - place - 1;
    const write = states.findIndex(({ total }) => total === left);
    const what = done[write]?.what;
    const entry = told.find((one) => one['id'] === id);
    assert.deepEqual(
      answer.body,
      { undone: 1, kept: [], failed: 0 },
      `${JSON.stringify(entry)} after ${what}`,
    );
    if (write >= 0) assertSame(await exported(), states[write]?.content ?? '', `after undoing ${what}`);
    await checked();
  }
}

/** The calendar before a write: as exported, and how many entries the history had. */
interface State {
  readonly content: string;
  readonly total: number;
}

async function undoAll(seed: number): Promise<void> {
  const writes = await beginWrites(seed);
  const admin = service.as('admin');
  const total = async () =>
    Number((await admin.get(ours(`/history?since=${since}&per_page=1`))).expect(200).at('total'));
  const before = await exported();
  const done: DoneWrite[] = [];
  const states: State[] = [];
  if (isEach)
    for (let count = 0; count < WRITES; count++) {
      states.push({ content: await exported(), total: await total() });
      done.push(...(await writes.take(1)));
      await checked();
    }
  else done.push(...(await writes.take(WRITES)));
  assert.equal(new Set(done.map(({ by }) => by)).size, 3);
  // Undos, of single fields too, are among the writes.
  await checked();
  if (isEach) await undoEach(states, done);
  else {
    const entries = await listed();
    const ids = new Set(entries.map(({ id }) => id));
    const standing = entries.filter(({ undone, undoes }) => !undone && !ids.has(undoes ?? null));
    const answer = (await admin.post(ours('/history/undo'), { since })).expect(200);
    assert.deepEqual([answer.at('kept'), answer.at('failed')], [[], 0], service.log());
    assert.ok(
      Number(answer.at('undone')) >= standing.length,
      'what was taken back in part is taken back whole',
    );
  }
  assertSame(await exported(), before, 'after undoing all');
  if (!isEach) {
    const again = (await admin.post(ours('/history/undo'), { since })).expect(200);
    assert.deepEqual(again.body, { undone: 0, kept: [], failed: 0 });
  }
  await checked();
}

for (let seed = SEED; seed < SEED + SEEDS; seed++)
  test(`${WRITES} random writes of all kinds by several people, all undone, leave the calendar as it was (seed ${seed})`, () =>
    undoAll(seed));

test('of random changes by two people in the same events, those of one are undone, and the other’s stay', async () => {
  const { service: other } = await startNewYork();
  await service.stop();
  service = other;
  const random = new Random(SEED);
  const [admin, editor] = [service.as('admin'), service.as('editor')];
  const events: { readonly id: number; title: string; tags: number[] }[] = [];
  for (let place = 0; place < 6; place++) {
    const title = `Evening ${place}`;
    const made = await makeEvent(admin, { title, cost: '5', tags: [`Shared ${place}`] });
    events.push({ id: made.id(), title, tags: made.rows('tags').map(({ id }) => Number(id)) });
  }
  const [first, ...others] = events;
  assert.ok(first);
  for (let count = 0; count < 40; count++) {
    const event = random.pick([first, ...others]);
    const path = `/events/${event.id}`;
    if (random.chance(0.5)) {
      event.title = `Evening ${random.integer(1_000)}`;
      event.tags = random.chance(0.5) ? [] : (events[random.integer(events.length)]?.tags ?? []);
      (await admin.put(path, { title: event.title, tags: event.tags })).expect(200);
    } else if (random.chance(0.2))
      (await editor.put(`${path}?translation_language=de`, { excerpt: `Kurz ${count}` })).expect(200);
    else
      (
        await editor.put(path, {
          cost: String(random.integer(50)),
          description: `Text ${count}`,
          start_date: `2026-12-${10 + random.integer(10)} 10:00:00`,
          end_date: '2026-12-22 12:00:00',
        })
      ).expect(200);
  }
  const answer = (await admin.post(ours('/history/undo'), { by: 'editor' })).expect(200);
  assert.equal(answer.at('failed'), 0, service.log());
  assert.deepEqual(answer.at('kept'), []);
  for (const { id, title, tags } of events) {
    const event = (await admin.get(`/events/${id}`)).expect(200);
    assert.equal(event.at('title'), title);
    assert.deepEqual(new Set(event.rows('tags').map((tag) => tag['id'])), new Set(tags));
    assert.equal(event.at('cost_details.values.0'), '5');
    assert.equal(event.at('description'), '');
    assert.equal(event.at('start_date'), '2026-12-01 10:00:00');
    assert.deepEqual((await admin.get(`/events/${id}?lang=de`)).expect(200).at('excerpt'), '');
  }
  await checked();
});
