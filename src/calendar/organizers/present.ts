import { mayEdit } from '#api/access/permissions.ts';
import {
  presentHead,
  presentTail,
  presentText,
  rawLinkedTexts,
  redact,
  withoutAbsent,
} from '#calendar/linked/present.ts';
import type { UnprotectedColumns } from '#calendar/posts/field-description.ts';
import type { PresentOptions } from '#calendar/posts/present.ts';
import type { Localized } from '#calendar/translations/rules.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import { organizerJsonLd } from './jsonld.ts';
import type { Organizer, OrganizerRow, organizerDescription } from './schema.ts';

/** An organizer as its reader may see it, redacted where a password hides it (reference 2.3, 2.8, D34). */
export function presentOrganizer(full: Localized<OrganizerRow>, shown: PresentOptions): Organizer {
  const redacted = redact(full, shown);
  const row: UnprotectedColumns<typeof organizerDescription, OrganizerRow> = full;
  return withoutAbsent<Organizer>({
    ...presentHead('organizer', full, shown),
    organizer: titleDisplay(row.name),
    ...presentText(full, redacted, shown),
    phone: redacted.text('phone'),
    website: redacted.text('website'),
    email: redacted.text('email'),
    json_ld:
      shown.jsonLd && redacted.isOpen
        ? { '@context': 'https://schema.org', ...organizerJsonLd(full, shown) }
        : undefined,
    ...presentTail(full, shown),
    raw: shown.editing && mayEdit(shown.call.viewer, full) ? organizerRaw(full, shown) : undefined,
  });
}

function organizerRaw(row: Localized<OrganizerRow>, shown: PresentOptions) {
  const { title, description, excerpt } = rawLinkedTexts(row, shown);
  return { organizer: title, description, excerpt, password: row.password };
}
