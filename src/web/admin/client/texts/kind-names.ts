import type { AdminKey } from './texts.tsx';

/** Names of kinds of items in the plural: those of their screens. */
export const kindNames = {
  event: 'admin.nav.events',
  venue: 'admin.nav.venues',
  organizer: 'admin.nav.organizers',
  category: 'admin.nav.categories',
  tag: 'admin.nav.tags',
  media: 'admin.nav.media',
} as const satisfies Readonly<Record<string, AdminKey>>;
