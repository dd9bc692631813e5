import type { Writing } from '#db/engine.ts';
import { Pace } from '#db/pace.ts';
import { NewEvents } from '#events/bulk.ts';
import { createOrganizer } from '#organizers/actions.ts';
import { type Actor, languagesOf } from '#posts/actor.ts';
import { resolveTerms } from '#terms/actions.ts';
import { slugify } from '#text/slug.ts';
import { utcText } from '#time/clock.ts';
import { toWall } from '#time/zone.ts';
import { createVenue } from '#venues/actions.ts';
import { seedCategories } from './categories.ts';
import { type PlannedEvent, planEvents, planOrganizers, planVenues } from './plan.ts';
import { Random } from './random.ts';
import { tagNames } from './words.ts';

const BATCH = 100;
/** Events of a transaction, all of which are in memory at once. */
const TOGETHER = { least: 500, most: 5000 };
const NO_PICTURES = new Map();

/** How much of a made-up calendar belongs to so many events. */
function amounts(events: number) {
  return {
    venues: Math.min(2000, Math.max(5, Math.ceil(events / 50))),
    organizers: Math.min(1000, Math.max(5, Math.ceil(events / 100))),
  };
}

interface Ids {
  venueIds: readonly number[];
  organizerIds: readonly number[];
  categoryIds: readonly number[];
  tagIds: readonly number[];
}

async function makeEvents(
  trx: Writing,
  actor: Actor,
  planned: readonly PlannedEvent[],
  { venueIds, organizerIds, categoryIds, tagIds }: Ids,
): Promise<void> {
  const ids = (from: readonly number[], positions: readonly number[]) =>
    positions.flatMap((position) => from[position] ?? []).map((id) => ({ id }));
  const events = new NewEvents(trx, actor.deps.db.dialect);
  await events.expect({
    slugs: planned.map(({ title }) => slugify(title, languagesOf(actor).language)),
    ids: [],
  });
  for (const { venue, organizers, categories, tags, cost, ...fields } of planned)
    await events.add(actor, {
      ...fields,
      cost: [cost],
      venue: ids(venueIds, [venue]),
      organizer: ids(organizerIds, organizers),
      categories: ids(categoryIds, categories),
      tags: ids(tagIds, tags),
    });
  await events.write();
}

/** So many of what is still to come, fewer at the end; what comes after them is left for the next time. */
function nextOf<T>(source: Iterator<T, void>, count: number): T[] {
  const items: T[] = [];
  while (items.length < count) {
    const next = source.next();
    if (next.done) break;
    items.push(next.value);
  }
  return items;
}

/**
 * Fills the calendar with made-up events, their venues, organizers, categories and tags; the same for the same seed
 * and day. Batches are transactions of their own. Tells of its progress in events.
 */
export async function seedCalendar(
  by: Actor,
  asked: { events: number; seed: number },
  progress: (done: number) => void,
): Promise<void> {
  // All that is made up is in English, whatever the site's language.
  const actor: Actor = { ...by, writtenIn: 'en' };
  const random = new Random(asked.seed);
  const { db, config } = actor.deps;
  const count = amounts(asked.events);
  const venues = planVenues(random, count.venues);
  const organizers = planOrganizers(random, count.organizers);
  const venueIds: number[] = [];
  const organizerIds: number[] = [];
  for (let at = 0; at < venues.length; at += BATCH)
    await db.write(async (trx) => {
      for (const { timezone: _, ...fields } of venues.slice(at, at + BATCH))
        venueIds.push(await createVenue(trx, actor, fields, NO_PICTURES));
    });
  for (let at = 0; at < organizers.length; at += BATCH)
    await db.write(async (trx) => {
      for (const fields of organizers.slice(at, at + BATCH))
        organizerIds.push(await createOrganizer(trx, actor, fields, NO_PICTURES));
    });
  const categoryIds = await seedCategories(actor);
  const tagIds = await db.write((trx) =>
    resolveTerms(
      trx,
      actor,
      'tags',
      tagNames.map((name) => ({ name })),
    ),
  );

  const today = Temporal.PlainDate.from(toWall(utcText(actor.now), config.timezone).slice(0, 10));
  const plan = planEvents(random, asked.events, {
    today,
    venues,
    organizers: organizerIds.length,
    categories: categoryIds.length,
  });
  const pace = new Pace(TOGETHER);
  await db.write((trx) => db.dialect.expectMany(trx));
  for (let done = 0; done < asked.events; ) {
    const wanted = Math.min(pace.next, asked.events - done);
    const planned = nextOf(plan, wanted);
    await pace.keep(wanted, () =>
      db.write((trx) => makeEvents(trx, actor, planned, { venueIds, organizerIds, categoryIds, tagIds })),
    );
    done += wanted;
    progress(done);
  }
  await db.dialect.settleMany(db);
}
