import { costPieces, shownCost } from '#calendar/events/kept-cost.ts';
import type { EventRecord } from '#calendar/events/store.ts';
import type { LinkedRow } from '#calendar/linked/store.ts';
import { escapeName } from '#calendar/terms/rules.ts';
import type { TermRow } from '#calendar/terms/store.ts';
import type { Translations } from '#calendar/translations/texts.ts';
import type { SiteCurrency } from '#foundation/i18n/currency.ts';
import type { PostColumns } from '#store/db/tables.ts';

/** Names what was made here, for good: `global_id` of an item that has none of its own. */
export type GlobalIds = (id: number) => string;

const idsOf = (items: readonly { id: number; status?: string }[]) =>
  items.filter(({ status }) => status !== 'trash').map(({ id }) => id);

/** What every post begins with. Addresses are left out: they are the installation's, not the item's. */
function exportHead(row: PostColumns, globalIds: GlobalIds) {
  const global_id = row.global_id ?? globalIds(row.id);
  const lineage: unknown = row.global_id_lineage === null ? [global_id] : JSON.parse(row.global_id_lineage);
  return {
    id: row.id,
    global_id,
    global_id_lineage: lineage,
    author: String(row.author_id),
    status: row.status,
    password: row.password,
    date: row.date,
    date_utc: row.date_utc,
    modified: row.modified,
    modified_utc: row.modified_utc,
  };
}

const exportTexts = (row: PostColumns) => ({
  description: row.description,
  slug: row.slug,
  image: row.image_id ?? false,
});

/** The languages of its texts; those of all of them where there are several, members named as in the item. */
function exportLanguages(
  { language }: { language: string },
  translations: Translations | undefined,
  name: 'title' | 'venue' | 'organizer' | 'name',
) {
  if (!translations) return { language };
  const told = [...translations].map(([code, { title, description, excerpt, slug }]) => [
    code,
    {
      ...(title ? { [name]: title } : {}),
      ...(description ? { description } : {}),
      ...(excerpt ? { excerpt } : {}),
      ...(slug ? { slug } : {}),
    },
  ]);
  return { language, translations: Object.fromEntries(told) };
}

/** An event as an export has it: members named as in answers, texts as stored, links and picture by ID. */
export function exportEvent(
  { row, venues, organizers, categories, tags }: EventRecord,
  ids: GlobalIds,
  translations: Translations | undefined,
  currency: SiteCurrency,
) {
  return {
    ...exportHead(row, ids),
    title: row.title,
    ...exportTexts(row),
    excerpt: row.excerpt,
    all_day: row.all_day === 1,
    start_date: row.start_date,
    end_date: row.end_date,
    utc_start_date: row.utc_start_date,
    utc_end_date: row.utc_end_date,
    timezone: row.timezone,
    ...shownCost(row.cost, currency),
    cost_pieces: costPieces(row.cost),
    website: row.website,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hide_from_listings === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
    tickets: JSON.parse(row.tickets),
    post_parent: row.post_parent,
    categories: idsOf(categories),
    tags: idsOf(tags),
    venue: idsOf(venues),
    organizer: idsOf(organizers),
    ...exportLanguages(row, translations, 'title'),
  };
}

export function exportVenue(
  row: LinkedRow<'venues'>,
  ids: GlobalIds,
  translations: Translations | undefined,
) {
  return {
    ...exportHead(row, ids),
    venue: row.name,
    ...exportTexts(row),
    address: row.address,
    city: row.city,
    country: row.country,
    province: row.province,
    state: row.state,
    zip: row.zip,
    phone: row.phone,
    stateprovince: row.stateprovince,
    website: row.website,
    geo_lat: row.geo_lat,
    geo_lng: row.geo_lng,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    ...exportLanguages(row, translations, 'venue'),
  };
}

export function exportOrganizer(
  row: LinkedRow<'organizers'>,
  ids: GlobalIds,
  translations: Translations | undefined,
) {
  return {
    ...exportHead(row, ids),
    organizer: row.name,
    ...exportTexts(row),
    phone: row.phone,
    website: row.website,
    email: row.email,
    ...exportLanguages(row, translations, 'organizer'),
  };
}

/** Names are escaped as answers escape them. */
export function exportTerm(
  row: TermRow,
  kind: 'categories' | 'tags',
  translations: Translations | undefined,
) {
  const { id, name, slug, description, parent } = row;
  const escaped =
    translations &&
    new Map(
      [...translations].map(([code, one]) => [code, { ...one, title: escapeName(one.title) }] as const),
    );
  const taxonomy = kind === 'categories' ? 'tribe_events_cat' : 'post_tag';
  return {
    id,
    taxonomy,
    name: escapeName(name),
    slug,
    description,
    ...(kind === 'categories' ? { parent } : {}),
    ...exportLanguages(row, escaped, 'name'),
  };
}
