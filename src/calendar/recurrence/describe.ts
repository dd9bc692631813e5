import {
  type Language,
  type MessageKey,
  message,
  translate,
  type Values,
} from '#foundation/i18n/catalogue.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { offsetAt } from '#foundation/time/zone.ts';
import { describeDays, inOrder } from './describe-days.ts';
import { isDay } from './expand.ts';
import type { FirstDate, Recurrence } from './recurrence.ts';
import { frequencies, type Rule, readRule } from './rule.ts';
import { timesOfRule } from './rule-dates.ts';

/** Translates a text of the catalogues, and names of the calendar, in one language. */
export interface Speech {
  readonly say: (key: MessageKey, values: Values) => string;
  /** `A, B and C`, `A, B or C`. */
  readonly list: (items: readonly string[], type?: 'conjunction' | 'disjunction') => string;
  /** Formats seconds of a wall clock. */
  readonly date: (clock: number, options: Intl.DateTimeFormatOptions) => string;
}

const DAY = 86_400;
/** More dates or times than these are counted and not named. */
const MOST_NAMED = 5;

/**
 * Returns a recurrence as a sentence without its full stop: `Every second Monday until March 1, 2027` (contract R6, `text`).
 * Times of day are said where they aren't the first date's.
 */
export function describeRecurrence(recurrence: Recurrence, first: FirstDate, language: Language): string {
  const speech = speechOf(language);
  const start = getSeconds(first.start_date);
  const rules = recurrence.rrule.map((text) => describeRule(readRule(text, first.all_day), first, speech));
  const added = recurrence.rdate.map(getSeconds);
  let text = joined(rules, speech);
  if (rules.length === 0)
    text = speech.say('recurrence.on_dates', { dates: datesOf([start, ...added], start, speech) });
  else if (added.length > MOST_NAMED)
    text = speech.say('recurrence.and_more', { rule: text, count: added.length });
  else if (added.length > 0)
    text = speech.say('recurrence.and_on', { rule: text, dates: datesOf(added, start, speech) });
  const left = recurrence.exdate.map((date) =>
    getSeconds(isDay(date) ? `${date} ${textOf(start).slice(11)}` : date),
  );
  if (left.length > MOST_NAMED)
    text = speech.say('recurrence.except_many', { rule: text, count: left.length });
  else if (left.length > 0)
    text = speech.say('recurrence.except', { rule: text, dates: datesOf(left, start, speech) });
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

const joined = ([rule = '', ...others]: readonly string[], speech: Speech): string =>
  others.length === 0 ? rule : speech.say('recurrence.also', { rule, next: joined(others, speech) });

function speechOf(language: Language): Speech {
  return {
    say: (key, values) => translate(language, message(key, values)),
    list: (items, type = 'conjunction') => new Intl.ListFormat(language, { type }).format(items),
    date: (clock, options) =>
      new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(clock * 1000),
  };
}

function getSeconds(text: string): number {
  const seconds = secondsOf(text);
  if (seconds === undefined) throw new RangeError(`Not a time of the form YYYY-MM-DD HH:MM:SS: ${text}`);
  return seconds;
}

/** Dates as a list, with their times of day where they aren't the usual one; of many the first and the number of the others. */
function datesOf(dates: readonly number[], start: number, { date, list, say }: Speech): string {
  const isUsual = (clock: number) => (clock - start) % DAY === 0;
  const named = dates.length > MOST_NAMED + 1 ? dates.slice(0, MOST_NAMED) : dates;
  const texts = named.map((clock) =>
    date(clock, isUsual(clock) ? { dateStyle: 'long' } : { dateStyle: 'long', timeStyle: 'short' }),
  );
  const rule = list(texts);
  const count = dates.length - named.length;
  return count === 0 ? rule : say('recurrence.and_more', { rule: texts.join(', '), count });
}

function describeRule(rule: Rule, first: FirstDate, speech: Speech): string {
  const start = getSeconds(first.start_date);
  let text = describeDays(rule, Math.floor(start / DAY), speech);
  text = withTimes(text, rule, start, speech);
  if (rule.bysetpos.length > 0) {
    const positions = inOrder(rule.bysetpos).map((number) =>
      number > 0
        ? speech.say('recurrence.position', { number })
        : speech.say('recurrence.position_from_end', { number: -number }),
    );
    text = speech.say('recurrence.of_these', { rule: text, positions: speech.list(positions) });
  }
  if (rule.count !== undefined) return speech.say('recurrence.times', { rule: text, count: rule.count });
  if (rule.until === undefined) return text;
  const date = speech.date(lastDay(rule, first, start), { dateStyle: 'long' });
  return speech.say('recurrence.until', { rule: text, date });
}

/** A moment of the last day on which UNTIL leaves something: the day before where it ends before the first time of day. */
function lastDay(rule: Rule, { timezone }: FirstDate, start: number): number {
  const { until } = rule;
  if (until === undefined) return start;
  const clock = until.form === 'utc' ? until.seconds + offsetAt(until.seconds, timezone) : until.seconds;
  const isSmall = frequencies.indexOf(rule.freq) > frequencies.indexOf('DAILY');
  return isSmall ? clock : clock - (timesOfRule(rule, start)[0] ?? 0);
}

function withTimes(text: string, rule: Rule, start: number, { say, list, date }: Speech): string {
  const { byhour, byminute, bysecond, freq } = rule;
  if (byhour.length + byminute.length + bysecond.length === 0) return text;
  if (frequencies.indexOf(freq) <= frequencies.indexOf('DAILY')) {
    const times = timesOfRule(rule, start);
    const count = times.length;
    if (count > MOST_NAMED + 1) return say('recurrence.many_times', { rule: text, count });
    const timeStyle = times.some((time) => time % 60 !== 0) ? 'medium' : 'short';
    return say('recurrence.at_times', {
      rule: text,
      times: list(times.map((time) => date(time, { timeStyle }))),
    });
  }
  const numbers = (values: readonly number[]) => list(values.map(String));
  let said = text;
  if (byhour.length > 0)
    said = say('recurrence.in_hours', { rule: said, hours: numbers(byhour), count: byhour.length });
  if (byminute.length > 0)
    said = say('recurrence.in_minutes', { rule: said, minutes: numbers(byminute), count: byminute.length });
  if (bysecond.length > 0)
    said = say('recurrence.in_seconds', { rule: said, seconds: numbers(bysecond), count: bysecond.length });
  return said;
}
