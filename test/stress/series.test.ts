import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../support/client.ts';
import { parseExposition } from '../support/exposition.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

/** As many dates as a series may have (contract R3). How long their writes take is a row of `npm run bench`. */
const DATES = 1500;

let service: ServiceProcess;
before(async () => {
  service = await startProcess({ clock: '2026-11-20T18:00:00Z' });
  await people(service);
});
after(() => service?.stop());

const times = { start_date: '2026-11-21 10:00:00', end_date: '2026-11-21 10:30:00' };
const wide = 'start_date=2026-01-01&end_date=2029-12-31&per_page=50';

async function timed(work: Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const began = performance.now();
  const answer = await work;
  return { answer, ms: performance.now() - began };
}

/** Returns how many statements the service has run. */
async function statementsSoFar(): Promise<number> {
  const answer = (await service.as('admin').get(`${service.url}/metrics`)).expect(200);
  return parseExposition(answer.text).sum('kalends_database_query_duration_seconds_count');
}

test(`a series with ${DATES} dates takes each change as one write`, async (t) => {
  const by = service.as('editor');
  const took: string[] = [];
  const write = async (name: string, work: Promise<Answer>) => {
    const { answer, ms } = await timed(work);
    assert.ok(answer.status === 200 || answer.status === 201, answer.text);
    took.push(`${name} ${ms.toFixed(0)} ms`);
    return answer;
  };
  const recurrence = `RRULE:FREQ=HOURLY;INTERVAL=5;COUNT=${DATES}`;
  const statements = await statementsSoFar();
  const made = await write('created', by.post('/events', { title: 'Often', ...times, recurrence }));
  const id = made.id();
  assert.equal(made.at('recurrence.count'), DATES);
  assert.ok((await statementsSoFar()) - statements < DATES / 10, 'dates are written many in a statement');
  await write('renamed', by.put(`/events/${id}`, { title: 'Very often' }));
  await write(
    'moved',
    by.put(`/events/${id}`, { start_date: '2026-11-22 12:00:00', end_date: '2026-11-22 12:45:00' }),
  );
  await write('hidden', by.put(`/events/${id}`, { hide_from_listings: true }));
  await write('shown', by.put(`/events/${id}`, { hide_from_listings: false }));
  await write(
    'fewer',
    by.put(`/events/${id}`, { recurrence: `RRULE:FREQ=HOURLY;INTERVAL=10;COUNT=${DATES / 2}` }),
  );
  await write('more', by.put(`/events/${id}`, { recurrence }));
  const dates = (await by.get(`/events?${wide}&post_parent=${id}`)).expect(200).rows('events');
  await write(
    'split',
    by.put(`/events/${String(dates[25]?.['id'])}`, { title: 'Later', scope: 'following' }),
  );
  await write('trashed', by.delete(`/events/${id}`));
  t.diagnostic(took.join(', '));
  await assertSound(service);
});

const CLIENTS = 8;

/** What a client may do to a series, or to one of its dates, with all scopes. */
function writesOf(id: number, at: number, client: number, n: number): readonly (() => Promise<Answer>)[] {
  const by = service.as(client % 2 === 0 ? 'editor' : 'admin');
  const title = `Client ${client} write ${n}`;
  const day = `2026-11-2${1 + (n % 5)}`;
  const put = (to: number, fields: object, query = '') => by.put(`/events/${to}${query}`, fields);
  return [
    () => put(id, { title, tags: [`tag ${n % 3}`] }),
    () => put(at, { title, categories: [`category ${client % 3}`] }),
    () => put(at, { start_date: '2026-12-24 18:00:00', end_date: '2026-12-24 19:00:00' }),
    () => put(id, { start_date: `${day} 11:00:00`, end_date: `${day} 12:00:00` }),
    () => put(at, { title, scope: 'following' }),
    () => by.delete(`/events/${at}`),
    () => put(id, { recurrence: `RRULE:FREQ=DAILY;COUNT=${20 + ((client + n) % 30)}` }),
    () => put(at, { recurrence_reset: true }),
    () => put(at, { title }, '?translation_language=de'),
    () => put(at, { title, description: title, scope: 'all' }, '?translation_language=es'),
    () => put(at, { status: 'publish', hide_from_listings: n % 2 === 0 }),
    () => by.delete(`/events/${at}?scope=following`),
    () => put(id, { status: n % 2 === 0 ? 'draft' : 'publish' }),
    () => by.delete(`/events/${at}?scope=all`),
    () => put(id, { status: 'publish' }),
    () => put(id, n % 4 === 0 ? { recurrence: null } : { timezone: n % 2 === 0 ? 'Europe/Berlin' : 'UTC' }),
    () => put(id, { recurrence: `RRULE:FREQ=DAILY;COUNT=${20 + ((client + n) % 30)}` }),
  ];
}

/** Eight clients change one series in every way until told to stop. Returns what was refused with a fault of the service. */
async function changeTogether(id: number, writes: number): Promise<string[]> {
  const faults: string[] = [];
  const change = async (client: number) => {
    for (let n = 0; n < writes; n++) {
      const rows = (await service.anonymous.get(`/events?${wide}&recurring=true`)).expect(200).rows('events');
      const date = rows[(client * 7 + n * 3) % Math.max(rows.length, 1)];
      const at = Number(date?.['id'] ?? id);
      const choices = writesOf(id, at, client, n);
      const answer = await choices[(client * 5 + n) % choices.length]?.();
      if (answer && answer.status >= 500) faults.push(answer.text);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => change(client)));
  return faults;
}

test('eight clients that change one series leave a sound calendar', async () => {
  const recurrence = 'RRULE:FREQ=DAILY;COUNT=40';
  const id = (await service.as('editor').post('/events', { title: 'Contested', ...times, recurrence })).id();
  assert.deepEqual(await changeTogether(id, 17), []);
  await assertSound(service);
  const listed = async () => (await service.anonymous.get(`/events?${wide}`)).expect(200).rows('events');
  const before = await listed();
  await service.restart();
  assert.deepEqual(
    (await listed()).map((row) => [row['id'], row['start_date'], row['title']]),
    before.map((row) => [row['id'], row['start_date'], row['title']]),
  );
});

test('a crash within changes of a large series leaves it as it was before one of them, or after', async () => {
  const by = service.as('editor');
  const recurrence = `RRULE:FREQ=HOURLY;INTERVAL=5;COUNT=${DATES}`;
  const id = (await by.post('/events', { title: 'Crashing', ...times, recurrence })).expect(201).id();
  for (const [round, wait] of [3, 20, 60, 110].entries()) {
    const day = `2026-12-0${round + 1}`;
    const changes = (async () => {
      for (let n = 0; n < 100; n++)
        await by.put(`/events/${id}`, {
          start_date: `${day} 1${n % 10}:00:00`,
          end_date: `${day} 2${n % 4}:00:00`,
        });
    })().catch(() => undefined);
    await pause(wait);
    await service.kill();
    await changes;
    await service.restart();
    await assertSound(service);
    const series = (await by.get(`/events/${id}`)).expect(200);
    const list = (await by.get(`/events?${wide}&post_parent=${id}`)).expect(200);
    assert.equal(list.at('total'), DATES);
    assert.equal(list.at('events.0.start_date'), series.at('start_date'));
  }
});

test('a crash within writes of eight clients leaves a sound calendar, on which they go on', async () => {
  const recurrence = 'RRULE:FREQ=DAILY;COUNT=40';
  const id = (await service.as('editor').post('/events', { title: 'Crowded', ...times, recurrence })).id();
  for (const wait of [50, 250, 700]) {
    const changes = changeTogether(id, 17).catch(() => []);
    await pause(wait);
    await service.kill();
    await changes;
    await service.restart();
    await assertSound(service);
  }
  assert.deepEqual(await changeTogether(id, 3), []);
  await assertSound(service);
});
