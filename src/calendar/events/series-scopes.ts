import type { PreparedPictures } from '#api/media/actions.ts';
import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import { changeAction } from '#calendar/posts/rules.ts';
import { invalidParameters, KalendsError, type Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import type { Reading } from '#store/db/engine.ts';
import { dropUnchanged, historyActions, joinEntries, lastEntry } from '#store/db/history-log.ts';
import type { Scope } from '#store/db/history-tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import { eventDescription, impliedFields, seriesFields } from './fields.ts';
import { removeOverride, writeOverride } from './overrides.ts';
import { type EventOrigin, resultingTimes, timesOf } from './rules.ts';
import type { EventUpdate } from './schema.ts';
import {
  dateOfRule,
  fieldOfOwn,
  hasOwnTimes,
  isText,
  overriddenFields,
  ownAuthor,
  ownText,
} from './series/layout.ts';
import {
  findGap,
  findSeries,
  findStoredOccurrence,
  isFormerOccurrence,
  type StoredOccurrence,
  setOverrides,
} from './series/store.ts';
import { endBefore, splitSeries, touched } from './series-split.ts';
import { type EventRow, findEventRow } from './store.ts';
import { countTermsOnce } from './term-counts.ts';
import { updateEvent } from './update.ts';

/** The fields of an update, and for which dates of a series it is. */
export type ScopedUpdate = EventUpdate & {
  scope?: Scope | undefined;
  recurrence_reset?: readonly string[] | true | undefined;
};

/** An item that a write is for: an event, a series, or a date of one. */
export interface WrittenItem {
  /** Its stored row; that of the series where the date has none of its own. */
  readonly row: EventRow;
  /** The series of a date, and the date; undefined for events and series. */
  readonly series?: EventRow | undefined;
  readonly occurrence?: StoredOccurrence | undefined;
}

/** Returns what an ID stands for. @throws KalendsError `rest-event-not-found`, 410 `event-no-longer-available` */
export async function findItem(db: Reading, id: number): Promise<WrittenItem> {
  const row = await findEventRow(db, id);
  if (row && (row.series_id === 0 || row.series_id === id)) return { row };
  const occurrence = await findStoredOccurrence(db, id);
  const series = occurrence && (await findEventRow(db, occurrence.series_id));
  if (series) return { row: row ?? series, series, occurrence };
  if (await isFormerOccurrence(db, id)) throw new KalendsError('event-no-longer-available', { status: 410 });
  throw new KalendsError('rest-event-not-found');
}

/** Returns what is wrong with a scope for an item (contract R8). */
export function scopeProblem(
  { row, occurrence }: WrittenItem,
  scope: Scope | undefined,
): Problem | undefined {
  if (scope === undefined || occurrence) return undefined;
  if (row.series_id === row.id)
    return scope === 'all' ? undefined : { message: message('problem.scope_series') };
  return scope === 'this' ? undefined : { message: message('problem.scope_single') };
}

/** Returns what is wrong with an update beside what it is for; nothing for events that don't repeat. */
export function scopedProblems(
  item: WrittenItem,
  { scope, recurrence_reset, ...sent }: ScopedUpdate,
): Record<string, Problem> {
  const problems: Record<string, Problem> = {};
  const wrong = scopeProblem(item, scope);
  if (wrong) problems['scope'] = wrong;
  const isThis = item.occurrence !== undefined && (scope ?? 'this') === 'this';
  if (recurrence_reset !== undefined) {
    if (!isThis) problems['recurrence_reset'] = { message: message('problem.reset_scope') };
    else if (
      recurrence_reset !== true &&
      !recurrence_reset.every((name) => Object.hasOwn(eventDescription, name))
    )
      problems['recurrence_reset'] = { message: message('problem.reset_fields') };
  }
  if (!isThis) return problems;
  for (const name of seriesFields)
    if (sent[name] !== undefined) problems[name] = { message: message('problem.series_field') };
  const { series } = item;
  if (sent.status !== undefined && sent.status !== 'trash' && sent.status !== series?.status)
    problems['status'] = { message: message('problem.occurrence_status') };
  return problems;
}

interface AskedUpdate {
  readonly sent: EventUpdate;
  /** The columns that an import sets of a date, and the names of the fields that are its own, instead of those sent. */
  readonly imported?:
    | {
        readonly origin: EventOrigin;
        readonly fields: readonly string[];
        /** The names that a reset leaves: texts of languages that the source didn't show. */
        readonly kept: readonly string[];
      }
    | undefined;
  readonly scope: Scope | undefined;
  readonly reset: readonly string[] | true | undefined;
  readonly pictures: PreparedPictures;
}

/** Does an update as a part of a batch, of the dates that it is for. Returns the ID of what it is for. */
export async function updateScope(
  batch: WriteBatch,
  actor: Actor,
  item: WrittenItem,
  asked: AskedUpdate,
): Promise<number> {
  const series = item.series ?? item.row;
  const problems = scopedProblems(item, { ...asked.sent, scope: asked.scope, recurrence_reset: asked.reset });
  if (Object.keys(problems).length > 0) throw invalidParameters(problems);
  const scope = await scopeOf(batch.trx, item, asked.scope);
  const update = () => updateDates(batch, actor, item, asked, scope);
  const work = () =>
    scope === null
      ? update()
      : asOneEntry(batch, actor, { item, scope }, () => countTermsOnce(batch, series.id, update));
  // An import may bring nothing but another moment of the last change (D43).
  return asked.imported ? work() : (await batch.change(work)).result;
}

/** Returns for which dates a write of an item is: from the first date on, they are all; null: it has none. */
async function scopeOf(
  db: Reading,
  { row, occurrence }: WrittenItem,
  asked: Scope | undefined,
): Promise<Scope | null> {
  if (!occurrence) return row.series_id === 0 ? null : 'all';
  if (asked === 'following') return (await isFirst(db, occurrence)) ? 'all' : 'following';
  return asked ?? 'this';
}

/** Returns the status that an item has now; undefined: it is gone. */
async function statusOf(db: Reading, id: number): Promise<string | undefined> {
  const { status } = (await findStoredOccurrence(db, id)) ?? (await findEventRow(db, id)) ?? {};
  return status;
}

/**
 * Makes one entry of the history of all that a write changes in a series, its dates and what is split off, which belong
 * together when it is taken back. What it creates beside, as a venue, has its own.
 */
export async function asOneEntry<R>(
  batch: WriteBatch,
  actor: Actor,
  { item: { row, series, occurrence }, scope }: { item: WrittenItem; scope: Scope },
  work: () => Promise<R>,
): Promise<R> {
  const { trx } = batch;
  await batch.flush();
  const since = await lastEntry(trx);
  const result = await work();
  await batch.flush();
  if ((await lastEntry(trx)) === since) return result;
  const told = scope === 'this' && occurrence ? occurrence : (series ?? row);
  const action = historyActions[changeAction(told.status, (await statusOf(trx, told.id)) ?? told.status)];
  const { at_utc, user_id, import_id = null } = changed(actor, 'event', told.id, 'update');
  const entry = { kind: 'event', resource_id: told.id, action, scope, at_utc, user_id, import_id } as const;
  const joined = await joinEntries(trx, since, entry, 'event');
  await dropUnchanged(trx, joined);
  return result;
}

async function updateDates(
  batch: WriteBatch,
  actor: Actor,
  { row, series, occurrence }: WrittenItem,
  { sent, reset, pictures, imported }: AskedUpdate,
  scope: Scope | null,
): Promise<number> {
  if (!series || !occurrence) {
    await updateEvent(batch, actor, row.id, sent, { pictures });
    return row.id;
  }
  if (scope === 'all') {
    await updateEvent(batch, actor, series.id, forSeries(actor, sent, occurrence, series), { pictures });
    return series.id;
  }
  if (scope === 'following') {
    const following = await splitSeries(batch, actor, series, occurrence);
    await batch.flush();
    await updateEvent(batch, actor, following.id, forFollowing(actor, sent, occurrence, following), {
      pictures,
    });
    return following.id;
  }
  await updateOverride(batch, actor, { series, occurrence }, { sent, reset, pictures, imported });
  return occurrence.id;
}

/** Returns the clock times at which the rule of a series put a date and its end, not moved out of gaps of the clock. */
function patternAt({ recurrence_id }: StoredOccurrence, { start_date, end_date }: EventRow) {
  const length = (secondsOf(end_date) ?? 0) - (secondsOf(start_date) ?? 0);
  return { start_date: recurrence_id, end_date: textOf((secondsOf(recurrence_id) ?? 0) + length) };
}

/**
 * Returns what was sent for a date as what it means for its series: dates move by that date's difference (contract R8).
 * @throws KalendsError naming the date at fault (D2)
 */
export function forSeries(
  actor: Actor,
  sent: EventUpdate,
  occurrence: StoredOccurrence,
  series: EventRow,
): EventUpdate {
  if (sent.start_date === undefined && sent.end_date === undefined) return sent;
  const { start_date, end_date, utc_start_date, utc_end_date } = occurrence;
  const own = { start_date, end_date };
  const pattern = hasOwnTimes(occurrence) ? own : patternAt(occurrence, series);
  const times = { ...timesOf(series), ...own, utc_start_date, utc_end_date, pattern };
  const asked = resultingTimes(actor, sent, times).pattern;
  const moved = (wall: string, from: string, to: string) =>
    textOf((secondsOf(wall) ?? 0) + (secondsOf(to) ?? 0) - (secondsOf(from) ?? 0));
  return {
    ...sent,
    start_date: moved(series.start_date, pattern.start_date, asked.start_date),
    end_date: moved(series.end_date, pattern.end_date, asked.end_date),
  };
}

/**
 * Returns what was sent for a date and those that follow as what it means for the series split off there. A recurrence that is
 * sent counts from the date that it is sent for, the old one perhaps from one before (`splitRecurrence`).
 * @throws KalendsError naming the date at fault (D2)
 */
export function forFollowing(
  actor: Actor,
  sent: EventUpdate,
  occurrence: StoredOccurrence,
  following: EventRow,
): EventUpdate {
  if (!sent.recurrence) return forSeries(actor, sent, occurrence, following);
  return { ...patternAt(occurrence, following), ...sent };
}

/** Returns whether a date is the first of its series. */
export async function isFirst(db: Reading, { series_id, recurrence_id }: StoredOccurrence): Promise<boolean> {
  const gap = await findGap(db, series_id);
  if (gap && recurrence_id > gap.from_day) return false;
  const earlier = await db
    .selectFrom('occurrences')
    .select('id')
    .where('series_id', '=', series_id)
    .where('series_id', '>', 0)
    .where('recurrence_id', '<', recurrence_id)
    .limit(1)
    .executeTakeFirst();
  return earlier === undefined;
}

/** Returns the names of fields that are reset: with `event_status` goes what followed from it. */
const withImplied = (names: readonly string[]): readonly string[] =>
  names.includes('event_status') ? [...names, ...impliedFields] : names;

/** Returns the fields that a write of a date set beside those that were sent. */
async function listImplied(
  db: Reading,
  series: EventRow,
  id: number,
  known: readonly string[],
): Promise<string[]> {
  const own = await findEventRow(db, id);
  return impliedFields.filter((name) => own && own[name] !== series[name] && !known.includes(name));
}

/** Returns whether a field that was sent for a date gives it back to its series, which alone can make it more visible. */
const isSeries = (name: string, sent: EventUpdate, series: EventRow): boolean =>
  (name === 'status' && sent.status === series.status) ||
  (name === 'hide_from_listings' && sent.hide_from_listings === false) ||
  (name === 'password' && sent.password === '');

/** Returns what was sent for a date so that it is never more visible than its series (contract R9). */
const withinSeries = (sent: EventUpdate, series: EventRow): EventUpdate => ({
  ...sent,
  ...(sent.hide_from_listings === false ? { hide_from_listings: series.hide_from_listings === 1 } : {}),
  ...(sent.password === '' ? { password: series.password } : {}),
});

/** Returns the names under which a date keeps that what was sent is its own. */
function namesOf(actor: Actor, sent: EventUpdate, imported: readonly string[] | undefined): string[] {
  const { language } = languagesOf(actor);
  const given = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : name));
  return (imported ?? given).flatMap((name) => {
    if (fieldOfOwn(name) === 'author') return sent.author === undefined ? [] : ownAuthor(sent.author);
    return !imported && isText(name) ? ownText(name, language) : name;
  });
}

/** Changes one date of a series: what is sent becomes its own, what is reset is its series' again. */
async function updateOverride(
  batch: WriteBatch,
  actor: Actor,
  { series, occurrence }: { series: EventRow; occurrence: StoredOccurrence },
  { sent, reset, pictures, imported }: Omit<AskedUpdate, 'scope'>,
): Promise<void> {
  const { trx, dialect } = batch;
  const before = overriddenFields(occurrence);
  const kept = imported?.kept ?? [];
  const given = reset === true ? before.filter((name) => !kept.includes(name)) : withImplied(reset ?? []);
  const names = namesOf(actor, sent, imported?.fields);
  const replaced = sent.author === undefined ? given : [...given, 'author'];
  const left = before.filter((name) => !replaced.includes(name) && !replaced.includes(fieldOfOwn(name)));
  const now = [...new Set([...left, ...names])].filter((name) => !isSeries(name, sent, series));
  const date = await dateAgain(batch, series, occurrence, now);
  const changedDate = { ...date, event_id: occurrence.id, overrides: JSON.stringify(now) };
  const override = await writeOverride(batch, actor, series, {
    ...changedDate,
    overrides: JSON.stringify(left),
  });
  await dialect.insertRows(trx, 'occurrences', [changedDate], ['id']);
  const options = { pictures, ...(imported ? { origin: imported.origin } : {}) };
  if (names.length > 0) await updateEvent(batch, actor, override.id, withinSeries(sent, series), options);
  else batch.log(changed(actor, 'event', override.id, 'update'));
  await batch.flush();
  if (names.length > 0 && !imported) now.push(...(await listImplied(trx, series, override.id, now)));
  if (now.length === 0) {
    await setOverrides(trx, occurrence.id, { event_id: series.id, overrides: '' });
    await removeOverride(batch, occurrence.id);
  } else await setOverrides(trx, occurrence.id, { event_id: occurrence.id, overrides: JSON.stringify(now) });
  batch.log(changed(actor, 'event', series.id, 'update'));
}

/** Returns a date with the times and the status that its rule gives it, where it no longer sets them itself. */
async function dateAgain(
  batch: WriteBatch,
  series: EventRow,
  occurrence: StoredOccurrence,
  fields: readonly string[],
): Promise<StoredOccurrence> {
  const stored = await findSeries(batch.trx, series.id);
  if (!stored) return occurrence;
  return dateOfRule(series, JSON.parse(stored.recurrence), occurrence, fields);
}

/**
 * Adds a deletion to a batch. Returns the ID of what it changed.
 * @param trashWhole puts a whole event or series into the trash
 * @throws KalendsError `event-is-in-trash`, 400 naming `scope`
 */
export async function trashScope(
  batch: WriteBatch,
  actor: Actor,
  item: WrittenItem,
  asked: Scope | undefined,
  trashWhole: (event: EventRow) => Promise<void>,
): Promise<number> {
  const problem = scopeProblem(item, asked);
  if (problem) throw invalidParameters({ scope: problem });
  const { row, series = row, occurrence } = item;
  const scope = await scopeOf(batch.trx, item, asked);
  const id = scope === 'this' && occurrence ? occurrence.id : series.id;
  const work = async () => {
    if (!occurrence || scope === 'all') await trashWhole(series);
    else if (scope === 'following') await endBefore(batch, actor, series, occurrence);
    else await trashDate(batch, actor, series, occurrence);
    return id;
  };
  if (scope === null) return work();
  return asOneEntry(batch, actor, { item, scope }, () => countTermsOnce(batch, series.id, work));
}

/** Puts one date of a series into the trash. */
async function trashDate(
  batch: WriteBatch,
  actor: Actor,
  series: EventRow,
  occurrence: StoredOccurrence,
): Promise<void> {
  if (occurrence.status === 'trash') throw new KalendsError('event-is-in-trash');
  const overrides = JSON.stringify([...new Set([...overriddenFields(occurrence), 'status'])]);
  const trashed: StoredOccurrence = { ...occurrence, event_id: occurrence.id, overrides, status: 'trash' };
  await writeOverride(batch, actor, touched(actor, series), trashed);
  await batch.dialect.insertRows(batch.trx, 'occurrences', [trashed], ['id']);
  batch.log(changed(actor, 'event', occurrence.id, 'trash'));
  batch.log(changed(actor, 'event', series.id, 'update'));
}
