import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import {
  COLUMN,
  type ColumnBox,
  type ColumnEntry,
  type ColumnStack,
  layOutColumn,
} from '../layout/day-column.ts';
import { capitalized, dayIn, timeIn } from '../reading/day-texts.ts';
import type { GridEvent } from '../reading/grid-events.ts';
import type { Present } from '../reading/list-days.ts';
import { langOf } from './event-row.ts';
import { markOf, zonedTime } from './grid-event.ts';
import { dayClasses } from './month-grid.ts';

/** The hour with which the columns of a week begin. */
export const FIRST_HOUR = 8;
/** Letters of a line of a whole column, of a half or two thirds of one. */
const LETTERS = { whole: 28, first: 13, second: 13, over: 18 };
/** Letters that time and mark take. */
const HEAD = 8;
/** Pixels of a quarter hour, of a line, and above the first line of a row. */
const QUARTER = 11.5;
const LINE = 15.4;
const ABOVE = 3.6;
/** Letters of a line beside three tracks, in the narrowest column of hours. */
const STACKED = 20;
/** Rows of a day where the week is a sheet. */
const MOST_ROWS = 16;

/** Returns the quarter hour of a time on the clock, of the columns' from 0; it may lie outside. */
export const quarterOf = (time: string): number =>
  (Number(time.slice(11, 13)) - FIRST_HOUR) * 4 + Math.floor(Number(time.slice(14, 16)) / 15);

interface WeekEntry extends ColumnEntry {
  readonly event: GridEvent;
  readonly letters: number;
}

function entryOf(event: GridEvent): WeekEntry {
  const letters = plainText(event.title.markup).length + HEAD + event.zone.length;
  const end = Math.ceil(Number(event.end.slice(14, 16)) / 15) * 15;
  const last = (Number(event.end.slice(11, 13)) - FIRST_HOUR) * 4 + end / 15;
  return {
    id: event.id,
    event,
    letters,
    from: quarterOf(event.start),
    // What goes on into the night fills the evening.
    to: event.lastDay > event.firstDay ? COLUMN : last,
    wanted: Math.ceil((Math.ceil(letters / STACKED) * LINE + ABOVE) / QUARTER),
  };
}

/** Renders time, mark, title and venue of an event. */
function content(
  call: Call,
  site: Site,
  { event, when }: { event: GridEvent; when?: string },
  venueClass = '',
): Html {
  const time =
    when === undefined
      ? zonedTime(event, timeIn(call.language, site, event.start))
      : html`<time>${when}</time>`;
  const venue = event.venue
    ? html` <span${venueClass ? html` class="${venueClass}"` : ''}${langOf(call, event.venue.language)}>${event.venue.name}</span>`
    : '';
  return html`<span class="we-c">${time} ${markOf(event) || html`<i></i>`}<b${langOf(call, event.language)}>${event.title}</b>${venue}</span>`;
}

const stateOf = ({ status, utcEnd }: GridEvent, { utc }: Present): string[] => [
  utcEnd <= utc ? 'gone' : '',
  status === 'canceled' ? 'is-cancelled' : '',
];

const joined = (classes: readonly string[]): string => classes.filter(Boolean).join(' ');

const laneClasses = {
  whole: 'la1o1 to1o1',
  first: 'la1o2 to1o2',
  second: 'la2o2 to2o2',
  over: 'la2o3 to3o3 over',
};

function box(call: Call, site: Site, present: Present, part: ColumnBox<WeekEntry>): Html {
  const { event, letters } = part.entry;
  const lines = Math.floor((part.span * QUARTER - 6) / LINE);
  const needed = Math.ceil(letters / LETTERS[part.lane]);
  const classes = [
    `we-e c-${event.color} r${part.from} s${part.span} ${laneClasses[part.lane]}`,
    part.span <= 3 ? 'short' : '',
    event.lastDay > event.firstDay ? 'night' : '',
    // The title comes before the venue.
    needed >= lines ? 'nv' : '',
    ...stateOf(event, present),
  ];
  return html`<a class="${joined(classes)}" href="${event.url}">${content(call, site, { event })}</a>`;
}

/** Renders a row that only the sheet of a narrow window shows. */
const sheetRow = (call: Call, site: Site, present: Present, event: GridEvent, when?: string): Html =>
  html`<a class="${joined([`wk-r w-x c-${event.color}`, ...stateOf(event, present)])}" href="${event.url}">${content(call, site, when === undefined ? { event } : { event, when }, 'w-v')}</a>`;

function stack(
  call: Call,
  site: Site,
  present: Present,
  part: ColumnStack<WeekEntry>,
  address: string | undefined,
): Html {
  const width = Math.max(...part.tracks.map(({ lane }) => lane)) + 1;
  const tracks = part.tracks.map(
    ({ entry, from, span, lane }) =>
      html`<i class="wk-t c-${entry.event.color} r${from} s${span} k${lane}" aria-hidden="true"></i>`,
  );
  const rows = part.rows.map(({ entry: { event }, from, span }) => {
    const at = `r${from} s${span}`;
    const classes = [`wk-r c-${event.color}`, at, `kk${width}`, ...stateOf(event, present)];
    return html`<a class="${joined(classes)}" href="${event.url}">${content(call, site, { event }, 'w-v')}</a>`;
  });
  const hidden = part.hidden.map(({ event }) => sheetRow(call, site, present, event));
  const more =
    part.hidden.length > 0 && address
      ? html`<a class="wk-m r${part.moreFrom} s2 kk${width}" href="${address}">${translateText(call, 'page.more', { count: part.hidden.length })}</a>`
      : '';
  return html`<i class="wk-b r${part.from} s${part.span}" aria-hidden="true"></i>${tracks}${rows}${hidden}${more}`;
}

/** A day of a week. */
export interface WeekDay {
  readonly day: string;
  /** Events that begin on it, in date order. */
  readonly events: readonly GridEvent[];
  readonly address: string | undefined;
}

/** Renders the column of a day from 8 to 24; in a narrow window its events are rows. */
export function weekDay(call: Call, site: Site, present: Present, { day, events, address }: WeekDay): Html {
  const { language } = call;
  const whole = events.filter(({ isAllDay, isBar }) => isAllDay || isBar);
  const timed = events.filter(({ isAllDay, isBar }) => !isAllDay && !isBar);
  const wholeRows = whole.map((event) => {
    const count =
      Temporal.PlainDate.from(event.firstDay).until(Temporal.PlainDate.from(event.lastDay)).days + 1;
    const when =
      count > 1 ? translateText(call, 'page.days', { count }) : translateText(call, 'page.all_day');
    return sheetRow(call, site, present, event, when);
  });
  const parts = layOutColumn(timed.map(entryOf)).map((part) => ({
    from: part.from,
    markup: part.kind === 'box' ? box(call, site, present, part) : stack(call, site, present, part, address),
  }));
  const isToday = day === present.today;
  const now = quarterOf(present.wall);
  const line =
    isToday && now >= 0
      ? [
          {
            from: now,
            markup: html`<i class="wnow r${now}"><span><span class="vh">${translateText(call, 'page.now')}</span> ${timeIn(language, site, present.wall)}</span></i>`,
          },
        ]
      : [];
  const at = parts.findIndex(({ from }) => from > now);
  const inOrder = [...parts];
  inOrder.splice(at < 0 ? parts.length : at, 0, ...line);
  const count = translateText(call, 'page.events', { count: events.length });
  const weekday = dayIn(language, 'weekday', day);
  const all =
    events.length > MOST_ROWS && address
      ? html`<a class="w-x w-all" href="${address}">${translateText(call, 'page.all_on', { count: events.length, weekday })}</a>`
      : '';
  return html`<section class="${joined(['wday', ...dayClasses(day, present.today)])}" id="w-${day}" aria-labelledby="wh-${day}"><h2 id="wh-${day}"><span class="day-n">${Number(day.slice(8))}</span> <b>${capitalized(language, weekday)}</b> <small>${count}</small></h2>${wholeRows}${inOrder.map(({ markup }) => markup)}${all}</section>
`;
}
