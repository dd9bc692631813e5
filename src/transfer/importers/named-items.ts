import { hash } from 'node:crypto';
import { fold } from '#foundation/text/fold.ts';
import { digested } from './digest.ts';
import type { ImportPost, ImportTerm, Repair, SourceKey, SourcePosition } from './import-item.ts';
import type { ReadRequest } from './source-kind.ts';

/** Maximum characters of an item's title in messages. */
export const LABEL_LENGTH = 60;

/** What the items of an event come with: the request, and the event's position. */
type Beside = {
  readonly request: Pick<ReadRequest, 'origin'>;
  readonly position?: SourcePosition | undefined;
};

/** Returns a name for messages, cut to 60 characters. */
export function shortLabel(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim();
  return line.length > LABEL_LENGTH ? `${line.slice(0, LABEL_LENGTH)}…` : line;
}

/** Returns the key of an item that its source names and does not number: the same for the same name and address, however written. */
function keyOf({ origin }: Pick<ReadRequest, 'origin'>, kind: string, values: readonly unknown[]): SourceKey {
  const text = values
    .map((value) =>
      fold(String(value ?? ''))
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join('\n');
  return { source: origin, id: `${kind}:${hash('sha256', text, 'base64url').slice(0, 22)}` };
}

const plain = { wantedId: undefined, language: undefined, translations: undefined, embedded: true } as const;

function named(
  kind: 'venue' | 'organizer',
  sent: Readonly<Record<string, unknown>>,
  identity: readonly unknown[],
  { request, position }: Beside,
): ImportPost {
  return digested<ImportPost>({
    ...plain,
    key: keyOf(request, kind, identity),
    label: shortLabel(String(sent[kind] ?? '')),
    position,
    author: undefined,
    picture: undefined,
    origin: {},
    byName: true,
    sent,
  });
}

/**
 * Returns a venue that an event names: `sent.venue` is its name, beside it any of its fields. One that is here by that name and
 * address is taken for it (contract D20, I3).
 */
export const venueItem = (
  sent: Readonly<Record<string, unknown>> & { readonly venue: string },
  beside: Beside,
): ImportPost => named('venue', sent, [sent.venue, sent['address'], sent['city'], sent['zip']], beside);

/** Returns an organizer that an event names: `sent.organizer` is its name. One that is here by that name is taken for it. */
export const organizerItem = (
  sent: Readonly<Record<string, unknown>> & { readonly organizer: string },
  beside: Beside,
): ImportPost => named('organizer', sent, [sent.organizer], beside);

/** Returns a category or tag that an event names. One that is here by that name is taken for it. */
export const termItem = (
  kind: 'categories' | 'tags',
  name: string,
  { request, position }: Beside,
): ImportTerm =>
  digested<ImportTerm>({
    ...plain,
    key: keyOf(request, kind === 'categories' ? 'category' : 'tag', [name]),
    label: shortLabel(name),
    position,
    sent: { name },
    parent: undefined,
    byName: true,
  });

/** Returns a repair. */
export const repair = (
  code: Repair['code'],
  field: string | null,
  from: string | null = null,
  to: string | null = null,
): Repair => ({ code, field, from: from && shortValue(from), to: to && shortValue(to) });

const VALUE_LENGTH = 200;
const shortValue = (text: string) => (text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}…` : text);
