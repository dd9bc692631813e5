// Steps of random writes to a calendar of events that repeat, done to services and to a model of them alike.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Answer } from './client.ts';
import {
  between,
  later,
  type ModelDate,
  type ModelRules,
  ModelSeries,
  type ModelSingle,
  type ModelTimes,
  real,
} from './series-model.ts';

/** A request that is sent to each service; the answer is the first one's, once all are the same. */
export type Ask = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<Answer>;

const DAY = 86_400;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

/** Everything that a calendar holds, as the model has it. */
export class ModelCalendar {
  readonly series: ModelSeries[] = [];
  readonly singles: ModelSingle[] = [];
  /** IDs that never come back. */
  readonly dead: number[] = [];
  refused = 0;
  done = 0;
}

const rule = fc
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
    ),
    fc.constantFrom('', '', ';COUNT=2', ';COUNT=7', ';COUNT=20', ';UNTIL=20270120', ';UNTIL=20270315'),
  )
  .map((parts) => parts.join(''));
const rules = fc.record({
  rrule: fc.oneof({ weight: 5, arbitrary: fc.tuple(rule) }, fc.tuple(rule, rule)),
  /** Days after the start, at another time of day. */
  added: fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { maxLength: 2 }),
  /** Dates of the rules. */
  left: fc.uniqueArray(fc.nat(9), { maxLength: 2 }),
});
type SentRules = { rrule: string[]; added: number[]; left: number[] };

const times = fc
  .record({
    day: fc.integer({ min: 0, max: 150 }),
    time: fc.constantFrom('10:00:00', '19:30:00', '02:30:00', '23:00:00'),
    minutes: fc.constantFrom(60, 90, 480, 1560),
    zone: fc.constantFrom(...ZONES),
    allDay: fc.boolean().map((yes) => yes),
    isAllDay: fc.nat(4),
  })
  .map(({ day, time, minutes, zone, isAllDay }): ModelTimes => {
    const start = `${Temporal.PlainDate.from('2026-10-12').add({ days: day }).toString()} ${time}`;
    if (isAllDay === 0)
      return {
        start: wholeDay(start).start,
        end: wholeDay(later(start, minutes * 60)).end,
        zone,
        allDay: true,
      };
    const begin = real(start, zone);
    return { start: begin, end: real(later(begin, minutes * 60), zone), zone, allDay: false };
  });

const wholeDay = (wall: string) => ({
  start: `${wall.slice(0, 10)} 00:00:00`,
  end: `${wall.slice(0, 10)} 23:59:59`,
});

const change = fc.oneof(
  fc.record({
    kind: fc.constant('title' as const),
    title: fc.constantFrom('Choir', 'Yoga', 'Market', 'Chess'),
  }),
  fc.record({
    kind: fc.constant('start' as const),
    seconds: fc.constantFrom(DAY, -DAY, 7 * DAY, 3600, -5400, DAY + 1800, -2 * DAY, 30 * DAY),
  }),
  fc.record({ kind: fc.constant('end' as const), seconds: fc.constantFrom(1800, 7200, DAY) }),
  fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...ZONES) }),
  fc.record({ kind: fc.constant('allDay' as const) }),
  fc.record({ kind: fc.constant('rules' as const), rules }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** The creation of a series. */
export const creation = fc.record({ do: fc.constant('create' as const), times, rules });

/** One write; numbers choose among what there is. */
export const step = fc.oneof(
  { weight: 2, arbitrary: creation },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('single' as const), times }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('all' as const),
      which: fc.nat(),
      date: fc.option(fc.nat(40)),
      change,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('this' as const), which: fc.nat(), date: fc.nat(40), change }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('following' as const),
      which: fc.nat(),
      date: fc.nat(40),
      change,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('hide' as const), which: fc.nat(), date: fc.nat(40) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reset' as const),
      which: fc.nat(),
      date: fc.nat(40),
      name: fc.constantFrom('title', 'times', 'all'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('trash' as const), which: fc.nat(), date: fc.nat(40) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('restore' as const), which: fc.nat(), date: fc.nat(40) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(), date: fc.nat(40) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('trashAll' as const),
      which: fc.nat(),
      date: fc.option(fc.nat(40)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restoreAll' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: fc.nat(), rules }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const sentTimes = ({ start, end, zone, allDay }: ModelTimes) => ({
  start_date: start,
  end_date: end,
  timezone: zone,
  all_day: allDay,
});

/** Returns rules as they are sent; what is left out are dates that the others make. */
function modelRules({ rrule, added, left }: SentRules, own: ModelTimes): ModelRules {
  const rdate = added.map((days) => later(own.start, days * DAY + (own.allDay ? 0 : 3600))).sort();
  const whole = new ModelSeries(0, '', own, { rrule, rdate, exdate: [] });
  const exdate = left.flatMap((at) => whole.puts[at] ?? []).sort();
  return { rrule, rdate, exdate: exdate.length < whole.puts.length ? exdate : [] };
}

/** Whether a write was done. A recurrence may be refused where it makes nothing, or can't be said as a rule any more. */
function isDone(calendar: ModelCalendar, answer: Answer, may: { refuse?: boolean } = {}): boolean {
  calendar.done += 1;
  if (answer.status === 200 || answer.status === 201) return true;
  assert.ok(may.refuse === true && answer.status === 400, answer.text);
  assert.deepEqual(Object.keys(answer.at('data.params') ?? {}), ['recurrence'], answer.text);
  calendar.refused += 1;
  return false;
}

/** Returns what a change means for whom its times are shown, as it is sent. */
function asSent(change: Exclude<Change, { kind: 'rules' }>, shown: ModelTimes): object {
  if (change.kind === 'title') return { title: change.title };
  if (change.kind === 'zone') return { timezone: change.zone };
  if (change.kind === 'allDay') return { all_day: !shown.allDay };
  const seconds = shown.allDay ? Math.ceil(change.seconds / DAY) * DAY : change.seconds;
  const end_date = later(shown.end, seconds);
  return change.kind === 'end' ? { end_date } : { start_date: later(shown.start, seconds), end_date };
}

/** Returns the times that a change gives to something that has others. */
function timesAfter(change: Exclude<Change, { kind: 'rules' }>, shown: ModelTimes): ModelTimes {
  if (change.kind === 'title') return shown;
  if (change.kind === 'zone')
    return {
      ...shown,
      zone: change.zone,
      start: real(shown.start, change.zone),
      end: real(shown.end, change.zone),
    };
  if (change.kind === 'allDay')
    return shown.allDay
      ? { ...shown, allDay: false }
      : { ...shown, allDay: true, start: wholeDay(shown.start).start, end: wholeDay(shown.end).end };
  const seconds = shown.allDay ? Math.ceil(change.seconds / DAY) * DAY : change.seconds;
  const end = real(later(shown.end, seconds), shown.zone);
  return change.kind === 'end'
    ? { ...shown, end }
    : { ...shown, start: real(later(shown.start, seconds), shown.zone), end };
}

/** Changes all dates of a series as one of them, or the series itself, is changed. */
function changeAll(
  series: ModelSeries,
  change: Change,
  shown: ModelTimes,
  rules: ModelRules | undefined,
): void {
  if (change.kind === 'title') series.title = change.title;
  else if (change.kind === 'rules') {
    if (rules) series.setRules(rules);
  } else if (change.kind === 'allDay' || change.kind === 'zone') {
    const times = timesAfter(change, series.times);
    const moved = between(series.times.start, times.start);
    const isWhole = change.kind === 'allDay' && times.allDay;
    series.move(times, (date) => (isWhole ? wholeDay(date).start : later(date, moved)));
  } else {
    const after = timesAfter(change, shown);
    const { zone } = series.times;
    const start = real(later(series.times.start, between(shown.start, after.start)), zone);
    const end = real(later(series.times.end, between(shown.end, after.end)), zone);
    const moved = between(series.times.start, start);
    series.move({ ...series.times, start, end }, (date) => later(date, moved));
  }
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
const hasDaysOnce = ({ puts }: ModelSeries) =>
  new Set(puts.map((date) => date.slice(0, 10))).size === puts.length;

/** Does a step to the services and to the model; nothing where there is nothing to do it to. */
export async function doStep(ask: Ask, calendar: ModelCalendar, one: Step): Promise<void> {
  if (one.do === 'create' || one.do === 'single') {
    const recurrence = one.do === 'create' ? modelRules(one.rules, one.times) : undefined;
    const answer = await ask('POST', '/events', { title: 'Event', ...sentTimes(one.times), recurrence });
    if (!isDone(calendar, answer, { refuse: one.do === 'create' })) return;
    if (recurrence) calendar.series.push(new ModelSeries(answer.id(), 'Event', one.times, recurrence));
    else calendar.singles.push({ id: answer.id(), title: 'Event', times: one.times, trashed: false });
    return;
  }
  if (one.do === 'repeat') {
    const single = pick(
      calendar.singles.filter(({ trashed }) => !trashed),
      one.which,
    );
    if (!single) return;
    const recurrence = modelRules(one.rules, single.times);
    const answer = await ask('PUT', `/events/${single.id}`, { recurrence });
    if (!isDone(calendar, answer, { refuse: true })) return;
    calendar.singles.splice(calendar.singles.indexOf(single), 1);
    calendar.series.push(new ModelSeries(single.id, single.title, single.times, recurrence));
    return;
  }
  if (one.do === 'restoreAll') {
    const series = pick(
      calendar.series.filter(({ trashed }) => trashed),
      one.which,
    );
    if (!series) return;
    if (isDone(calendar, await ask('PUT', `/events/${series.id}`, { status: 'publish' })))
      series.trashed = false;
    return;
  }
  const series = pick(
    calendar.series.filter(({ trashed }) => !trashed),
    one.which,
  );
  if (!series) return;
  if (one.do === 'stop') {
    if (!isDone(calendar, await ask('PUT', `/events/${series.id}`, { recurrence: null, scope: 'all' })))
      return;
    const [first] = series.dates();
    calendar.series.splice(calendar.series.indexOf(series), 1);
    for (const other of calendar.series) {
      if (other.continues === series.id) other.continues = null;
      if (other.continuedBy === series.id) other.continuedBy = null;
    }
    calendar.dead.push(...series.ids.values(), ...series.gone.values());
    const begin = series.patternOf(first?.recurrenceId ?? '');
    const { zone } = series.times;
    const own = { ...series.times, start: real(begin.start, zone), end: real(begin.end, zone) };
    calendar.singles.push({ id: series.id, title: series.title, times: own, trashed: false });
    return;
  }
  const known = series.dates().filter(({ recurrenceId }) => series.ids.has(recurrenceId));
  const date = one.date === null ? undefined : pick(known, one.date);
  if (one.date !== null && !date) return;
  await doToDate(ask, calendar, { one, series, date });
}

type DateStep = Exclude<Step, { do: 'create' | 'single' | 'repeat' | 'restoreAll' | 'stop' }>;

async function doToDate(
  ask: Ask,
  calendar: ModelCalendar,
  { one, series, date }: { one: DateStep; series: ModelSeries; date: ModelDate | undefined },
): Promise<void> {
  const at = date?.recurrenceId ?? '';
  const id = (date && series.ids.get(at)) ?? series.id;
  const own = series.own.get(at) ?? {};
  const shown: ModelTimes = date?.times ?? series.times;
  const isFirst = at === series.puts[0];
  const put = (body: object) => ask('PUT', `/events/${id}`, body);
  if (one.do === 'trashAll') {
    if (isDone(calendar, await ask('DELETE', `/events/${id}?scope=all`))) series.trashed = true;
  } else if (one.do === 'end') {
    if (!isDone(calendar, await ask('DELETE', `/events/${id}?scope=following`))) return;
    if (isFirst) series.trashed = true;
    else series.drop(series.cut(at));
  } else if (one.do === 'trash') {
    if (own.trashed) return;
    if (isDone(calendar, await ask('DELETE', `/events/${id}`))) series.own.set(at, { ...own, trashed: true });
  } else if (one.do === 'restore') {
    if (!own.trashed) return;
    if (isDone(calendar, await put({ status: 'publish' }))) series.own.set(at, { ...own, trashed: false });
  } else if (own.trashed) return;
  else if (one.do === 'hide') {
    if (isDone(calendar, await put({ hide_from_listings: true })))
      series.own.set(at, { ...own, hidden: true });
  } else if (one.do === 'reset') {
    const names = { title: ['title'], times: ['start_date', 'end_date', 'timezone', 'all_day'], all: true }[
      one.name
    ];
    if (!isDone(calendar, await put({ recurrence_reset: names }))) return;
    if (one.name === 'all') series.own.delete(at);
    else {
      const { [one.name === 'title' ? 'title' : 'times']: _reset, ...left } = own;
      series.own.set(at, left);
    }
  } else await doChange(ask, calendar, { one, series, date, shown });
}

async function doChange(
  ask: Ask,
  calendar: ModelCalendar,
  {
    one,
    series,
    date,
    shown,
  }: {
    one: Extract<DateStep, { change: Change }>;
    series: ModelSeries;
    date: ModelDate | undefined;
    shown: ModelTimes;
  },
): Promise<void> {
  const { change } = one;
  const at = date?.recurrenceId ?? '';
  const id = (date && series.ids.get(at)) ?? series.id;
  const isSplit = one.do === 'following' && at !== series.puts[0];
  // Several dates on one day would become one.
  if (change.kind === 'allDay' && one.do !== 'this' && !hasDaysOnce(series)) return;
  if (one.do === 'this') {
    if (change.kind === 'rules') return;
    if (!isDone(calendar, await ask('PUT', `/events/${id}`, asSent(change, shown)))) return;
    const own = series.own.get(at) ?? {};
    if (change.kind === 'title') series.own.set(at, { ...own, title: change.title });
    else series.own.set(at, { ...own, times: timesAfter(change, shown) });
    return;
  }
  const begin = series.patternOf(at || series.times.start);
  const { zone } = series.times;
  const first = isSplit
    ? { ...series.times, start: real(begin.start, zone), end: real(begin.end, zone) }
    : series.times;
  const recurrence = change.kind === 'rules' ? modelRules(change.rules, first) : undefined;
  // What all dates are is said of the series where it is about other fields than its dates.
  const sent =
    change.kind === 'rules'
      ? { recurrence }
      : asSent(change, change.kind === 'allDay' ? series.times : shown);
  const answer = await ask('PUT', `/events/${id}`, { ...sent, scope: one.do });
  if (
    !isDone(calendar, answer, {
      refuse: isSplit || ['start', 'rules', 'allDay', 'zone'].includes(change.kind),
    })
  )
    return;
  let target = series;
  if (isSplit) {
    target = series.cut(at);
    target.id = answer.id();
    target.continues = series.id;
    target.continuedBy = series.continuedBy;
    for (const other of calendar.series) if (other.id === series.continuedBy) other.continues = target.id;
    series.continuedBy = target.id;
    calendar.series.push(target);
  }
  if (recurrence) target.times = first;
  changeAll(target, change, shown, recurrence);
  if (isSplit && !recurrence) adoptBegin(target, answer);
}

/** Rules of what follows may count from a date before it, which is the service's choice. */
function adoptBegin(series: ModelSeries, answer: Answer): void {
  const [start, end] = [String(answer.at('start_date')), String(answer.at('end_date'))];
  assert.ok(start <= (series.dates()[0]?.times.start ?? ''), `${start} is after the first date`);
  series.times = { ...series.times, start, end };
}
