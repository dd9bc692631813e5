import {
  isReadInFull,
  mayEdit,
  mayRead,
  mayUnlock,
  type Owned,
  type Viewer,
} from '#api/access/permissions.ts';
import { presentImage } from '#api/media/present.ts';
import type { UnprotectedColumns } from '#api/routing/field-description.ts';
import { TimeSlice } from '#api/server/answer-size.ts';
import { presentOrganizer } from '#calendar/organizers/present.ts';
import type { Organizer, OrganizerRow } from '#calendar/organizers/schema.ts';
import type { PresentOptions } from '#calendar/posts/present.ts';
import { parseTextList } from '#calendar/posts/present.ts';
import { presentEmbeddedTerm } from '#calendar/terms/present.ts';
import { presentLanguages, rawTexts } from '#calendar/translations/rules.ts';
import { presentVenue } from '#calendar/venues/present.ts';
import type { Venue, VenueRow } from '#calendar/venues/schema.ts';
import type { Call } from '#context.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import { paragraphs } from '#foundation/text/paragraphs.ts';
import { dateDetails } from '#foundation/time/clock.ts';
import { abbreviation } from '#foundation/time/zone.ts';
import { costPieces, shownCost } from './cost/cost-column.ts';
import { eachLine, type eventDescription } from './fields.ts';
import type { DatedRow, DateMembers } from './json/date-members.ts';
import type { EventSource } from './json/event-json.ts';
import { eventJsonLd } from './json/jsonld.ts';
import type { Event } from './schema.ts';
import { authorOfOwn } from './series/layout.ts';
import { occurrencePage, presentRecurrence } from './series/present.ts';
import type { Occurrence } from './series/store.ts';
import { type EventRecord, type EventRow, loadItems } from './store.ts';
import { timesOfStored } from './times/dates.ts';

/** The reader and options that an event is presented for; `single` reads carry JSON-LD. */
export interface ShownEvent extends PresentOptions {
  single?: boolean;
  /** Embedded resources that have been presented already, by row. */
  embedded?: Embedded;
}

interface Embedded {
  venues: Map<VenueRow, Venue>;
  organizers: Map<OrganizerRow, Organizer>;
}

const NO_COST = { currency_symbol: '', currency_code: '', currency_position: '', values: [] };

/** The columns that a protected event shows; all others are reached through `open`. */
type ShownRow = UnprotectedColumns<typeof eventDescription, EventRow>;

const isVisible = (viewer: Viewer, item: Owned) => item.status !== 'trash' && mayRead(viewer, item);

function embeddedVenue(row: VenueRow, shown: ShownEvent): Venue {
  const venue = shown.embedded?.venues.get(row) ?? presentVenue(row, shown);
  shown.embedded?.venues.set(row, venue);
  return venue;
}

function embeddedOrganizer(row: OrganizerRow, shown: ShownEvent): Organizer {
  const organizer = shown.embedded?.organizers.get(row) ?? presentOrganizer(row, shown);
  shown.embedded?.organizers.set(row, organizer);
  return organizer;
}

/** Presenting a description of more characters takes a while. */
const LONG = 10_000;

/**
 * Presents events as their reader may see them, one after the other, and yields to other requests in between. A resource
 * that several embed is presented once.
 */
export async function presentEvents(
  records: readonly EventRecord[],
  shown: ShownEvent,
  visit: (event: Event) => void,
): Promise<void> {
  const breath = new TimeSlice(shown.call.services.turns);
  const all = { ...shown, embedded: { venues: new Map(), organizers: new Map() } };
  const nested = { ...all, jsonLd: shown.single === true };
  const { viewer } = shown.call;
  for (const record of records) {
    for (const row of record.venues)
      if (row.description.length > LONG && isVisible(viewer, row)) {
        embeddedVenue(row, nested);
        await breath.due;
      }
    for (const row of record.organizers)
      if (row.description.length > LONG && isVisible(viewer, row)) {
        embeddedOrganizer(row, nested);
        await breath.due;
      }
    visit(presentEvent(record, all));
    const { due } = breath;
    if (due) await due;
  }
}

/** Returns the ID of what an event stands below, as far as its reader may see that: of a date its series (contract R5). */
function parentOf({ row, parent, repeating }: EventRecord, shown: ShownEvent): number {
  if (repeating?.occurrence) return repeating.series.id;
  return parent && isReadInFull(shown.call.viewer, parent, shown) ? row.post_parent : 0;
}

/** Returns the identifiers of a date as those of its series with its own number, where the series' have the series' number. */
function identifierOfDate({ event_id, series_id }: Occurrence, id: number): (ofSeries: string) => string {
  const tail = `?id=${series_id}`;
  return (ofSeries) =>
    event_id === series_id && ofSeries.endsWith(tail)
      ? `${ofSeries.slice(0, -tail.length)}?id=${id}`
      : ofSeries;
}

/**
 * Presents what differs from date to date of a series, of a date or an event that doesn't repeat.
 * @param website as stored; null: the page of the event, undefined: a password hides it
 */
function presentDate(
  row: Omit<DatedRow, 'website'>,
  occurrence: Occurrence | undefined,
  website: string | null | undefined,
  call: Call,
): DateMembers {
  const { links, viewer } = call;
  const url = occurrence
    ? occurrencePage(call, row, occurrence)
    : links.page('event', row, mayRead(viewer, row));
  const own = occurrence ? identifierOfDate(occurrence, row.id) : (identifier: string) => identifier;
  const global_id = row.global_id === null ? links.globalId(row.id) : own(row.global_id);
  return {
    id: row.id,
    global_id,
    global_id_lineage: row.global_id_lineage ? parseTextList(row.global_id_lineage).map(own) : [global_id],
    url,
    rest_url: links.rest('events', row.id),
    start_date: row.start_date,
    start_date_details: dateDetails(row.start_date),
    end_date: row.end_date,
    end_date_details: dateDetails(row.end_date),
    utc_start_date: row.utc_start_date,
    utc_start_date_details: dateDetails(row.utc_start_date),
    utc_end_date: row.utc_end_date,
    utc_end_date_details: dateDetails(row.utc_end_date),
    timezone_abbr: abbreviation(row.utc_start_date, row.timezone),
    website: website === null ? url : (website ?? ''),
    recurrence_id: occurrence?.recurrence_id ?? null,
  };
}

/** Returns a series with the times of its first date, which a gap of the clock may have moved. */
function withFirstDate(record: EventRecord): EventRecord {
  const { row, repeating } = record;
  if (!repeating || repeating.occurrence || row.all_day === 1) return record;
  return { ...record, row: { ...row, ...timesOfStored(row) } };
}

/** Presents an event as its reader may see it: redacted where a password hides it (reference 2.8), embedding only what the reader may read (D8). */
export function presentEvent(stored: EventRecord, shown: ShownEvent): Event {
  const { call, pictures } = shown;
  const record = withFirstDate(stored);
  const { viewer } = call;
  const row: ShownRow = record.row;
  const isOpen = mayUnlock(viewer, record.row, { password: shown.password, editing: shown.editing });
  const open = isOpen ? record.row : undefined;
  const nested = { ...shown, jsonLd: shown.single === true };
  const venues: Venue[] = [];
  const organizers: Organizer[] = [];
  if (open) {
    for (const one of record.venues) if (isVisible(viewer, one)) venues.push(embeddedVenue(one, nested));
    for (const one of record.organizers)
      if (isVisible(viewer, one)) organizers.push(embeddedOrganizer(one, nested));
  }
  const [venue = []] = venues;
  const picture = open && open.image_id !== null ? pictures.get(open.image_id) : undefined;
  const { repeating } = record;
  const date = presentDate(record.row, repeating?.occurrence, open?.website, call);
  const { currency } = call.services.config;
  const cost = open ? shownCost(open.cost, currency) : { cost: '', cost_details: NO_COST };
  const { event_status_reason, accessibility_note, ...furtherLines } = eachLine((name) => open?.[name] ?? '');
  const flag = (value: 0 | 1 | undefined) => (value === undefined ? null : value === 1);
  const event: Event = {
    id: date.id,
    global_id: date.global_id,
    global_id_lineage: date.global_id_lineage,
    author: String((repeating?.occurrence && authorOfOwn(repeating.occurrence)) ?? row.author_id),
    status: row.status,
    date: row.date,
    date_utc: row.date_utc,
    modified: row.modified,
    modified_utc: row.modified_utc,
    url: date.url,
    rest_url: date.rest_url,
    title: titleDisplay(row.title),
    description: open ? paragraphs(open.description) : '',
    excerpt: open ? paragraphs(open.excerpt) : '',
    slug: row.slug,
    image: picture ? presentImage(picture, call) : false,
    all_day: flag(open?.all_day),
    start_date: date.start_date,
    start_date_details: date.start_date_details,
    end_date: date.end_date,
    end_date_details: date.end_date_details,
    utc_start_date: date.utc_start_date,
    utc_start_date_details: date.utc_start_date_details,
    utc_end_date: date.utc_end_date,
    utc_end_date_details: date.utc_end_date_details,
    timezone: row.timezone,
    timezone_abbr: date.timezone_abbr,
    cost: cost.cost,
    cost_details: cost.cost_details,
    website: date.website,
    show_map: flag(open?.show_map),
    show_map_link: flag(open?.show_map_link),
    hide_from_listings: flag(open?.hide_from_listings),
    sticky: flag(open?.sticky),
    featured: flag(open?.featured),
    ticketed: flag(open?.ticketed),
    tickets: open ? JSON.parse(open.tickets) : [],
    event_status: row.event_status,
    event_status_reason,
    previous_start_date: open?.previous_start_date || null,
    is_virtual: row.is_virtual === 1,
    virtual_url: open?.virtual_url ?? '',
    uid: open?.uid ?? '',
    accessibility: open ? JSON.parse(open.accessibility) : [],
    accessibility_note,
    spoken_languages: open ? JSON.parse(open.spoken_languages) : [],
    door_time: open?.door_time || null,
    opening_hours: open ? JSON.parse(open.opening_hours) : [],
    post_parent: parentOf(record, shown),
    recurrence_id: date.recurrence_id,
    recurrence: repeating ? presentRecurrence(repeating, record.row, call) : null,
    categories: open ? record.categories.map((term) => presentEmbeddedTerm(term, 'categories', call)) : [],
    tags: open ? record.tags.map((term) => presentEmbeddedTerm(term, 'tags', call)) : [],
    venue: venues.length > 1 ? venues : venue,
    organizer: organizers,
    custom_fields: [],
    ...presentLanguages(row, call),
    ...furtherLines,
  };
  if (shown.editing && mayEdit(viewer, record.row))
    event.raw = {
      ...rawTexts(record.row, record.own, call),
      cost: costPieces(record.row.cost),
      website: record.row.website,
      password: record.row.password,
    };
  if (shown.single && open) event.json_ld = eventJsonLd(event, record, currency);
  return event;
}

/** Loads events and presents them to anonymous readers, for the cache of their JSON. */
export const anonymousEvents: EventSource = {
  load: loadItems,
  presentDate: (row, occurrence, call) => presentDate(row, occurrence, row.website, call),
  present: (linked, call) =>
    presentEvent(
      { ...linked, venues: [], organizers: [], categories: [], tags: [] },
      { call, pictures: new Map(), password: undefined, editing: false, jsonLd: false },
    ),
};
