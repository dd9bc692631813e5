import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { toUtc } from '#foundation/time/zone.ts';
import { type Html, html } from '#web/html/html.ts';
import { type IconName, icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { copyField } from '../components/subscribe.ts';
import { shiftDay } from '../reading/view-days.ts';
import { venuesOf } from './band.ts';
import type { EventView } from './event-view.ts';

const DAY = 10;

const item = (address: string, name: IconName, text: string): Html =>
  html`<li><a href="${address}">${icon(name)}<span>${text}</span></a></li>`;

/** Returns the place of an event in words: its venues with their addresses, or where it is online. */
function placeText(event: Event): string {
  const places = venuesOf(event).map(({ venue, address, zip, city }) =>
    [plainText(venue), address, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  );
  return places.join('; ') || event.virtual_url;
}

/** Returns the first and the last moment of a date as calendars take them, of whole days the day after as the end. */
function moments({ event, start, end }: EventView): {
  first: Temporal.PlainDateTime;
  last: Temporal.PlainDateTime;
} {
  const wall = (text: string) => Temporal.PlainDateTime.from(text.replace(' ', 'T'));
  if (event.all_day)
    return {
      first: wall(`${start.slice(0, DAY)} 00:00:00`),
      last: wall(`${shiftDay(end.slice(0, DAY), 1)} 00:00:00`),
    };
  const utc = (text: string) => wall(toUtc(text, event.timezone));
  return { first: utc(start), last: utc(end) };
}

function googleAddress(shown: EventView): string {
  const { event } = shown;
  const { first, last } = moments(shown);
  const text = (moment: Temporal.PlainDateTime) => {
    const digits = moment.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
    return event.all_day ? digits.slice(0, 8) : `${digits}Z`;
  };
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: plainText(event.title),
    dates: `${text(first)}/${text(last)}`,
    details: event.url,
    location: placeText(event),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

function outlookAddress(shown: EventView): string {
  const { event } = shown;
  const { first, last } = moments(shown);
  const text = (moment: Temporal.PlainDateTime) => {
    const iso = moment.toString({ smallestUnit: 'second' });
    return event.all_day ? iso.slice(0, DAY) : `${iso}Z`;
  };
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: plainText(event.title),
    startdt: text(first),
    enddt: text(last),
    location: placeText(event),
    body: event.url,
    ...(event.all_day ? { allday: 'true' } : {}),
  });
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`;
}

/** Renders the ways to have an event in a calendar of one's own. */
export function addMenu(call: Call, shown: EventView): Html {
  const file = `${call.links.rest('events', shown.event.id)}.ics`;
  const text = (key: Parameters<typeof translateText>[1]) => translateText(call, key);
  return html`<details class="menu menu-end" id="add"><summary class="btn btn-quiet">${icon('calplus')}<span>${text('page.event.add')}</span>${icon('down')}</summary><div class="pop"><ul class="menulist">${item(file, 'cal', text('page.event.add.apple'))}${item(googleAddress(shown), 'globe', text('page.subscribe.google'))}${item(outlookAddress(shown), 'globe', text('page.event.add.outlook'))}${item(file, 'down2', text('page.subscribe.file'))}</ul></div></details>`;
}

/** Renders the ways to tell others of a page. */
export function shareMenu(
  call: Call,
  { title, url }: { readonly title: string; readonly url: string },
): Html {
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return html`<details class="menu menu-end" id="share"><summary class="btn btn-quiet">${icon('share')}<span>${translateText(call, 'page.event.share')}</span></summary><div class="pop pop-wide"><ul class="menulist"><li hidden><button type="button" data-share="${url}" data-title="${title}">${icon('share')}<span>${translateText(call, 'page.event.share.device')}</span></button></li>${item(mail, 'mail', translateText(call, 'page.event.share.mail'))}</ul>${copyField(call, translateText(call, 'page.event.share.link'), url)}</div></details>`;
}
