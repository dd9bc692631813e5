import { hash } from 'node:crypto';
import { type ImportItem, type ImportOverride, type ImportPost, NOBODY } from './import-item.ts';

/** An item before it's known by what to tell that it has changed. */
type Undigested<T extends ImportItem> = Omit<T, 'digest'>;

const digestOf = (content: object) => hash('sha256', JSON.stringify(content), 'base64url');

/** Returns an item without what no item was known by when others were imported: that nobody is its author, and its picture's file. */
function withoutAdded<T extends object>(item: T): object {
  const { author, picture }: Partial<Pick<ImportPost, 'author' | 'picture'>> = item;
  return {
    ...item,
    ...('author' in item ? { author: author?.id === NOBODY ? undefined : author } : {}),
    ...(picture ? { picture: { ...picture, stored: undefined } } : {}),
  };
}

/** Returns what of an item tells whether it has changed. IDs are none of it: a series has further dates each day. */
function contentOf<T extends ImportItem>(item: Undigested<T>): object {
  const { wantedId: _, embedded: __, label: ___, position: ____, repairs: _____, ...content } = item;
  if (!('series' in content) || typeof content.series !== 'object' || content.series === null)
    return withoutAdded(content);
  const { series } = content;
  const dates: readonly ImportOverride[] =
    'overrides' in series && Array.isArray(series.overrides) ? series.overrides : [];
  const overrides = dates.map((one) => ({ ...one, event: withoutAdded(one.event) }));
  return { ...withoutAdded(content), series: { ...series, overrides, occurrenceIds: {} } };
}

/** Adds the digest by which a later import tells whether an item has changed at its source. */
export function digested<T extends ImportItem>(item: Undigested<T>): Undigested<T> & { digest: string } {
  return { ...item, digest: digestOf(contentOf(item)) };
}

/** Returns the digest that older versions stored of an item, which left out `modified`. */
export function earlierDigestOf(item: ImportItem): string {
  const { digest: _, ...undigested } = item;
  return digestOf(withoutModified(contentOf(undigested)));
}

/** Returns whether an item is unchanged since it was imported, by its stored digest. */
export const isUnchanged = (item: ImportItem, taken: string | undefined) =>
  taken !== undefined && (taken === item.digest || taken === earlierDigestOf(item));

function withoutModified(content: object): object {
  if (!('origin' in content) || typeof content.origin !== 'object') return content;
  const { modified: _, modified_utc: __, ...origin } = { ...content.origin } as Record<string, unknown>;
  return { ...content, origin };
}
