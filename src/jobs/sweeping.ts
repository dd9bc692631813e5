import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '#http/call.ts';
import { sweepMedia, sweepOrphans } from '#media/sweep.ts';

const EVERY_MS = 3_600_000;
/** A start waits so long for the first sweep; in a large folder it goes on meanwhile. */
const START_WAITS_MS = 2_000;

/**
 * Sweeps the media folder now and each hour: what interrupted writes and deletions left. `isOurs` says whether this
 * process is the one to do it then. A failure is logged, and tried again the next time.
 */
export async function startSweeping(
  deps: Deps,
  isOurs: () => boolean = () => true,
): Promise<{ stop(): Promise<void> }> {
  const sweep = async () => {
    try {
      // Files have the machine's time, whatever clock the calendar has.
      const { epochMilliseconds } = Temporal.Now.instant();
      await sweepMedia(deps.media.folder, epochMilliseconds);
      await sweepOrphans(deps, epochMilliseconds);
    } catch (error) {
      deps.log.warn({ err: error }, 'The media folder could not be swept; it is tried again in an hour.');
    }
  };
  let running = sweep();
  const timer = setInterval(() => {
    if (isOurs()) running = running.then(sweep);
  }, EVERY_MS);
  timer.unref();
  await Promise.race([running, pause(START_WAITS_MS, undefined, { ref: false })]);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
