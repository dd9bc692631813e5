import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '#store/db/tables.ts';

/** How a table is moved. */
export interface MovedTable {
  readonly name: TableName;
  /** The columns of its primary key, which is its order too. */
  readonly key: readonly string[];
  /** Rows of a batch: as many values as both engines take in one statement. */
  readonly batch: number;
  /** Which of its rows are moved; all, where it is absent. */
  readonly which?: RawBuilder<boolean>;
  /** The target makes its rows itself, of others: they are compared and not copied. */
  readonly isDerived?: true;
}

export type TableName = keyof Tables;
type TableTraits = Omit<MovedTable, 'name'>;

/** The name of a move's mark among the settings. */
export const CHECKPOINT_SETTING = 'move';

const WIDE = 300;
const NARROW = 2000;
const wide: TableTraits = { key: ['id'], batch: WIDE };
const linkedTo = (column: string): TableTraits => ({ key: ['event_id', column], batch: NARROW });

/** All tables, none before one to which its rows refer. null: a node's own, which isn't moved. */
const tableTraits: Readonly<Record<TableName, TableTraits | null>> = {
  users: wide,
  tokens: wide,
  media: wide,
  categories: wide,
  tags: wide,
  venues: wide,
  organizers: wide,
  events: wide,
  occurrences: { key: ['id'], batch: NARROW },
  occurrence_days: {
    key: ['hide_from_listings', 'status', 'side', 'day'],
    batch: NARROW,
    // A day on which nothing is any more may have a row or none.
    which: sql<boolean>`n <> 0`,
    isDerived: true,
  },
  event_venues: linkedTo('venue_id'),
  event_organizers: linkedTo('organizer_id'),
  event_categories: linkedTo('category_id'),
  event_tags: linkedTo('tag_id'),
  translations: { key: ['kind', 'resource_id', 'language'], batch: WIDE },
  imported: { key: ['source', 'kind', 'source_id'], batch: NARROW },
  imported_texts: { key: ['source', 'kind', 'source_id', 'language'], batch: NARROW },
  changes: { key: ['id'], batch: NARROW },
  settings: { key: ['name'], batch: WIDE, which: sql<boolean>`name <> ${CHECKPOINT_SETTING}` },
  sequences: { key: ['name'], batch: WIDE },
  calendar: wide,
  leases: null,
  guesses: null,
};

/** The tables of a calendar in an order that holds references: each after those to which its rows refer. */
export const movedTables: readonly MovedTable[] = Object.entries(tableTraits).flatMap(([name, how]) =>
  // The record has the tables' names and no other.
  how ? [{ name: name as TableName, ...how }] : [],
);

/** Those whose rows are copied. */
export const copiedTables = movedTables.filter(({ isDerived }) => !isDerived);

/** Whether a word is a table's name. */
export const isTableName = (name: string): name is TableName => Object.hasOwn(tableTraits, name);
