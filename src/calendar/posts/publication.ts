import { utcText } from '#foundation/time/clock.ts';
import { readDate } from '#foundation/time/typed.ts';
import { toWall } from '#foundation/time/zone.ts';
import { NO_DATE } from './status.ts';

/** `date` on the site's clock, `date_utc` in UTC. */
export interface Publication {
  date: string;
  date_utc: string;
}

/**
 * The publication moment of a write (reference 5.3, D13). One given: the other follows, except that a draft or pending
 * item given no `date_utc` has none. Both: each as given. Neither: as before, or now. `status` is the one asked for.
 * A draft without a moment gets one when it's published.
 */
export function publication(
  sent: { date?: string | undefined; date_utc?: string | undefined },
  at: { now: Temporal.Instant; zone: string; status: string; before?: Publication },
): Publication {
  const unpublished = at.status === 'draft' || at.status === 'pending';
  const nowUtc = utcText(at.now);
  const local = sent.date === undefined ? undefined : readDate(sent.date, { now: at.now, zone: at.zone });
  const utc = sent.date_utc === undefined ? undefined : readDate(sent.date_utc, { now: at.now, zone: 'UTC' });
  if (local && utc) return { date: local.wall, date_utc: utc.utc };
  if (local) return { date: local.wall, date_utc: unpublished ? NO_DATE : local.utc };
  if (utc) return { date: toWall(utc.utc, at.zone), date_utc: utc.utc };
  const { before } = at;
  if (before && (before.date_utc !== NO_DATE || unpublished || at.status === 'trash'))
    return { date: before.date, date_utc: before.date_utc };
  return { date: toWall(nowUtc, at.zone), date_utc: unpublished ? NO_DATE : nowUtc };
}
