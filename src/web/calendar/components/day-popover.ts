import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { capitalized, dayIn } from '../reading/day-texts.ts';
import type { GridEvent } from '../reading/grid-events.ts';
import { langOf } from './event-row.ts';
import { markOf, startTime } from './grid-event.ts';

/** The parts of a day by the hours with which they begin. */
const parts = [
  ['page.part.morning', '00'],
  ['page.part.afternoon', '12'],
  ['page.part.evening', '18'],
  ['page.part.night', '22'],
] as const;

const hourOf = ({ start }: GridEvent): string => start.slice(11, 13);

/** Returns the events of a day under the names of its parts, those that have some. */
function byPart(events: readonly GridEvent[]): [Parameters<typeof translateText>[1], readonly GridEvent[]][] {
  const whole = events.filter(({ isAllDay, isBar }) => isAllDay || isBar);
  const timed = events.filter(({ isAllDay, isBar }) => !isAllDay && !isBar);
  const named = parts.map(([key, from], at): ReturnType<typeof byPart>[number] => {
    const until = parts[at + 1]?.[1] ?? '24';
    return [key, timed.filter((event) => hourOf(event) >= from && hourOf(event) < until)];
  });
  const all: ReturnType<typeof byPart> = [['page.all_day', whole], ...named];
  return all.filter(([, some]) => some.length > 0);
}

/**
 * Renders the events of a day of a month by the parts of the day; its button opens them over the cell.
 * @param shown `events`: those that it holds; `total`: all of the day, `late` of them begin at noon or later; `page`: the address
 * of the day's page, which has the others
 */
export function dayPopover(
  call: Call,
  site: Site,
  shown: {
    readonly day: string;
    readonly events: readonly GridEvent[];
    readonly total: number;
    readonly late: number;
    readonly page: string | undefined;
  },
): Html {
  const { day, events, total, late, page } = shown;
  const { language } = call;
  const weekday = dayIn(language, 'weekday', day);
  const count = translateText(call, 'page.events', { count: total });
  const note = late > 0 ? translateText(call, 'page.after_noon', { events: count, count: late }) : count;
  const isWhole = events.length === total;
  const item = (event: GridEvent) =>
    html`<li><a class="c-${event.color}${event.status === 'canceled' ? ' is-x' : ''}" href="${event.url}">${startTime(call, site, event) || html`<time></time>`} ${markOf(event) || html`<i></i>`}<span${langOf(call, event.language)}>${event.title}</span></a></li>`;
  // Of a part that is cut nobody would know what its number counts.
  const sections = byPart(events).map(
    ([key, some]) =>
      html`<h3>${translateText(call, key)}${isWhole ? html` <span class="num">${some.length}</span>` : ''}</h3><ul>${some.map(item)}</ul>`,
  );
  const named = isWhole
    ? translateText(call, 'page.as_page', { weekday: capitalized(language, weekday) })
    : translateText(call, 'page.all_on', { count: total, weekday });
  const foot = page ? html`<footer><a href="${page}">${named}</a></footer>` : '';
  return html`<div popover id="p-${day}" class="mpop" role="dialog" aria-label="${weekday}"><header><span class="day-n">${Number(day.slice(8))}</span><p><b>${capitalized(language, weekday)}</b><span>${note}</span></p><button class="ibtn" popovertarget="p-${day}" popovertargetaction="hide" aria-label="${translateText(call, 'page.close')}">${icon('x')}</button></header><div class="mpop-l" tabindex="0">${sections}</div>${foot}</div>`;
}
