import Type, { type Static } from 'typebox';
import { can, mayEdit } from '#api/access/permissions.ts';
import { frameList, offsetOf, paging } from '#api/routing/paging.ts';
import {
  dateText,
  type Input,
  number,
  positiveInteger,
  positiveIntegers,
  required,
  text,
  zoneField,
} from '#api/routing/parameter.ts';
import { type Answer, type Route, route } from '#api/routing/route.ts';
import { cleanName, nameKey } from '#calendar/linked/rules.ts';
import type { LinkedTable } from '#calendar/linked/store.ts';
import type { Call } from '#context.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import { cleanWebsite } from '#foundation/text/website.ts';
import { readDate } from '#foundation/time/typed.ts';
import { eventReasons, findDuplicateEvents, type LikelyEvent } from './events.ts';
import { findLinkedDuplicates, type LikelyDouble, listLinkedDuplicates } from './linked.ts';
import { reasons } from './score.ts';

const Score = Type.Integer({ minimum: 0, maximum: 100 });
const ComparedItem = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  status: Type.String(),
  address: Type.String(),
  city: Type.String(),
  website: Type.String(),
  may_edit: Type.Boolean(),
  rest_url: Type.String(),
});

/** Schema of two that are likely one, or of the one that something new is likely to be. */
export const Duplicate = Type.Object({
  score: Score,
  reasons: Type.Array(Type.Enum([...reasons])),
  items: Type.Array(ComparedItem, { minItems: 1, maxItems: 2 }),
});

/** Schema of a page of likely doubles. */
export const DuplicateList = Type.Object({
  duplicates: Type.Array(Duplicate),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});

/** Schema of the events that one is likely one with. */
export const EventDuplicates = Type.Object({
  duplicates: Type.Array(
    Type.Object({
      score: Score,
      reasons: Type.Array(Type.Enum([...eventReasons])),
      event: Type.Object({
        id: Type.Integer(),
        title: Type.String(),
        status: Type.String(),
        start_date: Type.String(),
        end_date: Type.String(),
        timezone: Type.String(),
        may_edit: Type.Boolean(),
        rest_url: Type.String(),
      }),
    }),
  ),
});

const LINE_MAX = 2_000;
const line = text({ empty: true, max: LINE_MAX });

const linkedParameters = {
  ...paging,
  name: text({ max: LINE_MAX }),
  address: line,
  city: line,
  zip: line,
  website: line,
  phone: line,
  email: line,
  geo_lat: number(-90, 90),
  geo_lng: number(-180, 180),
};
type LinkedInput = Input<typeof linkedParameters>;

function presentDouble(call: Call, table: LinkedTable, double: LikelyDouble): Static<typeof Duplicate> {
  const { score, reasons: held, rows } = double;
  return {
    score,
    reasons: [...held],
    items: rows.map((row) => ({
      id: row.id,
      name: titleDisplay(row.name),
      status: row.status,
      address: row.address,
      city: row.city,
      website: row.website,
      may_edit: mayEdit(call.viewer, row),
      rest_url: call.links.rest(table, row.id),
    })),
  };
}

const doublesAsked = (
  call: Call,
  table: LinkedTable,
  { name, ...input }: LinkedInput,
): Promise<LikelyDouble[]> => {
  if (name === undefined) return listLinkedDuplicates(call, table);
  const { address = '', city = '', zip = '', website = '', phone = '', email = '', geo_lat, geo_lng } = input;
  return findLinkedDuplicates(call, table, {
    names: [nameKey(cleanName(name))],
    address,
    city,
    zip,
    website: cleanWebsite(website),
    phone,
    email,
    point: geo_lat !== undefined && geo_lng !== undefined ? { lat: geo_lat, lng: geo_lng } : undefined,
  });
};

async function duplicatesAnswer(call: Call, table: LinkedTable, input: LinkedInput): Promise<Answer> {
  const doubles = await doublesAsked(call, table, input);
  const { page: _, ...shown } = input;
  const frame = frameList(
    `${call.links.base}/kalends/v1/${table}/duplicates`,
    Object.entries(shown).map(([name, value]) => [name, value]),
    input,
    doubles.length,
  );
  const from = offsetOf(input);
  const duplicates = doubles
    .slice(from, from + input.per_page)
    .map((double) => presentDouble(call, table, double));
  return { body: { duplicates, ...frame.members }, headers: frame.headers, isMomentary: true };
}

const eventParameters = {
  title: required(text({ max: LINE_MAX })),
  start_date: required(dateText),
  timezone: zoneField,
  venue: positiveIntegers,
  exclude: positiveInteger(),
};

const presentLikelyEvent = (
  call: Call,
  { score, reasons: held, row }: LikelyEvent,
): Static<typeof EventDuplicates>['duplicates'][number] => ({
  score,
  reasons: [...held],
  event: {
    id: row.id,
    title: titleDisplay(row.title),
    status: row.status,
    start_date: row.start_date,
    end_date: row.end_date,
    timezone: row.timezone,
    may_edit: mayEdit(call.viewer, row),
    rest_url: call.links.rest('events', row.id),
  },
});

/** So many events are answered. */
const MOST_EVENTS = 20;

async function eventDuplicates(call: Call, input: Input<typeof eventParameters>): Promise<Answer> {
  const zone = input.timezone || call.services.config.timezone;
  const utc = readDate(input.start_date, { now: call.now, zone })?.utc;
  const found = utc
    ? await findDuplicateEvents(call, {
        title: input.title,
        utc_start_date: utc,
        venues: input.venue ?? [],
        exclude: input.exclude,
      })
    : [];
  const duplicates = found.slice(0, MOST_EVENTS).map((likely) => presentLikelyEvent(call, likely));
  return { body: { duplicates }, isMomentary: true };
}

const mayAsk = ({ viewer }: Call): boolean => can(viewer, 'create');

const linkedRoute = (
  table: LinkedTable,
  operation: 'listDuplicateVenues' | 'listDuplicateOrganizers',
): Route =>
  route({
    operation,
    methods: ['GET'],
    scope: 'read',
    url: `/kalends/v1/${table}/duplicates`,
    path: {},
    accepts: linkedParameters,
    answers: { 200: DuplicateList },
    errors: [],
    allows: mayAsk,
    handle: (call, { input }) => duplicatesAnswer(call, table, input),
  });

/** The routes that list what is likely there twice. */
export const duplicateRoutes: readonly Route[] = [
  linkedRoute('venues', 'listDuplicateVenues'),
  linkedRoute('organizers', 'listDuplicateOrganizers'),
  route({
    operation: 'listDuplicateEvents',
    methods: ['GET'],
    scope: 'read',
    url: '/kalends/v1/events/duplicates',
    path: {},
    accepts: eventParameters,
    answers: { 200: EventDuplicates },
    errors: ['rest_missing_callback_param'],
    allows: mayAsk,
    handle: (call, { input }) => eventDuplicates(call, input),
  }),
];
