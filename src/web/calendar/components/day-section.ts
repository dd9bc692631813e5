import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { capitalized, dayIn, timeIn, weekdayOf } from '../reading/day-texts.ts';
import type { DaySection, Present } from '../reading/list-days.ts';
import type { ListedEvent } from '../reading/listed-events.ts';
import { eventRow } from './event-row.ts';

/** Renders the heading of a day: weekday, numeral, month and the number of its events. */
function rail(call: Call, { day, total, from }: DaySection, present: Present, level: 2 | 3): Html {
  const { language } = call;
  const weekday = capitalized(language, dayIn(language, 'weekday', day));
  const named =
    day === present.today
      ? translateText(call, 'page.today_named', { weekday: dayIn(language, 'weekday', day) })
      : weekday;
  const form = day.slice(0, 4) === present.today.slice(0, 4) ? 'month' : 'monthAndYear';
  const count = translateText(call, 'page.events', { count: total });
  const title = html`<span class="day-wd">${named}</span> <span class="day-n">${Number(day.slice(8))}</span> <span class="day-mo">${capitalized(language, dayIn(language, form, day))}</span>`;
  return html`<div class="day-r">${level === 2 ? html`<h2 id="h-${day}">${title}</h2>` : html`<h3 id="h-${day}">${title}</h3>`}<p class="day-c">${from === undefined ? count : translateText(call, 'page.events_from', { events: count, time: from })}</p></div>`;
}

const rows = (
  call: Call,
  site: Site,
  events: readonly ListedEvent[],
  leadId: number | undefined,
  isPast = false,
) => events.map((listed) => eventRow(call, site, listed, { isPast, isLead: listed.event.id === leadId }));

/** Renders today's events: those that are over folded, then what is on, the present, and what comes. */
function todaysRows(
  call: Call,
  site: Site,
  section: DaySection,
  { wall, utc }: Present,
  leadId?: number,
): Html {
  const isOver = ({ event }: ListedEvent) => event.utc_end_date <= utc && !event.all_day;
  const over = section.events.filter(isOver);
  const others = section.events.filter((listed) => !isOver(listed));
  const isOn = ({ event }: ListedEvent) => event.all_day === true || event.utc_start_date <= utc;
  const on = others.filter(isOn);
  const coming = others.filter((listed) => !isOn(listed));
  const folded =
    over.length > 0
      ? html`<details class="earlier"><summary>${icon('down')}${translateText(call, 'page.earlier', { count: over.length })}</summary><ul class="evs">${rows(call, site, over, undefined, true)}</ul></details>`
      : '';
  const line = html`<p class="now"><span><span class="vh">${translateText(call, 'page.now')}</span> <time datetime="${utc.replace(' ', 'T')}Z">${timeIn(call.language, site, wall)}</time></span></p>`;
  // Above the first row there is nothing from which it would part.
  const present = folded || on.length > 0 ? line : '';
  return html`${folded}${on.length > 0 ? html`<ul class="evs">${rows(call, site, on, leadId)}</ul>` : ''}${present}${coming.length > 0 ? html`<ul class="evs">${rows(call, site, coming, leadId)}</ul>` : ''}`;
}

/** Renders a day with its events, the first that is featured and has a picture as its lead. @param look `level`: of its heading; `hasLead`: whether one leads */
export function daySection(
  call: Call,
  site: Site,
  section: DaySection,
  present: Present,
  { level = 2, hasLead = true }: { readonly level?: 2 | 3; readonly hasLead?: boolean } = {},
): Html {
  const { day, events, total, more, isPast = false } = section;
  const { language } = call;
  const isToday = day === present.today && !isPast;
  const leadId = (hasLead ? events : []).find(
    ({ event }) => event.featured && event.image && event.event_status === 'scheduled',
  )?.event.id;
  const weekday = weekdayOf(day);
  const look = weekday === 6 ? ' sat' : weekday === 7 ? ' sun' : '';
  const list = isToday
    ? todaysRows(call, site, section, present, leadId)
    : html`<ul class="evs">${rows(call, site, events, isPast ? undefined : leadId, isPast)}</ul>`;
  const rest =
    more !== undefined && total > events.length
      ? html`<a class="more-day" href="${more}">${translateText(call, 'page.more_on', { count: total - events.length, weekday: dayIn(language, 'weekday', day) })}</a>`
      : '';
  return html`<section class="day${isToday ? ' today' : ''}${look}" id="d-${day}" aria-labelledby="h-${day}">
${rail(call, section, present, level)}
<div class="day-e">${section.also ?? ''}${list}${rest}</div></section>
`;
}
