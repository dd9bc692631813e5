import type { Site } from '#api/settings/site-settings.ts';
import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { type IconName, icon, mark } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { dayIn, timeIn } from '../reading/day-texts.ts';
import { zonedMoment, zoneIn } from '../reading/event-zone.ts';
import type { ListedEvent } from '../reading/listed-events.ts';
import { accessIcons } from './access-icons.ts';
import { picture } from './picture.ts';

const DAY = 10;

/** Returns the attributes of an authored text: its language, where that isn't the page's, and that its words give its direction. */
export const langOf = (call: Call, language: string): Html =>
  language === call.language ? html` dir="auto"` : html` lang="${language}" dir="auto"`;

/** Returns the start for `<time datetime>`: on its own clock with the offset, or only the day (HTML §4.5.14). */
const machineTime = (event: Event): string =>
  event.all_day ? event.start_date.slice(0, DAY) : zonedMoment(event.start_date, event.utc_start_date);

const daysOf = ({ start_date, end_date }: Event): number =>
  Temporal.PlainDate.from(start_date.slice(0, DAY)).until(Temporal.PlainDate.from(end_date.slice(0, DAY)))
    .days + 1;

/** Renders the event's zone where its clock isn't the site's then. */
function zoneOf(call: Call, event: Event): Html | '' {
  const zone = zoneIn(call, event);
  return zone ? html` <span class="t-end t-zone">${zone}</span>` : '';
}

/** Renders when an event is, on its own clock: a time, all day, or its days. */
function when(call: Call, site: Site, event: Event): Html {
  const { language } = call;
  const days = daysOf(event);
  const untilDay = `${dayIn(language, 'shortWeekday', event.end_date)} ${Number(event.end_date.slice(8, DAY))}`;
  const until = html`<span class="t-end">${translateText(call, 'page.until', { day: untilDay })}</span>`;
  if (event.all_day && days === 1)
    return html`<span class="t-all">${icon('allday')}${translateText(call, 'page.all_day')}</span>`;
  if (event.all_day)
    return html`<span class="t-all t-multi">${icon('span')}${translateText(call, 'page.days', { count: days })}</span>${until}`;
  const start = html`<b>${timeIn(language, site, event.start_date)}</b>`;
  const zone = zoneOf(call, event);
  if (event.start_date === event.end_date) return html`${start}${zone}`;
  if (days > 2 || (days === 2 && event.end_date.slice(DAY) >= event.start_date.slice(DAY)))
    return html`${start}${until}${zone}`;
  const next = days === 2 ? html`<sup class="nx">+1</sup>` : '';
  return html`${start}<span class="t-end">\u2013${timeIn(language, site, event.end_date)}${next}</span>${zone}`;
}

/** Returns the name of a spoken language in the reader's. */
function languageName(call: Call, code: string): string {
  try {
    return new Intl.DisplayNames(call.language, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns the languages that are spoken at an event, in words; '' where that is the reader's alone, or isn't known. */
export function spokenIn(call: Call, { spoken_languages: codes }: Event): string {
  if (codes.length === 1 && codes[0] === call.language) return '';
  return new Intl.ListFormat(call.language).format(codes.map((code) => languageName(call, code)));
}

/** Returns how an event repeats: by its rule, or how many more dates it has. */
function repetition(call: Call, { rrule, text, count }: NonNullable<Event['recurrence']>): string {
  return rrule.length > 0 || count === null
    ? text
    : translateText(call, 'page.more_dates', { count: count - 1 });
}

/** Renders what an event's line of facts says: category, repetition, languages, access, price. */
function facts(call: Call, { event, cost }: ListedEvent): Html {
  const [category] = event.categories;
  const fact = (name: IconName, text: string) => html`<span>${icon(name)}${text}</span> `;
  const spoken = spokenIn(call, event);
  const free = cost === translateText(call, 'page.free');
  const parts = [
    category?.color && category.mark
      ? html`<span class="cat"${langOf(call, category.language)}>${mark(category.mark, category.color)}${trusted(category.name)}</span> `
      : '',
    event.recurrence ? fact('repeat', repetition(call, event.recurrence)) : '',
    spoken ? fact('chat', translateText(call, 'page.spoken', { languages: spoken })) : '',
    event.accessibility.map((one) =>
      fact(accessIcons[one], translateText(call, `page.accessibility.${one}`)),
    ),
    cost ? html`<span${free ? html` class="free"` : ''}>${cost}</span>` : '',
  ];
  return parts.some((part) => part !== '' && !(Array.isArray(part) && part.length === 0))
    ? html`<p class="ev-m">${parts}</p>`
    : html``;
}

const badges = {
  canceled: { text: 'page.canceled', look: 'b-bad', icon: 'x' },
  postponed: { text: 'page.postponed', look: 'b-warn', icon: 'hist' },
  rescheduled: { text: 'page.rescheduled', look: 'b-warn', icon: 'hist' },
  'moved-online': { text: 'page.moved_online', look: 'b-warn', icon: 'screen' },
} as const;

/** Renders the badge of an event that isn't as it was announced, and why. */
function status(call: Call, event: Event): Html | '' {
  if (event.event_status === 'scheduled') return '';
  const badge = badges[event.event_status];
  const reason = plainText(event.event_status_reason);
  return html`<p class="ev-st"><span class="badge ${badge.look}">${icon(badge.icon)}${translateText(call, badge.text)}</span>${reason ? html` <span${langOf(call, event.language)}>${reason}</span>` : ''}</p>`;
}

/** Renders where an event is: its first venue with the district or city, or online. */
function where(call: Call, event: Event): Html | '' {
  const [venue] = [event.venue].flat();
  if (venue) {
    const part = venue.district || venue.city;
    return html`<p class="ev-w"><span${langOf(call, venue.language)}>${trusted(venue.venue)}</span>${part ? html`<span class="dist">, <bdi>${part}</bdi></span>` : ''}</p>`;
  }
  return event.is_virtual
    ? html`<p class="ev-w">${icon('screen')}${translateText(call, 'page.online')}</p>`
    : '';
}

function pictureOf({ picture: view }: ListedEvent, isLead: boolean): Html | '' {
  if (!view) return '';
  const look = isLead
    ? { sizes: '(max-width: 48rem) 100vw, 17rem', width: 700 }
    : { sizes: '(max-width: 48rem) 5rem, 9rem', width: 300 };
  return html`<div class="ev-p">${picture(view, { ...look, alt: '' })}</div>`;
}

/** Characters of a first sentence at most. */
const LONGEST = 200;

/** Returns the first sentence of an event's excerpt, or of its description. */
function firstSentence({ excerpt, description }: Event): string {
  const text = plainText(excerpt || description).trim();
  const sentence = /^.{20,}?[.!?…](?=\s|$)/su.exec(text)?.[0] ?? text;
  return sentence.length <= LONGEST ? sentence : `${sentence.slice(0, LONGEST).replace(/\s\S*$/, '')} …`;
}

/**
 * Renders the row of an event in a list.
 * @param look `isPast`: it is over; `isLead`: larger, with its first sentence; `hasDay`: it names its day; `isRunning`: it is on
 * now; `hasPlace`: it names its venue; `level`: of its heading
 */
export function eventRow(
  call: Call,
  site: Site,
  listed: ListedEvent,
  look: {
    readonly isPast?: boolean;
    readonly isLead?: boolean;
    readonly hasDay?: boolean;
    readonly isRunning?: boolean;
    readonly hasPlace?: boolean;
    readonly level?: 2 | 3 | 4;
  } = {},
): Html {
  const { event } = listed;
  const {
    isPast = false,
    isLead = false,
    hasDay = false,
    isRunning = false,
    hasPlace = true,
    level = 3,
  } = look;
  const day = isRunning
    ? html`<span class="t-day">${translateText(call, 'page.on_now')}</span> `
    : hasDay
      ? html`<span class="t-day">${dayIn(call.language, 'shortWeekday', event.start_date)} ${dayIn(call.language, 'shortDay', event.start_date)}</span> `
      : '';
  const image = pictureOf(listed, isLead);
  const classes = [
    'ev',
    isLead && image ? 'ev-lead' : '',
    image ? 'has-img' : '',
    isPast ? 'is-past' : '',
    event.event_status === 'canceled' ? 'is-cancelled' : '',
    event.event_status === 'postponed' ? 'is-postponed' : '',
  ].filter(Boolean);
  const title = html`<a href="${event.url}"${langOf(call, event.language)}>${trusted(event.title)}</a>`;
  const heading =
    level === 2
      ? html`<h2 class="ev-h">${title}</h2>`
      : level === 3
        ? html`<h3 class="ev-h">${title}</h3>`
        : html`<h4 class="ev-h">${title}</h4>`;
  const sentence = isLead && image ? firstSentence(event) : '';
  return html`<li class="${classes.join(' ')}">
<div class="ev-t"><time datetime="${machineTime(event)}">${day}${when(call, site, event)}</time></div>
<div class="ev-b">${heading}
${sentence ? html`<p class="ev-x"${langOf(call, event.language)}>${sentence}</p>` : ''}${status(call, event)}${hasPlace ? where(call, event) : ''}
${facts(call, listed)}</div>
${image}</li>`;
}
