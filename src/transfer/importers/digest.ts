import { hash } from 'node:crypto';
import type { ImportItem } from './import-item.ts';

/** The digests of an item, by which a changed one is told from an unchanged one. */
type Digests = Pick<ImportItem, 'digest' | 'earlierDigest'>;
/** An item before it's known by what to tell that it has changed. */
type Undigested<T extends ImportItem> = Omit<T, keyof Digests>;

const digestOf = (content: object) => hash('sha256', JSON.stringify(content), 'base64url');

/** Adds the digests by which a later import tells whether an item has changed at its source. */
export function digested<T extends ImportItem>(item: Undigested<T>): Undigested<T> & Digests {
  const { wantedId: _, embedded: __, label: ___, ...content } = item;
  return { ...item, digest: digestOf(content), earlierDigest: () => digestOf(withoutModified(content)) };
}

function withoutModified(content: object): object {
  if (!('origin' in content) || typeof content.origin !== 'object') return content;
  const { modified: _, modified_utc: __, ...origin } = { ...content.origin } as Record<string, unknown>;
  return { ...content, origin };
}
