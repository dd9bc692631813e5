/** An import that was asked for: what is to be read, how far it has come, and whether it was taken back. */
export interface ImportsTable {
  id: number;
  /** '': to be recognized when its address is read. */
  kind: string;
  /** The name of the file, or the address. */
  source: string;
  /** null: a file, whose text is in `import_files` until the import has ended. */
  url: string | null;
  state: string;
  /** Whose rights it has; they are asked for anew whenever it goes on. */
  user_id: number;
  dry_run: number;
  status: string | null;
  /** JSON list of IDs. */
  categories: string;
  author_id: number | null;
  /** Which kind of item it is at, and how many of how many of that kind were read. */
  reading: string;
  done: number;
  total: number;
  /** JSON of a message; null: it has not failed. */
  error: string | null;
  created_utc: string;
  started_utc: string | null;
  ended_utc: string | null;
  /** Who takes it back. */
  undone_by: number | null;
  /** JSON of the choices for reading the source. */
  options: string;
  /** JSON list of repairs of the source as a whole. */
  repairs: string;
  /** JSON list of a table's columns; null: it has none. */
  columns: string | null;
}

/** Outcome of one item of an import. */
export interface ImportItemsTable {
  import_id: number;
  position: number;
  kind: string;
  /** The name that messages give it at its source; of one import, kind and number no two are equal. */
  name: string;
  outcome: string;
  /** 1: it wasn't here before the import. */
  made: number;
  resource_id: number | null;
  /** JSON list of fields and messages. */
  faults: string;
  /** JSON list of repairs and notes. */
  repairs: string;
  /** Number of the item in its source, from 0, and of its first line, from 1; null: the source has none. */
  source_index: number | null;
  line: number | null;
  /** The last entry of the change log when it was written: what the log has of it after that is somebody's. */
  change_id: number;
  /** `undone` or `kept`, once the import is taken back; JSON of the message why it is kept. */
  undo: string | null;
  kept_reason: string | null;
}

/** A piece of an uploaded file, in base64. */
export interface ImportFilesTable {
  import_id: number;
  part: number;
  base64: string;
}
