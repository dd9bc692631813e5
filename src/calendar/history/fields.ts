import { termDescription } from '#calendar/categories/schema.ts';
import { eventDescription } from '#calendar/events/schema.ts';
import { organizerDescription } from '#calendar/organizers/schema.ts';
import type { ResourceDescription } from '#calendar/posts/field-description.ts';
import { venueDescription } from '#calendar/venues/schema.ts';
import type { Columns, RowImage, Stored } from '#store/db/row-images.ts';

/** Change of one field; values are as the interface has them, null where there was none. */
export interface FieldChange {
  from: unknown;
  to: unknown;
}

const descriptions: Readonly<Record<string, ResourceDescription>> = {
  events: eventDescription,
  venues: venueDescription,
  organizers: organizerDescription,
  categories: termDescription,
  tags: termDescription,
};

/** Columns that follow from another that is told, though a field of their own has them. */
const FOLLOWING: ReadonlySet<string> = new Set([
  'id',
  'utc_start_date',
  'utc_end_date',
  'date_utc',
  'ticketed',
  'translations',
  'series_id',
  'moment',
  'moment_utc',
  // Of a picture's file.
  'original_file',
  'mime_type',
  'width',
  'height',
  'filesize',
  'sizes',
]);
/** Columns of files that hold JSON; of files there is no description. */
const JSON_OF_MEDIA: readonly string[] = ['alt_text', 'credit', 'focal_point'];

/** A column as the interface has it: its field, and the form of its value. */
interface ToldColumn {
  readonly field: string;
  readonly form: 'flag' | 'json' | 'plain';
}

/** Returns the columns of a table that fields are read from, with what their descriptions say of them; others follow from these. */
function toldColumns(fields: ResourceDescription): Map<string, ToldColumn | undefined> {
  const told = new Map<string, ToldColumn | undefined>();
  for (const [field, { columns = [], exported }] of Object.entries(fields))
    for (const [place, column] of columns.entries()) {
      const isList =
        exported === 'json' || field === 'cost' || field === 'tickets' || field === 'global_id_lineage';
      const isFollowing = place > 0 || FOLLOWING.has(column);
      told.set(
        column,
        isFollowing ? undefined : { field, form: exported === 'flag' ? 'flag' : isList ? 'json' : 'plain' },
      );
    }
  return told;
}
const toldByTable = new Map(
  Object.entries(descriptions).map(([table, fields]) => [table, toldColumns(fields)]),
);

const LINKS: Readonly<Record<string, string>> = {
  event_venues: 'venue',
  event_organizers: 'organizer',
  event_categories: 'categories',
  event_tags: 'tags',
};

/** Returns how the interface has a column; undefined: it isn't told. */
function toldColumn(table: string, column: string): ToldColumn | undefined {
  const columns = toldByTable.get(table);
  if (columns?.has(column)) return columns.get(column);
  if (FOLLOWING.has(column)) return undefined;
  return { field: column.replace(/_id$/, ''), form: JSON_OF_MEDIA.includes(column) ? 'json' : 'plain' };
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
  const link = LINKS[table];
  if (link) return link;
  if (table === 'translations') {
    if (['kind', 'resource_id', 'language', 'title_key', 'search_text'].includes(column)) return undefined;
    return `${column}.${String(JSON.parse(key)[2])}`;
  }
  if (table === 'occurrences' || table === 'former_occurrences') return 'occurrences';
  if (table === 'series') return 'recurrence';
  return table === 'former_slugs' ? undefined : toldColumn(table, column)?.field;
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
  for (const [table, name] of Object.entries(LINKS)) {
    const own = images.filter((image) => image.table === table);
    if (own.length === 0) continue;
    const column =
      table === 'event_venues'
        ? 'venue_id'
        : table === 'event_organizers'
          ? 'organizer_id'
          : table === 'event_tags'
            ? 'tag_id'
            : 'category_id';
    const from = listed(
      own.map(({ before }) => before),
      column,
    );
    const to = listed(
      own.map(({ after }) => after),
      column,
    );
    if (from.length + to.length > 0) fields[name] = { from, to };
  }
  for (const image of images) {
    // While there is one language alone, the item's own row has its texts.
    const isCopied = image.table === 'translations' && (!image.before || !image.after);
    if (isCopied && JSON.parse(image.key)[2] === site) continue;
    if (LINKS[image.table] || image.table.endsWith('occurrences') || image.table === 'former_slugs') continue;
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
