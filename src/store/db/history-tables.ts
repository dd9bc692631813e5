import type { Generated } from 'kysely';

/** Row of `history`: one write of one item, as contract W4 lists it. */
export interface HistoryTable {
  id: Generated<number>;
  /** The kind as the change log names it. */
  kind: string;
  resource_id: number;
  action: HistoryAction;
  /** The dates that a write of a series was for; null: it was of something else, or before it was kept. */
  scope: Scope | null;
  at_utc: string;
  user_id: number | null;
  /** The import that wrote. */
  import_id: number | null;
  /** The merge that was done, taken back, or done again (calendar/merging). */
  merge_id: number | null;
  /** The entry that it took back, and the one that took it back. */
  undoes: number | null;
  undone_by: number | null;
  /** The revision that its item has had since; 0: the item itself stayed as it was; -1: it isn't known. */
  revision: Generated<number>;
}

/** Name of what became of an item, as contract W4 names it. */
export type HistoryAction = 'created' | 'updated' | 'trashed' | 'restored' | 'deleted' | 'merged' | 'undone';

/** Dates of a series that a write is for (contract R8). */
export type Scope = 'this' | 'following' | 'all';

/** Image of what a write changed in one row of a table, JSON. */
interface ImageColumns {
  id: Generated<number>;
  table_name: string;
  /** JSON list of the key's values. */
  row_key: string;
  /** The columns that changed, of a deleted row all; null: the row is new. */
  before: string | null;
  /** Columns that changed as they are after it, of a new row all; null: the row is gone. */
  after: string | null;
}

/** Row of `history_images`: an image of an entry. */
export interface HistoryImagesTable extends ImageColumns {
  history_id: number;
}

/** Row of `revisions`: the revision of an item that was changed since it was made, or of a date what it adds to its series' (contract W1). */
export interface RevisionsTable {
  kind: string;
  resource_id: number;
  revision: number;
}

/** Row of `pending_images`: an image of a write that isn't done yet; triggers write it (migration 0017). */
export interface PendingImagesTable extends ImageColumns {
  /** The item that the row belongs to, as the change log names it. */
  kind: string;
  resource_id: number;
}
