import { translationIn } from '#api/routing/actor.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import { type DateSpan, listSpans } from '#calendar/events/list/outline.ts';
import { listTitles, type TitledDate } from '#calendar/events/list/titles.ts';
import { occurrencePage } from '#calendar/events/series/present.ts';
import { listLinked, loadLocalizedLinked } from '#calendar/linked/store.ts';
import { shownLanguage } from '#calendar/translations/rules.ts';
import { presentVenue } from '#calendar/venues/present.ts';
import type { Call } from '#context.ts';
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

/** When an event is on one of its dates. */
export interface GridSpan {
  readonly id: number;
  /** Wall clock of the event, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  readonly end: string;
  /** `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Whether it takes several days rather than a night: it is drawn across them. */
  readonly isBar: boolean;
  /** Whether it takes more than two weeks. */
  readonly isLong: boolean;
}

/** An event on one of its dates, as month, week and day show it. */
export interface GridEvent extends GridSpan {
  readonly url: string;
  readonly title: Html;
  readonly language: string;
  /** UTC. */
  readonly utcEnd: string;
  /** What its zone is called where its clock isn't the site's; '' where it is. */
  readonly zone: string;
  readonly isAllDay: boolean;
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
  const { read } = call.services.db;
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

function gridSpan({ id, start_date: start, end_date: end, days }: DateSpan): GridSpan {
  return {
    id,
    start,
    end,
    firstDay: start.slice(0, DAY),
    lastDay: end.slice(0, DAY),
    // What ends earlier in the day than it begins is a night's.
    isBar: days > 1 || (days === 1 && end.slice(DAY) >= start.slice(DAY)),
    isLong: days > TWO_WEEKS,
  };
}

function gridEvent(call: Call, row: TitledDate, venues: ReadonlyMap<number, GridVenue>): GridEvent {
  return {
    ...gridSpan(row),
    url: row.recurrence_id === '' ? call.links.page('event', row) : occurrencePage(call, row, row),
    title: trusted(titleDisplay(row.title)),
    language: shownLanguage(row, call.language, call.services.config.language),
    utcEnd: row.utc_end_date,
    zone: zoneIn(call, { ...row, all_day: row.all_day === 1 }),
    isAllDay: row.all_day === 1,
    status: row.event_status,
    color: row.color || 'slate',
    mark: row.mark || undefined,
    isVirtual: row.is_virtual === 1,
    featured: row.featured,
    venue: row.venue_id === null ? undefined : venues.get(row.venue_id),
  };
}

/** Returns the events of the days of a week or a day with their venues, and sixty at most that run longer. */
export async function readGridDays(
  asked: Call,
  query: EventQuery,
  days: AskedDays,
): Promise<ViewDays<GridEvent>> {
  const view = await readDaysWith(asked, query, days, (call, ids) =>
    listTitles(call.services.db.read, ids, { translation: translationIn(call), isWithVenues: true }),
  );
  const venues = await readVenues(asked, [...view.days.values(), view.running].flat());
  return mapDays(view, (row) => gridEvent(asked, row, venues));
}

/** Returns when a month's events are, and of sixty at most that run longer. */
export async function readGridSpans(
  call: Call,
  query: EventQuery,
  days: AskedDays,
): Promise<ViewDays<GridSpan>> {
  return mapDays(
    await readDaysWith(call, query, days, ({ services }, ids) => listSpans(services.db.read, ids)),
    gridSpan,
  );
}

/** Returns events by the IDs of their dates, without their venues. */
export async function readGridEvents(
  call: Call,
  ids: readonly number[],
): Promise<ReadonlyMap<number, GridEvent>> {
  const translation = translationIn(call);
  const rows = await listTitles(call.services.db.read, ids, { translation, isWithVenues: false });
  return new Map(rows.map((row) => [row.id, gridEvent(call, row, NO_VENUES)]));
}

const NO_VENUES: ReadonlyMap<number, GridVenue> = new Map();

const mapDays = <From, To>(view: ViewDays<From>, map: (entry: From) => To): ViewDays<To> => ({
  ...view,
  days: new Map(Array.from(view.days, ([day, some]) => [day, some.map(map)])),
  running: view.running.map(map),
});
