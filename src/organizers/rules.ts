import { searchText } from '#linked/rules.ts';
import type { SharedColumns } from '#linked/store.ts';
import type { OrganizerChanges } from './schema.ts';
import type { OrganizerRow } from './store.ts';

type Own = Pick<OrganizerRow, 'phone' | 'website' | 'email'>;

/** The row of an organizer: fields as sent or else as before, and the text that `search` looks in (reference 4.8). */
export function completeOrganizer(
  shared: SharedColumns,
  sent: OrganizerChanges,
  before: Own = { phone: '', website: '', email: '' },
): OrganizerRow {
  const own: Own = {
    phone: sent.phone ?? before.phone,
    website: sent.website ?? before.website,
    email: sent.email ?? before.email,
  };
  const { name, description, excerpt } = shared;
  return {
    ...shared,
    ...own,
    search_text: searchText([name, description, excerpt, own.phone, own.email, own.website]),
  };
}
