import { NO_PICTURES } from '#api/media/actions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { insertEvent } from '#calendar/events/actions.ts';
import { buildEvent } from '#calendar/events/build.ts';
import { createLinked } from '#calendar/linked/actions.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { resolveTerms } from '#calendar/terms/actions.ts';
import { venue } from '#calendar/venues/actions.ts';
import { slugify } from '#foundation/text/slug.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { Writing } from '#store/db/engine.ts';
import { Pace } from '#store/db/pace.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { seedCategories } from './categories.ts';
import { type Mark, Progress } from './mark.ts';
import { DAYS, type Days, type PlannedEvent, planEvents, planOrganizers, planVenues } from './plan.ts';
import { Random } from './random.ts';
import { tagNames } from './words.ts';

const BATCH = 100;
/** Events of a transaction, all of which are in memory at once. */
const TOGETHER = { least: 500, most: 5000 };
/** So many of so many events show a picture, where there are pictures. */
const PICTURED = { count: 4, of: 5 };

/** How much of a made-up calendar belongs to so many events. */
function amounts(events: number) {
  return {
    venues: Math.min(2000, Math.max(5, Math.ceil(events / 50))),
    organizers: Math.min(1000, Math.max(5, Math.ceil(events / 100))),
  };
}

interface Ids {
  /** Events that were made before these. */
  done: number;
  pictures: readonly number[];
  venueIds: readonly number[];
  organizerIds: readonly number[];
  categoryIds: readonly number[];
  tagIds: readonly number[];
}

async function makeEvents(
  batch: WriteBatch,
  actor: Actor,
  planned: readonly PlannedEvent[],
  { done, pictures, venueIds, organizerIds, categoryIds, tagIds }: Ids,
): Promise<void> {
  const ids = (from: readonly number[], positions: readonly number[]) =>
    positions.flatMap((position) => from[position] ?? []).map((id) => ({ id }));
  const texts = planned.map(({ title }) => slugify(title, languagesOf(actor).language));
  await batch.prefetch({ texts: [{ column: 'slug', table: 'events', texts }] });
  const terms = { categories: new Set(categoryIds), tags: new Set(tagIds) };
  for (const [at, { venue, organizers, categories, tags, cost, ...fields }] of planned.entries()) {
    const picture = (done + at) % PICTURED.of < PICTURED.count && pictures[(done + at) % pictures.length];
    const sent = {
      ...fields,
      ...(picture ? { image: { id: picture } } : {}),
      cost: [cost],
      venue: ids(venueIds, [venue]),
      organizer: ids(organizerIds, organizers),
      categories: ids(categoryIds, categories),
      tags: ids(tagIds, tags),
    };
    await insertEvent(batch, actor, buildEvent(actor, sent, {}), sent, { pictures: NO_PICTURES, terms });
  }
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

/** What else may be said of a made-up calendar. */
export interface SeedOptions {
  /** Called before it goes on where an earlier run with the same parameters was interrupted. */
  readonly resumed?: (events: number) => void;
  /** Days before and after today on which events start. */
  readonly days?: Days;
  /** IDs of pictures that most of the events show in turn. */
  readonly pictures?: readonly number[];
}

/**
 * Fills the calendar with made-up events, their venues, organizers, categories and tags; the same for the same seed
 * and day. Batches are transactions of their own; run again after an interruption with the same parameters, it goes on
 * there and makes what it would have made. Tells of its progress in events.
 * @throws ToldError where another run with the same parameters is under way
 */
export async function seedCalendar(
  by: Actor,
  asked: { events: number; seed: number },
  progress: (done: number) => void,
  { resumed, days = DAYS, pictures = [] }: SeedOptions = {},
): Promise<void> {
  const { db, config } = by.deps;
  const kept = new Progress(asked);
  const begun = await kept.begin(db, {
    now: by.now.toString(),
    day: toWall(utcText(by.now), config.timezone).slice(0, 10),
    venues: [],
    organizers: [],
    events: 0,
  });
  let { mark } = begun;
  if (begun.isResumed) resumed?.(mark.events);
  // All that is made up is in English, whatever the site's language.
  const actor: Actor = { ...by, now: Temporal.Instant.from(mark.now), writtenIn: 'en' };
  const random = new Random(asked.seed);
  const count = amounts(asked.events);
  const venues = planVenues(random, count.venues);
  const organizers = planOrganizers(random, count.organizers);
  const keep = async (trx: Writing, more: Partial<Mark>) => {
    const next = { ...mark, ...more };
    await kept.set(trx, next);
    return next;
  };
  while (mark.venues.length < venues.length)
    mark = await writeBatch(db, async (batch) => {
      const ids: number[] = [];
      const at = mark.venues.length;
      for (const { timezone: _, ...fields } of venues.slice(at, at + BATCH))
        ids.push((await createLinked(batch, actor, venue, fields)).id);
      return keep(batch.trx, { venues: [...mark.venues, ...ids] });
    });
  while (mark.organizers.length < organizers.length)
    mark = await writeBatch(db, async (batch) => {
      const ids: number[] = [];
      const at = mark.organizers.length;
      for (const fields of organizers.slice(at, at + BATCH))
        ids.push((await createLinked(batch, actor, organizer, fields)).id);
      return keep(batch.trx, { organizers: [...mark.organizers, ...ids] });
    });
  const categoryIds = await seedCategories(actor);
  const tagIds = await writeBatch(db, (batch) =>
    resolveTerms(
      batch,
      actor,
      'tags',
      tagNames.map((name) => ({ name })),
    ),
  );

  const plan = planEvents(random, asked.events, {
    today: Temporal.PlainDate.from(mark.day),
    days,
    venues,
    organizers: organizers.length,
    categories: categoryIds.length,
  });
  // What an earlier run has made is planned again, since each draws from the same numbers.
  for (let made = 0; made < mark.events; made++) plan.next();
  const pace = new Pace(TOGETHER);
  await db.write((trx) => db.dialect.expectMany(trx));
  while (mark.events < asked.events) {
    const wanted = Math.min(pace.next, asked.events - mark.events);
    const planned = nextOf(plan, wanted);
    const { venues: venueIds, organizers: organizerIds, events: done } = mark;
    const links = { venueIds, organizerIds, categoryIds, tagIds, pictures, done };
    mark = await pace.keep(wanted, () =>
      writeBatch(db, async (batch) => {
        const { trx } = batch;
        await makeEvents(batch, actor, planned, links);
        const next = await keep(trx, { events: done + wanted });
        if (next.events === asked.events) await kept.end(trx);
        return next;
      }),
    );
    progress(mark.events);
  }
  await db.dialect.settleMany(db);
}
