import { describeThing } from '#calendar/linked/present.ts';
import type { PresentOptions } from '#calendar/posts/present.ts';
import type { OrganizerRow } from './schema.ts';

/**
 * An organizer as schema.org has it, without `@context`, so that events can hold it. Nobody says whether it's a person:
 * Organization has all members that are shown, and is taken by Google as well.
 */
export function organizerJsonLd(row: OrganizerRow, shown: PresentOptions) {
  return {
    '@type': 'Organization',
    ...describeThing('organizer', row, shown),
    ...(row.phone ? { telephone: row.phone } : {}),
    ...(row.email ? { email: row.email } : {}),
  };
}
