import { type PreparedPictures, pictureOf, preparePictures } from '#api/media/actions.ts';
import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import { EMBEDDED_LIMIT } from '#api/server/answer-size.ts';
import { insertLinked, linkedLookups, type WrittenLinked } from '#calendar/linked/actions.ts';
import type { LinkedKind, LinkedWrite } from '#calendar/linked/kind.ts';
import type { LinkChoice } from '#calendar/linked/parameters.ts';
import type { LinkedRow, LinkedTable } from '#calendar/linked/store.ts';
import { listMerged } from '#calendar/merging/redirects.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { slugFrom, trashedSlug } from '#calendar/posts/rules.ts';
import { bringsTranslations, markTrashedSlugs } from '#calendar/posts/write-texts.ts';
import { resolveTermChoices } from '#calendar/terms/actions.ts';
import type { TermKind } from '#calendar/terms/kind.ts';
import type { TermChoice } from '#calendar/terms/parameters.ts';
import { descriptionBytes, listTermsInOrder, type TermRow } from '#calendar/terms/store.ts';
import { shownLanguage, type Translations } from '#calendar/translations/rules.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import { venue } from '#calendar/venues/actions.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { TextsWanted } from '#store/db/allocators.ts';
import type { EventTexts, Writing } from '#store/db/engine.ts';
import type { Scope } from '#store/db/history-tables.ts';
import { WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { writeOverrides } from './overrides.ts';
import {
  type BuiltEvent,
  buildEvent,
  type EventOrigin,
  resultingSlug,
  rowInLanguages,
  wantedSlug,
} from './rules.ts';
import type { EventUpdate, NewEvent } from './schema.ts';
import { eventTexts, eventTranslationKeys, saveEventTranslations, searchTexts } from './search-texts.ts';
import { finishLayout } from './series/horizon.ts';
import { firstDateOf } from './series/layout.ts';
import { readSent, refusing } from './series/rules.ts';
import { layOutNew, replaceDates } from './series-dates.ts';
import { findItem, type ScopedUpdate, trashScope, updateScope } from './series-scopes.ts';
import { type EventRow, findEventRow, isOverride, type MadeEvent } from './store.ts';
import { countTermsOnce } from './term-counts.ts';
import { newOccurrenceOf } from './times/dates.ts';
import { retermEvent } from './update.ts';

/** Returns the pictures sent with an event: its own and those of the venues and organizers created with it. */
function picturesIn(sent: Pick<EventUpdate, 'image' | 'venue' | 'organizer'>) {
  const nested = [...(sent.venue ?? []), ...(sent.organizer ?? [])].map((choice) =>
    'fields' in choice ? choice.fields.image : undefined,
  );
  return [sent.image, ...nested];
}

/**
 * Returns links to what merged items were merged into: one that was read before the transaction may have been merged since.
 * One statement, none without IDs.
 */
async function presentChoices<F>(
  trx: Writing,
  table: LinkedTable,
  choices: readonly LinkChoice<F>[],
): Promise<LinkChoice<F>[]> {
  const ids = choices.flatMap((choice) => ('id' in choice ? choice.id : []));
  const merged = await listMerged(trx, table, ids);
  return choices.map((choice) => ('id' in choice ? { id: merged.get(choice.id) ?? choice.id } : choice));
}

/** Returns what was sent with links to items that are there now. */
async function withPresentLinks<T extends Pick<EventUpdate, 'venue' | 'organizer'>>(
  trx: Writing,
  sent: T,
): Promise<T> {
  const { venue: venues, organizer: organizers } = sent;
  return {
    ...sent,
    ...(venues && { venue: await presentChoices(trx, 'venues', venues) }),
    ...(organizers && { organizer: await presentChoices(trx, 'organizers', organizers) }),
  };
}

/** So few terms are never too large together, and aren't measured. */
const FEW_TERMS = 5;

/** @throws KalendsError where the descriptions of its terms make an event too large; venues and organizers are checked as parameters */
async function checkTerms(
  batch: WriteBatch,
  id: number,
  sent: Pick<EventUpdate, 'categories' | 'tags'>,
): Promise<void> {
  for (const kind of ['categories', 'tags'] as const) {
    if ((sent[kind]?.length ?? 0) <= FEW_TERMS) continue;
    await batch.flush();
    const count = await descriptionBytes(batch.trx, kind, id);
    if (count > EMBEDDED_LIMIT)
      throw invalidParameter(kind, message('problem.linked_too_large', { count, limit: EMBEDDED_LIMIT }));
  }
}

/** Returns the lookups for the first venue or organizer that is going to be created. */
function newLookups<T extends LinkedTable, S extends LinkedWrite>(
  actor: Actor,
  kind: LinkedKind<T, S>,
  choices: readonly LinkChoice<S>[] = [],
): TextsWanted[] {
  const first = choices.find((choice) => 'fields' in choice);
  return first ? linkedLookups(actor, kind, first.fields) : [];
}

/**
 * Creates an event, with the venues, organizers, terms and pictures sent with it, in one transaction. Returns its rows as
 * far as they are known, for the answer.
 * @throws KalendsError where nothing was created
 */
export async function createEvent(actor: Actor, sent: NewEvent): Promise<MadeEvent> {
  return preparePictures(actor, picturesIn(sent), (pictures) =>
    writeBatch(actor.services.db, async (batch) => {
      const built = buildEvent(actor, sent);
      const texts: TextsWanted[] = [{ column: 'slug', table: 'events', texts: [wantedSlug(actor, built)] }];
      if (sent.venue) texts.push(...newLookups(actor, venue, sent.venue));
      if (sent.organizer) texts.push(...newLookups(actor, organizer, sent.organizer));
      await batch.prefetch({ texts });
      const present = await withPresentLinks(batch.trx, sent);
      const made = await insertEvent(batch, actor, built, present, { pictures });
      await checkTerms(batch, made.id, sent);
      return made;
    }),
  );
}

const NO_TRANSLATIONS: Translations = new Map();
const NO_TEXTS: EventTexts['translations'] = new Map();

/** The IDs of terms that are known to exist. */
export type PresentTerms = Readonly<Record<TermKind, ReadonlySet<number>>>;

/** The venues or organizers of a new event: IDs in order, and their rows where all of them are new. */
interface NewLinks<T extends LinkedTable> {
  ids: readonly number[];
  rows: readonly LinkedRow<T>[] | undefined;
}

async function newLinks<T extends LinkedTable, S extends LinkedWrite>(
  batch: WriteBatch,
  actor: Actor,
  kind: LinkedKind<T, S>,
  choices: readonly LinkChoice<S>[] = [],
  pictures?: PreparedPictures,
): Promise<NewLinks<T>> {
  const linked = new Map<number, LinkedRow<T> | undefined>();
  for (const choice of choices) {
    const made: WrittenLinked<T> =
      'id' in choice ? choice : await insertLinked(batch, actor, kind, choice.fields, { pictures });
    // A later choice may have changed the same row.
    linked.set(made.id, linked.has(made.id) ? undefined : made.row);
  }
  const rows = [...linked.values()].flatMap((row) => row ?? []);
  return { ids: [...linked.keys()], rows: rows.length === linked.size ? rows : undefined };
}

/** Links a new event to the chosen terms. Returns their rows by name where they were read and none is new. */
async function linkTerms(
  batch: WriteBatch,
  actor: Actor,
  kind: TermKind,
  { id: event_id, status }: EventRow,
  choices: readonly TermChoice[] = [],
  present?: PresentTerms,
): Promise<readonly TermRow[] | undefined> {
  if (choices.length === 0) return [];
  const named = choices.flatMap((choice) => ('id' in choice ? choice.id : []));
  let ids = [...new Set(named)];
  let rows: readonly TermRow[] | undefined;
  if (named.length < choices.length) ids = await resolveTermChoices(batch, actor, kind, choices);
  else if (present) ids = ids.filter((id) => present[kind].has(id));
  else {
    rows = await listTermsInOrder(batch.trx, kind, ids);
    ids = rows.map(({ id }) => id);
  }
  if (kind === 'categories')
    batch.insert('event_categories', ...ids.map((category_id) => ({ event_id, category_id })));
  else batch.insert('event_tags', ...ids.map((tag_id) => ({ event_id, tag_id })));
  if (status !== 'publish') return rows;
  batch.countTerms(kind, ids);
  return rows?.map((row) => ({ ...row, count: row.count + 1 }));
}

/**
 * Adds a new event, with everything sent with it, to a batch. Requests, imports and made-up calendars all create events
 * here. Returns its rows as far as they are known.
 * @param options.origin an import's columns of it; its ID is taken unless another item has it
 * @param options.terms the terms that exist, where the batch has looked them up
 */
export async function insertEvent(
  batch: WriteBatch,
  actor: Actor,
  built: BuiltEvent,
  sent: Pick<NewEvent, 'image' | 'venue' | 'organizer' | 'categories' | 'tags' | 'uid' | 'recurrence'>,
  options: { pictures: PreparedPictures; origin?: EventOrigin; terms?: PresentTerms },
): Promise<MadeEvent> {
  const { pictures, origin, terms } = options;
  if (sent.uid !== undefined) await batch.uids.claim(sent.uid);
  const id = await batch.postIds.claim(origin?.id);
  const { title, status } = built.row;
  const free = (slug: string) => batch.slugs.free('events', slug, id);
  let row: EventRow = {
    id,
    ...built.row,
    slug: await resultingSlug(actor, id, { asked: built.asked, title, status, languages: built.row }, free),
    image_id: await pictureOf(batch, actor, sent.image, pictures),
  };
  let translations = NO_TRANSLATIONS;
  if (origin && bringsTranslations(origin))
    ({ row, translations } = await rowInLanguages(actor, row, origin, free));
  batch.slugs.note('events', row.slug, id);
  const repeating = sent.recurrence;
  const recurrence = repeating && refusing(() => readSent(actor, repeating, firstDateOf(row)));
  if (recurrence) row = { ...row, series_id: id };
  batch.insert('events', row);
  if (recurrence)
    await layOutNew(batch, actor, row, {
      recurrence,
      ids: origin?.occurrenceIds,
      // An import brings values of single dates next.
      isWhole: origin !== undefined,
    });
  else batch.insert('occurrences', newOccurrenceOf(row));
  for (const [language, texts] of translations) {
    batch.slugs.note('events', texts.slug, id);
    const keys = eventTranslationKeys(texts);
    batch.insert('translations', { kind: 'events', resource_id: id, language, ...texts, ...keys });
  }
  batch.index(
    translations.size > 0
      ? eventTexts(row, translations)
      : { id, ...searchTexts(row), translations: NO_TEXTS },
  );
  const venues = await newLinks(batch, actor, venue, sent.venue, pictures);
  batch.insert(
    'event_venues',
    ...venues.ids.map((venue_id, position) => ({ event_id: id, venue_id, position })),
  );
  const organizers = await newLinks(batch, actor, organizer, sent.organizer, pictures);
  batch.insert(
    'event_organizers',
    ...organizers.ids.map((organizer_id, position) => ({ event_id: id, organizer_id, position })),
  );
  const categories = await linkTerms(batch, actor, 'categories', row, sent.categories, terms);
  const tags = await linkTerms(batch, actor, 'tags', row, sent.tags, terms);
  batch.log(changed(actor, 'event', id, 'create'));
  return { id, row, venues: venues.rows, organizers: organizers.rows, categories, tags };
}

/**
 * Changes what was sent of an event and nothing else (D1), in one transaction: of a date of a series that date, it and
 * those that follow, or all, as `scope` says (contract R8). Returns the ID of the event, date or series that was changed.
 * @throws KalendsError `rest-event-not-found` where it's gone by now
 */
export async function changeEvent(
  actor: Actor,
  id: number,
  { scope, recurrence_reset, ...sent }: ScopedUpdate,
): Promise<number> {
  await finishLayout(actor, id);
  return preparePictures(actor, picturesIn(sent), (pictures) =>
    writeBatch(actor.services.db, async (batch) => {
      const item = await findItem(batch.trx, id);
      const present = await withPresentLinks(batch.trx, sent);
      const asked = { sent: present, scope, reset: recurrence_reset, pictures };
      const changedId = await updateScope(batch, actor, item, asked);
      await checkTerms(batch, changedId, sent);
      return changedId;
    }),
  );
}

/**
 * Puts an event into the trash, or a date of a series; ends a series before a date, or trashes it whole, as `scope` says.
 * Returns the ID of what was changed.
 * @throws KalendsError `event-is-in-trash`, `rest-event-not-found`
 */
export async function trashEvent(actor: Actor, id: number, scope?: Scope): Promise<number> {
  await finishLayout(actor, id);
  return writeBatch(actor.services.db, async (batch) => {
    const item = await findItem(batch.trx, id);
    return trashScope(batch, actor, item, scope, (event) => trashWhole(batch, actor, event));
  });
}

async function trashWhole(batch: WriteBatch, actor: Actor, before: EventRow): Promise<void> {
  const { trx } = batch;
  if (before.status === 'trash') throw new KalendsError('event-is-in-trash');
  const row: EventRow = {
    ...before,
    status: 'trash',
    slug: trashedSlug(before.slug),
    modified: toWall(utcText(actor.now), actor.services.config.timezone),
    modified_utc: utcText(actor.now),
  };
  const overrides = await replaceDates(batch, actor, { before, row });
  if (before.translations !== '') {
    const translations = await listTranslations(trx, 'events', before);
    const now = await markTrashedSlugs(batch, 'events', before.id, translations, {
      was: before.status,
      now: 'trash',
    });
    await saveEventTranslations(trx, batch.dialect, before, now);
  }
  await retermEvent(batch, actor, before, 'trash', {});
  await writeOverrides(batch, actor, row, overrides);
  batch.log(changed(actor, 'event', before.id, 'trash'));
}

/** Publishes a scheduled event whose date has come; returns false where it was no longer scheduled. */
export async function publishScheduledEvent(trx: Writing, actor: Actor, id: number): Promise<boolean> {
  const before = await findEventRow(trx, id);
  if (before?.status !== 'future' || isOverride(before) || before.date_utc > utcText(actor.now)) return false;
  const batch = new WriteBatch(trx, actor.services.db.dialect);
  const { site } = languagesOf(actor);
  const wanted = slugFrom(before.title, id, shownLanguage(before, site, site));
  const slug = before.slug || (await batch.slugs.free('events', wanted, id));
  const row: EventRow = { ...before, status: 'publish', slug };
  const publish = async () => {
    const overrides = await replaceDates(batch, actor, { before, row });
    await retermEvent(batch, actor, before, 'publish', {});
    await writeOverrides(batch, actor, row, overrides);
    batch.log(changed(actor, 'event', id, 'publish'));
    return id;
  };
  await (before.series_id === 0 ? publish() : countTermsOnce(batch, id, publish));
  await batch.finish();
  return true;
}
