import type { Reading } from '#store/db/engine.ts';

/** IDs and slugs of one resource of each kind, so that sample calls work as shown. */
export interface SampleTargets {
  readonly id: Readonly<Record<string, number>>;
  readonly slug: Readonly<Record<string, string>>;
}

/** Values for kinds of which the calendar has none yet, and for what is private. */
const fallback: SampleTargets = {
  id: {
    media: 10,
    venues: 11,
    organizers: 12,
    events: 13,
    categories: 7,
    tags: 8,
    users: 2,
    tokens: 2,
    feeds: 1,
    'saved-filters': 1,
    invitations: 1,
    mails: 1,
    submissions: 1,
  },
  slug: {
    venues: 'town-hall',
    organizers: 'friends-of-music',
    events: 'summer-concert',
    feeds: 'SECRET',
    submit: 'SECRET',
  },
};

/** Returns the first public resource of each kind, and made-up values if there is none. */
export async function findSampleTargets(read: Reading): Promise<SampleTargets> {
  const id = { ...fallback.id };
  const slug = { ...fallback.slug };
  for (const table of ['events', 'venues', 'organizers'] as const) {
    const open = read
      .selectFrom(table)
      .select(['id', 'slug'])
      .where('status', '=', 'publish')
      .where('password', '=', '');
    // Hidden events are not revealed here either.
    const listed = table === 'events' ? open.where('hide_from_listings', '=', 0) : open;
    const found = await listed.orderBy('id').limit(1).executeTakeFirst();
    if (!found) continue;
    id[table] = found.id;
    slug[table] = found.slug;
  }
  for (const table of ['categories', 'tags'] as const) {
    const found = await read.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirst();
    if (found) id[table] = found.id;
  }
  return { id, slug };
}
