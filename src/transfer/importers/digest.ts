import { hash } from 'node:crypto';
import type { ImportItem } from './import-item.ts';

/** An item before it's known by what to tell that it has changed. */
type Undigested<T extends ImportItem> = Omit<T, 'digest'>;

const digestOf = (content: object) => hash('sha256', JSON.stringify(content), 'base64url');

/** Returns what of an item tells whether it has changed. IDs are none of it: a series has further dates each day. */
function contentOf<T extends ImportItem>(item: Undigested<T>): object {
  const { wantedId: _, embedded: __, label: ___, ...content } = item;
  if (!('series' in content) || typeof content.series !== 'object') return content;
  return { ...content, series: { ...content.series, occurrenceIds: {} } };
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

function withoutModified(content: object): object {
  if (!('origin' in content) || typeof content.origin !== 'object') return content;
  const { modified: _, modified_utc: __, ...origin } = { ...content.origin } as Record<string, unknown>;
  return { ...content, origin };
}
