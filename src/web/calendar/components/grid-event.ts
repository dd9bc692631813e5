import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { mark } from '#web/html/icons.ts';
import type { Bar } from '../layout/bars.ts';
import { timeIn } from '../reading/day-texts.ts';
import type { GridEvent } from '../reading/grid-events.ts';
import { langOf } from './event-row.ts';

/** Renders the mark of an event's category, in its colour; nothing where it has none. */
export const markOf = ({ mark: shape, color }: GridEvent): Html | '' =>
  shape && color !== 'slate' ? mark(shape, color) : shape ? mark(shape) : '';

/** Renders a time of an event with its zone, where its clock isn't the site's. @param text a time or times in words */
export const zonedTime = ({ zone }: Pick<GridEvent, 'zone'>, text: string): Html =>
  html`<time>${text}${zone ? html` <small class="tz">${zone}</small>` : ''}</time>`;

/** Renders when an event begins, which all-day ones don't say. */
export const startTime = (call: Call, site: Site, event: GridEvent): Html | '' =>
  event.isAllDay || event.isBar ? '' : zonedTime(event, timeIn(call.language, site, event.start));

/**
 * Renders the bar of an event across the days of a week; a thread where it takes more than two weeks.
 * @param look a class of its own
 */
export function barLink(
  call: Call,
  { span, day, width, lane, isOpenStart, isOpenEnd }: Bar<GridEvent>,
  look = '',
): Html {
  const classes = [
    `mb c-${span.color} d${day} w${width} r${lane}`,
    look,
    span.isLong ? 'mb-th' : '',
    isOpenStart ? 'os' : '',
    isOpenEnd ? 'oe' : '',
    span.status === 'canceled' ? 'is-x' : '',
  ].filter(Boolean);
  return html`<a class="${classes.join(' ')}" href="${span.url}"><span${langOf(call, span.language)}>${markOf(span)}${span.title}</span></a>`;
}
