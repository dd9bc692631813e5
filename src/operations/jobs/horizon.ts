import { layOutAllNext, layOutToHorizon, leastLaidOut } from '#calendar/events/series/horizon.ts';
import { dayWithinHorizon } from '#calendar/events/series/rules.ts';
import type { Services } from '#context.ts';
import { isSameVersion, type Version } from '#store/db/version.ts';
import { type Job, startJob } from './job.ts';
import { RepeatedFailureFilter } from './repeated-failure.ts';

const LOOK_EVERY_MS = 1_000;
/** A long series is laid out at once after it is written: pause between looks whether there is one. */
const WRITTEN_EVERY_MS = 200;
/** Pause once everything is laid out; a day begins somewhere each quarter of an hour. */
const REST_MS = 60_000;
/** Time after which it is seen again whether each series has a next date. */
const NEXT_EVERY_MS = 600_000;

/**
 * Lays out the dates of all series up to the horizon of the present day in their zones, and to their next date where
 * this is farther (contract R6, R7), in small
 * transactions between which others may write: a run that was stopped is continued by the next. Returns how many dates
 * were added.
 */
export async function extendHorizon(
  services: Services,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const beganMs = performance.now();
  const actor = { services, viewer: null, now: services.now() };
  let added = await layOutToHorizon(actor, isStopped);
  const nowMs = actor.now.epochMilliseconds;
  if (Math.abs(nowMs - services.laidOut.nextLookedMs) >= NEXT_EVERY_MS) {
    added += await layOutAllNext(actor, isStopped);
    if (!isStopped()) services.laidOut.nextLookedMs = nowMs;
  }
  if (added > 0)
    services.log.info(
      { job: 'horizon', dates: added, duration_ms: Math.round(performance.now() - beganMs) },
      'Dates of series were laid out.',
    );
  return added;
}

/** Returns whether a series was written that isn't laid out as far as the horizon is in all zones. */
async function isLeft({ db, config, now }: Services): Promise<boolean> {
  const { day, hasGaps } = await leastLaidOut(db.read);
  return hasGaps || (day !== undefined && day < dayWithinHorizon(config, now()));
}

/**
 * Starts the job that keeps the dates of series laid out while `isOurs` returns true. Failures are logged, repeated ones
 * once a minute, and retried.
 */
export function startHorizon(services: Services, isOurs: () => boolean = () => true): Job {
  const failure = new RepeatedFailureFilter();
  let seen: Version | undefined;
  let nextMs = Number.NEGATIVE_INFINITY;
  return startJob(async (isStopped) => {
    try {
      if (!isOurs()) return LOOK_EVERY_MS;
      const version = services.db.known();
      if (performance.now() < nextMs && (isSameVersion(version, seen) || !(await isLeft(services)))) {
        seen = version;
        return WRITTEN_EVERY_MS;
      }
      await services.metrics.jobs.run('horizon', () =>
        extendHorizon(services, () => isStopped() || !isOurs()),
      );
      failure.reset();
      nextMs = performance.now() + REST_MS;
      return WRITTEN_EVERY_MS;
    } catch (error) {
      if (failure.shouldLog(error, performance.now()))
        services.log.error(
          { err: error, job: 'horizon' },
          'Dates of series could not be laid out; it is tried again.',
        );
      return LOOK_EVERY_MS;
    }
  });
}
