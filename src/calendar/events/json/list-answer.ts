import { type FieldMask, fieldsBelow, pick } from '#api/http/fields.ts';
import { digestOf } from '#api/http/response-headers.ts';
import type { ListFrame } from '#api/routing/paging.ts';
import type { Answer } from '#api/routing/route.ts';
import { answerTooLarge, SMALL, TimeSlice } from '#api/server/answer-size.ts';
import type { Call } from '#context.ts';
import { type JsonBytes, jsonBytes } from './json-bytes.ts';

/** Returns `{"events": […], …}` of events that are JSON already; its digest is made of theirs and of the other members. */
export function listAnswer(events: readonly JsonBytes[], frame: ListFrame): Answer {
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
export function pickedAnswer(
  events: readonly JsonBytes[] | undefined,
  frame: ListFrame,
  fields: FieldMask,
): Answer {
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
export async function answerFromJson(
  call: Call,
  events: readonly JsonBytes[],
  frame: ListFrame,
): Promise<Answer> {
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
