import type { ByteSource } from '../byte-source.ts';
import { csv } from '../csv/source.ts';
import { decodedStart } from '../decode.ts';
import { ics } from '../ics/source.ts';
import type { SourceKind } from '../source-kind.ts';
import { kalends, tec } from '../tec/source.ts';
import { jsonld } from '../web/source.ts';

/** The kinds of sources that can be imported, by the names by which they are asked for, in the order in which content is recognized. */
export const sourceKinds = { ics, kalends, tec, jsonld, csv } as const satisfies Readonly<
  Record<string, SourceKind>
>;
/** The name of a kind of sources. */
export type SourceKindName = keyof typeof sourceKinds;

const isKindName = (name: string): name is SourceKindName => Object.hasOwn(sourceKinds, name);

/** The names of the kinds of sources. */
export const sourceKindNames: readonly SourceKindName[] = Object.keys(sourceKinds).filter(isKindName);

/** Returns the name of a kind; undefined for any other text. */
export const kindNamed = (name: string): SourceKindName | undefined => (isKindName(name) ? name : undefined);

/** Bytes by which the kind of a file is recognized. */
const START_BYTES = 2 ** 16;

/** Returns the kind of a file by its content; undefined for none of those that there are. */
export async function recognizeKind(bytes: ByteSource): Promise<SourceKindName | undefined> {
  const start = await bytes.read(0, Math.min(bytes.size, START_BYTES));
  const text = decodedStart(start).trimStart();
  return sourceKindNames.find((name) => sourceKinds[name].recognizes({ text, bytes: start }));
}
