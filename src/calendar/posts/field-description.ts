import type { Input, Parameters } from '#api/routing/parameter.ts';
import type { TextColumn } from '#store/db/tables.ts';

/** Columns that hold a text with a language; `name` is the title of every resource but events. */
type TranslatedColumn = TextColumn | 'name';

interface FieldTraits {
  /** Marks a field that a password doesn't hide; without the mark it is hidden. */
  readonly protected?: 'shown';
  /**
   * The form in an export: the column's value, true or false, the value of a column with JSON, a form of its own
   * (`exporters/items.ts`), or none because it is derived from other fields or means nothing elsewhere.
   */
  readonly exported: 'column' | 'flag' | 'json' | 'apart' | 'derived' | 'no';
  /**
   * The way an import reads it: as a request's field where the source has it, as a line that is '' where it hasn't, in a
   * way of its own (`importers/tec/adapt.ts`), or not because it is derived from other fields or not stored.
   */
  readonly imported: 'field' | 'line' | 'apart' | 'derived' | 'no';
}

/** Describes a text that has a language; its first column holds the site's, the table `translations` the others. */
export interface TextField<Column> extends FieldTraits {
  readonly translated: true;
  readonly columns: readonly [Extract<Column, TranslatedColumn>, ...Exclude<Column, TranslatedColumn>[]];
}

/** Describes a field without a language. */
export interface PlainField<Column> extends FieldTraits {
  readonly translated?: never;
  /** The columns that store it, first the one it is read from; absent: it is derived, or stored as links. */
  readonly columns?: readonly Exclude<Column, TranslatedColumn>[];
  /** The value of the column of its name until the field is sent; for fields marked `stored`. */
  readonly initial?: string | number | null;
}

/** Describes one field of a resource. */
export type FieldDescription<Column> = TextField<Column> | PlainField<Column>;
/** Describes every field of a resource, by its name. */
export type ResourceDescription = Readonly<
  Record<
    string,
    FieldTraits & Partial<Pick<PlainField<string>, 'columns' | 'initial'>> & { readonly translated?: true }
  >
>;

type ColumnsOf<D> = {
  [name in keyof D]: D[name] extends { columns: readonly (infer C)[] } ? C : never;
}[keyof D];
type UndescribedColumns<Row, D> = Exclude<keyof Row, ColumnsOf<D>> & string;
type Complete<Row, Named, D> = { readonly [name in Exclude<keyof D, keyof Named>]: never } & ([
  UndescribedColumns<Row, D>,
] extends [never]
  ? unknown
  : { readonly columns: `no field has the column ${UndescribedColumns<Row, D>}` });

/**
 * Returns a description unchanged. Doesn't compile unless it describes exactly the parameters of a write and the members
 * of an answer (`Named`), and one of its fields has each column of the resource's `Row`.
 */
export const describeFields =
  <Row, Named>() =>
  <const D extends { readonly [name in keyof Named]-?: FieldDescription<keyof Row> }>(
    fields: D & Complete<Row, Named, D>,
  ): D =>
    fields;

/** Names of the fields whose description extends `Where`. */
export type NamesWhere<D, Where> = {
  [name in keyof D]: D[name] extends Where ? name : never;
}[keyof D] &
  string;

/** A row without the columns that a password hides. */
export type UnprotectedColumns<D, Row> = Pick<
  Row,
  Extract<ColumnsOf<Pick<D, NamesWhere<D, { protected: 'shown' }>>>, keyof Row>
>;

type Initial<D> = {
  [name in NamesWhere<D, { initial: string | number | null }>]: D[name] extends { initial: infer V }
    ? V
    : never;
};

/** Returns the values of the columns of `stored` fields in a new row, before fields that were sent are applied. */
export function initialColumns<D extends ResourceDescription>(fields: D): Initial<D> {
  const columns = Object.entries(fields).flatMap(([name, { initial }]) =>
    initial === undefined ? [] : [[name, initial] as const],
  );
  // The type of `fromEntries` can't express which fields have a value.
  return Object.fromEntries(columns) as Initial<D>;
}

/** Returns the parameters of a write for the fields that an import reads as requests are read. */
export function importedFields<
  D extends ResourceDescription,
  P extends { readonly [name in keyof P]: unknown },
>(fields: D, parameters: P): Pick<P, NamesWhere<D, { imported: 'field' | 'line' }> & keyof P> {
  const names = Object.keys(parameters).filter((name) => /^(field|line)$/.test(fields[name]?.imported ?? ''));
  const picked = names.map((name) => [name, parameters[name as keyof P]] as const);
  return Object.fromEntries(picked) as Pick<P, NamesWhere<D, { imported: 'field' | 'line' }> & keyof P>;
}

const storedNames = new WeakMap<Parameters, readonly string[]>();

function namesOf(parameters: Parameters): readonly string[] {
  const memoized = storedNames.get(parameters);
  if (memoized) return memoized;
  const names = Object.entries(parameters).flatMap(([name, { stored }]) => (stored ? [name] : []));
  storedNames.set(parameters, names);
  return names;
}

/** Returns the values of fields marked `stored`, which go unchanged into columns of their own name; flags as 0 and 1, lists as JSON. */
export function storedColumns<P extends Parameters>(
  parameters: P,
  input: Partial<Input<P>>,
): Record<string, string | number | null> {
  const columns: Record<string, string | number | null> = {};
  for (const name of namesOf(parameters)) {
    const value = (input as Record<string, unknown>)[name];
    if (typeof value === 'boolean') columns[name] = value ? 1 : 0;
    else if (Array.isArray(value)) columns[name] = JSON.stringify(value);
    else if (typeof value === 'string' || typeof value === 'number' || value === null) columns[name] = value;
  }
  return columns;
}
