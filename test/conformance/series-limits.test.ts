// A series is judged when its recurrence or its days change (contract R3), not each time that somebody changes something else of it,
// and quickly, whatever is asked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, listEvents, makeEvent } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';
import { workedMs } from '../support/worked.ts';

let service: Service;
let editor: Client;
/** Three dates a day to the horizon are 2,283 on the day of the creation, and 3,378 a year later. */
const EARLY = '2026-11-20T18:00:00Z';
const LATE = '2027-12-20T18:00:00Z';
const TEN = { start_date: '2026-11-20 10:00:00', end_date: '2026-11-20 11:00:00' };
const THRICE = 'FREQ=DAILY;BYHOUR=10,14,18';

before(async () => {
  service = await startService({ clock: EARLY, timezone: 'America/New_York' });
  await people(service);
  editor = service.as('editor');
});
after(() => service?.stop());

test('a series that has come near the limit, or beyond it, takes what leaves its days as they are', async () => {
  const made = await makeEvent(editor, { title: 'Tours', ...TEN, recurrence: THRICE });
  const series = made.id();
  const second = (await makeEvent(editor, { title: 'Other tours', ...TEN, recurrence: THRICE })).id();
  await service.restart({ KALENDS_CLOCK: LATE });
  editor = service.as('editor');
  const refused = await editor.post('/events', { title: 'Late', ...TEN, recurrence: THRICE });
  assertRefused(refused, ['recurrence']);
  const change = async (id: number, fields: object) =>
    (await editor.patch(`/events/${id}`, fields)).expect(200);
  await change(series, { title: 'Guided tours' });
  const stored = await editor.get(`/events/${series}`);
  // As forms do that send back all that they were given.
  const recurrence = stored.at('recurrence');
  await change(series, {
    title: 'Tours again',
    start_date: stored.at('start_date'),
    end_date: stored.at('end_date'),
    recurrence,
  });
  await change(series, { recurrence: THRICE });
  await change(series, { end_date: '2026-11-20 10:45:00' });
  await change(series, { start_date: '2026-11-20 10:30:00', end_date: '2026-11-20 11:15:00' });
  assert.equal((await editor.get(`/events/${series}`)).at('recurrence.first_date'), '2026-11-20 10:30:00');
  const [date] = await listEvents(editor, `post_parent=${second}&start_date=2027-12-24&per_page=1`);
  const id = Number(date?.['id']);
  await change(id, { title: 'Christmas tours', scope: 'all' });
  const following = await change(id, { title: 'Tours after Christmas', scope: 'following' });
  assert.equal(following.at('title'), 'Tours after Christmas');
  // What changes its days, or how many they are, is judged.
  assertRefused(await editor.patch(`/events/${series}`, { recurrence: 'FREQ=DAILY;BYHOUR=10,14,17,18' }), [
    'recurrence',
  ]);
  assertRefused(
    await editor.patch(`/events/${series}`, {
      start_date: '2026-11-21 10:30:00',
      end_date: '2026-11-21 11:15:00',
    }),
    ['recurrence'],
  );
  await service.restart({ KALENDS_CLOCK: EARLY });
  editor = service.as('editor');
});

const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => index + from).join(',');
const day = (days: number) => Temporal.PlainDate.from('2026-11-22').add({ days }).toString();

/** The slowest of a search by random recurrences (`bounds.test.ts`), and others like them. */
const heavy: readonly (readonly [name: string, recurrence: object, start?: string])[] = [
  [
    'all weeks of years',
    {
      rrule: [1, 2, 3, 4, 5].map(
        (at) => `FREQ=YEARLY;BYWEEKNO=${numbers(53, 1)};BYMONTHDAY=${at};UNTIL=99991231`,
      ),
    },
  ],
  [
    'days left out',
    { rrule: ['FREQ=SECONDLY;BYMONTH=6,2'], exdate: Array.from({ length: 1000 }, (_, at) => day(at)) },
  ],
  [
    'times left out of one day',
    {
      rrule: 'FREQ=SECONDLY',
      exdate: Array.from(
        { length: 1000 },
        (_, at) =>
          `2026-11-23 ${String(at % 24).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:${String(at % 47).padStart(2, '0')}`,
      ),
    },
  ],
  ['the year 9999', { rrule: 'FREQ=DAILY;UNTIL=99991231' }],
  ['midnights since the year 1', { rrule: 'FREQ=MONTHLY;UNTIL=99991231T235959Z' }, '0001-01-01'],
  [
    'positions by the hundred',
    {
      rrule: [1, 2, 3, 4, 5].map(
        (at) =>
          `FREQ=YEARLY;INTERVAL=${at};BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=${numbers(366, 1)};UNTIL=99991231`,
      ),
    },
  ],
  [
    'numbered days of years',
    {
      rrule: [1, 2, 3, 4, 5].map(
        (at) => `FREQ=HOURLY;BYYEARDAY=${numbers(366, 1)};BYHOUR=${at};UNTIL=99991231`,
      ),
    },
  ],
  [
    'added dates far away',
    {
      rrule: 'FREQ=DAILY;UNTIL=99991231',
      rdate: Array.from({ length: 1000 }, (_, at) => `${3000 + at * 6}-03-10 02:30`),
    },
  ],
  [
    'few dates in many seconds',
    {
      rrule: [1, 2, 3, 4, 5].map(
        (at) =>
          `FREQ=SECONDLY;INTERVAL=${4990 + at};BYHOUR=3;BYSECOND=${numbers(17, at)};UNTIL=99991231T000000Z`,
      ),
    },
  ],
  [
    'nothing in ten years',
    { rrule: [1, 2, 3, 4, 5].map((at) => `FREQ=SECONDLY;INTERVAL=${at * 60};BYSECOND=1`) },
  ],
];

/** A recurrence that is taken, with as many dates as a series may have. */
const TAKEN = { ...TEN, recurrence: 'FREQ=DAILY;COUNT=20000' };
/** What is refused may cost this many times as much as that. */
const TIMES = 4;

/** Holds work to the time that the service works for what is taken: both by their quickest, others may be at work here. */
async function assertQuick(
  name: string,
  work: () => Promise<Answer>,
  taken: () => Promise<unknown>,
): Promise<void> {
  let [workMs, takenMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const time = async (one: () => Promise<unknown>) => {
    const began = workedMs();
    await one();
    return workedMs() - began;
  };
  const untilMs = performance.now() + 20_000;
  do {
    takenMs = Math.min(takenMs, await time(taken));
    workMs = Math.min(workMs, await time(async () => assertRefused(await work(), ['recurrence'])));
  } while (workMs >= TIMES * takenMs && performance.now() < untilMs);
  assert.ok(workMs < TIMES * takenMs, `${name}: ${workMs} ms, where one that is taken needs ${takenMs} ms`);
}

test('whatever is sent is refused as quickly as others are taken, on creation, in updates of each scope, and by a preview', async () => {
  const single = (await makeEvent(editor, { title: 'Single', ...TEN })).id();
  const series = (
    await makeEvent(editor, { title: 'Series', ...TEN, recurrence: 'FREQ=DAILY;COUNT=700' })
  ).id();
  const [date] = await listEvents(editor, `post_parent=${series}&start_date=2026-11-25&per_page=1`);
  const preview = `${service.url}/kalends/v1/recurrence/preview`;
  const taken = async () => (await editor.post(preview, TAKEN)).expect(200);
  for (const [name, recurrence, start = '2026-11-22'] of heavy) {
    const fields = {
      start_date: `${start} 00:00:00`,
      end_date: `${start} 23:59:59`,
      all_day: start < '0100',
      recurrence,
    };
    const onDate = { recurrence };
    const works: [string, () => Promise<Answer>][] = [
      ['POST', () => editor.post('/events', { title: 'Event', ...fields })],
      ['PATCH', () => editor.patch(`/events/${single}`, fields)],
      ['PATCH all', () => editor.patch(`/events/${date?.['id']}`, { ...onDate, scope: 'all' })],
      ['PATCH following', () => editor.patch(`/events/${date?.['id']}`, { ...onDate, scope: 'following' })],
      ['preview', () => editor.post(preview, fields)],
    ];
    for (const [request, work] of works) {
      await assertQuick(`${name}, ${request}`, work, taken);
    }
  }
});
