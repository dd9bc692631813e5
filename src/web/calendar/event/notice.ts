import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { authoredText } from '#web/html/authored.ts';
import { type Html, html } from '#web/html/html.ts';
import { type IconName, icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { langOf } from '../components/event-row.ts';
import { fullDay, fullDayNear } from '../reading/day-texts.ts';
import type { EventView } from './event-view.ts';

function alert(look: string, name: IconName, title: string, content: Html | ''): Html {
  return html`<div class="alert${look}" role="status">${icon(name)}<div><h2>${title}</h2>${content}</div></div>`;
}

/** Returns whether an event has a day that it didn't have before. */
const isMoved = ({ event, start }: EventView): boolean =>
  event.previous_start_date !== null && event.previous_start_date.slice(0, 10) !== start.slice(0, 10);

function changed(call: Call, shown: EventView): Html | '' {
  const { event, start } = shown;
  const reason = plainText(event.event_status_reason);
  const said = reason ? html`<p>${authoredText(reason, langOf(call, event.language))}</p>` : '';
  const moved = () =>
    isMoved(shown)
      ? translateText(call, 'page.event.moved', { day: fullDay(call.language, start) })
      : translateText(call, event.event_status === 'postponed' ? 'page.postponed' : 'page.rescheduled');
  switch (event.event_status) {
    case 'canceled':
      return alert(' a-bad', 'x', translateText(call, 'page.canceled'), said);
    case 'postponed':
    case 'rescheduled':
      return alert(' a-warn', 'hist', moved(), said);
    case 'moved-online':
      return alert(' a-warn', 'screen', translateText(call, 'page.moved_online'), said);
    default:
      return '';
  }
}

function over(call: Call, { event, start }: EventView): Html {
  const { language } = call;
  const today = call.validity.today(call.services.config.timezone);
  const next = event.recurrence?.next;
  const link = next
    ? html` <a href="${next.url}">${translateText(call, 'page.event.next', { day: fullDayNear(language, next.start_date, today) })}</a>`
    : '';
  const was = translateText(call, 'page.event.was', { day: fullDayNear(language, start, today) });
  return alert('', 'hist', translateText(call, 'page.event.over'), html`<p>${was}${link}</p>`);
}

const isHidden = ({ status }: Event): boolean => status !== 'publish';

/** Renders what a visitor must know of an event before all else: that it isn't public, isn't as announced, or is over. */
export function notices(call: Call, shown: EventView): Html {
  const draft = isHidden(shown.event)
    ? alert(
        '',
        'eye',
        translateText(call, 'page.event.unpublished'),
        html`<p>${translateText(call, 'page.event.unpublished.note')}</p>`,
      )
    : '';
  const status = changed(call, shown);
  return html`${draft}${status}${shown.isPast && shown.event.event_status !== 'canceled' ? over(call, shown) : ''}`;
}
