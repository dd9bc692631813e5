import { readDate } from '#foundation/time/typed.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { EventStatus } from '#store/db/tables.ts';
import type { EventRow } from './store.ts';
import { type EventTimes, soundUtc } from './times/dates.ts';

/** The columns that follow from the event's status. */
type StatusColumns = Pick<EventRow, 'event_status' | 'is_virtual' | 'previous_start_date'>;

/** Status fields of a write; `previous_start_date` as typed, on the event's clock, '' for none. */
interface SentStatus {
  readonly event_status?: EventStatus | undefined;
  readonly is_virtual?: boolean | undefined;
  readonly virtual_url?: string | undefined;
  readonly previous_start_date?: string | undefined;
}

/** Returns what is said of being online after a write; a denial counts where there is an online address that says otherwise. */
function virtualChoice(
  sent: SentStatus,
  before?: Pick<EventRow, 'is_virtual' | 'virtual_url'>,
): EventRow['is_virtual'] {
  if (sent.is_virtual === undefined) return before?.is_virtual ?? 0;
  if (sent.is_virtual) return 1;
  return (sent.virtual_url ?? before?.virtual_url ?? '') === '' ? 0 : 2;
}

/**
 * Returns the status of an event after a write, on the clock of its zone after it. What has moved online is virtual, and
 * stays so with its next status. The start that a rescheduled event gives up becomes its previous one, unless the write
 * names another.
 */
export function resultingEventStatus(
  sent: SentStatus,
  at: { now: Temporal.Instant; times: EventTimes },
  before?: Pick<EventRow, keyof StatusColumns | 'virtual_url' | 'start_date' | 'utc_start_date' | 'timezone'>,
): StatusColumns {
  const { now, times } = at;
  const event_status = sent.event_status ?? before?.event_status ?? 'scheduled';
  const typed = sent.previous_start_date;
  let previous_start_date = before?.previous_start_date ?? '';
  if (typed !== undefined)
    previous_start_date = typed === '' ? '' : (readDate(typed, { now, zone: times.timezone })?.wall ?? '');
  if (!typed && before && event_status === 'rescheduled') {
    const { start_date, timezone } = before;
    const utc = soundUtc(start_date, before.utc_start_date, timezone);
    if (utc !== times.utc_start_date)
      previous_start_date = timezone === times.timezone ? start_date : toWall(utc, times.timezone);
  }
  return {
    event_status,
    is_virtual: event_status === 'moved-online' ? 1 : virtualChoice(sent, before),
    previous_start_date,
  };
}
