import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { languagePathsOf } from '#web/html/alternates.ts';
import { authored } from '#web/html/authored.ts';
import { type Html, html, jsonScript, trusted } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { type HtmlPage, missingPage, pageAddress, translateText } from '#web/html/page.ts';
import { daySection } from '../components/day-section.ts';
import { langOf } from '../components/event-row.ts';
import { crumb, hero } from '../components/hero.ts';
import { lockForm, refusal } from '../components/lock.ts';
import { runningSection } from '../components/longer.ts';
import { placeDrawing } from '../components/map-drawing.ts';
import { findMapGround } from '../components/map-living.ts';
import { venuePosition } from '../components/place.ts';
import { shortened, socialHead } from '../components/social.ts';
import { subscribeMenu } from '../components/subscribe.ts';
import { viewAddress } from '../components/view-links.ts';
import { type ComingEvents, readComingEvents } from '../reading/coming-events.ts';
import { presentOf } from '../reading/list-days.ts';
import { organizerBand, venueBand } from './facts.ts';
import { type LinkedView, readLinkedView } from './linked-view.ts';

/** Characters of a description that stands as first sentences beside the picture. */
const LONGEST_LEAD = 320;

/** Returns the first sentences of a venue or organizer, and the text below: a short description is both. */
function texts(excerpt = '', description = '') {
  if (excerpt) return { lead: excerpt, text: description };
  const isShort =
    plainText(description).length <= LONGEST_LEAD && !/<(?:img|ul|ol|h\d|table)\b/i.test(description);
  return isShort ? { lead: description, text: '' } : { lead: '', text: description };
}

/** Renders the switch that lists of each series its first date alone; nothing where no series is listed. */
function seriesSwitch(
  call: Call,
  url: string,
  { sections, longer }: ComingEvents,
  condense: boolean,
): Html | '' {
  const text = html`<span>${translateText(call, 'page.condense')}</span>`;
  if (condense)
    return html`<p class="sec-f"><a class="chip is-on" href="${url}">${text} <span class="vh">${translateText(call, 'page.chosen')}</span>${icon('x')}</a></p>`;
  const listed = [...longer, ...sections.flatMap(({ events }) => events)];
  if (listed.every(({ event }) => event.recurrence === null) || url.includes('?')) return '';
  return html`<form class="sec-f" action="${url}"><button class="chip" name="condense" value="true">${text}</button></form>`;
}

function pager(call: Call, url: string, { page, hasMore }: ComingEvents, condense: boolean): Html | '' {
  if (page === 1 && !hasMore) return '';
  const pageAt = (to: number) => {
    const query = [...(condense ? ['condense=true'] : []), ...(to === 1 ? [] : [`page=${to}`])].join('&');
    return query === '' ? url : `${url}?${query}`;
  };
  const link = (to: number, rel: 'prev' | 'next') =>
    html`<a class="btn btn-quiet" rel="${rel}" href="${pageAt(to)}">${rel === 'prev' ? icon('left') : ''}${translateText(call, rel === 'prev' ? 'page.previous' : 'page.next')}${rel === 'next' ? icon('right') : ''}</a>`;
  return html`<nav class="pager" aria-label="${translateText(call, 'page.pages')}">${page > 1 ? link(page - 1, 'prev') : html`<span></span>`}${hasMore ? link(page + 1, 'next') : ''}</nav>`;
}

/** Renders the days of a venue or organizer, beside them what runs longer, and how to be told of more. */
async function days(
  call: Call,
  kind: 'venue' | 'organizer',
  { row, venue }: LinkedView,
  { url, page, condense }: { readonly url: string; readonly page: number; readonly condense: boolean },
): Promise<Html> {
  const present = presentOf(call);
  const { site } = call;
  const coming = await readComingEvents(call, kind, row.id, { page, present, condense });
  const address = { view: 'list', page: 1, filters: { [kind]: String(row.id) } } as const;
  const past = viewAddress(call, { ...address, isPast: true });
  const isEmpty = coming.sections.length === 0 && coming.longer.length === 0;
  const head = isEmpty
    ? translateText(call, 'page.none')
    : translateText(call, kind === 'venue' ? 'page.linked.coming_here' : 'page.linked.coming', {
        count: coming.total,
      });
  const position = venue && venue.show_map !== false ? venuePosition(venue) : undefined;
  const ground = position && findMapGround(call, site);
  const map =
    position && ground
      ? html`<section${ground.isDrawn ? '' : html` class="by-script"`}><h2>${translateText(call, 'page.linked.on_map')}</h2><div class="v-map">${placeDrawing(call, ground, position, venue?.district ?? '')}</div></section>`
      : '';
  const sections = coming.sections.map((section, at) => ({
    day: section.day,
    markup: daySection(call, site, section, present, { level: 3, hasLead: at === 0 }),
  }));
  const ofDays = (isIn: (day: string) => boolean) =>
    sections.filter(({ day }) => isIn(day)).map(({ markup }) => markup);
  const running = runningSection(
    call,
    { events: coming.longer, total: coming.longer.length, isNow: true, present, site },
    3,
  );
  return html`<div class="cols v-cols"><div><h2 class="sec">${head}</h2>${seriesSwitch(call, url, coming, condense)}
${ofDays((day) => day <= present.today)}${running}${ofDays((day) => day > present.today)}${pager(call, url, coming, condense)}</div>
<aside class="side" aria-label="${translateText(call, 'page.beside')}">${map}<section><h2>${translateText(call, kind === 'venue' ? 'page.linked.follow_venue' : 'page.linked.follow')}</h2><p class="muted">${translateText(call, 'page.linked.follow.note')}</p>${subscribeMenu(call, address)}</section><section><h2>${translateText(call, 'page.linked.past')}</h2><p><a href="${past}">${translateText(call, 'page.past')}</a></p></section></aside></div>`;
}

/** Returns the page of a venue or organizer with its coming events, with a form in place of what a password protects; the 404 page if there is none. */
export async function linkedPage(
  call: Call,
  kind: 'venue' | 'organizer',
  id: number | undefined,
  {
    page = 1,
    condense = false,
    password,
  }: {
    readonly page?: number | undefined;
    readonly condense?: boolean | undefined;
    readonly password?: string | undefined;
  } = {},
): Promise<HtmlPage> {
  const shown = id === undefined ? undefined : await readLinkedView(call, kind, id, password);
  if (!shown) return missingPage(call, kind);
  const { row, name, venue, organizer, isLocked, sent } = shown;
  const { url, language, image, description, excerpt, json_ld } = venue ?? organizer ?? {};
  if (url === undefined || language === undefined) return missingPage(call, kind);
  const { lead, text } = texts(excerpt, description);
  const lang = langOf(call, language);
  const place = venue?.district || venue?.city;
  const kicker =
    kind === 'venue' && place ? html`<span class="cat">${icon('venue')} <bdi>${place}</bdi></span>` : '';
  const top = html`${crumb(pageAddress(call, 'events/'), translateText(call, 'page.programme'))}
${hero({
  kicker: isLocked
    ? html`<span class="badge">${icon('lock')}${translateText(call, 'page.lock.badge')}</span>`
    : kicker,
  title: html`<h1 lang="${language}" dir="auto">${trusted(name)}</h1>`,
  lead: lead ? authored(lead, lang) : '',
  image: shown.picture,
})}`;
  const band = venue ? venueBand(call, venue) : organizer ? organizerBand(call, organizer) : '';
  const rest = isLocked
    ? lockForm(call, translateText(call, 'page.lock.about'), sent)
    : html`${band}${text ? html`<div class="prose v-text">${authored(text, lang)}</div>` : ''}`;
  const about = plainText(excerpt || description || '');
  const _filters = { [kind]: String(row.id) };
  return {
    title: plainText(name),
    mainClass: '',
    description: shortened(about || plainText(name)),
    head: html`${socialHead(image)}${json_ld ? jsonScript(json_ld) : ''}`,
    body: html`<article class="wrap venue">${top}
${rest}
${await days(call, kind, shown, { url, page, condense })}</article>`,
    apiRoot: `${call.links.root}/${kind}s/${row.id}`,
    unlisted: row.status !== 'publish' || sent !== undefined || condense,
    ...(url.includes('?')
      ? {}
      : { paths: await languagePathsOf(call, `${kind}s`, row, (slug) => `${kind}/${slug}/`) }),
    ...(sent && isLocked ? refusal(sent) : {}),
  };
}
