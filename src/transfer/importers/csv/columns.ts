import { type Message, message } from '#foundation/i18n/catalogue.ts';
import type { SourceColumn } from '../import-item.ts';
import { isTime, ordersOf, readMoment } from '../moments.ts';
import { type DateOrder, dateOrders, type SourceOptions } from '../source-kind.ts';
import type { TableDocument } from './document.ts';
import {
  columnKey,
  fieldNamed,
  fieldOfColumn,
  secondFieldOf,
  type TableField,
  timeFieldsOf,
} from './fields.ts';

/** Fields whose cells are days. */
const DATE_FIELDS: readonly TableField[] = ['start_date', 'end_date'];
const SAMPLES = 3;
const SAMPLE_LENGTH = 100;

/** The field of a column, and whether it was guessed by the column's name. */
interface ColumnField {
  readonly field: TableField | undefined;
  readonly guessed: boolean;
}

/** Returns what is wrong with a mapping: a column or field that does not exist. */
function mappingFaults(columns: readonly string[], mapping: Readonly<Record<string, string>>): Message[] {
  const known = new Set(columns.map(columnKey));
  return Object.entries(mapping).flatMap(([column, field]) => {
    if (!columns.includes(column) && !known.has(columnKey(column)))
      return [message('import.csv.unknown_column', { column })];
    return field === '' || fieldNamed(field) ? [] : [message('import.csv.unknown_field', { field })];
  });
}

/** Returns the field that a mapping gives to a column; undefined if it does not name the column. */
function mappedField(column: string, mapping: Readonly<Record<string, string>>): string | undefined {
  if (Object.hasOwn(mapping, column)) return mapping[column];
  const same = Object.keys(mapping).find((name) => columnKey(name) === columnKey(column));
  return same === undefined || columnKey(column) === '' ? undefined : mapping[same];
}

/** Guesses the fields of the columns that a mapping does not name. @param areTimes tells whether all values of a column are times */
function assignFields(
  columns: readonly string[],
  mapping: Readonly<Record<string, string>>,
  areTimes: (index: number) => boolean,
): ColumnField[] {
  const fields = columns.map((column, index): ColumnField => {
    const mapped = mappedField(column, mapping);
    if (mapped !== undefined) return { field: fieldNamed(mapped), guessed: false };
    const field = fieldOfColumn(column);
    const time = field && areTimes(index) ? timeFieldsOf.get(field) : undefined;
    return { field: time ?? field, guessed: field !== undefined };
  });
  return fields.map((one, index) => {
    const second = one.guessed ? secondFieldOf(columns[index] ?? '') : undefined;
    const has = (field: TableField | undefined) =>
      fields.some((other, at) => at !== index && other.field === field);
    return second && has(one.field) && !has(second) ? { ...one, field: second } : one;
  });
}

/** Returns the first two columns that have the same field. */
function repeatedField(
  fields: readonly ColumnField[],
): { field: TableField; at: [number, number] } | undefined {
  for (const [second, { field }] of fields.entries()) {
    if (field === undefined) continue;
    const first = fields.findIndex((one) => one.field === field);
    if (first < second) return { field, at: [first, second] };
  }
  return undefined;
}

/** The values of a column that have been seen. */
class ColumnValues {
  readonly samples: string[] = [];
  #hasValues = false;
  #areTimes = true;
  /** Orders that all days of the column allow. */
  allowed: readonly DateOrder[] = dateOrders;
  /** Pairs of orders under which some value is two different days. */
  readonly #differing = new Set<string>();

  add(cell: string): void {
    const value = cell.trim();
    if (value === '') return;
    this.#hasValues = true;
    if (this.samples.length < SAMPLES && !this.samples.includes(value)) this.samples.push(value);
    if (this.#areTimes) this.#areTimes = isTime(value);
  }

  addDay(cell: string): void {
    const orders = ordersOf(cell);
    // A cell that is no day at all fails its own row.
    if (orders.length === 0) return;
    this.allowed = this.allowed.filter((order) => orders.includes(order));
    const day = readMoment(cell)?.day;
    for (const one of dateOrders)
      for (const other of dateOrders)
        if (day?.[one] !== undefined && day[other] !== undefined && day[one] !== day[other])
          this.#differing.add(`${one} ${other}`);
  }

  get areTimes(): boolean {
    return this.#hasValues && this.#areTimes;
  }

  /** Returns whether the column means different days under these orders. */
  differsUnder(orders: readonly DateOrder[]): boolean {
    return orders.some((one) => orders.some((other) => this.#differing.has(`${one} ${other}`)));
  }
}

/** The columns of a table as they are read. */
export interface TableColumns {
  /** Columns for people, in their order. */
  readonly shown: readonly SourceColumn[];
  /** Index of the column of each field. */
  readonly indexes: ReadonlyMap<TableField, number>;
  /** Order of day, month and year; undefined where several or none fit. */
  readonly order: DateOrder | undefined;
  /** Number of rows. */
  readonly rows: number;
  /** What is wrong with `mapping` itself; such a table is never read. */
  readonly mappingFaults: readonly Message[];
  /** What is missing or given twice; such a table is read for a dry run alone. */
  readonly faults: readonly Message[];
  /** Name of the column whose days leave more than one order, or none. */
  readonly ambiguous: string | undefined;
}

/** Returns the order of all day columns, or the column because of which there is none. */
function decideOrder(
  days: readonly { readonly column: string; readonly values: ColumnValues }[],
  chosen: DateOrder | undefined,
): Pick<TableColumns, 'order' | 'ambiguous'> {
  if (chosen !== undefined) return { order: chosen, ambiguous: undefined };
  let allowed: readonly DateOrder[] = dateOrders;
  for (const { column, values } of days) {
    allowed = allowed.filter((order) => values.allowed.includes(order));
    if (allowed.length === 0) return { order: undefined, ambiguous: column };
  }
  const open = days.find(({ values }) => values.differsUnder(allowed));
  return open ? { order: undefined, ambiguous: open.column } : { order: allowed[0], ambiguous: undefined };
}

/** Reads a whole table to find out what its columns are and how their dates are written (contract I4). */
export async function readColumns(
  table: TableDocument,
  { mapping = {}, date_order }: Pick<SourceOptions, 'mapping' | 'date_order'>,
): Promise<TableColumns> {
  const { columns } = table;
  const named = assignFields(columns, mapping, () => false);
  const isDay = (index: number) => DATE_FIELDS.some((field) => field === named[index]?.field);
  const values = columns.map(() => new ColumnValues());
  let rows = 0;
  for await (const { cells } of table.rows()) {
    rows++;
    if (cells.length > columns.length) continue;
    for (const [index, cell] of cells.entries()) {
      values[index]?.add(cell);
      if (isDay(index)) values[index]?.addDay(cell);
    }
  }
  const fields = assignFields(columns, mapping, (index) => values[index]?.areTimes ?? false);
  const indexes = new Map<TableField, number>();
  for (const [index, { field }] of fields.entries())
    if (field && !indexes.has(field)) indexes.set(field, index);
  const days = DATE_FIELDS.flatMap((field) => {
    const index = indexes.get(field);
    const of = index === undefined ? undefined : values[index];
    return index === undefined || !of ? [] : [{ column: columns[index] ?? '', values: of }];
  });
  const { order, ambiguous } = decideOrder(days, date_order);
  const isAmbiguous = (index: number) =>
    ambiguous !== undefined &&
    days.some(
      (day) =>
        day.values === values[index] && (day.column === ambiguous || day.values.differsUnder(dateOrders)),
    );
  const repeated = repeatedField(fields);
  const [first = '', second = ''] = repeated?.at.map((index) => columns[index] ?? '') ?? [];
  return {
    shown: columns.map((column, index) => {
      const { field, guessed } = fields[index] ?? { field: undefined, guessed: false };
      const isRead = field !== undefined && indexes.get(field) === index;
      return {
        column,
        field: isRead ? field : null,
        samples: (values[index]?.samples ?? []).map((sample) => sample.slice(0, SAMPLE_LENGTH)),
        guessed: guessed && isRead,
        ...(isRead && isAmbiguous(index) ? { ambiguous: true } : {}),
      };
    }),
    indexes,
    order,
    rows,
    ambiguous,
    mappingFaults: mappingFaults(columns, mapping),
    faults: [
      ...(repeated ? [message('import.csv.field_twice', { field: repeated.field, first, second })] : []),
      ...(indexes.has('title') ? [] : [message('import.csv.no_title')]),
      ...(indexes.has('start_date') ? [] : [message('import.csv.no_start')]),
    ],
  };
}
