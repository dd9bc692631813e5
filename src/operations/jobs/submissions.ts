import { erasePictures } from '#calendar/submissions/actions.ts';
import { eraseContacts } from '#calendar/submissions/store.ts';
import type { Services } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import { type Job, startJob } from './job.ts';

const EVERY_MS = 3_600_000;
/** Digests of addresses are counted for a day (`DAILY` in calendar/submissions/limits.ts). */
const CLIENT_HOURS = 24;

/** Starts the job that erases who made submissions, and the pictures of rejected ones, some days after they were decided, now and every hour. */
export function startErasing(services: Services, isOurs: () => boolean = () => true): Job {
  return startJob(async () => {
    if (!isOurs()) return 10_000;
    try {
      await services.metrics.jobs.run('submissions', async () => {
        const now = services.now();
        const decidedUtc = utcText(now.subtract({ hours: 24 * services.config.contactDays }));
        const clientUtc = utcText(now.subtract({ hours: CLIENT_HOURS }));
        await erasePictures({ services, viewer: null, now }, decidedUtc);
        return services.db.write((trx) => eraseContacts(trx, { decidedUtc, clientUtc }));
      });
    } catch (error) {
      services.log.error(
        { err: error, job: 'submissions' },
        'Contacts and pictures of decided submissions could not be erased; it is tried again in an hour.',
      );
    }
    return EVERY_MS;
  });
}
