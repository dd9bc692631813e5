import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../support/service.ts';
import { startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

const EVENTS = '/events';
const CLOCK = '2026-11-22T12:00:00Z';
/** Some twenty days of dates, so that days are counted at a glance. */
const HORIZON = '20';

let service: Service;
before(async () => {
  service = await startService({ clock: CLOCK, timezone: 'UTC', env: { KALENDS_HORIZON: HORIZON } });
});
after(() => service.stop());

interface Listed {
  readonly total: number;
  /** At most 50, by start. */
  readonly events: readonly { readonly id: number; readonly start_date: string }[];
}

const admin = () => service.as('admin');

async function makeSeries(fields: Readonly<Record<string, unknown>>): Promise<number> {
  const made = await admin().post(EVENTS, {
    start_date: '2026-11-22 18:00:00',
    end_date: '2026-11-22 19:00:00',
    timezone: 'UTC',
    status: 'publish',
    ...fields,
  });
  return made.expect(201).id();
}

async function list(query: string): Promise<Listed> {
  const answer = (await service.anonymous.get(`${EVENTS}?per_page=50&${query}`)).expect(200);
  const events = answer.rows('events').map(({ id, start_date }) => ({
    id: Number(id),
    start_date: String(start_date),
  }));
  return { total: Number(answer.at('total')), events };
}

/** Lists what is laid out of a series, and has nothing laid out for it. */
const laidOut = (id: number) => list(`post_parent=${id}&starts_after=2026-01-01`);

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await find();
    if (found !== undefined) return found;
    await pause(100);
  }
  assert.fail(`It never came that ${what}.\n${service.log()}`);
}

test('a series is laid out to the horizon, each day anew, and what has passed stays', async () => {
  const id = await makeSeries({ title: 'Daily', recurrence: 'RRULE:FREQ=DAILY' });
  const ended = await makeSeries({ title: 'Ends', recurrence: 'RRULE:FREQ=DAILY;COUNT=25' });
  const before = await laidOut(id);
  assert.equal(before.total, 21);
  assert.equal(before.events.at(-1)?.start_date, '2026-12-12 18:00:00');
  assert.equal((await laidOut(ended)).total, 21);
  await service.restart({ KALENDS_CLOCK: '2026-11-25T12:00:00Z' });
  const later = await until('three days more are laid out', async () => {
    const now = await laidOut(id);
    return now.total === 24 ? now : undefined;
  });
  assert.equal(later.events.at(-1)?.start_date, '2026-12-15 18:00:00');
  assert.deepEqual(later.events.slice(0, 21), before.events);
  assert.equal(new Set(later.events.map((event) => event.id)).size, 24);
  assert.equal((await laidOut(ended)).total, 24);
  await service.restart({ KALENDS_CLOCK: '2027-01-25T12:00:00Z' });
  await until('all of its dates are laid out', async () =>
    (await laidOut(ended)).total === 25 ? true : undefined,
  );
  await assertSound(service);
  await service.restart({ KALENDS_CLOCK: CLOCK });
});

test('a list that asks further has it laid out, ten years past today at most', async () => {
  const id = await makeSeries({ title: 'Weekly', recurrence: 'RRULE:FREQ=WEEKLY' });
  assert.equal((await laidOut(id)).total, 3);
  const asked = await list(`post_parent=${id}&start_date=2026-11-01&end_date=2027-11-21`);
  assert.equal(asked.total, 53);
  assert.equal((await laidOut(id)).total, 53);
  const many = await Promise.all(
    ['2028-11-19', '2028-11-19', '2029-11-18', '2028-11-19'].map((end) =>
      list(`post_parent=${id}&start_date=2026-11-01&end_date=${end}`),
    ),
  );
  assert.deepEqual(
    many.map(({ total }) => total),
    [105, 105, 157, 105],
  );
  const strict = await list(
    `post_parent=${id}&strict_dates=true&start_date=2029-12-01T00:00:00Z&end_date=2029-12-31T23:00:00Z`,
  );
  assert.equal(strict.total, 5);
  const open = await list(`post_parent=${id}&starts_after=2036-11-01`);
  assert.deepEqual(
    open.events.map((event) => event.start_date),
    ['2036-11-02', '2036-11-09', '2036-11-16'].map((day) => `${day} 18:00:00`),
  );
  assert.equal((await list(`post_parent=${id}&start_date=2036-11-01&end_date=2090-01-01`)).total, 3);
  await service.restart({ KALENDS_CLOCK: '2026-11-24T12:00:00Z' });
  const tomorrow = await list(`post_parent=${id}&start_date=2036-11-01&end_date=2090-01-01`);
  assert.equal(tomorrow.total, 4);
  await service.restart({ KALENDS_CLOCK: CLOCK });
});

test('a default list, which goes further than a short horizon, shows all of its months', async () => {
  const id = await makeSeries({ title: 'Yearly', recurrence: 'RRULE:FREQ=YEARLY' });
  assert.equal((await laidOut(id)).total, 1);
  assert.equal((await list(`post_parent=${id}`)).total, 3);
});

test('occurrence= finds a date beyond what is laid out, and has its series alone laid out', async () => {
  const other = await makeSeries({ title: 'Other', recurrence: 'RRULE:FREQ=MONTHLY' });
  const id = await makeSeries({
    title: 'Mondays',
    slug: 'mondays',
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=MO',
  });
  const hidden = await makeSeries({ title: 'Draft', status: 'draft', recurrence: 'RRULE:FREQ=WEEKLY' });
  const found = await service.anonymous.get(`${EVENTS}/${id}?occurrence=2030-11-18`);
  assert.equal(found.status, 200);
  assert.equal(found.at('start_date'), '2030-11-18 18:00:00');
  const timed = await service.anonymous.get(
    `${EVENTS}/by-slug/mondays?occurrence=${encodeURIComponent('2031-11-17 18:00')}`,
  );
  assert.equal(timed.at('start_date'), '2031-11-17 18:00:00');
  assert.equal((await service.anonymous.get(`${EVENTS}/${id}?occurrence=2030-11-19`)).status, 404);
  assert.equal((await service.anonymous.get(`${EVENTS}/${id}?occurrence=2037-11-23`)).status, 404);
  assert.equal((await service.anonymous.get(`${EVENTS}/${hidden}?occurrence=2030-11-24`)).status, 403);
  assert.equal((await laidOut(other)).total, 1);
});

test('the page of a date beyond what is laid out is found as `occurrence=` finds it', async () => {
  const id = await makeSeries({ title: 'Sundays', slug: 'sundays', recurrence: 'RRULE:FREQ=WEEKLY' });
  await makeSeries({
    title: 'Draft',
    slug: 'draft-sundays',
    status: 'draft',
    recurrence: 'RRULE:FREQ=WEEKLY',
  });
  const page = (name: string) => service.anonymous.get(`${service.url}/event/${name}/`);
  assert.match((await page('sundays/2032-11-21')).expect(200).text, /Sundays/);
  assert.equal((await service.anonymous.get(`${EVENTS}/${id}?occurrence=2032-11-21`)).status, 200);
  for (const none of ['2032-11-22', '2032-11-28/2', '2036-11-30', '2032-13-41', '9999-12-31'])
    assert.equal((await page(`sundays/${none}`)).status, 404, none);
  assert.equal((await page('draft-sundays/2033-11-20')).status, 404);
});

test('the next date of a series is laid out however far it is, ten years at most', async () => {
  const leap = await makeSeries({
    title: 'Leap day',
    start_date: '2024-02-29 18:00:00',
    end_date: '2024-02-29 19:00:00',
    recurrence: 'RRULE:FREQ=YEARLY;INTERVAL=4',
  });
  const next = async (id: number) => (await service.anonymous.get(`${EVENTS}/${id}`)).at('recurrence.next');
  const { start_date, id } = Object(await next(leap));
  assert.equal(start_date, '2028-02-29 18:00:00');
  assert.equal((await service.anonymous.get(`${EVENTS}/${id}`)).at('start_date'), start_date);
  const later = await makeSeries({
    title: 'In years',
    start_date: '2031-05-01 18:00:00',
    end_date: '2031-05-01 19:00:00',
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
  });
  assert.equal(Object(await next(later)).start_date, '2031-05-01 18:00:00');
  const tooFar = await makeSeries({
    title: 'In twenty years',
    start_date: '2024-02-29 18:00:00',
    end_date: '2024-02-29 19:00:00',
    recurrence: 'RRULE:FREQ=YEARLY;INTERVAL=10',
  });
  assert.equal(await next(tooFar), null);
  // The job lays out the next one where that has passed, or lies in the trash.
  assert.equal((await admin().delete(`${EVENTS}/${id}`)).status, 200);
  await service.restart({ KALENDS_CLOCK: '2026-11-22T12:20:00Z' });
  const after = await until('the one after it is laid out', async () => (await next(leap)) ?? undefined);
  assert.equal(Object(after).start_date, '2032-02-29 18:00:00');
  await service.restart({ KALENDS_CLOCK: CLOCK });
  await assertSound(service);
});

test('a date that was taken out comes back with its ID when it is laid out again', async () => {
  const id = await makeSeries({ title: 'Back', recurrence: 'RRULE:FREQ=WEEKLY' });
  const far = await service.anonymous.get(`${EVENTS}/${id}?occurrence=2028-11-19`);
  assert.equal(far.status, 200);
  const ended = await admin().put(`${EVENTS}/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' });
  assert.equal(ended.status, 200);
  assert.equal((await laidOut(id)).total, 2);
  assert.equal((await admin().put(`${EVENTS}/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY' })).status, 200);
  const again = await service.anonymous.get(`${EVENTS}/${id}?occurrence=2028-11-19`);
  assert.equal(again.id(), far.id());
  await assertSound(service);
});

test('dates that are laid out further show the values of the series, and the job counts its runs', async () => {
  const id = await makeSeries({ title: 'Before', recurrence: 'RRULE:FREQ=WEEKLY' });
  const [first] = (await laidOut(id)).events;
  assert.equal((await admin().put(`${EVENTS}/${first?.id}`, { title: 'One' })).status, 200);
  assert.equal(
    (await admin().put(`${EVENTS}/${id}`, { title: 'Now', hide_from_listings: true })).status,
    200,
  );
  const far = await service.anonymous.get(`${EVENTS}/${id}?occurrence=2028-11-19`);
  assert.equal(far.at('title'), 'Now');
  assert.equal((await list(`post_parent=${id}&start_date=2026-11-01&end_date=2029-11-01`)).total, 0);
  // The job runs once the process has become the one that does scheduled work.
  let counted = false;
  for (let tries = 0; tries < 600 && !counted; tries++) {
    const { text } = await admin().get(`${service.url}/metrics`);
    counted = /kalends_job_runs_total\{job_name="horizon",result="success"\} [1-9]/.test(text);
    if (!counted) await pause(100);
  }
  assert.ok(counted, 'no run was counted within 30 seconds');
});

test('without caches the answers are the same', async () => {
  const id = await makeSeries({ title: 'Uncached', recurrence: 'RRULE:FREQ=WEEKLY' });
  await service.restart({ KALENDS_CACHE: '0' });
  assert.equal((await list(`post_parent=${id}&start_date=2026-11-01&end_date=2027-11-21`)).total, 53);
  const next = await makeSeries({ title: 'Written since', recurrence: 'RRULE:FREQ=WEEKLY' });
  assert.equal((await list(`post_parent=${next}&start_date=2026-11-01&end_date=2027-11-21`)).total, 53);
  await service.restart({ KALENDS_CACHE: undefined });
});
