import { mayEdit } from '#api/access/permissions.ts';
import {
  presentHead,
  presentTail,
  presentText,
  rawLinked,
  redact,
  withoutAbsent,
} from '#calendar/linked/present.ts';
import type { UnprotectedColumns } from '#calendar/posts/field-description.ts';
import type { Shown } from '#calendar/posts/present.ts';
import type { Localized } from '#calendar/translations/rules.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import { organizerJsonLd } from './jsonld.ts';
import type { Organizer, organizerDescription } from './schema.ts';
import type { OrganizerRow } from './store.ts';

/** An organizer as its reader may see it, redacted where a password hides it (reference 2.3, 2.8, D34). */
export function presentOrganizer(full: Localized<OrganizerRow>, shown: Shown): Organizer {
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

function organizerRaw(row: Localized<OrganizerRow>, shown: Shown) {
  const { title, description, excerpt } = rawLinked(row, shown);
  return { organizer: title, description, excerpt, password: row.password };
}
