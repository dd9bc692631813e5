import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { offsetOf, type Page } from '#api/routing/paging.ts';
import { isLocked, withinScope, withinUnlocked } from '#calendar/posts/scope.ts';
import type { Database } from '#store/db/engine.ts';
import type { Tables } from '#store/db/tables.ts';
import { boxAround, EARTH_KM, type Point } from '../filters/distance.ts';
import { type EventQuery, startBound } from '../filters/query.ts';

type Rows = SelectQueryBuilder<Tables & { o: Tables['occurrences']; e: Tables['events'] }, 'o' | 'e', object>;

/** Coordinates of the venue at which an event is, of those that count. */
function venueDistance({ dialect }: Database, { lat, lng }: Point) {
  const chord = sql<number>`sqrt(
    power(sin((v.geo_lat - ${lat}) * pi() / 360), 2) +
    cos(${lat} * pi() / 180) * cos(v.geo_lat * pi() / 180) * power(sin((v.geo_lng - ${lng}) * pi() / 360), 2))`;
  // As a literal: PostgreSQL takes a parameter beside a whole number for one itself.
  return sql<number>`(${sql.lit(2 * EARTH_KM)} * asin(${dialect.lesser(sql`1`, chord)}))`;
}

function needsEvent(query: EventQuery): boolean {
  return (
    query.scope.owner !== null ||
    typeof query.hidden === 'object' ||
    query.featured !== undefined ||
    query.ticketed !== undefined ||
    query.geoloc !== undefined ||
    query.near !== undefined ||
    query.post_parent !== undefined ||
    query.search !== undefined
  );
}

/** Longer lists of IDs than this come as one parameter: an engine takes some ten thousand of them. */
const MOST_PARAMETERS = 500;

const among = ({ dialect }: Database, ids: readonly number[]) =>
  ids.length > MOST_PARAMETERS ? dialect.among(ids) : sql`in (${sql.join([...ids, -1])})`;

/** Whether a venue `v` is within reach of a point, and counts. */
function withinReach(
  db: Database,
  { near, linkedScope }: Pick<EventQuery, 'linkedScope'> & { near: NonNullable<EventQuery['near']> },
) {
  const boxes = sql.join(
    boxAround(near, near.radiusKm).map((box) => sql`v.id in ${db.dialect.venuesInBox(box)}`),
    sql` or `,
  );
  return sql<boolean>`(${boxes}) and v.geo_lat is not null and v.password = ''
      and ${withinScope(linkedScope, { status: 'v.status', author: 'v.author_id' })} and ${venueDistance(db, near)} <= ${near.radiusKm}`;
}

/** Events within reach of a point, with the distance of their nearest venue that counts, in kilometres. */
function reachable(db: Database, query: EventQuery & { near: Point & { radiusKm: number } }) {
  return sql<{ event_id: number; km: number }>`(select l.event_id, min(${venueDistance(db, query.near)}) as km
    from venues v join event_venues l on l.venue_id = v.id
    where ${withinReach(db, query)} group by l.event_id)`;
}

/** Venues within reach of a point that count, the nearest first, with their distance in kilometres. */
export async function venuesWithin(
  db: Database,
  { near, linkedScope }: Pick<EventQuery, 'linkedScope'> & { near: NonNullable<EventQuery['near']> },
): Promise<{ id: number; km: number }[]> {
  const km = venueDistance(db, near);
  const { rows } = await sql<{ id: number; km: number }>`select v.id, ${km} as km
    from venues v where ${withinReach(db, { near, linkedScope })} order by 2, 1`.execute(db.read);
  return rows;
}

const isNear = (query: EventQuery): query is EventQuery & { near: Point & { radiusKm: number } } =>
  query.near !== undefined;

/** Whether a filter leaves so few events that they are better found first and put in order then. */
function narrows(query: EventQuery): boolean {
  // Very many categories are dear to look through for each event that is walked past.
  if ((query.categories?.length ?? 0) > MOST_PARAMETERS) return true;
  return [query.include, query.venue, query.organizer, query.post_parent, query.search, query.near].some(
    (filter) => filter !== undefined,
  );
}

const being = (wanted: boolean, condition: RawBuilder<unknown>) =>
  wanted ? sql<boolean>`(${condition})` : sql<boolean>`not (${condition})`;

/** @param byEvent joined with the event whatever the filters, and walked in the event's order where no filter narrows much */
function filtered(db: Database, query: EventQuery, byEvent = false): Rows {
  const dates = db.read.selectFrom('occurrences as o');
  let rows: Rows;
  // An occurrence alone has what most lists need; its event is only joined where it is asked about.
  if (byEvent && !narrows(query))
    rows = db.read
      .selectFrom('events as e')
      .crossJoin('occurrences as o')
      .whereRef('o.event_id', '=', 'e.id') as unknown as Rows;
  else
    rows = (byEvent || needsEvent(query)
      ? dates.innerJoin('events as e', 'e.id', 'o.event_id')
      : dates) as unknown as Rows;
  if (isNear(query))
    rows = rows.innerJoin(reachable(db, query).as('p'), (join) =>
      join.onRef('p.event_id', '=', 'o.event_id'),
    ) as unknown as Rows;
  // Few are asked for by number, or are near: no other index is to be walked along for them.
  const walked = [query.include, query.post_parent, query.near].some((filter) => filter !== undefined);
  rows = rows.where(withinScope(query.scope, { status: 'o.status', author: 'e.author_id', walked }));
  if (query.hidden === 'no')
    rows = rows.where(
      walked ? sql<number>`o.hide_from_listings + 0` : sql.ref<number>('o.hide_from_listings'),
      '=',
      0,
    );
  else if (query.hidden !== 'all') {
    const own = sql`e.author_id = ${query.hidden.owner}`;
    const among = query.hidden.public ? own : sql`${own} and o.status not in ('publish', 'future')`;
    rows = rows.where(sql<boolean>`(o.hide_from_listings = 0 or (${among}))`);
  }
  for (const bound of query.bounds) {
    rows = rows.where(`o.${bound.column}`, bound.operator, bound.moment);
    const start = startBound(bound);
    if (start) rows = rows.where('o.start_date', start.operator, start.moment);
  }
  if (query.include) rows = rows.where('o.event_id', 'in', [...query.include, -1]);
  for (const [ids, table, column] of [
    [query.categories, 'event_categories', 'category_id'],
    [query.tags, 'event_tags', 'tag_id'],
  ] as const)
    if (ids)
      rows = rows.where(
        sql<boolean>`o.event_id in (select event_id from ${sql.table(table)} where ${sql.ref(column)} ${among(db, ids)})`,
      );
  // An event is found by what it shows its reader, which leaves out drafts of others and the trash (D5, D8).
  for (const [ids, table, links, column] of [
    [query.venue, 'venues', 'event_venues', 'l.venue_id'],
    [query.organizer, 'organizers', 'event_organizers', 'l.organizer_id'],
  ] as const)
    if (ids)
      rows = rows.where(
        sql<boolean>`o.event_id in (select l.event_id from ${sql.table(links)} l
          join ${sql.table(table)} t on t.id = ${sql.ref(column)} where ${sql.ref(column)} ${among(db, ids)}
          and ${withinScope(query.linkedScope, { status: 't.status', author: 't.author_id' })})`,
      );
  // Nothing is found by what a password hides (D26, D37).
  const open = withinUnlocked(query.unlocked, 'e');
  const isLinked = [query.categories, query.tags, query.venue, query.organizer].some((ids) => ids);
  if (isLinked && query.unlocked.editable !== 'all')
    rows = rows.where(sql<boolean>`not ${isLocked(db, query.unlocked, 'o.event_id')}`);
  // Of what is yes or no it counts as no, so that neither tells.
  if (query.featured !== undefined) rows = rows.where(being(query.featured, sql`e.featured = 1 and ${open}`));
  if (query.ticketed !== undefined) rows = rows.where(being(query.ticketed, sql`e.ticketed = 1 and ${open}`));
  if (query.post_parent !== undefined) rows = rows.where('e.post_parent', '=', query.post_parent);
  if (query.search) {
    const { language } = query.search;
    for (const word of query.search.include)
      rows = rows.where(sql<boolean>`o.event_id in ${db.dialect.eventsWithText(word, language)}`);
    for (const word of query.search.exclude)
      rows = rows.where(sql<boolean>`o.event_id not in ${db.dialect.eventsWithText(word, language)}`);
    rows = rows.where(open);
  }
  const located = sql`select ev.event_id from event_venues ev join venues v on v.id = ev.venue_id
    where v.geo_lat is not null and v.password = '' and ${withinScope(query.linkedScope, { status: 'v.status', author: 'v.author_id' })}`;
  if (query.geoloc !== undefined)
    rows = rows.where(being(query.geoloc, sql`o.event_id in (${located}) and ${open}`));
  if (query.near) rows = rows.where(open);
  return rows;
}

function ordered(rows: Rows, query: EventQuery) {
  const selected = rows.select('o.event_id');
  const { order } = query;
  if (query.orderby === 'title')
    return selected.orderBy('e.title_key', order).orderBy('e.id', order).orderBy('o.id');
  if (query.orderby === 'modified')
    return selected.orderBy('e.modified_utc', order).orderBy('e.id', order).orderBy('o.id');
  if (query.orderby === 'distance' && query.near)
    return selected.orderBy(sql`p.km`, order).orderBy('o.start_date').orderBy('o.event_id');
  if (query.orderby === 'publication')
    return selected.orderBy('o.date', order).orderBy('o.event_id', order).orderBy('o.id');
  return selected.orderBy('o.start_date', order).orderBy('o.date', order).orderBy('o.event_id', order);
}

/** The statement of one page, for running and for looking at its plan. */
export function pageQuery(db: Database, query: EventQuery, page: Page) {
  const byEvent = query.orderby === 'title' || query.orderby === 'modified';
  return ordered(filtered(db, query, byEvent), query)
    .limit(page.per_page)
    .offset(offsetOf(page));
}

/** The statement that counts all pages. */
export function countQuery(db: Database, query: EventQuery) {
  return filtered(db, query).select((eb) => eb.fn.countAll<number>().as('total'));
}

/** IDs of the events on a page, one for each occurrence. */
export async function listEventIds(db: Database, query: EventQuery, page: Page): Promise<number[]> {
  return (await pageQuery(db, query, page).execute()).map((row) => row.event_id);
}
