import Type from 'typebox';
import { NAMESPACE } from '#api/http/address.ts';
import { type FeedForm, feedForms, feedTypes } from '#api/http/feed-forms.ts';
import type { Input } from '#api/routing/parameter.ts';
import { flag, oneOf, type Parameter, withDefault } from '#api/routing/parameter.ts';
import { type Answer, anyone, type Route, route } from '#api/routing/route.ts';
import { readQuery } from '#calendar/events/filters/query.ts';
import { withDatesLaidOut } from '#calendar/events/list/laid-out.ts';
import { listAllEventIds, listEventPage } from '#calendar/events/list/page.ts';
import { eventId, existingEventSlug } from '#calendar/events/parameters.ts';
import { findReadableDate, requireReadable } from '#calendar/events/readable.ts';
import { eventListParameters, eventReadParameters } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { piecesAnswer } from './answer.ts';
import { itemCalendar, listCalendar } from './ical/feed.ts';

const LIST = `/${NAMESPACE}/events.{form}`;
const ITEM = `/${NAMESPACE}/events/{id}.{form}`;
const BY_SLUG = `/${NAMESPACE}/events/by-slug/{slug}.{form}`;

const expand = withDefault(flag, false);
const feedListParameters = { ...eventListParameters, expand };
const feedItemParameters = { ...eventReadParameters, expand };
type FeedListInput = Input<typeof feedListParameters>;
type FeedItemInput = Input<typeof feedItemParameters>;

const asked = oneOf(feedForms);
/** The form of a feed in its path, in letters of any case. */
const formInPath: Parameter<FeedForm, true> = {
  ...asked,
  read: (value, around) => asked.read(String(value).toLowerCase(), around),
  required: true,
  always: true,
};

/** Answers with the feed of a list. */
async function listFeed(
  caller: Call,
  form: FeedForm,
  { input, sent }: { input: FeedListInput; sent: Readonly<Record<string, unknown>> },
): Promise<Answer> {
  const isPaged = Object.hasOwn(sent, 'per_page');
  const { query } = await readQuery(caller, input, sent, { isFeed: !isPaged });
  const call = await withDatesLaidOut(caller, query.bounds);
  const { db, config } = call.deps;
  const reader = { call, password: input.password, editing: input.context === 'edit' };
  let ids: readonly number[];
  if (isPaged) {
    ({ ids } = await listEventPage(db, query, input));
    if (ids.length === 0 && input.page > 1) throw new KalendsError('event-archive-page-not-found');
  } else ids = await listAllEventIds(db, query, { anew: config.cache === 0 });
  // Of a page, or of one date of each series, no rule would be right.
  const isEach = input.expand || isPaged || query.condense === true;
  return piecesAnswer(call, form, listCalendar(reader, query, ids, { isEach }), [sent, query.bounds]);
}

/** Answers with the feed of one event, series or date. */
async function itemFeed(caller: Call, form: FeedForm, id: number, input: FeedItemInput): Promise<Answer> {
  const { occurrence } = input;
  const at =
    occurrence === undefined ? undefined : await findReadableDate(caller, id, { ...input, occurrence });
  const call = at?.call ?? caller;
  const { row, editing } = await requireReadable(call, at?.id ?? id, input);
  const reader = { call, password: input.password, editing };
  return piecesAnswer(call, form, itemCalendar(reader, row, { isEach: input.expand }), [
    row.id,
    input.expand,
  ]);
}

const readErrors = [
  'rest-event-not-found',
  'rest-invalid-event-id',
  'event-no-longer-available',
  'event-not-accessible',
  'event-password-protected',
] as const;
const shared = {
  methods: ['GET'],
  isCacheable: true,
  allows: anyone,
  answers: { 200: Type.String() },
  types: Object.values(feedTypes),
} as const;

/** The feeds of events (contract F1). */
export const feedRoutes: readonly Route[] = [
  route({
    ...shared,
    operation: 'listEventsAsFeed',
    url: LIST,
    path: { form: formInPath },
    accepts: feedListParameters,
    errors: ['event-archive-page-not-found'],
    handle: (call, { path, input, sent }) => listFeed(call, path.form, { input, sent }),
  }),
  route({
    ...shared,
    operation: 'readEventAsFeed',
    url: ITEM,
    path: { id: eventId, form: formInPath },
    accepts: feedItemParameters,
    errors: readErrors,
    handle: (call, { path, input }) => itemFeed(call, path.form, path.id, input),
  }),
  route({
    ...shared,
    operation: 'readEventBySlugAsFeed',
    url: BY_SLUG,
    path: { slug: existingEventSlug, form: formInPath },
    accepts: feedItemParameters,
    errors: readErrors,
    handle: (call, { path, input }) => itemFeed(call, path.form, path.slug, input),
  }),
];
