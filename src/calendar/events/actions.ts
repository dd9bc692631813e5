import type { Status } from '#api/access/permissions.ts';
import { type PreparedPictures, pictureOf, pictureWithin, preparePictures } from '#api/media/actions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { changed } from '#api/routing/changed.ts';
import { EMBEDDED_LIMIT } from '#api/server/volume.ts';
import { expectedOf as expectedOfLinked, takeUpLinked } from '#calendar/linked/actions.ts';
import type { LinkedRow, LinkedTable } from '#calendar/linked/store.ts';
import { createOrganizer, organizer } from '#calendar/organizers/actions.ts';
import type { OrganizerChoice } from '#calendar/organizers/parameters.ts';
import type { OrganizerFields } from '#calendar/organizers/schema.ts';
import { linkOrganizers } from '#calendar/organizers/store.ts';
import { authorOf } from '#calendar/posts/author.ts';
import { storedColumns } from '#calendar/posts/columns.ts';
import { type Expected, foresee, foreseenSlug } from '#calendar/posts/foresee.ts';
import { originModified } from '#calendar/posts/origin.ts';
import { publication } from '#calendar/posts/publication.ts';
import { freeSlug, slugFrom, trashedSlug } from '#calendar/posts/slugs.ts';
import { NO_DATE, updatedStatus } from '#calendar/posts/status.ts';
import { cleanTexts, isPolyglot, restatedSlugs, writeTexts } from '#calendar/posts/texts.ts';
import { resolveTerms } from '#calendar/terms/actions.ts';
import type { TermKind } from '#calendar/terms/kinds.ts';
import type { TermChoice } from '#calendar/terms/parameters.ts';
import {
  descriptionBytes,
  eventTermIds,
  listTermsInOrder,
  newTermLinks,
  setEventTerms,
  type TermRow,
} from '#calendar/terms/store.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import { shownLanguage } from '#calendar/translations/texts.ts';
import { createVenue, venue } from '#calendar/venues/actions.ts';
import type { VenueChoice } from '#calendar/venues/parameters.ts';
import type { VenueFields } from '#calendar/venues/schema.ts';
import { linkVenues } from '#calendar/venues/store.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { fold } from '#foundation/text/fold.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { type ChangeAction, logChanges } from '#store/db/changes.ts';
import type { Writing } from '#store/db/engine.ts';
import { Pending } from '#store/db/pending.ts';
import {
  asFlag,
  cleanTitle,
  draftEvent,
  draftSlug,
  type EventDraft,
  type EventOrigin,
  eventOriginColumns,
  resultingSlug,
  resultingTimes,
  rowInLanguages,
} from './draft.ts';
import { timesOf } from './examine.ts';
import { costColumn } from './kept-cost.ts';
import { type EventUpdate, eventUpdateFields, type NewEvent } from './schema.ts';
import {
  type EventRow,
  findEventRow,
  isBelow,
  type MadeEvent,
  occurrenceOf,
  saveEventTranslations,
  searchTexts,
  updateEvent,
} from './store.ts';
import { ticketsOn } from './tickets.ts';

/** Gives slugs that no other event has. */
const freeFor = (trx: Writing, id: number) => (slug: string) => freeSlug(trx, 'events', slug, id);

async function linkChoices(
  trx: Writing,
  actor: Actor,
  eventId: number,
  sent: { venue?: readonly VenueChoice[] | undefined; organizer?: readonly OrganizerChoice[] | undefined },
  pictures: PreparedPictures,
): Promise<void> {
  if (sent.venue) {
    const ids: number[] = [];
    for (const choice of sent.venue)
      ids.push('id' in choice ? choice.id : await createVenue(trx, actor, choice.fields, pictures));
    await linkVenues(trx, eventId, [...new Set(ids)]);
  }
  if (sent.organizer) {
    const ids: number[] = [];
    for (const choice of sent.organizer)
      ids.push('id' in choice ? choice.id : await createOrganizer(trx, actor, choice.fields, pictures));
    await linkOrganizers(trx, eventId, [...new Set(ids)]);
  }
}

/** The pictures that come with an event: its own and those of the venues and organizers made with it. */
function picturesIn(sent: Pick<EventUpdate, 'image' | 'venue' | 'organizer'>) {
  const nested = [...(sent.venue ?? []), ...(sent.organizer ?? [])].map((choice) =>
    'fields' in choice ? choice.fields.image : undefined,
  );
  return [sent.image, ...nested];
}

/** So few terms are never too large: nobody looks. */
const FEW_TERMS = 5;

/** Refuses terms whose descriptions would make an event too large; those of venues and organizers their parameters refuse. */
async function checkTerms(
  trx: Writing,
  id: number,
  sent: Pick<EventUpdate, 'categories' | 'tags'>,
): Promise<void> {
  for (const kind of ['categories', 'tags'] as const) {
    if ((sent[kind]?.length ?? 0) <= FEW_TERMS) continue;
    const count = await descriptionBytes(trx, kind, id);
    if (count > EMBEDDED_LIMIT)
      throw invalidParameter(kind, message('problem.linked_too_large', { count, limit: EMBEDDED_LIMIT }));
  }
}

/**
 * Makes an event with everything that comes with it, in one transaction. Gives what is known of it then.
 * @throws KalendsError when nothing was made
 */
export async function createEvent(actor: Actor, sent: NewEvent): Promise<MadeEvent> {
  return preparePictures(actor, picturesIn(sent), (pictures) =>
    actor.deps.db.write(async (trx) => {
      const made = await insertNewEvent(trx, actor, sent, pictures);
      await checkTerms(trx, made.id, sent);
      return made;
    }),
  );
}

/** What a new event links to: IDs in order, and the rows, where all of them are new. */
interface NewLinks<T extends LinkedTable> {
  ids: readonly number[];
  rows: readonly LinkedRow<T>[] | undefined;
}

async function newLinks<T extends LinkedTable, F>(
  choices: readonly ({ id: number } | { fields: F })[] = [],
  make: (fields: F) => Promise<{ id: number; row?: LinkedRow<T> }>,
): Promise<NewLinks<T>> {
  const linked = new Map<number, LinkedRow<T> | undefined>();
  for (const choice of choices) {
    const { id, row } = 'id' in choice ? { id: choice.id } : await make(choice.fields);
    // What a later choice found again may have been changed by it.
    linked.set(id, linked.has(id) ? undefined : row);
  }
  const rows = [...linked.values()].flatMap((row) => row ?? []);
  return { ids: [...linked.keys()], rows: rows.length === linked.size ? rows : undefined };
}

/** Gives a new event the terms chosen; their rows, where none of them is new. */
async function takeUpTerms(
  pending: Pending,
  actor: Actor,
  kind: TermKind,
  { id, status }: EventRow,
  choices: readonly TermChoice[] = [],
): Promise<readonly TermRow[] | undefined> {
  const counted = status === 'publish';
  const named = choices.filter((choice) => 'id' in choice);
  if (named.length < choices.length) {
    const ids = await resolveTerms(pending.trx, actor, kind, choices);
    pending.add(...newTermLinks(kind, id, ids, { counted }));
    return undefined;
  }
  const ids = new Set(named.map((choice) => choice.id));
  const rows = await listTermsInOrder(pending.trx, kind, [...ids]);
  const links = newTermLinks(
    kind,
    id,
    rows.map((row) => row.id),
    { counted },
  );
  pending.add(...links);
  return counted ? rows.map((row) => ({ ...row, count: row.count + 1 })) : rows;
}

/** What making an event is going to ask: of venues and organizers the first that is to be made. */
function expectedOf(actor: Actor, sent: NewEvent, { row, asked }: EventDraft): Expected[] {
  const expected: Expected[] = [{ table: 'events', slug: draftSlug(actor, { row, asked }) }];
  const newVenue = sent.venue?.find((choice) => 'fields' in choice);
  if (newVenue) expected.push(expectedOfLinked(actor, venue, newVenue.fields));
  const newOrganizer = sent.organizer?.find((choice) => 'fields' in choice);
  if (newOrganizer) expected.push(expectedOfLinked(actor, organizer, newOrganizer.fields));
  return expected;
}

/** `createEvent` inside a transaction that is under way. */
export async function insertNewEvent(
  trx: Writing,
  actor: Actor,
  sent: NewEvent,
  pictures: PreparedPictures,
  origin: EventOrigin = {},
): Promise<MadeEvent> {
  const { dialect } = actor.deps.db;
  const pending = new Pending(trx, dialect);
  const draft = draftEvent(actor, sent, origin);
  await foresee(pending, expectedOf(actor, sent, draft));
  const id = origin.id ?? (await pending.nextPost());
  const { title, status } = draft.row;
  const free = (slug: string) => foreseenSlug(pending, 'events', slug, id);
  const row: EventRow = {
    id,
    ...draft.row,
    slug: await resultingSlug(actor, id, { asked: draft.asked, title, status, languages: draft.row }, free),
    image_id: await pictureWithin(pending, actor, sent.image, pictures),
  };
  pending.insert('events', row);
  pending.insert('occurrences', occurrenceOf(row));
  const venues = await newLinks<'venues', VenueFields>(sent.venue, (fields) =>
    takeUpLinked(pending, actor, venue, fields, pictures),
  );
  pending.insert(
    'event_venues',
    ...venues.ids.map((venue_id, position) => ({ event_id: id, venue_id, position })),
  );
  const organizers = await newLinks<'organizers', OrganizerFields>(sent.organizer, (fields) =>
    takeUpLinked(pending, actor, organizer, fields, pictures),
  );
  pending.insert(
    'event_organizers',
    ...organizers.ids.map((organizer_id, position) => ({ event_id: id, organizer_id, position })),
  );
  const categories = await takeUpTerms(pending, actor, 'categories', row, sent.categories);
  const tags = await takeUpTerms(pending, actor, 'tags', row, sent.tags);
  pending.add(dialect.newEventText(id, searchTexts(row)));
  pending.log(changed(actor, 'event', id, 'create'));
  await pending.flush();
  if (isPolyglot(origin)) {
    await takeTexts(trx, actor, row, origin);
    return { id };
  }
  return { id, row, venues: venues.rows, organizers: organizers.rows, categories, tags };
}

const log = (trx: Writing, actor: Actor, id: number, action: ChangeAction): Promise<void> =>
  logChanges(trx, [changed(actor, 'event', id, action)]);

/**
 * Changes what was sent of an event and nothing else (D1), in one transaction.
 * @throws KalendsError `rest-event-not-found` where it's gone by now
 */
export async function changeEvent(actor: Actor, id: number, sent: EventUpdate): Promise<void> {
  await preparePictures(actor, picturesIn(sent), (pictures) =>
    actor.deps.db.write(async (trx) => {
      await applyEventUpdate(trx, actor, id, sent, pictures);
      await checkTerms(trx, id, sent);
    }),
  );
}

/** `changeEvent` inside a transaction that is under way. The ID in `origin` counts for nothing. */
export async function applyEventUpdate(
  trx: Writing,
  actor: Actor,
  id: number,
  sent: EventUpdate,
  pictures: PreparedPictures,
  origin: EventOrigin = {},
): Promise<void> {
  const { deps, now } = actor;
  const before = await findEventRow(trx, id);
  if (!before) throw new KalendsError('rest-event-not-found');
  const was = before.status as Status;
  const written = await writeTexts(
    trx,
    actor,
    'events',
    { ...before, texts: before },
    { texts: cleanTexts(sent, cleanTitle), slug: sent.slug, titleField: 'title' },
  );
  const { title } = written.texts;
  const times = resultingTimes(actor, sent, timesOf(before));
  const nowUtc = utcText(now);
  const aim = updatedStatus(actor.viewer, sent, was, { dateUtc: NO_DATE, nowUtc });
  const published = publication(sent, { now, zone: deps.config.timezone, status: aim, before });
  const status = updatedStatus(actor.viewer, sent, was, { dateUtc: published.date_utc, nowUtc });
  if (sent.post_parent && (await isBelow(trx, sent.post_parent, id)))
    throw invalidParameter('post_parent', message('problem.parent_circle'));
  const row: EventRow = {
    ...before,
    ...storedColumns(eventUpdateFields, sent),
    author_id: authorOf(actor, sent.author, before.author_id),
    status,
    ...published,
    modified: toWall(utcText(now), deps.config.timezone),
    modified_utc: utcText(now),
    ...written.texts,
    ...written.columns,
    title_key: fold(title),
    slug: await resultingSlug(
      actor,
      id,
      { asked: written.asked, title, status, languages: written.columns, before },
      freeFor(trx, id),
    ),
    image_id: sent.image === undefined ? before.image_id : await pictureOf(trx, actor, sent.image, pictures),
    ...times,
    all_day: asFlag(times.all_day),
    cost: sent.cost === undefined ? before.cost : costColumn(sent.cost, deps.config.currency, origin.cost),
    tickets:
      sent.tickets === undefined
        ? before.tickets
        : JSON.stringify(ticketsOn(sent.tickets, { now, zone: times.timezone })),
    ticketed: sent.tickets === undefined ? before.ticketed : asFlag(sent.tickets.length > 0),
    ...eventOriginColumns(origin),
    ...originModified(actor, origin),
  };
  await updateEvent(trx, row);
  await linkChoices(trx, actor, id, sent, pictures);
  await retermEvent(trx, actor, before, status, sent);
  if (row.title !== before.title || row.description !== before.description || row.excerpt !== before.excerpt)
    await deps.db.dialect.indexEventText(trx, id, searchTexts(row));
  if (written.translated) {
    const now = await restatedSlugs(trx, 'events', id, written.translations, { was, now: status });
    await saveEventTranslations(trx, deps.db.dialect, row, now);
  }
  if (isPolyglot(origin, before)) await takeTexts(trx, actor, row, origin);
  await log(trx, actor, id, changeName(was, status));
}

/** Gives an event the texts of all languages that an import brings. */
async function takeTexts(trx: Writing, actor: Actor, row: EventRow, origin: EventOrigin): Promise<void> {
  const { dialect } = actor.deps.db;
  const { row: taken, translations } = await rowInLanguages(actor, row, origin, freeFor(trx, row.id));
  await updateEvent(trx, taken);
  await dialect.indexEventText(trx, row.id, searchTexts(taken));
  await saveEventTranslations(trx, dialect, taken, translations);
}

function changeName(was: Status, now: Status): ChangeAction {
  if (was === now) return 'update';
  if (now === 'trash') return 'trash';
  if (was === 'trash') return 'restore';
  return now === 'publish' ? 'publish' : 'update';
}

/** Terms as sent, and the counts of those it keeps where it became public or ceased to be. */
async function retermEvent(
  trx: Writing,
  actor: Actor,
  before: EventRow,
  status: Status,
  sent: Pick<EventUpdate, 'categories' | 'tags'>,
): Promise<void> {
  const wasCounted = before.status === 'publish';
  const counted = status === 'publish';
  for (const kind of ['categories', 'tags'] as const) {
    const choices = sent[kind];
    if (!choices && wasCounted === counted) continue;
    const present = await eventTermIds(trx, kind, before.id);
    const after = choices ? await resolveTerms(trx, actor, kind, choices) : present;
    await setEventTerms(trx, kind, before.id, { before: present, counted: wasCounted }, { after, counted });
  }
}

/** Puts an event into the trash. @throws KalendsError `event-is-in-trash`, `rest-event-not-found` */
export async function trashEvent(actor: Actor, id: number): Promise<void> {
  await actor.deps.db.write(async (trx) => {
    const before = await findEventRow(trx, id);
    if (!before) throw new KalendsError('rest-event-not-found');
    if (before.status === 'trash') throw new KalendsError('event-is-in-trash');
    await updateEvent(trx, {
      ...before,
      status: 'trash',
      slug: trashedSlug(before.slug),
      modified: toWall(utcText(actor.now), actor.deps.config.timezone),
      modified_utc: utcText(actor.now),
    });
    if (before.translations !== '') {
      const was = before.status as Status;
      const kept = await listTranslations(trx, 'events', before);
      const now = await restatedSlugs(trx, 'events', id, kept, { was, now: 'trash' });
      await saveEventTranslations(trx, actor.deps.db.dialect, before, now);
    }
    await retermEvent(trx, actor, before, 'trash', {});
    await log(trx, actor, id, 'trash');
  });
}

/** Publishes an event whose date has come. Gives whether it was still waiting. */
export async function publishScheduledEvent(trx: Writing, actor: Actor, id: number): Promise<boolean> {
  const before = await findEventRow(trx, id);
  if (before?.status !== 'future' || before.date_utc > utcText(actor.now)) return false;
  const { site } = languagesOf(actor);
  const wanted = slugFrom(before.title, id, shownLanguage(before, site, site));
  const slug = before.slug || (await freeSlug(trx, 'events', wanted, id));
  await updateEvent(trx, { ...before, status: 'publish', slug });
  await retermEvent(trx, actor, before, 'publish', {});
  await log(trx, actor, id, 'publish');
  return true;
}
