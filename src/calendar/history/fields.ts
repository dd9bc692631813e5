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

/** Columns that follow from another that is told. */
const FOLLOWING = new Set([
  'id',
  'title_key',
  'name_key',
  'utc_start_date',
  'utc_end_date',
  'date_utc',
  'is_free',
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
const JSON_COLUMNS = new Set([
  'cost',
  'tickets',
  'accessibility',
  'spoken_languages',
  'global_id_lineage',
  'alt_text',
  'credit',
  'focal_point',
]);
const FLAGS = new Set([
  'all_day',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'is_virtual',
]);
const LINKS: Readonly<Record<string, string>> = {
  event_venues: 'venue',
  event_organizers: 'organizer',
  event_categories: 'categories',
  event_tags: 'tags',
};

/** Returns the name by which the interface has a column; undefined: it isn't told. */
function fieldOf(table: string, column: string): string | undefined {
  if (FOLLOWING.has(column)) return undefined;
  if (column === 'author_id') return 'author';
  if (column === 'image_id') return 'image';
  const found = Object.entries(descriptions[table] ?? {}).find(([, { columns }]) =>
    columns?.includes(column),
  );
  return found?.[0] ?? column;
}

function wireValue(column: string, value: Stored | undefined): unknown {
  if (value === undefined || value === null) return null;
  if (FLAGS.has(column)) return value === 1;
  if (!JSON_COLUMNS.has(column) || typeof value !== 'string') return value;
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
  return table === 'former_slugs' ? undefined : fieldOf(table, column);
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
      const from = wireValue(column, image.before?.[column]);
      const to = wireValue(column, image.after?.[column]);
      if ((from ?? '') !== (to ?? '')) fields[name] ??= { from, to };
    }
  }
  return fields;
}
