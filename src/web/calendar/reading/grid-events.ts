import { listTitles, type TitledDate } from '#calendar/events/list/titles.ts';
import { occurrencePage } from '#calendar/events/series/present.ts';
import { listLinked, loadLocalizedLinked } from '#calendar/linked/store.ts';
import { presentLanguages } from '#calendar/translations/rules.ts';
import { presentVenue } from '#calendar/venues/present.ts';
import { type Call, translationIn } from '#context.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import type { EventStatus } from '#store/db/tables.ts';
import { type Html, trusted } from '#web/html/html.ts';

/** A venue as grids name it. */
export interface GridVenue {
  readonly id: number;
  readonly name: Html;
  readonly language: string;
  readonly url: string;
  /** Its district, else its city; '' where it has neither. */
  readonly part: string;
}

/** An event on one of its dates, as month, week and day show it. */
export interface GridEvent {
  readonly id: number;
  readonly url: string;
  readonly title: Html;
  readonly language: string;
  /** Wall clock of the event, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  readonly end: string;
  /** UTC. */
  readonly utcEnd: string;
  /** `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly isAllDay: boolean;
  /** Whether it takes several days rather than a night: it is drawn across them. */
  readonly isBar: boolean;
  /** Whether it takes more than two weeks. */
  readonly isLong: boolean;
  readonly status: EventStatus;
  readonly color: CategoryColor | 'slate';
  readonly mark: CategoryMark | undefined;
  readonly isVirtual: boolean;
  readonly venue: GridVenue | undefined;
}

/** Calendar days from the first to the last of what takes two weeks. */
const TWO_WEEKS = 13;
const DAY = 10;

async function readVenues(call: Call, rows: readonly TitledDate[]): Promise<ReadonlyMap<number, GridVenue>> {
  const { read } = call.deps.db;
  const ids = [...new Set(rows.flatMap(({ venue_id }) => venue_id ?? []))];
  const found = [...(await listLinked(read, 'venues', ids, 'lean')).values()];
  const shown = await loadLocalizedLinked(read, 'venues', found, translationIn(call));
  const options = { call, pictures: new Map(), password: undefined, editing: false, jsonLd: false };
  return new Map(
    shown.map((row) => {
      const { id, venue, url, language, district, city } = presentVenue(row, options);
      return [id, { id, name: trusted(venue), language, url, part: district || city || '' }];
    }),
  );
}

function gridEvent(call: Call, row: TitledDate, venues: ReadonlyMap<number, GridVenue>): GridEvent {
  const { id, start_date: start, end_date: end, days } = row;
  // What ends earlier in the day than it begins is a night's.
  const isBar = days > 1 || (days === 1 && end.slice(DAY) >= start.slice(DAY));
  return {
    id,
    url: row.recurrence_id === '' ? call.links.page('event', row) : occurrencePage(call, row, row),
    title: trusted(titleDisplay(row.title)),
    language: presentLanguages(row, call).language,
    start,
    end,
    utcEnd: row.utc_end_date,
    firstDay: start.slice(0, DAY),
    lastDay: end.slice(0, DAY),
    isAllDay: row.all_day === 1,
    isBar,
    isLong: days > TWO_WEEKS,
    status: row.event_status,
    color: row.color || 'slate',
    mark: row.mark || undefined,
    isVirtual: row.is_virtual === 1,
    venue: row.venue_id === null ? undefined : venues.get(row.venue_id),
  };
}

/** Returns events for month, week and day by their IDs; those that are gone drop out. */
export async function readGridEvents(
  call: Call,
  ids: readonly number[],
  { isWithVenues }: { readonly isWithVenues: boolean },
): Promise<ReadonlyMap<number, GridEvent>> {
  const rows = await listTitles(call.deps.db.read, ids, translationIn(call));
  const venues = isWithVenues ? await readVenues(call, rows) : new Map();
  return new Map(rows.map((row) => [row.id, gridEvent(call, row, venues)]));
}
