import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#config.ts';
import { systemClock } from '#foundation/time/clock.ts';
import { trimChangeLog, trimHistory } from '#operations/jobs/change-log-trimming.ts';
import { openCalendar } from '../support/engine.ts';
import { people, startProcess } from '../support/service.ts';
import { patienceOf } from './patience.ts';

const LIST = '/events?start_date=2026-01-01&per_page=50';
const event = (title: string) => ({
  title,
  start_date: '2027-01-01 10:00:00',
  end_date: '2027-01-01 11:00:00',
});

test('a service trims its change log, and goes on telling the truth', async (t) => {
  const service = await startProcess({ env: { KALENDS_CHANGE_LOG_DAYS: '30' } });
  t.after(() => service.kill());
  await people(service);
  const editor = service.as('editor');
  for (let n = 0; n < 5; n++) (await editor.post('/events', event(`Event ${n}`))).expect(201);
  for (let n = 0; n < 60; n++) await service.anonymous.get(`${LIST}&search=event&n=${n}`);
  const db = await openCalendar(service.data);
  t.after(() => db.close());
  await db.write((trx) =>
    trx.updateTable('changes').set({ at_utc: '2020-01-01 00:00:00' }).where('kind', '=', 'event').execute(),
  );
  const left = async () => {
    const { n } = await db.read
      .selectFrom('changes')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  assert.ok((await left()) > 5);
  await service.restart();
  for (let n = 0; n < 60; n++) await service.anonymous.get(`${LIST}&search=event&n=${n}`);
  const began = performance.now();
  while ((await left()) > 1) {
    assert.ok(performance.now() - began < 30_000, `${await left()} lines are left`);
    await pause(100);
  }
  (await editor.post('/events', event('Event after'))).expect(201);
  for (const path of [LIST, `${LIST}&search=event`, `${LIST}&per_page=1`])
    assert.equal((await service.anonymous.get(path)).at('total'), 6);
});

test('whoever follows the change log notices that it was trimmed beyond where he is', async (t) => {
  const service = await startProcess({ env: { KALENDS_CHANGE_LOG_DAYS: '0' } });
  t.after(() => service.kill());
  await people(service);
  const editor = service.as('editor');
  const id = (await editor.post('/events', event('Before'))).expect(201).id();
  for (let n = 0; n < 60; n++) await service.anonymous.get(`${LIST}&search=before&n=${n}`);
  (await service.anonymous.get(`/events/${id}`)).expect(200);
  // From elsewhere, and trimmed at once but for the last line: nothing tells of the first of these writes any more.
  const db = await openCalendar(service.data);
  t.after(() => db.close());
  const config = { ...readConfig({}), changeLogDays: 1 };
  const later = () => systemClock()().add({ hours: 72 });
  const { logChanges } = await import('#store/db/changes.ts');
  const at_utc = '2020-01-01 00:00:00';
  await db.write(async (trx) => {
    await trx.updateTable('events').set({ title: 'Behind' }).where('id', '=', id).execute();
    await logChanges(trx, [{ kind: 'event', resource_id: id, action: 'update', at_utc, user_id: null }]);
    await logChanges(trx, [{ kind: 'venue', resource_id: 999, action: 'update', at_utc, user_id: null }]);
  });
  while (await trimChangeLog({ db, now: later, config }));
  const rows = await db.read.selectFrom('changes').select('id').execute();
  assert.equal(rows.length, 1);
  const isEarly = patienceOf(2_000);
  for (;;) {
    const answers = await Promise.all([service.anonymous.get(`/events/${id}`), service.anonymous.get(LIST)]);
    const titles = [answers[0]?.at('title'), answers[1]?.at('events.0.title')];
    if (titles.every((title) => title === 'Behind')) break;
    assert.ok(await isEarly(), `${titles.join()} is told`);
  }
});

test('the history is trimmed after its days, entries with their images, and later ones stay', async (t) => {
  const service = await startProcess();
  t.after(() => service.kill());
  await people(service);
  const editor = service.as('editor');
  const id = (await editor.post('/events', event('Before'))).expect(201).id();
  (await editor.patch(`/events/${id}`, { title: 'After' })).expect(200);
  const db = await openCalendar(service.data);
  t.after(() => db.close());
  const entries = () => db.read.selectFrom('history').select(['id', 'action']).orderBy('id').execute();
  const [first, second] = (await entries()).slice(-2);
  assert.deepEqual([first?.action, second?.action], ['created', 'updated']);
  const config = { ...readConfig({}), historyDays: 30 };
  const after = (hours: number) => () => systemClock()().add({ hours });
  while (await trimHistory({ db, now: after(29 * 24), config }));
  assert.deepEqual((await entries()).at(-1), second);
  while (await trimHistory({ db, now: after(31 * 24), config: { ...config, historyDays: 0 } }));
  assert.deepEqual((await entries()).at(-1), second);
  while (await trimHistory({ db, now: after(31 * 24), config }));
  assert.deepEqual(await entries(), []);
  assert.deepEqual(await db.read.selectFrom('history_images').select('id').execute(), []);
});
