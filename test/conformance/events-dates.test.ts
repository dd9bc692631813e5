import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client } from '../support/client.ts';
import { assertRefused, makeEvent } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Client;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
  admin = service.as('admin');
});
after(() => service.stop());

const NAMES = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'];
const dates = (answer: Answer) => NAMES.map((name) => answer.at(name));
const change = async (event: Answer, fields: object) =>
  (await admin.patch(`/events/${event.id()}`, fields)).expect(200);
const refusedChange = async (event: Answer, fields: object, names: string[]) => {
  assertRefused(await admin.patch(`/events/${event.id()}`, fields), names);
  assert.deepEqual(dates(await admin.get(`/events/${event.id()}`)), dates(event), 'nothing changed');
};

describe('Dates of an event', () => {
  for (const [what, sent, given] of [
    [
      'are on the site’s clock',
      { start_date: '2027-07-01 10:00', end_date: '2027-07-01T12:30:15' },
      ['2027-07-01 10:00:00', '2027-07-01 12:30:15', '2027-07-01 14:00:00', '2027-07-01 16:30:15'],
    ],
    [
      'or on that of the event’s zone',
      { start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00', timezone: 'Asia/Kathmandu' },
      ['2027-07-01 10:00:00', '2027-07-01 12:00:00', '2027-07-01 04:15:00', '2027-07-01 06:15:00'],
    ],
    [
      'keep a zone or offset of their own (D13)',
      {
        start_date: '2027-07-01T10:00:00Z',
        end_date: '2027-07-01 20:00:00 Europe/Berlin',
        timezone: 'America/Los_Angeles',
      },
      ['2027-07-01 03:00:00', '2027-07-01 11:00:00', '2027-07-01 10:00:00', '2027-07-01 18:00:00'],
    ],
    [
      'are Unix seconds as numbers',
      { start_date: '1814436000', end_date: '@1814443200' },
      ['2027-07-01 06:00:00', '2027-07-01 08:00:00', '2027-07-01 10:00:00', '2027-07-01 12:00:00'],
    ],
    [
      'are words on the event’s clock',
      { start_date: 'tomorrow 9am', end_date: 'next saturday 9pm', timezone: 'Asia/Tokyo' },
      ['2026-11-22 09:00:00', '2026-11-28 21:00:00', '2026-11-22 00:00:00', '2026-11-28 12:00:00'],
    ],
    [
      'in an offset of hours, which knows no summer (D14)',
      { start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00', timezone: 'UTC-5' },
      ['2027-07-01 10:00:00', '2027-07-01 12:00:00', '2027-07-01 15:00:00', '2027-07-01 17:00:00'],
    ],
    [
      'in a gap move on by its length',
      { start_date: '2027-03-14 02:30', end_date: '2027-03-14 03:45' },
      ['2027-03-14 03:30:00', '2027-03-14 03:45:00', '2027-03-14 07:30:00', '2027-03-14 07:45:00'],
    ],
    [
      'in the hour that is skipped keep their length (R2)',
      { start_date: '2027-03-14 02:00', end_date: '2027-03-14 03:00' },
      ['2027-03-14 03:00:00', '2027-03-14 04:00:00', '2027-03-14 07:00:00', '2027-03-14 08:00:00'],
    ],
    [
      'in a gap without a length get none',
      { start_date: '2027-03-14 02:30', end_date: '2027-03-14 02:30' },
      ['2027-03-14 03:30:00', '2027-03-14 03:30:00', '2027-03-14 07:30:00', '2027-03-14 07:30:00'],
    ],
    [
      'in a gap keep their length where the end would come before the start (R2)',
      { start_date: '2027-03-14 02:30', end_date: '2027-03-14 03:10' },
      ['2027-03-14 03:30:00', '2027-03-14 04:10:00', '2027-03-14 07:30:00', '2027-03-14 08:10:00'],
    ],
    [
      'that come twice are the first west of Greenwich (R2)',
      { start_date: '2027-11-07 01:30', end_date: '2027-11-07 01:30' },
      ['2027-11-07 01:30:00', '2027-11-07 01:30:00', '2027-11-07 05:30:00', '2027-11-07 05:30:00'],
    ],
    [
      'and east of it',
      { start_date: '2027-10-31 02:30', end_date: '2027-10-31 03:30', timezone: 'Europe/Paris' },
      ['2027-10-31 02:30:00', '2027-10-31 03:30:00', '2027-10-31 00:30:00', '2027-10-31 02:30:00'],
    ],
    [
      'in offsets that are no whole hours too',
      { start_date: '2027-04-04 03:30', end_date: '2027-04-04 04:30', timezone: 'Pacific/Chatham' },
      ['2027-04-04 03:30:00', '2027-04-04 04:30:00', '2027-04-03 13:45:00', '2027-04-03 15:45:00'],
    ],
    [
      'that come twice are both the second, where the start is said to be',
      { start_date: '2027-10-31T02:30:00+01:00', end_date: '2027-10-31 02:45', timezone: 'Europe/Paris' },
      ['2027-10-31 02:30:00', '2027-10-31 02:45:00', '2027-10-31 01:30:00', '2027-10-31 01:45:00'],
    ],
    [
      'may go through the hour that comes twice',
      { start_date: '2027-11-07T01:45:00-04:00', end_date: '2027-11-07T01:15:00-05:00' },
      ['2027-11-07 01:45:00', '2027-11-07 01:15:00', '2027-11-07 05:45:00', '2027-11-07 06:15:00'],
    ],
    [
      'span days',
      { start_date: '2027-12-30 20:00', end_date: '2028-01-02 04:00' },
      ['2027-12-30 20:00:00', '2028-01-02 04:00:00', '2027-12-31 01:00:00', '2028-01-02 09:00:00'],
    ],
    [
      'of all-day events are whole days, of 23 hours too',
      { start_date: '2027-03-13 15:00', end_date: '2027-03-14 01:00', all_day: true },
      ['2027-03-13 00:00:00', '2027-03-14 23:59:59', '2027-03-13 05:00:00', '2027-03-15 03:59:59'],
    ],
    [
      'of an all-day event may be one moment',
      { start_date: '2027-03-01 15:00', end_date: '2027-03-01 01:00', all_day: true },
      ['2027-03-01 00:00:00', '2027-03-01 23:59:59', '2027-03-01 05:00:00', '2027-03-02 04:59:59'],
    ],
    [
      'may be equal',
      { start_date: '2027-03-01', end_date: '2027-03-01' },
      ['2027-03-01 00:00:00', '2027-03-01 00:00:00', '2027-03-01 05:00:00', '2027-03-01 05:00:00'],
    ],
  ] as const)
    test(`${what}: ${Object.values(sent).join(', ')}`, async () => {
      const made = await makeEvent(admin, sent);
      assert.deepEqual(dates(made), given);
      assert.deepEqual(dates(await admin.get(`/events/${made.id()}`)), given);
      assert.deepEqual(
        dates(await change(made, { title: 'Another', featured: true })),
        given,
        'kept by an update',
      );
    });

  test('details repeat the dates in six texts', async () => {
    const made = await makeEvent(admin, { start_date: '2027-03-01 09:05:07', end_date: '2027-03-01 10:00' });
    const of = (
      year: string,
      month: string,
      day: string,
      hour: string,
      minutes: string,
      seconds: string,
    ) => ({ year, month, day, hour, minutes, seconds });
    assert.deepEqual(made.at('start_date_details'), of('2027', '03', '01', '09', '05', '07'));
    assert.deepEqual(made.at('utc_end_date_details'), of('2027', '03', '01', '15', '00', '00'));
  });

  test('zones are kept as sent, with their letters at the start', async () => {
    for (const [timezone, kept, letters] of [
      ['America/New_York', 'America/New_York', 'EST'],
      ['europe/paris', 'europe/paris', 'CET'],
      ['', 'America/New_York', 'EST'],
      ['UTC+5.5', 'UTC+5.5', 'UTC+5.5'],
      ['+02:00', '+02:00', 'GMT+0200'],
      ['Asia/Kathmandu', 'Asia/Kathmandu', '+0545'],
    ] as const) {
      const made = await makeEvent(admin, { timezone });
      assert.deepEqual([made.at('timezone'), made.at('timezone_abbr')], [kept, letters]);
    }
    const summer = { start_date: '2027-07-01', end_date: '2027-07-01' };
    assert.equal((await makeEvent(admin, summer)).at('timezone_abbr'), 'EDT');
    for (const timezone of [
      'UTCfoo',
      'UTC+15',
      'Mars/Base',
      '2027-01-01T00:00[Europe/Paris]',
      'x'.repeat(100),
    ])
      assertRefused(await admin.post('/events', { title: 'x', ...summer, timezone }), ['timezone']);
  });
});

describe('Updates of dates', () => {
  const morning = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 12:00:00' };

  test('one date alone is applied (D1)', async () => {
    const event = await makeEvent(admin, morning);
    assert.deepEqual(dates(await change(event, { start_date: '2027-06-01 11:00' })).slice(0, 2), [
      '2027-06-01 11:00:00',
      morning.end_date,
    ]);
    assert.deepEqual(dates(await change(event, { end_date: '2027-06-02' })).slice(0, 2), [
      '2027-06-01 11:00:00',
      '2027-06-02 00:00:00',
    ]);
  });

  test('the zone alone keeps the wall clock and moves the instants (D14)', async () => {
    const event = await makeEvent(admin, morning);
    assert.deepEqual(dates(await change(event, { timezone: 'Asia/Tokyo' })), [
      morning.start_date,
      morning.end_date,
      '2027-06-01 01:00:00',
      '2027-06-01 03:00:00',
    ]);
    assert.deepEqual(dates(await change(event, { start_date: '2027-06-01 09:00' })), [
      '2027-06-01 09:00:00',
      morning.end_date,
      '2027-06-01 00:00:00',
      '2027-06-01 03:00:00',
    ]);
    assert.deepEqual(dates(await change(event, { start_date: '2027-05-31T22:00Z' })).slice(0, 1), [
      '2027-06-01 07:00:00',
    ]);
  });

  test('all_day alone takes the stored days; without it the times stay', async () => {
    const event = await makeEvent(admin, morning);
    const whole = ['2027-06-01 00:00:00', '2027-06-01 23:59:59'];
    assert.deepEqual(dates(await change(event, { all_day: true })).slice(0, 2), whole);
    assert.deepEqual(dates(await change(event, { start_date: '2027-05-31 15:00' })).slice(0, 2), [
      '2027-05-31 00:00:00',
      whole[1],
    ]);
    const timed = await change(event, { all_day: false });
    assert.deepEqual(
      [timed.at('all_day'), ...dates(timed).slice(0, 2)],
      [false, '2027-05-31 00:00:00', whole[1]],
    );
  });

  test('a moment that comes twice stays the one it was', async () => {
    const second = { start_date: '2027-11-07T01:30:00-05:00', end_date: '2027-11-07T01:45:00-05:00' };
    const event = await makeEvent(admin, second);
    assert.equal(event.at('utc_start_date'), '2027-11-07 06:30:00');
    assert.deepEqual(dates(await change(event, { title: 'x' })), dates(event));
    assert.deepEqual(dates(await change(event, { end_date: '2027-11-07 03:00' })).slice(0, 3), [
      '2027-11-07 01:30:00',
      '2027-11-07 03:00:00',
      '2027-11-07 06:30:00',
    ]);
  });

  test('an end before the start is refused, naming the date that was sent (D2)', async () => {
    assertRefused(
      await admin.post('/events', {
        title: 'x',
        start_date: '2027-06-01 10:00',
        end_date: '2027-06-01 09:59:59',
      }),
      ['end_date'],
    );
    assertRefused(
      await admin.post('/events', {
        title: 'x',
        start_date: '2027-06-02',
        end_date: '2027-06-01',
        all_day: true,
      }),
      ['end_date'],
    );
    const event = await makeEvent(admin, morning);
    await refusedChange(event, { end_date: '2027-06-01 09:00' }, ['end_date']);
    await refusedChange(event, { start_date: '2027-06-01 13:00' }, ['start_date']);
    await refusedChange(event, { start_date: '2027-06-03', end_date: '2027-06-02' }, ['end_date']);
    assert.equal(
      (await change(event, { start_date: '2027-06-03', end_date: '2027-06-03' })).at('end_date'),
      '2027-06-03 00:00:00',
    );
  });

  test('an end before the start is named together with all else that is wrong', async () => {
    const event = await makeEvent(admin, morning);
    await refusedChange(event, { end_date: '2027-05-01', featured: 'maybe', venue: 999_999 }, [
      'end_date',
      'featured',
      'venue',
    ]);
    await refusedChange(event, { start_date: '2027-07-01', website: 'nowhere', post_parent: event.id() }, [
      'start_date',
      'website',
      'post_parent',
    ]);
    assertRefused(
      await admin.post('/events', {
        title: '',
        start_date: '2027-06-02',
        end_date: '2027-06-01',
        status: 'x',
      }),
      ['title', 'end_date', 'status'],
    );
  });

  test('what is wrong with a date is told to nobody who may not edit the event', async () => {
    const event = await makeEvent(admin, { ...morning, status: 'private' });
    for (const fields of [
      { end_date: '2000-01-01' },
      { start_date: '2100-01-01' },
      { post_parent: event.id() },
    ]) {
      const answer = await service.anonymous.patch(`/events/${event.id()}`, fields);
      if ('post_parent' in fields) assertRefused(answer, ['post_parent']);
      else assert.equal(answer.expect(401).at('code'), 'rest_forbidden');
    }
  });

  test('sent together they are compared on the event’s clock, not the site’s', async () => {
    // In New York 02:30 of that night is 03:30, and later than 03:00: the event keeps its half hour (R2).
    const event = await makeEvent(admin, { ...morning, timezone: 'Asia/Kathmandu' });
    const night = { start_date: '2027-03-14 02:30', end_date: '2027-03-14 03:00' };
    const moved = [
      '2027-03-14 03:30:00',
      '2027-03-14 04:00:00',
      '2027-03-14 07:30:00',
      '2027-03-14 08:00:00',
    ];
    assert.deepEqual(dates(await change(event, night)).slice(0, 2), [
      '2027-03-14 02:30:00',
      '2027-03-14 03:00:00',
    ]);
    assert.deepEqual(dates(await change(event, { timezone: 'America/New_York' })), moved);
    assert.deepEqual(dates(await change(event, { ...night, timezone: 'America/New_York' })), moved);
    // An end that names its own offset is that moment.
    const exact = { start_date: night.start_date, end_date: '2027-03-14T03:00:00-04:00' };
    assertRefused(await admin.patch(`/events/${event.id()}`, exact), ['end_date']);
    assert.deepEqual(dates(await admin.get(`/events/${event.id()}`)), moved);
    const twice = await makeEvent(admin, {
      start_date: '2027-11-07T01:45:00-04:00',
      end_date: '2027-11-07T01:15:00-05:00',
    });
    await refusedChange(twice, { timezone: 'UTC' }, ['timezone']);
  });
});

describe('Dates of tickets', () => {
  test('are on the event’s clock, also when only the tickets are sent', async () => {
    const tickets = [{ name: 'Seat', sales_start: '2027-01-01 10:00', sales_end: '2027-01-31T23:00:00Z' }];
    const event = await makeEvent(admin, { timezone: 'Asia/Tokyo', tickets });
    const kept = [{ name: 'Seat', sales_start: '2027-01-01 10:00:00', sales_end: '2027-02-01 08:00:00' }];
    assert.deepEqual(event.at('tickets'), kept);
    assert.deepEqual((await change(event, { tickets })).at('tickets'), kept);
  });

  test('a wrong zone beside them is an answer, not a failure', async () => {
    const tickets = [{ name: 'Seat', sales_start: 'tomorrow' }];
    assertRefused(
      await admin.post('/events', {
        title: 'x',
        start_date: '2027-01-01',
        end_date: '2027-01-01',
        timezone: 'Mars',
        tickets,
      }),
      ['timezone'],
    );
    for (const wrong of [
      [{}],
      [{ name: '' }],
      [{ name: 'x', price: -1 }],
      [{ name: 'x', currency: 'euro' }],
      [{ name: 'x', url: 'x' }],
      [{ name: 'x', capacity: 1.5 }],
      [{ name: 'x', sales_end: 'never' }],
      'x',
      [1],
      Array(101).fill({ name: 'x' }),
    ])
      assertRefused(
        await admin.post('/events', {
          title: 'x',
          start_date: '2027-01-01',
          end_date: '2027-01-01',
          tickets: wrong,
        }),
        ['tickets'],
      );
  });
});
