import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { type SeenOccurrence, seenByIcalJs, seenByNodeIcal, sorted } from '../support/ical.ts';
import type { JsonObject } from '../support/json.ts';
import { startNewYork } from '../support/new-york.ts';
import { makeSeries } from '../support/series.ts';
import type { Service } from '../support/service.ts';

/* The iCalendar feed is read by others as what the list says (contract F2, F3). */

let service: Service;
let admin: Client;
let anyone: Client;

before(async () => {
  ({ service, admin, anyone } = await startNewYork());
});
after(() => service?.stop());

const FROM = '2026-01-01';
const UNTIL = '2028-12-01';
const WINDOW = `start_date=${FROM}&end_date=2028-11-30`;

/** Returns all occurrences of a list, page by page. */
async function listed(query: string): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const answer = (await anyone.get(`/events?${query}&per_page=50&page=${page}`)).expect(200);
    rows.push(...answer.rows('events'));
    if (page >= Number(answer.at('total_pages'))) return rows;
  }
}

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** Returns an occurrence of a list as a reader of the calendar should see it. */
function wanted(event: JsonObject): SeenOccurrence {
  const text = (name: string) => String(event[name]);
  const isAllDay = event['all_day'] === true;
  return {
    summary: text('title'),
    start: isAllDay ? text('start_date').slice(0, 10) : text('utc_start_date'),
    end: isAllDay ? dayAfter(text('end_date').slice(0, 10)) : text('utc_end_date'),
  };
}

/** Holds that both readers find what the list has. */
async function assertAgreement(query = '', told = query): Promise<void> {
  const list = sorted((await listed(`${WINDOW}&${query}`)).map(wanted));
  const { text } = (await anyone.get(`/events.ics?${WINDOW}&${query}`)).expect(200);
  const within = (seen: SeenOccurrence[]) => seen.filter(({ start }) => start < UNTIL && start >= FROM);
  assertSeen(within(seenByIcalJs(text, UNTIL)), list, `ical.js: ${told}`);
  assertSeen(within(seenByNodeIcal(text, FROM, UNTIL)), list, `node-ical: ${told}`);
}

const line = ({ summary, start, end }: SeenOccurrence) => `${summary}: ${start} to ${end}`;

/** Holds that what a reader found is what the list has; what either lacks is told. */
function assertSeen(seen: SeenOccurrence[], list: SeenOccurrence[], told: string): void {
  const [found, wantedLines] = [seen.map(line), list.map(line)];
  const missing = wantedLines.filter((one) => !found.includes(one));
  const extra = found.filter((one) => !wantedLines.includes(one));
  assert.deepEqual(
    { missing, extra, count: found.length },
    { missing: [], extra: [], count: list.length },
    told,
  );
}

const RULES = [
  'FREQ=DAILY;COUNT=20',
  'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20270601T120000Z',
  'FREQ=WEEKLY;INTERVAL=2;UNTIL=20270901',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=9',
  'FREQ=YEARLY;BYMONTH=3,11;BYDAY=2SU',
  'FREQ=WEEKLY;BYDAY=SU',
];
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Sydney', 'UTC', 'UTC+5:30'];

test('single events in many zones, all day, over several days, cancelled, and past ones', async () => {
  for (const [at, timezone] of ZONES.entries()) {
    await makeEvent(admin, {
      title: `In ${timezone}`,
      timezone,
      start_date: `2026-12-0${at + 1} 22:00:00`,
      end_date: `2026-12-0${at + 2} 02:30:00`,
    });
    await makeEvent(admin, {
      title: `All day in ${timezone}`,
      timezone,
      all_day: true,
      start_date: `2027-04-0${at + 1}`,
      end_date: `2027-04-0${at + 3}`,
    });
  }
  await makeEvent(admin, { title: 'Off', event_status: 'canceled' });
  await makeEvent(admin, {
    title: 'A moment',
    start_date: '2027-01-01 10:00:00',
    end_date: '2027-01-01 10:00:00',
  });
  await assertAgreement();
});

test('series of many rules in many zones, with dates left out and added', async () => {
  for (const [at, rrule] of RULES.entries())
    await makeSeries(admin, {
      title: `Rule ${rrule}`,
      timezone: ZONES[at % ZONES.length],
      recurrence: { rrule },
      start_date: `2026-12-0${at + 1} 18:30:00`,
      end_date: `2026-12-0${at + 1} 20:00:00`,
    });
  await makeSeries(admin, {
    title: 'Left out and added',
    recurrence: {
      rrule: 'FREQ=WEEKLY;COUNT=10',
      exdate: ['2027-03-08', '2027-03-22 10:00:00'],
      rdate: ['2027-03-10 15:00:00', '2027-05-30'],
    },
  });
  await makeSeries(admin, {
    title: 'Added alone',
    recurrence: { rdate: ['2027-04-10 15:00:00', '2027-05-30 10:00:00'] },
  });
  await makeSeries(admin, {
    title: 'Days',
    all_day: true,
    start_date: '2027-03-01',
    end_date: '2027-03-02',
    recurrence: { rrule: 'FREQ=WEEKLY;UNTIL=20270601', exdate: ['2027-03-15'] },
  });
  await assertAgreement();
});

test('series whose rule doesn’t make the first date, several rules, and rules with SKIP', async () => {
  await makeSeries(admin, {
    title: 'First apart',
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=5' },
  });
  await makeSeries(admin, {
    title: 'First apart without end',
    recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=3TH' },
  });
  await makeSeries(admin, {
    title: 'Two rules',
    recurrence: { rrule: ['FREQ=WEEKLY;BYDAY=MO;COUNT=6', 'FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20280101'] },
  });
  await makeSeries(admin, {
    title: 'Skipping',
    start_date: '2027-01-31 10:00:00',
    end_date: '2027-01-31 11:00:00',
    recurrence: { rrule: 'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=12' },
  });
  await makeSeries(admin, {
    title: 'First left out',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5', exdate: ['2027-03-01'] },
  });
  await assertAgreement();
});

test('dates over changes of the clock, in gaps and at times that come twice', async () => {
  await makeSeries(admin, {
    title: 'Nights',
    timezone: 'Europe/Berlin',
    start_date: '2027-03-20 22:00:00',
    end_date: '2027-03-21 06:00:00',
    recurrence: { rrule: 'FREQ=DAILY;COUNT=14' },
  });
  await makeSeries(admin, {
    title: 'In the gap',
    timezone: 'America/New_York',
    start_date: '2027-03-07 02:30:00',
    end_date: '2027-03-07 03:30:00',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
  });
  await makeSeries(admin, {
    title: 'Twice',
    timezone: 'America/New_York',
    start_date: '2027-10-31 01:30:00',
    end_date: '2027-10-31 01:45:00',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
  });
  await assertAgreement();
});

test('overrides: moved, renamed, in another zone, trashed, hidden, and out of a filter', async () => {
  const series = (
    await makeSeries(admin, {
      title: 'Changing',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=9' },
      categories: ['Changing'],
    })
  ).id();
  const dates = (await listed(`post_parent=${series}&${WINDOW}`)).map(({ id }) => Number(id));
  const change = async (at: number, fields: object) =>
    (await admin.patch(`/events/${dates[at]}`, fields)).expect(200);
  await change(0, { title: 'Renamed' });
  await change(1, { start_date: '2027-03-09 20:00:00', end_date: '2027-03-09 21:00:00' });
  await change(2, { timezone: 'Europe/Berlin' });
  await change(3, { hide_from_listings: true });
  await change(4, { categories: ['Other'] });
  await change(5, { all_day: true });
  await change(6, { event_status: 'canceled' });
  (await admin.delete(`/events/${dates[7]}`)).expect(200);
  await assertAgreement();
  for (const query of ['categories=changing', 'categories=other', 'event_status=canceled', 'search=renamed'])
    await assertAgreement(query);
  await assertAgreement('expand=true');
  await assertAgreement('condense=true');
  await assertAgreement(`include=${dates[0]},${dates[8]}`);
  await assertAgreement(`include=${series}`);
  await assertAgreement(`post_parent=${series}`);
});
