import type { Input, Parameters } from '#api/routing/parameter.ts';
import type { TextColumn } from '#store/db/tables.ts';

/** Columns that hold a text with a language; `name` is the title of every resource but events. */
type TranslatedColumn = TextColumn | 'name';

/** Values that may become impossible: IDs of what may be gone, an identifier that another may have, an address of the web. */
export type HeldValue = 'user' | 'picture' | 'event' | 'category' | 'uid' | 'address';

/** Traits of a column by which the history tells of it and takes it back. */
export interface ColumnTraits {
  /** The form in which the column stores a value that isn't a plain text or a number: 0 and 1, or JSON. */
  readonly form?: 'flag' | 'json';
  /** The field that this one follows from: the history tells of that one alone. */
  readonly follows?: string;
  /** Marks what the history tells nothing of: it never changes, or another table's column tells of it. */
  readonly untold?: true;
  /** The name that fields have in common which an undo brings back all together, or leaves all together. */
  readonly group?: string;
  /**
   * The way an undo brings it back: by its column, in a way of its own (texts, times and rules: `history/restore*.ts`), or along
   * with its group, of which it decides nothing.
   */
  readonly undone?: 'apart' | 'along';
  /** Marks what each write, or a count, moves: it is no change by itself. */
  readonly bookkeeping?: true;
  /** The kind of a value that may become impossible: an undo brings it back only where a write could still set it. */
  readonly holds?: HeldValue;
}

/** A table of links: what they lead to, and the column that says so. */
interface StoredLinks {
  readonly table: string;
  readonly to: string;
  readonly column: string;
  /** True if the links have an order of their own (`position`). */
  readonly isOrdered: boolean;
}

/** Traits of a field of the interface. */
export interface FieldTraits extends ColumnTraits {
  /** Marks a field that a password doesn't hide; without the mark it is hidden. */
  readonly protected?: 'shown';
  /**
   * The way an export has it: by its column, in a way of its own (`exporters/items.ts`), or not because it is derived from other
   * fields or means nothing elsewhere.
   */
  readonly exported: 'column' | 'apart' | 'derived' | 'no';
  /**
   * The way an import reads it: as a request's field where the source has it, as a line that is '' where it hasn't, as a text that
   * null empties, in a way of its own (`importers/tec/adapt.ts`), or not because it is derived from other fields or not stored.
   */
  readonly imported: 'field' | 'line' | 'emptied' | 'apart' | 'derived' | 'no';
  /** Marks a field whose fault rejects an item that is imported; `whole`: unless it is a date of a series. Other faults drop the field. */
  readonly essential?: 'always' | 'whole';
  /** `never`: a date of a series can't have its own value. `compared`: an import from a site takes a different value for the date's own. */
  readonly ofDate?: 'compared' | 'never';
  /** The table that holds links to other items. */
  readonly linked?: StoredLinks;
  /** Marks what stands in the row of each date of an event, too. */
  readonly dated?: true;
  /** Marks what a write of the event's status, or of its start, may set. */
  readonly implied?: true;
  /** Marks what subscribers of a calendar file go by: a change gives an event the next number in sequence (contract F3). */
  readonly sequenced?: true;
  /** Marks what an item gets from those that are merged into it where its own is empty. */
  readonly merged?: 'filled';
  /** Marks what belongs to the texts of an item without being one. */
  readonly withTexts?: true;
  /** The place of the column in `search_text`; stored texts number them, so that new ones come last. */
  readonly searched?: number;
  /** Marks the searched columns by which a search of events knows what these link to. */
  readonly naming?: true;
}

/** Describes a text that has a language; its column holds the site's, the table `translations` the others. */
export interface TextField<Column> extends FieldTraits {
  readonly translated: true;
  /** The form of the text: as a title is cleaned, one line without markup, or paragraphs of HTML. */
  readonly text: 'title' | 'line' | 'paragraphs';
  readonly columns: readonly [Extract<Column, TranslatedColumn>];
  /** The columns that are computed of it by whatever writes the row (`events/rules.ts`: `derivedColumns`). */
  readonly derived?: readonly Exclude<Column, TranslatedColumn>[];
  readonly counters?: never;
  readonly initial?: never;
}

/** Describes a field without a language. */
export interface PlainField<Column> extends FieldTraits {
  readonly translated?: never;
  readonly text?: never;
  /** The column that stores it; absent: it is derived, or stored as links. */
  readonly columns?: readonly [Exclude<Column, TranslatedColumn>];
  /** The columns that are computed of it by whatever writes the row (`events/rules.ts`: `derivedColumns`). */
  readonly derived?: readonly Exclude<Column, TranslatedColumn>[];
  /** The columns by which the service counts its changes. */
  readonly counters?: readonly Exclude<Column, TranslatedColumn>[];
  /** The value of the column of its name until the field is sent; for fields marked `stored`. */
  readonly initial?: string | number | null;
}

/** Describes one field of a resource. */
export type FieldDescription<Column> = TextField<Column> | PlainField<Column>;

/** The columns of a field, whatever the resource. */
interface FieldColumns {
  readonly columns?: readonly [string];
  readonly derived?: readonly string[];
  readonly counters?: readonly string[];
}

/** Describes every field of a resource, by its name. */
export type ResourceDescription = Readonly<
  Record<
    string,
    FieldTraits &
      FieldColumns &
      Partial<Pick<PlainField<string>, 'initial'>> & {
        readonly translated?: true;
        readonly text?: TextField<string>['text'];
      }
  >
>;

type ColumnsOf<D> = {
  [name in keyof D]:
    | (D[name] extends { columns: readonly (infer C)[] } ? C : never)
    | (D[name] extends { derived: readonly (infer C)[] } ? C : never)
    | (D[name] extends { counters: readonly (infer C)[] } ? C : never);
}[keyof D];
type UndescribedColumns<Row, D> = Exclude<keyof Row, ColumnsOf<D>> & string;
type Complete<Row, D> = [UndescribedColumns<Row, D>] extends [never]
  ? unknown
  : { readonly columns: `no field has the column ${UndescribedColumns<Row, D>}` };

/** Returns a description unchanged. Doesn't compile unless one of its fields has each column of the resource's `Row`. */
export const describeFields =
  <Row>() =>
  <const D extends Readonly<Record<string, FieldDescription<keyof Row>>>>(fields: D & Complete<Row, D>): D =>
    fields;

/** Returns a description of what isn't a resource by itself unchanged. Doesn't compile unless it has each column of a `Row`. */
export const describeColumns =
  <Row>() =>
  <
    const D extends Readonly<
      Record<string, ColumnTraits & { columns?: readonly [keyof Row]; derived?: readonly (keyof Row)[] }>
    >,
  >(
    fields: D & Complete<Row, D>,
  ): D =>
    fields;

/**
 * The names of a description's fields. Doesn't compile unless these are exactly the parameters of a write and the members of an
 * answer (`Named`): describe what lacks in `fields.ts`, and leave out there what is neither.
 */
export type DescribedNames<
  Named,
  D extends { readonly [name in keyof Named]-?: object } & {
    readonly [name in Exclude<keyof D, keyof Named>]: never;
  },
> = keyof D & string;

/** Names of the fields whose description extends `Where`. */
export type NamesWhere<D, Where> = {
  [name in keyof D]: D[name] extends Where ? name : never;
}[keyof D] &
  string;

/** Returns the names of the fields for which a test of their description holds, in the order of the description. */
export function namesWhere<D extends ResourceDescription>(
  fields: D,
  is: (field: ResourceDescription[string]) => boolean,
): (keyof D & string)[] {
  return Object.entries(fields).flatMap(([name, field]) => (is(field) ? name : []));
}

/** Returns the names of the fields whose description has a value of a trait, in the order of the description. */
export function namesWith<
  D extends ResourceDescription,
  Trait extends keyof ResourceDescription[string],
  const Value extends ResourceDescription[string][Trait],
>(fields: D, trait: Trait, value: Value): NamesWhere<D, { readonly [name in Trait]: Value }>[] {
  // The type says which fields have the value, and the filter finds those.
  return namesWhere(fields, (field) => field[trait] === value) as NamesWhere<
    D,
    { readonly [name in Trait]: Value }
  >[];
}

/** Returns the names of the fields whose description has a trait, in the order of the description. */
export function namesHaving<D extends ResourceDescription, Trait extends keyof ResourceDescription[string]>(
  fields: D,
  trait: Trait,
): NamesWhere<D, { readonly [name in Trait]: unknown }>[] {
  // The type says which fields have the trait, and the filter finds those.
  return namesWhere(fields, (field) => field[trait] !== undefined) as NamesWhere<
    D,
    { readonly [name in Trait]: unknown }
  >[];
}

/** Returns the columns that a `search_text` is made of, in their order. */
export function searchedColumns<D extends ResourceDescription>(
  fields: D,
): D[NamesWhere<D, { searched: number }>]['columns'] extends infer C
  ? C extends readonly [infer Column]
    ? Column[]
    : never
  : never {
  const found = Object.values(fields).filter(({ searched }) => searched !== undefined);
  found.sort((a, b) => (a.searched ?? 0) - (b.searched ?? 0));
  return found.flatMap(({ columns = [] }) => columns) as never;
}

/** The columns of a description that are computed of others whenever a row is written. */
export type DerivedColumns<D> = {
  [name in keyof D]: D[name] extends { derived: readonly (infer C)[] } ? C : never;
}[keyof D];

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

type ReadAsSent = 'field' | 'line' | 'emptied';

/** Returns the parameters of a write for the fields that an import reads as requests are read. */
export function importedFields<
  D extends ResourceDescription,
  P extends { readonly [name in keyof P]: unknown },
>(fields: D, parameters: P): Pick<P, NamesWhere<D, { imported: ReadAsSent }> & keyof P> {
  const names = Object.keys(parameters).filter((name) =>
    /^(field|line|emptied)$/.test(fields[name]?.imported ?? ''),
  );
  const picked = names.map((name) => [name, parameters[name as keyof P]] as const);
  return Object.fromEntries(picked) as Pick<P, NamesWhere<D, { imported: ReadAsSent }> & keyof P>;
}

/**
 * Returns a function that gives the values of fields marked `stored`, which go unchanged into columns of their own name; flags as 0
 * and 1, lists as JSON.
 */
export function storing<P extends Parameters>(
  parameters: P,
): (input: Partial<Input<P>>) => Record<string, string | number | null> {
  const names = Object.entries(parameters).flatMap(([name, { stored }]) => (stored ? [name] : []));
  return (input) => {
    const columns: Record<string, string | number | null> = {};
    for (const name of names) {
      const value = (input as Record<string, unknown>)[name];
      if (typeof value === 'boolean') columns[name] = value ? 1 : 0;
      else if (Array.isArray(value)) columns[name] = JSON.stringify(value);
      else if (typeof value === 'string' || typeof value === 'number' || value === null)
        columns[name] = value;
    }
    return columns;
  };
}
