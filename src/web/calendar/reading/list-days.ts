import type { EventQuery } from '#calendar/events/filters/query.ts';
import type { OutlineEntry } from '#calendar/events/list/outline.ts';
import type { Call } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { Html } from '#web/html/html.ts';
import { type ListedEvent, loadListedEvents } from './listed-events.ts';
import { findNextDay, readViewDays, shiftDay } from './view-days.ts';
import { condensedFrom } from './view-query.ts';

/** A day of a list with the events that it shows. */
export interface DaySection {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Events of the day, more than it shows where they are many. */
  readonly total: number;
  /** In date order. */
  readonly events: readonly ListedEvent[];
  /** Address of the page that shows all of them; undefined: this one. */
  readonly more?: string | undefined;
  /** Stands above its events. */
  readonly also?: Html | '';
  /** The time, by the site's clock, from which it shows the day; undefined: all of it. */
  readonly from?: string | undefined;
  /** It lists what is over: nothing of it is folded away. */
  readonly isPast?: boolean | undefined;
}

/** The present, as pages show it: to the minute. */
export interface Present {
  /** `YYYY-MM-DD` of the site. */
  readonly today: string;
  /** Wall clock of the site, and UTC, as texts `YYYY-MM-DD HH:MM:SS`. */
  readonly wall: string;
  readonly utc: string;
}

/** The events of a page of the list. */
export interface ListDays {
  readonly sections: readonly Omit<DaySection, 'more'>[];
  /** Events that run on the first day, and last more than two weeks or began earlier; at most twelve. */
  readonly running: readonly ListedEvent[];
  /** All of those. */
  readonly runningTotal: number;
  /** Events that begin before the next page and last more than two weeks. */
  readonly soon: readonly ListedEvent[];
  /** All events of the ribbon's days. */
  readonly days: ReadonlyMap<string, readonly OutlineEntry[]>;
  /** The day with which the next page begins; undefined: this is the last. */
  readonly next: string | undefined;
}

/** Days that the ribbon above a list shows. */
export const RIBBON_DAYS = 28;
/** A page of the list ends with the day that brings it to so many events. */
const ENOUGH = 24;
/** Events that a day shows: the first two days, and the others. */
const MOST_OF_FIRST = 12;
const MOST_OF_OTHERS = 8;
/** Events that a day with more of them shows. */
const CHOSEN = 6;
const MOST_RUNNING = 12;
const MOST_SOON = 12;

/** Returns the present as pages show it, right for this minute. */
export function presentOf(call: Call): Present {
  const { timezone } = call.services.config;
  const today = call.validity.today(timezone);
  const utc = `${utcText(call.now).slice(0, 16)}:00`;
  return { today, utc, wall: toWall(utc, timezone) };
}

/** Returns the events that stand for a day with many: what is featured, and others spread over the day. */
export function chooseOfDay<T extends Pick<OutlineEntry, 'featured'>>(
  events: readonly T[],
  most: number,
): readonly T[] {
  if (events.length <= most) return events;
  const count = Math.min(CHOSEN, most);
  const chosen = new Set(events.filter(({ featured }) => featured === 1).slice(0, count));
  const others = events.filter((entry) => !chosen.has(entry));
  const wanted = count - chosen.size;
  for (let at = 0; at < wanted; at++) {
    const entry = others[Math.floor((at * others.length) / wanted)];
    if (entry) chosen.add(entry);
  }
  return events.filter((entry) => chosen.has(entry));
}

/** Returns whether something that began earlier belongs to the first day: it is a night's, not several days'. */
const isNight = ({ days }: OutlineEntry): boolean => days <= 1;

/** Returns the events of a page of the list, days from `first` on: of many events of a day those that lead it. */
export async function readListDays(
  call: Call,
  query: EventQuery,
  asked: { readonly first: string; readonly present: Present },
): Promise<ListDays> {
  const { first, present } = asked;
  const last = shiftDay(first, RIBBON_DAYS - 1);
  const isToday = first === present.today;
  const left = { column: 'utc_end_date', operator: '>', moment: present.utc } as const;
  const view = await readViewDays(call, isToday ? condensedFrom(query, left) : query, { first, last });
  // What ended earlier today is no longer on.
  const nowOr = (entry: OutlineEntry) => !isToday || entry.end_date > present.wall;
  const running = view.running.filter(nowOr);
  const nights = running.filter((entry) => entry.start_date.slice(0, 10) < first && isNight(entry));
  const days = new Map(view.days);
  if (nights.length > 0) days.set(first, [...nights, ...(days.get(first) ?? [])]);

  const shown: { day: string; total: number; chosen: readonly OutlineEntry[] }[] = [];
  let count = 0;
  const filled = [...days.keys()].sort();
  for (const day of filled) {
    if (count >= ENOUGH) break;
    const events = days.get(day) ?? [];
    const chosen = chooseOfDay(events, shown.length < 2 ? MOST_OF_FIRST : MOST_OF_OTHERS);
    shown.push({ day, total: events.length, chosen });
    count += chosen.length;
  }
  const lastShown = shown.at(-1)?.day ?? first;
  const next = filled.find((day) => day > lastShown) ?? (await findNextDay(call, query, shiftDay(last, 1)));
  const longer = running.filter((entry) => !nights.includes(entry));
  const startOf = ({ start_date }: OutlineEntry) => start_date.slice(0, 10);
  const begun = longer.filter((entry) => startOf(entry) <= first);
  const soon = longer
    .filter((entry) => startOf(entry) > first && (next === undefined || startOf(entry) < next))
    .slice(0, MOST_SOON);
  // Their texts are shown: the first sentence of what leads a day, and why something has changed.
  const leads = shown.flatMap(({ chosen }) =>
    chosen.filter(({ featured, changed }) => featured === 1 || changed === 1).map(({ id }) => id),
  );
  const plain = [...shown.flatMap(({ chosen }) => chosen), ...begun.slice(0, MOST_RUNNING), ...soon]
    .map(({ id }) => id)
    .filter((id) => !leads.includes(id));
  const [loaded, whole] = await Promise.all([
    loadListedEvents(call, plain),
    loadListedEvents(call, leads, { texts: true }),
  ]);
  const listed = ({ id }: OutlineEntry) => whole.get(id) ?? loaded.get(id) ?? [];
  // Where there is nothing for weeks, the page begins with what comes then.
  const apart = {
    running: begun.slice(0, MOST_RUNNING).flatMap(listed),
    runningTotal: begun.length,
    soon: soon.flatMap(listed),
    days,
  };
  if (shown.length === 0 && next !== undefined)
    return { ...(await readListDays(call, query, { ...asked, first: next })), ...apart };
  return {
    sections: shown.map(({ day, total, chosen }) => ({ day, total, events: chosen.flatMap(listed) })),
    ...apart,
    next,
  };
}
