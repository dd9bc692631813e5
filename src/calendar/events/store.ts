import { type Selectable, sql } from 'kysely';
import { listMedia, type MediaRow } from '#api/media/store.ts';
import { translationIn } from '#api/routing/actor.ts';
import { listLinked, listLinkedOfEvents, localizeLinked } from '#calendar/linked/store.ts';
import type { OrganizerRow } from '#calendar/organizers/schema.ts';
import { isStoredAsIs } from '#calendar/posts/rules.ts';
import { listTermsInOrder, listTermsOfEvents, localizeTerm, type TermRow } from '#calendar/terms/store.ts';
import { localizedTexts, longTexts, type Translation } from '#calendar/translations/rules.ts';
import { bytesOfTexts, loadTranslations } from '#calendar/translations/store.ts';
import type { VenueRow } from '#calendar/venues/schema.ts';
import type { Call } from '#context.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Reading } from '#store/db/engine.ts';
import { preparedByIds } from '#store/db/statement.ts';
import type { EventsTable } from '#store/db/tables.ts';
import { uidOf } from '#store/db/uids.ts';
import type { LinkedEvent, Parent } from './json/event-json.ts';
import { isPlainDate } from './json/series-json.ts';
import {
  EVERYTHING,
  type EventLinks,
  type EventNeeds,
  type Link,
  type MeasuredEvent,
  readLinks,
} from './json/volume.ts';
import { listOccurrences, listSeries, type Occurrence, type Repeating } from './series/store.ts';
import { isOnline } from './visitors/online.ts';

/** A row of `events`. */
export type EventRow = Selectable<EventsTable>;

/** An event with everything its answer embeds: venues and organizers in their order, terms by name. */
export interface EventRecord {
  row: EventRow;
  /** The stored row whose texts and links it shows: its own, or that of its series. */
  source: EventRow;
  repeating?: Repeating | undefined;
  /** Its own texts in the requested language, where there are some; `row` has them, each falling back to the site's. */
  own?: Translation | undefined;
  /** The event above it; undefined: none. */
  parent?: Parent | undefined;
  venues: readonly VenueRow[];
  organizers: readonly OrganizerRow[];
  categories: readonly TermRow[];
  tags: readonly TermRow[];
}

/** Events, and the pictures of everything in them by ID. */
export interface LoadedEvents {
  records: EventRecord[];
  pictures: ReadonlyMap<number, MediaRow>;
}

const eventRows = preparedByIds((db, ids) => db.selectFrom('events').selectAll().where('id', 'in', ids));

/** Returns the row of an event, a series or an override as it is stored, in any status. */
export async function findEventRow(db: Reading, id: number): Promise<EventRow | undefined> {
  const [row] = id <= LARGEST ? await eventRows(db, [id]) : [];
  return row && { ...row, uid: uidOf(row) };
}

/** Returns whether a row is that of an override: a date of a series with a row of its own among events. */
export const isOverride = ({ id, series_id }: Pick<EventRow, 'id' | 'series_id'>): boolean =>
  series_id !== 0 && series_id !== id;

/** Returns the row that an ID of lists shows: that of an event, or of a date, whose author is that of its series (contract R9). */
export async function findItemRow(db: Reading, id: number): Promise<EventRow | undefined> {
  const row = await findEventRow(db, id);
  if (id > LARGEST || (row && !isOverride(row))) return row;
  const [occurrence] = await listOccurrences(db, [id]);
  const series = occurrence && (await findEventRow(db, occurrence.series_id));
  return series && { ...rowOfOccurrence(row ?? series, series, occurrence), author_id: series.author_id };
}

/** Returns the row of a date: its own where it is an override, else that of its series, with the values of the date. */
function rowOfOccurrence(
  row: EventRow,
  series: Pick<EventRow, 'slug' | 'uid' | 'sequence' | 'modified' | 'modified_utc'>,
  { id, start_date, end_date, utc_start_date, utc_end_date, status, hide_from_listings }: Occurrence,
): EventRow {
  const later = row.modified_utc > series.modified_utc ? row : series;
  return {
    ...row,
    id,
    slug: series.slug,
    uid: series.uid,
    sequence: isOverride(row) ? series.sequence + row.sequence : row.sequence,
    modified: later.modified,
    modified_utc: later.modified_utc,
    start_date,
    end_date,
    utc_start_date,
    utc_end_date,
    status,
    hide_from_listings,
  };
}

/** The largest ID that a post can have, in either engine's column. */
const LARGEST = 2 ** 31 - 1;

/** Returns the parents of events by ID: one statement, and none where no event has a parent. */
async function listParents(
  db: Reading,
  rows: readonly Pick<EventRow, 'post_parent'>[],
): Promise<ReadonlyMap<number, Parent>> {
  const ids = new Set(rows.flatMap(({ post_parent }) => post_parent || []));
  if (ids.size === 0) return new Map();
  const found = await db
    .selectFrom('events')
    .select(['id', 'author_id', 'status', 'password'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(found.map(({ id, ...parent }) => [id, parent]));
}

/** For whom events are read: the language whose translations they show (undefined: the site's), and the moment. */
export interface Reader {
  readonly translation: Language | undefined;
  readonly now: Temporal.Instant;
}

/** Returns whom a request reads events for. */
export const readerOf = (call: Call): Reader => ({ translation: translationIn(call), now: call.now });

/** Options of `loadEvents`; by default it reads everything, however large. */
export interface EventReadOptions {
  readonly needs?: EventNeeds;
  /** Called before embedded resources are read: returns which of them are needed, or throws to refuse. */
  readonly admit?: ((events: readonly MeasuredEvent[]) => Promise<EventNeeds>) | undefined;
}

/**
 * Returns events and dates of series by their IDs, in that order, each once a mention; seven statements however many there
 * are, and up to three more for series. Unknown IDs drop out.
 */
export async function loadEvents(
  db: Reading,
  ids: readonly number[],
  { translation, now }: Reader,
  { needs: asked = EVERYTHING, admit }: EventReadOptions = {},
): Promise<LoadedEvents> {
  const known = [...new Set(ids)].filter((id) => id <= LARGEST);
  if (known.length === 0) return { records: [], pictures: new Map() };
  const { items: found } = await listItems(db, known, now);
  const byId = new Map(found.map((event) => [event.row.id, event]));
  const needs = admit ? await admit(ids.flatMap((id) => byId.get(id) ?? [])) : asked;
  const rows = found.map(({ row }) => row);
  if (!needs.texts) for (const row of rows) for (const name of longTexts) row[name] = '';
  const idsOf = (kind: keyof EventLinks) =>
    needs[kind] === 'none' ? [] : [...new Set(found.flatMap(({ links }) => links[kind].map(({ id }) => id)))];
  const [parents, venues, organizers, categories, tags] = await Promise.all([
    listParents(db, rows),
    listLinked(db, 'venues', idsOf('venue'), needs.venue),
    listLinked(db, 'organizers', idsOf('organizer'), needs.organizer),
    listTermsInOrder(db, 'categories', idsOf('category'), needs.category),
    listTermsInOrder(db, 'tags', idsOf('tag'), needs.tag),
  ]);
  const categoriesById = new Map(categories.map((term) => [term.id, term]));
  const tagsById = new Map(tags.map((term) => [term.id, term]));
  const records = new Map<number, EventRecord>();
  const pictureIds = new Set<number>();
  for (const { row, source, repeating, links } of found) {
    const record: EventRecord = {
      row,
      source,
      repeating,
      parent: parents.get(row.post_parent),
      venues: among(links.venue, venues),
      organizers: among(links.organizer, organizers),
      categories: among(links.category, categoriesById),
      tags: among(links.tag, tagsById),
    };
    records.set(row.id, record);
    for (const image of picturesOf(record)) pictureIds.add(image);
  }
  const pictures = await listMedia(db, [...pictureIds]);
  const mentioned = ids.flatMap((id) => records.get(id) ?? []);
  return {
    records: translation ? await inLanguage(db, translation, mentioned, needs) : mentioned,
    pictures,
  };
}

/** Returns the rows that links lead to, in the links' order. */
const among = <R>(links: readonly Link[], rows: ReadonlyMap<number, R>): R[] =>
  links.flatMap(({ id }) => rows.get(id) ?? []);

const linkedIds = (kind: 'venues' | 'organizers', table: string, column: string) =>
  sql`(select string_agg(cast(t.id as text) || ':' || cast(
      case when t.status = 'publish' and t.password = '' then 1 else -1 end
      * ${bytesOfTexts(kind)} as text), ',' order by l.position)
    from ${sql.table(table)} l join ${sql.table(kind)} t on t.id = l.${sql.ref(column)} where l.event_id = e.id)`;

const termIds = (kind: 'categories' | 'tags', table: string, column: string) =>
  sql`(select string_agg(cast(t.id as text) || ':' || cast(
      ${bytesOfTexts(kind)} as text), ',' order by t.name_key, t.id)
    from ${sql.table(table)} l join ${sql.table(kind)} t on t.id = l.${sql.ref(column)} where l.event_id = e.id)`;

type LinkColumns = Record<'venue_ids' | 'organizer_ids' | 'category_ids' | 'tag_ids', string | null>;

const linkedEventRows = preparedByIds((db, ids) =>
  sql<EventRow & LinkColumns>`
    select e.*,
      ${linkedIds('venues', 'event_venues', 'venue_id')} as venue_ids,
      ${linkedIds('organizers', 'event_organizers', 'organizer_id')} as organizer_ids,
      ${termIds('categories', 'event_categories', 'category_id')} as category_ids,
      ${termIds('tags', 'event_tags', 'tag_id')} as tag_ids
    from events e where e.id in (${sql.join([...ids])})`.compile(db),
);

const measured = (row: EventRow & LinkColumns): LinkedEvent => ({
  row: Object.assign(row, { uid: uidOf(row), is_virtual: isOnline(row, row.venue_ids !== null) ? 1 : 0 }),
  source: row,
  links: {
    venue: readLinks(row.venue_ids),
    organizer: readLinks(row.organizer_ids),
    category: readLinks(row.category_ids),
    tag: readLinks(row.tag_ids),
  },
  ownBytes: longTexts.reduce((bytes, name) => bytes + row[name].length, 0),
  isProtected: row.password !== '',
});

/**
 * Returns events and dates of series with what they link to, in any order; unknown IDs drop out.
 * @param isKnown whether plain dates of this series need nothing of it; they are returned as `dates`
 */
async function listItems(
  db: Reading,
  ids: readonly number[],
  now: Temporal.Instant,
  isKnown: (seriesId: number) => boolean = () => false,
): Promise<{ items: LinkedEvent[]; dates: Occurrence[] }> {
  const found = (await linkedEventRows(db, ids)).map(measured);
  if (found.length === ids.length && found.every(({ row }) => row.series_id === 0))
    return { items: found, dates: [] };
  const byId = new Map(found.map((event) => [event.row.id, event]));
  const listed = await listOccurrences(
    db,
    ids.filter((id) => {
      const event = byId.get(id);
      return !event || isOverride(event.row);
    }),
  );
  const dates = listed.filter((date) => isPlainDate(date) && isKnown(date.series_id));
  const occurrences = dates.length > 0 ? listed.filter((date) => !dates.includes(date)) : listed;
  const seriesIds = new Set(occurrences.map(({ series_id }) => series_id));
  const unread = [...seriesIds].filter((id) => !byId.has(id));
  const read = unread.length > 0 ? (await linkedEventRows(db, unread)).map(measured) : [];
  const sources = new Map([...found, ...read].map((event) => [event.row.id, event]));
  for (const { row } of found) if (row.series_id === row.id) seriesIds.add(row.id);
  const seriesById = await listSeries(db, [...seriesIds], utcText(now));
  const items = found.flatMap((event) => {
    if (isOverride(event.row)) return [];
    const series = seriesById.get(event.row.id);
    return series ? { ...event, repeating: { series, occurrence: undefined } } : event;
  });
  for (const occurrence of occurrences) {
    const source = sources.get(occurrence.event_id);
    const series = seriesById.get(occurrence.series_id);
    if (!source || !series) continue;
    const row = rowOfOccurrence(source.row, series.event, occurrence);
    items.push({ ...source, row, repeating: { series, occurrence } });
  }
  return { items, dates };
}

/**
 * Returns events and dates of series with what they link to, in any order; unknown IDs drop out. Plain dates of series
 * that are known are returned as they are stored.
 */
export async function loadItems(
  db: Reading,
  ids: readonly number[],
  { translation, now }: Reader,
  isKnown: (seriesId: number) => boolean,
): Promise<{ events: LinkedEvent[]; dates: Occurrence[] }> {
  const known = ids.filter((id) => id <= LARGEST);
  if (known.length === 0) return { events: [], dates: [] };
  const { items, dates } = await listItems(db, known, now, isKnown);
  const rows = new Set(items.map(({ source }) => source));
  const own = translation && (await loadTranslations(db, translation, [{ kind: 'events', rows }])).events;
  const parents = await listParents(
    db,
    items.map(({ row }) => row),
  );
  const events = items.map(({ row, ...event }) => {
    const texts = own?.get(event.source.id);
    return {
      ...event,
      row: texts ? { ...row, ...localizedTexts(row, texts) } : row,
      own: texts,
      parent: parents.get(row.post_parent),
    };
  });
  return { events, dates };
}

/** An event that was just written, with the rows of its record that are known. */
export type MadeEvent = { readonly id: number } & {
  readonly [part in 'row' | 'venues' | 'organizers' | 'categories' | 'tags']?: EventRecord[part] | undefined;
};

/** Returns an event that was just written with all it embeds, as `loadEvents` does, without reading known rows again. */
export async function loadMade(
  db: Reading,
  { id, row, venues, organizers, categories, tags }: MadeEvent,
  reader: Reader,
): Promise<LoadedEvents> {
  if (!row || !isStoredAsIs(row) || row.series_id !== 0) return loadEvents(db, [id], reader);
  const places = venues?.every(isStoredAsIs)
    ? venues
    : ((await listLinkedOfEvents(db, 'venues', [id])).get(id) ?? []);
  const shown: EventRow = { ...row, is_virtual: isOnline(row, places.length > 0) ? 1 : 0 };
  const record: EventRecord = {
    row: shown,
    source: shown,
    parent: (await listParents(db, [row])).get(row.post_parent),
    venues: places,
    organizers: organizers?.every(isStoredAsIs)
      ? organizers
      : ((await listLinkedOfEvents(db, 'organizers', [id])).get(id) ?? []),
    categories: categories ?? (await listTermsOfEvents(db, 'categories', [id])).get(id) ?? [],
    tags: tags ?? (await listTermsOfEvents(db, 'tags', [id])).get(id) ?? [],
  };
  const pictures = await listMedia(db, [...picturesOf(record)]);
  const { translation } = reader;
  return { records: translation ? await inLanguage(db, translation, [record]) : [record], pictures };
}

function* picturesOf({ row, venues, organizers }: EventRecord): Iterable<number> {
  for (const { image_id } of [row, ...venues, ...organizers]) if (image_id !== null) yield image_id;
}

/** Returns events, and all they embed, with their texts in a language; a row that several embed stays one object. */
async function inLanguage(
  db: Reading,
  language: Language,
  records: EventRecord[],
  needs = EVERYTHING,
): Promise<EventRecord[]> {
  const all = <T>(of: (record: EventRecord) => readonly T[]) => new Set(records.flatMap(of));
  const own = await loadTranslations(db, language, [
    { kind: 'events', rows: all(({ source }) => [source]), isLean: !needs.texts },
    { kind: 'venues', rows: all(({ venues }) => venues), isLean: needs.venue === 'lean' },
    { kind: 'organizers', rows: all(({ organizers }) => organizers), isLean: needs.organizer === 'lean' },
    { kind: 'categories', rows: all(({ categories }) => categories), isLean: needs.category === 'lean' },
    { kind: 'tags', rows: all(({ tags }) => tags), isLean: needs.tag === 'lean' },
  ]);
  const venueIn = onceEach((venue: VenueRow) => localizeLinked(venue, own.venues));
  const organizerIn = onceEach((organizer: OrganizerRow) => localizeLinked(organizer, own.organizers));
  const categoryIn = onceEach((term: TermRow) => localizeTerm(term, own.categories));
  const tagIn = onceEach((term: TermRow) => localizeTerm(term, own.tags));
  return records.map(({ row, venues, organizers, categories, tags, ...record }) => {
    const texts = own.events.get(record.source.id);
    return {
      ...record,
      row: texts ? { ...row, ...localizedTexts(row, texts) } : row,
      own: texts,
      venues: venues.map(venueIn),
      organizers: organizers.map(organizerIn),
      categories: categories.map(categoryIn),
      tags: tags.map(tagIn),
    };
  });
}

/** Memoizes a function of objects by their identity. */
function onceEach<A extends object, B>(make: (of: A) => B): (of: A) => B {
  const made = new Map<A, B>();
  return (of) => {
    const known = made.get(of) ?? make(of);
    made.set(of, known);
    return known;
  };
}

/** Returns whether `candidate` is `ancestor` or below it, so that making it the parent of `ancestor` would close a circle. */
export async function isBelow(db: Reading, candidate: number, ancestor: number): Promise<boolean> {
  let at = candidate;
  for (let depth = 0; depth < 100 && at !== 0; depth++) {
    if (at === ancestor) return true;
    const row = await db.selectFrom('events').select('post_parent').where('id', '=', at).executeTakeFirst();
    at = row?.post_parent ?? 0;
  }
  return at !== 0;
}
