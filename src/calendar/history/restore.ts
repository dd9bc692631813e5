import { sql } from 'kysely';
import { filesOf } from '#api/media/rules.ts';
import { listMedia } from '#api/media/store.ts';
import type { Actor } from '#api/routing/actor.ts';
import { TIME_FIELDS } from '#calendar/events/series/layout.ts';
import { findSeries } from '#calendar/events/series/store.ts';
import { layOut } from '#calendar/events/series-dates.ts';
import { findEventRow } from '#calendar/events/store.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { Writing } from '#store/db/engine.ts';
import { keepNewRow } from '#store/db/history-log.ts';
import type { HistoryTable } from '#store/db/history-tables.ts';
import {
  type Columns,
  derivedColumns,
  isContent,
  momentTables,
  type RowImage,
  type Stored,
} from '#store/db/row-images.ts';
import type { Tables } from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import { fieldOfColumn } from './fields.ts';
import { seriesMadeBy } from './made-series.ts';
import { derive } from './restore-derived.ts';
import { hasBothEnds } from './restore-links.ts';
import { restoreTexts, withoutCopies } from './restore-texts.ts';

/** Tables whose rows are restored, those that others refer to first; with the columns of their keys. */
const KEYS = {
  media: ['id'],
  categories: ['id'],
  tags: ['id'],
  venues: ['id'],
  organizers: ['id'],
  events: ['id'],
  series: ['id'],
  occurrences: ['id'],
  former_occurrences: ['id'],
  event_venues: ['event_id', 'venue_id'],
  event_organizers: ['event_id', 'organizer_id'],
  event_categories: ['event_id', 'category_id'],
  event_tags: ['event_id', 'tag_id'],
  translations: ['kind', 'resource_id', 'language'],
  former_slugs: ['kind', 'slug'],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;
type RestoredTable = keyof typeof KEYS;

const isRestored = (table: string): table is RestoredTable => Object.hasOwn(KEYS, table);
const order = Object.keys(KEYS);
const rank = ({ table }: RowImage) => order.indexOf(table);
const POSTS: readonly string[] = ['events', 'venues', 'organizers'];
const valuesOf = ({ key }: RowImage): (string | number)[] => JSON.parse(key) as (string | number)[];

function atKey(table: RestoredTable, image: RowImage) {
  const values = valuesOf(image);
  return sql.join(
    KEYS[table].map((name, place) => sql`${sql.ref(name)} = ${values[place]}`),
    sql` and `,
  );
}

async function findRow(trx: Writing, table: RestoredTable, image: RowImage): Promise<Columns | undefined> {
  const { rows } = await sql<Columns>`select * from ${sql.table(table)} where ${atKey(table, image)}`.execute(
    trx,
  );
  return rows[0];
}

const differs = (row: Columns, columns: Columns): string[] =>
  Object.keys(columns).filter((name) => !derivedColumns.has(name) && row[name] !== columns[name]);

/** Plan of a row: the values that it gets, whether it comes or goes, and what was changed since. */
interface RowPlan {
  readonly image: RowImage;
  readonly kind: 'insert' | 'update' | 'delete' | 'none';
  readonly values: Columns;
  readonly conflicts: readonly string[];
}

/** Limits of a restoration: the fields that come back, undefined for all, and the series that the write has made, by ID. */
interface Restoring {
  readonly fields: ReadonlySet<string> | undefined;
  readonly made: ReadonlySet<Stored | undefined>;
}

function planRow(image: RowImage, present: Columns | undefined, { fields, made }: Restoring): RowPlan {
  const isWanted = (column: string) => {
    const field = fieldOfColumn(image, column);
    return !fields || (field !== undefined ? fields.has(field) : false);
  };
  const { before, after } = image;
  const nothing = { image, kind: 'none', values: {}, conflicts: [] } as const;
  if (fields && (!before || !after) && !Object.keys({ ...before, ...after }).some(isWanted)) return nothing;
  if (!before) {
    if (!present || !after) return nothing;
    const changed = differs(present, after);
    return changed.length > 0 ? { ...nothing, conflicts: changed } : { ...nothing, kind: 'delete' };
  }
  // PostgreSQL tells that a date has left its place, and not that it came into a new series.
  const isInMade = image.table.endsWith('occurrences') && made.has(present?.['series_id']);
  if (!after && isInMade) return { ...nothing, kind: 'update', values: before };
  if (!after)
    return present
      ? { ...nothing, conflicts: differs(present, before) }
      : { ...nothing, kind: 'insert', values: before };
  if (!present) return { ...nothing, conflicts: Object.keys(before) };
  const values: Record<string, Columns[string]> = {};
  const conflicts: string[] = [];
  for (const [name, was] of Object.entries(before)) {
    // What tells of a picture's file is right only with it.
    const decisive = image.table === 'media' && fileColumns.has(name) ? 'file' : name;
    if (!(decisive in before)) continue;
    if (!isWanted(decisive) && !(fields && isFollowing(name, before, isWanted))) continue;
    if (present[decisive] === after[decisive]) values[name] = was;
    else if (present[decisive] !== before[decisive]) conflicts.push(decisive);
  }
  return { ...nothing, kind: Object.keys(values).length > 0 ? 'update' : 'none', values, conflicts };
}

/** Fields that decide when an event is: of a series its dates follow from all of them. */
const DATES: readonly string[] = [...TIME_FIELDS, 'recurrence', 'occurrences'];

/** Returns fields with all that decides about the dates of a series, where one of them is among them: its dates fit all or none. */
function withDates(images: readonly RowImage[], fields: ReadonlySet<string>): ReadonlySet<string> {
  const isOfSeries = images.some(({ table }) => table === 'series' || table.endsWith('occurrences'));
  return isOfSeries && DATES.some((name) => fields.has(name)) ? new Set([...fields, ...DATES]) : fields;
}

/** Columns of events whose change is a new version for those who subscribe to them (contract F3). */
const MOVING = ['utc_start_date', 'utc_end_date', 'event_status', 'virtual_url'];
/** Columns of a picture's file. */
const fileColumns: ReadonlySet<string> = new Set([
  'file',
  'original_file',
  'mime_type',
  'width',
  'height',
  'filesize',
  'sizes',
]);

const KEY_OF: Readonly<Record<string, readonly string[]>> = {
  title_key: ['title'],
  name_key: ['name'],
  utc_start_date: ['start_date', 'timezone'],
  utc_end_date: ['end_date', 'timezone'],
  date_utc: ['date'],
  is_free: ['cost'],
  ticketed: ['tickets'],
};

/** Whether a column follows from one that is restored. */
const isFollowing = (name: string, columns: Columns, isWanted: (column: string) => boolean): boolean =>
  (KEY_OF[name] ?? []).some((source) => source in columns && isWanted(source));

const itemKinds: Partial<Record<RestoredTable, HistoryTable['kind']>> = {
  media: 'media',
  categories: 'category',
  tags: 'tag',
  venues: 'venue',
  organizers: 'organizer',
  events: 'event',
};

/** Whether a row is one whose coming triggers keep (migration 0017). */
const isDateOfSeries = (table: RestoredTable, { id, series_id: series = 0 }: Columns): boolean =>
  table === 'events' && series !== 0 && series !== id;

async function apply(trx: Writing, { image, kind, values }: RowPlan): Promise<void> {
  const { table } = image;
  if (!isRestored(table) || kind === 'none') return;
  if (kind === 'delete') {
    await sql`delete from ${sql.table(table)} where ${atKey(table, image)}`.execute(trx);
    // PostgreSQL keeps no images of what became of a new series before it is taken back.
    if (table === 'events')
      await sql`delete from former_occurrences where series_id = ${valuesOf(image)[0]}`.execute(trx);
  } else if (kind === 'insert') {
    const names = Object.keys(values);
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map((name) => values[name]))})`.execute(trx);
    const kind = itemKinds[table];
    const id = Number(valuesOf(image)[0]);
    // That it came back is taken back by taking it away again.
    if (kind && !isDateOfSeries(table, values)) await keepNewRow(trx, { kind, id, table }, values);
  } else {
    const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    await sql`update ${sql.table(table)} set ${sql.join(set)} where ${atKey(table, image)}`.execute(trx);
  }
}

/** Takes a date out of its place in its series, which another may get before this one has its own. */
async function leavePlace(trx: Writing, { image, kind, values }: RowPlan): Promise<void> {
  const { table, key } = image;
  if (table !== 'occurrences' || kind !== 'update' || values['recurrence_id'] === undefined) return;
  await sql`update occurrences set recurrence_id = ${`left by ${key}`} where ${atKey(table, image)}`.execute(
    trx,
  );
}

/** Result of restoring: what was changed since and is kept, by field, and the events and terms concerned. */
export interface Restored {
  readonly kept: readonly string[];
  readonly isChanged: boolean;
  readonly events: ReadonlySet<number>;
  /** Items of other kinds, as `kind ID` of the tables. */
  readonly items: ReadonlySet<string>;
  /** Files of pictures that are shown again, and those that aren't any more: paths below the media folder. */
  readonly shownFiles: readonly string[];
  readonly leftFiles: readonly string[];
}

/**
 * Gives rows the values that they had before a write, but for those that were changed since, and brings what is derived of
 * them up to date. Inside the caller's transaction, which writes the change log.
 * @param all the images of the write
 * @param fields the fields to restore; absent: all
 */
export async function restoreRows(
  batch: WriteBatch,
  actor: Actor,
  all: readonly RowImage[],
  fields?: ReadonlySet<string>,
): Promise<Restored> {
  const { trx } = batch;
  const site = actor.deps.config.language;
  const images = await withoutCopies(trx, all, site);
  const plans: RowPlan[] = [];
  const restoring = { fields: fields && withDates(images, fields), made: seriesMadeBy(images) };
  for (const image of images)
    if (isRestored(image.table))
      plans.push(planRow(image, await findRow(trx, image.table, image), restoring));
  const comes = (table: string, key: string) =>
    plans.some(({ kind, image }) => kind === 'insert' && image.table === table && image.key === key);
  for (const [place, plan] of plans.entries())
    if (plan.kind === 'insert' && !(await hasBothEnds(trx, plan.image, comes)))
      plans[place] = { ...plan, kind: 'none', conflicts: ['event_id'] };
  const slugs = plans.filter(({ image }) => image.table === 'former_slugs');
  const rows = plans.filter(({ image }) => image.table !== 'former_slugs' && rank(image) >= 0);
  const kept = new Set<string>();
  for (const { image, conflicts } of rows)
    for (const name of conflicts) {
      const field = fieldOfColumn(image, name);
      if (field !== undefined) kept.add(field);
    }
  // A write that changed nothing has moved the moment of the last change all the same.
  const isChanged = rows.some(({ kind }) => kind !== 'none') || images.every((image) => !isContent(image));
  const concerned = concernedBy(all);
  if (!isChanged) return { kept: [...kept], isChanged, ...concerned, shownFiles: [], leftFiles: [] };
  const pictures = rows.flatMap(({ image, kind }) =>
    image.table === 'media' && kind !== 'none' ? Number(valuesOf(image)[0]) : [],
  );
  const filesBefore = await filesOfAll(trx, pictures);
  const left = await formerSlugsOf(trx, concerned);
  const byRank = rows.toSorted((a, b) => rank(a.image) - rank(b.image));
  const isItem = ({ image }: RowPlan) =>
    KEYS[image.table as RestoredTable].length === 1 && image.table !== 'occurrences';
  for (const plan of byRank.toReversed()) if (plan.kind === 'delete' && !isItem(plan)) await apply(trx, plan);
  for (const plan of byRank) await leavePlace(trx, plan);
  for (const plan of byRank) if (plan.kind === 'insert') await apply(trx, plan);
  for (const plan of byRank) if (plan.kind === 'update') await apply(trx, plan);
  for (const plan of byRank.toReversed()) if (plan.kind === 'delete' && isItem(plan)) await apply(trx, plan);
  // The slugs that items leave by this were never asked for by anybody else: what was taken back leaves nothing.
  const stay = new Set(left);
  for (const name of await formerSlugsOf(trx, concerned))
    if (!stay.has(name)) {
      const [kind, slug] = JSON.parse(name) as [string, string];
      await sql`delete from former_slugs where kind = ${kind} and slug = ${slug}`.execute(trx);
    }
  for (const { image } of slugs)
    await apply(
      trx,
      planRow(image, await findRow(trx, 'former_slugs', image), { ...restoring, fields: undefined }),
    );
  await restoreTexts(trx, all, site);
  await layOutSeries(batch, actor, rows);
  const moved = rows.flatMap(({ image, values }) =>
    image.table === 'events' && MOVING.some((name) => name in values) ? Number(valuesOf(image)[0]) : [],
  );
  await derive(trx, actor, { ...concerned, moved });
  await restoreMoments(trx, actor, { images, rows, isWhole: kept.size === 0 && !fields });
  const files = await filesOfAll(trx, pictures);
  return {
    kept: [...kept],
    isChanged,
    ...concerned,
    shownFiles: [...files.difference(filesBefore)],
    leftFiles: [...filesBefore.difference(files)],
  };
}

async function filesOfAll(trx: Writing, pictures: readonly number[]): Promise<Set<string>> {
  return new Set([...(await listMedia(trx, pictures)).values()].flatMap(filesOf));
}

function concernedBy(images: readonly RowImage[]): Pick<Restored, 'events' | 'items'> {
  const events = new Set<number>();
  const items = new Set<string>();
  for (const image of images) {
    if (!isRestored(image.table) || image.table === 'former_slugs') continue;
    const [first, second] = valuesOf(image);
    const { table } = image;
    if (table === 'translations')
      first === 'events' ? events.add(Number(second)) : items.add(`${first} ${second}`);
    else if (table === 'events' || table.startsWith('event_') || table === 'series')
      events.add(Number(first));
    else if (table.endsWith('occurrences')) {
      // A date that has values of its own is a row of events, too.
      events.add(Number(first));
      for (const name of ['event_id', 'series_id'])
        for (const side of [image.before, image.after]) if (side?.[name]) events.add(Number(side[name]));
    } else items.add(`${table} ${first}`);
    if (table === 'event_categories') items.add(`categories ${second}`);
    if (table === 'event_tags') items.add(`tags ${second}`);
  }
  return { events, items };
}

async function formerSlugsOf(
  trx: Writing,
  { events, items }: Pick<Restored, 'events' | 'items'>,
): Promise<string[]> {
  const found: string[] = [];
  for (const name of [...[...events].map((id) => `events ${id}`), ...items]) {
    const [kind, id] = name.split(' ');
    const { rows } = await sql<{ slug: string }>`select slug from former_slugs
      where kind = ${kind} and resource_id = ${Number(id)}`.execute(trx);
    for (const { slug } of rows) found.push(JSON.stringify([kind, slug]));
  }
  return found;
}

/** Lays out the dates of series that were restored: the horizon may have moved on since, for the rule that was taken back. */
async function layOutSeries(batch: WriteBatch, actor: Actor, rows: readonly RowPlan[]): Promise<void> {
  const restored = rows.flatMap(({ image, kind }) =>
    image.table === 'series' && kind !== 'none' ? Number(valuesOf(image)[0]) : [],
  );
  for (const id of new Set(restored)) {
    const stored = await findSeries(batch.trx, id);
    const row = await findEventRow(batch.trx, id);
    if (stored && row)
      await layOut(batch, actor, row, { recurrence: JSON.parse(stored.recurrence), split: stored });
  }
  await batch.flush();
}

/**
 * Gives items the moment of their last change: that from before, where a write is taken back whole and nothing has changed them
 * since, else now.
 */
async function restoreMoments(
  trx: Writing,
  actor: Actor,
  { images, rows, isWhole }: { images: readonly RowImage[]; rows: readonly RowPlan[]; isWhole: boolean },
): Promise<void> {
  const now = utcText(actor.now);
  const touched = new Set(
    rows.flatMap(({ image, kind }) => (kind === 'update' ? `${image.table} ${image.key}` : [])),
  );
  for (const table of ['events', 'venues', 'organizers'] as const)
    for (const { key, before, after } of images.filter((image) => image.table === momentTables[table])) {
      const [id] = JSON.parse(key) as [number];
      touched.delete(`${table} ${key}`);
      const isAsLeft = isWhole && before && after;
      const utc = isAsLeft ? before['moment_utc'] : now;
      const wall = isAsLeft ? before['moment'] : toWall(now, actor.deps.config.timezone);
      await sql`update ${sql.table(table)} set modified = ${wall}, modified_utc = ${utc} where id = ${id}
        ${isAsLeft ? sql`and modified_utc = ${after['moment_utc']}` : sql``}`.execute(trx);
    }
  // What was changed within the second in which it was made, or changed before, has no moment of its own.
  if (isWhole) return;
  for (const name of touched) {
    const [table = '', key = ''] = name.split(' ');
    if (!POSTS.includes(table)) continue;
    await sql`update ${sql.table(table)} set modified = ${toWall(now, actor.deps.config.timezone)}, modified_utc = ${now}
      where id = ${(JSON.parse(key) as [number])[0]}`.execute(trx);
  }
}
