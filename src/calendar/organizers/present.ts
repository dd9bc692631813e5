import type { UnprotectedColumns } from '#api/routing/field-description.ts';
import { presentShared, redact, thingJsonLd, withoutAbsent } from '#calendar/linked/present.ts';
import type { PresentOptions } from '#calendar/posts/present.ts';
import type { Localized } from '#calendar/translations/rules.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import type { organizerDescription } from './fields.ts';
import type { Organizer, OrganizerRow } from './schema.ts';

/** Returns an organizer as its reader may see it, redacted where a password hides it (reference 2.3, 2.8, D34). */
export function presentOrganizer(full: Localized<OrganizerRow>, options: PresentOptions): Organizer {
  const redacted = redact(full, options);
  const { head, texts, tail, raw } = presentShared('organizer', full, redacted, options);
  const row: UnprotectedColumns<typeof organizerDescription, OrganizerRow> = full;
  return withoutAbsent<Organizer>({
    ...head,
    organizer: titleDisplay(row.name),
    ...texts,
    phone: redacted.text('phone'),
    website: redacted.text('website'),
    email: redacted.text('email'),
    json_ld:
      options.jsonLd && redacted.isOpen
        ? { '@context': 'https://schema.org', ...organizerJsonLd(full, options) }
        : undefined,
    ...tail,
    merge: undefined,
    // Answers about one alone have it (api/writes).
    revision: undefined,
    raw: raw && {
      organizer: raw.title,
      description: raw.description,
      excerpt: raw.excerpt,
      password: raw.password,
    },
  });
}

/**
 * Returns an organizer as a schema.org Organization without `@context`, so that an event can hold it. Nothing tells
 * whether it is a person: an Organization has all members shown, and Google accepts it too.
 */
export function organizerJsonLd(row: OrganizerRow, options: PresentOptions) {
  return {
    '@type': 'Organization',
    ...thingJsonLd('organizer', row, options),
    ...(row.phone ? { telephone: row.phone } : {}),
    ...(row.email ? { email: row.email } : {}),
  };
}
