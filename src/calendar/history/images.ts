import { isDeepStrictEqual } from 'node:util';

/** A column's value as images hold it. */
export type Stored = string | number | null;
/** Columns of a row. */
export type Columns = Readonly<Record<string, Stored>>;

/** Image of what one write changed in one row, as triggers kept it; null: there was none, or there is none any more. */
export interface RowImage {
  readonly table: string;
  readonly key: string;
  readonly before: Columns | null;
  readonly after: Columns | null;
}

/** Columns that follow from others or that each write moves: no change by themselves. */
export const derivedColumns: ReadonlySet<string> = new Set([
  'modified',
  'modified_utc',
  'sequence',
  'count',
  'search_text',
  'revision',
  'laid_out_until',
  'sizes',
]);

const changedOnly = (before: Columns, after: Columns): RowImage['before'] | undefined => {
  const names = Object.keys(before).filter(
    (name) => !derivedColumns.has(name) && !isDeepStrictEqual(before[name], after[name]),
  );
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, before[name] ?? null])) : undefined;
};

function joined(first: RowImage, then: RowImage): RowImage | undefined {
  const { table, key } = first;
  if (first.before === null && then.after === null) return undefined;
  // Of a row that is changed twice the first value before and the last one after count.
  if (first.after !== null && then.before !== null) {
    const before = first.before && { ...then.before, ...first.before };
    const after = then.after && { ...first.after, ...then.after };
    return { table, key, before, after };
  }
  if (!first.before || !then.after) return { table, key, before: first.before, after: then.after };
  // Deleted and written anew: what differs.
  const before = changedOnly(first.before, then.after);
  if (!before) return undefined;
  return { table, key, before, after: changedOnly(then.after, first.before) ?? {} };
}

/** Returns what a write has done to each row in the end; images come in the order in which they were kept. */
export function netImages(images: readonly RowImage[]): RowImage[] {
  const rows = new Map<string, RowImage>();
  for (const image of images) {
    const name = `${image.table} ${image.key}`;
    const first = rows.get(name);
    const net = first ? joined(first, image) : image;
    if (net) rows.set(name, net);
    else rows.delete(name);
  }
  return [...rows.values()].flatMap((image) => {
    const { table, key, before, after } = image;
    if (!before || !after) return image;
    const was = changedOnly(before, after);
    return was ? { table, key, before: was, after: changedOnly(after, before) ?? {} } : [];
  });
}
