import { listEventPage } from '#calendar/events/list/list.ts';
import { listOutline } from '#calendar/events/list/outline.ts';
import type { Call } from '#context.ts';
import type { DaySection, Present } from './list-days.ts';
import { type ListedEvent, loadListedEvents } from './listed-events.ts';
import { readViewQuery } from './view-query.ts';

/** A page of what is coming at a venue or by an organizer. */
export interface ComingEvents {
  /** Dates on all pages. */
  readonly total: number;
  readonly page: number;
  readonly hasMore: boolean;
  /** Events that begin today or later, and the nights that go on into today, by day. */
  readonly sections: readonly DaySection[];
  /** Events that began earlier and still run. */
  readonly longer: readonly ListedEvent[];
}

/** Dates on a page. */
const PER_PAGE = 24;

/** Returns a page of the published events that have not ended, in date order, of one venue or organizer. */
export async function readComingEvents(
  call: Call,
  kind: 'venue' | 'organizer',
  id: number,
  {
    page,
    present,
    condense,
  }: { readonly page: number; readonly present: Present; readonly condense: boolean },
): Promise<ComingEvents> {
  const nothing = { total: 0, page, hasMore: false, sections: [], longer: [] };
  const query = await readViewQuery(call, {
    filters: { [kind]: String(id), ...(condense ? { condense: 'true' } : {}) },
  });
  if (!query) return nothing;
  const bounds = [{ column: 'utc_end_date', operator: '>=', moment: present.utc }] as const;
  const { ids, total } = await listEventPage(
    call.services,
    { ...query, bounds: [...bounds] },
    { page, per_page: PER_PAGE },
  );
  const outline = await listOutline(call.services.db.read, ids);
  // Their texts are shown: the first sentence of what leads a day, and why something has changed.
  const whole = outline
    .filter(({ featured, changed }) => featured === 1 || changed === 1)
    .map(({ id }) => id);
  const [plain, full] = await Promise.all([
    loadListedEvents(
      call,
      ids.filter((one) => !whole.includes(one)),
    ),
    loadListedEvents(call, whole, { texts: true }),
  ]);
  const days = new Map<string, ListedEvent[]>();
  const longer: ListedEvent[] = [];
  for (const entry of outline) {
    const listed = full.get(entry.id) ?? plain.get(entry.id);
    if (!listed) continue;
    const start = entry.start_date.slice(0, 10);
    const day = start < present.today && entry.days <= 1 ? present.today : start;
    if (day < present.today) longer.push(listed);
    else days.set(day, [...(days.get(day) ?? []), listed]);
  }
  const sections = [...days].map(([day, events]) => ({ day, total: events.length, events }));
  return { total, page, hasMore: page * PER_PAGE < total, sections, longer };
}
