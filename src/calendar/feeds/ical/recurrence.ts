import { instancesOf, isDay, momentsOf, readSeries } from '#calendar/recurrence/expand.ts';
import type { FirstDate, Recurrence } from '#calendar/recurrence/recurrence.ts';
import { type Rule, ruleText } from '#calendar/recurrence/rule.ts';
import { ruleDates, type Span, UNCOUNTED } from '#calendar/recurrence/rule-dates.ts';
import { daysFrom, secondsOf, textOf } from '#foundation/time/clock.ts';
import { toUtc } from '#foundation/time/zone.ts';
import { type ComponentClock, dateProperty } from './event.ts';
import { day, moment } from './line.ts';

/** Days around a member of `exdate` in which a date that it leaves out may stand: clocks were set forward by a day. */
const AROUND = 3;

/** Returns UNTIL as a rule on a clock has it: a day, else UTC (RFC 5545 §3.3.10). */
function untilText(seconds: number, { zone, isAllDay }: ComponentClock, form: 'wall' | 'utc'): string {
  const text = textOf(seconds);
  if (isAllDay) return day(text);
  return `${moment(form === 'utc' ? text : toUtc(text, zone))}Z`;
}

/** Parts of RFC 7529 that say nothing where nothing is skipped. */
const PLAIN = { RSCALE: undefined, SKIP: undefined };

/** Returns whether a rule makes the first date by its parts. */
const makesFirst = (rule: Rule, start: number): boolean => {
  const [first] = ruleDates(rule, start, { from: start, to: start + 1 }, UNCOUNTED);
  return first === start;
};

/**
 * Returns a rule as iCalendar readers take it; undefined where it makes nothing. Readers don't agree on what COUNT means where
 * the rule doesn't make the first date itself: it ends with its last date then.
 */
function ruleLine(rule: Rule, first: FirstDate, clock: ComponentClock): string | undefined {
  const start = secondsOf(first.start_date) ?? 0;
  const { count, until } = rule;
  if (count !== undefined && !makesFirst(rule, start)) {
    let last: number | undefined;
    const always = { from: start, to: Number.POSITIVE_INFINITY };
    for (const at of instancesOf(rule, start, first.timezone, always, UNCOUNTED)) last = at;
    if (last === undefined) return undefined;
    return `RRULE:${ruleText(rule, { ...PLAIN, COUNT: undefined, UNTIL: untilText(last, clock, 'wall') })}`;
  }
  if (until === undefined) return `RRULE:${ruleText(rule, PLAIN)}`;
  const form = until.form === 'utc' ? 'utc' : 'wall';
  return `RRULE:${ruleText(rule, { ...PLAIN, UNTIL: untilText(until.seconds, clock, form) })}`;
}

/** Spans around whole days of `exdate`, in order; those that are close to each other are one. */
function spansAround(days: readonly string[]): readonly Span[] {
  const spans: { from: number; to: number }[] = [];
  for (const day of days.toSorted()) {
    const midnight = `${day} 00:00:00`;
    const [from, to] = [-AROUND, AROUND].map((away) => secondsOf(daysFrom(midnight, away)) ?? 0);
    const before = spans.at(-1);
    if (from === undefined || to === undefined) continue;
    if (before && from <= before.to) before.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

/** Returns the wall clocks that `exdate` leaves out: of a day's all that would be on it. */
function leftOut(recurrence: Recurrence, first: FirstDate): readonly string[] {
  const { exdate } = recurrence;
  const days = exdate.filter(isDay);
  if (first.all_day || days.length === 0) return exdate;
  const { isLeftOut } = readSeries(recurrence, first);
  const series = readSeries({ ...recurrence, exdate: [] }, first);
  const found = exdate.filter((text) => !isDay(text));
  const find = (rules: readonly Rule[], span: Span) => {
    for (const { id } of momentsOf({ ...series, rules }, span, UNCOUNTED))
      if (isLeftOut(id)) found.push(textOf(id));
  };
  const spans = spansAround(days);
  const [begin, end] = [spans[0], spans.at(-1)];
  // What COUNT ends is counted from its beginning each time; of the others nobody makes the dates of the years between.
  const isCounted = ({ count }: Rule) => count !== undefined;
  if (begin && end) find(series.rules.filter(isCounted), { from: begin.from, to: end.to });
  const others = series.rules.filter((rule) => !isCounted(rule));
  if (others.length > 0) for (const span of spans) find(others, span);
  return found;
}

/**
 * Returns the one rule that readers take alike: they don't agree on several, and few know SKIP. Its dates go on for good where
 * those of any rule do; undefined: none is fit.
 */
function mainRule(rules: readonly Rule[]): Rule | undefined {
  const plain = rules.filter(({ skip }) => skip === 'OMIT');
  return plain.find(({ count, until }) => count === undefined && until === undefined) ?? plain[0];
}

/** A recurrence as content lines, without their ends. */
export interface RecurrenceLines {
  readonly lines: readonly string[];
  /** Wall clocks of dates that its rule doesn't make: those of RDATE, in order. */
  readonly apart: readonly string[];
  /** Whether the date after a first one that no rule makes is left out like that: some readers then find it. */
  readonly isMisread: boolean;
}

/** The dates of a series for its lines: wall clocks at which its rules put them. */
interface LineDates {
  /** All that are stored, in order. */
  readonly stored: readonly string[];
  /** Stored ones that the feed doesn't hold. */
  readonly missing: readonly string[];
}

/**
 * Returns the content lines of a recurrence, without their ends: one rule, RDATE with all other dates as far as they are laid
 * out, the first one too where the rule doesn't make it, and EXDATE with what the recurrence and the feed leave out.
 */
export function recurrenceLines(
  recurrence: Recurrence,
  first: FirstDate,
  clock: ComponentClock,
  { stored, missing }: LineDates,
): RecurrenceLines {
  const { rules } = readSeries({ ...recurrence, exdate: [] }, first);
  const rule = mainRule(rules);
  const start = secondsOf(first.start_date) ?? 0;
  const made = new Set<string>();
  if (rule) {
    if (makesFirst(rule, start)) made.add(first.start_date);
    const span = { from: start, to: (secondsOf(stored.at(-1) ?? first.start_date) ?? start) + 1 };
    for (const at of instancesOf(rule, start, first.timezone, span, UNCOUNTED)) made.add(textOf(at));
  }
  const lines: string[] = [];
  const line = rule && ruleLine(rule, first, clock);
  if (line) lines.push(line);
  const apart = [...new Set([...stored, ...recurrence.rdate])].filter((at) => !made.has(at)).sort();
  if (apart.length > 0) lines.push(dateProperty('RDATE', apart, clock));
  const last = stored.at(-1) ?? first.start_date;
  const beside = new Set([first.start_date, ...apart]);
  // Some readers forget the next one where they don't find one.
  const isFound = (at: string) => at > last || made.has(at) || beside.has(at);
  const without = [...new Set([...leftOut(recurrence, first), ...missing])].filter(isFound).sort();
  if (without.length > 0) lines.push(dateProperty('EXDATE', without, clock));
  const [next] = [...made, ...apart].sort();
  const isMisread = without[0] === first.start_date && next !== undefined && without[1] === next;
  return { lines, apart, isMisread };
}
