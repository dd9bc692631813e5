import Type from 'typebox';
import { mayRead } from '#api/access/permissions.ts';
import { NAMESPACE } from '#api/http/address.ts';
import { type FeedForm, feedForms, feedTypes } from '#api/http/negotiation.ts';
import { frameList, type QueryPair, type QueryPairs, queryText } from '#api/routing/paging.ts';
import type { Input, Parameters } from '#api/routing/parameter.ts';
import { flag, oneOf, type Parameter, withDefault } from '#api/routing/parameter.ts';
import { type Answer, anyone, type Route, route } from '#api/routing/route.ts';
import { siteSettings } from '#api/settings/site-settings.ts';
import { readQuery } from '#calendar/events/filters/query.ts';
import { withDatesLaidOut, withSeriesLaidOut } from '#calendar/events/list/laid-out.ts';
import { databasePage, listAllEventIds, listEventPage } from '#calendar/events/list/list.ts';
import { eventId, existingEventSlug } from '#calendar/events/parameters.ts';
import { findReadableDate, requireReadable } from '#calendar/events/readable.ts';
import { eventListParameters, eventReadParameters } from '#calendar/events/schema.ts';
import type { EventRow } from '#calendar/events/store.ts';
import { findIdBySlug, findPost } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { plainText } from '#foundation/text/markup.ts';
import { itemFile, listFile, piecesAnswer, wholeAnswer } from './answer.ts';
import { atomFeed } from './atom.ts';
import { csvPieces } from './csv.ts';
import { itemCalendar, listCalendar } from './ical/feed.ts';
import { type FeedItem, type FeedReader, feedSlice, loadItems, SLICE, stillListed } from './items/items.ts';
import { wholeOf } from './items/pieces.ts';
import { jsonFeed, jsonLdFeed, jsonLdItem } from './json.ts';
import { rssFeed } from './rss.ts';
import { feedTitle, filterNames } from './title.ts';

const LIST = `/${NAMESPACE}/events.{form}`;
const ITEM = `/${NAMESPACE}/events/{id}.{form}`;
const BY_SLUG = `/${NAMESPACE}/events/by-slug/{slug}.{form}`;

const expand = withDefault(flag, false);

/** Returns the filter by venues or organizers, which takes the slug of one too: by it the page of one asks. */
const orSlug = (
  table: 'venues' | 'organizers',
  filter: Parameter<number[], false>,
): Parameter<number[], false> => ({
  ...filter,
  read: async (value, around) => {
    if (typeof value !== 'string' || /^[\d\s,]*$/.test(value)) return filter.read(value, around);
    const { services, viewer } = around.call;
    const id = await findIdBySlug(services.db.read, table, value);
    const item = id === undefined ? undefined : await findPost(services.db.read, id);
    return filter.read(
      item && item.kind !== 'media' && item.status !== 'trash' && mayRead(viewer, item) ? id : value,
      around,
    );
  },
});

/** The parameters of the feed of a list: those of the list, and `expand`. */
export const feedListParameters = {
  ...eventListParameters,
  venue: orSlug('venues', eventListParameters.venue),
  organizer: orSlug('organizers', eventListParameters.organizer),
  expand,
};
const feedItemParameters = { ...eventReadParameters, expand };
type FeedListInput = Input<typeof feedListParameters>;
type FeedItemInput = Input<typeof feedItemParameters>;

const asked = oneOf(feedForms);
/** The form of a feed in its path, in letters of any case. */
export const formInPath: Parameter<FeedForm, true> = {
  ...asked,
  read: (value, around) => asked.read(String(value).toLowerCase(), around),
  required: true,
  always: true,
};

/** Forms that have all of a list's window, in pieces, unless a page is asked for (contract F2). */
const isWhole = (form: FeedForm): boolean => form === 'ics' || form === 'csv';

/** Bytes of an event in these forms at least. */
const LEAST_OF_EVENT = 300;

const pageFeeds = { rss: rssFeed, atom: atomFeed, jsonfeed: jsonFeed, jsonld: jsonLdFeed } as const;

/** Parameters that the address of a feed doesn't repeat: its page comes last, and a password is nobody else's. */
const UNREPEATED = new Set(['page', 'password']);

/** Returns a value as sent, of lists and forms with commas; undefined where nothing was sent. */
function sentText(value: unknown): string | undefined {
  const values: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  const text = values.filter((one) => typeof one !== 'object' && one !== undefined).join(',');
  return text === '' ? undefined : text;
}

/**
 * Returns what the address of a feed repeats: parameters as they were sent, in one order. Without defaults, which change from
 * day to day, the address is the same for good, and with it what readers know a feed by (contract F3).
 */
const askedPairs = (parameters: Parameters, sent: Readonly<Record<string, unknown>>): QueryPairs =>
  [...Object.keys(parameters), 'translation_language']
    .filter((name) => !UNREPEATED.has(name))
    .map((name): QueryPair => [name, sentText(sent[name])]);

/** Returns an address with a query, where it has one. */
function addressWith(address: string, pairs: QueryPairs): string {
  const query = queryText(pairs);
  return query === '' ? address : `${address}?${query}`;
}

/** Answers with the feed of a list. */
export async function listFeed(
  caller: Call,
  form: FeedForm,
  { input, sent }: { input: FeedListInput; sent: Readonly<Record<string, unknown>> },
): Promise<Answer> {
  const isPaged = !isWhole(form) || Object.hasOwn(sent, 'per_page');
  // Programs ask for them at the same moment, each full hour: even to refuse many takes long.
  if (!isPaged) await caller.services.turns.next();
  const { query } = await readQuery(caller, input, sent, { isFeed: !isPaged });
  const call = await withDatesLaidOut(caller, query.bounds);
  const { services } = call;
  const isCached = services.config.cache > 0;
  const file = listFile(form);
  const reader = { call, password: input.password, editing: input.context === 'edit' };
  const listTitle = async () => {
    const status = Object.hasOwn(sent, 'status') ? input.status : undefined;
    return feedTitle(call, await filterNames(reader, query, { ...input, status }));
  };
  if (!isPaged) {
    return piecesAnswer(call, file, [sent, query.bounds], async () => {
      await call.takeFeedTurn?.();
      const ids = await listAllEventIds(services, query, { anew: !isCached });
      const isEach = input.expand || query.condense === true;
      const pieces =
        form === 'csv'
          ? csvPieces(itemsOf(reader, ids, stillListed(call, query)))
          : listCalendar(reader, query, ids, { isEach, title: await listTitle() });
      return { pieces, leastBytes: ids.length * LEAST_OF_EVENT };
    });
  }
  const { ids, total } = await (isCached
    ? listEventPage(services, query, input)
    : databasePage(services, query, input, { anew: true }));
  if (ids.length === 0 && input.page > 1) throw new KalendsError('event-archive-page-not-found');
  const asked = askedPairs(feedListParameters, sent);
  const { members, headers } = frameList(call.links.rest('events'), asked, input, total);
  const asFeed = (address: string) => address.replaceAll('/events/?', `/events.${form}?`);
  const { next_rest_url: next } = members;
  const { Link, ...totals } = headers;
  const framed = { ...totals, ...(Link ? { Link: asFeed(Link) } : {}) };
  // Of a page no rule would be right.
  if (form === 'ics') {
    const options = { isEach: true, title: await listTitle() };
    return wholeAnswer(file, await wholeOf(listCalendar(reader, query, ids, options)), framed);
  }
  if (form === 'csv') return wholeAnswer(file, await wholeOf(csvPieces(itemsOf(reader, ids))), framed);
  const items = await loadItems(reader, ids, { jsonLd: form === 'jsonld' });
  const page = {
    call,
    title: await listTitle(),
    site: await siteSettings(call),
    items,
    self: addressWith(`${call.links.rest('events')}.${form}`, [
      ...asked,
      ['page', Object.hasOwn(sent, 'page') ? input.page : undefined],
    ]),
    next: next && asFeed(next),
  };
  return wholeAnswer(file, Buffer.from(pageFeeds[form](page)), framed);
}

/** Yields items by their IDs, some at a time. */
async function* itemsOf(
  reader: FeedReader,
  ids: readonly number[],
  isListed?: (row: EventRow) => boolean,
): AsyncGenerator<FeedItem> {
  const breath = feedSlice(reader);
  for (let at = 0; at < ids.length; at += SLICE) {
    yield* await loadItems(reader, ids.slice(at, at + SLICE), isListed ? { isListed } : {});
    await breath.due;
  }
}

/** Answers with the feed of one event, series or date. */
async function itemFeed(
  caller: Call,
  form: FeedForm,
  id: number,
  { input, sent }: { input: FeedItemInput; sent: Readonly<Record<string, unknown>> },
): Promise<Answer> {
  const { occurrence } = input;
  const at =
    occurrence === undefined ? undefined : await findReadableDate(caller, id, { ...input, occurrence });
  let call = at?.call ?? caller;
  const { row, editing } = await requireReadable(call, at?.id ?? id, input);
  if (form === 'ics' && row.series_id === row.id) call = await withSeriesLaidOut(call, row.id);
  const reader = { call, password: input.password, editing };
  const file = itemFile(form, row);
  if (form === 'ics') {
    const { expand: isEach } = input;
    return piecesAnswer(call, file, [row.id, isEach], async () => {
      const [item] = await loadItems(reader, [row.id]);
      const title = feedTitle(call, item ? [plainText(item.event.title)] : []);
      return { pieces: itemCalendar(reader, row, { isEach, title }) };
    });
  }
  if (form === 'csv') return wholeAnswer(file, await wholeOf(csvPieces(itemsOf(reader, [row.id]))));
  const items = await loadItems(reader, [row.id], { jsonLd: form === 'jsonld' });
  const page = {
    call,
    title: feedTitle(
      call,
      items.map(({ event }) => plainText(event.title)),
    ),
    site: await siteSettings(call),
    items,
    self: addressWith(
      `${call.links.rest('events', row.id)}.${form}`,
      askedPairs(feedItemParameters, { ...sent, occurrence: undefined }),
    ),
    next: undefined,
  };
  const text = form === 'jsonld' ? jsonLdItem(page) : pageFeeds[form](page);
  return wholeAnswer(file, Buffer.from(text));
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
  scope: 'read',
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
    handle: (call, { path, input, sent }) => itemFeed(call, path.form, path.id, { input, sent }),
  }),
  route({
    ...shared,
    operation: 'readEventBySlugAsFeed',
    url: BY_SLUG,
    path: { slug: existingEventSlug, form: formInPath },
    accepts: feedItemParameters,
    errors: readErrors,
    handle: (call, { path, input, sent }) => itemFeed(call, path.form, path.slug, { input, sent }),
  }),
];
