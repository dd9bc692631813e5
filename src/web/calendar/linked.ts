import { mayRead, type Owned } from '#api/access/permissions.ts';
import { listMedia } from '#api/media/store.ts';
import { findLinked, type LinkedTable, loadLocalizedLinked } from '#calendar/linked/store.ts';
import { presentOrganizer } from '#calendar/organizers/present.ts';
import { presentVenue } from '#calendar/venues/present.ts';
import { type Call, translationIn } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { languagePathsOf } from '#web/html/alternates.ts';
import { html, jsonScript, trusted, webAddress } from '#web/html/html.ts';
import { type HtmlPage, missingPage, pageAddress, translateText } from '#web/html/page.ts';
import { eventList, noUpcomingEvents } from './event-list.ts';
import { upcomingEvents } from './reading/upcoming-events.ts';

/** The members of a venue or organizer that its page shows. */
interface LinkedView {
  name: string;
  url: string;
  lines: readonly (string | undefined)[];
  website: string | undefined;
  description: string | undefined;
  json_ld: unknown;
  language: string;
}

/** Returns a venue or organizer with texts in the caller's language. */
async function linkedOf<T extends LinkedTable>(call: Call, table: T, id: number) {
  const { read } = call.deps.db;
  const row = await findLinked(read, table, id);
  const [listed] = row ? await loadLocalizedLinked(read, table, [row], translationIn(call)) : [];
  return listed;
}

async function present(
  call: Call,
  kind: 'venue' | 'organizer',
  id: number,
): Promise<[Owned, LinkedView] | undefined> {
  const { read } = call.deps.db;
  const base = { call, password: undefined, editing: false, jsonLd: true };
  if (kind === 'venue') {
    const row = await linkedOf(call, 'venues', id);
    if (!row) return undefined;
    const venue = presentVenue(row, { ...base, pictures: await listMedia(read, [row.image_id ?? 0]) });
    const { address, city, stateprovince, zip, country, phone } = venue;
    return [
      row,
      { ...pick(venue), name: venue.venue, lines: [address, city, stateprovince, zip, country, phone] },
    ];
  }
  const row = await linkedOf(call, 'organizers', id);
  if (!row) return undefined;
  const organizer = presentOrganizer(row, { ...base, pictures: await listMedia(read, [row.image_id ?? 0]) });
  return [row, { ...pick(organizer), name: organizer.organizer, lines: [organizer.phone, organizer.email] }];
}

const pick = (item: {
  url: string;
  website?: string;
  description?: string;
  json_ld?: unknown;
  language: string;
}) => ({
  url: item.url,
  website: item.website,
  description: item.description,
  json_ld: item.json_ld,
  language: item.language,
});

/** Returns the page of a venue or organizer with its upcoming events; the 404 page if there is none. */
export async function linkedPage(
  call: Call,
  kind: 'venue' | 'organizer',
  id: number | undefined,
  page: number,
): Promise<HtmlPage> {
  const found = id === undefined ? undefined : await present(call, kind, id);
  if (id === undefined || !found) return missingPage(call);
  const [row, shown] = found;
  if (row.status === 'trash' || !mayRead(call.viewer, row)) return missingPage(call);
  const stored = await findLinked(call.deps.db.read, `${kind}s`, id);
  const upcoming = await upcomingEvents(call, { [kind]: [id] }, page);
  const website = webAddress(shown.website ?? '');
  const lines = shown.lines.filter(Boolean).map((line, index) => html`${index > 0 ? ', ' : ''}${line}`);
  return {
    title: plainText(shown.name),
    head: html`${shown.json_ld ? jsonScript(shown.json_ld) : ''}`,
    body: html`<h1 lang="${shown.language}">${trusted(shown.name)}</h1>
${lines.length > 0 ? html`<p>${lines}</p>` : ''}
${website ? html`<p><a href="${website}" rel="noopener">${website}</a></p>` : ''}
<div class="text">${trusted(shown.description ?? '')}</div>
${eventList(call, shown.url, upcoming, noUpcomingEvents(call))}
<p><a href="${pageAddress(call, '')}">${translateText(call, 'page.upcoming')}</a></p>`,
    apiRoot: `${call.links.root}/${kind}s/${id}`,
    unlisted: row.status !== 'publish',
    ...(stored && !shown.url.includes('?')
      ? { paths: await languagePathsOf(call, `${kind}s`, stored, (slug) => `${kind}/${slug}/`) }
      : {}),
  };
}
