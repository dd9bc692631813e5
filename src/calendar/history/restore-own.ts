import type { ResourceDescription } from '#api/routing/field-description.ts';
import { datedTimes, eventDescription, timeFields } from '#calendar/events/fields.ts';
import { saveEventTranslations } from '#calendar/events/search-texts.ts';
import { fieldOfOwn, isText, overriddenFields } from '#calendar/events/series/layout.ts';
import type { StoredOccurrence } from '#calendar/events/series/store.ts';
import { type EventRow, findEventRow } from '#calendar/events/store.ts';
import { occurrenceOf } from '#calendar/events/times/dates.ts';
import { ownTexts } from '#calendar/translations/rules.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import type { Columns, RowImage } from '#store/db/row-images.ts';
import { hasValues, insertRow, keyOf, type Restoration } from './restoration.ts';
import { timesBefore, withoutConflicts } from './restore-columns.ts';
import { fieldOfLinks, isLinkTable, listLinks, restoreLinks } from './restore-links.ts';
import { listTextChanges, rowTexts, type TextImages, textsBefore } from './restore-texts.ts';

/** The images of what an event or a date has beside its dates: its row, texts and links. */
export interface EventImages extends TextImages {
  readonly links: readonly RowImage[];
}

const TIMES: readonly string[] = timeFields;
const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length;

/** Returns the group of the fields of a date that come back together: its times, else each name by itself. */
const groupOf = (name: string): string =>
  TIMES.includes(name) ? 'times' : isText(fieldOfOwn(name)) ? name : fieldOfOwn(name);

const fieldOf = (name: string): ResourceDescription[string] | undefined =>
  Object.entries<ResourceDescription[string]>(eventDescription).find(([field]) => field === name)?.[1];

/** Columns of a group that stand in the row of the date. */
const besideOf = (group: string): readonly string[] =>
  group === 'times' ? datedTimes : fieldOf(group)?.dated ? [group] : [];

/** Columns of a group that stand in the row of its own values among events. */
function columnsOf(group: string): readonly string[] {
  if (group === 'times') return timeFields.filter((name) => !datedTimes.includes(name));
  return fieldOf(group)?.columns ?? [];
}

const picked = (
  columns: Columns | null | undefined,
  names: readonly string[],
): Record<string, Columns[string]> =>
  Object.fromEntries(Object.entries(columns ?? {}).filter(([name]) => names.includes(name)));

/** A date of a series as it is now, with the images of what a write has changed of its own values. */
interface ChangedDate {
  readonly date: StoredOccurrence;
  readonly image: RowImage | undefined;
  readonly images: EventImages;
  /** Its own row among events; undefined: it has nothing of its own. */
  readonly row: EventRow | undefined;
}

/** Returns whether the values of a group are those that the images have on a side. */
async function hasOwn(
  restoration: Restoration,
  { date, image, images, row }: ChangedDate,
  group: string,
  side: 'before' | 'after',
): Promise<boolean> {
  const site = restoration.actor.services.config.language;
  if (!hasValues(date, image?.[side] ?? {}, besideOf(group))) return false;
  if (!row) return true;
  if (isText(fieldOfOwn(group))) {
    const stored = await listTranslations(restoration.batch.trx, 'events', row);
    const own = ownTexts({ ...row, texts: row }, stored, site);
    return listTextChanges('events', images, row, site).every(
      (one) =>
        `${one.name}.${one.language}` !== group || (own.get(one.language)?.[one.name] ?? '') === one[side],
    );
  }
  for (const link of images.links) {
    if (!isLinkTable(link.table) || fieldOfLinks(link.table) !== group) continue;
    const links = await listLinks(restoration, link.table, row.id);
    if (links.has(Number(keyOf(link)[1])) !== (link[side] !== null)) return false;
  }
  return hasValues(row, images.row?.[side] ?? {}, columnsOf(group));
}

/** Returns whether the images have other values of a group that a date had of its own before and after. */
function isChanged({ image, images, date }: ChangedDate, group: string, restoration: Restoration): boolean {
  const { before, after } = images.row ?? {};
  const site = restoration.actor.services.config.language;
  if (besideOf(group).some((name) => name in (image?.before ?? {}))) return true;
  if (before && after && columnsOf(group).some((name) => name in before)) return true;
  if (images.links.some(({ table }) => isLinkTable(table) && fieldOfLinks(table) === group)) return true;
  const languages = { language: site, translations: '', ...date };
  return (
    isText(fieldOfOwn(group)) &&
    listTextChanges('events', images, languages, site).some(
      ({ name, language }) => `${name}.${language}` === group,
    )
  );
}

/**
 * Gives a date of a series its own values from before a write back, and takes those that the write gave it. Returns the date as it
 * is then, its times and status being those of its rule where they aren't its own; undefined: nothing of it changes. What
 * shows its series is written by `writeOverride`.
 */
export async function restoreOwn(
  restoration: Restoration,
  date: StoredOccurrence,
  image: RowImage | undefined,
  images: EventImages,
): Promise<StoredOccurrence | undefined> {
  const { batch, actor, scope } = restoration;
  const { trx, dialect } = batch;
  const { id } = date;
  const isNamed = image?.before && image.after && 'overrides' in image.before;
  // Of a write of all dates follows what they show of their series.
  if (!isNamed && (scope === 'all' || scope === 'following')) return undefined;
  const now = overriddenFields(date);
  const sideNames = (columns: Columns | null | undefined) =>
    isNamed ? overriddenFields({ overrides: String(columns?.['overrides']) }) : now;
  const [was, then] = [sideNames(image?.before), sideNames(image?.after)];
  const row = now.length > 0 ? await findEventRow(trx, id) : undefined;
  const own: ChangedDate = { date, image, images, row };
  const full = images.row?.after ? undefined : images.row?.before;
  const back = new Map<string, Record<string, Columns[string]>>();
  let names = [...now];
  let next = date;
  for (const group of new Set([...was, ...then].map(groupOf))) {
    const among = (list: readonly string[]) => list.filter((name) => groupOf(name) === group);
    const [before, after, present] = [among(was), among(then), among(now)];
    if (isSame(before, after) && !(before.length > 0 && isChanged(own, group, restoration))) continue;
    const field = fieldOfOwn(group);
    const told =
      group === 'times'
        ? [...before, ...after]
        : [group.endsWith(`.${actor.services.config.language}`) ? field : group];
    if (!restoration.isWanted(...told, field)) continue;
    if (isSame(present, before) && (before.length === 0 || (await hasOwn(restoration, own, group, 'before'))))
      continue;
    if (!isSame(present, after) || (after.length > 0 && !(await hasOwn(restoration, own, group, 'after')))) {
      restoration.keep('changed_since', ...told);
      continue;
    }
    const columns = picked(images.row?.before, columnsOf(group));
    const possible = await withoutConflicts(restoration, { table: 'events', id }, { ...columns });
    if (Object.keys(possible).length < Object.keys(columns).length) continue;
    const beside: Partial<StoredOccurrence> = before.length > 0 ? picked(image?.before, besideOf(group)) : {};
    if (group === 'times' && before.length > 0) {
      const base = row ?? full;
      const times =
        base && timesBefore(actor, { ...(base as EventRow), ...columns, ...date, ...beside }, image?.before);
      if (!base || !times) {
        restoration.keep('conflict', ...told);
        continue;
      }
      const { start_date, end_date, utc_start_date, utc_end_date, days } = occurrenceOf({
        ...(base as EventRow),
        ...times,
      });
      Object.assign(beside, { start_date, end_date, utc_start_date, utc_end_date, days });
    }
    next = { ...next, ...beside };
    names = [...names.filter((name) => !present.includes(name)), ...before];
    if (before.length > 0) back.set(group, columns);
    else back.delete(group);
  }
  const isAsWas = isSame(names, was);
  if (isSame(names, now) && back.size === 0) return undefined;
  names = isAsWas ? was : names;
  const base = row ?? (full as EventRow | undefined);
  if (back.size > 0 && base) {
    const written: EventRow = Object.assign({ ...base }, ...back.values());
    await dialect.insertRows(trx, 'events', [written], ['id']);
    if (!row)
      for (const one of images.translations)
        if (one.before && !one.after) await insertRow(restoration, 'translations', one.before);
    if (row) await restoreOwnTexts(restoration, written, images, back);
    for (const table of new Set(images.links.map((link) => link.table)))
      if (isLinkTable(table) && back.has(fieldOfLinks(table)))
        await restoreLinks(
          restoration,
          table,
          id,
          images.links.filter((link) => link.table === table),
        );
  }
  return {
    ...next,
    overrides: names.length > 0 ? JSON.stringify(names) : '',
    event_id: names.length > 0 ? id : date.series_id,
  };
}

async function restoreOwnTexts(
  restoration: Restoration,
  row: EventRow,
  images: EventImages,
  groups: ReadonlyMap<string, unknown>,
): Promise<void> {
  const { trx, dialect } = restoration.batch;
  const texts = await textsBefore(restoration, 'events', row, images, ({ name, language }) =>
    groups.has(`${name}.${language}`),
  );
  if (!texts) return;
  const written = { ...row, ...rowTexts('events', texts, row) };
  await dialect.insertRows(trx, 'events', [written], ['id']);
  await saveEventTranslations(trx, dialect, written, texts.translations);
}
