import { hash } from 'node:crypto';
import type { Arriving } from './arrival.ts';

/** An item before it's known by what to tell that it has changed. */
type Undigested<T extends Arriving> = Omit<T, 'digest'>;

/** Adds what tells whether an item has changed at its source since it was taken. */
export function digested<T extends Arriving>(item: Undigested<T>): Undigested<T> & Pick<Arriving, 'digest'> {
  const { wantedId: _, embedded: __, label: ___, ...content } = item;
  return { ...item, digest: hash('sha256', JSON.stringify(content), 'base64url') };
}
