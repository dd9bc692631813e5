import { type FieldMask, fieldsBelow, pick } from '#api/http/fields.ts';
import { digestOf } from '#api/http/response-headers.ts';
import { frameList, type ListFrame } from '#api/routing/paging.ts';
import type { Answer } from '#api/routing/route.ts';
import { answerTooLarge, checkAnswerSize, SMALL, TimeSlice } from '#api/server/answer-size.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { listPairs, readQuery } from './filters/query.ts';
import { type JsonBytes, jsonBytes } from './json/json-bytes.ts';
import { admitEvents, needsOf } from './json/volume.ts';
import { withDatesLaidOut } from './list/laid-out.ts';
import { databasePage, listEventPage } from './list/list.ts';
import { anonymousEvents, presentEvents } from './present.ts';
import type { EventListInput } from './schema.ts';
import { loadEvents, readerOf } from './store.ts';

/** Returns whether the reader may be shown more than everybody sees. */
export const showsClosed = (
  { viewer }: Call,
  asked: { password: string | undefined; editing: boolean },
): boolean => viewer !== null || asked.password !== undefined || asked.editing;

/** Returns cached JSON; undefined where that is too large and only some members are requested (`_fields`). */
export async function unlessTooLarge<T>(
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

/** Answers a list of events. */
export async function listEvents(
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

/** Returns `{"events": […], …}` of events that are JSON already; its digest is made of theirs and of the other members. */
function listAnswer(events: readonly JsonBytes[], frame: ListFrame): Answer {
  const members = `],${JSON.stringify(frame.members).slice(1)}`;
  const parts: Buffer[] = [HEAD];
  let digests = members;
  for (const [at, { json, digest }] of events.entries()) {
    if (at > 0) parts.push(COMMA);
    parts.push(json);
    digests += digest;
  }
  parts.push(Buffer.from(members));
  return { bytes: Buffer.concat(parts), digest: digestOf(digests), headers: frame.headers };
}

/** Returns a list of events that have only the requested members already, with the requested members of the list. */
function pickedAnswer(events: readonly JsonBytes[] | undefined, frame: ListFrame, fields: FieldMask): Answer {
  const members = JSON.stringify(pick(frame.members, fields)).slice(1);
  const parts = (events ?? []).flatMap(({ json }, at) => (at > 0 ? [COMMA, json] : [json]));
  const between = events && members !== '}' ? ',' : '';
  const bytes = Buffer.concat([
    ...(events ? [HEAD, ...parts, CLOSE] : [OPEN]),
    Buffer.from(between + members),
  ]);
  return { bytes, headers: frame.headers, isPicked: true };
}

/** Picks the requested members of events that are JSON already. */
async function pickEach(
  { services }: Call,
  events: readonly JsonBytes[],
  below: FieldMask,
): Promise<JsonBytes[]> {
  const breath = new TimeSlice(services.turns);
  const picked: JsonBytes[] = [];
  for (const { json } of events) {
    picked.push(jsonBytes(pick(JSON.parse(json.toString()), below)));
    await breath.due;
  }
  return picked;
}

/** Returns a list of events that are JSON already, with the requested members of each. */
async function answerFromJson(call: Call, events: readonly JsonBytes[], frame: ListFrame): Promise<Answer> {
  let bytes = 0;
  for (const { json } of events) bytes += json.length;
  const { fields } = call;
  const { answerLimit } = call.services.config;
  if (bytes > answerLimit) throw answerTooLarge(answerLimit);
  if (bytes <= SMALL) return listAnswer(events, frame);
  await call.reserve?.(bytes);
  const below = fieldsBelow(fields, 'events');
  if (!fields) return listAnswer(events, frame);
  return pickedAnswer(below ? await pickEach(call, events, below) : events, frame, fields);
}

const OPEN = Buffer.from('{');
const CLOSE = Buffer.from(']');

const HEAD = Buffer.from('{"events":[');
const COMMA = Buffer.from(',');
