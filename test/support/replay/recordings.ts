import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Json } from '../json.ts';

const FOLDER = path.join(import.meta.dirname, '..', '..', 'recordings');

const Role = Type.Union(
  ['anonymous', 'admin', 'editor', 'author', 'contributor', 'subscriber'].map((role) => Type.Literal(role)),
);
const Ids = Type.Union([Type.Number(), Type.Array(Type.Number())]);
// Bodies are any JSON at all, which TypeBox has no type for.
const AnyJson = Type.Unsafe<Json>(Type.Unknown());

const Recording = Type.Object({
  name: Type.String(),
  phase: Type.String(),
  request: Type.Object({
    method: Type.String(),
    path: Type.String(),
    role: Role,
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Optional(AnyJson),
    upload: Type.Optional(Type.String()),
    type: Type.Optional(Type.String()),
    credentials: Type.Optional(Type.String()),
    authorization: Type.Optional(Type.String()),
  }),
  learn: Type.Optional(
    Type.Object({
      id: Type.Optional(Type.Number()),
      venue: Type.Optional(Ids),
      organizer: Type.Optional(Ids),
      image: Type.Optional(Ids),
      categories: Type.Optional(Ids),
      tags: Type.Optional(Ids),
    }),
  ),
  response: Type.Optional(
    Type.Object({
      status: Type.Number(),
      headers: Type.Record(Type.String(), Type.String()),
      body: AnyJson,
    }),
  ),
});

const Deviation = Type.Object({
  exchanges: Type.Array(Type.String(), { minItems: 1 }),
  paths: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
  without: Type.Optional(Type.Array(Type.Number(), { minItems: 1 })),
  why: Type.String({ minLength: 1 }),
});

/** A recorded exchange; without `response` the answer is not known, and the request is only sent. */
export type Recording = Static<typeof Recording>;

/**
 * Differences of answers by decision: below some paths, or a list by events (their recorded IDs) that are kept
 * out of it, or, with neither, altogether.
 */
export type Deviation = Static<typeof Deviation>;

/** All recorded exchanges in the order in which they were made, which is the one to send them in. */
export function readRecordings(): Recording[] {
  const lines = readFileSync(path.join(FOLDER, 'exchanges.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => Value.Parse(Recording, JSON.parse(line)));
}

/** The deviations of `deviations.json`. */
export function readDeviations(): Deviation[] {
  return readList('deviations.json', Deviation);
}

/** The bytes of a file that requests upload, or name by its address. */
export function readFixture(name: string): Uint8Array {
  return readFileSync(path.join(FOLDER, 'fixtures', name));
}

/** Reads a member that may be absent. */
export function findFixture(name: string): Uint8Array | undefined {
  return name !== '' && existsSync(path.join(FOLDER, 'fixtures', path.basename(name)))
    ? readFixture(path.basename(name))
    : undefined;
}

function readList<T extends TSchema>(name: string, entry: T): Static<T>[] {
  return Value.Parse(Type.Array(entry), JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')));
}
