import type { OutlineEntry } from '#calendar/events/list/outline.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { capitalized, dayIn, weekdayOf } from '../reading/day-texts.ts';
import { RIBBON_DAYS } from '../reading/list-days.ts';
import { shiftDay } from '../reading/view-days.ts';

/** Ticks that a day shows; a line closes the stack of more. */
const MOST_TICKS = 15;

/** Renders one small stroke for each event, in the order of the day and the colour of its category. */
export function ticks(events: readonly { readonly color: string | null }[], most = MOST_TICKS): Html {
  const shown = events.slice(0, most).map(({ color }) => html`<i class="c-${color ?? 'slate'}"></i>`);
  return html`<span class="ticks${events.length > most ? ' ticks-more' : ''}" aria-hidden="true">${shown}</span>`;
}

/** Renders a ribbon of days with their events. @param linkTo the address of a day; undefined: it has none */
export function ribbon(
  call: Call,
  asked: {
    readonly first: string;
    readonly today: string;
    readonly days: ReadonlyMap<string, readonly OutlineEntry[]>;
    readonly linkTo: (day: string) => string | undefined;
    /** Whether a day is shown below; by default the first is. */
    readonly isChosen?: (day: string) => boolean;
  },
): Html {
  const { language } = call;
  const { isChosen = (day) => day === asked.first } = asked;
  const items = Array.from({ length: RIBBON_DAYS }, (_, at) => {
    const day = shiftDay(asked.first, at);
    const events = asked.days.get(day) ?? [];
    const weekday = weekdayOf(day);
    const isFirst = at === 0 || day.endsWith('-01');
    const classes = [
      day === asked.today ? 'today' : '',
      isChosen(day) ? 'sel' : '',
      isFirst ? 'first' : '',
      weekday === 1 ? 'mon' : weekday === 6 ? 'sat' : weekday === 7 ? 'sun' : '',
    ].filter(Boolean);
    const address = asked.linkTo(day);
    const month = isFirst ? capitalized(language, dayIn(language, 'month', day)) : '';
    return html`<li${classes.length > 0 ? html` class="${classes.join(' ')}"` : ''}><a${address === undefined ? '' : html` href="${address}"`}${day === asked.today ? html` aria-current="date"` : ''}><span class="mo">${month}</span> <span class="wd">${capitalized(language, dayIn(language, 'shortWeekday', day))}</span> <span class="dn">${Number(day.slice(8))}</span>${ticks(events)} <span class="vh">${translateText(call, 'page.events', { count: events.length })}</span></a></li>`;
  });
  // What scrolls can be reached by keyboard.
  return html`<nav class="ribbon" aria-label="${translateText(call, 'page.ribbon')}" tabindex="0"><ol>${items}</ol></nav>`;
}
