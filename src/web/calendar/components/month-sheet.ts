import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { capitalized, dayIn, fullDay, weekdayOf } from '../reading/day-texts.ts';
import type { GridEvent, GridSpan } from '../reading/grid-events.ts';
import { ticks } from './ribbon.ts';

/** Ticks that a day of a small month shows; a line closes the stack of more. */
const MOST_TICKS = 8;

/** Returns the events of a day that its ticks need: one more than it shows, which stands for all others. */
export const ticked = <T>(events: readonly T[]): readonly T[] => events.slice(0, MOST_TICKS + 1);

/** Renders a month for phones: its days with their ticks. @param chosen the day whose events stand below */
export function monthSheet(
  call: Call,
  shown: {
    readonly month: string;
    readonly today: string;
    readonly chosen: string;
    readonly weeks: readonly (readonly string[])[];
    readonly days: ReadonlyMap<string, readonly GridSpan[]>;
    /** By ID: those that have a tick. */
    readonly events: ReadonlyMap<number, GridEvent>;
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
    const marked = ticked(events).flatMap(({ id }) => shown.events.get(id) ?? []);
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
    return html`<td${classes.length > 0 ? html` class="${classes.join(' ')}"` : ''}><a${address === undefined ? '' : html` href="${address}"`}${day === shown.today ? html` aria-current="date"` : ''}><span aria-hidden="true">${Number(day.slice(8))}</span>${ticks(marked, MOST_TICKS)}<span class="vh">${label}</span></a></td>`;
  };
  return html`<table class="ms"><thead><tr>${heads}</tr></thead><tbody>${shown.weeks.map((days) => html`<tr>${days.map(cell)}</tr>`)}</tbody></table>`;
}
