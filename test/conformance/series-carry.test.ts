import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { calendarSettings } from '../support/engine.ts';
import { CLI, inherited } from '../support/program.ts';
import { datesOf } from '../support/series.ts';
import {
  assertSameLists,
  assertSameReads,
  CLOCK,
  fillWithSeries,
  withoutPlace,
} from '../support/series-calendar.ts';
import { people, type Service, startService } from '../support/service.ts';

async function started(t: TestContext, env: NodeJS.ProcessEnv = {}): Promise<Service> {
  const service = await startService({ ...CLOCK, env });
  t.after(() => service.stop());
  await people(service);
  return service;
}

async function run(service: Service, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await service.cli(args);
  assert.equal(code, 0, stderr + stdout);
  return stdout;
}

const importSite = (into: Service, from: Service, ...args: string[]) =>
  run(into, 'import', 'tec', from.url, '--pause', '0', ...args);

test('import tec ADDRESS brings series: rules, IDs, overrides in each language, splits, what was cancelled and moved', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  const { dance } = await fillWithSeries(first);
  const report = await importSite(second, first);
  assert.match(report, /^events +7 +0 +0 +0$/m);
  await importSite(second, first, '--language', 'de');
  await assertSameLists(second, first, { far: false });
  assert.match(await run(second, 'check'), /No problems/);
  for (const args of [[], ['--language', 'de']])
    assert.match(await importSite(second, first, ...args), /^Everything is up to date/);
  const part = await second.anonymous.get(`/events/${dance}`);
  assert.notEqual(part.at('recurrence.continues'), null);
});

test('an import from a site takes what changed of a series, and resets what is no override any more', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  const { choir } = await fillWithSeries(first);
  await importSite(second, first);
  await importSite(second, first, '--language', 'de');
  const admin = first.as('admin');
  const ids = (await datesOf(admin, choir)).map(({ id }) => Number(id));
  const [guests, bare] = [ids[1], ids[7]];
  (await admin.post(`/events/${guests}`, { title: 'Choir with friends as guests' })).expect(200);
  (await admin.post(`/events/${bare}`, { recurrence_reset: true })).expect(200);
  (await admin.post(`/events/${choir}`, { excerpt: 'New', scope: 'all' })).expect(200);
  const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=16' };
  (await admin.post(`/events/${choir}`, { recurrence, scope: 'all' })).expect(200);
  assert.match(await importSite(second, first), /^events +0 +1 +6 +0$/m);
  await assertSameLists(second, first, { far: false });
  assert.match(await run(second, 'check'), /No problems/);
});

test('a site with another horizon, or with a protected or hidden series: what it shows is there, and nothing else', async (t) => {
  const [first, second] = await Promise.all([
    started(t, { KALENDS_HORIZON: '30' }),
    started(t, { KALENDS_HORIZON: '400' }),
  ]);
  const admin = first.as('admin');
  const weekly = (fields: object) =>
    admin.post('/events', {
      start_date: '2026-11-25 18:00:00',
      end_date: '2026-11-25 19:00:00',
      recurrence: 'RRULE:FREQ=WEEKLY',
      ...fields,
    });
  const open = (await weekly({ title: 'Open' })).expect(201).id();
  const locked = (await weekly({ title: 'Locked' })).expect(201).id();
  (await admin.post(`/events/${locked}`, { password: 'sesame' })).expect(200);
  (await weekly({ title: 'Hidden', hide_from_listings: true })).expect(201);
  (await weekly({ title: 'Draft', status: 'draft' })).expect(201);
  const once = await admin.post('/events', {
    title: 'Once',
    start_date: '2027-08-01 10:00',
    end_date: '2027-08-01 11:00',
  });
  const report = await importSite(second, first);
  assert.match(report, /^events +2 +0 +0 +1$/m);
  assert.match(report, /Locked.*password/);
  assert.doesNotMatch(report, /Hidden|Draft/);
  const dates = await datesOf(second.anonymous, open);
  assert.equal(dates.length, 50);
  const theirs = (await datesOf(first.anonymous, open, '&starts_before=2026-12-20')).map(({ id }) => id);
  assert.deepEqual(
    dates.slice(0, theirs.length).map(({ id }) => id),
    theirs,
  );
  // Dates that the site had not laid out don't take the numbers of what it has.
  assert.equal((await second.anonymous.get(`/events/${once.id()}`)).at('title'), 'Once');
  assert.match(await importSite(second, first), /^events +0 +0 +2 +1$/m);
  assert.match(await run(second, 'check'), /No problems/);
});

test('export and import keep former dates 410, all lists and reads of series, and the next ID', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  const { former } = await fillWithSeries(first);
  const file = `${first.data}/calendar.json`;
  await run(first, 'export', '--out', file);
  await run(second, 'import', 'tec', file);
  await assertSameLists(second, first);
  const body = { title: 'Next', uid: 'next', start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00' };
  const [ours, theirs] = await Promise.all(
    [second, first].map(async (service) => (await service.as('admin').post('/events', body)).id()),
  );
  assert.equal(ours, theirs);
  await assertSameReads(second, first, theirs ?? 0);
  for (const id of former) (await second.anonymous.get(`/events/${id}`)).expect(410);
  assert.match(await run(second, 'import', 'tec', file), /^Everything is up to date/);
  assert.match(await run(second, 'check'), /No problems/);
  assert.deepEqual(
    withoutPlace(second, (await second.anonymous.get('/events?condense=true')).body),
    withoutPlace(first, (await first.anonymous.get('/events?condense=true')).body),
  );
});

test('an import that is killed among a site’s series and run again has each of them once', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  await run(first, 'seed', '--events', '120');
  await fillWithSeries(first);
  const child = spawn(process.execPath, [CLI, 'import', 'tec', first.url, '--pause', '100'], {
    env: { ...inherited, ...(await calendarSettings(second.data)) },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const shown = async (of: Service) =>
    Number((await of.anonymous.get('/events?starts_after=2000-01-01&condense=true')).at('total'));
  while ((await shown(second)) === 0) {
    assert.equal(child.exitCode, null);
    await pause(50);
  }
  child.kill('SIGKILL');
  await ended;
  assert.ok((await shown(second)) < (await shown(first)));
  await importSite(second, first);
  await importSite(second, first, '--language', 'de');
  assert.equal(await shown(second), await shown(first));
  await assertSameLists(second, first, { far: false });
  assert.match(await importSite(second, first), /^Everything is up to date/);
  assert.match(await run(second, 'check'), /No problems/);
});

test('a file so large that a thread reads it brings series, and what changed of them, too', async (t) => {
  const [first, second] = await Promise.all([started(t), started(t)]);
  const { choir } = await fillWithSeries(first);
  const bring = async (name: string) => {
    const file = `${first.data}/${name}.json`;
    await run(first, 'export', '--out', file);
    appendFileSync(file, ' '.repeat(9 * 2 ** 20));
    return run(second, 'import', 'tec', file);
  };
  assert.match(await bring('first'), /^events +7 +0 +0 +0$/m);
  const admin = first.as('admin');
  const [, guests] = await datesOf(admin, choir);
  (await admin.post(`/events/${guests?.id}`, { title: 'Choir with friends as guests' })).expect(200);
  const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=16' };
  (await admin.post(`/events/${choir}`, { recurrence, scope: 'all' })).expect(200);
  assert.match(await bring('second'), /^events +0 +1 +6 +0$/m);
  await assertSameLists(second, first, { far: false });
  assert.match(await run(second, 'check'), /No problems/);
});
