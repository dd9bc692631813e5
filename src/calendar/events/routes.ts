import { NAMESPACE } from '#api/http/address.ts';
import { type FieldMask, fieldsBelow, pick } from '#api/http/fields.ts';
import { frameList } from '#api/routing/paging.ts';
import { type Answer, anyone, type Route, route } from '#api/routing/route.ts';
import { checkAnswerSize } from '#api/server/answer-size.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import type { Scope } from '#store/db/history-tables.ts';
import { changeEvent, createEvent, trashEvent } from './actions.ts';
import { overlapsOf } from './busy/overlaps.ts';
import { listPairs, readQuery } from './filters/query.ts';
import { type JsonBytes, jsonBytes } from './json/json-bytes.ts';
import { answerFromJson, listAnswer, pickedAnswer } from './json/list-answer.ts';
import { admitEvents, needsOf } from './json/volume.ts';
import { withDatesLaidOut } from './list/laid-out.ts';
import { databasePage, listEventPage } from './list/page.ts';
import { eventId, eventSlug, existingEventSlug } from './parameters.ts';
import { anonymousEvents, presentEvent, presentEvents } from './present.ts';
import { findReadableDate, requireEvent, requireReadable } from './readable.ts';
import {
  Event,
  EventList,
  type EventListInput,
  eventBySlugDeleteParameters,
  eventBySlugUpdateFields,
  eventDeleteParameters,
  eventFields,
  eventListParameters,
  eventReadParameters,
  eventUpdateParameters,
} from './schema.ts';
import { loadEvents, loadMade, type MadeEvent, readerOf } from './store.ts';
import { validateNewEvent, validateUpdate } from './validation.ts';
import { mayCreateEvents, mayWriteEvent } from './writable.ts';

const URL = `/${NAMESPACE}/events`;
async function answerWith(call: Call, made: MadeEvent, status: 200 | 201): Promise<Answer> {
  const { id } = made;
  const { records, pictures } = await loadMade(call.services.db.read, made, readerOf(call));
  const [record] = records;
  if (!record) throw new KalendsError('rest-event-not-found');
  // The answer of a write is never redacted for its writer; linked items have passwords of their own.
  const unredacted = {
    ...record,
    row: { ...record.row, password: '' },
    parent: record.parent && { ...record.parent, password: '' },
  };
  const warnings = await overlapsOf(call, record);
  const body = presentEvent(unredacted, {
    call,
    pictures,
    password: undefined,
    editing: false,
    jsonLd: false,
  });
  return {
    status,
    ...(status === 201 ? { headers: { Location: call.links.rest('events', id) } } : {}),
    body: warnings.length > 0 ? { ...body, warnings } : body,
    asRead: () =>
      presentEvent(record.row.password === '' ? record : unredacted, {
        call,
        pictures,
        password: undefined,
        editing: false,
        single: true,
        jsonLd: true,
      }),
  };
}

async function readEvent(
  call: Call,
  id: number,
  asked: { password?: string | undefined; context: string; occurrence?: string | undefined },
): Promise<Answer> {
  if (asked.occurrence !== undefined) {
    const found = await findReadableDate(call, id, { ...asked, occurrence: asked.occurrence });
    return readEvent(found.call, found.id, { ...asked, occurrence: undefined });
  }
  const isPlain = call.viewer === null && asked.password === undefined && asked.context !== 'edit';
  const cached = isPlain
    ? await unlessTooLarge(call.fields, () => call.services.eventJson.single(call, id, anonymousEvents))
    : undefined;
  if (cached)
    return { bytes: cached.json, digest: cached.digest, ...lastModified(call, shownChange(cached.json)) };
  const { editing } = await requireReadable(call, id, asked);
  const needs = needsOf(call.fields);
  const closed = showsClosed(call, { password: asked.password, editing });
  const { records, pictures } = await loadEvents(call.services.db.read, [id], readerOf(call), {
    admit: (events) => admitEvents(call, events, { needs, closed }),
  });
  let body: Event | undefined;
  await presentEvents(
    records,
    { call, pictures, password: asked.password, editing, single: true, jsonLd: true },
    (event) => {
      body = event;
    },
  );
  if (!body) throw new KalendsError('rest-event-not-found');
  return { body, ...lastModified(call, shownChange(Buffer.from(JSON.stringify(body)))) };
}

/** Returns whether the reader may be shown more than everybody sees. */
const showsClosed = ({ viewer }: Call, asked: { password: string | undefined; editing: boolean }): boolean =>
  viewer !== null || asked.password !== undefined || asked.editing;

/** Returns cached JSON; undefined where that is too large and only some members are requested (`_fields`). */
async function unlessTooLarge<T>(
  fields: FieldMask | undefined,
  get: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await get();
  } catch (error) {
    if (fields && error instanceof KalendsError && error.code === 'rest_answer_too_large') return undefined;
    throw error;
  }
}

const MODIFIED = Buffer.from('"modified_utc":"');
/** Characters of a moment, `YYYY-MM-DD HH:MM:SS`. */
const MOMENT = 19;

/** Returns when an event as its JSON shows it last changed, UTC: itself, or a venue or an organizer in it. */
function shownChange(json: Buffer): string {
  let latest = '';
  for (let at = json.indexOf(MODIFIED); at >= 0; at = json.indexOf(MODIFIED, at)) {
    at += MODIFIED.length;
    const one = json.toString('latin1', at, at + MOMENT);
    if (one > latest) latest = one;
  }
  return latest;
}

/** Returns the date of the last change unless it is a date to come, which `Last-Modified` must not be (RFC 9110 §8.8.2.1). */
const lastModified = (call: Call, modifiedUtc: string) =>
  call.validity.hasCome(modifiedUtc) ? { modifiedUtc } : {};

async function updateAnswer(
  call: Call,
  id: number,
  input: Parameters<typeof changeEvent>[2],
): Promise<Answer> {
  await requireEvent(call, id);
  return answerWith(call, { id: await changeEvent(call, id, input) }, 200);
}

async function trashAnswer(call: Call, id: number, scope: Scope | undefined): Promise<Answer> {
  await requireEvent(call, id);
  return answerWith(call, { id: await trashEvent(call, id, scope) }, 200);
}

async function listEvents(
  asked: Call,
  { input, sent }: { input: EventListInput; sent: Readonly<Record<string, unknown>> },
): Promise<Answer> {
  const { query, shown } = await readQuery(asked, input, sent);
  const call = await withDatesLaidOut(asked, query.bounds);
  const { services } = call;
  const { ids, total } = await (services.config.cache > 0
    ? listEventPage(services, query, input)
    : databasePage(services, query, input, { anew: true }));
  if (ids.length === 0 && input.page > 1) throw new KalendsError('event-archive-page-not-found');
  const frame = frameList(call.links.rest('events'), listPairs(call, input, { sent, shown }), input, total);
  const editing = input.context === 'edit';
  const { fields } = call;
  const below = fields && fieldsBelow(fields, 'events');
  if (fields && below === null) return pickedAnswer(undefined, frame, fields);
  // Readers who see what everybody sees get the cached JSON.
  const cached =
    input.password === undefined && !editing
      ? await unlessTooLarge(fields, () => services.eventJson.list(call, ids, anonymousEvents))
      : undefined;
  const others = cached ? ids.filter((id) => !cached.has(id)) : ids;
  if (cached && (others.length === 0 || call.viewer === null)) {
    const answer = await unlessTooLarge(fields, () => answerFromJson(call, inOrder(ids, cached), frame));
    if (answer) return answer;
  }
  const shared = fields ? undefined : cached;
  const made = await makeEach(call, shared ? others : ids, { input, editing, below, shared });
  const events = inOrder(ids, shared ?? NONE, made);
  return fields ? pickedAnswer(events, frame, fields) : listAnswer(events, frame);
}

const NONE: ReadonlyMap<number, JsonBytes> = new Map();

/** Returns the JSON of events in the order of these IDs; what none of the maps has drops out. */
const inOrder = (ids: readonly number[], ...maps: readonly ReadonlyMap<number, JsonBytes>[]): JsonBytes[] =>
  ids.flatMap((id) => maps.map((map) => map.get(id)).find((json) => json !== undefined) ?? []);

/**
 * Makes the JSON of events as their reader may see them, by ID, with the members of `below` alone.
 * @throws KalendsError `rest_answer_too_large` where it and what is `shared` make too large an answer
 */
async function makeEach(
  call: Call,
  ids: readonly number[],
  asked: {
    input: EventListInput;
    editing: boolean;
    below: FieldMask | undefined | null;
    shared: ReadonlyMap<number, JsonBytes> | undefined;
  },
): Promise<Map<number, JsonBytes>> {
  const { editing, shared } = asked;
  const { password } = asked.input;
  const below = asked.below ?? undefined;
  const needs = needsOf(below);
  const closed = showsClosed(call, { password, editing });
  const { records, pictures } = await loadEvents(call.services.db.read, ids, readerOf(call), {
    admit: (events) => admitEvents(call, events, { needs, closed }),
  });
  let bytes = 0;
  for (const { json } of shared?.values() ?? []) bytes += json.length;
  const events = new Map<number, JsonBytes>();
  await presentEvents(records, { call, pictures, password, editing, jsonLd: false }, (event) => {
    const one = jsonBytes(below ? pick(event, below) : event);
    bytes += one.json.length;
    checkAnswerSize(bytes, call.services.config.answerLimit);
    events.set(event.id, one);
  });
  return events;
}

const readErrors = [
  'rest-event-not-found',
  'rest-invalid-event-id',
  'event-no-longer-available',
  'event-not-accessible',
  'event-password-protected',
] as const;
/** The errors that writes of events give beside those that any route gives. */
export const eventWriteErrors = [
  'event-no-longer-available',
  'rest_missing_callback_param',
  'rest_cannot_set_author',
  'could-not-create-venue',
  'could-not-create-organizer',
  'empty_content',
  'rest_duplicate_uid',
] as const;

/** Everything below `/events` (spec 4.1). */
export const eventRoutes: readonly Route[] = [
  route({
    operation: 'listEvents',
    methods: ['GET'],
    scope: 'read',
    revises: 'event',
    isCacheable: true,
    url: URL,
    path: {},
    accepts: eventListParameters,
    answers: { 200: EventList },
    errors: ['event-archive-page-not-found'],
    allows: anyone,
    handle: listEvents,
  }),
  route({
    operation: 'createEvent',
    methods: ['POST'],
    scope: 'write-own',
    revises: 'event',
    url: URL,
    path: {},
    accepts: eventFields,
    answers: { 201: Event },
    errors: eventWriteErrors,
    allows: mayCreateEvents,
    validate: (call, { input }, sent) => validateNewEvent(call, input, sent),
    handle: async (call, { input }) => answerWith(call, await createEvent(call, input), 201),
  }),
  route({
    operation: 'readEvent',
    methods: ['GET'],
    scope: 'read',
    revises: 'event',
    isCacheable: true,
    url: `${URL}/{id}`,
    path: { id: eventId },
    accepts: eventReadParameters,
    answers: { 200: Event },
    errors: readErrors,
    allows: anyone,
    handle: (call, { path, input }) => readEvent(call, path.id, input),
  }),
  route({
    operation: 'updateEvent',
    methods: ['POST', 'PUT', 'PATCH'],
    scope: 'write-own',
    revises: 'event',
    url: `${URL}/{id}`,
    path: { id: eventId },
    accepts: eventUpdateParameters,
    answers: { 200: Event },
    errors: ['rest-event-not-found', 'rest-invalid-event-id', ...eventWriteErrors],
    allows: (call, { id }) => mayWriteEvent(call, id),
    validate: (call, { path, input }, sent) => validateUpdate(call, path.id, input, sent),
    handle: (call, { path, input }) => updateAnswer(call, path.id, input),
  }),
  route({
    operation: 'deleteEvent',
    methods: ['DELETE'],
    scope: 'write-own',
    revises: 'event',
    url: `${URL}/{id}`,
    path: { id: eventId },
    accepts: eventDeleteParameters,
    answers: { 200: Event },
    errors: [
      'rest-event-not-found',
      'rest-invalid-event-id',
      'event-no-longer-available',
      'event-is-in-trash',
    ],
    allows: (call, { id }) => mayWriteEvent(call, id),
    handle: (call, { path, input }) => trashAnswer(call, path.id, input.scope),
  }),
  route({
    operation: 'readEventBySlug',
    methods: ['GET'],
    scope: 'read',
    revises: 'event',
    isCacheable: true,
    url: `${URL}/by-slug/{slug}`,
    path: { slug: existingEventSlug },
    accepts: eventReadParameters,
    answers: { 200: Event },
    errors: readErrors,
    allows: anyone,
    handle: (call, { path, input }) => readEvent(call, path.slug, input),
  }),
  route({
    operation: 'updateEventBySlug',
    methods: ['POST', 'PUT', 'PATCH'],
    scope: 'write-own',
    revises: 'event',
    url: `${URL}/by-slug/{slug}`,
    path: { slug: eventSlug },
    accepts: eventBySlugUpdateFields,
    answers: { 200: Event },
    errors: ['rest-event-not-found', ...eventWriteErrors],
    allows: (call, { slug }) => mayWriteEvent(call, slug),
    allowsUnknown: mayCreateEvents,
    validate: (call, { path, input }, sent) => validateUpdate(call, path.slug, input, sent),
    handle: (call, { path, input }) => updateAnswer(call, path.slug, input),
  }),
  route({
    operation: 'deleteEventBySlug',
    methods: ['DELETE'],
    scope: 'write-own',
    revises: 'event',
    url: `${URL}/by-slug/{slug}`,
    path: { slug: existingEventSlug },
    accepts: eventBySlugDeleteParameters,
    answers: { 200: Event },
    errors: ['event-is-in-trash'],
    allows: (call, { slug }) => mayWriteEvent(call, slug),
    allowsUnknown: mayCreateEvents,
    handle: (call, { path, input }) => trashAnswer(call, path.slug, input.scope),
  }),
];
