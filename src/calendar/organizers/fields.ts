import { describeFields } from '#api/routing/field-description.ts';
import { linkedDescription, linkedRest, nameDescription } from '#calendar/linked/fields.ts';
import { postDescription } from '#calendar/posts/fields.ts';
import type { OrganizersTable } from '#store/db/tables.ts';

/** Describes every field of an organizer, in the order of an export. */
export const organizerDescription = describeFields<OrganizersTable>()({
  ...postDescription,
  organizer: nameDescription,
  ...linkedDescription,
  phone: { columns: ['phone'], exported: 'column', imported: 'line', merged: 'filled', searched: 3 },
  website: {
    columns: ['website'],
    holds: 'address',
    exported: 'column',
    imported: 'apart',
    merged: 'filled',
    searched: 5,
  },
  email: { columns: ['email'], exported: 'column', imported: 'line', merged: 'filled', searched: 4 },
  ...linkedRest,
});
