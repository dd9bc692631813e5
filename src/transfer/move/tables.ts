import type { Tables } from '#store/db/tables.ts';

/** Describes how a table is read and copied. */
export interface MovedTable {
  readonly name: TableName;
  /** Columns of the primary key, which is also the order of copying. */
  readonly key: readonly string[];
  /** Rows per batch, limited by the number of values in one statement. */
  readonly batch: number;
  /** Rows that are not moved: those with this value in this column. */
  readonly excludes?: { readonly column: string; readonly value: string | number };
  /** Set if the target creates the rows itself from others: these are compared, not copied. */
  readonly isDerived?: true;
}

/** The name of a table. */
export type TableName = keyof Tables;
type TableTraits = Omit<MovedTable, 'name'>;

/** Name of the setting that stores a move's checkpoint. */
export const CHECKPOINT_SETTING = 'move';

const WIDE = 300;
const NARROW = 2000;
const wide: TableTraits = { key: ['id'], batch: WIDE };
const linkedTo = (column: string): TableTraits => ({ key: ['event_id', column], batch: NARROW });

/** All tables, each after those its rows refer to; null for those that stay behind: of a node's own, and sessions. */
const tableTraits: Readonly<Record<TableName, TableTraits | null>> = {
  users: wide,
  tokens: wide,
  feeds: wide,
  saved_filters: wide,
  account_links: wide,
  totp_secrets: { key: ['user_id'], batch: WIDE },
  recovery_codes: { key: ['user_id', 'hash'], batch: NARROW },
  passkeys: wide,
  media: wide,
  categories: wide,
  tags: wide,
  venues: wide,
  organizers: wide,
  events: wide,
  occurrences: { key: ['id'], batch: NARROW },
  series: wide,
  series_gaps: { key: ['series_id'], batch: NARROW },
  former_occurrences: { key: ['id'], batch: NARROW },
  occurrence_days: {
    key: ['hide_from_listings', 'status', 'side', 'day'],
    batch: NARROW,
    // A day without events may have a row with 0 or none.
    excludes: { column: 'n', value: 0 },
    isDerived: true,
  },
  submissions: wide,
  event_venues: linkedTo('venue_id'),
  event_organizers: linkedTo('organizer_id'),
  event_categories: linkedTo('category_id'),
  event_tags: linkedTo('tag_id'),
  translations: { key: ['kind', 'resource_id', 'language'], batch: WIDE },
  search_words: { key: ['word'], batch: NARROW, isDerived: true },
  search_trigrams: { key: ['trigram', 'word'], batch: NARROW, isDerived: true },
  former_slugs: { key: ['kind', 'slug'], batch: NARROW },
  merges: wide,
  merged_items: { key: ['kind', 'id'], batch: NARROW },
  merged_slugs: { key: ['kind', 'slug', 'id'], batch: NARROW },
  imported: { key: ['source', 'kind', 'source_id'], batch: NARROW },
  imported_texts: { key: ['source', 'kind', 'source_id', 'language'], batch: NARROW },
  imports: wide,
  import_items: { key: ['import_id', 'position'], batch: WIDE },
  // Pieces of files, each of some hundred kilobytes.
  import_files: { key: ['import_id', 'part'], batch: 8 },
  changes: { key: ['id'], batch: NARROW },
  history: { key: ['id'], batch: NARROW },
  history_images: { key: ['id'], batch: WIDE },
  revisions: { key: ['kind', 'resource_id'], batch: NARROW },
  settings: { key: ['name'], batch: WIDE, excludes: { column: 'name', value: CHECKPOINT_SETTING } },
  sequences: { key: ['name'], batch: WIDE },
  calendar: wide,
  // What waits is sent from the other database; whoever goes back to a backup is written to a second time.
  mails: wide,
  leases: null,
  // Whoever repeats a request after a restore would be told of what isn't there any more.
  idempotency_keys: null,
  // Nothing is pending between writes.
  pending_images: null,
  // What was ended since must not come back with a backup.
  sessions: null,
  guesses: null,
  used_challenges: null,
};

/** The tables of a calendar, each after those its rows refer to. */
export const movedTables: readonly MovedTable[] = Object.entries(tableTraits).flatMap(([name, how]) =>
  // The keys of the record are exactly the table names.
  how ? [{ name: name as TableName, ...how }] : [],
);

/** The tables whose rows are copied, in the same order. */
export const copiedTables = movedTables.filter(({ isDerived }) => !isDerived);

/** Returns whether a text is the name of a table. */
export const isTableName = (name: string): name is TableName => Object.hasOwn(tableTraits, name);
