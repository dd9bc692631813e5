import { searchText } from '#calendar/linked/rules.ts';
import type { SharedColumns } from '#calendar/linked/store.ts';
import type { OrganizerChanges, OrganizerRow } from './schema.ts';

/** The fields that `search` looks in (reference 4.8), the name first. */
export const searchedFields = [
  'name',
  'description',
  'excerpt',
  'phone',
  'email',
  'website',
] as const satisfies (keyof OrganizerRow)[];

type Own = Pick<OrganizerRow, 'phone' | 'website' | 'email'>;

/** The row of an organizer: fields as sent or else as before, and the text that `search` looks in (reference 4.8). */
export function completeOrganizer(
  shared: SharedColumns,
  sent: OrganizerChanges,
  before: Own = { phone: '', website: '', email: '' },
): OrganizerRow {
  const row: OrganizerRow = {
    ...shared,
    phone: sent.phone ?? before.phone,
    website: sent.website ?? before.website,
    email: sent.email ?? before.email,
    search_text: '',
  };
  return { ...row, search_text: organizerSearchText(row) };
}

/** What a search looks in. */
export const organizerSearchText = (row: OrganizerRow): string =>
  searchText(searchedFields.map((name) => row[name]));
