// What two libraries make of a rule, for tests of ours; neither knows COUNT and UNTIL here.
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import type { FirstDate } from '#calendar/recurrence/recurrence.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { toUtc } from '#foundation/time/zone.ts';

/** Gives the first dates of a rule before a moment of UTC, in UTC; undefined where the library gives up. */
export type Oracle = (rule: string, first: FirstDate, to: string, most: number) => string[] | undefined;

/** Periods without a date after which a library is left alone. */
const PATIENCE = 20_000;

const inOrder = (dates: readonly string[]) => [...new Set(dates)].sort();

export const rruleTemporal: Oracle = (rule, { start_date, timezone }, to, most) => {
  const start = start_date.replaceAll(/[-:]/g, '').replace(' ', 'T');
  const dates: string[] = [];
  try {
    const rules = new RRuleTemporal({
      rruleString: `DTSTART;TZID=${timezone}:${start}\nRRULE:${rule}`,
      maxIterations: PATIENCE,
    });
    rules.all((date) => {
      const utc = textOf(Math.floor(Number(date.epochMilliseconds) / 1000));
      if (utc >= to || dates.length >= most) return false;
      dates.push(utc);
      return true;
    });
  } catch (error) {
    if (/iteration|evaluat/i.test(String(error))) return undefined;
    throw error;
  }
  return inOrder(dates);
};

export const icalJs: Oracle = (rule, { start_date, timezone }, to, most) => {
  const start = ICAL.Time.fromDateTimeString(start_date.replace(' ', 'T'));
  const dates: string[] = [];
  const found = ICAL.Recur.fromString(rule).iterator(start);
  for (let next = found.next(); next && dates.length < most; next = found.next()) {
    // Its clock is on no zone's time.
    const clock = textOf(secondsOf(next.toString().replace('T', ' ')) ?? 0);
    const utc = toUtc(clock, timezone);
    if (utc >= to) break;
    if (clock >= start_date) dates.push(utc);
  }
  return inOrder(dates);
};
