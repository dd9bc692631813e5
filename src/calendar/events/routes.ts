import { can, mayEdit } from '#api/access/permissions.ts';
import { NAMESPACE } from '#api/http/address.ts';
import { type Answer, anyone, type Route, route } from '#api/routing/route.ts';
import { findPost, mayEditPost } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import type { Scope } from '#store/db/history-tables.ts';
import { changeEvent, createEvent, trashEvent } from './actions.ts';
import { overlapsOf } from './busy/overlaps.ts';
import { admitEvents, needsOf } from './json/volume.ts';
import { listEvents, showsClosed, unlessTooLarge } from './list-answer.ts';
import { eventId, eventSlug, existingEventSlug } from './parameters.ts';
import { anonymousEvents, presentEvent, presentEvents } from './present.ts';
import { findReadableDate, requireEvent, requireReadable } from './readable.ts';
import {
  Event,
  EventList,
  eventBySlugDeleteParameters,
  eventBySlugUpdateFields,
  eventDeleteParameters,
  eventFields,
  eventListParameters,
  eventReadParameters,
  eventUpdateParameters,
} from './schema.ts';
import { findItemRow, loadEvents, loadMade, type MadeEvent, readerOf } from './store.ts';
import { validateNewEvent, validateUpdate } from './validation.ts';

/** Returns whether the caller may make events. */
export const mayCreateEvents = ({ viewer }: Call): boolean => can(viewer, 'create');

/** Returns whether the caller may write the item of an ID, an event or not; where there is none, whether they may create (reference 3.9). */
export async function mayWriteEvent(call: Call, id: number): Promise<boolean> {
  const row = id > 0 ? await findItemRow(call.services.db.read, id) : undefined;
  if (row) return mayEdit(call.viewer, row);
  const other = await findPost(call.services.db.read, id);
  return other ? mayEditPost(call.viewer, other) : mayCreateEvents(call);
}

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
