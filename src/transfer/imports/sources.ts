import { openFileSource, openSiteSource } from '../importers/tec/reader-thread.ts';

/** The ways in which what is imported from is opened: a file, and the address of a site. */
interface SourceKind {
  readonly openFile: typeof openFileSource;
  readonly openSite: typeof openSiteSource;
}

const tec: SourceKind = { openFile: openFileSource, openSite: openSiteSource };

/** The kinds of sources that can be imported, by the names by which they are asked for. */
export const sourceKinds = { tec, kalends: tec } as const satisfies Readonly<Record<string, SourceKind>>;
/** The names of the kinds of sources. */
export const sourceKindNames = Object.keys(sourceKinds) as readonly (keyof typeof sourceKinds)[];

/** Returns how sources of a kind that was asked for are opened. */
export function sourceKind(name: string): SourceKind {
  const known = sourceKindNames.find((one) => one === name);
  if (!known) throw new Error(`No sources are of the kind ${name}.`);
  return sourceKinds[known];
}
