import fc from 'fast-check';
import { sql } from 'kysely';
import { type EditScope, type Status, statuses } from '#api/access/permissions.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import {
  type AskedFilters,
  type FilterName,
  type FilterValues,
  filterNames,
  listOrders,
  type OrderName,
} from '#calendar/events/filters/registry.ts';
import type { EventSearch } from '#calendar/events/filters/search.ts';
import { startBound } from '#calendar/events/filters/window.ts';
import { textsOf } from '#calendar/translations/rules.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { type Change, logChanges } from '#store/db/changes.ts';
import type { Database, Writing } from '#store/db/engine.ts';
import { eventStatuses, type VirtualChoice } from '#store/db/tables.ts';

/** Words of the made-up texts; some are parts of others, some are too short for an index. */
export const words = [
  'concert',
  'concerto',
  'open air',
  'jazz',
  'a',
  'zz',
  '東京',
  '東京で会う',
  'fair',
  '100%',
];
/** The highest ID of made-up events. */
export const EVENTS = 60;
/** The IDs of made-up venues and organizers. */
export const LINKED = [1001, 1002, 1003, 1004] as const;
/** The IDs of made-up categories and tags. */
export const TERMS = [1, 2, 3, 4] as const;
const AUTHORS = [1, 2, 3] as const;
const PARENTS = [1, 2] as const;
const orderNames = Object.keys(listOrders) as OrderName[];

const start = Temporal.PlainDateTime.from('2026-01-01T00:00:00');
const text = (at: Temporal.PlainDateTime) => at.toString({ smallestUnit: 'second' }).replace('T', ' ');
const moment = (day: number, hour: number) => text(start.add({ hours: day * 24 + hour }));
const flag = fc.constantFrom(0 as const, 1 as const);
const FEATURES = ['wheelchair', 'sign_language', 'quiet'] as const;
const LANGUAGE_TAGS = ['de', 'de-AT', 'de-CH-1996', 'en'];
const some = <T>(from: readonly T[]) => fc.subarray([...from], { maxLength: 3 });

/** Makes random properties of an event, for its creation or an update. */
export const eventFacts = fc.record({
  id: fc.integer({ min: 1, max: EVENTS }),
  author: fc.constantFrom(...AUTHORS),
  status: fc.constantFrom<Status>('publish', 'publish', 'publish', ...statuses),
  hidden: fc.constantFrom(0 as const, 0 as const, 1 as const),
  password: fc.constantFrom('', '', '', 'open', 'sesame'),
  featured: flag,
  ticketed: flag,
  event_status: fc.constantFrom('scheduled' as const, ...eventStatuses),
  is_virtual: fc.constantFrom<VirtualChoice>(0, 0, 1, 2),
  virtual_url: fc.constantFrom('', 'https://meet.example.org/'),
  is_free: flag,
  accessibility: some(FEATURES),
  spoken_languages: some(LANGUAGE_TAGS),
  parent: fc.constantFrom(0, 0, ...PARENTS),
  published: fc.integer({ min: 0, max: 5 }),
  dates: fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 0, max: 120 }),
      hour: fc.constantFrom(0, 10, 20),
      days: fc.constantFrom(0, 0, 0, 1, 3, 45, 90),
      shift: fc.constantFrom(-5, 0, 9),
    }),
    { minLength: 0, maxLength: 3, selector: ({ day, hour }) => day * 24 + hour },
  ),
  title: some(words),
  description: some(words),
  german: some(words),
  venues: some(LINKED),
  organizers: some(LINKED),
  categories: some(TERMS),
  tags: some(TERMS),
});
/** Random properties of an event. */
export type EventFacts = typeof eventFacts extends fc.Arbitrary<infer T> ? T : never;

const change = (kind: Change['kind'], resource_id: number, action: Change['action']): Change => ({
  kind,
  resource_id,
  action,
  at_utc: moment(0, 0),
  user_id: null,
});

async function link(trx: Writing, table: string, column: string, id: number, targets: readonly number[]) {
  await sql`delete from ${sql.table(table)} where event_id = ${id}`.execute(trx);
  for (const target of targets) {
    const position = table === 'event_venues' || table === 'event_organizers';
    await sql`insert into ${sql.table(table)} (event_id, ${sql.ref(column)}${position ? sql`, position` : sql``})
      values (${id}, ${target}${position ? sql`, 0` : sql``})`.execute(trx);
  }
}

/** IDs of dates of series begin with that of their event: no event has as many. */
const DATES_EACH = 100_000;

/** Writes an event, all of it anew, and logs that. */
export async function writeEvent(db: Database, facts: EventFacts): Promise<void> {
  const { id } = facts;
  const date = moment(facts.published, 0);
  await db.write(async (trx) => {
    await trx.deleteFrom('occurrences').where('event_id', '=', id).execute();
    const row = {
      author_id: facts.author,
      status: facts.status,
      hide_from_listings: facts.hidden,
      password: facts.password,
      featured: facts.featured,
      ticketed: facts.ticketed,
      event_status: facts.event_status,
      is_virtual: facts.is_virtual,
      virtual_url: facts.virtual_url,
      is_free: facts.is_free,
      accessibility: JSON.stringify(facts.accessibility),
      spoken_languages: JSON.stringify(facts.spoken_languages),
      post_parent: facts.parent,
      title: facts.title.join(' '),
      title_key: facts.title.join(' '),
      date,
      modified_utc: date,
    };
    const known = await trx.selectFrom('events').select('id').where('id', '=', id).executeTakeFirst();
    if (known) await trx.updateTable('events').set(row).where('id', '=', id).execute();
    else
      await trx
        .insertInto('events')
        .values({
          id,
          ...row,
          date_utc: date,
          modified: date,
          ...textsOf({ title: row.title }),
          slug: '',
          image_id: null,
          global_id: null,
          global_id_lineage: null,
          language: 'en',
          translations: '',
          all_day: 0,
          start_date: date,
          end_date: date,
          utc_start_date: date,
          utc_end_date: date,
          timezone: 'UTC',
          cost: '',
          website: null,
          show_map: 0,
          show_map_link: 0,
          sticky: 0,
          tickets: '[]',
          previous_start_date: '',
          door_time: '',
        })
        .execute();
    const isSeries = facts.dates.length > 1;
    await trx
      .updateTable('events')
      .set({ series_id: isSeries ? id : 0 })
      .where('id', '=', id)
      .execute();
    for (const [at, { day, hour, days, shift }] of facts.dates.entries())
      await trx
        .insertInto('occurrences')
        .values({
          id: isSeries ? id * DATES_EACH + at : id,
          event_id: id,
          series_id: isSeries ? id : 0,
          recurrence_id: isSeries ? `${moment(day, hour)} ${at}` : '',
          start_date: moment(day, hour),
          end_date: moment(day + days, hour + 3),
          utc_start_date: moment(day, hour + shift),
          utc_end_date: moment(day + days, hour + 3 + shift),
          status: facts.status,
          hide_from_listings: facts.hidden,
          date,
          days,
        })
        .execute();
    await db.dialect.indexEventText(trx, id, {
      title: facts.title.join(' '),
      description: facts.description.join(' '),
      excerpt: '',
    });
    const german = facts.german.join(' ');
    await db.dialect.indexEventTranslations(trx, id, new Map(german === '' ? [] : [['de', german] as const]));
    await link(trx, 'event_venues', 'venue_id', id, facts.venues);
    await link(trx, 'event_organizers', 'organizer_id', id, facts.organizers);
    await link(trx, 'event_categories', 'category_id', id, facts.categories);
    await link(trx, 'event_tags', 'tag_id', id, facts.tags);
    await logChanges(trx, [change('event', id, 'update')]);
  });
}

/** Makes random properties of a venue or organizer. */
export const linkedFacts = fc.record({
  kind: fc.constantFrom('venues' as const, 'organizers' as const),
  id: fc.constantFrom(...LINKED),
  author: fc.constantFrom(...AUTHORS),
  status: fc.constantFrom<Status>('publish', 'publish', 'draft', 'trash'),
  password: fc.constantFrom('', '', 'open'),
  point: fc.option(
    fc.record({ lat: fc.integer({ min: 50, max: 54 }), lng: fc.integer({ min: 10, max: 14 }) }),
  ),
});

/** Writes a venue or organizer anew, and logs the change. */
export async function writeLinked(
  db: Database,
  facts: typeof linkedFacts extends fc.Arbitrary<infer T> ? T : never,
): Promise<void> {
  const { kind, id, status, password, author: author_id, point } = facts;
  const date = moment(0, 0);
  await db.write(async (trx) => {
    await sql`delete from ${sql.table(kind)} where id = ${id}`.execute(trx);
    const geo = kind === 'venues';
    await sql`insert into ${sql.table(kind)} (id, author_id, status, password, date, date_utc, modified, modified_utc
      ${geo ? sql`, geo_lat, geo_lng` : sql``}) values (${id}, ${author_id}, ${status}, ${password}, ${date}, ${date}, ${date}, ${date}
      ${geo ? sql`, ${point?.lat ?? null}, ${point?.lng ?? null}` : sql``})`.execute(trx);
    if (geo) await db.dialect.locateVenue(trx, id, point);
    await logChanges(trx, [change(kind === 'venues' ? 'venue' : 'organizer', id, 'update')]);
  });
}

/** Deletes a term: events lose it. */
export async function deleteTerm(db: Database, kind: 'category' | 'tag', id: number): Promise<void> {
  const [table, column] =
    kind === 'category' ? ['event_categories', 'category_id'] : ['event_tags', 'tag_id'];
  await db.write(async (trx) => {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(trx);
    await logChanges(trx, [change(kind, id, 'delete')]);
  });
}

const scope = fc.constantFrom<EventQuery['scope']>(
  { statuses: ['publish'], owner: null },
  { statuses: ['publish', 'future', 'draft', 'pending', 'private'], owner: null },
  { statuses: ['publish', 'future', 'draft', 'pending', 'private'], owner: 2 },
  { statuses: ['draft', 'trash'], owner: 2 },
  { statuses: ['trash'], owner: null },
);
const bound = fc.record({
  column: fc.constantFrom<EventQuery['bounds'][number]['column']>(
    'start_date',
    'end_date',
    'utc_start_date',
    'utc_end_date',
  ),
  operator: fc.constantFrom<EventQuery['bounds'][number]['operator']>('<', '<=', '>', '>='),
  moment: fc
    .tuple(fc.integer({ min: -10, max: 200 }), fc.constantFrom('00:00:00', '23:59:59', '10:00:00'))
    .map(([day, time]) => `${moment(day, 0).slice(0, 10)} ${time}`),
});
const days = fc
  .tuple(fc.integer({ min: -10, max: 150 }), fc.integer({ min: 0, max: 100 }))
  .map(([from, length]): EventQuery['bounds'] => [
    { column: 'start_date', operator: '>=', moment: moment(from, 0) },
    { column: 'end_date', operator: '<=', moment: `${moment(from + length, 0).slice(0, 10)} 23:59:59` },
  ]);

const instants = fc
  .tuple(
    fc.integer({ min: -10, max: 150 }),
    fc.integer({ min: 20, max: 100 }),
    fc.nat(47),
    fc.constantFrom('utc_', ''),
  )
  .map(([from, length, hours, clock]): EventQuery['bounds'] => [
    { column: `${clock}start_date`, operator: '>=', moment: moment(from, hours % 24) },
    { column: `${clock}end_date`, operator: '<=', moment: moment(from + length, hours) },
  ]);

/** A term of a search, by itself or with names that have it. */
const searchedTerm = (word: string): fc.Arbitrary<EventSearch['include'][number]> =>
  fc.oneof(
    fc.constantFrom({ spellings: [word] }, { spellings: [word, 'fair'] }),
    fc.record({
      spellings: fc.constant([word]),
      links: fc.record({
        event_venues: fc.subarray([...LINKED]),
        event_organizers: fc.subarray([...LINKED]),
        event_categories: fc.subarray([...TERMS]),
        event_tags: fc.subarray([...TERMS]),
      }),
    }),
  );

/** Values of each filter that the made-up calendar has something for; a new filter doesn't compile without. */
export const filterValues: { readonly [K in FilterName]: fc.Arbitrary<FilterValues[K]> } = {
  period: fc.record({
    from: fc
      .tuple(fc.integer({ min: -10, max: 130 }), fc.constantFrom(0, 13, 20, 23))
      .map(([day, hour]) => moment(day, hour)),
    closed: fc.array(fc.integer({ min: 1, max: EVENTS }), { maxLength: 5 }),
  }),
  categories: fc.subarray([...TERMS]),
  tags: fc.subarray([...TERMS], { minLength: 1 }),
  venue: fc.subarray([...LINKED], { minLength: 1 }),
  organizer: fc.subarray([...LINKED], { minLength: 1 }),
  featured: fc.boolean(),
  recurring: fc.boolean(),
  condense: fc.constant(true),
  ticketed: fc.boolean(),
  event_status: fc.subarray([...eventStatuses], { minLength: 1 }),
  is_virtual: fc.boolean(),
  free: fc.boolean(),
  accessibility: fc.subarray([...FEATURES], { minLength: 1 }),
  spoken_languages: fc.subarray([...LANGUAGE_TAGS, 'e', 'fr'], { minLength: 1 }),
  missing: fc.subarray(['venue', 'organizer', 'categories', 'tags', 'image', 'description'], {
    minLength: 1,
  }),
  untranslated: fc.record({
    asked: fc.subarray([...languages], { minLength: 1 }),
    site: fc.constantFrom(...languages),
  }),
  geoloc: fc.boolean(),
  post_parent: fc.constantFrom(...PARENTS, 0),
  near: fc.record({
    lat: fc.integer({ min: 50, max: 54 }),
    lng: fc.integer({ min: 10, max: 14 }),
    radiusKm: fc.constantFrom(1, 200, 20_000),
  }),
  include: fc.uniqueArray(fc.integer({ min: 1, max: EVENTS + 2 }), { minLength: 1, maxLength: 20 }),
  search: fc.record({
    include: fc
      .subarray([...words, 'conc', 'nowhere', 'o', 'ai', 'rt'], { maxLength: 2 })
      .chain((found) => fc.tuple(...found.map(searchedTerm))),
    exclude: fc
      .subarray([...words, 'air', 'nz'], { maxLength: 1 })
      .chain((found) => fc.tuple(...found.map(searchedTerm))),
    languages: fc.constantFrom([], ['de' as const]),
  }),
};
const askedFilters: fc.Arbitrary<AskedFilters> = fc
  .tuple(fc.record(filterValues), fc.subarray([...filterNames], { maxLength: 4 }))
  .map(([values, names]) => {
    const asked: AskedFilters = {};
    const pick = <K extends FilterName>(name: K) => {
      asked[name] = values[name];
    };
    names.forEach(pick);
    return asked;
  });

/** Lists with each filter of the registry in each of its orders, at random. */
export const eventQueries: fc.Arbitrary<EventQuery> = fc
  .record({
    scope,
    bounds: fc.oneof(days, instants, fc.array(bound, { maxLength: 3 })),
    hidden: fc.constantFrom<EventQuery['hidden']>(
      'no',
      'no',
      'all',
      { owner: 2, public: true },
      { owner: 2, public: false },
    ),
    unlocked: fc.record({
      password: fc.constantFrom(undefined, undefined, 'open', 'wrong'),
      editable: fc.constantFrom<EditScope>(
        'no',
        'no',
        'all',
        { owner: 2, public: true },
        { owner: 2, public: false },
      ),
    }),
    linkedScope: scope,
    orderby: fc.oneof(fc.constant('date' as const), fc.constantFrom(...orderNames)),
    order: fc.constantFrom('asc' as const, 'desc' as const),
  })
  .chain((base) => askedFilters.map((filters) => ({ ...filters, ...base })));

type Row = Record<string, string | number | null>;
type Reader = (table: string) => Promise<Row[]>;

/** An event, and what the rules of filters ask about. */
interface Candidate {
  readonly event: Row;
  /** The date of it that is looked at. */
  readonly date: Row;
  /** Whether no password hides it from the caller. */
  readonly isOpen: boolean;
  /** Whether the caller may edit it, and asked as an editor. */
  readonly isEditable: boolean;
  /** Whether the caller may find events by a venue or organizer. */
  isWithin(row: Row): boolean;
  readonly tables: {
    readonly venues: readonly Row[];
    readonly organizers: readonly Row[];
    readonly linked: Readonly<Record<'categories' | 'tags' | 'venues' | 'organizers', readonly Row[]>>;
    readonly texts: ReadonlyMap<Row[string] | undefined, string>;
    readonly german: ReadonlyMap<Row[string] | undefined, string>;
  };
}

const isLinked = (rows: readonly Row[], event: Row, column: string, targets: readonly unknown[]) =>
  rows.some((row) => row['event_id'] === event['id'] && targets.includes(row[column]));

/** Tells whether an event is at a venue with coordinates that the caller may see and that passes a test. */
const isAtVenue = ({ event, isWithin, tables }: Candidate, is: (venue: Row) => boolean) =>
  isLinked(
    tables.linked.venues,
    event,
    'venue_id',
    tables.venues
      .filter((row) => row['geo_lat'] !== null && row['password'] === '' && isWithin(row) && is(row))
      .map((row) => row['id']),
  );

const isOf = (kind: 'venues' | 'organizers', column: string, ids: readonly number[], of: Candidate) => {
  const seen = of.tables[kind].filter((row) => of.isWithin(row)).map((row) => row['id']);
  return (
    of.isOpen &&
    isLinked(
      of.tables.linked[kind],
      of.event,
      column,
      ids.filter((id) => seen.includes(id)),
    )
  );
};

/** The members of a column with a JSON list of texts. */
const listed = (column: unknown): readonly string[] => JSON.parse(String(column));

/** The rule of each filter, against which SQL and list index are held; a new filter doesn't compile without. */
const rules: { readonly [K in FilterName]: (value: FilterValues[K], of: Candidate) => boolean } = {
  include: (ids, { event, date }) =>
    ids.some((id) => id === date['id'] || (id === event['id'] && event['series_id'] === id)),
  period: ({ from, closed }, { date }) =>
    (String(date['end_date']) > from || String(date['start_date']) >= from) &&
    !closed.some((id) => id === date['id']),
  categories: (ids, { event, isOpen, tables }) =>
    isOpen && isLinked(tables.linked.categories, event, 'category_id', ids),
  tags: (ids, { event, isOpen, tables }) => isOpen && isLinked(tables.linked.tags, event, 'tag_id', ids),
  venue: (ids, of) => isOf('venues', 'venue_id', ids, of),
  organizer: (ids, of) => isOf('organizers', 'organizer_id', ids, of),
  recurring: (wanted, { event }) => Number(event['series_id']) > 0 === wanted,
  // Which of its series comes first is decided among all that are listed.
  condense: () => true,
  featured: (wanted, { event, isOpen }) => (event['featured'] === 1 && isOpen) === wanted,
  ticketed: (wanted, { event, isOpen }) => (event['ticketed'] === 1 && isOpen) === wanted,
  event_status: (among, { event }) => among.some((status) => status === event['event_status']),
  is_virtual: (wanted, { event, tables }) => {
    const hasVenue = tables.linked.venues.some((row) => row['event_id'] === event['id']);
    const isByAddress = event['is_virtual'] === 0 && event['virtual_url'] !== '' && !hasVenue;
    return (event['is_virtual'] === 1 || isByAddress) === wanted;
  },
  free: (wanted, { event, isOpen }) => (event['is_free'] === 1 && isOpen) === wanted,
  accessibility: (features, { event, isOpen }) =>
    isOpen && features.every((feature) => listed(event['accessibility']).includes(feature)),
  spoken_languages: (tags, { event, isOpen }) =>
    isOpen &&
    listed(event['spoken_languages']).some((spoken) =>
      tags.some((tag) => spoken === tag || spoken.startsWith(`${tag}-`)),
    ),
  missing: (parts, { event, isEditable, tables: { linked } }) => {
    const isWithout = (table: keyof typeof linked) =>
      !linked[table].some((row) => row['event_id'] === event['id']);
    const lacks = {
      venue: isWithout('venues'),
      organizer: isWithout('organizers'),
      categories: isWithout('categories'),
      tags: isWithout('tags'),
      image: event['image_id'] === null,
      description: event['description'] === '',
    };
    return isEditable && parts.some((part) => lacks[part]);
  },
  // All that is made up is in English.
  untranslated: ({ asked }, { isEditable }) => isEditable && asked.some((language) => language !== 'en'),
  post_parent: (id, { event }) =>
    event['series_id'] === 0 ? event['post_parent'] === id : event['series_id'] === id,
  geoloc: (wanted, of) => (isAtVenue(of, () => true) && of.isOpen) === wanted,
  near: (point, of) => of.isOpen && isAtVenue(of, (venue) => kilometres(point, venue) <= point.radiusKm),
  search: ({ include, exclude, languages: asked }, { event, isOpen, tables }) => {
    const { texts, german, linked } = tables;
    const isFound = ({ spellings, links }: EventSearch['include'][number]) =>
      spellings.some(
        (word) =>
          texts.get(event['id'])?.includes(word) === true ||
          (asked.includes('de') && german.get(event['id'])?.includes(word) === true),
      ) ||
      (links !== undefined &&
        (isLinked(linked.venues, event, 'venue_id', links.event_venues) ||
          isLinked(linked.organizers, event, 'organizer_id', links.event_organizers) ||
          isLinked(linked.categories, event, 'category_id', links.event_categories) ||
          isLinked(linked.tags, event, 'tag_id', links.event_tags)));
    return isOpen && include.every(isFound) && !exclude.some(isFound);
  },
};

/** The ranks that filters sort events by before any order: lower numbers come first. */
const ranks: { readonly [K in FilterName]?: (value: FilterValues[K], of: Candidate) => number } = {};

function rankOf(query: AskedFilters, of: Candidate): number {
  const rank = <K extends FilterName>(name: K): number => {
    const value = query[name];
    return value === undefined ? 0 : (ranks[name]?.(value, of) ?? 0);
  };
  return filterNames.reduce((sum, name) => sum * 2 + rank(name), 0);
}

function meetsAll(query: AskedFilters, of: Candidate): boolean {
  const meets = <K extends FilterName>(name: K): boolean => {
    const value = query[name];
    return value === undefined || rules[name](value, of);
  };
  return filterNames.every((name) => meets(name));
}

/** The list as its words say, of all rows, one by one: IDs of events in their order, each as often as it has dates. */
export async function listedOneByOne(db: Database, query: EventQuery): Promise<number[]> {
  const all: Reader = async (table) =>
    (await sql<Row>`select * from ${sql.table(table)}`.execute(db.read)).rows;
  const events = new Map((await all('events')).map((row) => [row['id'], row]));
  const places = { venues: await all('venues'), organizers: await all('organizers') };
  const linked = {
    categories: await all('event_categories'),
    tags: await all('event_tags'),
    venues: await all('event_venues'),
    organizers: await all('event_organizers'),
  };
  const textRows =
    db.dialect.name === 'sqlite'
      ? await sql<Row>`select rowid as event_id, title || char(10) || description as text from event_search`.execute(
          db.read,
        )
      : await sql<Row>`select event_id, text from event_search`.execute(db.read);
  const germanRows =
    db.dialect.name === 'sqlite'
      ? await sql<Row>`select rowid / 4 as event_id, text from translation_search where rowid % 4 = 1`.execute(
          db.read,
        )
      : await sql<Row>`select event_id, text from translation_search where language = 'de'`.execute(db.read);
  const texts = new Map(textRows.rows.map((row) => [row['event_id'], String(row['text'])]));
  const german = new Map(germanRows.rows.map((row) => [row['event_id'], String(row['text'])]));
  const within = ({ statuses: among, owner }: EventQuery['scope'], row: Row) =>
    among.some((status) => status === row['status']) &&
    (owner === null || row['status'] === 'publish' || row['author_id'] === owner);

  const candidateOf = (event: Row, date: Row): Candidate => {
    const { password, editable } = query.unlocked;
    const unpublic = event['status'] !== 'publish' && event['status'] !== 'future';
    const isEditable =
      typeof editable === 'object'
        ? event['author_id'] === editable.owner && (editable.public || unpublic)
        : editable === 'all';
    const isOpen = event['password'] === '' || event['password'] === (password ?? '') || isEditable;
    const isWithin = (row: Row) => within(query.linkedScope, row);
    return { event, date, isOpen, isEditable, isWithin, tables: { ...places, linked, texts, german } };
  };
  const isListed = (date: Row): boolean => {
    const event = events.get(date['event_id'] ?? 0);
    if (!event || !within(query.scope, event)) return false;
    const own = typeof query.hidden === 'object' && event['author_id'] === query.hidden.owner;
    const unpublic = event['status'] !== 'publish' && event['status'] !== 'future';
    if (event['hide_from_listings'] === 1 && query.hidden !== 'all')
      if (typeof query.hidden !== 'object' || !own || !(query.hidden.public || unpublic)) return false;
    for (const asked of query.bounds) {
      const implied = startBound(asked);
      for (const one of [asked, ...(implied ? [{ column: 'start_date' as const, ...implied }] : [])]) {
        const value = String(date[one.column]);
        const holds = {
          '<': value < one.moment,
          '<=': value <= one.moment,
          '>': value > one.moment,
          '>=': value >= one.moment,
        };
        if (!holds[one.operator]) return false;
      }
    }
    return meetsAll(query, candidateOf(event, date));
  };
  const number = (value: unknown) => String(value).padStart(9, '0');
  const km = (date: Row) =>
    Math.min(
      ...places.venues
        .filter(
          (row) =>
            row['geo_lat'] !== null &&
            row['password'] === '' &&
            within(query.linkedScope, row) &&
            linked.venues.some(
              (one) => one['event_id'] === date['event_id'] && one['venue_id'] === row['id'],
            ),
        )
        .map((row) => (query.near ? kilometres(query.near, row) : 0)),
    );
  const keys: Record<EventQuery['orderby'], (date: Row) => unknown[]> = {
    date: (date) => [date['start_date'], date['date'], number(date['event_id'])],
    publication: (date) => [date['date'], number(date['id'])],
    title: (date) => [events.get(date['event_id'] ?? 0)?.['title_key'], number(date['event_id'])],
    modified: (date) => [events.get(date['event_id'] ?? 0)?.['modified_utc'], number(date['event_id'])],
    distance: (date) => [km(date).toFixed(3).padStart(12, '0')],
  };
  const key = (date: Row) => keys[query.orderby](date).join('\n');
  const dates = (await all('occurrences'))
    .filter(isListed)
    .map((row) => {
      const event = events.get(row['event_id'] ?? 0);
      const rank = event ? rankOf(query, candidateOf(event, row)) : 0;
      return { row, rank, key: key(row), start: [row['start_date'], number(row['event_id'])].join() };
    })
    .sort((a, b) => {
      if (a.rank !== b.rank) return a.rank - b.rank;
      const direction = query.order === 'asc' ? 1 : -1;
      if (a.key !== b.key) return a.key < b.key ? -direction : direction;
      const tie = a.start < b.start ? -1 : 1;
      return query.orderby === 'distance' ? tie : tie * direction;
    });
  if (!query.condense) return dates.map(({ row }) => Number(row['id']));
  const firsts = new Map<unknown, Row>();
  for (const { row } of dates) {
    const key = row['series_id'] === 0 ? `event ${row['id']}` : row['series_id'];
    const first = firsts.get(key);
    if (!first || String(row['start_date']) < String(first['start_date'])) firsts.set(key, row);
  }
  const kept = new Set(firsts.values());
  return dates.flatMap(({ row }) => (kept.has(row) ? Number(row['id']) : []));
}

/** Great-circle distance by the formula of the haversine. */
function kilometres(point: { lat: number; lng: number }, row: Row): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [lat, lng] = [Number(row['geo_lat']), Number(row['geo_lng'])];
  const a =
    Math.sin(radians(lat - point.lat) / 2) ** 2 +
    Math.cos(radians(lat)) * Math.cos(radians(point.lat)) * Math.sin(radians(lng - point.lng) / 2) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(a)));
}
