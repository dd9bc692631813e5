import { sql } from 'kysely';
import { oneOf } from '#api/routing/parameter.ts';
import { daysFrom, utcText } from '#foundation/time/clock.ts';
import { type PeriodDays, periodDays, periods } from '#foundation/time/period.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { Reading } from '#store/db/engine.ts';
import { isOpenBetween, type OpeningHours } from '../visitors/opening-hours.ts';
import { listFilter } from './filter.ts';

/** Returns the dates of events that run in a period but are closed all through it; hours that a password hides count for nothing. */
async function findClosed(db: Reading, { from, last }: PeriodDays): Promise<number[]> {
  const end = daysFrom(`${last} 00:00:00`, 1);
  const rows = await db
    .selectFrom('events as e')
    .innerJoin('occurrences as o', 'o.event_id', 'e.id')
    .select(['o.id', 'e.opening_hours'])
    .where(sql<boolean>`e.opening_hours <> '[]'`)
    .where('e.password', '=', '')
    .where('o.end_date', '>', from)
    .where('o.start_date', '<', end)
    .orderBy('o.id')
    .execute();
  return rows
    .filter((row) => !isOpenBetween(JSON.parse(row.opening_hours) as OpeningHours, from, end))
    .map(({ id }) => id);
}

/**
 * Events that are on in a period by name, such as tonight: those that have not ended as it begins, as what has no length and
 * begins with it. Tonight and the weekend leave out what is closed then. The window holds the days of the period.
 */
export const period = listFilter({
  parameters: { period: oneOf(periods) },
  async read({ period: name }, { services, validity }) {
    if (name === undefined) return undefined;
    const days = periodDays(name, toWall(utcText(validity.minute), services.config.timezone));
    const isByHours = name === 'tonight' || name === 'weekend';
    return { from: days.from, closed: isByHours ? await findClosed(services.db.read, days) : [] };
  },
  cost: { readsEvent: false, unindexed: 'quick' },
  protectedEvents: 'listed',
  where: ({ from, closed }) => [
    sql<boolean>`(o.end_date > ${from} or o.start_date >= ${from})`,
    ...(closed.length > 0 ? [sql<boolean>`o.id not in (${sql.join(closed)})`] : []),
  ],
  // Periods end with the minute: the database reads their few days.
  index: () => undefined,
});
