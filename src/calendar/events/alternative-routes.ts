import Type, { type Static } from 'typebox';
import { can, mayRead } from '#api/access/permissions.ts';
import { translationIn } from '#api/routing/actor.ts';
import { type Input, positiveInteger, withDefault } from '#api/routing/parameter.ts';
import { type Route, route } from '#api/routing/route.ts';
import { existingById } from '#calendar/linked/parameters.ts';
import { type LinkedRow, listLinked, loadLocalizedLinked } from '#calendar/linked/store.ts';
import { expand } from '#calendar/recurrence/expand.ts';
import type { Call } from '#context.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { listFreeVenues } from './busy/free-venues.ts';
import { withDatesLaidOut } from './list/laid-out.ts';
import { proposedDates } from './proposed-dates.ts';
import { resultingTimes } from './rules.ts';
import { lastMoment, readSent, refusing } from './series/rules.ts';
import { patternOf } from './times/dates.ts';
import { validateNewEvent } from './validation.ts';

const MOST_ANSWERED = 20;
const USUAL = 5;
/** So many dates of a series are looked at, from today on. */
const MOST_DATES = 200;

const fields = {
  ...proposedDates,
  exclude: positiveInteger(),
  limit: withDefault(positiveInteger({ max: MOST_ANSWERED }), USUAL),
} as const;

/** Schema of venues that are free when another isn't; `distance` is in kilometres. */
export const VenueAlternatives = Type.Object({
  venues: Type.Array(
    Type.Object({
      id: Type.Integer(),
      venue: Type.String(),
      address: Type.String(),
      city: Type.String(),
      district: Type.String(),
      distance: Type.Union([Type.Number(), Type.Null()]),
      rest_url: Type.String(),
    }),
  ),
});

async function alternativesTo(
  asked: Call,
  venue: LinkedRow<'venues'>,
  { recurrence: sent, exclude, limit, ...times }: Input<typeof fields>,
): Promise<Static<typeof VenueAlternatives>> {
  const wanted = resultingTimes(asked, times);
  const first = patternOf(wanted);
  const recurrence = sent ? refusing(() => readSent(asked, sent, first)) : null;
  // What is over needs no venue any more.
  const today = toWall(utcText(asked.now), first.timezone);
  const from = recurrence ? { from: today } : {};
  const to = lastMoment((today > first.start_date ? today : first.start_date).slice(0, 10));
  const dates = [...expand(recurrence, first, { ...from, to, limit: MOST_DATES })];
  const last = dates.at(-1)?.utc_end_date ?? wanted.utc_end_date;
  const call = recurrence
    ? asked
    : await withDatesLaidOut(asked, [{ column: 'utc_start_date', operator: '<', moment: last }]);
  const free = await listFreeVenues(call, venue, dates, { exclude, limit });
  const { read } = call.services.db;
  const rows = await listLinked(
    read,
    'venues',
    free.map(({ id }) => id),
    'lean',
  );
  const inOrder = free.flatMap(({ id }) => rows.get(id) ?? []);
  const shown = await loadLocalizedLinked(read, 'venues', inOrder, translationIn(call));
  const distances = new Map(free.map(({ id, distance }) => [id, distance]));
  return {
    venues: shown.map(({ id, name, address, city, district }) => {
      const distance = distances.get(id) ?? null;
      return {
        id,
        venue: titleDisplay(name),
        address,
        city,
        district,
        distance: distance === null ? null : Math.round(distance * 100) / 100,
        rest_url: call.links.rest('venues', id),
      };
    }),
  };
}

/** The route that tells which venues are free when one isn't. */
export const alternativeRoutes: readonly Route[] = [
  route({
    operation: 'listVenueAlternatives',
    methods: ['POST'],
    scope: 'read',
    url: '/kalends/v1/venues/{id}/alternatives',
    path: { id: existingById('venues') },
    accepts: fields,
    answers: { 200: VenueAlternatives },
    errors: ['rest_missing_callback_param', 'rest_merged'],
    allows: ({ viewer }, { id }) => can(viewer, 'create') && mayRead(viewer, id),
    allowsUnknown: ({ viewer }) => can(viewer, 'create'),
    validate: (call, { input }, sent) => validateNewEvent(call, input, sent),
    handle: async (call, { path, input }) => ({ body: await alternativesTo(call, path.id, input) }),
  }),
];
