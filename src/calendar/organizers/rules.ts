import { searchedColumns } from '#api/routing/field-description.ts';
import { searchText } from '#calendar/linked/rules.ts';
import type { SharedColumns } from '#calendar/linked/store.ts';
import { organizerDescription } from './fields.ts';
import type { OrganizerChanges, OrganizerRow } from './schema.ts';

/** The columns that `search` looks in (reference 4.8, D39), in the order of `search_text`, the name first. */
export const searchedFields = searchedColumns(organizerDescription);

type OrganizerColumns = Pick<OrganizerRow, 'phone' | 'website' | 'email'>;

/** Returns the complete row of an organizer: its own columns as sent, else as before, and `search_text`. */
export function completeOrganizer(
  shared: SharedColumns,
  sent: OrganizerChanges,
  before: OrganizerColumns = { phone: '', website: '', email: '' },
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

/** Returns the value of `search_text` for an organizer. */
export const organizerSearchText = (row: OrganizerRow): string =>
  searchText(searchedFields.map((name) => row[name]));
