import type { Input, Parameters } from '#api/routing/parameter.ts';
import type { TextColumn } from '#store/db/tables.ts';

/** Columns that hold a text with a language; a name is the title of what isn't an event. */
type Translated = TextColumn | 'name';

interface Described {
  /** A password doesn't hide it. What isn't marked so is hidden. */
  readonly protected?: 'shown';
  /**
   * How an export has it: as its column holds it, as true or false, in a way of its own (`exporters/items.ts`), or not at
   * all because it follows from other fields or is no one else's business.
   */
  readonly exported: 'column' | 'flag' | 'apart' | 'derived' | 'no';
  /**
   * How an import reads it: like a request's field where the source has it, as a line that is empty where the source has
   * none, in a way of its own (`importers/tec/adapt.ts`), or not at all because it follows from other fields or isn't kept.
   */
  readonly imported: 'field' | 'line' | 'apart' | 'derived' | 'no';
}

/** A text that has a language; its first column holds the site's, `translations` the others. */
export interface TextField<Column> extends Described {
  readonly translated: true;
  readonly columns: readonly [Extract<Column, Translated>, ...Exclude<Column, Translated>[]];
}

/** Any other field. */
export interface PlainField<Column> extends Described {
  readonly translated?: never;
  /** Where it is kept, the first of them what it is read from; absent: it follows from others, or is links. */
  readonly columns?: readonly Exclude<Column, Translated>[];
  /** What the column of its own name holds until the field is sent; for fields marked `stored`. */
  readonly initial?: string | number | null;
}

/** What is said of one field of a resource. */
export type Field<Column> = TextField<Column> | PlainField<Column>;
/** The description of any resource. */
export type Fields = Readonly<
  Record<
    string,
    Described & Partial<Pick<PlainField<string>, 'columns' | 'initial'>> & { readonly translated?: true }
  >
>;

type ColumnsOf<D> = {
  [name in keyof D]: D[name] extends { columns: readonly (infer C)[] } ? C : never;
}[keyof D];
type Forgotten<Row, D> = Exclude<keyof Row, ColumnsOf<D>> & string;
type Complete<Row, Named, D> = { readonly [name in Exclude<keyof D, keyof Named>]: never } & ([
  Forgotten<Row, D>,
] extends [never]
  ? unknown
  : { readonly columns: `no field has the column ${Forgotten<Row, D>}` });

/**
 * Returns the description of a resource as it is given. Doesn't compile unless it describes each parameter of a write and
 * each member of an answer (`Named`) and nothing else, and has each column of the resource's `Row` in one of them.
 */
export const describeFields =
  <Row, Named>() =>
  <const D extends { readonly [name in keyof Named]-?: Field<keyof Row> }>(
    fields: D & Complete<Row, Named, D>,
  ): D =>
    fields;

/** Names of the fields for which something holds, by the value of one of their attributes. */
export type NamesWhere<D, Where> = {
  [name in keyof D]: D[name] extends Where ? name : never;
}[keyof D] &
  string;

/** The columns of a row that a password doesn't hide. */
export type UnprotectedColumns<D, Row> = Pick<
  Row,
  Extract<ColumnsOf<Pick<D, NamesWhere<D, { protected: 'shown' }>>>, keyof Row>
>;

type Initial<D> = {
  [name in NamesWhere<D, { initial: string | number | null }>]: D[name] extends { initial: infer V }
    ? V
    : never;
};

/** Returns what the columns of fields marked `stored` hold in a new row, before anything is sent. */
export function initialColumns<D extends Fields>(fields: D): Initial<D> {
  const columns = Object.entries(fields).flatMap(([name, { initial }]) =>
    initial === undefined ? [] : [[name, initial] as const],
  );
  // These are the fields that have one; `fromEntries` just can't say so in its type.
  return Object.fromEntries(columns) as Initial<D>;
}

/** Returns those of the parameters of a write that describe fields which an import reads as a request's are read. */
export function importedFields<D extends Fields, P extends { readonly [name in keyof P]: unknown }>(
  fields: D,
  parameters: P,
): Pick<P, NamesWhere<D, { imported: 'field' | 'line' }> & keyof P> {
  const names = Object.keys(parameters).filter((name) => /^(field|line)$/.test(fields[name]?.imported ?? ''));
  const picked = names.map((name) => [name, parameters[name as keyof P]] as const);
  return Object.fromEntries(picked) as Pick<P, NamesWhere<D, { imported: 'field' | 'line' }> & keyof P>;
}

const storedNames = new WeakMap<Parameters, readonly string[]>();

function namesOf(parameters: Parameters): readonly string[] {
  const known = storedNames.get(parameters);
  if (known) return known;
  const names = Object.entries(parameters).flatMap(([name, { stored }]) => (stored ? [name] : []));
  storedNames.set(parameters, names);
  return names;
}

/** The values that go unchanged into columns of their own name: fields marked `stored`; flags as 0 and 1. */
export function storedColumns<P extends Parameters>(
  parameters: P,
  input: Partial<Input<P>>,
): Record<string, string | number | null> {
  const columns: Record<string, string | number | null> = {};
  for (const name of namesOf(parameters)) {
    const value = (input as Record<string, unknown>)[name];
    if (typeof value === 'boolean') columns[name] = value ? 1 : 0;
    else if (typeof value === 'string' || typeof value === 'number' || value === null) columns[name] = value;
  }
  return columns;
}
