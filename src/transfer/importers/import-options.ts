import type { Status, Viewer } from '#api/access/permissions.ts';
import type { Writing } from '#store/db/engine.ts';
import type { ImportBatch } from './import-item.ts';
import type { ReportEntry } from './report.ts';

/** Values that an import gives its items, whatever their source says. */
export interface ImportChoices {
  /** Status of what is new; what is there keeps its own. */
  readonly status?: Status | undefined;
  /** IDs of categories that events get beside their own. */
  readonly categories?: readonly number[] | undefined;
  /** ID of the user whose all that is new is; authors at the source are nobody here. */
  readonly author?: number | undefined;
}

/** Options of an import, which does what `viewer` may do and no more. */
export interface ImportOptions {
  readonly viewer: Viewer;
  /** The stored import that this is, by whose ID the history tells what it wrote. */
  readonly importId?: number | undefined;
  /** Folder with the picture files of an export. */
  readonly pictureFolder?: string | undefined;
  readonly withoutPictures?: boolean | undefined;
  progress?(at: ImportBatch['progress']): void;
  /** Called if an earlier import of the source was interrupted and this one resumes it. */
  resumed?(): void;
  /** Values that the items get, whatever their source says. */
  readonly choices?: ImportChoices | undefined;
  /** Whether each transaction is taken back: the report is what it would be, and nothing has changed. */
  readonly isDryRun?: boolean | undefined;
  /** Items of a transaction, at most, so that other writes needn't wait; absent: as many as go fastest. */
  readonly itemsAtOnce?: number | undefined;
  /** Keeps what became of the items of a batch, in the transaction that writes them. */
  record?(trx: Writing, entries: readonly ReportEntry[], at: ImportBatch['progress']): Promise<void>;
  /** Asked between transactions; the import ends there, and can be run again. */
  isStopped?(): boolean;
}
