import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { textColumns, timeFields } from '#calendar/events/fields.ts';
import { expand } from '#calendar/recurrence/expand.ts';
import type { FirstDate, Recurrence, RecurrenceDate } from '#calendar/recurrence/recurrence.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { daysFrom } from '#foundation/time/clock.ts';
import type { Writing } from '#store/db/engine.ts';
import type { EventsTable, TextColumn } from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import { datesUntil } from './rules.ts';
import { deleteDates, type StoredOccurrence } from './store.ts';

type SeriesEvent = Selectable<EventsTable>;

/** Returns the names of the fields that an override sets itself, of texts with a language (`ownText`) or in all of them. */
export function overriddenFields({ overrides }: Pick<StoredOccurrence, 'overrides'>): string[] {
  const names: unknown = JSON.parse(overrides || '[]');
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** Returns whether a date has times of its own, and not those of its rule. */
export const hasOwnTimes = (date: Pick<StoredOccurrence, 'overrides'>): boolean => {
  const fields = overriddenFields(date);
  return timeFields.some((name) => fields.includes(name));
};

/** Returns the name under which an override keeps that a text is its own in a language: `title.de`. */
export const ownText = (name: TextColumn, language: Language): string => `${name}.${language}`;

/** Returns the name under which an override keeps an author of its own, a user's ID: `author.5`. */
export const ownAuthor = (id: number): string => `author.${id}`;

/** Returns the author that a date has of its own, a user's ID; undefined: its series' is shown. */
export function authorOfOwn({ overrides }: Pick<StoredOccurrence, 'overrides'>): number | undefined {
  const id = /"author\.(\d+)"/.exec(overrides)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Returns whether a field is a text that has a language. */
export const isText = (name: string): name is TextColumn => textColumns.some((text) => text === name);

/** Returns the field of a name that an override keeps: `title` of `title.de`, any other as it is. */
export const fieldOfOwn = (name: string): string => name.split('.', 1)[0] ?? name;

/** Returns the first date of a series as its rules count from it. */
export const firstDateOf = ({
  start_date,
  end_date,
  timezone,
  all_day,
}: Pick<SeriesEvent, 'start_date' | 'end_date' | 'timezone' | 'all_day'>): FirstDate => ({
  start_date,
  end_date,
  timezone,
  all_day: all_day === 1,
});

/** Calendar days from the start to the end of wall clocks. */
function daysOf({ start_date, end_date }: Pick<RecurrenceDate, 'start_date' | 'end_date'>): number {
  const day = (text: string) => Temporal.PlainDate.from(text.slice(0, 10));
  return start_date.slice(0, 10) === end_date.slice(0, 10) ? 0 : day(start_date).until(day(end_date)).days;
}

/** Returns the row of a date that shows the values of its series. */
export function rowOfDate(id: number, series: SeriesEvent, date: RecurrenceDate): StoredOccurrence {
  const { recurrence_id, start_date, end_date, utc_start_date, utc_end_date } = date;
  const { status, hide_from_listings } = series;
  return {
    id,
    event_id: series.id,
    series_id: series.id,
    recurrence_id,
    overrides: '',
    start_date,
    end_date,
    utc_start_date,
    utc_end_date,
    status,
    hide_from_listings,
    date: series.date,
    days: daysOf(date),
  };
}

/** Dates that one transaction lays out of a long series: others wait for it, and each is in many indexes. */
export const DATES_AT_ONCE = 500;
const DAY = 10;

/** Days of a series on its clock, `YYYY-MM-DD`, both included. */
export interface Days {
  /** undefined: from its first date on. */
  readonly from?: string | undefined;
  readonly until: string;
}

/** The dates of some whole days of a series, and the last of these days. */
export interface DatesOfDays {
  readonly dates: readonly RecurrenceDate[];
  readonly until: string;
}

/** Returns a day so many days later, `YYYY-MM-DD`. */
export const dayAfter = (day: string, days = 1): string => daysFrom(`${day} 00:00:00`, days).slice(0, DAY);

/** Returns the first dates of some days: at most so many, in whole days, but all of the first day that has any. */
export function firstDatesOf(
  recurrence: Recurrence,
  first: FirstDate,
  { from, until }: Days,
  most: number,
): DatesOfDays {
  const dates: RecurrenceDate[] = [];
  /** Where the dates of the last day begin, and that day. */
  let [place, day] = [0, ''];
  const bounds = {
    ...(from === undefined ? {} : { from: `${from} 00:00:00` }),
    to: `${dayAfter(until)} 00:00:00`,
  };
  for (const date of expand(recurrence, first, bounds)) {
    if (date.start_date.slice(0, DAY) > day) {
      if (dates.length >= most) return { dates, until: day };
      place = dates.length;
      day = date.start_date.slice(0, DAY);
    }
    dates.push(date);
    if (dates.length <= most || place === 0) continue;
    const whole = dates.slice(0, place);
    return { dates: whole, until: whole.at(-1)?.start_date.slice(0, DAY) ?? until };
  }
  return { dates, until };
}

/** The recurrence by which dates are laid out, and how far. */
export interface Layout {
  readonly recurrence: Recurrence;
  /** The last day, on the clock of the series. */
  readonly until: string;
  /** Returns the recurrence id that a stored date has now, by the one it had. */
  readonly shiftId?: (recurrenceId: string) => string;
  /** The IDs that new dates get where nothing has them, by `recurrence_id`. */
  readonly ids?: Readonly<Record<string, number>> | undefined;
}

/** Dates of a series that are written or made at once: others have their turns between, since SQLite holds the process up. */
const DATES_A_TURN = 1000;

/** Does work on the stored dates of a series in parts, of those after one `recurrence_id` up to another. */
async function inParts(
  trx: Writing,
  id: number,
  work: (part: { after: string; last: string }) => Promise<unknown>,
): Promise<void> {
  for (let after = ''; ; await nextTurn()) {
    const end = await trx
      .selectFrom('occurrences')
      .select('recurrence_id')
      .where('series_id', '=', id)
      .where('series_id', '>', 0)
      .where('recurrence_id', '>', after)
      .orderBy('recurrence_id')
      .limit(1)
      .offset(DATES_A_TURN - 1)
      .executeTakeFirst();
    await work({ after, last: end?.recurrence_id ?? AFTER_ALL });
    if (!end) return;
    after = end.recurrence_id;
  }
}

/** Text after each `recurrence_id`. */
const AFTER_ALL = '9999-99';

/**
 * Brings the stored dates of a series to those that its recurrence makes: what stays keeps its ID, what comes back has its
 * old one, and what is taken out leaves its ID to `former_occurrences` (contract R4). Overrides keep their own times.
 * Returns the overrides that were taken out and those that stay; their rows among events are the caller's matter.
 */
export async function layOutDates(
  batch: WriteBatch,
  series: SeriesEvent,
  { recurrence, until, shiftId, ids = {} }: Layout,
): Promise<{ removed: StoredOccurrence[]; kept: StoredOccurrence[] }> {
  const { trx, dialect } = batch;
  const stored = await trx
    .selectFrom('occurrences')
    .selectAll()
    .where('series_id', '=', series.id)
    .where('series_id', '>', 0)
    .orderBy('id')
    .execute();
  const former = await trx
    .selectFrom('former_occurrences')
    .selectAll()
    .where('series_id', '=', series.id)
    .where('series_id', '>', 0)
    .orderBy('id')
    .execute();
  const idNow = shiftId ?? ((id: string) => id);
  const byId = new Map<string, StoredOccurrence>();
  /** Dates that a move puts where another one is. */
  const doubled: StoredOccurrence[] = [];
  for (const row of stored) {
    const id = idNow(row.recurrence_id);
    if (byId.has(id)) doubled.push(row);
    else byId.set(id, row);
  }
  const formerById = new Map(former.map((row) => [idNow(row.recurrence_id), row.id]));
  const rows: StoredOccurrence[] = [];
  const kept: StoredOccurrence[] = [];
  const back = new Set<number>();
  const taken = new Set<string>();
  let made = 0;
  for (const date of datesUntil(recurrence, firstDateOf(series), until)) {
    made += 1;
    if (made % DATES_A_TURN === 0) await nextTurn();
    const known = byId.get(date.recurrence_id);
    const old = formerById.get(date.recurrence_id);
    if (!known && old !== undefined) back.add(old);
    taken.add(date.recurrence_id);
    const row = rowOfDate(
      known?.id ?? old ?? (await batch.postIds.claim(ids[date.recurrence_id])),
      series,
      date,
    );
    const now = known && known.overrides !== '' ? overridden(row, known) : row;
    if (now !== row) kept.push(now);
    if (shiftId || !known || !isSame(known, now)) rows.push(now);
    byId.delete(date.recurrence_id);
  }
  const gone = [...byId.values(), ...doubled];
  // An override's row among events goes with its caller; its date must not go with that.
  if (shiftId)
    await inParts(trx, series.id, ({ after, last }) =>
      trx
        .deleteFrom('occurrences')
        .where('series_id', '=', series.id)
        .where('series_id', '>', 0)
        .where('recurrence_id', '>', after)
        .where('recurrence_id', '<=', last)
        .execute(),
    );
  else if (gone.length > 0)
    await deleteDates(
      trx,
      dialect,
      gone.map(({ id }) => id),
    );
  const left = former.filter(({ id }) => !back.has(id));
  const places = [...gone, ...left].map(({ id, recurrence_id: had }) => {
    // Where a move puts it upon another date it stays; what has no place of its own never comes back.
    const place = [idNow(had), had].find((one) => !taken.has(one));
    if (place !== undefined) taken.add(place);
    return { id, series_id: place === undefined ? 0 : series.id, recurrence_id: place ?? idNow(had) };
  });
  const areLeft = places
    .slice(gone.length)
    .every((one, place) => one.series_id > 0 && one.recurrence_id === left[place]?.recurrence_id);
  const isFormerMoved = former.length > 0 && (shiftId !== undefined || back.size > 0 || !areLeft);
  if (isFormerMoved)
    await trx
      .deleteFrom('former_occurrences')
      .where('series_id', '=', series.id)
      .where('series_id', '>', 0)
      .execute();
  await dialect.insertRows(trx, 'former_occurrences', isFormerMoved ? places : places.slice(0, gone.length));
  await dialect.insertRows(trx, 'occurrences', rows, ['id']);
  return { removed: gone.filter((row) => row.event_id !== series.id), kept };
}

/**
 * Gives the dates of a series its status, visibility and publication date, where nothing else of them changes. Returns the
 * overrides; their rows among events are the caller's matter.
 */
export async function showDates(batch: WriteBatch, series: SeriesEvent): Promise<StoredOccurrence[]> {
  const { trx, dialect } = batch;
  const { id, status, hide_from_listings, date } = series;
  const shown = { status, hide_from_listings, date };
  // Each row is in many indexes: those that show it already are left alone.
  await inParts(trx, id, ({ after, last }) =>
    trx
      .updateTable('occurrences')
      .set(shown)
      .where('series_id', '=', id)
      .where('series_id', '>', 0)
      .where('recurrence_id', '>', after)
      .where('recurrence_id', '<=', last)
      .where('event_id', '=', id)
      .where(({ or, eb }) =>
        or([
          eb('status', '<>', status),
          eb('hide_from_listings', '<>', hide_from_listings),
          eb('date', '<>', date),
        ]),
      )
      .execute(),
  );
  const own = await trx
    .selectFrom('occurrences')
    .selectAll()
    .where('series_id', '=', id)
    .where('series_id', '>', 0)
    .where('event_id', '<>', id)
    .execute();
  const kept = own.map((known) => overridden({ ...known, ...shown }, known));
  await dialect.insertRows(trx, 'occurrences', kept, ['id']);
  return kept;
}

/** Returns the row of an override: the times it set itself stay, else they are those of the rule. */
function overridden(row: StoredOccurrence, known: StoredOccurrence): StoredOccurrence {
  const fields = overriddenFields(known);
  const { start_date, end_date, utc_start_date, utc_end_date, days } = known;
  const times = hasOwnTimes(known);
  return {
    ...row,
    event_id: known.event_id,
    overrides: known.overrides,
    ...(times ? { start_date, end_date, utc_start_date, utc_end_date, days } : {}),
    status: fields.includes('status') ? known.status : row.status,
    hide_from_listings:
      fields.includes('hide_from_listings') && known.hide_from_listings === 1 ? 1 : row.hide_from_listings,
  };
}

const isSame = (a: StoredOccurrence, b: StoredOccurrence): boolean =>
  a.recurrence_id === b.recurrence_id &&
  a.event_id === b.event_id &&
  a.start_date === b.start_date &&
  a.end_date === b.end_date &&
  a.utc_start_date === b.utc_start_date &&
  a.utc_end_date === b.utc_end_date &&
  a.status === b.status &&
  a.hide_from_listings === b.hide_from_listings &&
  a.date === b.date &&
  a.days === b.days;

/** More days than a gap of the clock ever moved a date by. */
const DAYS_MOVED = 3;

/** Returns the date that a recurrence puts at a moment of the clock; undefined: it puts none there. */
export function dateAt(
  recurrence: Recurrence,
  first: FirstDate,
  recurrenceId: string,
): RecurrenceDate | undefined {
  const to = daysFrom(recurrenceId, DAYS_MOVED);
  const [date] = expand(recurrence, first, { from: recurrenceId, to, limit: 1 });
  return date?.recurrence_id === recurrenceId ? date : undefined;
}

/** Returns a date of a series with the times and the status of its rule, but for those that are among its own fields. */
export function dateOfRule(
  series: SeriesEvent,
  recurrence: Recurrence,
  known: StoredOccurrence,
  fields: readonly string[],
): StoredOccurrence {
  const date = dateAt(recurrence, firstDateOf(series), known.recurrence_id);
  if (!date) return known;
  const row = rowOfDate(known.id, series, date);
  return overridden(row, { ...known, overrides: JSON.stringify(fields) });
}
