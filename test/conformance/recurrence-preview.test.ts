import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused } from '../support/events.ts';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
let author: Client;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  author = service.as('author');
});
after(() => service?.stop());

const MONDAY = { start_date: '2027-03-01 19:30:00', end_date: '2027-03-01 22:00:00' };
/** Asks for a preview in the site's language, or in one of its addresses. */
const preview = (fields: object, { by = author, language = '' } = {}): Promise<Answer> =>
  by.post(`${service.url}${language}/kalends/v1/recurrence/preview`, { ...MONDAY, ...fields });
const starts = (answer: Answer) => answer.rows('occurrences').map((date) => date['start_date']);
const detail = (answer: Answer) => {
  assertRefused(answer, ['recurrence']);
  return answer.at('data.details.recurrence.code');
};

test('POST /kalends/v1/recurrence/preview answers the first dates on both clocks, their number, and the rule in words', async () => {
  const answer = (
    await preview({ recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=10' }, limit: 2 })
  ).expect(200);
  assert.deepEqual(answer.body, {
    occurrences: [
      {
        start_date: '2027-03-01 19:30:00',
        end_date: '2027-03-01 22:00:00',
        utc_start_date: '2027-03-02 00:30:00',
        utc_end_date: '2027-03-02 03:00:00',
      },
      {
        start_date: '2027-03-15 19:30:00',
        end_date: '2027-03-15 22:00:00',
        utc_start_date: '2027-03-15 23:30:00',
        utc_end_date: '2027-03-16 02:00:00',
      },
    ],
    count: 10,
    text: 'Every second Monday, 10 times',
  });
});

test('a preview says the rule in the language selected, and reads dates typed in it', async () => {
  const said = async (language: string, exdate: string) => {
    const recurrence = { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20270601', exdate };
    const answer = (await preview({ recurrence }, { language })).expect(200);
    assert.deepEqual(starts(answer).slice(0, 2), ['2027-03-01 19:30:00', '2027-03-29 19:30:00'], language);
    return answer.at('text');
  };
  assert.equal(
    await said('/en', 'March 15, 2027'),
    'Every second Monday until June 1, 2027, except on March 15, 2027',
  );
  assert.equal(
    await said('/de', '15. März 2027'),
    'Jeden zweiten Montag bis zum 1. Juni 2027, außer am 15. März 2027',
  );
  assert.match(
    String(await said('/es', '15 de marzo de 2027')),
    /lunes.*1 de junio de 2027.*15 de marzo de 2027/,
  );
});

test('a preview shows 20 dates unless asked for others, at most 500, and none more than ten years past today', async () => {
  const daily = { recurrence: { rrule: 'FREQ=DAILY' } };
  assert.equal(starts((await preview(daily)).expect(200)).length, 20);
  assert.equal(starts((await preview({ ...daily, limit: 500 })).expect(200)).length, 500);
  assert.equal(starts((await preview({ ...daily, limit: '1' })).expect(200)).length, 1);
  for (const limit of [0, 501, -1, 1.5, 'many', null, []])
    assertRefused(await preview({ ...daily, limit }), ['limit']);
  const yearly = (await preview({ recurrence: 'FREQ=YEARLY', limit: 100 })).expect(200);
  assert.deepEqual(
    starts(yearly).map((start) => String(start).slice(0, 4)),
    [...['2027', '2028', '2029', '2030', '2031', '2032', '2033', '2034', '2035', '2036']],
  );
  assert.equal(yearly.at('count'), null);
  // What ends later is counted all the same.
  assert.equal((await preview({ recurrence: 'FREQ=YEARLY;COUNT=30' })).expect(200).at('count'), 30);
});

test('a preview without a recurrence, or with an empty one, is the one date', async () => {
  for (const recurrence of [undefined, null, '', [], {}, false, { rrule: [] }]) {
    const answer = (await preview({ recurrence })).expect(200);
    assert.deepEqual(starts(answer), ['2027-03-01 19:30:00'], JSON.stringify(recurrence));
    assert.deepEqual([answer.at('count'), answer.at('text')], [1, '']);
  }
});

test('a preview knows zones, all-day events and what the clock skips', async () => {
  const berlin = (
    await preview({ timezone: 'Europe/Berlin', recurrence: 'FREQ=WEEKLY;COUNT=6', limit: 6 })
  ).expect(200);
  assert.deepEqual(
    berlin.rows('occurrences').map((date) => String(date['utc_start_date']).slice(5, 16)),
    ['03-01 18:30', '03-08 18:30', '03-15 18:30', '03-22 18:30', '03-29 17:30', '04-05 17:30'],
  );
  const allDay = (await preview({ all_day: true, recurrence: 'FREQ=MONTHLY;COUNT=2' })).expect(200);
  assert.deepEqual(
    allDay.rows('occurrences').map((date) => [date['start_date'], date['end_date']]),
    [
      ['2027-03-01 00:00:00', '2027-03-01 23:59:59'],
      ['2027-04-01 00:00:00', '2027-04-01 23:59:59'],
    ],
  );
  const gap = (
    await preview({
      start_date: '2027-03-13 02:30',
      end_date: '2027-03-13 03:30',
      recurrence: 'FREQ=DAILY;COUNT=3',
    })
  ).expect(200);
  assert.deepEqual(starts(gap), ['2027-03-13 02:30:00', '2027-03-14 03:30:00', '2027-03-15 02:30:00']);
});

test('a preview refuses what a creation refuses, with all else that is wrong', async () => {
  assert.equal(detail(await preview({ recurrence: 'FREQ=SOMETIMES' })), 'rest_invalid_rrule');
  assert.equal(detail(await preview({ recurrence: { rdate: 'never' } })), 'rest_invalid_date');
  assert.equal(detail(await preview({ recurrence: 'FREQ=SECONDLY' })), 'rest_too_many_occurrences');
  assert.equal(detail(await preview({ recurrence: 'FREQ=DAILY;UNTIL=20270228' })), 'rest_no_occurrence');
  const rules = Array.from({ length: 6 }, (_, at) => `FREQ=DAILY;COUNT=${at + 1}`);
  assert.equal(detail(await preview({ recurrence: { rrule: rules } })), 'rest_too_many_items');
  assertRefused(
    await preview({ recurrence: 'nonsense', limit: 0, timezone: 'Nowhere', all_day: 'perhaps' }),
    [...['recurrence', 'limit', 'timezone', 'all_day']],
  );
  assertRefused(await preview({ end_date: '2027-02-28', recurrence: 'nonsense' }), [
    'end_date',
    'recurrence',
  ]);
  assertRefused(await preview({ start_date: 'whenever', recurrence: 'nonsense' }), [
    'start_date',
    'recurrence',
  ]);
  const missing = await author.post(`${service.url}/kalends/v1/recurrence/preview`, {
    recurrence: 'FREQ=DAILY',
  });
  missing.expect(400);
  assert.equal(missing.at('code'), 'rest_missing_callback_param');
  assert.deepEqual(missing.at('data.params'), ['start_date', 'end_date']);
});

test('a preview is for those who may create, and changes nothing', async () => {
  const recurrence = 'FREQ=WEEKLY;COUNT=3';
  (await preview({ recurrence }, { by: service.anonymous })).expect(401);
  (await preview({ recurrence }, { by: service.as('subscriber') })).expect(403);
  const roles = ['contributor', 'author', 'editor', 'admin'] as const;
  for (const role of roles) (await preview({ recurrence }, { by: service.as(role) })).expect(200);
  assert.equal((await author.get('/events')).expect(200).at('total'), 0);
  const address = `${service.url}/kalends/v1/recurrence/preview`;
  (await author.get(address)).expect(404);
  const form = new URLSearchParams({ ...MONDAY, 'recurrence[rrule]': 'FREQ=DAILY;COUNT=3', limit: '2' });
  for (const base of ['', '/wp-json', '/de', '/es/wp-json'])
    assert.equal(
      (await author.post(`${service.url}${base}/kalends/v1/recurrence/preview`, form))
        .expect(200)
        .at('count'),
      3,
    );
});
