import { mediaDescription } from '#api/media/fields.ts';
import type { FileText } from '#api/media/store.ts';
import type { ResourceDescription } from '#api/routing/field-description.ts';
import { termDescription } from '#calendar/categories/fields.ts';
import { eventDescription, textColumns } from '#calendar/events/fields.ts';
import { organizerDescription } from '#calendar/organizers/fields.ts';
import { venueDescription } from '#calendar/venues/fields.ts';

type DescribedFields = Readonly<Record<string, Partial<ResourceDescription[string]>>>;

/** The descriptions of the fields of all items, by the tables of their rows. */
export const descriptions = {
  events: eventDescription,
  venues: venueDescription,
  organizers: organizerDescription,
  categories: termDescription,
  tags: termDescription,
  media: mediaDescription,
} as const satisfies Readonly<Record<string, DescribedFields>>;
/** A table whose rows are items. */
export type DescribedTable = keyof typeof descriptions;

/** A column, and the field that has it. */
export interface DescribedColumn {
  readonly field: string;
  /** True for the column of the field's value; others are computed from it, or count its changes. */
  readonly isValue: boolean;
  readonly traits: DescribedFields[string];
}

function columnsOf(fields: DescribedFields): Map<string, DescribedColumn> {
  const columns = new Map<string, DescribedColumn>();
  for (const [field, traits] of Object.entries(fields)) {
    for (const name of traits.columns ?? []) columns.set(name, { field, isValue: true, traits });
    for (const name of [...(traits.derived ?? []), ...(traits.counters ?? [])])
      columns.set(name, { field, isValue: false, traits });
  }
  return columns;
}

const columnsByTable: ReadonlyMap<string, ReadonlyMap<string, DescribedColumn>> = new Map(
  Object.entries(descriptions).map(([table, fields]) => [table, columnsOf(fields)]),
);

/** Returns what the description of a table's items says of a column; undefined: it has no such table or column. */
export const describedColumn = (table: string, column: string): DescribedColumn | undefined =>
  columnsByTable.get(table)?.get(column);

/** Returns whether a column says nothing that others don't: it is computed of them, or each write, or a count, moves it. */
export function isBookkeeping(table: string, column: string): boolean {
  const described = describedColumn(table, column);
  return described !== undefined && (!described.isValue || described.traits.bookkeeping === true);
}

/** Returns columns of a table in groups of those that an undo brings back together, or leaves together. */
export const groupColumns = (table: string, names: Iterable<string>): string[][] => [
  ...Map.groupBy(names, (name) => describedColumn(table, name)?.traits.group ?? ` ${name}`).values(),
];

const mayNameFiles = ({ text, holds }: DescribedFields[string]) =>
  text === 'paragraphs' || holds === 'address';

/** The columns whose texts may hold addresses of files: articles, addresses, and the settings of the site. */
export const fileTexts: readonly FileText[] = [
  ...Object.entries<DescribedFields>(descriptions).flatMap(([table, fields]) =>
    Object.values(fields).flatMap((field) =>
      mayNameFiles(field) ? (field.columns ?? []).map((column) => [table, column] as FileText) : [],
    ),
  ),
  ...textColumns.flatMap((name): FileText[] =>
    mayNameFiles(eventDescription[name]) ? [['translations', name]] : [],
  ),
  ['settings', 'value'],
];
