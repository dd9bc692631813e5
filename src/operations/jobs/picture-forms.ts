import { renewNextPicture } from '#api/media/renew.ts';
import type { Services } from '#context.ts';
import { type Job, startJob } from './job.ts';
import { RepeatedFailureFilter } from './repeated-failure.ts';

/** Between two pictures, which requests have for themselves. */
const PAUSE_MS = 500;
/** After a failure, and while another node does this. */
const RETRY_MS = 30_000;
/** Once none is left: a restored or moved calendar may bring some. */
const REST_MS = 3_600_000;

/**
 * Starts the job that gives pictures of earlier uploads the forms that take fewer bytes, one after the other, while `isOurs`
 * returns true; it goes on where it was stopped. Failures are logged, repeated ones once a minute, and retried.
 * @param firstMs milliseconds until the first picture
 */
export function startPictureForms(
  services: Services,
  isOurs: () => boolean = () => true,
  firstMs: number = RETRY_MS,
): Job {
  const failure = new RepeatedFailureFilter();
  let renewed = 0;
  return startJob(async () => {
    if (!isOurs()) return RETRY_MS;
    try {
      const actor = { services, viewer: null, now: services.now() };
      const id = await services.metrics.jobs.run('picture_forms', () => renewNextPicture(actor));
      failure.reset();
      if (id !== undefined) {
        renewed += 1;
        return PAUSE_MS;
      }
      if (renewed > 0)
        services.log.info(
          { job: 'picture_forms', pictures: renewed },
          'Pictures of earlier uploads have their smaller forms.',
        );
      renewed = 0;
      return REST_MS;
    } catch (error) {
      if (failure.shouldLog(error, performance.now()))
        services.log.error(
          { err: error, job: 'picture_forms' },
          'An older picture could not get its smaller forms; it is tried again.',
        );
      return RETRY_MS;
    }
  }, firstMs);
}
