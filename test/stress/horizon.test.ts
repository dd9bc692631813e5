import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openCalendar } from '../support/engine.ts';
import { type Service, startProcess } from '../support/service.ts';

const SERIES = 200;
const AT_ONCE = 20;
const DAYS_AT_FIRST = 21;
const DAYS_LATER = 60;
const OPTIONS = { timezone: 'UTC', env: { KALENDS_HORIZON: '20', KALENDS_WORKERS: '2' } };
const WITHIN_MS = 120_000;

/** Looks every few milliseconds until there is what is looked for. */
async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (const untilMs = performance.now() + WITHIN_MS; !(await isThere()); await pause(10))
    assert.ok(performance.now() < untilMs, what);
}

async function makeSeries(service: Service): Promise<void> {
  const make = async (first: number) => {
    for (let n = first; n < SERIES; n += AT_ONCE)
      (
        await service.as('admin').post('/events', {
          title: `Daily ${n}`,
          start_date: '2026-11-22 18:00:00',
          end_date: '2026-11-22 19:00:00',
          timezone: 'UTC',
          status: 'publish',
          recurrence: 'RRULE:FREQ=DAILY',
        })
      ).expect(201);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => make(n)));
}

test(`of ${SERIES} series each date is laid out once, though who does it is killed in the midst: another goes on`, async (t) => {
  const first = await startProcess({ ...OPTIONS, clock: '2026-11-22T12:00:00Z' });
  let second: Service | undefined;
  const db = await openCalendar(first.data);
  const count = async () => {
    const { n } = await db.read
      .selectFrom('occurrences')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  try {
    await makeSeries(first);
    const [before, whole] = [SERIES * DAYS_AT_FIRST, SERIES * (DAYS_AT_FIRST + DAYS_LATER)];
    assert.equal(await count(), before);
    const clock = '2027-01-21T12:00:00Z';
    await first.restart({ KALENDS_CLOCK: clock });
    await until('it begins', async () => (await count()) > before);
    await first.kill();
    const left = await count();
    assert.ok(left < whole, 'it was killed in the midst');
    const beganMs = performance.now();
    second = await startProcess({ ...OPTIONS, clock, data: first.data });
    const { anonymous } = second;
    const total = async () =>
      Number((await anonymous.get('/events?starts_after=2026-01-01&per_page=1')).expect(200).at('total'));
    await until('another goes on', async () => (await count()) === whole);
    t.diagnostic(
      `killed after ${left - before} of ${whole - before} dates; the others were there ${((performance.now() - beganMs) / 1000).toFixed(0)} s later`,
    );
    await until('lists show all', async () => (await total()) === whole);
    const checked = await second.cli(['check']);
    assert.match(checked.stdout, /No problems/);
  } finally {
    await db.close();
    await second?.stop();
    await first.stop();
  }
});
