import type { Event } from '#calendar/events/schema.ts';
import { NO_DATE } from '#calendar/posts/rules.ts';
import { decimalText } from '#foundation/text/decimal.ts';
import { plainText } from '#foundation/text/markup.ts';
import { daysFrom, secondsOf } from '#foundation/time/clock.ts';
import { comesTwice, toUtc, toWall, zoneId } from '#foundation/time/zone.ts';
import type { CategoryColor } from '#store/db/field-values.ts';
import { type FeedItem, modifiedUtcOf } from '../items/items.ts';
import { visitorText } from '../items/text.ts';
import { joined, locationText } from '../items/when.ts';
import { contentLine, day, moment, parameterValue, textValue, uriValue } from './line.ts';
import { isUtc } from './timezone.ts';

const DAY = 10;

/** The clock of a component's times: a zone, or none for all-day events. */
export interface ComponentClock {
  readonly zone: string;
  readonly isAllDay: boolean;
}

/** Times of a component: wall clocks of its zone. */
export interface ComponentTimes {
  readonly start_date: string;
  readonly end_date: string;
}

/** The parts of a component that make it a series or a date of one. */
export interface ComponentRecurrence {
  /** The wall clock of the series at which its rule put this date. */
  readonly id?: { readonly at: string; readonly clock: ComponentClock };
  /** Content lines of RRULE, RDATE and EXDATE, without their ends. */
  readonly lines?: readonly string[];
}

/** Returns a property of type DATE-TIME or DATE on a clock, with one or several wall clocks. */
export function dateProperty(
  name: string,
  walls: readonly string[],
  { zone, isAllDay }: ComponentClock,
): string {
  if (isAllDay) return `${name};VALUE=DATE:${walls.map(day).join(',')}`;
  if (isUtc(zone)) return `${name}:${walls.map((wall) => `${moment(wall)}Z`).join(',')}`;
  return `${name};TZID=${zoneId(zone)}:${walls.map(moment).join(',')}`;
}

/** Returns the clock of a presented event. What a password hides has times, whether it takes all day or not. */
export const clockOf = ({ timezone, all_day }: Pick<Event, 'timezone' | 'all_day'>): ComponentClock => ({
  zone: timezone,
  isAllDay: all_day === true,
});

function* organizerLines({ organizer }: Event): Generator<string> {
  const chief = organizer.find(({ email }) => email);
  for (const one of organizer) {
    const name = plainText(one.organizer);
    if (one === chief)
      yield `ORGANIZER;CN=${parameterValue(name)}:mailto:${uriValue(one.email ?? '').replaceAll('?', '%3F')}`;
    else yield `CONTACT:${textValue(joined([name, one.phone, one.email, one.website], ', '))}`;
  }
}

/** Returns a time of a component: one that comes twice in UTC, since readers don't agree on which one is meant. */
const timeProperty = (name: string, wall: string, clock: ComponentClock): string =>
  comesTwice(wall, clock.zone)
    ? `${name}:${moment(toUtc(wall, clock.zone))}Z`
    : dateProperty(name, [wall], clock);

/** Returns seconds as iCalendar writes a duration: `P1DT2H30M` (RFC 5545 §3.3.6). */
function durationText(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const {
    hours,
    minutes,
    seconds: left,
  } = Temporal.Duration.from({ seconds: seconds % 86_400 }).round({
    largestUnit: 'hours',
  });
  const time = [hours && `${hours}H`, minutes && `${minutes}M`, left && `${left}S`].filter(Boolean).join('');
  return `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`;
}

function* timeLines(
  clock: ComponentClock,
  { start_date, end_date }: ComponentTimes,
  repeats: boolean,
): Generator<string> {
  if (clock.isAllDay) {
    yield dateProperty('DTSTART', [start_date], clock);
    const after = daysFrom(end_date, 1);
    // There is no day after the last of the year 9999; without an end an event takes one day.
    if (after.slice(0, DAY) > start_date.slice(0, DAY)) yield dateProperty('DTEND', [after], clock);
    return;
  }
  // A rule goes by the clock of its first date.
  const property = repeats ? (name: string, wall: string) => dateProperty(name, [wall], clock) : timeProperty;
  yield property('DTSTART', start_date, clock);
  if (end_date === start_date) return;
  // What readers make of an end that the clock skips isn't what its other dates end at.
  const isSkipped = toWall(toUtc(end_date, clock.zone), clock.zone) !== end_date;
  if (isSkipped) yield `DURATION:${durationText((secondsOf(end_date) ?? 0) - (secondsOf(start_date) ?? 0))}`;
  else yield property('DTEND', end_date, clock);
}

function geoLine({ venue }: Event): string | undefined {
  // Coordinates that a password hides are shown as zeros.
  const located = [venue]
    .flat()
    .find(
      ({ geo_lat, geo_lng, show_map }) => geo_lat !== undefined && geo_lng !== undefined && show_map !== null,
    );
  if (located?.geo_lat === undefined || located.geo_lng === undefined) return undefined;
  return `GEO:${decimalText(located.geo_lat)};${decimalText(located.geo_lng)}`;
}

const MIME_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

function imageLine({ image }: Event): string | undefined {
  if (!image) return undefined;
  const type = MIME_TYPES[image.extension.toLowerCase()];
  return `IMAGE;VALUE=URI;DISPLAY=BADGE${type ? `;FMTTYPE=${type}` : ''}:${uriValue(image.url)}`;
}

/** Names of CSS for those of our colours that aren't (RFC 7986 §5.9). */
const CSS_COLORS: Partial<Record<CategoryColor, string>> = { amber: 'goldenrod', slate: 'slategray' };

/** Returns the colour of the event's first category. */
function colorLine({ categories: [first] }: Event): string | undefined {
  return first?.color && `COLOR:${CSS_COLORS[first.color] ?? first.color}`;
}

const STATUSES: Readonly<Record<string, string>> = { canceled: 'CANCELLED', postponed: 'TENTATIVE' };

/** Returns the VEVENT of a presented event, at its own times unless others are given (RFC 5545 §3.6.1, contract F3). */
export function eventComponent(
  item: FeedItem,
  { id, lines = [] }: ComponentRecurrence = {},
  times: ComponentTimes = item.event,
): string {
  const { event, uid, sequence, isProtected } = item;
  const description = visitorText(item);
  const location = locationText(event);
  const clock = clockOf(event);
  const modified = `${moment(modifiedUtcOf(event))}Z`;
  const isOff = clock.isAllDay || event.event_status === 'canceled';
  const visibility = event.status === 'private' ? 'PRIVATE' : isProtected ? 'CONFIDENTIAL' : undefined;
  const properties = [
    'BEGIN:VEVENT',
    `UID:${textValue(uid)}`,
    `DTSTAMP:${modified}`,
    event.date_utc === NO_DATE ? undefined : `CREATED:${moment(event.date_utc)}Z`,
    `LAST-MODIFIED:${modified}`,
    `SEQUENCE:${sequence}`,
    ...timeLines(clock, times, lines.length > 0),
    id && dateProperty('RECURRENCE-ID', [id.at], id.clock),
    ...lines,
    `SUMMARY:${textValue(plainText(event.title))}`,
    description && `DESCRIPTION:${textValue(description)}`,
    event.description && `X-ALT-DESC;FMTTYPE=text/html:${textValue(event.description)}`,
    location && `LOCATION:${textValue(location)}`,
    geoLine(event),
    event.categories.length > 0
      ? `CATEGORIES:${event.categories.map(({ name }) => textValue(plainText(name))).join(',')}`
      : undefined,
    colorLine(event),
    event.event_status_reason && `COMMENT:${textValue(plainText(event.event_status_reason))}`,
    ...organizerLines(event),
    `URL:${uriValue(event.url)}`,
    `STATUS:${STATUSES[event.event_status] ?? 'CONFIRMED'}`,
    `TRANSP:${isOff ? 'TRANSPARENT' : 'OPAQUE'}`,
    visibility && `CLASS:${visibility}`,
    imageLine(event),
    event.virtual_url && `CONFERENCE;VALUE=URI:${uriValue(event.virtual_url)}`,
    'END:VEVENT',
  ];
  let text = '';
  for (const property of properties) if (property) text += contentLine(property);
  return text;
}
