import { sql } from 'kysely';
import { changed } from '#api/routing/actor.ts';
import { sequencedFields, timeFields } from '#calendar/events/fields.ts';
import { removeOverride, writeOverrides } from '#calendar/events/overrides.ts';
import { derivedColumns } from '#calendar/events/rules.ts';
import { saveEventTranslations } from '#calendar/events/search-texts.ts';
import { placeColumns } from '#calendar/events/series/fields.ts';
import { dateOfRule, firstDateOf, overriddenFields } from '#calendar/events/series/layout.ts';
import { endSeries, findSeries, type StoredOccurrence } from '#calendar/events/series/store.ts';
import { layOut, replaceDates, resultingRecurrence } from '#calendar/events/series-dates.ts';
import { type EventRow, findEventRow, isOverride } from '#calendar/events/store.ts';
import { newOccurrenceOf } from '#calendar/events/times/dates.ts';
import { slugFrom } from '#calendar/posts/rules.ts';
import { markTrashedSlugs } from '#calendar/posts/write-texts.ts';
import { RecurrenceError } from '#calendar/recurrence/recurrence.ts';
import { type RewrittenTexts, shownLanguage } from '#calendar/translations/rules.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import { keepNewRow } from '#store/db/history-log.ts';
import { carryRevisions } from '#store/db/revisions.ts';
import type { Columns, RowImage } from '#store/db/row-images.ts';
import { newUid } from '#store/db/uids.ts';
import { insertRow, type Restoration } from './restoration.ts';
import { columnsBefore, settled, timesBefore, withoutConflicts } from './restore-columns.ts';
import {
  changedTimes,
  type Family,
  familyOf,
  isOfRules,
  ownNames,
  reasonToKeep,
  TIMES,
} from './restore-family.ts';
import { formerBefore, returnFormer } from './restore-former.ts';
import { addLinks, isLinkTable, restoreLinks } from './restore-links.ts';
import { type EventImages, restoreOwn } from './restore-own.ts';
import { rowTexts, textsBefore } from './restore-texts.ts';

/** An event as an undo is going to leave it. */
interface EventPlan {
  readonly before: EventRow;
  readonly row: EventRow;
  readonly texts: RewrittenTexts | undefined;
  readonly isChanged: boolean;
}

/**
 * Brings links of an event back, and plans the rest.
 * @param rule whether its times are restored or kept with the rules of series, or decided by themselves
 */
async function planEvent(
  restoration: Restoration,
  before: EventRow,
  family: Family,
  rule: 'none' | 'restored' | 'kept',
): Promise<EventPlan> {
  const { id } = before;
  const { actor } = restoration;
  const images = family.imagesOf(id);
  const image = images.row;
  const columns = image ? columnsBefore(restoration, image, before, rule === 'none' ? [] : TIMES) : {};
  await withoutConflicts(restoration, { table: 'events', id }, columns);
  if (rule === 'restored')
    for (const name of [...TIMES, 'series_id']) {
      const was = image?.before?.[name];
      if (was !== undefined) columns[name] = was;
    }
  const texts = await textsBefore(restoration, 'events', before, images);
  let row: EventRow = Object.assign({ ...before }, columns, texts && rowTexts('events', texts, before));
  Object.assign(row, derivedColumns(actor.services.config, row));
  if (row.event_status === 'moved-online') row.is_virtual = 1;
  row = await withTimes(restoration, { before, row, image, family, isSure: rule === 'restored' });
  const { language: site } = actor.services.config;
  const made = () => slugFrom(row.title, id, shownLanguage(row, site, site));
  row = await settled(restoration, 'events', { before, row, made });
  let isLinked = false;
  let isMoved = rule === 'restored' || sequencedFields.some((name) => row[name] !== before[name]);
  for (const table of new Set(images.links.map((link) => link.table))) {
    if (!isLinkTable(table)) continue;
    const own = images.links.filter((link) => link.table === table);
    const isRestored = await restoreLinks(restoration, table, id, own);
    isLinked ||= isRestored;
    isMoved ||= isRestored && table === 'event_venues';
  }
  if (isMoved) row.sequence = before.sequence + 1;
  const isChanged =
    isLinked ||
    texts !== undefined ||
    Object.entries(row).some(([name, value]) => value !== Reflect.get(before, name));
  return { before, row, texts, isChanged };
}

/** Returns a row with its times derived anew, or with those that it has where no write could give it the others. */
async function withTimes(
  restoration: Restoration,
  {
    before,
    row,
    image,
    family,
    isSure,
  }: { before: EventRow; row: EventRow; image: RowImage | undefined; family: Family; isSure: boolean },
): Promise<EventRow> {
  const names = timeFields.filter((name) => row[name] !== before[name]);
  if (names.length === 0 && row.series_id === before.series_id) return row;
  const times = timesBefore(restoration.actor, row, image?.before);
  const isElsewhere = [...family.dates.keys()].some((id) => {
    const series = family.present.get(id)?.series_id ?? 0;
    return series > 0 && !family.events.has(series);
  });
  if (times && (isSure || (!isElsewhere && (await isSayable(restoration, before, row)))))
    return { ...row, ...times };
  restoration.keep('conflict', ...names);
  const { start_date, end_date, timezone, all_day } = before;
  return { ...row, start_date, end_date, timezone, all_day };
}

/** Returns whether the rule of a series can be said for other times of its first date. */
async function isSayable({ batch, actor }: Restoration, before: EventRow, row: EventRow): Promise<boolean> {
  const stored = before.series_id === before.id ? await findSeries(batch.trx, before.id) : undefined;
  if (!stored) return true;
  const [was, first] = [firstDateOf(before), firstDateOf(row)];
  try {
    resultingRecurrence(actor, { old: JSON.parse(stored.recurrence), before: was, first, sent: undefined });
    return true;
  } catch (error) {
    if (error instanceof RecurrenceError) return false;
    throw error;
  }
}

/** Writes the texts of an event whose row is written, and tells of it. */
async function writeBeside({ batch, actor }: Restoration, { before, row, texts }: EventPlan): Promise<void> {
  const { trx, dialect } = batch;
  const isMarked = before.status !== row.status && before.translations !== '';
  const translations =
    texts?.translations ?? (isMarked ? await listTranslations(trx, 'events', before) : undefined);
  if (translations) {
    const status = { was: before.status, now: row.status };
    const marked = await markTrashedSlugs(batch, 'events', row.id, translations, status);
    await saveEventTranslations(trx, dialect, row, marked);
  }
  batch.log(changed(actor, 'event', row.id, 'update'));
}

/** Brings rows among events back that a write has removed, with their texts and links: a series, or what a date had of its own. */
async function insertEvent(
  restoration: Restoration,
  id: number,
  { row: image, ...images }: EventImages,
): Promise<void> {
  const { trx } = restoration.batch;
  if (!image?.before || image.after) return;
  const stored = image.before as unknown as EventRow;
  const isSeries = !isOverride(stored);
  const { author_id, image_id, post_parent, uid } = stored;
  const asked = { author_id, image_id, post_parent, ...(isSeries ? { uid } : {}) };
  const possible = await withoutConflicts(restoration, { table: 'events', id }, { ...asked });
  const instead = {
    author_id: restoration.actor.viewer?.id ?? 0,
    image_id: null,
    post_parent: 0,
    uid: isSeries ? newUid() : uid,
  };
  let row: EventRow = { ...stored, ...instead, ...possible };
  if (isSeries) {
    const { language: site } = restoration.actor.services.config;
    const made = () => slugFrom(row.title, id, shownLanguage(row, site, site));
    row = await settled(restoration, 'events', { before: { id, slug: '', status: 'trash' }, row, made });
  }
  // Images of earlier versions may lack columns.
  Object.assign(
    row,
    derivedColumns(restoration.actor.services.config, Object.assign({ tickets: '[]' }, row)),
  );
  await insertRow(restoration, 'events', row as unknown as Columns);
  restoration.batch.log(changed(restoration.actor, 'event', id, 'update'));
  if (isSeries) await keepNewRow(trx, { kind: 'event', id, table: 'events' }, row);
  for (const { before, after } of images.translations)
    if (before && !after) await insertRow(restoration, 'translations', before);
  for (const table of new Set(images.links.map((link) => link.table)))
    if (isLinkTable(table))
      await addLinks(
        restoration,
        table,
        id,
        images.links.filter((link) => link.table === table),
      );
}

/** Returns a date as it was before a write, but for its own values where it has been there since; undefined: there was none. */
function dateBefore(
  { before, after }: RowImage,
  now: StoredOccurrence | undefined,
): StoredOccurrence | undefined {
  if (!before) return undefined;
  if (!now) return after ? undefined : (before as unknown as StoredOccurrence);
  const date = { ...now };
  for (const name of placeColumns) if (name in before) Object.assign(date, { [name]: before[name] });
  return { ...date, event_id: date.overrides !== '' ? date.id : date.series_id || date.id };
}

/**
 * Brings series back to the rules and dates that they had before a write, under the same IDs: ended ones, those that were split off
 * to where they came from. Rows of events are planned; times and whatever else follows from rules are laid out anew.
 */
async function restoreRules(
  restoration: Restoration,
  family: Family,
  { plans, own }: { plans: readonly EventPlan[]; own: ReadonlyMap<number, StoredOccurrence> },
): Promise<void> {
  const { batch, actor } = restoration;
  const { trx, dialect } = batch;
  for (const { row } of plans) batch.update('events', row, 'id');
  await batch.flush();
  const dates: StoredOccurrence[] = [];
  const gone: number[] = [];
  for (const [id, image] of family.dates) {
    const now = family.present.get(id);
    if (!now && !family.events.has(id)) await insertEvent(restoration, id, family.imagesOf(id));
    const date = dateBefore(image, own.get(id) ?? now);
    if (date) dates.push(date);
    else if (now && now.event_id === id && now.series_id > 0) gone.push(id);
  }
  const among = (ids: Iterable<number>) => sql<boolean>`id ${dialect.among([...ids])}`;
  await trx.deleteFrom('occurrences').where(among(family.dates.keys())).execute();
  for (const id of gone) await removeOverride(batch, id);
  const former = await trx
    .deleteFrom('former_occurrences')
    .where(among(family.former.keys()))
    .returningAll()
    .execute();
  const formerById = new Map(former.map((row) => [row.id, row]));
  for (const [id, { before, after }] of family.series)
    if (!before) await trx.deleteFrom('series').where('id', '=', id).execute();
    else if (!after) await insertRow(restoration, 'series', before);
    else await trx.updateTable('series').set(before).where('id', '=', id).execute();
  for (const { before, row } of plans)
    if (before.series_id === row.id && row.series_id === 0) await dropDates(restoration, row.id);
  await dialect.insertRows(trx, 'occurrences', dates);
  for (const [id, { before }] of family.former)
    if (before) await insertRow(restoration, 'former_occurrences', { ...formerById.get(id), ...before });
  for (const id of [...family.rows].flatMap(([id, { before }]) =>
    family.events.has(id) && !before ? id : [],
  )) {
    await trx.deleteFrom('former_occurrences').where('series_id', '=', id).execute();
    await removeOverride(batch, id);
    batch.log(changed(actor, 'event', id, 'delete'));
  }
  const were = [...family.present.values(), ...former].map(({ id, series_id }) => [id, series_id] as const);
  await carryBack(restoration, new Map(were));
}

/**
 * Keeps the revisions of dates, and of former ones, that an undo has given to another series.
 * @param were the series that they had, by their IDs
 */
async function carryBack(
  { batch: { trx, dialect } }: Restoration,
  were: ReadonlyMap<number, number>,
): Promise<void> {
  const among = sql<boolean>`id ${dialect.among([...were.keys()])}`;
  const { rows } = await sql<{ id: number; series_id: number }>`
    select id, series_id from occurrences where ${among}
    union all select id, series_id from former_occurrences where ${among}`.execute(trx);
  const moved = rows.flatMap(({ id, series_id: to }) => {
    const from = were.get(id) ?? 0;
    return from > 0 && to > 0 && from !== to ? { id, from, to } : [];
  });
  for (const own of Map.groupBy(moved, ({ from, to }) => `${from} ${to}`).values())
    if (own[0]) {
      const ids = own.map(({ id }) => id);
      await carryRevisions(trx, { ...own[0], dates: sql`id ${dialect.among(ids)}` });
    }
}

/** Removes the dates that a series got since it began to repeat; their IDs never come back. */
async function dropDates({ batch }: Restoration, series: number): Promise<void> {
  const { trx, dialect } = batch;
  for (const id of await endSeries(trx, dialect, series)) await removeOverride(batch, id);
}

/** Lays out the dates of an event whose row and rule are written. Returns the dates with values of their own. */
async function layOutAgain(
  { batch, actor }: Restoration,
  row: EventRow,
): Promise<readonly StoredOccurrence[]> {
  const { trx, dialect } = batch;
  const stored = await findSeries(trx, row.id);
  if (!stored) {
    await dialect.insertRows(trx, 'occurrences', [newOccurrenceOf(row)], ['id']);
    return [];
  }
  const { last } = await trx
    .selectFrom('occurrences')
    .select((is) => is.fn.max('recurrence_id').as('last'))
    .where('series_id', '=', row.id)
    .where('series_id', '>', 0)
    .executeTakeFirstOrThrow();
  const split = { ...stored, laid_out_until: (last ?? stored.laid_out_until).slice(0, 10) };
  return layOut(batch, actor, row, { recurrence: JSON.parse(stored.recurrence), split });
}

/**
 * Writes dates that have other values of their own than before; their times and status are those of their rule where they aren't
 * their own. Returns those that have any, by series.
 */
async function writeOwn(
  { batch }: Restoration,
  dates: Iterable<StoredOccurrence>,
): Promise<Map<number, StoredOccurrence[]>> {
  const { trx, dialect } = batch;
  const written: StoredOccurrence[] = [];
  for (const date of dates) {
    const series = await findEventRow(trx, date.series_id);
    const stored = await findSeries(trx, date.series_id);
    if (!series || !stored) continue;
    const { event_id, overrides } = date;
    const now = dateOfRule(series, JSON.parse(stored.recurrence), date, overriddenFields(date));
    const row = { ...now, event_id, overrides };
    await dialect.insertRows(trx, 'occurrences', [row], ['id']);
    if (overrides !== '') written.push(row);
  }
  return Map.groupBy(written, (date) => date.series_id);
}

/** Brings back what a write has changed of events, series and their dates. Returns whether anything changes. */
export async function restoreEvents(restoration: Restoration, images: readonly RowImage[]): Promise<boolean> {
  const { batch, actor } = restoration;
  const { trx } = batch;
  const family = await familyOf(restoration, images);
  if (family.events.size + family.owners.size === 0) return false;
  const names = changedTimes(family);
  const isRule = await isOfRules(restoration, family);
  const reason =
    isRule && restoration.isWanted(...names) ? await reasonToKeep(restoration, family) : undefined;
  const isRestored = isRule && restoration.isWanted(...names) && !reason;
  if (reason) restoration.keep(reason, ...names);
  const own = new Map<number, StoredOccurrence>();
  for (const id of family.owners) {
    const date = family.present.get(id);
    if (!date && !isRule) restoration.keep('changed_since', ...ownNames(family.dates.get(id)));
    if (!date || date.series_id === 0) continue;
    const next = await restoreOwn(restoration, date, family.dates.get(id), family.imagesOf(id));
    if (next) own.set(id, next);
  }
  const plans: EventPlan[] = [];
  const rule = isRestored ? 'restored' : isRule ? 'kept' : 'none';
  for (const [id, row] of family.events)
    if (!row) await (isRestored ? insertEvent(restoration, id, family.imagesOf(id)) : undefined);
    else if (family.rows.get(id)?.before !== null)
      plans.push(await planEvent(restoration, row, family, rule));
  let overrides = new Map<number, readonly StoredOccurrence[]>();
  const written = isRestored ? plans : plans.filter((plan) => plan.isChanged);
  if (isRestored) {
    await restoreRules(restoration, family, { plans, own });
    for (const id of family.events.keys()) {
      const row = await findEventRow(trx, id);
      if (row) overrides.set(id, await layOutAgain(restoration, row));
    }
  } else {
    overrides = await writeOwn(restoration, own.values());
    const former = await formerBefore(restoration, family);
    for (const { before, row } of written)
      overrides.set(row.id, await replaceDates(batch, actor, { before, row }));
    const moved = written.flatMap(({ before, row }) =>
      timeFields.some((name) => row[name] !== before[name]) ? row.id : [],
    );
    await returnFormer(
      restoration,
      former.filter((one) => moved.includes(one.series_id)),
    );
  }
  await batch.flush();
  for (const plan of written) await writeBeside(restoration, plan);
  for (const date of own.values()) {
    if (date.overrides === '') await removeOverride(batch, date.id);
    for (const id of [date.id, date.series_id]) batch.log(changed(actor, 'event', id, 'update'));
  }
  await batch.flush();
  for (const [id, dates] of overrides) {
    const series = await findEventRow(trx, id);
    if (series) await writeOverrides(batch, actor, series, dates);
  }
  await batch.flush();
  return isRestored || own.size > 0 || written.length > 0;
}
