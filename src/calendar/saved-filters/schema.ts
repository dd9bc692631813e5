import Type, { type Static } from 'typebox';
import { enumListField } from '#api/routing/list-parameter.ts';
import { nameField } from '#api/routing/name-field.ts';
import { emptied, type Input, ofNew, optional, type Parameter, required } from '#api/routing/parameter.ts';
import { queryField } from '#calendar/events/filters/query-field.ts';
import { type EventColumn, eventColumns } from '#store/db/field-values.ts';

/** The most saved filters that a person has. */
export const MOST_SAVED_FILTERS = 100;

const columns: Parameter<readonly EventColumn[] | null, false> = emptied<readonly EventColumn[] | null>(
  enumListField(eventColumns, 0),
  null,
);

/** The fields of a new saved filter. */
export const newSavedFilterFields = ofNew({
  name: required(nameField),
  query: required(queryField),
  columns,
});
/** The values of a new saved filter. */
export type NewSavedFilter = Input<typeof newSavedFilterFields>;

/** The fields of a saved filter that change. */
export const savedFilterFields = { name: optional(nameField), query: optional(queryField), columns };
/** The values of a saved filter that change. */
export type SavedFilterChange = Input<typeof savedFilterFields>;

/** A saved filter as answered; `columns` is null where the table shows what it shows without it. */
export const SavedFilterAnswer = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  query: Type.String(),
  columns: Type.Union([Type.Array(Type.Enum([...eventColumns])), Type.Null()]),
  revision: Type.Optional(Type.Integer()),
});
/** A saved filter as answered: the type of the schema. */
export type SavedFilterAnswer = Static<typeof SavedFilterAnswer>;

/** All saved filters of the caller, in order of their names. */
export const SavedFiltersAnswer = Type.Object({ saved_filters: Type.Array(SavedFilterAnswer) });
