import { daysBefore } from '#foundation/time/clock.ts';
import type { Speech } from './describe.ts';
import type { Rule, RuleDay } from './rule.ts';
import { type FirstDay, firstDayOf } from './rule-days.ts';

const DAY = 86_400;
const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
/** Dates of a year that are named one by one. */
const MOST_DATES = 4;

/** Returns the days of a rule in words, with a small letter: `every second Monday in March`. */
export function describeDays(rule: Rule, startDay: number, speech: Speech): string {
  const first = firstDayOf(startDay);
  const { interval, freq } = rule;
  if (interval === 1 && isByWeekday(rule)) return inMonths(daysOfWeeks(rule, first, speech), rule, speech);
  const isMonthly = freq === 'MONTHLY' || (freq === 'YEARLY' && interval === 1 && isByMonthday(rule));
  if (freq === 'YEARLY' && !isMonthly) return daysOfYears(rule, first, speech);
  if (isMonthly) {
    const base = inMonths(speech.say('recurrence.months', { interval }), rule, speech);
    return onMonthdays(base, rule, first, speech);
  }
  if (freq === 'WEEKLY') return inMonths(daysOfWeeks(rule, first, speech), rule, speech);
  return chosen(inMonths(baseOf(rule, speech), rule, speech), rule, speech);
}

/** Whether a rule is nothing but one of weekdays, whatever its frequency. */
function isByWeekday({ freq, byday, bymonthday, byyearday, byweekno, bysetpos }: Rule): boolean {
  const isAlone = bymonthday.length + byyearday.length + byweekno.length + bysetpos.length === 0;
  const isDays = freq === 'YEARLY' || freq === 'MONTHLY' || freq === 'DAILY';
  return isDays && isAlone && byday.length > 0 && byday.every(({ ordinal }) => ordinal === 0);
}

/** Whether a yearly rule is one of month days in each month. */
const isByMonthday = ({ byday, bymonth, bymonthday, byyearday, byweekno, bysetpos }: Rule) =>
  bymonthday.length > 0 &&
  byday.length + bymonth.length + byyearday.length + byweekno.length + bysetpos.length === 0;

function baseOf({ freq, interval }: Rule, { say }: Speech): string {
  if (freq === 'DAILY') return say('recurrence.days', { interval });
  if (freq === 'HOURLY') return say('recurrence.hours', { interval });
  return freq === 'MINUTELY'
    ? say('recurrence.minutes', { interval })
    : say('recurrence.seconds', { interval });
}

/** A Monday. */
const MONDAY = daysBefore(1970, 1, 5);
const weekdayName = (weekday: number, { date }: Speech) =>
  date((MONDAY + weekday) * DAY, { weekday: 'long' });
const monthName = (month: number, { date }: Speech) =>
  date(daysBefore(1970, month, 1) * DAY, { month: 'long' });

const isWorkingDays = (days: readonly RuleDay[]) =>
  days.length === 5 && days.every(({ ordinal, weekday }) => ordinal === 0 && weekday < 5);

function daysOfWeeks({ byday, interval }: Rule, first: FirstDay, speech: Speech): string {
  const { say, list } = speech;
  if (byday.length === 7) return say(interval === 1 ? 'recurrence.days' : 'recurrence.weeks', { interval });
  if (isWorkingDays(byday)) return say('recurrence.working_days', { interval });
  const names = (byday.length > 0 ? byday.map(({ weekday }) => weekday) : [first.weekday]).map((weekday) =>
    weekdayName(weekday, speech),
  );
  return names.length === 1
    ? say('recurrence.weekday', { interval, weekday: names[0] ?? '' })
    : say('recurrence.weekdays', { interval, weekdays: list(names) });
}

function inMonths(rule: string, { bymonth }: Rule, speech: Speech): string {
  if (bymonth.length === 0) return rule;
  const months = speech.list(bymonth.map((month) => monthName(month, speech)));
  return speech.say('recurrence.in_months', { rule, months });
}

/** `if it is a Friday`: where weekdays choose among other days. */
function ifWeekday(rule: string, { byday }: Rule, speech: Speech): string {
  if (byday.length === 0) return rule;
  const names = byday.map(({ weekday }) => weekdayName(weekday, speech));
  return speech.say('recurrence.if_weekday', { rule, weekdays: speech.list(names, 'disjunction') });
}

/** `the 2nd to the 8th` and `the last day`: three in a row and more are said as one. */
function monthdayTexts(days: readonly number[], { say }: Speech): string[] {
  const texts: string[] = [];
  let run: number[] = [];
  const end = () => {
    const [from = 0, to = 0] = [run[0], run.at(-1)];
    if (run.length > 2) texts.push(say('recurrence.monthday_range', { from, to }));
    else for (const day of run) texts.push(say('recurrence.monthday', { day }));
    run = [];
  };
  for (const day of days.filter((number) => number > 0)) {
    if (run.length > 0 && run.at(-1) !== day - 1) end();
    run.push(day);
  }
  end();
  const fromEnd = days.filter((number) => number < 0);
  return [...texts, ...fromEnd.map((day) => say('recurrence.day_from_end', { day: -day }))];
}
const yeardayText = (day: number, { say }: Speech) =>
  day > 0 ? say('recurrence.yearday', { day }) : say('recurrence.day_from_end', { day: -day });

function weekdayText({ ordinal, weekday }: RuleDay, speech: Speech): string {
  const { say } = speech;
  const name = weekdayName(weekday, speech);
  if (ordinal === 0) return say('recurrence.each_weekday', { weekday: name });
  if (ordinal < 0) return say('recurrence.weekday_from_end', { number: -ordinal, weekday: name });
  return ordinal > 5
    ? say('recurrence.nth_weekday_above', { number: ordinal, weekday: name })
    : say('recurrence.nth_weekday', { number: ordinal, weekday: name });
}

/** Returns numbers with those that count from the beginning first, then those from the end. */
export const inOrder = (numbers: readonly number[]) => [
  ...numbers.filter((number) => number > 0),
  ...numbers.filter((number) => number < 0),
];

function weekdayTexts(byday: readonly RuleDay[], speech: Speech): string {
  if (isWorkingDays(byday)) return speech.say('recurrence.each_working_day', {});
  const ordinals = inOrder(
    [...new Set(byday.map(({ ordinal }) => ordinal))].filter((ordinal) => ordinal !== 0),
  );
  const ordered = [0, ...ordinals].flatMap((ordinal) => byday.filter((day) => day.ordinal === ordinal));
  return speech.list(ordered.map((day) => weekdayText(day, speech)));
}

/** Days of a month: numbers, weekdays, or numbers on weekdays. */
function onMonthdays(rule: string, parts: Rule, first: FirstDay, speech: Speech): string {
  const { byday, bymonthday, skip } = parts;
  if (bymonthday.length === 0 && byday.length > 0)
    return speech.say('recurrence.on_days', { rule, days: weekdayTexts(byday, speech) });
  const numbers = bymonthday.length > 0 ? bymonthday : [first.monthday];
  const days = speech.list(monthdayTexts(numbers, speech));
  const text = ifWeekday(speech.say('recurrence.on_days', { rule, days }), parts, speech);
  if (skip === 'OMIT' || numbers.every((number) => Math.abs(number) <= 28)) return text;
  return speech.say(skip === 'BACKWARD' ? 'recurrence.backward' : 'recurrence.forward', { rule: text });
}

function daysOfYears(rule: Rule, first: FirstDay, speech: Speech): string {
  const { byday, bymonth, bymonthday, byyearday, byweekno, interval, skip } = rule;
  const { say, list } = speech;
  const base = say('recurrence.years', { interval });
  if (byweekno.length > 0) {
    const weeks = inOrder(byweekno).map((week) =>
      week > 0 ? String(week) : say('recurrence.week_from_end', { week: String(-week) }),
    );
    const text = inMonths(base, rule, speech);
    const inWeeks = say('recurrence.in_weeks', { rule: text, count: weeks.length, weeks: list(weeks) });
    return bymonthday.length + byyearday.length > 0
      ? chosen(inWeeks, rule, speech)
      : say('recurrence.on_days', { rule: inWeeks, days: list(weekdaysOf(rule, first, speech)) });
  }
  if (byyearday.length > 0) {
    const days = list(inOrder(byyearday).map((day) => yeardayText(day, speech)));
    return ifWeekday(
      inMonths(say('recurrence.on_days_of_year', { rule: base, days }), rule, speech),
      rule,
      speech,
    );
  }
  if (bymonthday.length === 0 && byday.length > 0)
    return bymonth.length > 0
      ? onMonthdays(inMonths(base, rule, speech), rule, first, speech)
      : say('recurrence.on_days_of_year', { rule: base, days: weekdayTexts(byday, speech) });
  const months = bymonth.length > 0 ? bymonth : bymonthday.length > 0 ? ALL_MONTHS : [first.month];
  const numbers = bymonthday.length > 0 ? bymonthday : [first.monthday];
  const isFew = months.length * numbers.length <= MOST_DATES;
  if (!isFew || skip !== 'OMIT' || numbers.some((number) => number < 0))
    return onMonthdays(inMonths(base, { ...rule, bymonth: months }, speech), rule, first, speech);
  const dates = months.flatMap((month) => numbers.map((monthday) => dateText(month, monthday, speech)));
  return ifWeekday(say('recurrence.on_days', { rule: base, days: list(dates) }), rule, speech);
}

/** `March 1`, of a year with a leap day. */
function dateText(month: number, monthday: number, { say, date }: Speech): string {
  const day = date(daysBefore(1972, month, monthday) * DAY, { month: 'long', day: 'numeric' });
  return say('recurrence.date', { date: day });
}

const weekdaysOf = ({ byday }: Rule, first: FirstDay, speech: Speech): string[] =>
  (byday.length > 0 ? byday.map(({ weekday }) => weekday) : [first.weekday]).map((weekday) =>
    speech.say('recurrence.on_weekday', { weekday: weekdayName(weekday, speech) }),
  );

/** Says what month days, days of the year and weekdays leave of shorter periods. */
function chosen(rule: string, parts: Rule, speech: Speech): string {
  const { say, list } = speech;
  const { bymonthday, byyearday } = parts;
  let text = rule;
  if (bymonthday.length > 0) {
    const days = list(monthdayTexts(bymonthday, speech));
    text = say('recurrence.only_on', { rule: text, days });
  }
  if (byyearday.length > 0) {
    const days = list(inOrder(byyearday).map((day) => yeardayText(day, speech)));
    text = say('recurrence.only_on_days_of_year', { rule: text, days });
  }
  return ifWeekday(text, parts, speech);
}
