import type { Language, Message } from '#foundation/i18n/catalogue.ts';
import type { ByteSource } from './byte-source.ts';
import type { ImportSource } from './import-item.ts';

/** Orders of day, month and year that a column of dates may have. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
/** An order of day, month and year. */
export type DateOrder = (typeof dateOrders)[number];

/** Choices for reading a source, by the interface's names (contract I1). They are stored as JSON. */
export interface SourceOptions {
  /** Fields by the names of the source's columns; an empty field ignores the column. */
  readonly mapping?: Readonly<Record<string, string>> | undefined;
  /** Zone of times without one; absent: the site's. */
  readonly timezone?: string | undefined;
  readonly date_order?: DateOrder | undefined;
  /** Label of the encoding (WHATWG); absent: detected. */
  readonly encoding?: string | undefined;
  /** Whether the pages that a listing links to are read too. */
  readonly follow?: boolean | undefined;
  /** Whether items that their source calls private are imported, as private. */
  readonly include_private?: boolean | undefined;
}

/** Settings of this calendar that decide how sources are read. */
export interface ReadingSite {
  readonly timezone: string;
  readonly language: Language;
  /** ISO 8601 instant at which the import began. */
  readonly now: string;
  /** Last day on which dates of series are laid out: `YYYY-MM-DD`. */
  readonly horizon: string;
}

/** A request to read a source: plain data, since another thread serves it. */
export interface ReadRequest {
  /** A name that stays the same from run to run, under which checkpoints are stored. */
  readonly name: string;
  /** The name of the source in messages. */
  readonly shown: string | Message;
  /** `source` in the keys of the items: uploads of one kind are one origin (contract I8). */
  readonly origin: string;
  readonly options: SourceOptions;
  readonly site: ReadingSite;
  /** The language requested from the site that the source came from. */
  readonly requestedLanguage?: Language | undefined;
  /** Whether nothing is kept of what is read. */
  readonly isDryRun?: boolean | undefined;
  /** The most items of all kinds; absent: any number. */
  readonly mostItems?: number | undefined;
}

/** Choices for fetching addresses: plain data too. */
export interface NetworkOptions {
  /** `Authorization` header; never sent to another origin. */
  readonly authorization?: string | undefined;
  /** Milliseconds between two requests. */
  readonly pauseMs: number;
  /** Hosts that may be private while all others have to be public; absent: every host may be. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Whether drafts and everything else that the credentials show are requested. */
  readonly all: boolean;
}

/** Called with reason and milliseconds before each noticeable wait. */
export type OnWait = (reason: Message | string, waitMs: number) => void;

/** The beginning of a file by which its kind is recognized. */
export interface FileStart {
  /** The first 64 KiB, decoded by a byte order mark, else as UTF-8, else as windows-1252, without white space before. */
  readonly text: string;
  readonly bytes: Buffer;
}

/**
 * A kind of source: one folder with `document.ts` (bytes to its own items), `adapt.ts` (these to import items with repairs) and
 * `source.ts` (this description), and a line in `registry/kinds.ts`. Each start loads `source.ts`: everything else is imported by
 * `openFile`.
 */
export interface SourceKind {
  /** Returns whether a file is of this kind, by its beginning. Earlier kinds of the registry have been asked before. */
  recognizes(start: FileStart): boolean;
  /** The choices that it heeds. */
  readonly options: readonly (keyof SourceOptions)[];
  /** Whether its addresses are sites that are read page by page, with credentials. */
  readonly isSite?: true;
  /** Opens a file. Runs in a thread of its own where somebody else is served. @throws ImportError */
  openFile(bytes: ByteSource, request: ReadRequest): Promise<ImportSource>;
  /** Opens an address in a way of its own; absent: its answer is fetched and opened as a file. @throws ImportError */
  readonly openAddress?: (
    address: string,
    request: ReadRequest,
    network: NetworkOptions & { readonly onWait?: OnWait | undefined },
  ) => Promise<ImportSource>;
  /**
   * Refuses an upload that cannot be imported with these options, before an import of it begins. Runs in a thread of its own.
   * @throws KalendsError 400
   */
  readonly checkUpload?: (bytes: ByteSource, request: ReadRequest) => Promise<void>;
}
