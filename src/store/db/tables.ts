import type { Generated } from 'kysely';
import type {
  FeedsTable,
  GuessesTable,
  SavedFiltersTable,
  SessionsTable,
  TokensTable,
  UsersTable,
} from './access-tables.ts';
import type { AccountLinksTable, PasskeysTable, TotpSecretsTable } from './account-tables.ts';
import type { CategoryColor, CategoryMark } from './field-values.ts';
import type {
  HistoryImagesTable,
  HistoryTable,
  PendingImagesTable,
  RevisionsTable,
} from './history-tables.ts';
import type { IdempotencyKeysTable } from './idempotency-tables.ts';
import type { ImportFilesTable, ImportItemsTable, ImportsTable } from './import-tables.ts';
import type { MailsTable } from './mail-tables.ts';
import type { FormerOccurrencesTable, SeriesGapsTable, SeriesTable } from './series-tables.ts';
import type { SubmissionsTable } from './submission-tables.ts';

/** 0 or 1: both engines keep flags as small integers. */
export type Flag = 0 | 1;

/** Choice whether an event takes place online: 1 yes, 2 no; with 0 its address and venues decide (`calendar/events/visitors/online.ts`). */
export type VirtualChoice = Flag | 2;

/** The texts that have a language each: columns of `translations`, and of events. Of what has a name that is the title. */
export interface TranslatedColumns {
  title: string;
  description: string;
  excerpt: string;
  event_status_reason: string;
  accessibility_note: string;
}
/** Names a text of an event, venue or organizer that may be translated. */
export type TextColumn = keyof TranslatedColumns;

/** Columns of everything that has texts; the texts themselves are in the site's language, else in `language`. */
export interface TextColumns {
  /** In which it was first written, or another where its texts in that are gone; shown where a better one lacks. */
  language: string;
  /** Languages in which it has a title or name, with commas; '' where there are texts in `language` alone and none in `translations`. */
  translations: string;
}

/**
 * Columns that events, venues and organizers share. `date` and `modified` are on the site's clock, `*_utc` in UTC; all
 * `YYYY-MM-DD HH:MM:SS`.
 */
export interface PostColumns extends TextColumns {
  id: number;
  author_id: number;
  status: string;
  /** Password that visitors type to see a protected item; '' when it isn't protected. */
  password: string;
  date: string;
  /** '0000-00-00 00:00:00' while a draft or pending item has no publication moment. */
  date_utc: string;
  modified: string;
  modified_utc: string;
  description: string;
  excerpt: string;
  slug: string;
  image_id: number | null;
  /** Set where the item came from elsewhere; null means the identifier made from our own address. */
  global_id: string | null;
  /** JSON list of strings. */
  global_id_lineage: string | null;
}

/** Whether an event takes place as planned, as the interface names it. */
export const eventStatuses = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved-online'] as const;
/** A status of an event that takes place, or doesn't. */
export type EventStatus = (typeof eventStatuses)[number];

/** Row of `events`; the dates of an event stand in `occurrences` too. */
export interface EventsTable extends PostColumns, TranslatedColumns {
  /** `title` folded: without case and accents, for order. */
  title_key: string;
  all_day: Flag;
  /** Wall clock of the event's zone. */
  start_date: string;
  end_date: string;
  utc_start_date: string;
  utc_end_date: string;
  timezone: string;
  /** JSON list of the pieces as sent (calendar/events/cost/cost.ts). */
  cost: string;
  /** Its cost is given, and all its amounts are nothing. */
  is_free: Flag;
  /** null: none was ever given, the event's own page is shown. */
  website: string | null;
  show_map: Flag;
  show_map_link: Flag;
  hide_from_listings: Flag;
  sticky: Flag;
  featured: Flag;
  post_parent: number;
  /** JSON list of offers. */
  tickets: string;
  ticketed: Flag;
  /** Its own ID where it is a series, that of its series where it is an override (with its occurrence's ID), else 0. */
  series_id: Generated<number>;
  event_status: EventStatus;
  /** Wall clock of the event's zone; '' where it was never rescheduled. */
  previous_start_date: string;
  is_virtual: VirtualChoice;
  virtual_url: string;
  /** JSON list of accessibility features, as sent. */
  accessibility: string;
  /** JSON list of canonical language tags, as sent. */
  spoken_languages: string;
  /** `HH:MM` on the event's clock; '' for none. */
  door_time: string;
  /** JSON list of openings and closed dates, as answered (`calendar/events/visitors/opening-hours.ts`). */
  opening_hours: Generated<string>;
  /** The uid as stored (uids.ts): rows from before migration 0012, and rows written without one, hold what their uid begins with. */
  uid: Generated<string>;
  /** RFC 5545 §3.8.7.4, as contract F3 counts it; of an override what it adds to its series'. */
  sequence: Generated<number>;
}

/**
 * Row of `occurrences`: one date of an event. `status`, `hide_from_listings` and `date` repeat the event's, so that
 * one index serves a list in order.
 */
export interface OccurrencesTable {
  /** The ID under which lists show it: its event's, or one of its own where that is a series. */
  id: number;
  /** The event whose values it shows: an override's own row, else that of the series. */
  event_id: number;
  /** The series of which it is a date; 0: its event doesn't repeat. */
  series_id: Generated<number>;
  /** The wall clock at which the rule put it, not moved out of a gap (contract R5); '' where its event doesn't repeat. */
  recurrence_id: Generated<string>;
  /** JSON list of the fields that an override sets itself; '' for none. */
  overrides: Generated<string>;
  start_date: string;
  end_date: string;
  utc_start_date: string;
  utc_end_date: string;
  status: string;
  hide_from_listings: Flag;
  date: string;
  /** Calendar days from the first to the last, 0 for one that ends on the day on which it starts. */
  days: number;
}

/** Counts of occurrences that start or end on a day of their own clocks; triggers update them. */
export interface OccurrenceDaysTable {
  side: 'start' | 'end';
  status: string;
  hide_from_listings: Flag;
  day: string;
  n: number;
}

/** Row of `venues`; `geo_lat` and `geo_lng` are degrees, both or neither. */
export interface VenuesTable extends PostColumns {
  name: string;
  name_key: string;
  address: string;
  city: string;
  /** Part of the city. */
  district: string;
  country: string;
  province: string;
  state: string;
  zip: string;
  phone: string;
  stateprovince: string;
  website: string;
  show_map: Flag;
  show_map_link: Flag;
  geo_lat: number | null;
  geo_lng: number | null;
  /** The fields that `search` looks in, folded, one a line. */
  search_text: string;
}

/** Row of `organizers`. */
export interface OrganizersTable extends PostColumns {
  name: string;
  name_key: string;
  phone: string;
  website: string;
  email: string;
  search_text: string;
}

/** Columns that categories and tags share; `count` is the number of published events. */
export interface TermsTable extends TextColumns {
  id: number;
  name: string;
  name_key: string;
  slug: string;
  description: string;
  /** Published events in the term itself. */
  count: number;
}

/** Row of `categories`, which form a tree; `parent` is 0 at its roots. */
export interface CategoriesTable extends TermsTable {
  /** 0: none. */
  parent: number;
  color: Generated<CategoryColor>;
  mark: Generated<CategoryMark>;
}

/** Row of `media`: an uploaded or fetched file, and the sizes made of it. */
export interface MediaTable {
  id: number;
  author_id: number;
  date: string;
  date_utc: string;
  title: string;
  slug: string;
  mime_type: string;
  /** Path below the media folder. */
  file: string;
  original_file: string | null;
  width: number | null;
  height: number | null;
  filesize: number;
  /** JSON: name → {file, width, height, mime-type, filesize}. */
  sizes: string;
  /** The address it was fetched from; '' for an upload. */
  source_url: string;
  /** JSON: language → text, in the order of writing; in the row, so that events show them without reading more. */
  alt_text: Generated<string>;
  credit: Generated<string>;
  /** JSON `{x, y}` from 0 to 1; '' for none. */
  focal_point: Generated<string>;
}

/** The change log: everything that notifies anybody hangs on it. `version` counts write transactions. */
export interface ChangesTable {
  id: Generated<number>;
  version: number;
  kind: string;
  resource_id: number;
  action: string;
  at_utc: string;
  user_id: number | null;
  /** That of the write, as the calendar has it beside its version; null: from before there were any. */
  token: number | null;
}

/** Things with texts in several languages, as their tables are named. */
export type TranslatedKind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';

/** All that a resource has in one language, where it has more than one; '' is nothing. */
export interface TranslationsTable extends TranslatedColumns {
  kind: TranslatedKind;
  resource_id: number;
  language: string;
  title_key: string;
  /** A slug given for this language; it never is another's of the kind. */
  slug: string;
  /** Search text of venues and organizers, with this language's texts where there are some. */
  search_text: string;
}

/** A slug by which an item was public before; triggers write it (contract P1). What has the slug now goes before it. */
export interface FormerSlugsTable {
  kind: TranslatedKind;
  slug: string;
  resource_id: number;
}

/** Things that can be merged, as their tables are named. */
export type MergedKind = Exclude<TranslatedKind, 'events'>;

/** Row of `merges`: one merging of items into another, with what it takes to take it back (calendar/merging). */
export interface MergesTable {
  id: number;
  kind: MergedKind;
  into_id: number;
  at_utc: string;
  user_id: number | null;
  /** null: it stands. */
  undone_utc: string | null;
  /** JSON. */
  image: string;
}

/** An item that was merged into another, which is there; nothing else has its ID. */
export interface MergedItemsTable {
  kind: MergedKind;
  id: number;
  into_id: number;
}

/** A slug, in any language, of an item that was merged. What has the slug now goes before it. */
export interface MergedSlugsTable {
  kind: MergedKind;
  slug: string;
  /** That of the merged item. */
  id: number;
}

/** Digest of the texts that an import brought in a language other than the item's first. */
export interface ImportedTextsTable {
  source: string;
  kind: string;
  source_id: string;
  language: string;
  digest: string;
}

/**
 * Entry of the import ledger: the source's identifier beside ours, and a digest of the item as it was imported last.
 */
export interface ImportedTable {
  source: string;
  kind: string;
  source_id: string;
  resource_id: number;
  digest: string;
}

/** The tables of what events, venues and organizers share: a number, a slug, texts in languages. */
export type PostTable = 'events' | 'venues' | 'organizers';

/** A word, and the number of names with it that everybody may see; triggers count them (migration 0043). */
export interface SearchWordsTable {
  word: string;
  n: number;
}

/** Maps the name of each table to its row. */
export interface Tables {
  /** `token` is drawn by each write that moves the version (store/db/version.ts). */
  calendar: { id: number; version: number; token: Generated<number> };
  sequences: { name: string; value: number };
  settings: { name: string; value: string };
  events: EventsTable;
  occurrences: OccurrencesTable;
  occurrence_days: OccurrenceDaysTable;
  series: SeriesTable;
  series_gaps: SeriesGapsTable;
  former_occurrences: FormerOccurrencesTable;
  venues: VenuesTable;
  organizers: OrganizersTable;
  categories: CategoriesTable;
  tags: TermsTable;
  media: MediaTable;
  event_venues: { event_id: number; venue_id: number; position: number };
  event_organizers: { event_id: number; organizer_id: number; position: number };
  event_categories: { event_id: number; category_id: number };
  event_tags: { event_id: number; tag_id: number };
  users: UsersTable;
  tokens: TokensTable;
  sessions: SessionsTable;
  feeds: FeedsTable;
  saved_filters: SavedFiltersTable;
  account_links: AccountLinksTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: { user_id: number; hash: string };
  passkeys: PasskeysTable;
  used_challenges: { hash: string; until_utc: string };
  changes: ChangesTable;
  history: HistoryTable;
  history_images: HistoryImagesTable;
  revisions: RevisionsTable;
  idempotency_keys: IdempotencyKeysTable;
  pending_images: PendingImagesTable;
  imported: ImportedTable;
  imported_texts: ImportedTextsTable;
  translations: TranslationsTable;
  search_words: SearchWordsTable;
  search_trigrams: { trigram: string; word: string };
  former_slugs: FormerSlugsTable;
  merges: MergesTable;
  merged_items: MergedItemsTable;
  merged_slugs: MergedSlugsTable;
  leases: { name: string; holder: string; beat: number };
  guesses: GuessesTable;
  mails: MailsTable;
  imports: ImportsTable;
  import_items: ImportItemsTable;
  import_files: ImportFilesTable;
  submissions: SubmissionsTable;
}
