import { type RawBuilder, sql } from 'kysely';
import { statuses } from '#api/access/permissions.ts';
import { withinScope } from '#calendar/posts/scope.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Database } from '#store/db/engine.ts';
import { type EventSet, type LinkTable, links } from '../filters/filter.ts';
import { conditionOf, type IncompleteSet } from '../filters/missing.ts';
import { onlineCondition } from '../visitors/online.ts';

/** A database, or a snapshot of one, to read from. */
export type Readable = Pick<Database, 'read' | 'dialect'>;

/** The tables of links in the order in which they are read. */
export const linkTables: readonly LinkTable[] = [
  'event_categories',
  'event_tags',
  'event_venues',
  'event_organizers',
];

/** The set of events that are linked to one term, venue or organizer. */
export type LinkSet = Extract<EventSet, { id: number; of: LinkTable }>;

/** Returns the key of a set, the same for equal sets. */
export const keyOf = (set: EventSet) => JSON.stringify(set);
/** Returns whether a set holds events that lack something. */
export const isIncomplete = (set: EventSet): set is IncompleteSet =>
  set.of === 'missing' || set.of === 'untranslated';
/** Returns whether a set is read from a table of links. */
export const isLink = (set: EventSet): set is LinkSet => Object.hasOwn(links, set.of);

/** Rows per statement; other requests run between batches. */
const BATCH = 10_000;
/** Terms, venues or organizers whose links one statement reads. */
const TARGETS_PER_STATEMENT = 50;

const idsIn = (ids: readonly number[]) => sql.join([...ids, -1]);

/** The flags of events, as conditions that their partial indexes serve. */
const flagged = {
  featured: sql<boolean>`featured = 1`,
  recurring: sql<boolean>`series_id > 0`,
  ticketed: sql<boolean>`ticketed = 1`,
  is_virtual: onlineCondition('events'),
  is_free: sql<boolean>`is_free = 1`,
} as const;

/** A set whose events are found by their own rows and venues. */
export type RowSet = Exclude<EventSet, LinkSet | IncompleteSet | { of: 'text' }>;

/** Returns the statements that read a set, each by ascending IDs from an index. */
function queriesOf(set: RowSet): readonly { id: RawBuilder<number>; from: RawBuilder<unknown> }[] {
  const id = sql<number>`id`;
  switch (set.of) {
    case 'author':
      return statuses.map((status) => ({
        id,
        from: sql`events where author_id = ${set.id} and status = ${status}`,
      }));
    case 'parent':
      return [
        { id, from: sql`events where post_parent = ${set.id} and series_id = 0` },
        { id, from: sql`events where series_id = ${set.id} and series_id > 0` },
      ];
    case 'event_status':
      // Which the partial index serves; that of the usual status isn't asked for.
      return [{ id, from: sql`events where event_status <> 'scheduled' and event_status = ${set.status}` }];
    case 'accessibility':
      return [
        {
          id,
          from: sql`events where accessibility <> '[]' and accessibility like ${`%"${set.feature}"%`}`,
        },
      ];
    case 'spoken_language':
      return [
        {
          id,
          from: sql`events where spoken_languages <> '[]'
            and (spoken_languages like ${`%"${set.tag}"%`} or spoken_languages like ${`%"${set.tag}-%`})`,
        },
      ];
    case 'located':
      return [
        {
          id: sql<number>`l.event_id`,
          from: sql`event_venues l cross join venues v
            where v.id = l.venue_id and v.geo_lat is not null and v.password = ''
              and ${withinScope(set.scope, { status: 'v.status', author: 'v.author_id' })}`,
        },
      ];
    default:
      return [{ id, from: sql`events where ${flagged[set.of]}` }];
  }
}

/**
 * Reads the events of sets that aren't links, by ascending ID.
 * @param cuts ascending IDs a few thousand events apart; where no index helps, each statement scans from one to the next
 */
export async function* readEventSet(
  db: Readable,
  set: Exclude<EventSet, LinkSet>,
  cuts: readonly number[],
): AsyncGenerator<number[]> {
  if (set.of === 'text') {
    yield* db.dialect.readEventsWithText(db.read, set.word, set.language, cuts);
    return;
  }
  if (isIncomplete(set)) {
    for (const [at, after] of [0, ...cuts].entries()) {
      const { rows } = await sql<{ id: number }>`select e.id from events e where e.id > ${after}
        and e.id <= ${cuts[at] ?? Number.MAX_SAFE_INTEGER} and ${conditionOf(set)} order by e.id`.execute(
        db.read,
      );
      yield rows.map((row) => row.id);
    }
    return;
  }
  for (const { id, from } of queriesOf(set))
    for (let after = 0, full = true; full; ) {
      const { rows } = await sql<{ id: number }>`select ${id} as id from ${from} and ${id} > ${after}
        order by ${id} limit ${BATCH}`.execute(db.read);
      yield [...new Set(rows.map((row) => row.id))];
      full = rows.length === BATCH;
      after = rows.at(-1)?.id ?? after;
    }
}

/** Reads the events linked to each target, for each target all at once, by ascending ID. */
export async function* readLinks(
  db: Readable,
  table: LinkTable,
  targets: readonly number[],
): AsyncGenerator<readonly [target: number, ids: number[]]> {
  const target = sql.ref(links[table]);
  const read = async (which: RawBuilder<unknown>) => {
    const { rows } = await sql<{ target: number; id: number }>`select ${target} as target, event_id as id
      from ${sql.table(table)} where ${which} order by 1, 2 limit ${BATCH}`.execute(db.read);
    return rows;
  };
  const waiting = targets.toSorted((a, b) => a - b);
  while (waiting.length > 0) {
    const group = waiting.splice(0, TARGETS_PER_STATEMENT);
    const lists = new Map(group.map((id) => [id, [] as number[]]));
    const rows = await read(sql`${target} in (${idsIn(group)})`);
    for (const row of rows) lists.get(row.target)?.push(row.id);
    const last = rows.at(-1);
    if (rows.length === BATCH && last) {
      const list = lists.get(last.target) ?? [];
      for (let more = rows; more.length === BATCH; ) {
        more = await read(sql`${target} = ${last.target} and event_id > ${list.at(-1) ?? 0}`);
        for (const { id } of more) list.push(id);
      }
      for (const id of group)
        if (id > last.target) {
          lists.delete(id);
          waiting.unshift(id);
        }
      waiting.sort((a, b) => a - b);
    }
    yield* lists;
  }
}

/** Returns the links of some events in one table. */
export async function linksAmong(
  db: Readable,
  table: LinkTable,
  eventIds: readonly number[],
): Promise<{ id: number; target: number }[]> {
  const { rows } = await sql<{
    id: number;
    target: number;
  }>`select event_id as id, ${sql.ref(links[table])} as target
    from ${sql.table(table)} where event_id in (${idsIn(eventIds)})`.execute(db.read);
  return rows;
}

/** The columns and venues of an event that decide which sets it is in. */
export interface RowFacts {
  readonly author_id: number;
  readonly post_parent: number;
  readonly series_id: number;
  readonly featured: number;
  readonly ticketed: number;
  readonly is_virtual: number;
  readonly event_status: string;
  readonly is_free: number;
  /** JSON lists, as stored. */
  readonly accessibility: string;
  readonly spoken_languages: string;
  /** Its venues that have coordinates and no password. */
  readonly venues: { readonly status: string; readonly author_id: number }[];
}

/** Returns the facts of some events by ID. @param asked `venues`: reads their venues too */
export async function readRowFacts(
  db: Readable,
  eventIds: readonly number[],
  asked: { venues: boolean },
): Promise<ReadonlyMap<number, RowFacts>> {
  const among = idsIn(eventIds);
  const { rows } = await sql<Omit<RowFacts, 'venues'> & { id: number }>`
    select id, author_id, post_parent, series_id, featured, ticketed, case when ${onlineCondition('events')} then 1 else 0 end as is_virtual, event_status,
      is_free, accessibility, spoken_languages from events where id in (${among})`.execute(db.read);
  const facts = new Map<number, RowFacts>(rows.map(({ id, ...row }) => [id, { ...row, venues: [] }]));
  if (!asked.venues) return facts;
  const venues = await sql<{ id: number; status: string; author_id: number }>`
    select l.event_id as id, v.status, v.author_id from event_venues l join venues v on v.id = l.venue_id
    where l.event_id in (${among}) and v.geo_lat is not null and v.password = ''`.execute(db.read);
  for (const { id, ...venue } of venues.rows) facts.get(id)?.venues.push(venue);
  return facts;
}

/** Returns whether an event is in a set; a deleted event is in none. */
export function isMember(set: RowSet, facts: RowFacts | undefined): boolean {
  if (!facts) return false;
  switch (set.of) {
    case 'author':
      return facts.author_id === set.id;
    case 'parent':
      return (facts.series_id === 0 ? facts.post_parent : facts.series_id) === set.id;
    case 'event_status':
      return facts.event_status === set.status;
    case 'accessibility':
      return facts.accessibility.includes(`"${set.feature}"`);
    case 'spoken_language':
      return [`"${set.tag}"`, `"${set.tag}-`].some((text) => facts.spoken_languages.includes(text));
    case 'located': {
      const { statuses: among, owner } = set.scope;
      return facts.venues.some(
        ({ status, author_id }) =>
          among.some((one) => one === status) &&
          (owner === null || status === 'publish' || author_id === owner),
      );
    }
    case 'recurring':
      return facts.series_id > 0;
    default:
      return facts[set.of] === 1;
  }
}

/** Returns which of some events are in a set of those that lack something. */
export async function incompleteAmong(
  db: Readable,
  set: IncompleteSet,
  eventIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select e.id from events e
    where e.id in (${idsIn(eventIds)}) and ${conditionOf(set)}`.execute(db.read);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the folded texts of some events by ID, several of one event joined by line breaks, which no search word has. */
export async function textsAmong(
  db: Readable,
  eventIds: readonly number[],
  language: Language | undefined,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.dialect.textsOfEvents(eventIds, language).execute(db.read);
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/**
 * Reads the folded texts of all events in one language (undefined: the site's) in batches, by ascending ID.
 * @param cuts ascending IDs: each statement reads from one to the next
 */
export async function* readTexts(
  { read, dialect }: Readable,
  language: Language | undefined,
  cuts: readonly number[],
): AsyncGenerator<readonly { readonly id: number; readonly text: string }[]> {
  for (const [at, after] of [0, ...cuts].entries()) {
    const { rows } = await dialect.textsBetween(after, cuts[at], language).execute(read);
    yield rows;
  }
}

/** Returns the IDs of the events at some venues; undefined: there are more than `most`. */
export async function eventsAtVenues(
  db: Readable,
  venueIds: readonly number[],
  most: number,
): Promise<number[] | undefined> {
  const { rows } = await sql<{ id: number }>`select distinct event_id as id from event_venues
    where venue_id in (${idsIn(venueIds)}) limit ${most + 1}`.execute(db.read);
  return rows.length > most ? undefined : rows.map(({ id }) => id);
}
