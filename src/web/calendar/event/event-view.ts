import { mayRead, mayUnlock } from '#api/access/permissions.ts';
import { SMALL } from '#api/server/answer-size.ts';
import { costTextFor } from '#calendar/events/cost/cost-column.ts';
import { EVERYTHING, PAGE, volumeOf } from '#calendar/events/json/volume.ts';
import { presentEvents } from '#calendar/events/present.ts';
import type { Event } from '#calendar/events/schema.ts';
import { type EventRow, loadEvents, readerOf } from '#calendar/events/store.ts';
import type { Call } from '#context.ts';
import { translateText } from '#web/html/page.ts';
import { type PictureView, pictureView } from '../reading/picture-view.ts';

/** An event as its page shows it. */
export interface EventView {
  readonly event: Event;
  /** Its cost in words of the reader's language; '' where none is given or a password hides it. */
  readonly cost: string;
  readonly picture: PictureView | undefined;
  /** Whether a password hides all but title and dates. */
  readonly isLocked: boolean;
  /** Whether it is over; of a series, all of its dates. */
  readonly isPast: boolean;
  /** Wall clocks of the date that is shown; of a series, of the next one, or of the last. */
  readonly start: string;
  readonly end: string;
}

/** Returns whether the caller may see an event's page at all. */
export const isShown = (call: Call, row: EventRow): boolean =>
  row.status !== 'trash' && mayRead(call.viewer, row);

async function present(
  call: Call,
  row: EventRow,
  password: string | undefined,
  jsonLd: boolean,
): Promise<{ event: Event; picture: PictureView | undefined } | undefined> {
  let isLarge = false;
  const { records, pictures } = await loadEvents(call.services.db.read, [row.id], readerOf(call), {
    admit: async ([event]) => {
      isLarge = event !== undefined && volumeOf(event.links, { needs: EVERYTHING, closed: true }) > SMALL;
      return isLarge ? PAGE : EVERYTHING;
    },
  });
  const shown = { call, pictures, password, editing: false, single: true, jsonLd };
  let shownEvent: Event | undefined;
  await presentEvents(records, shown, (event) => {
    shownEvent = event;
  });
  // JSON-LD without the embedded descriptions would differ from the interface's.
  if (isLarge) delete shownEvent?.json_ld;
  const image = shownEvent?.image ? pictures.get(shownEvent.image.id) : undefined;
  return shownEvent && { event: shownEvent, picture: image && pictureView(image, call) };
}

/** Returns an event as its page shows it to whoever has this password; undefined where it is gone meanwhile. */
export async function readEventView(
  call: Call,
  row: EventRow,
  password: string | undefined,
): Promise<EventView | undefined> {
  const isLocked = !mayUnlock(call.viewer, row, { password, editing: false });
  const presented = await present(call, row, password, !isLocked);
  if (!presented) return undefined;
  const { event, picture } = presented;
  const { recurrence, recurrence_id } = event;
  const next = recurrence_id === null ? recurrence?.next : undefined;
  // A series has no date of its own.
  const isSeries = recurrence !== null && recurrence_id === null;
  return {
    event,
    picture,
    cost: isLocked
      ? ''
      : costTextFor(row.cost, call.services.config.currency, {
          language: call.language,
          free: translateText(call, 'page.free'),
        }),
    isLocked,
    isPast: isSeries ? !next : call.validity.hasCome(event.utc_end_date),
    start: next?.start_date ?? event.start_date,
    end: next?.end_date ?? event.end_date,
  };
}
