import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { capitalized, dayIn } from '../reading/day-texts.ts';
import { firstWeekday } from '../reading/weeks.ts';

/** Returns the weeks of a month, each as its days `YYYY-MM-DD`, with those of its neighbours that fill them. */
export function weeksOf(month: string, { week_start }: Pick<Site, 'week_start'>): string[][] {
  const first = Temporal.PlainDate.from(`${month}-01`);
  const lead = (first.dayOfWeek - firstWeekday[week_start] + 7) % 7;
  const count = Math.ceil((lead + first.daysInMonth) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => first.add({ days: week * 7 + at - lead }).toString()),
  );
}

/** Renders a month as a table of links to its days. @param linkTo the address of a day; undefined: it has none */
export function smallMonth(
  call: Call,
  site: Site,
  asked: {
    readonly month: string;
    readonly today: string;
    readonly linkTo: (day: string) => string | undefined;
  },
): Html {
  const { language } = call;
  const weeks = weeksOf(asked.month, site);
  const heads = (weeks[0] ?? []).map(
    (day) =>
      html`<th scope="col"><abbr title="${dayIn(language, 'weekday', day)}">${capitalized(language, dayIn(language, 'shortWeekday', day)).slice(0, 2)}</abbr></th>`,
  );
  const cell = (day: string) => {
    const classes = [day === asked.today ? 'today' : '', day.startsWith(asked.month) ? '' : 'out'].filter(
      Boolean,
    );
    const address = asked.linkTo(day);
    return html`<td${classes.length > 0 ? html` class="${classes.join(' ')}"` : ''}><a${address === undefined ? '' : html` href="${address}"`}${day === asked.today ? html` aria-current="date"` : ''}>${Number(day.slice(8))}</a></td>`;
  };
  return html`<section><h2>${translateText(call, 'page.another_day')}</h2><div class="mini"><table><caption>${capitalized(language, dayIn(language, 'monthAndYear', `${asked.month}-01`))}</caption><thead><tr>${heads}</tr></thead><tbody>${weeks.map((days) => html`<tr>${days.map(cell)}</tr>`)}</tbody></table></div></section>`;
}
