import { overriddenFields } from '#calendar/events/series/layout.ts';
import type { Columns, RowImage } from '#store/db/row-images.ts';
import { fieldOfColumn } from './changed-fields.ts';
import { isLinkTable } from './restore-links.ts';
import type { HistoryRow } from './store.ts';

const keyOf = ({ key }: RowImage): (string | number)[] => JSON.parse(key) as (string | number)[];

/** Returns the event whose row, link or text an image is of; undefined: it is of something else. */
function eventOf(image: RowImage): number | undefined {
  const [first, second] = keyOf(image);
  if (image.table === 'events' || isLinkTable(image.table)) return Number(first);
  return image.table === 'translations' && first === 'events' ? Number(second) : undefined;
}

/** Returns the rows of events that a write has made beside its own: by ID the fields that a date has of its own. */
function newRows(images: readonly RowImage[]): Map<number, readonly string[]> {
  const rows = new Map<number, readonly string[]>();
  for (const { table, key, before, after } of images)
    if (table === 'events' && !before && after) {
      const date = images.find((image) => image.table === 'occurrences' && image.key === key);
      const names = overriddenFields({ overrides: String(date?.after?.['overrides'] ?? '') });
      rows.set(Number(after['id']), names);
    }
  return rows;
}

function picked(columns: Columns | null, isTold: (name: string) => boolean): Columns | null {
  return columns && Object.fromEntries(Object.entries(columns).filter(([name]) => isTold(name)));
}

const MERGED: readonly string[] = ['venues', 'organizers', 'categories', 'tags'];

/** Returns whether an image is of an item that stays in a merge. What the others were isn't for whoever sees that one alone. */
const isOfItem = (image: RowImage, id: number): boolean =>
  (MERGED.includes(image.table) && keyOf(image)[0] === id) ||
  (image.table === 'translations' && keyOf(image)[1] === id);

/**
 * Returns the images of an entry that tell what somebody has changed of its item: a date that gets values of its own has a whole row then, and
 * so has a series that is split off, whose values are those of the series.
 */
export function toldImages(
  { merge_id, resource_id }: Pick<HistoryRow, 'merge_id' | 'resource_id'>,
  images: readonly RowImage[],
): RowImage[] {
  if (merge_id !== null) return images.filter((image) => isOfItem(image, resource_id));
  const rows = newRows(images);
  if (rows.size === 0) return [...images];
  return images.flatMap((image) => {
    const id = eventOf(image);
    const own = id === undefined ? undefined : rows.get(id);
    if (!own) return image;
    const isOwn = (field: string | undefined) =>
      field !== undefined && own.some((name) => name === field || name.startsWith(`${field}.`));
    if (isLinkTable(image.table)) return isOwn(fieldOfColumn(image, 'event_id')) ? image : [];
    const isTold = (column: string) => isOwn(fieldOfColumn(image, column));
    return { ...image, before: picked(image.before, isTold), after: picked(image.after, isTold) };
  });
}
