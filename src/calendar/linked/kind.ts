import type { Status } from '#api/access/permissions.ts';
import type { PictureChoice } from '#api/media/parameters.ts';
import type { Actor } from '#api/routing/actor.ts';
import type { Writing } from '#store/db/engine.ts';
import type { Statement } from '#store/db/statement.ts';
import type { LinkedRow, LinkedTable, SharedColumns } from './store.ts';

/** What a write may bring whichever kind it is of, its name apart. */
export interface SentFields {
  author?: number | undefined;
  date?: string | undefined;
  date_utc?: string | undefined;
  description?: string | undefined;
  slug?: string | undefined;
  status?: Status | undefined;
  password?: string | undefined;
  image?: PictureChoice | undefined;
}

/** What tells venues from organizers when they are written. */
export interface WrittenKind<T extends LinkedTable, S extends SentFields> {
  readonly kind: 'venue' | 'organizer';
  readonly table: T;
  nameIn(sent: S): string | undefined;
  /** The folded texts in which a search looks, as a row keeps them. */
  searchText(row: LinkedRow<T>): string;
  /** The whole row: shared columns, those of its own as sent or as before, and what is derived of both. */
  complete(shared: SharedColumns, sent: S, before: LinkedRow<T> | undefined): LinkedRow<T>;
  /** What else is kept beside a new row. */
  beside?(actor: Actor, row: LinkedRow<T>): readonly Statement[];
  /** The same when a row has changed. */
  written?(trx: Writing, actor: Actor, row: LinkedRow<T>, before: LinkedRow<T>): Promise<void>;
}
