import Type from 'typebox';
import { sourceKindNames } from '../importers/registry/kinds.ts';
import { importOutcomes } from './record.ts';

/** The states of an import. */
export const importStates = ['queued', 'running', 'done', 'failed', 'canceled', 'undoing', 'undone'] as const;
/** The kinds of items, as reports name them. */
export const importedItems = ['event', 'venue', 'organizer', 'category', 'tag', 'media'] as const;
/** A kind of items, as reports name it. */
export type ImportedItem = (typeof importedItems)[number];

/** Schema of how many items of an import had which outcome. */
export const ImportCounts = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  skipped: Type.Integer(),
  repaired: Type.Integer(),
  failed: Type.Integer(),
});

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** Schema of a repair: what the source has, and what became of it. */
export const ImportRepair = Type.Object({
  code: Type.String(),
  field: nullableText,
  from: nullableText,
  to: nullableText,
  text: Type.String(),
});

/** Schema of the fields of tables, with the names of columns that mean them. */
export const ImportFieldList = Type.Object({
  fields: Type.Array(Type.Object({ field: Type.String(), synonyms: Type.Array(Type.String()) })),
});

/** Schema of a column of a table. */
export const ImportColumn = Type.Object({
  column: Type.String(),
  field: nullableText,
  samples: Type.Array(Type.String()),
  guessed: Type.Boolean(),
  ambiguous: Type.Optional(Type.Boolean()),
});

/** Schema of an import. */
export const Import = Type.Object({
  id: Type.Integer(),
  kind: Type.Union([Type.Enum([...sourceKindNames]), Type.Null()]),
  source: Type.String(),
  url: Type.Union([Type.String(), Type.Null()]),
  state: Type.Enum([...importStates]),
  dry_run: Type.Boolean(),
  status: Type.Union([Type.String(), Type.Null()]),
  categories: Type.Array(Type.Integer()),
  author: Type.Integer(),
  user: Type.Integer(),
  progress: Type.Object({ done: Type.Integer(), total: Type.Integer(), reading: Type.String() }),
  counts: ImportCounts,
  counts_by_kind: Type.Record(Type.String(), ImportCounts),
  undone: Type.Object({ undone: Type.Integer(), kept: Type.Integer() }),
  repairs: Type.Array(ImportRepair),
  columns: Type.Optional(Type.Array(ImportColumn)),
  error: Type.Union([Type.String(), Type.Null()]),
  created_utc: Type.String(),
  started_utc: Type.Union([Type.String(), Type.Null()]),
  ended_utc: Type.Union([Type.String(), Type.Null()]),
});

const frame = {
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
};

/** Schema of a page of imports. */
export const ImportList = Type.Object({
  imports: Type.Array(Import),
  kinds: Type.Array(Type.Enum([...sourceKindNames])),
  ...frame,
});

/** Schema of a page of what became of an import's items. */
export const ImportItemList = Type.Object({
  report: Type.Array(
    Type.Object({
      index: Type.Integer(),
      line: Type.Union([Type.Integer(), Type.Null()]),
      outcome: Type.Enum([...importOutcomes]),
      kind: Type.Enum([...importedItems]),
      id: Type.Union([Type.Integer(), Type.Null()]),
      name: Type.String(),
      reason: Type.Union([Type.String(), Type.Null()]),
      code: Type.Union([Type.String(), Type.Null()]),
      repairs: Type.Array(ImportRepair),
      undo: Type.Union([Type.Enum(['undone', 'kept']), Type.Null()]),
      kept_reason: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  ...frame,
});
