import type { Status } from '#api/access/permissions.ts';
import type { PictureChoice } from '#api/media/parameters.ts';
import type { Actor } from '#api/routing/actor.ts';
import type { Writing } from '#store/db/engine.ts';
import type { Statement } from '#store/db/statement.ts';
import type { LinkedRow, LinkedTable, SharedColumns } from './store.ts';

/** Fields that a write of a venue or an organizer may bring, read and checked; a field that wasn't sent is undefined. */
export interface LinkedWrite {
  /** The name of a venue. */
  venue?: string | undefined;
  /** The name of an organizer. */
  organizer?: string | undefined;
  author?: number | undefined;
  date?: string | undefined;
  date_utc?: string | undefined;
  description?: string | undefined;
  slug?: string | undefined;
  status?: Status | undefined;
  password?: string | undefined;
  image?: PictureChoice | undefined;
}

/** Describes to the shared actions in which table one of the two kinds is stored, and how its row is completed. */
export interface LinkedKind<T extends LinkedTable, S extends LinkedWrite> {
  /** Also the member of requests and answers that holds the name. */
  readonly kind: 'venue' | 'organizer';
  readonly table: T;
  /** Returns the value of `search_text` for a row. */
  searchText(row: LinkedRow<T>): string;
  /** Returns the complete row: shared columns as given, the kind's own as sent or as before, and derived ones. */
  complete(shared: SharedColumns, sent: S, before: LinkedRow<T> | undefined): LinkedRow<T>;
  /** Returns the statements that store what belongs to a new row outside its table. */
  insertBeside?(actor: Actor, row: LinkedRow<T>): readonly Statement[];
  /** Updates what belongs to a changed row outside its table. */
  updateBeside?(trx: Writing, actor: Actor, row: LinkedRow<T>, before: LinkedRow<T>): Promise<void>;
}
