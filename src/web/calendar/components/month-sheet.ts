import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { capitalized, dayIn, fullDay, weekdayOf } from '../reading/day-texts.ts';
import type { GridEvent } from '../reading/grid-events.ts';
import { ticks } from './ribbon.ts';

/** Ticks that a day of a small month shows; a line closes the stack of more. */
const MOST_TICKS = 8;

/** Renders a month for phones: its days with their ticks. @param chosen the day whose events stand below */
export function monthSheet(
  call: Call,
  shown: {
    readonly month: string;
    readonly today: string;
    readonly chosen: string;
    readonly weeks: readonly (readonly string[])[];
    readonly days: ReadonlyMap<string, readonly GridEvent[]>;
    readonly dayAddress: (day: string) => string | undefined;
  },
): Html {
  const { language } = call;
  const heads = (shown.weeks[0] ?? []).map(
    (day) =>
      html`<th scope="col"><abbr title="${dayIn(language, 'weekday', day)}">${capitalized(language, dayIn(language, 'shortWeekday', day)).slice(0, 2)}</abbr></th>`,
  );
  const cell = (day: string) => {
    const events = shown.days.get(day) ?? [];
    const classes = [
      day.startsWith(shown.month) ? '' : 'out',
      weekdayOf(day) === 7 ? 'sun' : '',
      day === shown.today ? 'today' : '',
      day === shown.chosen ? 'sel' : '',
    ].filter(Boolean);
    const address = shown.dayAddress(day);
    const label = translateText(call, 'page.day_events', {
      day: fullDay(language, day),
      events: translateText(call, 'page.events', { count: events.length }),
    });
    return html`<td${classes.length > 0 ? html` class="${classes.join(' ')}"` : ''}><a${address === undefined ? '' : html` href="${address}"`}${day === shown.today ? html` aria-current="date"` : ''}><span aria-hidden="true">${Number(day.slice(8))}</span>${ticks(events, MOST_TICKS)}<span class="vh">${label}</span></a></td>`;
  };
  return html`<table class="ms"><thead><tr>${heads}</tr></thead><tbody>${shown.weeks.map((days) => html`<tr>${days.map(cell)}</tr>`)}</tbody></table>`;
}
