import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeEvent, titles } from '../support/events.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;

before(async () => {
  service = await startService({ clock: '2026-11-20T18:00:00Z', timezone: 'America/New_York' });
});
after(() => service.stop());

const make = (title: string, start_date: string, end_date: string, timezone = 'America/New_York') =>
  makeEvent(service.as('admin'), { title, start_date, end_date, timezone });
const list = (query: string) => titles(service.anonymous, `per_page=50&${query}`);
const dates = async (query = '') => {
  const answer = (await service.anonymous.get(`/events?${query}`)).expect(200);
  const { searchParams } = new URL(String(answer.at('rest_url')));
  return Object.fromEntries([...searchParams].filter(([name]) => /start|end/.test(name)));
};

describe('Whole days', () => {
  before(async () => {
    await make('eve', '2027-02-28 23:59:59', '2027-02-28 23:59:59');
    await make('midnight', '2027-03-01 00:00:00', '2027-03-01 00:00:00');
    await make('noon', '2027-03-01 12:00:00', '2027-03-01 13:00:00');
    await make('over night', '2027-03-01 22:00:00', '2027-03-02 02:00:00');
    await make('last second', '2027-03-01 23:59:59', '2027-03-01 23:59:59');
    await make('next', '2027-03-02 00:00:00', '2027-03-02 01:00:00');
  });
  const within = 'start_date=2027-02-27&end_date=2027-03-03';

  for (const [query, expected] of [
    ['start_date=2027-03-01&end_date=2027-03-01', ['midnight', 'noon', 'last second']],
    ['start_date=2027-03-01 18:00&end_date=2027-03-01 01:00', ['midnight', 'noon', 'last second']],
    [`${within}&starts_after=2027-03-01`, ['next']],
    [`${within}&starts_after=2027-02-28 05:00`, ['midnight', 'noon', 'over night', 'last second', 'next']],
    [`${within}&starts_before=2027-03-01`, ['eve', 'midnight', 'noon', 'over night']],
    [`${within}&ends_after=2027-03-01`, ['over night', 'next']],
    [`${within}&ends_before=2027-03-01`, ['eve', 'midnight', 'noon']],
    ['start_date=1 march 2027&end_date=03/01/2027', ['midnight', 'noon', 'last second']],
    ['start_date=20270301&end_date=2027-03-01T05:00:00', ['midnight', 'noon', 'last second']],
    // An offset moves the moment before its day is taken.
    ['start_date=2027-03-02T01:00:00Z&end_date=2027-03-01', ['midnight', 'noon', 'last second']],
    ['start_date=2027-02-30&end_date=2027-03-02', ['next']],
  ] as const)
    test(`GET /events?${query} lists ${expected.join(', ')}`, async () => {
      assert.deepEqual(await list(query.replaceAll('+', '%2B')), expected);
    });

  test('the reference’s own examples (8.2)', async () => {
    for (const [title, start, end] of [
      ['31 Dec', '2027-12-31 17:00:00', '2027-12-31 18:00:00'],
      ['1 Jan late', '2028-01-01 16:00:00', '2028-01-01 17:00:00'],
      ['1 Jan night', '2028-01-01 20:00:00', '2028-01-01 21:00:00'],
      ['2 Jan', '2028-01-02 10:00:00', '2028-01-02 11:00:00'],
      ['three days', '2027-12-30 10:00:00', '2028-01-02 10:00:00'],
      ['five days', '2027-12-29 10:00:00', '2028-01-03 10:00:00'],
    ] as const)
      await make(title, start, end);
    const late = ['1 Jan late', '1 Jan night', '2 Jan'];
    assert.deepEqual(await list('ends_after=2027-12-31&starts_before=2028-01-02'), [
      'five days',
      'three days',
      ...late,
    ]);
    assert.deepEqual(
      await list('ends_after=2027-12-31&starts_before=2028-01-02&start_date=2027-12-30&end_date=2028-01-02'),
      ['three days', ...late],
    );
    const afternoon = 'start_date=2028-01-01 15:00:00&end_date=2028-01-01 18:00:00';
    assert.deepEqual(await list(afternoon), ['1 Jan late', '1 Jan night']);
    assert.deepEqual(await list(`${afternoon}&strict_dates=true`), ['1 Jan late']);
  });

  test('days are compared with the event’s own clock, wherever it is', async () => {
    await make('Tokyo', '2027-04-01 00:30:00', '2027-04-01 01:00:00', 'Asia/Tokyo');
    await make('Honolulu', '2027-04-01 23:00:00', '2027-04-01 23:30:00', 'Pacific/Honolulu');
    assert.deepEqual(await list('start_date=2027-04-01&end_date=2027-04-01'), ['Tokyo', 'Honolulu']);
    assert.deepEqual(await list('start_date=2027-03-31&end_date=2027-03-31'), []);
  });
});

describe('Strict times', () => {
  before(async () => {
    await make('one', '2027-05-01 10:00:00', '2027-05-01 11:00:00');
    await make('two', '2027-05-01 10:00:01', '2027-05-01 11:00:01');
    // 10:30 in New York.
    await make('Paris', '2027-05-01 16:30:00', '2027-05-01 17:30:00', 'Europe/Paris');
    await make('first half past one', '2027-11-07 01:30:00', '2027-11-07 01:30:00');
    await make('second half past one', '2027-11-07T01:30:00-05:00', '2027-11-07T01:30:00-05:00');
  });
  const may = 'start_date=2027-05-01 00:00&end_date=2027-05-02 00:00';

  for (const [query, expected] of [
    ['start_date=2027-05-01 10:00:00&end_date=2027-05-01 11:00:00', ['one']],
    ['start_date=2027-05-01 10:00:01&end_date=2027-05-01 12:00', ['two', 'Paris']],
    [`${may}&starts_after=2027-05-01 10:00:00`, ['two', 'Paris']],
    [`${may}&starts_before=2027-05-01 10:00:01`, ['one']],
    [`${may}&ends_before=2027-05-01 11:00:01`, ['one']],
    [`${may}&ends_after=2027-05-01 11:00:00`, ['two', 'Paris']],
    ['start_date=2027-05-01T14:30:00Z&end_date=2027-05-01T15:30:00Z', ['Paris']],
    ['start_date=2027-05-01T16:30:00+02:00&end_date=2027-05-01 17:30:00 Europe/Paris', ['Paris']],
    [
      'starts_after=2027-11-07T01:29:00-05:00&starts_before=2027-11-07T02:00:00-05:00',
      ['second half past one'],
    ],
    ['start_date=1809268200&end_date=1809268200', []],
  ] as const)
    test(`GET /events?strict_dates=true&${query} lists ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await list(`strict_dates=true&${query.replaceAll('+', '%2B')}`), expected);
    });

  test('strict_dates is true as words say it, everything else is false, 0 too', async () => {
    const query = 'start_date=2027-05-01 10:00:01&end_date=2027-05-01';
    for (const word of ['true', '1', 'on', 'yes', 'TRUE'])
      assert.deepEqual(await list(`${query} 12:00&strict_dates=${word}`), ['two', 'Paris'], word);
    for (const word of ['false', '0', 'no', 'foo'])
      assert.deepEqual(await list(`${query}&strict_dates=${word}`), ['one', 'two', 'Paris'], word);
  });

  test('a link into the hour that comes twice leads to the same moments', async () => {
    const query =
      'strict_dates=true&per_page=1&starts_after=2027-11-07T01:00:00-05:00&starts_before=2027-11-08';
    await make('after it', '2027-11-07 03:00:00', '2027-11-07 04:00:00');
    const first = (await service.anonymous.get(`/events?${query}`)).expect(200);
    assert.equal(first.at('events.0.title'), 'second half past one');
    const second = (await service.anonymous.get(String(first.at('next_rest_url')))).expect(200);
    assert.equal(second.at('events.0.title'), 'after it');
    assert.equal(
      (await service.anonymous.get(String(second.at('previous_rest_url')))).at('events.0.id'),
      first.at('events.0.id'),
    );
  });
});

describe('The window’s address', () => {
  test('holds the dates as they are used, on the site’s clock', async () => {
    const standard = { start_date: '2026-11-19 00:00:00', end_date: '2028-11-20 23:59:59' };
    assert.deepEqual(await dates(), standard);
    assert.deepEqual(await dates('start_date=2027-01-02 08:00'), {
      ...standard,
      start_date: '2027-01-02 00:00:00',
    });
    assert.deepEqual(await dates('end_date=tomorrow'), { ...standard, end_date: '2026-11-21 23:59:59' });
    for (const name of ['starts_before', 'starts_after', 'ends_before', 'ends_after']) {
      assert.deepEqual(await dates(`${name}=2026-12-01`), { [name]: '2026-12-01 23:59:59' });
      assert.deepEqual(await dates(`${name}=2026-12-01&end_date=2027-01-01`), {
        [name]: '2026-12-01 23:59:59',
        end_date: '2027-01-01 23:59:59',
      });
    }
    assert.deepEqual(await dates('include=1&start_date=2027-01-01'), {});
    assert.deepEqual(
      await dates('strict_dates=1&start_date=2027-01-02T08:00:00Z&end_date=2027-01-02 08:00'),
      {
        start_date: '2027-01-02 03:00:00',
        end_date: '2027-01-02 08:00:00',
      },
    );
  });

  test('can be followed from the first day of computers on', async () => {
    await service.restart({ KALENDS_TIMEZONE: 'UTC' });
    for (const day of ['1970-01-01 12:00', '0001-01-01 12:00', '9999-12-31']) {
      const answer = (await service.anonymous.get(`/events?start_date=${day}&per_page=1`)).expect(200);
      (await service.anonymous.get(String(answer.at('rest_url')))).expect(200);
    }
    await service.restart({ KALENDS_TIMEZONE: 'Pacific/Kiritimati' });
    const answer = (await service.anonymous.get('/events?start_date=0001-01-01 20:00')).expect(200);
    (await service.anonymous.get(String(answer.at('rest_url')))).expect(200);
  });
});

describe('The default window', () => {
  // Just before and at the site's midnight; today is the site's day then.
  const sites = [
    ['Pacific/Pago_Pago', '2026-11-21T10:59:59Z', '2026-11-20'],
    ['Pacific/Pago_Pago', '2026-11-21T11:00:00Z', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-20T09:59:59Z', '2026-11-20'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21'],
    ['America/New_York', '2026-11-01T03:59:59Z', '2026-10-31'],
    ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
    ['Asia/Kathmandu', '2028-02-28T18:14:59Z', '2028-02-28'],
    ['Asia/Kathmandu', '2028-02-28T18:15:00Z', '2028-02-29'],
  ] as const;

  for (const [zone, clock, day] of sites)
    test(`at ${clock} in ${zone} reaches from yesterday to 24 months ahead of ${day}`, async () => {
      await service.restart({ KALENDS_TIMEZONE: zone, KALENDS_CLOCK: clock });
      const today = Temporal.PlainDate.from(day);
      const first = today.subtract({ days: 1 }).toString();
      const last = today.add({ months: 24 }).toString();
      assert.deepEqual(await dates(), { start_date: `${first} 00:00:00`, end_date: `${last} 23:59:59` });

      const before = today.subtract({ days: 2 }).toString();
      const beyond = today.add({ months: 24, days: 1 }).toString();
      const tag = `${zone} ${clock}`;
      const { body } = (await service.as('admin').post('/tags', { name: tag })).expect(201);
      const tags = [Object(body).id];
      for (const [title, start_date, end_date] of [
        ['too early', `${before} 23:59:59`, `${first} 10:00:00`],
        ['first', `${first} 00:00:00`, `${first} 00:00:00`],
        ['today', `${day} 12:00:00`, `${day} 13:00:00`],
        ['last', `${last} 23:59:59`, `${last} 23:59:59`],
        ['too late', `${last} 23:59:59`, `${beyond} 00:00:00`],
      ] as const)
        await makeEvent(service.as('admin'), { title, start_date, end_date, tags });
      const own = (query = '') => list(`tags=${tags}&${query}`);
      assert.deepEqual(await own(), ['first', 'today', 'last']);
      assert.deepEqual(await own('start_date=today&end_date=today'), ['today']);
      assert.deepEqual(await own('start_date=yesterday&end_date=now'), ['first', 'today']);
      assert.deepEqual(await own('strict_dates=true'), ['first', 'today', 'last']);
      assert.deepEqual(
        await own(`strict_dates=true&start_date=now&end_date=${last} 23:59:58`),
        Temporal.Instant.from(clock).toZonedDateTimeISO(zone).hour < 12 ? ['today'] : [],
      );
    });
});
