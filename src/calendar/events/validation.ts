import { can, mayEdit } from '#api/access/permissions.ts';
import { readRecurrence } from '#calendar/recurrence/read.ts';
import { type FirstDate, type Recurrence, RecurrenceError } from '#calendar/recurrence/recurrence.ts';
import type { Call } from '#context.ts';
import { KalendsError, type Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import type { Reading } from '#store/db/engine.ts';
import { timeFields } from './fields.ts';
import { timesOf, timesProblem } from './rules.ts';
import type { EventUpdate } from './schema.ts';
import { firstDateOf } from './series/layout.ts';
import { readSent, recurrenceProblem } from './series/rules.ts';
import { findSeries } from './series/store.ts';
import { resultingRecurrence } from './series-dates.ts';
import {
  findItem,
  forFollowing,
  forSeries,
  isFirst,
  type ScopedUpdate,
  scopedProblems,
  type WrittenItem,
} from './series-scopes.ts';
import { partsOf } from './series-split.ts';
import { type EventRow, findItemRow, isBelow } from './store.ts';
import { eventTimes, type PatternedTimes, patternOf } from './times/dates.ts';

type SentBody = Readonly<Record<string, unknown>>;
type Problems = Record<string, Problem>;

const timesAfter = (call: Call, input: EventUpdate, before?: PatternedTimes) =>
  eventTimes(input, {
    now: call.now,
    siteZone: call.services.config.timezone,
    ...(before ? { before } : {}),
  });

/** The times of an event after a write, or what is wrong with them; no problem where a field that decides them couldn't be read (D2). */
function validateTimes(
  call: Call,
  input: EventUpdate,
  sent: SentBody,
  before?: PatternedTimes,
): { times?: PatternedTimes; problems: Problems } {
  for (const name of timeFields)
    if (Object.hasOwn(sent, name) && input[name] === undefined) return { problems: {} };
  const times = timesAfter(call, input, before);
  if ('fault' in times) return { problems: { [times.fault]: { message: timesProblem(times.fault) } } };
  return { times, problems: {} };
}

/** Returns what is wrong with a recurrence, found by applying it; nothing for errors of the dates beside it, which are told elsewhere. */
function problemsOf(work: () => unknown): Problems {
  try {
    work();
    return {};
  } catch (error) {
    if (error instanceof RecurrenceError) return { recurrence: recurrenceProblem(error) };
    throw error;
  }
}

/** A first date for recurrences whose own is unknown: no other one lies before it. */
const UNKNOWN: FirstDate = {
  start_date: '0001-01-01 00:00:00',
  end_date: '0001-01-01 00:00:00',
  timezone: 'UTC',
  all_day: false,
};

/** Reads a recurrence without judging what it makes. */
function readAlone(call: Call, { recurrence, all_day = false }: EventUpdate, first?: FirstDate): void {
  const { now, language } = call;
  if (recurrence) readRecurrence(recurrence.sent, first ?? { ...UNKNOWN, all_day }, { now, language });
}

/**
 * Returns the problems of a new event's fields taken together, by field; a null counts as not sent (D40). For those who may
 * not create any, nobody counts the dates of a recurrence.
 */
export async function validateNewEvent(call: Call, input: EventUpdate, sent: SentBody): Promise<Problems> {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  const { times, problems } = validateTimes(call, input, given);
  const { recurrence } = input;
  if (!recurrence) return problems;
  const isJudged = times !== undefined && can(call.viewer, 'create');
  const found = problemsOf(() =>
    isJudged
      ? readSent(call, recurrence, patternOf(times))
      : readAlone(call, input, times && patternOf(times)),
  );
  return { ...problems, ...found };
}

/** Returns the problems of an update taken together with the stored event, by field; none to those who may not edit it, lest they learn its dates. */
export async function validateUpdate(
  call: Call,
  id: number | undefined,
  input: ScopedUpdate,
  sent: SentBody,
): Promise<Problems> {
  const { read } = call.services.db;
  const row = id ? await findItemRow(read, id) : undefined;
  if (!row || !mayEdit(call.viewer, row)) return {};
  const { times, problems } = validateTimes(call, input, sent, timesOf(row));
  if (input.post_parent && (await isBelow(read, input.post_parent, row.id)))
    problems['post_parent'] = { message: message('problem.parent_circle') };
  if (input.is_virtual === false && input.event_status === undefined && row.event_status === 'moved-online')
    problems['is_virtual'] = { message: message('problem.moved_online') };
  const item = row.series_id === 0 ? { row } : await findItem(read, row.id);
  const scoped = scopedProblems(item, input);
  Object.assign(problems, scoped);
  if (scoped['scope'] || scoped['recurrence']) {
    // For which dates it is isn't known; what can't be a recurrence is none for any.
    return { ...problemsOf(() => readAlone(call, input)), ...problems };
  }
  return { ...problems, ...(await validateRecurrence(call, item, input, times)) };
}

/** Returns what is wrong with the recurrence of an event or series after an update that sends or moves it. */
async function validateRecurrence(
  call: Call,
  item: WrittenItem,
  input: ScopedUpdate,
  times: PatternedTimes | undefined,
): Promise<Problems> {
  const { recurrence } = input;
  if (!times) return problemsOf(() => readAlone(call, input));
  if (item.row.series_id === 0)
    return recurrence ? problemsOf(() => readSent(call, recurrence, patternOf(times))) : {};
  const isTouched = [recurrence, input.start_date, input.end_date, input.timezone, input.all_day].some(
    (value) => value !== undefined,
  );
  if (!isTouched || (item.occurrence && (input.scope ?? 'this') === 'this')) return {};
  try {
    const { before, old, isSplit } = await changedSeries(call.services.db.read, item, input);
    const { occurrence } = item;
    const meant = isSplit ? forFollowing : forSeries;
    const asked = occurrence ? meant(call, input, occurrence, before) : input;
    const first = timesAfter(call, asked, timesOf(before));
    if ('fault' in first) return { [first.fault]: { message: timesProblem(first.fault) } };
    return problemsOf(() =>
      resultingRecurrence(call, {
        old,
        before: firstDateOf(before),
        first: patternOf(first),
        sent: recurrence,
      }),
    );
  } catch (error) {
    if (error instanceof KalendsError && error.extras.data?.problems) return error.extras.data.problems;
    throw error;
  }
}

/** The series that an update changes, as it is before: a whole one, or what is split from it. */
async function changedSeries(
  db: Reading,
  { row, series = row, occurrence }: WrittenItem,
  { scope }: ScopedUpdate,
): Promise<{ before: EventRow; old: Recurrence; isSplit: boolean }> {
  if (occurrence && scope === 'following' && !(await isFirst(db, occurrence))) {
    const { after, firstAfter } = await partsOf(db, series, occurrence);
    return { before: { ...series, ...firstAfter, all_day: series.all_day }, old: after, isSplit: true };
  }
  const stored = await findSeries(db, series.id);
  if (!stored) throw new KalendsError('rest-event-not-found');
  return { before: series, old: JSON.parse(stored.recurrence), isSplit: false };
}
