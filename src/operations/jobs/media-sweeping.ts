import { setTimeout as pause } from 'node:timers/promises';
import { hidePictures } from '#api/media/hide.ts';
import { sweepMedia, sweepOrphans } from '#api/media/sweep.ts';
import { fileTexts } from '#calendar/posts/described-columns.ts';
import type { Services } from '#context.ts';
import { type Job, startJob } from './job.ts';

const EVERY_MS = 3_600_000;
/** Milliseconds that a start waits for the first sweep, which continues in the background in large folders. */
const START_WAITS_MS = 2_000;

/**
 * Starts the job that sweeps the media folder now and every hour, removing what interrupted writes and deletions
 * left. `isOurs` returns whether this process should do so. Failures are logged. Resolves after the first sweep, or
 * two seconds.
 */
export async function startSweeping(services: Services, isOurs: () => boolean = () => true): Promise<Job> {
  const { promise: swept, resolve } = Promise.withResolvers<void>();
  let isFirst = true;
  const job = startJob(async (isStopped) => {
    try {
      if (isFirst || isOurs()) await services.metrics.jobs.run('sweeping', () => sweep(services, isStopped));
    } catch (error) {
      services.log.error(
        { err: error, job: 'sweeping' },
        'The media folder could not be swept; it is tried again in an hour.',
      );
    }
    isFirst = false;
    resolve();
    return EVERY_MS;
  });
  await Promise.race([swept, pause(START_WAITS_MS, undefined, { ref: false })]);
  return job;
}

async function sweep(services: Services, isStopped: () => boolean): Promise<void> {
  // File times come from the machine's clock, not from the calendar's.
  const { epochMilliseconds } = Temporal.Now.instant();
  const beganMs = performance.now();
  services.log.info({ job: 'sweeping' }, 'The media folder is being swept.');
  const parts = await sweepMedia(services.media.folder, epochMilliseconds, isStopped);
  const orphans = await sweepOrphans(services, epochMilliseconds, isStopped);
  const hidden = await hidePictures({ services, viewer: null, now: services.now() }, fileTexts, isStopped);
  services.log.info(
    {
      job: 'sweeping',
      parts: parts.length,
      orphans: orphans.length,
      hidden,
      duration_ms: Math.round(performance.now() - beganMs),
    },
    'The media folder was swept.',
  );
}
