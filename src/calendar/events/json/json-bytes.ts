import { digestOf } from '#api/http/response-headers.ts';

/** JSON as bytes, and their digest. */
export interface JsonBytes {
  readonly json: Buffer;
  readonly digest: string;
}

/** Returns a value as JSON. */
export function jsonBytes(value: unknown): JsonBytes {
  const json = Buffer.from(JSON.stringify(value));
  return { json, digest: digestOf(json) };
}
