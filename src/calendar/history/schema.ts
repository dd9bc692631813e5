import Type from 'typebox';
import { keptReasons } from './undo.ts';

/** Kinds of items that have a history. */
export const historyKinds = ['event', 'venue', 'organizer', 'category', 'tag', 'media'] as const;
const actions = ['created', 'updated', 'trashed', 'restored', 'deleted', 'merged', 'undone'] as const;
const nullable = (schema: ReturnType<typeof Type.Integer>) => Type.Union([schema, Type.Null()]);

/** An entry of the history as answered (contract W4); `at` is UTC. */
export const HistoryEntry = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  by: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()]),
  kind: Type.Enum([...historyKinds]),
  item: Type.Integer(),
  title: Type.String(),
  action: Type.Enum([...actions]),
  scope: Type.Union([Type.Enum(['this', 'following', 'all']), Type.Null()]),
  changes: Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() })),
  import: nullable(Type.Integer()),
  entries: Type.Integer({ minimum: 1 }),
  undone: Type.Boolean(),
  undoes: nullable(Type.Integer()),
});

/** A page of the history, the latest first. */
export const HistoryList = Type.Object({
  history: Type.Array(HistoryEntry),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});

/** Result of an undo as answered. */
export const UndoAnswer = Type.Object({
  undone: Type.Integer(),
  kept: Type.Array(
    Type.Object({
      kind: Type.Enum([...historyKinds]),
      id: Type.Integer(),
      reason: Type.Enum([...keptReasons]),
      fields: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  failed: Type.Integer(),
});
