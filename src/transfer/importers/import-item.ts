import type { EventOrigin } from '#calendar/events/rules.ts';
import type { Origin } from '#calendar/posts/origin.ts';
import type { Language, Message } from '#foundation/i18n/catalogue.ts';
import { ToldError } from '#foundation/i18n/told.ts';

/** The kinds in the order in which they have to come: each may name those before it. */
export const importKinds = ['categories', 'tags', 'venues', 'organizers', 'events'] as const;
export type ImportKind = (typeof importKinds)[number];

/** Which item of which system. */
export interface SourceKey {
  readonly source: string;
  readonly id: string;
}

/** A picture where its source has it: the addresses or the file to try, best first. */
export interface ImportPicture {
  readonly places: readonly ({ address: string } | { file: string })[];
  readonly wantedId: number | undefined;
}

/** An item on its way in. `sent` are fields as a request would send them, not yet read. */
export interface ImportItem {
  readonly key: SourceKey;
  /** For people: `12 “Title”`. */
  readonly label: string;
  readonly wantedId: number | undefined;
  readonly sent: Readonly<Record<string, unknown>>;
  /** Of its texts, where the source says so. */
  readonly language: Language | undefined;
  /** All its texts in all languages, where the source tells them. */
  readonly translations: Origin['translations'];
  /** It came inside an event; what a list brought of it is better. */
  readonly embedded: boolean;
  /** Of all that tells whether it has changed at its source since it was taken (`digested`). */
  readonly digest: string;
  /** The same as of versions that took no `modified` along, of which calendars still remember it. */
  earlierDigest(): string;
}

export interface ImportTerm extends ImportItem {
  readonly parent: SourceKey | undefined;
}

export interface ImportPost extends ImportItem {
  readonly author: SourceKey | undefined;
  readonly picture: ImportPicture | undefined;
  readonly origin: Origin;
}

export interface ImportEvent extends ImportPost {
  readonly origin: EventOrigin;
  readonly links: Readonly<Record<Exclude<ImportKind, 'events'>, readonly SourceKey[]>>;
  readonly parent: SourceKey | undefined;
}

/** Items that come together, and are taken together or not at all. */
export interface ImportItems {
  categories: ImportTerm[];
  tags: ImportTerm[];
  venues: ImportPost[];
  organizers: ImportPost[];
  events: ImportEvent[];
}

export const noItems = (): ImportItems => ({
  categories: [],
  tags: [],
  venues: [],
  organizers: [],
  events: [],
});

/** Something that isn't taken, or not whole. */
export interface Remark {
  readonly kind: ImportKind | 'pictures';
  readonly item: string | Message;
  /** What of the item; absent: all of it. */
  readonly field?: string;
  readonly reason: Message;
}

/** One step of a source. */
export interface ImportBatch {
  readonly items: ImportItems;
  /** What the source itself had to leave out. */
  readonly remarks: readonly Remark[];
  /** How far the source is with which kind; `total` may be a guess. */
  readonly progress: { what: ImportKind; done: number; total: number };
  /** Where to go on after an interruption once this batch is taken; absent: from the beginning. */
  readonly checkpoint?: string;
}

/** Where items come from, ready for `runImport`. */
export interface ImportSource {
  /** A name that stays the same from run to run. */
  readonly name: string;
  /** The site that serves it: `source` of the keys of what was made there. */
  readonly site?: string;
  /** The language in which it was asked for everything; undefined: in none. */
  readonly requestedLanguage: Language | undefined;
  /** Whether embedded items are all there is of them; else they only stand in for what no list brought. */
  readonly embeddedCount: boolean;
  /** How many events there are, as far as it's known before. */
  readonly events?: number;
  /** Hosts (`host:port`) whose pictures may be fetched although they aren't public. */
  readonly trustedHosts: readonly string[];
  batches(checkpoint: string | undefined): AsyncIterable<ImportBatch>;
}

/** An import that can't be run; what it tells is one line for the operator. */
export class ImportError extends ToldError {
  override name = 'ImportError';
}
