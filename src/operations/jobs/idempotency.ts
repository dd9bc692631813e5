import { trimKeptAnswers } from '#api/writes/store.ts';
import type { Services } from '#context.ts';
import { millisecondsOf } from '#foundation/time/clock.ts';
import { type Job, startJob } from './job.ts';
import { RepeatedFailureFilter } from './repeated-failure.ts';

const EVERY_MS = 15_000;
/** Pause between two steps, in which others write. */
const PAUSE_MS = 50;

/** Starts the job that removes answers kept for idempotency keys, a few at a time, when their day is over or there are too many. */
export function startTrimmingAnswers(services: Services, isOurs: () => boolean = () => true): Job {
  const failure = new RepeatedFailureFilter();
  const nowMs = millisecondsOf(services.now);
  return startJob(async () => {
    if (!isOurs()) return EVERY_MS;
    try {
      const areMore = await services.metrics.jobs.run('idempotency', () =>
        trimKeptAnswers(services.db, nowMs()),
      );
      failure.reset();
      return areMore ? PAUSE_MS : EVERY_MS;
    } catch (error) {
      if (failure.shouldLog(error, performance.now()))
        services.log.error(
          { err: error, job: 'idempotency' },
          'Answers kept for idempotency keys could not be removed; it is tried again.',
        );
      return EVERY_MS;
    }
  });
}
