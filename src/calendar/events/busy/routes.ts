import Type from 'typebox';
import { can, listScope, mayRead, unlockScope } from '#api/access/permissions.ts';
import { frameList, paging } from '#api/routing/paging.ts';
import { dateText, type Input, positiveInteger, zoneField } from '#api/routing/parameter.ts';
import { type Answer, type Route, route } from '#api/routing/route.ts';
import { existingById } from '#calendar/linked/parameters.ts';
import type { LinkedRow, LinkedTable } from '#calendar/linked/store.ts';
import type { Call } from '#context.ts';
import { KalendsError, type Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { daysFrom, utcText } from '#foundation/time/clock.ts';
import { readDate } from '#foundation/time/typed.ts';
import { toUtc, toWall } from '#foundation/time/zone.ts';
import { withDatesLaidOut } from '../list/laid-out.ts';
import { BusyTime, presentTaken } from './present.ts';
import { findUsualZone, listTaken, type TimeSpan } from './store.ts';

/** Schema of a page of times that a venue or an organizer is taken. */
export const BusyList = Type.Object({
  busy: Type.Array(BusyTime),
  timezone: Type.String(),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});

/** Days from the first that are asked for without an end. */
const USUAL_DAYS = 31;
const DAY = /^\s*\d{4}-\d\d-\d\d\s*$/;

const busyParameters = {
  ...paging,
  start_date: { ...dateText, nulls: 'absent' as const },
  end_date: { ...dateText, nulls: 'absent' as const },
  timezone: zoneField,
  exclude: positiveInteger(),
};
type BusyInput = Input<typeof busyParameters>;

/** Returns the span that is asked for, its days and times on the clock of a zone: without a start from today on, an end that is a day with all of it. */
function spanOf(
  call: Call,
  { start_date, end_date }: Pick<BusyInput, 'start_date' | 'end_date'>,
  zone: string,
): TimeSpan {
  const at = { now: call.now, zone };
  const today = () => toUtc(`${toWall(utcText(call.now), zone).slice(0, 10)} 00:00:00`, zone);
  const from = (start_date === undefined ? undefined : readDate(start_date, at)?.utc) ?? today();
  const end = end_date === undefined ? undefined : readDate(end_date, at);
  if (!end || end_date === undefined) return { from, to: daysFrom(from, USUAL_DAYS) };
  return {
    from,
    to: DAY.test(end_date) ? toUtc(daysFrom(`${end.wall.slice(0, 10)} 00:00:00`, 1), zone) : end.utc,
  };
}

async function zoneOf(
  call: Call,
  table: LinkedTable,
  id: number,
  asked: string | undefined,
): Promise<string> {
  if (asked) return asked;
  // An organizer is in no zone.
  const usual = table === 'venues' ? await findUsualZone(call.services.db.read, table, id) : undefined;
  return usual ?? call.services.config.timezone;
}

async function busyAnswer(
  asked: Call,
  table: LinkedTable,
  row: LinkedRow,
  input: BusyInput,
): Promise<Answer> {
  const noun = table === 'venues' ? 'venue' : 'organizer';
  if (!mayRead(asked.viewer, row)) throw new KalendsError(`${noun}-not-accessible`);
  const timezone = await zoneOf(asked, table, row.id, input.timezone);
  const span = spanOf(asked, input, timezone);
  const call = await withDatesLaidOut(asked, [{ column: 'utc_start_date', operator: '<', moment: span.to }]);
  const { rows, total } = await listTaken(
    call.services.db.read,
    {
      ...span,
      table,
      id: row.id,
      scope: listScope(call.viewer),
      unlocked: unlockScope(call.viewer, { password: undefined, editing: true }),
      exclude: input.exclude,
    },
    input,
  );
  const base = `${call.links.base}/kalends/v1/${table}/${row.id}/busy`;
  const frame = frameList(
    base,
    [
      ['per_page', input.per_page],
      ['start_date', input.start_date],
      ['end_date', input.end_date],
      ['timezone', input.timezone],
      ['exclude', input.exclude],
      ['translation_language', call.negotiated ? undefined : call.language],
    ],
    input,
    total,
  );
  const busy = await presentTaken(call, rows, timezone);
  return { body: { busy, timezone, ...frame.members }, headers: frame.headers, isMomentary: true };
}

/** Returns what is wrong with a span: one that doesn't end after its start. */
async function problemsOf(
  call: Call,
  table: LinkedTable,
  { id }: { id?: LinkedRow },
  input: Partial<BusyInput>,
): Promise<Record<string, Problem>> {
  if (!id || input.end_date === undefined) return {};
  const { from, to } = spanOf(call, input, await zoneOf(call, table, id.id, input.timezone));
  if (to > from) return {};
  return { end_date: { message: message('problem.end_before_start') } };
}

const busyRoute = (table: LinkedTable, operation: 'listBusyVenue' | 'listBusyOrganizer'): Route =>
  route({
    operation,
    methods: ['GET'],
    scope: 'read',
    url: `/kalends/v1/${table}/{id}/busy`,
    path: { id: existingById(table) },
    accepts: busyParameters,
    answers: { 200: BusyList },
    errors: [table === 'venues' ? 'venue-not-accessible' : 'organizer-not-accessible', 'rest_merged'],
    allows: ({ viewer }) => can(viewer, 'create'),
    allowsUnknown: ({ viewer }) => can(viewer, 'create'),
    validate: (call, { path, input }) => problemsOf(call, table, path, input),
    handle: (call, { path, input }) => busyAnswer(call, table, path.id, input),
  });

/** The routes that tell when a venue or an organizer is taken. */
export const busyRoutes: readonly Route[] = [
  busyRoute('venues', 'listBusyVenue'),
  busyRoute('organizers', 'listBusyOrganizer'),
];
