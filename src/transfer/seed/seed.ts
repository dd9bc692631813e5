import { NO_PICTURES } from '#api/media/actions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { insertEvent } from '#calendar/events/actions.ts';
import { buildEvent } from '#calendar/events/rules.ts';
import { findItem, updateScope } from '#calendar/events/series-scopes.ts';
import { insertLinked } from '#calendar/linked/actions.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { createTerm, resolveTermChoices } from '#calendar/terms/actions.ts';
import { venue } from '#calendar/venues/actions.ts';
import { KalendsError } from '#errors.ts';
import { slugify } from '#foundation/text/slug.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { BatchSizer } from '#store/db/batch-sizer.ts';
import type { Writing } from '#store/db/engine.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { type SeedCheckpoint, SeedCheckpointStore } from './checkpoint.ts';
import {
  type DayRange,
  DEFAULT_DAYS,
  type PlannedEvent,
  planEvents,
  planOrganizers,
  planVenues,
} from './plan.ts';
import { Random } from './random.ts';
import { type PlannedOverride, type SeededSeries, usualSeries } from './series.ts';
import { categoryTree, tagNames } from './words.ts';

/** Returns the ID of a category with a name and parent (0: none), which is created if missing. */
async function ensureCategory(actor: Actor, name: string, parent: number): Promise<number> {
  try {
    return (await createTerm(actor, 'categories', { name, parent })).id;
  } catch (error) {
    const known =
      error instanceof KalendsError && error.code === 'term_exists'
        ? error.extras.data?.['term_id']
        : undefined;
    if (typeof known === 'number') return known;
    throw error;
  }
}

/** Creates the category tree of a generated calendar, and returns all its IDs. */
async function seedCategories(actor: Actor): Promise<number[]> {
  const ids: number[] = [];
  for (const [name, below] of categoryTree) {
    const parent = await ensureCategory(actor, name, 0);
    ids.push(parent);
    for (const child of below) ids.push(await ensureCategory(actor, child, parent));
  }
  return ids;
}

const BATCH = 100;
/** Bounds of a transaction's events; all of them are in memory at once. */
const EVENTS_PER_TRANSACTION = { least: 500, most: 5000 };

/** Returns how many venues and organizers suit a number of events. */
function amountsFor(events: number) {
  return {
    venues: Math.min(2000, Math.max(5, Math.ceil(events / 50))),
    organizers: Math.min(1000, Math.max(5, Math.ceil(events / 100))),
  };
}

interface SeededIds {
  /** Number of events created before these. */
  done: number;
  venueIds: readonly number[];
  organizerIds: readonly number[];
  categoryIds: readonly number[];
  tagIds: readonly number[];
}

async function makeEvents(
  batch: WriteBatch,
  actor: Actor,
  planned: readonly PlannedEvent[],
  { done, venueIds, organizerIds, categoryIds, tagIds }: SeededIds,
): Promise<void> {
  const ids = (from: readonly number[], positions: readonly number[]) =>
    positions.flatMap((position) => from[position] ?? []).map((id) => ({ id }));
  const texts = planned.map(({ title }) => slugify(title, languagesOf(actor).language));
  await batch.prefetch({ texts: [{ column: 'slug', table: 'events', texts }] });
  const terms = { categories: new Set(categoryIds), tags: new Set(tagIds) };
  const uidAt = (at: number) => `seed-${venueIds[0] ?? 0}-${done + at + 1}@example.org`;
  await batch.uids.prefetch(planned.map((_, at) => uidAt(at)));
  const overridden: { id: number; overrides: readonly PlannedOverride[] }[] = [];
  for (const [at, { venue, organizers, categories, tags, cost, series, ...fields }] of planned.entries()) {
    const sent = {
      ...fields,
      cost: [cost],
      ...(series ? { recurrence: { sent: { rrule: series.rrule } } } : {}),
      venue: ids(venueIds, [venue]),
      organizer: ids(organizerIds, organizers),
      categories: ids(categoryIds, categories),
      tags: ids(tagIds, tags),
    };
    const uid = uidAt(at);
    // An earlier run may have made the same.
    const own = { ...sent, uid: batch.uids.isFree(uid) ? uid : undefined };
    const { id } = await insertEvent(batch, actor, buildEvent(actor, own), sent, {
      pictures: NO_PICTURES,
      terms,
    });
    if (series && series.overrides.length > 0) overridden.push({ id, overrides: series.overrides });
  }
  await batch.flush();
  for (const { id, overrides } of overridden) await override(batch, actor, id, overrides);
}

/** Gives dates of a new series values of their own; places that it hasn't are left out. */
async function override(
  batch: WriteBatch,
  actor: Actor,
  series: number,
  overrides: readonly PlannedOverride[],
): Promise<void> {
  const dates = await batch.trx
    .selectFrom('occurrences')
    .select('id')
    .where('series_id', '=', series)
    .where('series_id', '>', 0)
    .orderBy('recurrence_id')
    .execute();
  for (const { date, sent } of overrides) {
    const id = dates[date]?.id;
    if (id === undefined) continue;
    const item = await findItem(batch.trx, id);
    const asked = { sent, scope: 'this', reset: undefined, pictures: NO_PICTURES } as const;
    await updateScope(batch, actor, item, asked);
  }
}

/** Takes up to `count` items from an iterator, which keeps the rest for the next call. */
function takeNext<T>(source: Iterator<T, void>, count: number): T[] {
  const items: T[] = [];
  while (items.length < count) {
    const next = source.next();
    if (next.done) break;
    items.push(next.value);
  }
  return items;
}

/** Options of a generated calendar. */
export interface SeedOptions {
  /** Called before an interrupted run with the same parameters is resumed. */
  readonly resumed?: (events: number) => void;
  /** Days before and after today on which events start. */
  readonly days?: DayRange;
  /** Which of the events repeat; some do by default. */
  readonly series?: SeededSeries;
}

/**
 * Fills the calendar with generated events, venues, organizers, categories and tags; the same seed and day give the
 * same calendar. Commits in batches; after an interruption, a run with the same parameters resumes and completes the
 * same result. `progress` gets the number of events so far.
 * @throws UserFacingError if another run with the same parameters is under way
 */
export async function seedCalendar(
  by: Actor,
  asked: { events: number; seed: number },
  progress: (done: number) => void,
  {
    resumed,
    days = DEFAULT_DAYS,
    series = { count: usualSeries(asked.events), areEndless: false },
  }: SeedOptions = {},
): Promise<void> {
  const { db, config } = by.services;
  const checkpoints = new SeedCheckpointStore({ ...asked, series });
  const begun = await checkpoints.begin(db, {
    now: by.now.toString(),
    day: toWall(utcText(by.now), config.timezone).slice(0, 10),
    venues: [],
    organizers: [],
    events: 0,
  });
  let { checkpoint } = begun;
  if (begun.isResumed) resumed?.(checkpoint.events);
  // Generated texts are in English, whatever the site's language.
  const actor: Actor = { ...by, now: Temporal.Instant.from(checkpoint.now), writtenIn: 'en' };
  const random = new Random(asked.seed);
  const count = amountsFor(asked.events);
  const venues = planVenues(random, count.venues);
  const organizers = planOrganizers(random, count.organizers);
  const keep = async (trx: Writing, more: Partial<SeedCheckpoint>) => {
    const next = { ...checkpoint, ...more };
    await checkpoints.set(trx, next);
    return next;
  };
  while (checkpoint.venues.length < venues.length)
    checkpoint = await writeBatch(db, async (batch) => {
      const ids: number[] = [];
      const at = checkpoint.venues.length;
      for (const { timezone: _, ...fields } of venues.slice(at, at + BATCH))
        ids.push((await insertLinked(batch, actor, venue, fields)).id);
      return keep(batch.trx, { venues: [...checkpoint.venues, ...ids] });
    });
  while (checkpoint.organizers.length < organizers.length)
    checkpoint = await writeBatch(db, async (batch) => {
      const ids: number[] = [];
      const at = checkpoint.organizers.length;
      for (const fields of organizers.slice(at, at + BATCH))
        ids.push((await insertLinked(batch, actor, organizer, fields)).id);
      return keep(batch.trx, { organizers: [...checkpoint.organizers, ...ids] });
    });
  const categoryIds = await seedCategories(actor);
  const tagIds = await writeBatch(db, (batch) =>
    resolveTermChoices(
      batch,
      actor,
      'tags',
      tagNames.map((name) => ({ name })),
    ),
  );

  const plan = planEvents(random, asked.events, {
    today: Temporal.PlainDate.from(checkpoint.day),
    days,
    venues,
    organizers: organizers.length,
    categories: categoryIds.length,
    series,
  });
  // Plans what an earlier run has created again, so that the random numbers stay the same.
  for (let made = 0; made < checkpoint.events; made++) plan.next();
  const batchSizer = new BatchSizer(EVENTS_PER_TRANSACTION);
  await db.write((trx) => db.dialect.expectMany(trx));
  while (checkpoint.events < asked.events) {
    const wanted = Math.min(batchSizer.next, asked.events - checkpoint.events);
    const planned = takeNext(plan, wanted);
    const { venues: venueIds, organizers: organizerIds, events: done } = checkpoint;
    const links = { venueIds, organizerIds, categoryIds, tagIds, done };
    checkpoint = await batchSizer.measure(wanted, () =>
      writeBatch(db, async (batch) => {
        const { trx } = batch;
        await makeEvents(batch, actor, planned, links);
        const next = await keep(trx, { events: done + wanted });
        if (next.events === asked.events) await checkpoints.end(trx);
        return next;
      }),
    );
    progress(checkpoint.events);
  }
  await db.dialect.settleMany(db);
}
