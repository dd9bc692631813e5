import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startNewYork } from '../support/new-york.ts';
import { type DoneWrite, RandomWrites } from '../support/random-writes.ts';
import type { Service } from '../support/service.ts';

/** When the writes begin that are taken back, an hour after those that stay. */
const LATER = '2026-11-20T19:00:00Z';
const SEED = Number(process.env['KALENDS_TEST_SEED'] ?? 20261123);
const WRITES = Number(process.env['KALENDS_TEST_WRITES'] ?? 200);
/** Compares after each entry, to find the one that isn't taken back; slow. */
const isEach = process.env['KALENDS_TEST_UNDO'] === 'each';

let service: Service;
let writes: RandomWrites;

before(async () => {
  ({ service } = await startNewYork());
  writes = new RandomWrites(service, SEED);
  await writes.take(40);
  await service.restart({ KALENDS_CLOCK: LATER });
});
after(() => service?.stop());

const ours = (path: string) => `${service.url}/kalends/v1${path}`;

async function exported(): Promise<string> {
  const { code, stdout, stderr } = await service.cli(['export']);
  assert.equal(code, 0, stderr);
  return stdout;
}

async function checked(): Promise<void> {
  const { code, stdout, stderr } = await service.cli(['check']);
  assert.equal(code, 0, stdout + stderr);
}

/** Takes entries back one by one, and names the first write whose undo leaves something else than there was before it. */
async function undoEach(states: readonly State[], done: readonly DoneWrite[]): Promise<void> {
  const admin = service.as('admin');
  const entries: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = (await admin.get(ours(`/history?since=${LATER}&per_page=50&page=${page}`))).expect(200);
    pages = Number(list.at('total_pages'));
    entries.push(...list.rows('history').map(({ id }) => Number(id)));
  }
  for (const [place, id] of entries.entries()) {
    const answer = (await admin.post(ours(`/history/${id}/undo`))).expect(200);
    const left = entries.length - place - 1;
    const at = states.findIndex(({ total }) => total === left);
    const what = done[at]?.what;
    assert.deepEqual(answer.body, { undone: 1, kept: [], failed: 0 }, `entry ${id} of ${what}`);
    if (at >= 0) assert.equal(await exported(), states[at]?.content, `after undoing ${what}`);
  }
}

/** The calendar before a write: as exported, and how many entries the history had. */
interface State {
  readonly content: string;
  readonly total: number;
}

test(`${WRITES} random writes of all kinds by several people, all undone, leave the calendar as it was`, async () => {
  const admin = service.as('admin');
  const total = async () =>
    Number((await admin.get(ours(`/history?since=${LATER}&per_page=1`))).expect(200).at('total'));
  const before = await exported();
  const done: DoneWrite[] = [];
  const states: State[] = [];
  if (isEach)
    for (let count = 0; count < WRITES; count++) {
      states.push({ content: await exported(), total: await total() });
      done.push(...(await writes.take(1)));
    }
  else done.push(...(await writes.take(WRITES)));
  assert.equal(new Set(done.map(({ by }) => by)).size, 3);
  if (isEach) await undoEach(states, done);
  else {
    const entries = await total();
    const answer = (await admin.post(ours('/history/undo'), { since: LATER })).expect(200);
    assert.deepEqual(answer.body, { undone: entries, kept: [], failed: 0 });
  }
  assert.equal(await exported(), before);
  await checked();
});
