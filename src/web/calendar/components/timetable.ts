import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { layOutTimetable, type TimetableBox, type TimetableEntry } from '../layout/timetable.ts';
import { timeIn } from '../reading/day-texts.ts';
import type { GridEvent } from '../reading/grid-events.ts';
import type { Present } from '../reading/list-days.ts';
import { langOf } from './event-row.ts';
import { markOf, zonedTime } from './grid-event.ts';
import { FIRST_HOUR, quarterOf } from './week-day.ts';

/** Hours of the timetable, into the night. */
const HOURS = 18;
/** Places beyond which those with one event are folded. */
const MANY = 14;
const DAY_QUARTERS = 24 * 4;

interface DayEntry extends TimetableEntry {
  readonly event: GridEvent;
}

/** The events of a place, which is online or nowhere known where it has no venue. */
interface TimetableRow {
  readonly name: Html;
  readonly events: readonly GridEvent[];
}

function entryOf(event: GridEvent, day: string): DayEntry {
  const from = event.firstDay < day ? 0 : quarterOf(event.start);
  const end = quarterOf(event.end) + (Number(event.end.slice(14, 16)) % 15 > 0 ? 1 : 0);
  return { id: event.id, event, from, to: end + (event.lastDay > day ? DAY_QUARTERS : 0) };
}

/** Returns whether an event of the night before has ended when the timetable begins. */
export const isOfNightBefore = (event: GridEvent, day: string): boolean =>
  event.firstDay < day && event.lastDay === day && quarterOf(event.end) <= 0;

function box(call: Call, site: Site, { entry: { event }, ...at }: TimetableBox<DayEntry>): Html {
  const { language } = call;
  const start = timeIn(language, site, event.start);
  const times = event.start === event.end ? start : `${start}–${timeIn(language, site, event.end)}`;
  const place = `x${at.from} n${at.span}${at.lane > 0 ? ` r${at.lane}` : ''}`;
  const classes = `we-e c-${event.color} ${place}${event.status === 'canceled' ? ' is-cancelled' : ''}`;
  return html`<a class="${classes}" href="${event.url}">${markOf(event)}<b${langOf(call, event.language)}>${event.title}</b> <span>${zonedTime(event, times)}</span><i class="trk x${at.trackFrom} n${at.trackSpan}" aria-hidden="true"></i></a>`;
}

function placeName(call: Call, event: GridEvent): Html {
  const { venue } = event;
  if (!venue) return html`${translateText(call, event.isVirtual ? 'page.online' : 'page.elsewhere')}`;
  return html`<a href="${venue.url}"${langOf(call, venue.language)}>${venue.name}</a>${venue.part ? html` <small dir="auto">${venue.part}</small>` : ''}`;
}

/** Returns the events under their places: those with most first, then by their first events, without a venue last. */
function placesOf(call: Call, events: readonly GridEvent[]): TimetableRow[] {
  const byPlace = Map.groupBy(events, ({ venue, isVirtual }) => venue?.id ?? (isVirtual ? -1 : -2));
  const places = [...byPlace].sort(([a, some], [b, others]) =>
    a < 0 || b < 0 ? b - a : Number(others.length > 1) - Number(some.length > 1),
  );
  return places.flatMap(([, some]) => {
    const [first] = some;
    return first ? [{ name: placeName(call, first), events: some }] : [];
  });
}

/** Renders a timetable of a day: places down, hours across; on phones each event a line with a track to scale. */
export function timetable(
  call: Call,
  site: Site,
  shown: {
    readonly day: string;
    readonly total: number;
    readonly events: readonly GridEvent[];
    /** undefined: the day isn't the present one. */
    readonly present: Present | undefined;
  },
): Html {
  const { day, events, total, present } = shown;
  const now = present ? quarterOf(present.wall) : -1;
  const line = (text: Html | '' = '') =>
    now < 0 ? '' : html`<i class="dnow x${now}" aria-hidden="true">${text}</i>`;
  const places = placesOf(call, events);
  const row = ({ name, events: some }: TimetableRow) => {
    const boxes = layOutTimetable(some.map((event) => entryOf(event, day)));
    return html`<section class="drow"><h2>${name}</h2>${boxes.map((one) => box(call, site, one))}${line()}</section>`;
  };
  const single = places.filter((place) => place.events.length === 1);
  const isFolded = places.length > MANY && single.length < places.length;
  const open = isFolded ? places.filter((place) => place.events.length > 1) : places;
  const folded = isFolded
    ? html`<details class="dfold"><summary class="more-day dmore"><span>${translateText(call, 'page.more_places', { count: single.length })}</span></summary>${single.map(row)}</details>`
    : '';
  const hours = Array.from({ length: HOURS }, (_, at) => {
    const hour = String((FIRST_HOUR + at) % 24).padStart(2, '0');
    return html`<b class="x${at * 4} n4">${timeIn(call.language, site, `${day} ${hour}:00:00`)}</b>`;
  });
  const count = translateText(call, 'page.in_places', {
    events: translateText(call, 'page.events', { count: total }),
    count: places.length,
  });
  return html`<div class="dtab" tabindex="0" role="group" aria-label="${translateText(call, 'page.timetable')}"><div class="dhead" aria-hidden="true"><span>${count}</span>${hours}${present ? line(html`<span class="vh"> ${timeIn(call.language, site, present.wall)}</span>`) : ''}</div>
${open.map(row)}${folded}</div>`;
}

/** Renders what is on all day, for several days, or from the night before until the morning, above a timetable. */
export function dayBars(call: Call, site: Site, events: readonly GridEvent[], day: string): Html {
  const links = events.map((event) => {
    const classes = [
      `mb c-${event.color}`,
      event.isLong ? 'mb-th' : '',
      event.firstDay < day ? 'os' : '',
      event.lastDay > day ? 'oe' : '',
      event.status === 'canceled' ? 'is-x' : '',
    ].filter(Boolean);
    const until = isOfNightBefore(event, day)
      ? html`, ${zonedTime(event, translateText(call, 'page.until', { day: timeIn(call.language, site, event.end) }))}`
      : '';
    return html`<a class="${classes.join(' ')}" href="${event.url}"${langOf(call, event.language)}><span>${markOf(event)}${event.title}${until}</span></a>`;
  });
  return links.length === 0
    ? html``
    : html`<div class="dbars"><span>${translateText(call, 'page.all_day')}</span><div class="dbars-l">${links}</div></div>`;
}
