import { undoEntry } from '../history/history-query.ts';
import { api, bodyOf, InterfaceError } from '../interface/client.ts';
import { movedDate } from '../texts/days.ts';
import type { MonthEvent } from './month-query.ts';

/** Dates of a series that a move of one of them is for. */
export type MoveReach = 'this' | 'following' | 'all';

/** A move of an event, or of a date of one that repeats, by days. */
export interface EventMove {
  readonly event: MonthEvent;
  readonly days: number;
  readonly reach: MoveReach | undefined;
}

/** A refusal to move what is not any more where it was seen. */
export class MovedMeanwhileError extends Error {}

const readEvent = (id: number) =>
  bodyOf(api.GET('/events/{id}', { params: { path: { id }, query: { context: 'edit' } } }));

const lastEntryOf = async (id: number): Promise<number | undefined> => {
  const { history } = await bodyOf(
    api.GET('/kalends/v1/history', { params: { query: { kind: 'event', id, per_page: 1 } } }),
  );
  return history[0]?.id;
};

/** Function that takes a move back; undefined where the history doesn't tell of it. */
export type UndoMove = (() => ReturnType<typeof undoEntry>) | undefined;

/**
 * Moves an event by days, over what was read of it: its time of day, its zone and its length stay.
 * @throws MovedMeanwhileError where somebody else has changed it
 */
export async function moveEvent({ event, days, reach }: EventMove): Promise<UndoMove> {
  const { id, start, end } = event;
  const read = await readEvent(id);
  if (read.start_date !== start || read.end_date !== end) throw new MovedMeanwhileError();
  // The series' own history tells of its dates, too.
  const item = event.series !== undefined && reach !== 'this' ? event.series : id;
  const before = await lastEntryOf(item);
  try {
    await bodyOf(
      api.PATCH('/events/{id}', {
        params: { path: { id }, header: { 'If-Match': `"${read.revision ?? '*'}"` } },
        body: {
          start_date: movedDate(start, days),
          end_date: movedDate(end, days),
          ...(reach ? { scope: reach } : {}),
        },
      }),
    );
  } catch (error) {
    if (error instanceof InterfaceError && error.status === 412) throw new MovedMeanwhileError();
    throw error;
  }
  const entry = await lastEntryOf(item);
  return entry === undefined || entry === before ? undefined : () => undoEntry(entry);
}
