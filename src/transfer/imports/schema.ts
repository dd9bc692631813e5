import Type from 'typebox';
import { importOutcomes } from './record.ts';
import { sourceKindNames } from './sources.ts';

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

/** Schema of an import. */
export const Import = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum([...sourceKindNames]),
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
export const ImportList = Type.Object({ imports: Type.Array(Import), ...frame });

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
      undo: Type.Union([Type.Enum(['undone', 'kept']), Type.Null()]),
      kept_reason: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  ...frame,
});
