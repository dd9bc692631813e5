import type { ForeignFile, ForeignShown } from '#api/media/texts.ts';
import type { EventOrigin } from '#calendar/events/rules.ts';
import type { ImportOrigin } from '#calendar/posts/import-origin.ts';
import type { Language, Message, MessageKey } from '#foundation/i18n/catalogue.ts';
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

/** The last part of the keys of the catalogues that begin with a prefix. */
type CodeAfter<Prefix extends string> = MessageKey extends infer Key
  ? Key extends `${Prefix}${infer Code}`
    ? Code
    : never
  : never;

/** Codes of repairs: each has a text `import.repair.CODE`, or `import.note.CODE` where it makes no outcome `repaired`. */
export type RepairCode = CodeAfter<'import.repair.'> | CodeAfter<'import.note.'>;

/** Codes of repairs that only tell how something was read (contract I8). */
const notes: ReadonlySet<string> = new Set<CodeAfter<'import.note.'>>([
  'exdate_matched',
  'uid_changed',
  'zone_from_offset',
  'zone_matched',
]);

const isNoteCode = (code: RepairCode): code is CodeAfter<'import.note.'> => notes.has(code);
/** Returns whether a repair changed what the source says, and not only tells how it was read. */
export const isChange = ({ code }: Repair): boolean => !isNoteCode(code);

/** Returns the key of a repair's text. */
export const repairKey = (code: RepairCode): MessageKey =>
  isNoteCode(code) ? `import.note.${code}` : `import.repair.${code}`;

/** A value that the source has in a form that had to be mended, and what became of it (contract I2). */
export interface Repair {
  readonly code: RepairCode;
  /** The interface's name of the field; null: it concerns the whole item or file. */
  readonly field: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** The position of an item in its source. Venues, organizers and terms have that of the event that they came with. */
export interface SourcePosition {
  /** Number of the item, from 0. */
  readonly index: number;
  /** Number of its first line, from 1; null where the source has no lines. */
  readonly line: number | null;
}

/** A column of a table, as a dry run shows it (contract I4). */
export interface SourceColumn {
  readonly column: string;
  /** The field that it is; null: none. */
  readonly field: string | null;
  readonly samples: readonly string[];
  /** Whether the field was guessed and not given by `mapping`. */
  readonly guessed: boolean;
  readonly ambiguous?: true;
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
  /** Absent: the source does not number its items. */
  readonly position?: SourcePosition | undefined;
  /** Repairs and notes about the item's fields. */
  readonly repairs?: readonly Repair[] | undefined;
}

/** A category or tag read from a source; only categories have a parent. */
export interface ImportTerm extends ImportItem {
  readonly parent: SourceKey | undefined;
  /** Whether its source only names it, so that one which is here by that name is taken for it. */
  readonly byName?: true;
}

/** A venue or organizer read from a source, with its author and picture there. */
export interface ImportPost extends ImportItem {
  readonly author: SourceKey | undefined;
  readonly picture: ImportPicture | undefined;
  readonly origin: ImportOrigin;
  /** Whether its source only names it, so that one which is here by that name and address is taken for it. */
  readonly byName?: true;
}

/** An event read from a source, with the keys of the items it links to. */
export interface ImportEvent extends ImportPost {
  readonly origin: EventOrigin;
  readonly links: Readonly<Record<Exclude<ImportKind, 'events'>, readonly SourceKey[]>>;
  readonly parent: SourceKey | undefined;
  /** Whether an event here that has its `uid` is taken for it. */
  readonly byUid?: true;
  /** Whether it does no more than cancel what is here. */
  readonly cancels?: true;
  /** Names of terms: each is the category of that name if there is one, else a tag. */
  readonly termNames?: readonly string[] | undefined;
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
  /** Its code is the last part of its key; an item with an `import.skipped.CODE` is skipped, with another reason it failed. */
  readonly reason: Message;
  readonly position?: SourcePosition | undefined;
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
  /** IDs of all its events under one `source` of keys: where none is known, events are known by their contents. */
  readonly identities?: { readonly source: string; readonly ids: readonly string[] };
  /** Repairs of the source as a whole, such as `encoding_guessed`. */
  readonly repairs?: readonly Repair[];
  /** Columns of a table. */
  readonly columns?: readonly SourceColumn[];
  batches(checkpoint: string | undefined): AsyncIterable<ImportBatch>;
}

/** Ends an import that cannot be run; its message is one line for the operator. */
export class ImportError extends UserFacingError {
  override name = 'ImportError';
}
