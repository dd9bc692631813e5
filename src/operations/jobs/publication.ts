import type { Actor } from '#api/routing/actor.ts';
import { publishScheduledEvent } from '#calendar/events/actions.ts';
import { publishScheduledLinked } from '#calendar/linked/actions.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { venue } from '#calendar/venues/actions.ts';
import type { Services } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Writing } from '#store/db/engine.ts';
import { type Job, startJob } from './job.ts';
import { RepeatedFailureFilter } from './repeated-failure.ts';

const LOOK_EVERY_MS = 1000;
const SOONEST_MS = 50;
const BATCH = 100;

/** Resources that can be scheduled, and the actions that publish them. */
const scheduled = [
  { table: 'events', publish: publishScheduledEvent },
  {
    table: 'venues',
    publish: (trx: Writing, actor: Actor, id: number) => publishScheduledLinked(trx, actor, venue, id),
  },
  {
    table: 'organizers',
    publish: (trx: Writing, actor: Actor, id: number) => publishScheduledLinked(trx, actor, organizer, id),
  },
] as const;

/** Returns the milliseconds until the next item is due; undefined if none is scheduled. */
async function msUntilNextDue({ db, now }: Services): Promise<number | undefined> {
  const moments: number[] = [];
  for (const { table } of scheduled) {
    const next = await db.read
      .selectFrom(table)
      .select((eb) => eb.fn.min('date_utc').as('due'))
      .where('status', '=', 'future')
      .executeTakeFirst();
    if (next?.due) moments.push(Temporal.Instant.from(`${next.due.replace(' ', 'T')}Z`).epochMilliseconds);
  }
  return moments.length === 0 ? undefined : Math.min(...moments) - now().epochMilliseconds;
}

/** Publishes the items that are due, each batch of a kind in one transaction. Returns how many items were published. */
export async function publishDue(services: Services): Promise<number> {
  const beganMs = performance.now();
  const now = services.now();
  const actor = { services, viewer: null, now };
  let published = 0;
  for (const { table, publish } of scheduled) {
    const due = await services.db.read
      .selectFrom(table)
      .select('id')
      .where('status', '=', 'future')
      .where('date_utc', '<=', utcText(now))
      .orderBy('date_utc')
      .limit(BATCH)
      .execute();
    if (due.length === 0) continue;
    published += await services.db.write(async (trx) => {
      let count = 0;
      for (const { id } of due) if (await publish(trx, actor, id)) count++;
      return count;
    });
  }
  if (published > 0)
    services.log.info(
      { job: 'publication', published, duration_ms: Math.round(performance.now() - beganMs) },
      'Scheduled items were published.',
    );
  return published;
}

/**
 * Starts the job that publishes scheduled items when their date comes (D30). Several processes may run it at once:
 * the first publishes each item. `isOurs` returns whether this process should do so now. Failures are logged,
 * repeated ones once a minute, and retried.
 */
export function startPublication(services: Services, isOurs: () => boolean = () => true): Job {
  const failure = new RepeatedFailureFilter();
  return startJob(async (isStopped) => {
    let wait = LOOK_EVERY_MS;
    try {
      if (isOurs())
        await services.metrics.jobs.run('publication', async () => {
          while (!isStopped() && isOurs() && (await publishDue(services)) >= BATCH);
        });
      const next = await msUntilNextDue(services);
      // A stopped clock never reaches the date; a running one is met to the second.
      if (next !== undefined && !services.config.clockStands)
        wait = Math.min(wait, Math.max(SOONEST_MS, next + SOONEST_MS));
      failure.reset();
    } catch (error) {
      if (failure.shouldLog(error, performance.now()))
        services.log.error(
          { err: error, job: 'publication' },
          'Scheduled publication failed; it is tried again.',
        );
    }
    return wait;
  });
}
