import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
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

/** Returns the part of a title by which it is known, whatever else it has. */
const nameOf = (title: string): string => /^Item \d+-\d+( renamed)?/.exec(title)?.[0] ?? title;
const byName = (seen: SeenOccurrence[]) =>
  sorted(seen.map((one) => ({ ...one, summary: nameOf(one.summary) })));

/** Returns an occurrence of a list as a reader of the calendar should see it. */
function wanted(event: JsonObject): SeenOccurrence {
  const text = (name: string) => String(event[name]);
  const isAllDay = event['all_day'] === true;
  return {
    summary: nameOf(text('title')),
    start: isAllDay ? text('start_date').slice(0, 10) : text('utc_start_date'),
    end: isAllDay ? dayAfter(text('end_date').slice(0, 10)) : text('utc_end_date'),
  };
}

/** Holds that both readers find what the list has. */
async function assertAgreement(query = '', told = query): Promise<void> {
  const list = sorted((await listed(`${WINDOW}&${query}`)).map(wanted));
  const { text } = (await anyone.get(`/events.ics?${WINDOW}&${query}`)).expect(200);
  const within = (seen: SeenOccurrence[]) =>
    byName(seen).filter(({ start }) => start < UNTIL && start >= FROM);
  assertSeen(within(seenByIcalJs(text, UNTIL)), list, `ical.js: ${told}`);
  // It gives what is alike once.
  const unlike = [...new Map(list.map((one) => [line(one), one])).values()];
  assertSeen(within(seenByNodeIcal(text, FROM, UNTIL)), unlike, `node-ical: ${told}`);
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
  for (const [title, from, to] of [
    ['Begins in the gap', '02:15:00', '03:45:00'],
    ['Ends in the gap', '01:30:00', '02:30:00'],
    ['In the hour that is skipped', '02:00:00', '03:00:00'],
  ])
    await makeSeries(admin, {
      title,
      timezone: 'America/New_York',
      start_date: `2027-03-14 ${from}`,
      end_date: `2027-03-14 ${to}`,
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

/** What any text may hold that has a meaning in calendars. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r', '\n', '\r\n', ';', ',', '\\', ':', '"', '\\n', '\\,', '^n', '\t', '\u2028'),
      fc.constantFrom(
        'BEGIN:VEVENT',
        'END:VCALENDAR',
        'DTSTART:19990101',
        '😀',
        '👩‍👩‍👧',
        'ü',
        '漢',
        'word ',
      ),
      fc.string({ unit: 'grapheme-composite', maxLength: 5 }).map((text) => text.replace(/[<>&\0]/g, '')),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''));

const RANDOM_RULES = [...RULES.filter((rule) => rule.includes('COUNT')), 'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=12'];
const pad = (number: number) => String(number).padStart(2, '0');

/** Any event or series, and what becomes of the first dates of a series. */
const anyItem = fc.record({
  timezone: fc.constantFrom(...ZONES),
  isAllDay: fc.boolean(),
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.integer({ min: 1, max: 12 }),
  hour: fc.integer({ min: 4, max: 23 }),
  days: fc.constantFrom(0, 0, 0, 1, 3, 20),
  rrule: fc.option(fc.constantFrom(...RANDOM_RULES)),
  isAdded: fc.boolean(),
  /** Days after the first one, on which the rule may make a date. */
  leftOut: fc.option(fc.constantFrom(0, 1, 28)),
  status: fc.constantFrom('scheduled', 'scheduled', 'canceled', 'postponed'),
  changes: fc.array(fc.constantFrom('renamed', 'moved', 'canceled', 'trashed', 'hidden', 'zone'), {
    maxLength: 3,
  }),
  text: hostile,
  long: fc.constantFrom(0, 10_000),
});
type AnyItem = typeof anyItem extends fc.Arbitrary<infer T> ? T : never;

/** Makes an event or a series with hostile text in every field. */
async function makeAny(item: AnyItem, title: string, tag: string): Promise<void> {
  const { text, isAllDay, day, days, month, hour, rrule } = item;
  const first = Temporal.PlainDate.from(`2027-${pad(month)}-${pad(day)}`);
  const time = (at: Temporal.PlainDate, clock: string) => (isAllDay ? `${at}` : `${at} ${clock}`);
  const start = time(first, `${pad(hour)}:00:00`);
  const fields = {
    title: `${title} ${text}`,
    description: `<p>${text}</p>${'😀 long, '.repeat(item.long / 8)}`,
    excerpt: text,
    timezone: item.timezone,
    all_day: isAllDay,
    start_date: start,
    end_date: time(first.add({ days }), `${pad(hour)}:45:00`),
    event_status: item.status,
    event_status_reason: text,
    accessibility: ['wheelchair', 'quiet'],
    accessibility_note: text,
    door_time: '03:30',
    cost: `5 ${text}`.slice(0, 100).toWellFormed(),
    venue: {
      venue: `Hall ${text}`,
      address: text,
      city: text,
      zip: text.slice(0, 20).toWellFormed(),
      phone: text,
      description: text,
    },
    organizer: [
      { organizer: `First ${text}`, email: 'first@example.org', phone: text },
      { organizer: `Second ${text}`, description: text },
    ],
    categories: [`Category ${text}`.slice(0, 100).toWellFormed()],
    tags: [tag],
  };
  if (rrule === null) {
    await makeEvent(admin, fields);
    return;
  }
  const recurrence = {
    rrule,
    ...(item.isAdded ? { rdate: [time(first.add({ days: 100 }), '12:00:00')] } : {}),
    ...(item.leftOut === null
      ? {}
      : { exdate: [time(first.add({ days: item.leftOut }), `${pad(hour)}:00:00`)] }),
  };
  const made = (await admin.post('/events', { ...fields, recurrence })).expect(201);
  const dates = (await listed(`post_parent=${made.id()}&${WINDOW}`)).map((date) => date as JsonObject);
  for (const [at, change] of item.changes.entries()) {
    const date = dates[at];
    if (!date) break;
    const address = `/events/${Number(date['id'])}`;
    const later = String(date['start_date']).slice(0, 10);
    const moved = Temporal.PlainDate.from(later).add({ days: 1 });
    if (change === 'trashed') (await admin.delete(address)).expect(200);
    else
      (
        await admin.patch(
          address,
          {
            renamed: { title: `${title} renamed ${text}` },
            moved: { start_date: time(moved, '21:00:00'), end_date: time(moved, '22:30:00') },
            canceled: { event_status: 'canceled' },
            hidden: { hide_from_listings: true },
            zone: { timezone: 'Asia/Kathmandu' },
          }[change],
        )
      ).expect(200);
  }
}

const RUNS = Number(process.env['KALENDS_TEST_FEEDS'] ?? 8);

test('whatever is in a calendar, with whatever texts, both readers find what the list has', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyItem, { minLength: 2, maxLength: 5 }), async (items) => {
      run++;
      const tag = `run-${run}`;
      for (const [at, item] of items.entries()) await makeAny(item, `Item ${run}-${at}`, tag);
      await assertAgreement(`tags=${tag}`, JSON.stringify(items));
      await assertAgreement(`tags=${tag}&expand=true`, JSON.stringify(items));
    }),
    // More of them are others each time.
    { numRuns: RUNS, ...(process.env['KALENDS_TEST_FEEDS'] === undefined ? { seed: 15 } : {}) },
  );
});
