import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#config.ts';
import type { Services } from '#context.ts';
import { openServices } from '#main.ts';
import { extendHorizon } from '#operations/jobs/horizon.ts';
import { type Client, createClient } from '../support/client.ts';
import { calendarSettings, engine } from '../support/engine.ts';
import { parseExposition } from '../support/exposition.ts';
import { type Service, startProcess, startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

const CLOCK = '2026-11-22T12:00:00Z';
/** Some twenty days of dates, so that days are counted at a glance. */
const HORIZON = '20';
const ENV = { KALENDS_HORIZON: HORIZON };

let first: Service;
/** On the same calendar, without caches. */
let second: Service;
before(async () => {
  first = await startProcess({ clock: CLOCK, timezone: 'UTC', env: { ...ENV, KALENDS_WORKERS: '2' } });
  second = await beside({ KALENDS_CACHE: '0' });
});
after(async () => {
  await second?.stop();
  await first?.stop();
});

const beside = (env: Record<string, string | undefined> = {}, clock = CLOCK) =>
  startService({ data: first.data, clock, timezone: 'UTC', env: { ...ENV, ...env } });
const adminOf = (node: Service): Client =>
  createClient(() => node.url, `Basic ${Buffer.from(first.credentials('admin')).toString('base64')}`);

async function makeSeries(fields: Readonly<Record<string, unknown>>): Promise<number> {
  const made = await adminOf(first).post('/events', {
    title: 'Repeats',
    start_date: '2026-11-22 18:00:00',
    end_date: '2026-11-22 19:00:00',
    timezone: 'UTC',
    status: 'publish',
    recurrence: 'RRULE:FREQ=DAILY',
    ...fields,
  });
  return made.expect(201).id();
}

const totalOf = async ({ anonymous }: Pick<Service, 'anonymous'>, query: string): Promise<number> =>
  Number((await anonymous.get(`/events?per_page=1&${query}`)).expect(200).at('total'));
/** Counts what is laid out of a series, and has nothing laid out for it. */
const laidOut = (node: Service, id: number) => totalOf(node, `post_parent=${id}&starts_after=2026-01-01`);
const listUntil = (id: number, end: string) => `post_parent=${id}&start_date=2026-11-01&end_date=${end}`;

/** Asks until a value is the one wanted. */
async function becomes<T>(wanted: T, find: () => Promise<T>, what: string): Promise<void> {
  let found = await find();
  for (let tries = 0; tries < 600 && found !== wanted; tries++) {
    await pause(100);
    found = await find();
  }
  assert.deepEqual(found, wanted, `${what}\n${first.log()}`);
}

/** The calendar as another node has it, with a clock of its own that is set by hand. */
async function withNode<T>(work: (at: (instant: string) => Services) => Promise<T>): Promise<T> {
  const tell = (details: object, text: string) =>
    process.stderr.write(`${text} ${JSON.stringify(details)}\n`);
  const env = { ...(await calendarSettings(first.data)), ...ENV, KALENDS_TIMEZONE: 'UTC' };
  const services = await openServices(readConfig(env), { warn: tell, error: tell });
  try {
    return await work((instant) => ({ ...services, now: () => Temporal.Instant.from(instant) }));
  } finally {
    await services.db.close();
  }
}

const assertFirstSound = () => assertSound(first);

test('two nodes and their workers are asked further at once: each answer is whole, nothing is laid out twice', async () => {
  const id = await makeSeries({});
  await becomes(21, () => laidOut(second, id), 'the other node knows the series');
  const ends = ['2027-01-31', '2027-02-28', '2027-01-31', '2027-03-31'];
  const asked = await Promise.all(
    ends.flatMap((end) =>
      [first, second, first].map(async (node) => ({ end, total: await totalOf(node, listUntil(id, end)) })),
    ),
  );
  for (const { end, total } of asked)
    assert.equal(total, Temporal.PlainDate.from('2026-11-22').until(end).days + 1, end);
  for (const node of [first, second])
    await becomes(130, () => laidOut(node, id), 'both show what was laid out');
  const lists = await Promise.all(
    [first, second].flatMap((node) =>
      [1, 2].map(async () => {
        const answer = await node.anonymous.get(`/events?per_page=50&${listUntil(id, '2027-03-31')}&page=2`);
        return answer.expect(200).text.replaceAll(node.url, 'http://node');
      }),
    ),
  );
  assert.equal(new Set(lists).size, 1, 'with caches and without, of each worker');
  await assertFirstSound();
});

test('what one node lays out is in the list index of the other, and a change of the series afterwards too', async () => {
  const id = await makeSeries({ title: 'Followed', recurrence: 'RRULE:FREQ=WEEKLY' });
  const page = (node: Service) => totalOf(node, `post_parent=${id}&starts_after=2026-01-01&search=followed`);
  for (const node of [first, second]) await becomes(3, () => page(node), 'both know it');
  assert.equal(await totalOf(second, listUntil(id, '2027-11-21')), 53);
  await becomes(53, () => page(first), 'the first follows the second');
  assert.equal(await totalOf(first, listUntil(id, '2028-11-19')), 105);
  await becomes(105, () => page(second), 'the second follows the first');
  (await adminOf(second).put(`/events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2' })).expect(200);
  for (const node of [first, second])
    await becomes(53, () => page(node), 'a changed series stays laid out so far');
  await assertFirstSound();
});

test('each zone has its horizon, which moves at its own midnight', async () => {
  const zones = ['Pacific/Kiritimati', 'Europe/Berlin', 'Pacific/Pago_Pago'];
  const ids = await Promise.all(zones.map((timezone) => makeSeries({ title: timezone, timezone })));
  await withNode(async (at) => {
    // Whatever else there is.
    await extendHorizon(at('2026-11-22T12:00:00Z'));
    const before = await Promise.all(ids.map((id) => laidOut(first, id)));
    const grown = async () =>
      (await Promise.all(ids.map((id) => laidOut(first, id)))).map((now, n) => now - (before[n] ?? 0)).join();
    for (const [instant, wanted] of [
      ['2026-11-22T22:59:59Z', '0,0,0'],
      ['2026-11-22T23:00:00Z', '0,1,0'],
      ['2026-11-23T09:59:59Z', '0,1,0'],
      ['2026-11-23T10:00:00Z', '1,1,0'],
      ['2026-11-23T11:00:00Z', '1,1,1'],
      // A clock that is put back takes nothing away.
      ['2026-11-22T12:00:00Z', '1,1,1'],
    ] as const) {
      await extendHorizon(at(instant));
      await becomes(wanted, grown, instant);
    }
  });
  await assertFirstSound();
});

test('a node that loses its part in the midst stops, another goes on; two at once add each date once', async () => {
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, n) => makeSeries({ title: `Kept on ${n}`, tags: ['kept-on'] })),
  );
  assert.equal(made.length, 40);
  const later = '2027-04-01T12:00:00Z';
  await withNode((one) =>
    withNode(async (other) => {
      const count = () => totalOf(first, 'tags=kept-on&starts_after=2026-01-01');
      const before = await count();
      assert.equal(before, 40 * 21);
      let asked = 0;
      const part = await extendHorizon(one(later), () => ++asked > 2);
      assert.ok(part > 0 && asked > 2, 'it has begun and been stopped');
      const rest = await Promise.all([extendHorizon(one(later)), extendHorizon(other(later))]);
      assert.ok(rest[0] + rest[1] > 0);
      // 2027-04-21 is the last day.
      await becomes(40 * 151, count, 'all are laid out');
      assert.equal(await extendHorizon(other(later)), 0);
    }),
  );
  await assertFirstSound();
});

test('the days that have come are laid out by one of two nodes', async () => {
  const id = await makeSeries({ title: 'By one' });
  const clock = { KALENDS_CLOCK: '2026-12-22T12:00:00Z' };
  await second.restart(clock);
  await first.restart(clock);
  for (const node of [first, second]) await becomes(51, () => laidOut(node, id), 'a month more is laid out');
  // A run counts once it has ended.
  const haveRun = async () => {
    const runs = await Promise.all(
      [first, second].map(async (node) => {
        const { text } = (await adminOf(node).get(`${node.url}/metrics`)).expect(200);
        return parseExposition(text).sum('kalends_job_runs_total', {
          job_name: 'horizon',
          result: 'success',
        });
      }),
    );
    return runs.filter((count) => count > 0).length;
  };
  // A process that is alone on its file by its settings asks nobody; what it then does in vain is right, too.
  await becomes(engine === 'postgres' ? 1 : 2, haveRun, 'those who hold the lease did it');
  await assertFirstSound();
});
