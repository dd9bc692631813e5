import type { MediaRow } from '#api/media/store.ts';
import type { Call } from '#context.ts';

/** Options of a presentation: the request, the pictures of the items, the password sent, and whether `context=edit` was asked. */
export interface PresentOptions {
  readonly call: Call;
  /** Rows of `media` by ID. */
  readonly pictures: ReadonlyMap<number, MediaRow>;
  readonly password: string | undefined;
  readonly editing: boolean;
  /** Whether to add JSON-LD, as single reads do. */
  readonly jsonLd: boolean;
}

/** Returns the texts of a column that holds a JSON list; none where the column is ''. */
export function parseTextList(json: string): string[] {
  const list: unknown = JSON.parse(json || '[]');
  return Array.isArray(list) ? list.filter((member) => typeof member === 'string') : [];
}
