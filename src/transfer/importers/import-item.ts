import type { ForeignFile, ForeignShown } from '#api/media/texts.ts';
import type { EventOrigin } from '#calendar/events/rules.ts';
import type { ImportOrigin } from '#calendar/posts/import-origin.ts';
import type { Language, Message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import type { MergedKind } from '#store/db/tables.ts';

/**
 * Kinds of items in the order in which a source must deliver them: items may refer only to kinds listed before
 * theirs.
 */
export const importKinds = ['categories', 'tags', 'venues', 'organizers', 'events'] as const;
/** A kind of item that imports create or update; pictures and authors are handled separately. */
export type ImportKind = (typeof importKinds)[number];

/** Identifies an item by its source system and its ID there. */
export interface SourceKey {
  readonly source: string;
  readonly id: string;
}

/** The ID of an author who is nobody: of what people without an account have proposed. */
export const NOBODY = '0';

/** A picture as its source names it: addresses or a file to try, best first, and the ID it should get. */
export interface ImportPicture {
  readonly places: readonly ({ address: string } | { file: string })[];
  readonly wantedId: number | undefined;
  readonly shown: ForeignShown;
  /** What an export says of the file, which only a new one takes. */
  readonly stored?: ForeignFile | undefined;
}

/** An item read from a source. `sent` holds its fields as a request would send them, not yet validated. */
export interface ImportItem {
  readonly key: SourceKey;
  /** Shown to people: `12 “Title”`. */
  readonly label: string;
  readonly wantedId: number | undefined;
  readonly sent: Readonly<Record<string, unknown>>;
  /** Language of the item's texts, if the source names it. */
  readonly language: Language | undefined;
  /** All texts in all languages, if the source provides them. */
  readonly translations: ImportOrigin['translations'];
  /** Whether the item came embedded in an event; a list's version of it is preferred. */
  readonly embedded: boolean;
  /** Digest of everything that tells whether the item has changed at its source (`digested`). */
  readonly digest: string;
}

/** A category or tag read from a source; only categories have a parent. */
export interface ImportTerm extends ImportItem {
  readonly parent: SourceKey | undefined;
}

/** A venue or organizer read from a source, with its author and picture there. */
export interface ImportPost extends ImportItem {
  readonly author: SourceKey | undefined;
  readonly picture: ImportPicture | undefined;
  readonly origin: ImportOrigin;
}

/** An event read from a source, with the keys of the items it links to. */
export interface ImportEvent extends ImportPost {
  readonly origin: EventOrigin;
  readonly links: Readonly<Record<Exclude<ImportKind, 'events'>, readonly SourceKey[]>>;
  readonly parent: SourceKey | undefined;
  /** Dates of a series. */
  readonly series?: ImportSeries | undefined;
}

/** The dates of a series read from a source; its recurrence is a field. */
export interface ImportSeries {
  /** The IDs of its dates at the source, by `recurrence_id`; 0: one that the source doesn't tell. */
  readonly occurrenceIds: Readonly<Record<string, number>>;
  /** The dates that set fields themselves. */
  readonly overrides: readonly ImportOverride[];
  /** The series that it was split from. */
  readonly continues: SourceKey | undefined;
}

/** A date of a series with values of its own. */
export interface ImportOverride {
  readonly recurrenceId: string;
  /** The names of the fields that it sets itself. */
  readonly fields: readonly string[];
  /** The date as an event; `sent` has those fields alone. */
  readonly event: ImportEvent;
}

/** Returns events together with the dates of theirs that set fields themselves. */
export const withOverrides = (events: readonly ImportEvent[]): ImportEvent[] =>
  events.flatMap((event) => [event, ...(event.series?.overrides.map((one) => one.event) ?? [])]);

/** Items that are written in one transaction, all or none. */
export interface ImportItems {
  categories: ImportTerm[];
  tags: ImportTerm[];
  venues: ImportPost[];
  organizers: ImportPost[];
  events: ImportEvent[];
}

/** Returns an `ImportItems` with empty lists. */
export const noItems = (): ImportItems => ({
  categories: [],
  tags: [],
  venues: [],
  organizers: [],
  events: [],
});

/** An item, or one field of it, that was not imported, and why. */
export interface Remark {
  readonly kind: ImportKind | 'pictures';
  readonly item: string | Message;
  /** The field concerned; absent when the whole item was left out. */
  readonly field?: string;
  readonly reason: Message;
}

/** The ID of a date that its series no longer has: it answers 410, and is the date's again if that comes back. */
export interface ImportFormerDate {
  readonly id: number;
  readonly recurrenceId: string;
  /** undefined: the series is gone, or repeats no more. */
  readonly series: SourceKey | undefined;
}

/** A slug by which an item was public at the source before. */
export interface ImportFormerSlug {
  readonly kind: ImportKind;
  readonly slug: string;
  readonly item: SourceKey;
}

/** An item that was merged into another at the source, by whose ID and slugs that is found (contract W5). */
export interface ImportMergedItem {
  readonly kind: MergedKind;
  readonly id: number;
  readonly into: SourceKey;
  readonly slugs: readonly string[];
}

/** Items that a source delivers together, with the progress so far. */
export interface ImportBatch {
  readonly items: ImportItems;
  /** Items that the source itself had to leave out. */
  readonly remarks: readonly Remark[];
  /** Pictures of an export that no item shows. */
  readonly pictures?: readonly ImportPicture[];
  /** After all events. */
  readonly formerDates?: readonly ImportFormerDate[];
  /** After all items. */
  readonly formerSlugs?: readonly ImportFormerSlug[];
  /** After all items too. */
  readonly mergedItems?: readonly ImportMergedItem[];
  /** Progress within a kind; `total` may be an estimate. */
  readonly progress: { what: ImportKind; done: number; total: number };
  /** Position at which to resume after this batch is written; absent: the start. */
  readonly checkpoint?: string;
}

/** A source of items that `runImport` reads batch by batch. */
export interface ImportSource {
  /** A name that stays the same from run to run, under which checkpoints are stored. */
  readonly name: string;
  /** The site that serves the items; `source` in the keys of what was created there. */
  readonly site?: string;
  /** The language requested for all texts; undefined when none was. */
  readonly requestedLanguage: Language | undefined;
  /** Whether embedded items are complete; otherwise they only fill in for items missing from lists. */
  readonly embeddedCount: boolean;
  /** Number of events, if known in advance. */
  readonly events?: number;
  /** Hosts (`host:port`) from which pictures may be fetched although they are not public. */
  readonly trustedHosts: readonly string[];
  batches(checkpoint: string | undefined): AsyncIterable<ImportBatch>;
}

/** Ends an import that cannot be run; its message is one line for the operator. */
export class ImportError extends UserFacingError {
  override name = 'ImportError';
}
