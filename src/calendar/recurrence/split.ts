import { message } from '#foundation/i18n/catalogue.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { boundedSteps } from './check.ts';
import { type ExpandableSeries, instancesOf, isDay, LONGEST_GAP, momentsOf, readSeries } from './expand.ts';
import { type FirstDate, MOST_DATES, type Recurrence, RecurrenceError } from './recurrence.ts';
import { type Rule, ruleText, weekdays } from './rule.ts';
import { type Span, type Steps, UNCOUNTED } from './rule-dates.ts';
import { firstDayOf } from './rule-days.ts';
import { digits } from './shift.ts';

/** Both parts of a series, each a recurrence of its own. */
export interface SplitRecurrence {
  readonly before: Recurrence;
  readonly after: Recurrence;
  /**
   * The time of day and the length of what follows, and from when its rules count. Its start may lie in a gap of the
   * clock, or before what follows: `after.exdate` names it then, and `expand` tells the first date.
   */
  readonly firstAfter: FirstDate;
}

const DAY = 86_400;
/** Four hundred years, after which the calendar begins anew. */
const LONGEST_PAUSE = 146_097 * DAY;
const EVER = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
/** So many dates of what follows are compared with the whole, over so many seconds. */
const COMPARED = 500;
const COMPARED_FOR = 30 * 366 * DAY;

/**
 * Parts a series before one of its dates, which is not the first (contract R8, `following`): COUNT, `rdate` and `exdate`
 * are shared out, and together both make the dates that the whole made. Throws a RecurrenceError
 * where what follows can't be said as rules, a RangeError where no date has that id.
 */
export function splitRecurrence(
  recurrence: Recurrence,
  first: FirstDate,
  recurrenceId: string,
): SplitRecurrence {
  const series = readSeries(recurrence, first);
  const id = getDate(series, recurrenceId);
  const span = (from: number) => ({ from, to: id + COMPARED_FOR });
  const whole = take(series, span(id), COMPARED);
  for (const anchor of anchorsFor(series, id)) {
    const firstAfter = {
      ...first,
      start_date: textOf(anchor),
      end_date: textOf(anchor + series.length),
    };
    const after = followingFrom(recurrence, series, id, anchor);
    if (after.rdate.length + after.exdate.length > MOST_DATES) continue;
    const made = take(readSeries(after, firstAfter), span(Number.NEGATIVE_INFINITY), COMPARED);
    if (made.length === whole.length && made.every((date, index) => date === whole[index]))
      return { before: endRecurrence(recurrence, first, recurrenceId), after, firstAfter };
  }
  throw new RecurrenceError('rest_invalid_rrule', 'INTERVAL', message('problem.recurrence_split'));
}

/**
 * Ends a series before one of its dates, which is not the first, by UNTIL or COUNT of each rule (contract R8). Throws a RangeError
 * where no date has that id.
 */
export function endRecurrence(recurrence: Recurrence, first: FirstDate, recurrenceId: string): Recurrence {
  const series = readSeries(recurrence, first);
  const id = getDate(series, recurrenceId);
  const text = textOf(id);
  const before = {
    rrule: series.rules.flatMap((rule) => endedRule(rule, series, id)),
    rdate: recurrence.rdate.filter((date) => date < text),
    exdate: recurrence.exdate.filter((date) => (isDay(date) ? date < text.slice(0, 10) : date < text)),
  };
  return { ...before, exdate: [...before.exdate, ...doublesOf(before, series, id)].sort() };
}

/**
 * Lists the clock times that a gap moves onto a date from `id` on: in the whole series both are one date, which keeps the time
 * that wasn't moved (contract R2), and belongs to what follows.
 */
function doublesOf(before: Recurrence, series: ExpandableSeries, id: number): string[] {
  const span = { from: id - LONGEST_GAP, to: id };
  const made = [...momentsOf(readSeries(before, series.first), span, UNCOUNTED)];
  const changed = made.filter((moment) => moment.start >= id);
  if (changed.length === 0) return [];
  const whole = new Set(
    [...momentsOf(series, { ...span, to: id + LONGEST_GAP }, UNCOUNTED)].map((date) => date.id),
  );
  return changed.filter((moment) => !whole.has(moment.id)).map((moment) => textOf(moment.id));
}

function endedRule(rule: Rule, series: ExpandableSeries, id: number): string[] {
  let last: number | undefined;
  let count = 1;
  for (const date of instances(rule, series, { ...EVER, to: id })) {
    last = date;
    count += 1;
  }
  if (!goesOn(rule, series, { count, from: id })) return [ruleText(rule)];
  if (last === undefined) return [];
  if (rule.count !== undefined) return [ruleText(rule, { COUNT: String(count) })];
  return [ruleText(rule, { UNTIL: series.first.all_day ? digits(last).slice(0, 8) : digits(last) })];
}

const instances = (rule: Rule, { start, first }: ExpandableSeries, span: Span, steps: Steps = UNCOUNTED) =>
  instancesOf(rule, start, first.timezone, span, steps);

/**
 * Returns whether a rule makes a date from a moment on, before which it and the first date made `count` together. One whose next
 * date takes too long to find is taken to go on.
 */
function goesOn(
  rule: Rule,
  series: ExpandableSeries,
  { count, from }: { count: number; from: number },
): boolean {
  if (rule.count !== undefined) return count < rule.count;
  try {
    const { done } = instances(rule, series, { from, to: from + LONGEST_PAUSE }, boundedSteps()).next();
    return !done;
  } catch (error) {
    if (error instanceof RecurrenceError) return true;
    throw error;
  }
}

function getDate(series: ExpandableSeries, recurrenceId: string): number {
  const id = secondsOf(recurrenceId);
  if (id === undefined || id <= series.start || take(series, { from: id, to: id + 1 }, 1)[0] !== id)
    throw new RangeError(`No later date of the series: ${recurrenceId}`);
  return id;
}

/** The first so many dates of a series in a span, by their ids. */
function take(series: ExpandableSeries, span: Span, count: number): number[] {
  const dates: number[] = [];
  for (const { id } of momentsOf(series, span, UNCOUNTED)) {
    dates.push(id);
    if (dates.length === count) break;
  }
  return dates;
}

/**
 * The dates from which what follows may be counted, the best one first: that date itself; else the last one before it that a rule
 * with an interval made, from which the others may be counted too; else the first one of all.
 */
function anchorsFor(series: ExpandableSeries, id: number): number[] {
  const lasts = series.rules
    .filter(({ interval }) => interval > 1)
    .map((rule) => {
      let last = series.start;
      for (const date of instances(rule, series, { ...EVER, to: id })) last = date;
      return last;
    });
  return [...new Set([id, ...lasts.sort((a, b) => b - a), series.start])];
}

/** Returns the part from a date on, with rules that are counted from an anchor at or before it. */
function followingFrom(
  recurrence: Recurrence,
  series: ExpandableSeries,
  id: number,
  anchor: number,
): Recurrence {
  const text = textOf(id);
  const begin = textOf(anchor);
  const leftOut = recurrence.exdate.filter((date) =>
    isDay(date) ? date >= begin.slice(0, 10) : date >= begin,
  );
  const passed = anchor < id ? [...momentsOf(series, { from: anchor, to: id }, UNCOUNTED)] : [];
  const added = new Set([
    ...leftOut,
    ...passed.map((moment) => textOf(moment.id)),
    ...(anchor < id ? [begin] : []),
  ]);
  return {
    rrule: series.rules.flatMap((rule) => followingRule(rule, series, id, anchor)),
    rdate: recurrence.rdate.filter((date) => date > text || (date === text && anchor !== id)),
    exdate: [...added].sort(),
  };
}

function followingRule(rule: Rule, series: ExpandableSeries, id: number, anchor: number): string[] {
  const from = anchor === id ? id + 1 : id;
  let [passed, count] = [1, 1];
  if (rule.count !== undefined)
    for (const date of instances(rule, series, { ...EVER, to: from })) {
      passed += 1;
      if (date <= anchor) count += 1;
    }
  if (!goesOn(rule, series, { count: passed, from })) return [];
  return [
    ruleText(rule, {
      ...openParts(rule, series.start, anchor),
      ...(rule.count === undefined ? {} : { COUNT: String(rule.count - count + 1) }),
    }),
  ];
}

/** The parts that a rule takes from the first date, where another one would give other values. */
function openParts(rule: Rule, start: number, anchor: number): Record<string, string> {
  const { freq, byday, bymonth, bymonthday, byyearday, byweekno, byhour, byminute, bysecond } = rule;
  const parts: Record<string, string> = {};
  const [day, other] = [firstDayOf(Math.floor(start / DAY)), firstDayOf(Math.floor(anchor / DAY))];
  const isOpen = byday.length + bymonthday.length + byyearday.length === 0;
  const isOfWeek = freq === 'WEEKLY' || byweekno.length > 0;
  if (isOpen && isOfWeek && day.weekday !== other.weekday) parts['BYDAY'] = weekdays[day.weekday] ?? '';
  if (isOpen && !isOfWeek && (freq === 'MONTHLY' || freq === 'YEARLY')) {
    if (day.monthday !== other.monthday) parts['BYMONTHDAY'] = String(day.monthday);
    // Without a month, month days are those of every month.
    const isMonthOpen = freq === 'YEARLY' && bymonth.length === 0;
    if (isMonthOpen && (day.month !== other.month || day.monthday !== other.monthday))
      parts['BYMONTH'] = String(day.month);
  }
  const [clock, otherClock] = [textOf(start).slice(11).split(':'), textOf(anchor).slice(11).split(':')];
  const smaller = { HOURLY: 1, MINUTELY: 2, SECONDLY: 3 }[freq as string] ?? 0;
  for (const [index, [part, list]] of [
    ['BYHOUR', byhour] as const,
    ['BYMINUTE', byminute] as const,
    ['BYSECOND', bysecond] as const,
  ].entries())
    if (index >= smaller && list.length === 0 && clock[index] !== otherClock[index])
      parts[part] = String(Number(clock[index]));
  return parts;
}
