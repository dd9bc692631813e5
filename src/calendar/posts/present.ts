import type { MediaRow } from '#api/media/store.ts';
import type { Call } from '#context.ts';

/** How items are shown: to whom, with which password, and whether `context=edit` was asked. */
export interface PresentOptions {
  readonly call: Call;
  readonly pictures: ReadonlyMap<number, MediaRow>;
  readonly password: string | undefined;
  readonly editing: boolean;
  /** With JSON-LD, as single reads have it. */
  readonly jsonLd: boolean;
}

/** The texts of a column that holds a JSON list; none where it is empty. */
export function parseTextList(json: string): string[] {
  const list: unknown = JSON.parse(json || '[]');
  return Array.isArray(list) ? list.filter((member) => typeof member === 'string') : [];
}
