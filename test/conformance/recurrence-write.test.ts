// How a recurrence may be written (contract R1), over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, Client, RequestHeaders } from '../support/client.ts';
import { assertRefused, listEvents, makeEvent } from '../support/events.ts';
import type { JsonObject } from '../support/json.ts';
import { people, type Service, startService } from '../support/service.ts';

let service: Service;
let author: Client;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  await people(service);
  author = service.as('author');
});
after(() => service?.stop());

/** A Monday. */
const MONDAY = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' };
const make = (recurrence: unknown, fields: object = {}) =>
  makeEvent(author, { ...MONDAY, ...fields, recurrence });
const write = (recurrence: unknown, fields: object = {}, headers: RequestHeaders = {}) =>
  author.post('/events', { title: 'Event', ...MONDAY, ...fields, recurrence }, headers);
/** The recurrence of an answer as it is stored. */
const stored = (answer: Answer) => ({
  rrule: answer.at('recurrence.rrule'),
  rdate: answer.at('recurrence.rdate'),
  exdate: answer.at('recurrence.exdate'),
});
const datesOf = async (series: number): Promise<JsonObject[]> =>
  listEvents(author, `include=${series}&per_page=50`);
const startsOf = async (series: number) => (await datesOf(series)).map((event) => event['start_date']);
const refusal = (answer: Answer) => {
  assertRefused(answer, ['recurrence']);
  return answer.at('data.details.recurrence.code');
};

const WEEKLY = { rrule: ['FREQ=WEEKLY;COUNT=4'], rdate: [], exdate: [] };

test('a rule may be a text or a list, with its prefix or without, bare or among iCalendar lines, in any case', async () => {
  const forms: unknown[] = [
    'FREQ=WEEKLY;COUNT=4',
    'RRULE:FREQ=WEEKLY;COUNT=4',
    'rrule:freq=weekly;count=4',
    'FREQ=WEEKLY;COUNT=4;',
    'RRULE:FREQ=WEEKLY;COUNT=4;\r\n',
    '\n\n  RRULE:FREQ=WEEKLY;COUNT=4  \n',
    'RRULE:FREQ=WEEKLY;\r\n COUNT=4',
    { rrule: 'FREQ=WEEKLY;COUNT=4' },
    { rrule: 'RRULE:FREQ=WEEKLY;COUNT=4' },
    { rrule: ['FREQ=WEEKLY;COUNT=4'] },
    { rrule: ['RRULE:FREQ=WEEKLY;COUNT=4;'] },
    { rrule: 'FREQ=WEEKLY;COUNT=4', rdate: [], exdate: '' },
    { rrule: 'FREQ=WEEKLY;COUNT=4', rdate: null, exdate: null },
    // Of two that are the same one is kept.
    { rrule: ['FREQ=WEEKLY;COUNT=4', 'FREQ=WEEKLY;COUNT=4'] },
    ['RRULE:FREQ=WEEKLY;COUNT=4'],
  ];
  for (const form of forms) {
    const made = await make(form);
    assert.deepEqual(stored(made), WEEKLY, JSON.stringify(form));
    assert.equal(made.at('recurrence.count'), 4);
    assert.equal(made.at('recurrence.text'), 'Every Monday, 4 times');
  }
});

/** Series whose first date, or its end, is in the hour that New York skips: what is typed, and the first three dates. */
const skipped: readonly [typed: readonly [string, string], dates: readonly (readonly [string, string])[]][] =
  [
    [
      ['02:15', '03:45'],
      [
        ['03:15', '03:45'],
        ['02:15', '03:45'],
        ['02:15', '03:45'],
      ],
    ],
    [
      ['01:30', '02:30'],
      [
        ['01:30', '03:30'],
        ['01:30', '02:30'],
        ['01:30', '02:30'],
      ],
    ],
    [
      ['02:00', '03:00'],
      [
        ['03:00', '04:00'],
        ['02:00', '03:00'],
        ['02:00', '03:00'],
      ],
    ],
    [
      ['02:45', '03:15'],
      [
        ['03:45', '04:15'],
        ['02:45', '03:15'],
        ['02:45', '03:15'],
      ],
    ],
  ];
for (const [[from, to], expected] of skipped)
  test(`a first date from ${from} to ${to} that the clock moves leaves the others as typed`, async () => {
    const day = '2027-03-14';
    const made = await makeEvent(author, {
      title: 'Skipped',
      timezone: 'America/New_York',
      start_date: `${day} ${from}`,
      end_date: `${day} ${to}`,
      recurrence: 'FREQ=WEEKLY;COUNT=3',
    });
    const walls = (event: JsonObject) =>
      [event['start_date'], event['end_date']].map((wall) => String(wall).slice(11, 16));
    const times = async () => (await listEvents(author, `post_parent=${made.id()}`)).map(walls);
    assert.deepEqual(await times(), expected);
    assert.deepEqual(walls(Object(made.body)), expected[0]);
    // What was answered, sent back, changes nothing; nor does a change of something else.
    for (const fields of [
      { start_date: made.at('start_date'), end_date: made.at('end_date'), title: 'Again' },
      { recurrence: made.at('recurrence'), end_date: made.at('end_date') },
      { title: 'Once more' },
    ]) {
      const answer = (await author.patch(`/events/${made.id()}`, fields)).expect(200);
      assert.deepEqual(walls(Object(answer.body)), expected[0], JSON.stringify(fields));
      assert.deepEqual(await times(), expected, JSON.stringify(fields));
    }
    const [first] = await listEvents(author, `post_parent=${made.id()}`);
    assert.equal(first?.['recurrence_id'], `${day} ${from}:00`);
    (await author.patch(`/events/${first?.['id']}`, { end_date: `${day} 05:00`, scope: 'all' })).expect(200);
    const longer = await times();
    assert.deepEqual(longer[0], [expected[0]?.[0], '05:00']);
    assert.equal(longer[1]?.[0], from);
    const ended = (await author.patch(`/events/${made.id()}`, { recurrence: null })).expect(200);
    assert.deepEqual(walls(Object(ended.body)), longer[0]);
  });

test('what is answered as a recurrence can be sent back', async () => {
  const made = await make({
    rrule: 'FREQ=WEEKLY;COUNT=4',
    rdate: '2027-03-03 18:00',
    exdate: ['2027-03-08', '2027-03-15 10:00'],
  });
  const again = (await author.patch(`/events/${made.id()}`, { recurrence: made.at('recurrence') })).expect(
    200,
  );
  assert.deepEqual(stored(again), stored(made));
  assert.deepEqual(stored(made), {
    rrule: ['FREQ=WEEKLY;COUNT=4'],
    rdate: ['2027-03-03 18:00:00'],
    exdate: ['2027-03-08', '2027-03-15 10:00:00'],
  });
  assert.deepEqual(await startsOf(made.id()), [
    ...['2027-03-01 10:00:00', '2027-03-03 18:00:00', '2027-03-22 10:00:00'],
  ]);
});

test('several rules and dates come together, each date once', async () => {
  const made = await make({
    rrule: ['FREQ=WEEKLY;COUNT=3', 'FREQ=DAILY;INTERVAL=7;COUNT=2', 'FREQ=WEEKLY;BYDAY=WE;COUNT=2'],
    rdate: ['2027-03-08', '2027-03-08 10:00', '2027-03-09'],
  });
  assert.deepEqual(await startsOf(made.id()), [
    ...['2027-03-01 10:00:00', '2027-03-03 10:00:00', '2027-03-08 10:00:00', '2027-03-09 10:00:00'],
    '2027-03-15 10:00:00',
  ]);
});

test('forms and queries say it with brackets', async () => {
  const fields = { title: 'Form', ...MONDAY };
  const bodies = [
    { 'recurrence[rrule]': 'FREQ=WEEKLY;COUNT=4' },
    { 'recurrence[rrule][]': 'FREQ=WEEKLY;COUNT=4' },
    { 'recurrence[rrule][0]': 'RRULE:FREQ=WEEKLY;COUNT=4', 'recurrence[rdate]': '' },
    { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' },
  ];
  for (const body of bodies) {
    const pairs = new URLSearchParams({ ...fields, ...body });
    const form = (await author.post('/events', pairs)).expect(201);
    assert.deepEqual(stored(form), WEEKLY, JSON.stringify(body));
    const query = (await author.post(`/events?${pairs}`)).expect(201);
    assert.deepEqual(stored(query), WEEKLY, JSON.stringify(body));
    const multipart = new FormData();
    for (const [name, value] of pairs) multipart.append(name, value);
    assert.deepEqual(stored((await author.post('/events', multipart)).expect(201)), WEEKLY);
  }
  const dates = new URLSearchParams({ ...fields, 'recurrence[rrule]': 'FREQ=WEEKLY;COUNT=3' });
  for (const date of ['2027-03-02', '2027-03-03']) dates.append('recurrence[rdate][]', date);
  const made = (await author.post('/events', dates)).expect(201);
  assert.deepEqual(made.at('recurrence.rdate'), ['2027-03-02 10:00:00', '2027-03-03 10:00:00']);
});

test('null and whatever is empty end the repeating: the first date stays, the others are gone for good', async () => {
  for (const nothing of [null, '', [], {}, false, { rrule: [] }, { rrule: '', rdate: [], exdate: [] }]) {
    const told = JSON.stringify(nothing);
    const series = (await make('FREQ=WEEKLY;COUNT=3')).id();
    const ids = (await datesOf(series)).map((event) => Number(event['id']));
    assert.equal(ids.length, 3, told);
    const single = (await author.patch(`/events/${series}`, { recurrence: nothing })).expect(200);
    assert.deepEqual([single.id(), single.at('recurrence')], [series, null], told);
    assert.equal(single.at('start_date'), MONDAY.start_date);
    for (const id of ids) {
      const gone = (await author.get(`/events/${id}`)).expect(410);
      assert.equal(gone.at('code'), 'event-no-longer-available');
      (await author.patch(`/events/${id}`, { title: 'Gone' })).expect(410);
      (await author.delete(`/events/${id}`)).expect(410);
    }
    const again = (await author.patch(`/events/${series}`, { recurrence: 'FREQ=WEEKLY;COUNT=3' })).expect(
      200,
    );
    assert.equal(again.id(), series);
    const anew = (await datesOf(series)).map((event) => Number(event['id']));
    assert.equal(anew.length, 3);
    assert.ok(
      anew.every((id) => !ids.includes(id)),
      told,
    );
    // A new event that repeats by nothing is a single one.
    const made = await make(nothing);
    assert.equal(made.at('recurrence'), null, told);
    assert.deepEqual(await startsOf(made.id()), [MONDAY.start_date]);
  }
  const form = new URLSearchParams({ recurrence: '' });
  const series = (await make('FREQ=WEEKLY;COUNT=3')).id();
  assert.equal((await author.post(`/events/${series}`, form)).expect(200).at('recurrence'), null);
});

test('an update that says nothing of the recurrence leaves it as it is', async () => {
  const series = (await make('FREQ=WEEKLY;COUNT=3')).id();
  const ids = (await datesOf(series)).map((event) => event['id']);
  const after = (await author.patch(`/events/${series}`, { title: 'Another' })).expect(200);
  assert.deepEqual(stored(after), { ...WEEKLY, rrule: ['FREQ=WEEKLY;COUNT=3'] });
  assert.deepEqual(
    (await datesOf(series)).map((event) => event['id']),
    ids,
  );
});

/** Each adds 2 March 2027 at 10:00, or leaves out the 8th: typed in the language of the address. */
const typed: readonly [language: string, rdate: string, exdate: string][] = [
  ['en', '2027-03-02', '2027-03-08'],
  ['en', 'March 2, 2027', 'March 8, 2027'],
  ['en', '2 March 2027 10:00', '8 March 2027 10:00'],
  ['en', 'Mar 2 2027 10:00 AM', 'Monday, 8 March 2027'],
  ['en', '20270302T100000', '20270308T100000'],
  ['en', '20270302', '20270308'],
  ['en', '2027-03-02T15:00:00Z', '2027-03-08T15:00:00Z'],
  ['en', '2027-03-02T10:00:00-05:00', '2027-03-08 16:00 Europe/Berlin'],
  ['de', '2. März 2027', '8. März 2027'],
  ['de', '2.3.2027 10 Uhr', '08.03.2027'],
  ['de', '2. März 2027 um 10:00 Uhr', 'Montag, 8. März 2027'],
  ['es', '2 de marzo de 2027', '8 de marzo de 2027'],
  ['es', '2 de marzo de 2027 a las 10:00', 'lunes, 8 de marzo de 2027'],
  ['es', '2 mar 2027 10:00', '8 mar 2027'],
];

for (const [language, rdate, exdate] of typed)
  test(`dates are read as people type them: ${rdate} and ${exdate} (${language})`, async () => {
    const made = (
      await author.post(`${service.url}/${language}/calendar/events/v1/events`, {
        title: 'Typed',
        ...MONDAY,
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3', rdate, exdate },
      })
    ).expect(201);
    assert.deepEqual(await startsOf(made.id()), [
      ...['2027-03-01 10:00:00', '2027-03-02 10:00:00', '2027-03-15 10:00:00'],
    ]);
  });

test('iCalendar lines respect TZID and Z, and take days as days', async () => {
  const lines = [
    'RRULE:FREQ=DAILY;COUNT=6',
    'EXDATE;TZID=Europe/Berlin:20270302T160000',
    'EXDATE:20270303T150000Z,20270304T100000',
    'EXDATE;VALUE=DATE:20270305',
    'RDATE;TZID="America/Los_Angeles":20270310T090000',
    'RDATE;VALUE=DATE:20270311',
    'RDATE:20270312T180000;',
  ];
  const expected = [
    ...['2027-03-01 10:00:00', '2027-03-06 10:00:00', '2027-03-10 12:00:00', '2027-03-11 10:00:00'],
    '2027-03-12 18:00:00',
  ];
  for (const sent of [lines.join('\n'), lines.join('\r\n'), lines]) {
    const made = await make(sent);
    assert.deepEqual(await startsOf(made.id()), expected);
    assert.deepEqual(stored(made), {
      rrule: ['FREQ=DAILY;COUNT=6'],
      rdate: ['2027-03-10 12:00:00', '2027-03-11 10:00:00', '2027-03-12 18:00:00'],
      exdate: ['2027-03-02 10:00:00', '2027-03-03 10:00:00', '2027-03-04 10:00:00', '2027-03-05'],
    });
  }
});

test('a day in exdate leaves out all dates of that day, one with a time that date alone', async () => {
  const twice = 'FREQ=DAILY;BYHOUR=10,18;COUNT=6';
  const day = await make({ rrule: twice, exdate: '2027-03-02' });
  assert.deepEqual(await startsOf(day.id()), [
    ...['2027-03-01 10:00:00', '2027-03-01 18:00:00', '2027-03-03 10:00:00', '2027-03-03 18:00:00'],
  ]);
  const one = await make({ rrule: twice, exdate: '2027-03-02 18:00' });
  assert.equal((await startsOf(one.id())).length, 5);
  const none = await make({ rrule: twice, exdate: '2027-03-02 17:00' });
  assert.equal((await startsOf(none.id())).length, 6);
});

test('exdate may name the first date, which then counts in COUNT and is none', async () => {
  const made = await make({ rrule: 'FREQ=WEEKLY;COUNT=3', exdate: '2027-03-01' });
  assert.deepEqual(await startsOf(made.id()), ['2027-03-08 10:00:00', '2027-03-15 10:00:00']);
  assert.equal(made.at('recurrence.first_date'), '2027-03-08 10:00:00');
  assert.equal(made.at('recurrence.count'), 2);
  assert.equal(made.at('recurrence.next.start_date'), '2027-03-08 10:00:00');
  const ended = (await author.patch(`/events/${made.id()}`, { recurrence: null })).expect(200);
  assert.equal(ended.at('start_date'), '2027-03-08 10:00:00', 'the first date that there was');
  // Of nothing but the first date nothing is left.
  assert.equal(refusal(await write({ exdate: '2027-03-01' })), 'rest_no_occurrence');
  assert.equal(
    refusal(await write({ rrule: 'FREQ=DAILY;COUNT=2', exdate: ['2027-03-01', '2027-03-02'] })),
    'rest_no_occurrence',
  );
});

test('dates alone are a recurrence; one before the first date is refused', async () => {
  const made = await make({ rdate: ['2027-03-05 18:00', '2027-03-03'] });
  assert.deepEqual(await startsOf(made.id()), [
    ...['2027-03-01 10:00:00', '2027-03-03 10:00:00', '2027-03-05 18:00:00'],
  ]);
  for (const rdate of ['2027-02-28', '2027-03-01 09:59:59', '1999-01-01', '20270228T100000Z']) {
    const answer = await write({ rdate });
    assert.equal(refusal(answer), 'rest_invalid_date', rdate);
    assert.match(String(answer.at('data.params.recurrence')), /rdate/);
  }
  assert.equal(refusal(await write('RDATE;TZID=Europe/Berlin:20270301T155959')), 'rest_invalid_date');
  await make({ rrule: 'FREQ=DAILY;COUNT=2', rdate: '2027-03-01 10:00:00' });
});

test('all-day series are days', async () => {
  const allDay = { all_day: true, start_date: '2027-03-01', end_date: '2027-03-02' };
  const made = await make(
    { rrule: 'FREQ=WEEKLY;COUNT=3', rdate: ['2027-03-04', '2027-03-05 18:00'], exdate: '2027-03-08 23:00' },
    allDay,
  );
  assert.deepEqual(
    (await datesOf(made.id())).map((event) => [event['start_date'], event['end_date'], event['all_day']]),
    ['01', '04', '05', '15'].map((day) => [
      `2027-03-${day} 00:00:00`,
      `2027-03-${String(Number(day) + 1).padStart(2, '0')} 23:59:59`,
      true,
    ]),
  );
  for (const rule of [
    'FREQ=HOURLY',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=WEEKLY;BYMINUTE=0',
    'FREQ=DAILY;BYSECOND=1',
  ])
    assert.equal(refusal(await write(`${rule};COUNT=2`, allDay)), 'rest_invalid_rrule', rule);
});

/** What is no recurrence, its code, and the part that the message names. */
const wrong: readonly [recurrence: unknown, code: string, part: RegExp][] = [
  ['nonsense', 'rest_invalid_rrule', /nonsense/],
  ['   x', 'rest_invalid_rrule', /x/],
  [42, 'rest_invalid_rrule', /rrule/],
  [true, 'rest_invalid_rrule', /rrule/],
  [0, 'rest_invalid_rrule', /rrule/],
  [[42], 'rest_invalid_rrule', /rrule/],
  [[['FREQ=DAILY']], 'rest_invalid_rrule', /rrule/],
  [{ rule: 'FREQ=DAILY' }, 'rest_invalid_rrule', /rule/],
  [{ rrule: 'FREQ=DAILY;COUNT=2', dtstart: '2027-03-01' }, 'rest_invalid_rrule', /dtstart/],
  [{ rrule: { freq: 'DAILY' } }, 'rest_invalid_rrule', /rrule/],
  [{ rrule: true }, 'rest_invalid_rrule', /rrule/],
  [{ rrule: [['FREQ=DAILY']] }, 'rest_invalid_rrule', /rrule/],
  ['DTSTART:20270301T100000\nRRULE:FREQ=DAILY;COUNT=2', 'rest_invalid_rrule', /DTSTART/],
  ['RRULE:FREQ=DAILY;COUNT=2\nEXRULE:FREQ=WEEKLY', 'rest_invalid_rrule', /EXRULE/],
  ['RRULE:FREQ=DAILY;COUNT=2\nSUMMARY:Choir', 'rest_invalid_rrule', /SUMMARY/],
  ['BEGIN:VEVENT\nRRULE:FREQ=DAILY\nEND:VEVENT', 'rest_invalid_rrule', /BEGIN/],
  ['COUNT=2', 'rest_invalid_rrule', /COUNT|FREQ/],
  [{ rrule: 'COUNT=2' }, 'rest_invalid_rrule', /FREQ/],
  ['FREQ=FORTNIGHTLY', 'rest_invalid_rrule', /FREQ/],
  ['FREQ=DAILY;COUNT=0', 'rest_invalid_rrule', /COUNT/],
  ['FREQ=DAILY;COUNT=-1', 'rest_invalid_rrule', /COUNT/],
  ['FREQ=DAILY;COUNT=two', 'rest_invalid_rrule', /COUNT/],
  ['FREQ=DAILY;INTERVAL=0;COUNT=2', 'rest_invalid_rrule', /INTERVAL/],
  ['FREQ=DAILY;COUNT=2;UNTIL=20280101', 'rest_invalid_rrule', /UNTIL|COUNT/],
  ['FREQ=DAILY;COUNT=2;COUNT=3', 'rest_invalid_rrule', /COUNT/],
  ['FREQ=DAILY;UNTIL=tomorrow', 'rest_invalid_rrule', /UNTIL/],
  ['FREQ=DAILY;UNTIL=20270230', 'rest_invalid_rrule', /UNTIL/],
  ['FREQ=WEEKLY;BYDAY=XX', 'rest_invalid_rrule', /BYDAY/],
  ['FREQ=WEEKLY;BYDAY=1MO', 'rest_invalid_rrule', /BYDAY/],
  ['FREQ=WEEKLY;BYMONTHDAY=1', 'rest_invalid_rrule', /BYMONTHDAY/],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'rest_invalid_rrule', /BYMONTHDAY/],
  ['FREQ=MONTHLY;BYMONTHDAY=0', 'rest_invalid_rrule', /BYMONTHDAY/],
  ['FREQ=MONTHLY;BYWEEKNO=3', 'rest_invalid_rrule', /BYWEEKNO/],
  ['FREQ=YEARLY;BYWEEKNO=54', 'rest_invalid_rrule', /BYWEEKNO/],
  ['FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO', 'rest_invalid_rrule', /BYDAY/],
  ['FREQ=MONTHLY;BYYEARDAY=3', 'rest_invalid_rrule', /BYYEARDAY/],
  ['FREQ=YEARLY;BYMONTH=13', 'rest_invalid_rrule', /BYMONTH/],
  ['FREQ=DAILY;BYHOUR=24', 'rest_invalid_rrule', /BYHOUR/],
  ['FREQ=DAILY;BYSETPOS=1', 'rest_invalid_rrule', /BYSETPOS/],
  ['FREQ=DAILY;WKST=XX', 'rest_invalid_rrule', /WKST/],
  ['FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD', 'rest_invalid_rrule', /SKIP/],
  ['FREQ=MONTHLY;RSCALE=HEBREW', 'rest_invalid_rrule', /RSCALE/],
  ['FREQ=DAILY;X-ABC=1', 'rest_invalid_rrule', /X-ABC/],
  ['FREQ=DAILY;;COUNT=2', 'rest_invalid_rrule', /recurrence/],
  [{ rdate: 'some day' }, 'rest_invalid_date', /rdate/],
  [{ rrule: 'FREQ=DAILY;COUNT=3', exdate: ['2027-03-02', 'never'] }, 'rest_invalid_date', /exdate.*never/],
  ['RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20270230', 'rest_invalid_date', /exdate/],
  [
    'RRULE:FREQ=DAILY;COUNT=3\nEXDATE;TZID=Nowhere/City:20270302T100000',
    'rest_invalid_date',
    /exdate.*Nowhere/,
  ],
  ['RDATE:', 'rest_invalid_date', /rdate/],
  ['FREQ=DAILY;UNTIL=20270228', 'rest_no_occurrence', /UNTIL/],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'rest_no_occurrence', /rule/],
  [{ rrule: Array.from({ length: 6 }, (_, at) => `FREQ=DAILY;COUNT=${at + 2}`) }, 'rest_too_many_items', /5/],
  [
    { rdate: Array.from({ length: 1001 }, (_, at) => String(20_280_000 + at)) },
    'rest_too_many_items',
    /1,000/,
  ],
  ['FREQ=MINUTELY', 'rest_too_many_occurrences', /3,000/],
  ['FREQ=WEEKLY;COUNT=20001', 'rest_too_many_occurrences', /20,000/],
];

for (const [recurrence, code, part] of wrong)
  test(`POST /events refuses ${JSON.stringify(recurrence).slice(0, 90)} with ${code}`, async () => {
    const answer = await write(recurrence);
    assert.equal(refusal(answer), code);
    const told = answer.at('data.params.recurrence');
    assert.match(String(told), part);
    assert.equal(answer.at('data.details.recurrence.data.param'), 'recurrence');
  });

test('as many as there may be are taken: 5 rules, 1,000 dates', async () => {
  const rules = Array.from({ length: 5 }, (_, at) => `FREQ=DAILY;COUNT=2;INTERVAL=${at + 1}`);
  assert.equal((await make({ rrule: rules })).at('recurrence.count'), 6);
  const days = Array.from({ length: 500 }, (_, at) =>
    Temporal.PlainDate.from('2027-03-02').add({ days: at }).toString(),
  );
  const made = await make({ rdate: days, exdate: days.slice(1) });
  assert.equal(made.at('recurrence.count'), 501 - 499);
});

test('refusals and words are in the language selected', async () => {
  const told = new Set<unknown>();
  const said = new Set<unknown>();
  for (const language of ['en', 'de', 'es']) {
    const events = `${service.url}/${language}/calendar/events/v1/events`;
    const refused = await author.post(events, { title: 'Event', ...MONDAY, recurrence: 'FREQ=SECONDLY' });
    assert.equal(refusal(refused), 'rest_too_many_occurrences');
    told.add(refused.at('data.params.recurrence'));
    const recurrence = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20270601';
    const made = (await author.post(events, { title: 'Event', ...MONDAY, recurrence })).expect(201);
    said.add(made.at('recurrence.text'));
    const read = (await author.get(`${events}/${made.id()}`)).expect(200);
    assert.equal(read.at('recurrence.text'), made.at('recurrence.text'));
    const [row] = (await author.get(`${events}?include=${made.id()}`)).expect(200).rows('events');
    assert.deepEqual(row?.['recurrence'], read.at('recurrence'));
  }
  assert.equal(told.size, 3);
  assert.deepEqual([...said].slice(0, 2), [
    'Every second Monday until June 1, 2027',
    'Jeden zweiten Montag bis zum 1. Juni 2027',
  ]);
  assert.match(String([...said][2]), /^Cada .*lunes.*1 de junio de 2027$/);
});
