import type { Call } from '#context.ts';
import { authored } from '#web/html/authored.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { mark } from '#web/html/icons.ts';
import type { TermView } from '../reading/term-view.ts';
import { langOf } from './event-row.ts';

/** Renders the heading of a view of one category or tag: its name with its mark, and what is said of it. @param isDated names the days that are shown, too */
export function termHeading(call: Call, { term }: TermView, days: string, isDated: boolean): Html {
  const look = term.color && term.mark ? mark(term.mark, term.color) : '';
  const lang = langOf(call, term.language);
  const about = term.description ? html`<div class="lead">${authored(term.description, lang)}</div>` : '';
  return html`<div class="lede-t"><h1 lang="${term.language}" dir="auto">${look}${trusted(term.name)}</h1>${isDated ? html`<p class="muted">${days}</p>` : ''}${about}</div>`;
}
