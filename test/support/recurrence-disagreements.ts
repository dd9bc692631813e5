// Where rrule-temporal and ical.js make other dates than we do, with the text by which ours are right. Each entry tells its
// disagreements by the rule and by the dates themselves; that ours are those of the rule's text has a test of its own.
import { expand } from '#calendar/recurrence/expand.ts';
import type { FirstDate, RecurrenceDate } from '#calendar/recurrence/recurrence.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { offsetAt, toUtc, toWall } from '#foundation/time/zone.ts';
import { brokenParts, literalDates, periodOf } from './recurrence-literal.ts';
import { icalJs, type Oracle, rruleTemporal } from './recurrence-oracles.ts';

/** Dates of a rule that are compared, and years in which they lie. */
export const MOST = 40;
const YEARS = 8;

/** A rule, its first date, and what we and a library make of it. */
export interface Comparison {
  readonly rule: string;
  readonly first: FirstDate;
  readonly ours: readonly RecurrenceDate[];
  /** Times in UTC, the first date among them. */
  readonly theirs: readonly string[];
  /** Times in UTC that they leave out, and that they have beside ours; up to the last one of both. */
  readonly missed: readonly string[];
  readonly added: readonly string[];
}

/** Returns the moment before which dates are compared, on any clock. */
export const endOf = ({ start_date }: FirstDate): string =>
  textOf((secondsOf(start_date) ?? 0) + YEARS * 366 * 86_400);

/** Compares the dates of a library with ours; undefined where there are too few, of which libraries go on looking for more. */
export function compare(oracle: Oracle, rule: string, first: FirstDate): Comparison | undefined {
  const to = endOf(first);
  const ours = [...expand({ rrule: [rule], rdate: [], exdate: [] }, first, { to, limit: MOST + 1 })];
  const [start] = ours;
  if (!start || ours.length < 3) return undefined;
  const dates = oracle(rule, first, to, ours.length - 1);
  if (!dates) return undefined;
  const theirs = [...new Set([start.utc_start_date, ...dates])].sort();
  // The first date is one more, and times of a day that comes twice stand in another order.
  const last = Math.min(ours.length, theirs.length) - (ours.length > MOST ? 6 : 2);
  const end = [ours[last]?.utc_start_date ?? '', theirs[last] ?? ''].sort()[0] ?? '';
  const known = new Set(ours.map((date) => date.utc_start_date));
  return {
    rule,
    first,
    ours,
    theirs,
    missed: [...known].filter((date) => date <= end && !theirs.includes(date)),
    added: theirs.filter((date) => date <= end && !known.has(date)),
  };
}

/** Whether a library makes the dates that we make. */
export const isAgreed = ({ missed, added }: Comparison): boolean => missed.length + added.length === 0;

/** Returns the text by which ours are right where rrule-temporal makes others; undefined where there is none. */
export const explain = (comparison: Comparison): string | undefined =>
  EXPLAINED.find(([, holds]) => holds(comparison))?.[0];

/** A rule without one of its parts. */
const without = (rule: string, part: string): string => rule.replace(new RegExp(`;${part}=[^;]*`), '');

const has = (rule: string, ...parts: readonly string[]): boolean =>
  parts.every((part) => rule.includes(`${part}=`));
const isYearly = (rule: string) => rule.includes('FREQ=YEARLY');
const isNumbered = (rule: string) => /BYDAY=[^;]*\d/.test(rule);
const clock = (utc: string, { timezone }: FirstDate) => toWall(utc, timezone);

/** Whether its clock time doesn't exist; midnights of all-day events stay what they are. */
const isMoved = ({ recurrence_id, start_date, utc_start_date }: RecurrenceDate, { timezone }: FirstDate) =>
  recurrence_id !== start_date || toWall(utc_start_date, timezone) !== recurrence_id;

/** Parts of yearly rules that rrule-temporal drops, and beside what. */
const DROPPED: readonly (readonly [beside: (rule: string) => boolean, part: string])[] = [
  [(rule) => has(rule, 'BYWEEKNO'), 'BYMONTHDAY'],
  [(rule) => has(rule, 'BYWEEKNO'), 'BYYEARDAY'],
  [(rule) => has(rule, 'BYYEARDAY'), 'BYWEEKNO'],
  [(rule) => has(rule, 'BYYEARDAY'), 'BYMONTHDAY'],
  [(rule) => has(rule, 'BYYEARDAY'), 'BYDAY'],
  [isNumbered, 'BYMONTHDAY'],
  [isNumbered, 'BYYEARDAY'],
];

/** Whether each time that it adds is one that a part of the rule doesn't allow; of sets, before positions are chosen. */
function addsOnly({ rule, first, added }: Comparison, parts: readonly string[]): boolean {
  const broken = (date: string) => brokenParts(rule, first, clock(date, first));
  if (!has(rule, 'BYSETPOS')) return added.every((date) => broken(date).some((part) => parts.includes(part)));
  const sets = rruleTemporal(without(rule, 'BYSETPOS'), first, endOf(first), 10 * MOST) ?? [];
  const wrong = sets.map(broken).filter((names) => names.length > 0);
  return wrong.length > 0 && wrong.every((names) => names.some((part) => parts.includes(part)));
}

/** Whether the clock of a zone has changed between the first date and one in UTC. */
function isAfterChange({ first }: Comparison, utc: string): boolean {
  const [from, to] = [secondsOf(toUtc(first.start_date, first.timezone)) ?? 0, secondsOf(utc) ?? 0];
  const offset = offsetAt(from, first.timezone);
  for (let at = from; at < to; at += 86_400) if (offsetAt(at, first.timezone) !== offset) return true;
  return offsetAt(to, first.timezone) !== offset;
}

/** Whether a time stands in an hour or minute of the clock that is reached by whole intervals as they pass since the first date. */
function isElapsed({ rule, first }: Comparison, utc: string): boolean {
  const size = /FREQ=HOURLY/.test(rule) ? 3600 : 60;
  const step = Number(/INTERVAL=(\d+)/.exec(rule)?.[1] ?? 1) * size;
  const start = secondsOf(first.start_date) ?? 0;
  const begin = (secondsOf(toUtc(first.start_date, first.timezone)) ?? 0) - (start % size);
  const at = secondsOf(utc) ?? 0;
  const past = (seconds: number) => (((seconds - begin) % step) + step) % step;
  if (past(at) < size) return true;
  // Where the clock changes by half an hour, hours on it begin at others than those that pass; BYMINUTE is set in them.
  const period = at - ((at + offsetAt(at, first.timezone)) % size);
  return past(period) === 0 || step - past(period) < size;
}

/** Returns the first date, and that at which its month and its year begin at its time of day. */
const periodStarts = ({ start_date }: FirstDate): readonly string[] => [
  start_date,
  `${start_date.slice(0, 8)}01${start_date.slice(10)}`,
  `${start_date.slice(0, 5)}01-01${start_date.slice(10)}`,
];

type Explained = readonly [why: string, holds: (comparison: Comparison) => boolean];

const EXPLAINED: readonly Explained[] = [
  [
    'leaves out a clock time that does not exist, as an invalid date. “If the computed local start time of a recurrence instance does ' +
      'not exist … the time of the recurrence instance is interpreted in the same manner as an explicit DATE-TIME value … as specified ' +
      'in Section 3.3.5” (§3.3.10, contract R2)',
    ({ first, ours, missed, added }) =>
      added.length === 0 &&
      missed.every((utc) => ours.some((date) => date.utc_start_date === utc && isMoved(date, first))),
  ],
  [
    'counts the positions of BYSETPOS without a clock time that does not exist: the same sentence makes it a member of “the set of ' +
      'recurrence instances specified by the rule” (§3.3.10)',
    ({ rule, first, missed, added }) => {
      if (!has(rule, 'BYSETPOS')) return false;
      const whole = { rrule: [without(rule, 'BYSETPOS')], rdate: [], exdate: [] };
      const gaps = new Set<number>();
      // A member of the first set may lie before the first date; one in a gap may be moved to where another is.
      for (const start_date of periodStarts(first)) {
        const plain = { ...first, start_date, timezone: 'UTC' };
        for (const { recurrence_id } of expand(whole, plain, { to: endOf(first) }))
          if (clock(toUtc(recurrence_id, first.timezone), first) !== recurrence_id)
            gaps.add(periodOf(rule, first, recurrence_id));
      }
      return [...missed, ...added].every((utc) => gaps.has(periodOf(rule, first, clock(utc, first))));
    },
  ],
  [
    'drops a weekday without a number among some with one: “if an integer modifier is not present, it means all days of this type ' +
      'within the specified frequency” (§3.3.10); both kinds by themselves are as ours',
    ({ rule, first }) => {
      const days = /BYDAY=([^;]*)/.exec(rule)?.[1]?.split(',') ?? [];
      const halves = [days.filter((day) => /\d/.test(day)), days.filter((day) => !/\d/.test(day))];
      return (
        isYearly(rule) &&
        halves.every((half) => half.length > 0) &&
        halves.every((half) => {
          const part = compare(rruleTemporal, rule.replace(/BYDAY=[^;]*/, `BYDAY=${half}`), first);
          return part === undefined || isAgreed(part) || explain(part) !== undefined;
        })
      );
    },
  ],
  [
    'takes a part for nothing that chooses days of a year beside another: “the BYxxx rule parts are applied to the current set of evaluated ' +
      'occurrences in the following order: BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY”, which “reduce or limit the number of ' +
      'occurrences” or expand it, and BYDAY is “Limit if BYYEARDAY or BYMONTHDAY is present” (§3.3.10)',
    (comparison) => {
      const { rule } = comparison;
      const dropped = DROPPED.filter(([beside, part]) => has(rule, part) && beside(rule));
      return (
        isYearly(rule) &&
        dropped.length > 0 &&
        addsOnly(
          comparison,
          dropped.map(([, part]) => part),
        )
      );
    },
  ],
  [
    'gives all dates the time of day to which a gap moved the first one: a missing BYHOUR or BYMINUTE is “retrieved from the "DTSTART" ' +
      'property” (§3.3.10), whose value is the clock time as written',
    ({ rule, first }) => {
      const start_date = clock(toUtc(first.start_date, first.timezone), first);
      if (start_date === first.start_date) return false;
      const moved = compare(rruleTemporal, rule, { ...first, start_date, all_day: false });
      return moved !== undefined && (isAgreed(moved) || explain(moved) !== undefined);
    },
  ],
  [
    'counts hours and minutes as they pass. The rule makes a “computed local start time” (§3.3.10, contract R2), on which clock an hour is ' +
      'skipped and one “occurs more than once”, of which the first is meant (§3.3.5)',
    (comparison) =>
      /FREQ=(HOURLY|MINUTELY)/.test(comparison.rule) &&
      [...comparison.missed, ...comparison.added].every((utc) => isAfterChange(comparison, utc)) &&
      comparison.added.every((utc) => isElapsed(comparison, utc)),
  ],
];

/**
 * Whether ical.js is right about a rule from a date that the rule makes. Elsewhere it chooses positions of other sets, counts days from
 * the end of another month, doesn't come to an end, or refuses.
 */
export function isIcalJsRight(rule: string): boolean {
  const parts = rule.split(';').map((part) => part.split('=')[0] ?? '');
  const hasOne = (...names: string[]) => names.some((name) => parts.includes(name));
  const hasTimes = hasOne('BYHOUR', 'BYMINUTE', 'BYSECOND');
  if (hasOne('BYSETPOS')) return false;
  const isFromEnd = /BYMONTHDAY=[^;]*-/.test(rule);
  // Coming to another month, it leaves out the first times of a day.
  if (/FREQ=WEEKLY/.test(rule)) return !(hasOne('BYMONTH') && hasTimes);
  if (/FREQ=DAILY/.test(rule)) return !isFromEnd;
  if (hasTimes) return false;
  if (/FREQ=(HOURLY|MINUTELY)/.test(rule)) return !isFromEnd && !hasOne('BYYEARDAY', 'BYMONTH');
  // It loses months that lack a fifth weekday.
  if (/BYDAY=[^;]*5/.test(rule)) return false;
  if (/FREQ=MONTHLY/.test(rule)) return !hasOne('BYMONTH') && !(hasOne('BYDAY') && hasOne('BYMONTHDAY'));
  if (isNumbered(rule) || hasOne('BYMONTHDAY', 'BYWEEKNO')) return false;
  return hasOne('BYYEARDAY') ? !hasOne('BYMONTH') : !hasOne('BYMONTH') || hasOne('BYDAY');
}

/** ical.js, told to begin with the first date that the rule makes: from another one it makes times before it. */
export const synchronizedIcalJs: Oracle = (rule, first, to, most) => {
  const [start_date] = literalDates(rule, first, to, 1);
  return start_date === undefined ? undefined : icalJs(rule, { ...first, start_date }, to, most);
};

/** Whether all that ical.js has beside ours is the day that Samoa skipped, which an all-day event hasn't (contract R2). */
export const isSkippedDay = ({ first, missed, added }: Comparison): boolean =>
  first.all_day &&
  missed.length === 0 &&
  added.every((utc) => utc === toUtc('2011-12-30 00:00:00', first.timezone));
