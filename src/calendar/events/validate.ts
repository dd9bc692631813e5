import { mayEdit } from '#api/access/permissions.ts';
import type { Call } from '#context.ts';
import type { Problem } from '#errors.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import type { EventUpdate } from './schema.ts';
import { type EventRow, findEventRow, isBelow } from './store.ts';
import { type EventTimes, eventTimes, type TimesFault } from './times/dates.ts';

type Sent = Readonly<Record<string, unknown>>;

/** When a stored event is. */
export function timesOf(row: EventRow): EventTimes {
  const { timezone, start_date, end_date, utc_start_date, utc_end_date } = row;
  return { timezone, all_day: row.all_day === 1, start_date, end_date, utc_start_date, utc_end_date };
}

const FAULTS = {
  end_date: 'problem.end_before_start',
  start_date: 'problem.start_after_end',
  timezone: 'problem.zone_order',
} as const;

/** What to say of the field by which an end came to precede its start. */
export const timesProblem = (fault: TimesFault): Message => message(FAULTS[fault]);

/** An end before the start, unless a field that decides it couldn't be read (D2). */
function validateTimes(
  call: Call,
  input: EventUpdate,
  sent: Sent,
  before?: EventTimes,
): Record<string, Problem> {
  for (const name of ['start_date', 'end_date', 'timezone', 'all_day'] as const)
    if (Object.hasOwn(sent, name) && input[name] === undefined) return {};
  const times = eventTimes(input, {
    now: call.now,
    siteZone: call.deps.config.timezone,
    ...(before ? { before } : {}),
  });
  return 'fault' in times ? { [times.fault]: { message: timesProblem(times.fault) } } : {};
}

/** What is wrong with a new event's fields beside each other; of those, null is absent (D40). */
export const validateNewEvent = async (call: Call, input: EventUpdate, sent: Sent) =>
  validateTimes(call, input, Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)));

/** What is wrong with an update beside what is stored; nothing to those who may not edit the event, lest they learn it. */
export async function validateUpdate(
  call: Call,
  id: number | undefined,
  input: EventUpdate,
  sent: Sent,
): Promise<Record<string, Problem>> {
  const { read } = call.deps.db;
  const row = id ? await findEventRow(read, id) : undefined;
  if (!row || !mayEdit(call.viewer, row)) return {};
  const problems = validateTimes(call, input, sent, timesOf(row));
  if (input.post_parent && (await isBelow(read, input.post_parent, row.id)))
    problems['post_parent'] = { message: message('problem.parent_circle') };
  return problems;
}
