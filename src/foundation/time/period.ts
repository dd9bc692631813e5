import { daysFrom } from './clock.ts';

/** Stretches of time by names that mean the same days to everybody, whichever day it is. */
export const periods = ['today', 'tonight', 'tomorrow', 'weekend'] as const;
/** The name of a period. */
export type Period = (typeof periods)[number];

/** The time of day from which it is evening. */
export const EVENING = '17:00:00';
const FRIDAY = 5;
const SUNDAY = 7;

/** The days of a period, `YYYY-MM-DD`, both included, and the wall clock from which it counts. */
export interface PeriodDays {
  readonly first: string;
  readonly last: string;
  /** `YYYY-MM-DD HH:MM:SS`: what has ended by then isn't in it. */
  readonly from: string;
}

/**
 * Returns the days of a period: tonight is from 17:00 on, the weekend from 17:00 on Friday to the end of Sunday, and from Saturday
 * on what is left of it.
 * @param wall the present on the site's clock, `YYYY-MM-DD HH:MM:SS`
 */
export function periodDays(period: Period, wall: string): PeriodDays {
  const today = wall.slice(0, 10);
  const dayIn = (days: number) => daysFrom(`${today} 00:00:00`, days).slice(0, 10);
  const leftFrom = (begin: string) => (begin < wall ? wall : begin);
  if (period === 'today') return { first: today, last: today, from: `${today} 00:00:00` };
  if (period === 'tonight') return { first: today, last: today, from: leftFrom(`${today} ${EVENING}`) };
  const next = dayIn(1);
  if (period === 'tomorrow') return { first: next, last: next, from: `${next} 00:00:00` };
  const weekday = Temporal.PlainDate.from(today).dayOfWeek;
  const first = dayIn(Math.max(0, FRIDAY - weekday));
  const begin = weekday > FRIDAY ? `${first} 00:00:00` : `${first} ${EVENING}`;
  return { first, last: dayIn(SUNDAY - weekday), from: leftFrom(begin) };
}
