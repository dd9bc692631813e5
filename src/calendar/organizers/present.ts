import { mayEdit } from '#api/access/permissions.ts';
import {
  presentHead,
  presentTail,
  presentText,
  rawLinked,
  veilOf,
  withoutAbsent,
} from '#calendar/linked/present.ts';
import type { Shown } from '#calendar/posts/shown.ts';
import type { Localized } from '#calendar/translations/texts.ts';
import { titleDisplay } from '#foundation/text/html.ts';
import { organizerJsonLd } from './jsonld.ts';
import type { Organizer } from './schema.ts';
import type { OrganizerRow } from './store.ts';

/** An organizer as its reader may see it, redacted where a password hides it (reference 2.3, 2.8, D34). */
export function presentOrganizer(row: Localized<OrganizerRow>, shown: Shown): Organizer {
  const veil = veilOf(row, shown);
  return withoutAbsent<Organizer>({
    ...presentHead('organizer', row, shown),
    organizer: titleDisplay(row.name),
    ...presentText(row, veil, shown),
    phone: veil.text(row.phone),
    website: veil.text(row.website),
    email: veil.text(row.email),
    json_ld:
      shown.jsonLd && veil.open
        ? { '@context': 'https://schema.org', ...organizerJsonLd(row, shown) }
        : undefined,
    ...presentTail(row, shown),
    raw: shown.editing && mayEdit(shown.call.viewer, row) ? organizerRaw(row, shown) : undefined,
  });
}

function organizerRaw(row: Localized<OrganizerRow>, shown: Shown) {
  const { title, description, excerpt } = rawLinked(row, shown);
  return { organizer: title, description, excerpt, password: row.password };
}
