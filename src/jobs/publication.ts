import { publishScheduledEvent } from '#events/actions.ts';
import type { Deps } from '#http/call.ts';
import { utcText } from '#time/clock.ts';

const LOOK_EVERY_MS = 15_000;
const SOONEST_MS = 50;
const BATCH = 100;

/** How long until the next item is due, milliseconds; undefined: none waits. */
async function untilNextDue({ db, now }: Deps): Promise<number | undefined> {
  const next = await db.read
    .selectFrom('events')
    .select((eb) => eb.fn.min('date_utc').as('due'))
    .where('status', '=', 'future')
    .executeTakeFirst();
  if (!next?.due) return undefined;
  const due = Temporal.Instant.from(`${next.due.replace(' ', 'T')}Z`);
  return due.epochMilliseconds - now().epochMilliseconds;
}

/** Publishes what is due, a batch a transaction. Gives how many events that were. */
export async function publishDue(deps: Deps): Promise<number> {
  const now = deps.now();
  const due = await deps.db.read
    .selectFrom('events')
    .select('id')
    .where('status', '=', 'future')
    .where('date_utc', '<=', utcText(now))
    .orderBy('date_utc')
    .limit(BATCH)
    .execute();
  if (due.length === 0) return 0;
  const actor = { deps, viewer: null, now };
  return deps.db.write(async (trx) => {
    let published = 0;
    for (const { id } of due) if (await publishScheduledEvent(trx, actor, id)) published++;
    return published;
  });
}

/**
 * Publishes scheduled items when their date comes, without anyone's help (D30). Several processes may do so at once:
 * each item is published by the first. A failure is logged and tried again at the next look.
 */
export function startPublication(deps: Deps): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const look = async () => {
    let wait = LOOK_EVERY_MS;
    try {
      while (!stopped && (await publishDue(deps)) === BATCH);
      const next = await untilNextDue(deps);
      // A standing clock never comes nearer; a moving one is met to the second.
      if (next !== undefined && !deps.config.clockStands)
        wait = Math.min(wait, Math.max(SOONEST_MS, next + SOONEST_MS));
    } catch (error) {
      deps.log.error({ err: error }, 'Scheduled publication failed; it is tried again.');
    }
    if (!stopped) {
      timer = setTimeout(run, wait);
      timer.unref();
    }
  };
  const run = () => {
    running = look();
  };
  run();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
