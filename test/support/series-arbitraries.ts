// Random writes to a calendar of events that repeat, as values that `series-steps.ts` does to services and to a model alike.
import fc from 'fast-check';
import { later, type ModelTimes, onClock, real, wholeDays } from './series-model.ts';

/** Seconds of a day. */
export const DAY = 86_400;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
/** How many venues, organizers, categories and tags there are to link to. */
export const LINKS = 3;

const endings = ['', '', ';COUNT=2', ';COUNT=7', ';COUNT=20', ';UNTIL=20270120', ';UNTIL=20270315'];
const rule = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'FREQ=DAILY',
          'FREQ=DAILY;INTERVAL=3',
          'FREQ=WEEKLY',
          'FREQ=WEEKLY;INTERVAL=2',
          'FREQ=WEEKLY;BYDAY=MO,TH',
          'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU',
          'FREQ=MONTHLY',
          'FREQ=MONTHLY;BYMONTHDAY=15',
          'FREQ=MONTHLY;BYMONTHDAY=-1',
          'FREQ=MONTHLY;BYDAY=1MO',
          'FREQ=MONTHLY;BYDAY=-1FR',
          'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
          'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
          'FREQ=YEARLY;BYMONTH=1,2,3;BYMONTHDAY=10',
          'FREQ=YEARLY;BYMONTH=3,12;BYDAY=2WE',
        ),
        fc.constantFrom(...endings, ';UNTIL=20270120T120000Z', ';UNTIL=20270301T023000Z'),
      )
      .map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'FREQ=HOURLY;INTERVAL=30',
      'FREQ=HOURLY;INTERVAL=6;COUNT=15',
      'FREQ=HOURLY;INTERVAL=1;COUNT=5',
      'FREQ=HOURLY;INTERVAL=36;UNTIL=20270315',
      'FREQ=MINUTELY;INTERVAL=45;COUNT=7',
      'FREQ=MINUTELY;INTERVAL=2190',
      'FREQ=SECONDLY;INTERVAL=5400;COUNT=5',
    ),
  },
);
const rules = fc
  .record({
    rrule: fc.array(rule, { maxLength: 3, size: '-1' }),
    /** Days after the start. */
    added: fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { maxLength: 2 }),
    /** Whether they have the event's time of day. */
    addsDays: fc.boolean(),
    /** Dates of the rules, by their place. */
    left: fc.uniqueArray(fc.nat(9), { maxLength: 2 }),
    /** Whether whole days are left out. */
    leavesDays: fc.boolean(),
    form: fc.constantFrom(
      'typed' as const,
      'typed' as const,
      'lines' as const,
      'tzid' as const,
      'utc' as const,
    ),
  })
  .map((one) => (one.rrule.length + one.added.length > 0 ? one : { ...one, rrule: ['FREQ=WEEKLY;COUNT=7'] }));
/** Rules and further dates, and in which form they are sent. */
export type RandomRules = typeof rules extends fc.Arbitrary<infer T> ? T : never;

const times = fc
  .record({
    day: fc.integer({ min: 0, max: 150 }),
    time: fc.constantFrom('10:00:00', '19:30:00', '02:30:00', '23:00:00', '01:45:00'),
    minutes: fc.constantFrom(30, 60, 90, 480, 1560, 0),
    zone: fc.constantFrom(...ZONES),
    isAllDay: fc.nat(4),
  })
  .map(({ day, time, minutes, zone, isAllDay }): ModelTimes => {
    const wall = `${Temporal.PlainDate.from('2026-10-12').add({ days: day }).toString()} ${time}`;
    const allDay = isAllDay === 0;
    const start = allDay ? wall : real(wall, zone);
    // As many minutes later on the clock of UTC, so that it doesn't end before it begins.
    const end = allDay
      ? later(start, minutes * 60)
      : onClock(later(onClock(start, zone, 'UTC'), minutes * 60), 'UTC', zone);
    return wholeDays({ start, end: end < start ? start : end, zone, allDay }, allDay);
  });

const texts = fc.oneof(
  { weight: 2, arbitrary: textsIn('en', ['Choir', 'Yoga', 'Market', 'Chess']) },
  textsIn('de', ['Chor', 'Schach', '']),
  textsIn('es', ['Ajedrez', 'Mercado', '']),
);
function textsIn(language: 'en' | 'de' | 'es', titles: string[]) {
  return fc.record(
    {
      language: fc.constant(language),
      title: fc.constantFrom(...titles),
      description: fc.constantFrom('Words', 'Worte', 'Palabras', ''),
    },
    { requiredKeys: ['language'] },
  );
}
const some = fc.uniqueArray(fc.nat(LINKS - 1), { maxLength: 2 });
const links = fc.record({ venue: some, organizer: some, categories: some, tags: some }, { requiredKeys: [] });
const others = fc.record(
  {
    featured: fc.boolean(),
    cost: fc.constantFrom('Free', 'Donation', ''),
    event_status: fc.constantFrom('scheduled', 'canceled', 'postponed'),
    hidden: fc.boolean(),
  },
  { requiredKeys: [] },
);
const moved = fc.oneof(
  fc.record({
    kind: fc.constant('start' as const),
    seconds: fc.constantFrom(DAY, -DAY, 7 * DAY, 3600, -5400, DAY + 1800, -2 * DAY, 30 * DAY),
  }),
  fc.record({ kind: fc.constant('end' as const), seconds: fc.constantFrom(1800, 7200, DAY) }),
  fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...ZONES) }),
  fc.record({ kind: fc.constant('allDay' as const) }),
);
/** A change of when something is. */
export type RandomMove = typeof moved extends fc.Arbitrary<infer T> ? T : never;

const parts = { texts, links, others, times: moved, rules };
/** Another value of one field, or of several at once. */
const change = fc.oneof(
  fc.record({ texts }),
  fc.record({ links }),
  fc.record({ others }),
  fc.record({ times: moved }),
  fc.record({ rules }),
  fc.record(parts, { requiredKeys: [] }),
);
/** What is sent of an event that there is already. */
export interface RandomChange {
  texts?: { language: 'en' | 'de' | 'es'; title?: string; description?: string };
  links?: { venue?: number[]; organizer?: number[]; categories?: number[]; tags?: number[] };
  others?: { featured?: boolean; cost?: string; event_status?: string; hidden?: boolean };
  times?: RandomMove;
  rules?: RandomRules;
}

const statuses = fc.constantFrom('publish', 'publish', 'publish', 'draft', 'private', 'pending');
/** The creation of a series. */
export const creation = fc.record({
  do: fc.constant('create' as const),
  times,
  rules,
  status: statuses,
  change: fc.record({ links, others }, { requiredKeys: [] }) as fc.Arbitrary<RandomChange>,
});

const which = fc.nat();
const date = fc.nat(40);
const sentChange = change as fc.Arbitrary<RandomChange>;
const reset = fc.constantFrom(
  ['title'],
  ['title', 'description'],
  ['venue', 'categories'],
  ['tags', 'organizer', 'featured'],
  ['start_date', 'end_date', 'timezone', 'all_day'],
  ['cost', 'event_status'],
  true as const,
);

/** One write; numbers choose among what there is. */
export const step = fc.oneof(
  { weight: 2, arbitrary: creation },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('single' as const), times }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('all' as const),
      which,
      date: fc.option(date),
      change: sentChange,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('this' as const),
      which,
      date,
      change: sentChange,
      reset: fc.option(reset, { freq: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('following' as const), which, date, change: sentChange }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reset' as const), which, date, reset }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('trash' as const), which, date, force: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), which, date }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('end' as const), which, date, force: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('trashAll' as const),
      which,
      date: fc.option(date),
      force: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restoreAll' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('status' as const), which, status: statuses }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), which, rules }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);
/** A random write. */
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
