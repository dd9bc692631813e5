import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Writing } from '#store/db/engine.ts';
import { openCalendar } from '../support/engine.ts';
import { isObject, parseJson } from '../support/json.ts';
import type { Service } from '../support/service.ts';
import { startService } from '../support/service.ts';

const CLOCK = '2026-11-22T12:00:00Z';
let service: Service;
before(async () => {
  service = await startService({ clock: CLOCK, timezone: 'America/New_York' });
});
after(() => service.stop());

async function make(fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const made = await service.as('admin').post('/events', {
    title: 'Rehearsal',
    start_date: '2026-12-01 18:00:00',
    end_date: '2026-12-01 20:00:00',
    status: 'publish',
    ...fields,
  });
  return made.expect(201).id();
}

const makeSeries = (fields: Readonly<Record<string, unknown>> = {}) =>
  make({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=8', ...fields });

async function datesOf(series: number): Promise<number[]> {
  const listed = await service.as('admin').get(`/events?post_parent=${series}&context=edit`);
  return listed.rows('events').map(({ id }) => Number(id));
}

/** Makes a series whose first date has a title of its own. Returns its ID and those of its dates. */
async function makeOverridden(
  fields: Readonly<Record<string, unknown>> = {},
): Promise<[number, ...number[]]> {
  const series = await makeSeries(fields);
  const dates = await datesOf(series);
  (await service.as('admin').put(`/events/${dates[0]}`, { title: 'Premiere' })).expect(200);
  return [series, ...dates];
}

async function findings(): Promise<string[]> {
  const { stdout } = await service.cli(['check', '--json']);
  const found = parseJson(stdout);
  assert.ok(Array.isArray(found), stdout);
  return found.map((one) => (isObject(one) ? `${one['rule']} ${one['id']}` : '')).sort();
}

async function tamper(work: (trx: Writing) => Promise<unknown>): Promise<void> {
  const db = await openCalendar(service.data);
  await db.write(async (trx) => {
    await work(trx);
  });
  await db.close();
}

/** Faults, each brought about in a series of its own: returns what is to be found. */
const faults: Readonly<Record<string, () => Promise<[found: string[], statements: string[]]>>> = {
  'a series without its recurrence': async () => {
    const id = await makeSeries();
    const dates = await datesOf(id);
    return [
      [`lost_recurrence ${id}`, ...dates.map((date) => `lost_series ${date}`)],
      [`delete from series where id = ${id}`],
    ];
  },
  'a date that belongs to nothing': async () => {
    const [id, single] = [await makeSeries(), await make()];
    const [first = 0] = await datesOf(id);
    return [
      [`lost_series ${first}`, `more_visible ${first}`],
      [`update occurrences set event_id = ${single}, status = 'draft' where id = ${first}`],
    ];
  },
  'an override without its date': async () => {
    const [id, first] = await makeOverridden();
    return [[`lost_date ${first}`, `recurrence ${id}`], [`delete from occurrences where id = ${first}`]];
  },
  'a date without its override': async () => {
    const [, first] = await makeOverridden();
    return [
      [`other_series ${first}`, `lost_date ${first}`, `shared_id ${first}`],
      [`update occurrences set event_id = series_id where id = ${first}`],
    ];
  },
  'an override of another series': async () => {
    const [[, first], other] = [await makeOverridden(), await makeSeries()];
    return [[`other_series ${first}`], [`update events set series_id = ${other} where id = ${first}`]];
  },
  'an override with other dates than its own': async () => {
    const [, first] = await makeOverridden();
    return [
      [`override ${first}`],
      [`update events set end_date = '2026-12-01 21:00:00' where id = ${first}`],
    ];
  },
  'a date that is shown while its series is not': async () => {
    const [id, first, ...others] = await makeOverridden();
    return [
      [first, ...others].map((date) => `more_visible ${date}`),
      [`update events set status = 'draft' where id = ${id}`],
    ];
  },
  'an override without the password of its series': async () => {
    const [, first] = await makeOverridden({ password: 'locked' });
    return [[`override_password ${first}`], [`update events set password = '' where id = ${first}`]];
  },
  'parts of a series that do not name each other': async () => {
    const [one, other] = [await makeSeries(), await makeSeries()];
    return [[`continues ${one}`], [`update series set continued_by = ${other} where id = ${one}`]];
  },
  'a former date that is there again': async () => {
    const id = await makeSeries();
    const [first] = await datesOf(id);
    return [
      ['former 99001'],
      [
        `insert into former_occurrences select 99001, series_id, recurrence_id from occurrences where id = ${first}`,
        `update sequences set value = 99001 where name = 'post'`,
      ],
    ];
  },
  'an ID that names two things': async () => {
    const id = await makeSeries();
    const [first] = await datesOf(id);
    return [
      [`shared_id ${first}`],
      [`insert into former_occurrences values (${first}, 0, '2020-01-01 00:00:00')`],
    ];
  },
  'a date too few': async () => {
    const id = await makeSeries();
    const [first] = await datesOf(id);
    return [[`recurrence ${id}`], [`delete from occurrences where id = ${first}`]];
  },
  'a date that its recurrence does not make': async () => {
    const id = await makeSeries();
    const [first] = await datesOf(id);
    return [
      [`recurrence ${id}`],
      [`update occurrences set recurrence_id = '2026-12-02 18:00:00' where id = ${first}`],
    ];
  },
  'a wrong number of dates': async () => {
    const id = await makeSeries();
    return [[`recurrence ${id}`], [`update series set count = 9 where id = ${id}`]];
  },
  'a date that stands there twice': async () => {
    const id = await makeSeries();
    const [first, second] = await datesOf(id);
    return [
      [`twice ${id}`, `moved ${second}`],
      [
        `update occurrences set utc_start_date = (select utc_start_date from occurrences where id = ${first}) where id = ${second}`,
      ],
    ];
  },
  'times to come that are not those of the zone': async () => {
    const single = await make();
    return [
      [`moved ${single}`],
      ['events', 'occurrences'].map(
        (table) => `update ${table} set utc_start_date = '2026-12-01 22:00:00' where id = ${single}`,
      ),
    ];
  },
};

test('check finds each fault that series can have, and nothing else', async () => {
  await makeOverridden();
  assert.deepEqual(await findings(), []);
  const expected: string[] = [];
  const statements: string[] = [];
  for (const bring of Object.values(faults)) {
    const [found, sqls] = await bring();
    expected.push(...found);
    statements.push(...sqls);
  }
  assert.deepEqual(await findings(), []);
  await tamper(async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
  assert.deepEqual(await findings(), expected.sort());
});

test('parts of a series that is split again name each other', async () => {
  const other = await startService({ clock: CLOCK, timezone: 'America/New_York' });
  [service] = [other, await service.stop()];
  const series = await makeSeries();
  const dates = await datesOf(series);
  for (const at of [5, 2, 7])
    (
      await service.as('admin').put(`/events/${dates[at]}`, { title: `From ${at}`, scope: 'following' })
    ).expect(200);
  assert.deepEqual(await findings(), []);
});

test('times to come are derived again where zone data have changed, by one date or a whole series', async () => {
  const other = await startService({ clock: CLOCK, timezone: 'America/New_York' });
  [service] = [other, await service.stop()];
  const [single, passed] = [
    await make(),
    await make({ start_date: '2026-11-01 18:00:00', end_date: '2026-11-01 20:00:00' }),
  ];
  const [series, renamed, moved, ...rest] = await makeOverridden();
  const own = await service.as('admin').put(`/events/${moved}`, { start_date: '2026-12-08 17:00:00' });
  own.expect(200);
  const shown = async () => {
    const ids = [single, passed, series, renamed, moved, ...rest];
    const texts: string[] = [];
    for (const id of ids) {
      const read = await service.anonymous.get(`/events/${id}`);
      texts.push(`${id} ${read.at('utc_start_date')} ${read.at('utc_end_date')}`);
    }
    return texts;
  };
  const right = await shown();
  await tamper(async (trx) => {
    const hour = (text: string) => sql`replace(replace(${sql.ref(text)}, ' 23:', ' 22:'), ' 01:', ' 00:')`;
    for (const table of ['events', 'occurrences'] as const)
      await sql`update ${sql.table(table)} set utc_start_date = ${hour('utc_start_date')},
        utc_end_date = ${hour('utc_end_date')}`.execute(trx);
    await trx.updateTable('settings').set({ value: '2001a' }).where('name', '=', 'zone_data').execute();
  });
  const listed = await findings();
  for (const id of [single, series, renamed, moved])
    assert.ok(listed.includes(`moved ${id}`), `${id} of ${listed}`);
  assert.ok(!listed.includes(`moved ${passed}`));
  await service.restart();
  const now = await shown();
  assert.deepEqual(
    now.filter((text) => !text.startsWith(`${passed} `)),
    right.filter((text) => !text.startsWith(`${passed} `)),
  );
  assert.match(now[1] ?? '', /2026-11-01 22:00:00/);
  assert.deepEqual(await findings(), []);
});
