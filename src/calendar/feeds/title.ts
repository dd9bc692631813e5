import { mayRead } from '#api/access/permissions.ts';
import { translationIn } from '#api/routing/actor.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import { listLinked, loadLocalizedLinked } from '#calendar/linked/store.ts';
import { findTerm, loadLocalizedTerms } from '#calendar/terms/store.ts';
import type { Call } from '#context.ts';
import { type MessageKey, message, translate, type Values } from '#foundation/i18n/catalogue.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type FeedReader, loadItems } from './items/items.ts';

/** Names of each filter that a title says at most. */
const MOST_NAMES = 5;

/** Returns the name of a feed: the site's, and what the feed holds. */
export const feedTitle = ({ services }: Call, parts: readonly string[]): string =>
  [services.config.siteName, parts.join(', ')].filter(Boolean).join(' – ');

async function termNames(
  call: Call,
  kind: 'categories' | 'tags',
  ids: readonly number[] = [],
): Promise<string[]> {
  const { read } = call.services.db;
  const found = await Promise.all(ids.slice(0, MOST_NAMES).map((id) => findTerm(read, kind, id)));
  const rows = found.filter((row) => row !== undefined);
  return (await loadLocalizedTerms(read, kind, rows, translationIn(call))).map(({ name }) => plainText(name));
}

async function linkedNames(
  call: Call,
  kind: 'venues' | 'organizers',
  ids: readonly number[] = [],
): Promise<string[]> {
  const { read } = call.services.db;
  const rows = [...(await listLinked(read, kind, ids.slice(0, MOST_NAMES), 'lean')).values()];
  const shown = rows.filter((row) => mayRead(call.viewer, row));
  return (await loadLocalizedLinked(read, kind, shown, translationIn(call))).map(({ name }) =>
    plainText(name),
  );
}

/** What a list asks for, as asked: its query has all categories below these, and single words. */
interface AskedInWords {
  readonly categories?: readonly number[] | undefined;
  readonly search?: string | undefined;
  /** Statuses, where they were sent. */
  readonly status?: readonly string[] | undefined;
}

/** Returns what a list asks for in words of the language selected, by its filters: names first. */
export async function filterNames(
  reader: FeedReader,
  query: EventQuery,
  asked: AskedInWords,
): Promise<string[]> {
  const { call } = reader;
  const { language } = call;
  const say = (key: MessageKey, values?: Values) => translate(language, message(key, values));
  const flag = (key: MessageKey, value: boolean | undefined) =>
    value === undefined ? [] : [say(key, { wanted: String(value) })];
  const languageNames = new Intl.DisplayNames(language, { type: 'language' });
  const parents = query.post_parent ? await loadItems(reader, [query.post_parent]) : [];
  const { near } = query;
  return [
    ...(await termNames(call, 'categories', asked.categories)),
    ...(await termNames(call, 'tags', query.tags)),
    ...(await linkedNames(call, 'venues', query.venue)),
    ...(await linkedNames(call, 'organizers', query.organizer)),
    ...parents.map(({ event }) => plainText(event.title)),
    ...(query.include ? [say('feed.filter.include')] : []),
    ...flag('feed.filter.featured', query.featured),
    ...flag('feed.filter.free', query.free),
    ...flag('feed.filter.ticketed', query.ticketed),
    ...flag('feed.filter.is_virtual', query.is_virtual),
    ...flag('feed.filter.recurring', query.recurring),
    ...(query.event_status ?? []).map((name) =>
      say('feed.filter.event_status', { name: name.replace('-', '_') }),
    ),
    ...(query.accessibility ?? []).map((name) => say(`page.accessibility.${name}`)),
    ...(query.spoken_languages ?? []).slice(0, MOST_NAMES).map((tag) => languageNames.of(tag) ?? tag),
    ...(query.missing ? [say('feed.filter.missing')] : []),
    ...(query.untranslated ? [say('feed.filter.untranslated')] : []),
    ...flag('feed.filter.geoloc', query.geoloc),
    ...(near ? [say('page.near.within', { distance: near.radiusKm })] : []),
    ...(asked.search ? [say('feed.filter.search', { search: asked.search })] : []),
    ...(asked.status ?? []).map((name) => say('feed.filter.status', { name })),
  ];
}
