import type { EventQuery } from '#calendar/events/filters/query.ts';
import { listTitles, type TitledDate } from '#calendar/events/list/titles.ts';
import { occurrencePage } from '#calendar/events/series/present.ts';
import { listLinked, loadLocalizedLinked } from '#calendar/linked/store.ts';
import { shownLanguage } from '#calendar/translations/rules.ts';
import { presentVenue } from '#calendar/venues/present.ts';
import { type Call, translationIn } from '#context.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import type { EventStatus } from '#store/db/tables.ts';
import { type Html, trusted } from '#web/html/html.ts';
import { zoneIn } from './event-zone.ts';
import { type AskedDays, readDaysWith, type ViewDays } from './view-days.ts';

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
  /** What its zone is called where its clock isn't the site's; '' where it is. */
  readonly zone: string;
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
  /** 1: shown before others, unless a password hides it. */
  readonly featured: number;
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
    language: shownLanguage(row, call.language, call.deps.config.language),
    start,
    end,
    utcEnd: row.utc_end_date,
    zone: zoneIn(call, { ...row, all_day: row.all_day === 1 }),
    firstDay: start.slice(0, DAY),
    lastDay: end.slice(0, DAY),
    isAllDay: row.all_day === 1,
    isBar,
    isLong: days > TWO_WEEKS,
    status: row.event_status,
    color: row.color || 'slate',
    mark: row.mark || undefined,
    isVirtual: row.is_virtual === 1,
    featured: row.featured,
    venue: row.venue_id === null ? undefined : venues.get(row.venue_id),
  };
}

/** Returns the events of the days of a month, a week or a day, and sixty at most that run longer. */
export async function readGridDays(
  asked: Call,
  query: EventQuery,
  { isWithVenues, ...days }: AskedDays & { readonly isWithVenues: boolean },
): Promise<ViewDays<GridEvent>> {
  const view = await readDaysWith(asked, query, days, (call, ids) =>
    listTitles(call.deps.db.read, ids, { translation: translationIn(call), isWithVenues }),
  );
  const rows = [...view.days.values(), view.running].flat();
  const venues = isWithVenues ? await readVenues(asked, rows) : new Map<number, GridVenue>();
  const shown = (some: readonly TitledDate[]) => some.map((row) => gridEvent(asked, row, venues));
  return {
    ...view,
    days: new Map([...view.days].map(([day, some]) => [day, shown(some)])),
    running: shown(view.running),
  };
}
