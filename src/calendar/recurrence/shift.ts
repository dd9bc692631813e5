import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { offsetAt, utcSeconds } from '#foundation/time/zone.ts';
import { isDay } from './expand.ts';
import type { FirstDate, Recurrence } from './recurrence.ts';
import { frequencies, type Rule, readRule, ruleText } from './rule.ts';
import { timesOfRule } from './rule-dates.ts';
import { remainder } from './rule-days.ts';
import { type Changes, refuseShift, shiftDays } from './shift-days.ts';

/** A recurrence that was moved along with its first date. */
export interface Shifted {
  readonly recurrence: Recurrence;
  /** Returns the recurrence id that a date has now, by the one it had. */
  readonly shiftId: (recurrenceId: string) => string;
}

const DAY = 86_400;

/**
 * Moves a recurrence along with its first date by the same days and wall-clock time: weekdays, month days, times, UNTIL,
 * `rdate` and `exdate` (contract R8, `all`). Where an event becomes all-day, or no longer is, its dates keep their days.
 * Throws a RecurrenceError where that can't be said as a rule.
 */
export function shiftRecurrence(recurrence: Recurrence, from: FirstDate, to: FirstDate): Shifted {
  const move = moveOf(from, to);
  const shiftId = (text: string) => textOf(move.shift(getSeconds(text)));
  const shiftDay = (text: string) => textOf(getSeconds(`${text} 00:00:00`) + move.days * DAY).slice(0, 10);
  return {
    recurrence: {
      rrule: recurrence.rrule.map((text) => shiftRule(readRule(text, from.all_day), move)),
      rdate: recurrence.rdate.map(shiftId),
      exdate: recurrence.exdate.map((text) => (isDay(text) ? shiftDay(text) : shiftId(text))),
    },
    shiftId,
  };
}

/** The distance by which everything moves; seconds are of the wall clock. */
interface Move {
  readonly from: FirstDate;
  readonly to: FirstDate;
  readonly start: number;
  readonly newStart: number;
  /** Days that the first date moves by. */
  readonly days: number;
  readonly shift: (clock: number) => number;
}

function moveOf(from: FirstDate, to: FirstDate): Move {
  const [start, newStart] = [getSeconds(from.start_date), getSeconds(to.start_date)];
  const days = dayOf(newStart) - dayOf(start);
  const shift =
    from.all_day === to.all_day
      ? (clock: number) => clock + newStart - start
      : (clock: number) => (dayOf(clock) + days) * DAY + remainder(newStart, DAY);
  return { from, to, start, newStart, days, shift };
}

const dayOf = (clock: number) => Math.floor(clock / DAY);

function getSeconds(text: string): number {
  const seconds = secondsOf(text);
  if (seconds === undefined) throw new RangeError(`Not a time of the form YYYY-MM-DD HH:MM:SS: ${text}`);
  return seconds;
}

function shiftRule(rule: Rule, move: Move): string {
  const { changes, days } = shiftTimes(rule, move);
  // What a rule leaves open follows the first date, which doesn't come to another day then.
  if (days !== move.days) refuseShift('BYHOUR');
  const moved = shiftDays(rule, dayOf(move.start), dayOf(move.newStart));
  const until = shiftUntil(rule, move);
  const text = ruleText(rule, { ...changes, ...moved, ...(until === undefined ? {} : { UNTIL: until }) });
  // An all-day event has no hours.
  return move.to.all_day ? ruleText(readRule(text, true)) : text;
}

const isSmall = ({ freq }: Rule) => frequencies.indexOf(freq) > frequencies.indexOf('DAILY');

/** How the times of day move, and by how many days their dates do: all by the same, where the rule chooses days. */
function shiftTimes(rule: Rule, move: Move): { changes: Changes; days: number } {
  const { byhour, byminute, bysecond } = rule;
  const isWhole = remainder(move.newStart - move.start, DAY) === 0;
  if (isWhole) return { changes: {}, days: move.days };
  if (isSmall(rule) && choosesDays(rule)) refuseShift('FREQ');
  if (byhour.length + byminute.length + bysecond.length === 0) return { changes: {}, days: move.days };
  const times = timesOfRule(rule, move.start);
  const base = dayOf(move.start) * DAY;
  const moved = times.map((time) => move.shift(base + time) - base);
  const [days = 0, ...others] = new Set(moved.map(dayOf));
  if (others.length > 0 && !isSmall(rule)) refuseShift('BYHOUR');
  // What stands in an hour or minute together has to stay together.
  if (rule.bysetpos.length > 0 && isSmall(rule)) refuseShift('BYSETPOS');
  if (isSmall(rule) && rule.interval > 1 && !samePeriods(rule, times, move)) refuseShift('INTERVAL');
  const lists = [
    ['BYHOUR', byhour, unique(moved.map((time) => Math.floor(remainder(time, DAY) / 3600)))],
    ['BYMINUTE', byminute, unique(moved.map((time) => Math.floor(remainder(time, 3600) / 60)))],
    ['BYSECOND', bysecond, unique(moved.map((time) => remainder(time, 60)))],
  ] as const;
  const size = lists.reduce((product, [, , numbers]) => product * numbers.length, 1);
  if (size !== new Set(moved.map((time) => remainder(time, DAY))).size) refuseShift('BYHOUR');
  // What a rule leaves open is the new start's, unless another part carried it over.
  const smallest = { HOURLY: 1, MINUTELY: 2, SECONDLY: 3 }[rule.freq as string] ?? 0;
  const clock = textOf(move.newStart).slice(11).split(':').map(Number);
  const isOpen = (index: number, numbers: readonly number[]) =>
    index < smallest || (numbers.length === 1 && numbers[0] === clock[index]);
  const named = lists.filter(([, before, numbers], index) => before.length > 0 || !isOpen(index, numbers));
  return {
    changes: Object.fromEntries(named.map(([part, , numbers]) => [part, numbers.join(',')])),
    days: isSmall(rule) ? move.days : days,
  };
}

/**
 * Returns whether all times come to an hour, minute or second as far from their own as the first date does. Which of these come in
 * turns is counted from the first date's.
 */
function samePeriods({ freq }: Rule, times: readonly number[], { start, shift }: Move): boolean {
  const length = { HOURLY: 3600, MINUTELY: 60 }[freq as string] ?? 1;
  const base = dayOf(start) * DAY;
  const periods = [start, ...times.map((time) => base + time)].map(
    (clock) => Math.floor(shift(clock) / length) - Math.floor(clock / length),
  );
  return new Set(periods).size === 1;
}

const choosesDays = ({ byday, bymonth, bymonthday, byyearday }: Rule): boolean =>
  byday.length + bymonth.length + bymonthday.length + byyearday.length > 0;

const unique = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

function shiftUntil(rule: Rule, { from, to, shift, days, start, newStart }: Move): string | undefined {
  const { until } = rule;
  if (until === undefined) return undefined;
  const clock = until.form === 'utc' ? until.seconds + offsetAt(until.seconds, from.timezone) : until.seconds;
  if (until.form !== 'day' && to.all_day && !from.all_day) {
    // A last day that ended before its first time of day had no date, and gets none.
    const isCut = remainder(clock, DAY) < Math.min(...timesOfRule(rule, start));
    return digits(shift(clock) - (isCut ? DAY : 0)).slice(0, 8);
  }
  if (until.form === 'utc') return `${digits(utcSeconds(shift(clock), to.timezone))}Z`;
  // The dates of hours and minutes don't end with a day any more.
  const isDays = until.form === 'day' && (!isSmall(rule) || remainder(newStart - start, DAY) === 0);
  return isDays ? digits(until.seconds + days * DAY).slice(0, 8) : digits(shift(until.seconds));
}

/** `YYYYMMDDTHHMMSS`, as rules write it. */
export const digits = (clock: number): string => textOf(clock).replaceAll(/[-:]/g, '').replace(' ', 'T');
