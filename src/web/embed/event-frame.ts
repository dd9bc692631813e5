import { type PageQuery, type PublicPage, readPublicPage, writePublicPage } from '#api/http/page-address.ts';
import type { Site } from '#api/settings/site-settings.ts';
import { listDatesOn } from '#calendar/events/series/store.ts';
import { findItemRow } from '#calendar/events/store.ts';
import { findIdBySlug } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { formerPage } from '#web/addresses/former-page.ts';
import { langOf } from '#web/calendar/components/event-row.ts';
import { type EventView, isShown, readEventView } from '#web/calendar/event/event-view.ts';
import { capitalized, dayIn, fullDayNear, timeIn } from '#web/calendar/reading/day-texts.ts';
import { zoneAt } from '#web/calendar/reading/event-zone.ts';
import { html, trusted } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { type HtmlPage, kindOfPath, missingPage, pageAddress, translateText } from '#web/html/page.ts';
import { schemeOf } from './calendar-frame.ts';

/** The address of an event's page, or of one of its dates. */
type EventAddress = Extract<PublicPage, { kind: 'date' } | { slug: string }>;

/** Returns what the path of an event's page names; undefined where it names something else. */
export function readEventPath(path: string): EventAddress | undefined {
  const named = readPublicPage(path, {});
  return named && named.kind !== 'calendar' && named.kind !== 'venue' && named.kind !== 'organizer'
    ? named
    : undefined;
}

/** An event as everybody may see it, and the address by which it is named now. */
interface PublicEvent {
  readonly call: Call;
  readonly shown: EventView;
  readonly named: EventAddress;
}

/** Returns an event as everybody may see it, whoever asks; undefined: it is gone, or not for everybody. */
export async function readPublicEvent(asked: Call, named: EventAddress): Promise<PublicEvent | undefined> {
  const call: Call = { ...asked, viewer: null };
  const { read } = call.services.db;
  const series = await findIdBySlug(read, 'events', named.slug);
  if (series === undefined) {
    const former = await formerPage(call, named);
    return former && readPublicEvent(asked, former);
  }
  const id =
    named.kind === 'date'
      ? (await listDatesOn(read, 'occurrences', series, named.day))[(named.number ?? 1) - 1]
      : series;
  const row = id === undefined ? undefined : await findItemRow(read, id);
  if (row?.status !== 'publish' || !isShown(call, row)) return undefined;
  const shown = await readEventView(call, row, undefined);
  return shown && { call, shown, named };
}

/** Returns the address of an embedded event. */
export const eventFrameAddress = (call: Call, named: EventAddress): string =>
  pageAddress(call, `embed/${writePublicPage(named)}`);

/** Returns when an event is, in one line. */
function whenText(call: Call, site: Site, { event, start, end }: EventView): string {
  const day = fullDayNear(call.language, start, call.validity.today(call.services.config.timezone));
  if (event.all_day) return day;
  const time = translateText(call, 'page.clock', { time: timeIn(call.language, site, start) });
  return [`${day}, ${time}`, zoneAt(call, event, { start, end })].filter(Boolean).join(' ');
}

/** Returns one event for pages of others: its day, title, time and place, with the way to its page; the frame's address where the event has another slug now. */
export async function eventFrame(asked: Call, path: string, query: PageQuery): Promise<HtmlPage | string> {
  const named = readEventPath(path);
  const found = named && (await readPublicEvent(asked, named));
  const theme = schemeOf(query);
  const look = { embedded: true, unlisted: true, ...(theme ? { scheme: theme } : {}) };
  if (!found) {
    const missing = missingPage(asked, kindOfPath(path));
    return {
      ...missing,
      ...look,
      body: html`<section class="kalends-embed"><header class="k-h"><h1>${missing.title}</h1></header><p class="k-day"><a href="${pageAddress(asked, 'events/')}">${translateText(asked, 'page.missing.today')}</a></p></section>`,
    };
  }
  const { call, shown } = found;
  if (found.named !== named) {
    const sent = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return `${eventFrameAddress(call, found.named)}${sent.size > 0 ? `?${sent}` : ''}`;
  }
  const { event, start } = shown;
  const { language } = call;
  const { site } = call;
  const [venue] = [event.venue].flat();
  const isOff = event.event_status === 'canceled';
  const state = isOff
    ? html`<p><span class="badge b-bad">${icon('x')}${translateText(call, 'page.canceled')}</span></p>`
    : '';
  return {
    ...look,
    title: plainText(event.title),
    body: html`<article class="kalends-embed k-one"><p class="k-one-d"><span>${capitalized(language, dayIn(language, 'weekday', start))}</span> <b>${Number(start.slice(8, 10))}</b> <span>${dayIn(language, 'monthAndYear', start)}</span></p><div><h1${langOf(call, event.language)}><a href="${event.url}">${trusted(event.title)}</a></h1>${state}<p>${whenText(call, site, shown)}</p>${venue ? html`<p${langOf(call, venue.language)}>${trusted(venue.venue)}</p>` : ''}<p class="k-one-s" dir="auto">${site.name}</p></div></article>`,
  };
}
