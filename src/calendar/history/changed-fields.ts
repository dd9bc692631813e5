import { isText } from '#calendar/events/series/layout.ts';
import { describedColumn } from '#calendar/posts/described-columns.ts';
import { type Columns, isMoment, type RowImage, type Stored } from '#store/db/row-images.ts';
import { fieldOfLinks, isLinkTable, linkTableNames, targetColumn } from './restore-links.ts';

/** Change of one field; values are as the interface has them, null where there was none. */
export interface FieldChange {
  from: unknown;
  to: unknown;
}

/** A column as the interface has it: its field, and the form of its value. */
interface ToldColumn {
  readonly field: string;
  readonly form?: 'flag' | 'json' | undefined;
}

/** Returns how the interface has a column of an item's row; undefined: others tell of it. */
function toldColumn(table: string, column: string): ToldColumn | undefined {
  const described = describedColumn(table, column);
  // Rows of earlier versions may have had others.
  if (!described) return { field: column };
  const { field, isValue, traits } = described;
  return isValue && !traits.untold && !traits.follows ? { field, form: traits.form } : undefined;
}

function wireValue(table: string, column: string, value: Stored | undefined): unknown {
  const form = toldColumn(table, column)?.form;
  if (value === undefined || value === null) return null;
  if (form === 'flag') return value === 1;
  if (form !== 'json' || typeof value !== 'string') return value;
  return value === '' ? null : JSON.parse(value);
}

/** Returns the field of the interface that a column of a row belongs to; undefined: none that is told. */
export function fieldOfColumn(
  { table, key }: Pick<RowImage, 'table' | 'key'>,
  column: string,
): string | undefined {
  if (isLinkTable(table)) return fieldOfLinks(table);
  if (table === 'translations')
    return isText(column) || column === 'slug' ? `${column}.${String(JSON.parse(key)[2])}` : undefined;
  if (table === 'occurrences' || table === 'former_occurrences') return 'occurrences';
  if (table === 'series') return 'recurrence';
  return table === 'former_slugs' || isMoment(table) ? undefined : toldColumn(table, column)?.field;
}

const listed = (rows: readonly (Columns | null)[], column: string) => [
  ...new Set(rows.flatMap((row) => (row ? (row[column] ?? []) : []))),
];

/**
 * Returns what a write has changed, by field: of links those that are gone and those that came, of texts in other languages
 * each by itself (`title.de`). Passwords are left out, also that there was one.
 * @param site the site's language
 */
export function changedFields(images: readonly RowImage[], site: string): Record<string, FieldChange> {
  const fields: Record<string, FieldChange> = {};
  for (const table of linkTableNames) {
    const own = images.filter((image) => image.table === table);
    if (own.length === 0) continue;
    const column = targetColumn(table);
    const from = listed(
      own.map(({ before }) => before),
      column,
    );
    const to = listed(
      own.map(({ after }) => after),
      column,
    );
    if (from.length + to.length > 0) fields[fieldOfLinks(table)] = { from, to };
  }
  for (const image of images) {
    // While there is one language alone, the item's own row has its texts.
    const isCopied = image.table === 'translations' && (!image.before || !image.after);
    if (isCopied && JSON.parse(image.key)[2] === site) continue;
    if (isLinkTable(image.table) || image.table.endsWith('occurrences') || image.table === 'former_slugs')
      continue;
    for (const column of Object.keys({ ...image.before, ...image.after })) {
      const name = fieldOfColumn(image, column);
      if (
        name === undefined ||
        column === 'password' ||
        (image.table === 'series' && column !== 'recurrence')
      )
        continue;
      const from = wireValue(image.table, column, image.before?.[column]);
      const to = wireValue(image.table, column, image.after?.[column]);
      if ((from ?? '') !== (to ?? '')) fields[name] ??= { from, to };
    }
  }
  return fields;
}
