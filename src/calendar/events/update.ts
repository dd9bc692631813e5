import type { Status } from '#api/access/permissions.ts';
import { type PreparedPictures, pictureOf } from '#api/media/actions.ts';
import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import { insertLinked } from '#calendar/linked/actions.ts';
import type { LinkedKind, LinkedWrite } from '#calendar/linked/kind.ts';
import type { LinkChoice } from '#calendar/linked/parameters.ts';
import { type LinkedTable, listLinkIds, replaceLinks } from '#calendar/linked/store.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { originModified } from '#calendar/posts/import-origin.ts';
import { authorOf, changeAction, NO_DATE, publication, updatedStatus } from '#calendar/posts/rules.ts';
import { bringsTranslations, cleanTexts, markTrashedSlugs, writeTexts } from '#calendar/posts/write-texts.ts';
import { readRecurrence } from '#calendar/recurrence/read.ts';
import { resolveTermChoices } from '#calendar/terms/actions.ts';
import { listTermIdsOfEvent, setEventTerms } from '#calendar/terms/store.ts';
import { venue } from '#calendar/venues/actions.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { Writing } from '#store/db/engine.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import { costColumn } from './cost/cost-column.ts';
import { ticketsOn } from './cost/tickets.ts';
import { sequencedFields } from './fields.ts';
import { writeOverrides } from './overrides.ts';
import {
  cleanTitle,
  derivedColumns,
  type EventOrigin,
  eventOriginColumns,
  resultingEventStatus,
  resultingSlug,
  resultingTimes,
  rowInLanguages,
  storedColumns,
  timeColumns,
  timesOf,
  willRepeat,
} from './rules.ts';
import type { EventUpdate } from './schema.ts';
import { saveEventTranslations, searchTexts } from './search-texts.ts';
import { firstDateOf } from './series/layout.ts';
import { refusing } from './series/rules.ts';
import { findSeries } from './series/store.ts';
import { replaceDates } from './series-dates.ts';
import { type EventRow, findEventRow, isBelow, isOverride } from './store.ts';

/** Links an event to the chosen venues or organizers, in this order, and creates those that are sent as fields. */
async function linkChoices<T extends LinkedTable, S extends LinkedWrite>(
  batch: WriteBatch,
  actor: Actor,
  kind: LinkedKind<T, S>,
  eventId: number,
  choices: readonly LinkChoice<S>[],
  pictures: PreparedPictures,
): Promise<void> {
  const ids: number[] = [];
  for (const choice of choices) {
    const { id } =
      'id' in choice ? choice : await insertLinked(batch, actor, kind, choice.fields, { pictures });
    ids.push(id);
  }
  if (batch.writesTo(kind.table)) await batch.flush();
  await replaceLinks(batch.trx, kind.table, eventId, [...new Set(ids)]);
}

/**
 * Adds an update of the fields sent of an event, and of nothing else (D1), to a batch. The ID in `origin` is ignored. Terms of
 * series and their dates are counted by `countTermsOnce`.
 * @throws KalendsError `rest-event-not-found` where it is gone by now
 */
export async function updateEvent(
  batch: WriteBatch,
  actor: Actor,
  id: number,
  sent: EventUpdate,
  { pictures, origin }: { pictures: PreparedPictures; origin?: EventOrigin },
): Promise<void> {
  const { services, now, viewer } = actor;
  const { trx, dialect } = batch;
  const before = await findEventRow(trx, id);
  if (!before) throw new KalendsError('rest-event-not-found');
  const was = before.status as Status;
  const written = await writeTexts(
    batch,
    actor,
    'events',
    { ...before, texts: before },
    { texts: cleanTexts(sent, cleanTitle), slug: sent.slug, titleField: 'title' },
  );
  const { title } = written.texts;
  const times = resultingTimes(actor, sent, timesOf(before));
  const nowUtc = utcText(now);
  const zone = services.config.timezone;
  const aim = updatedStatus(viewer, sent, was, { dateUtc: NO_DATE, nowUtc });
  const published = publication(sent, { now, zone, status: aim, before });
  // A date has the status of its series, or is in the trash.
  const status = isOverride(before)
    ? (sent.status ?? was)
    : updatedStatus(viewer, sent, was, { dateUtc: published.date_utc, nowUtc });
  if (sent.post_parent && (await isBelow(trx, sent.post_parent, id)))
    throw invalidParameter('post_parent', message('problem.parent_circle'));
  if (sent.uid !== undefined && sent.uid !== before.uid) await batch.uids.claim(sent.uid, id);
  const free = (slug: string) => batch.slugs.free('events', slug, id);
  const author = authorOf(actor, sent.author, before.author_id);
  const row: EventRow = {
    ...before,
    ...storedColumns(sent),
    author_id: isOverride(before) ? before.author_id : author,
    status,
    ...published,
    modified: toWall(nowUtc, zone),
    modified_utc: nowUtc,
    ...written.texts,
    ...written.columns,
    slug: isOverride(before)
      ? ''
      : await resultingSlug(
          actor,
          id,
          { asked: written.asked, title, status, languages: written.columns, before },
          free,
        ),
    image_id:
      sent.image === undefined ? before.image_id : await pictureOf(batch, actor, sent.image, pictures),
    ...timeColumns(times, willRepeat(sent, before)),
    cost: sent.cost ? costColumn(sent.cost, services.config.currency, origin?.cost) : before.cost,
    tickets:
      sent.tickets === undefined
        ? before.tickets
        : JSON.stringify(ticketsOn(sent.tickets, { now, zone: times.timezone })),
    ...resultingEventStatus(sent, { now, times }, before),
    ...(origin && { ...eventOriginColumns(origin), ...originModified(actor, origin) }),
  };
  Object.assign(row, derivedColumns(actor.services.config, row));
  if (await isNewSequence(trx, actor, { before, row }, sent)) row.sequence = before.sequence + 1;
  const overrides = await replaceDates(batch, actor, {
    before,
    row,
    sent: sent.recurrence,
    ids: origin?.occurrenceIds,
    // An import brings values of single dates next.
    isWhole: origin !== undefined,
  });
  if (sent.venue) await linkChoices(batch, actor, venue, id, sent.venue, pictures);
  if (sent.organizer) await linkChoices(batch, actor, organizer, id, sent.organizer, pictures);
  await retermEvent(batch, actor, before, status, sent);
  if (row.title !== before.title || row.description !== before.description || row.excerpt !== before.excerpt)
    await dialect.indexEventText(trx, id, searchTexts(row));
  if (written.translated) {
    const now = await markTrashedSlugs(batch, 'events', id, written.translations, { was, now: status });
    await saveEventTranslations(trx, dialect, row, now);
  }
  batch.log(changed(actor, 'event', id, changeAction(was, status)));
  let final = row;
  if (origin && bringsTranslations(origin, before)) {
    await batch.flush();
    // It may have begun or ceased to repeat.
    const stored = (await findEventRow(trx, id)) ?? row;
    const { row: taken, translations } = await rowInLanguages(actor, stored, origin, free);
    batch.update('events', taken, 'id');
    await dialect.indexEventText(trx, id, searchTexts(taken));
    await saveEventTranslations(trx, dialect, taken, translations);
    final = taken;
  }
  await writeOverrides(batch, actor, final, overrides);
}

/** Returns whether a write changes something by which subscribers go: times, rule, venues, online address or status. */
async function isNewSequence(
  trx: Writing,
  actor: Actor,
  { before, row }: { before: EventRow; row: EventRow },
  { venue, recurrence }: EventUpdate,
): Promise<boolean> {
  if (sequencedFields.some((name) => row[name] !== before[name])) return true;
  if (venue) {
    const was = await listLinkIds(trx, 'venues', before.id);
    const ids = new Set(venue.flatMap((choice) => ('id' in choice ? choice.id : [])));
    if (venue.some((choice) => 'fields' in choice) || [...ids].join() !== was.join()) return true;
  }
  if (recurrence === undefined) return false;
  const stored = before.series_id === before.id ? await findSeries(trx, before.id) : undefined;
  const at = { now: actor.now, language: languagesOf(actor).language };
  const now = refusing(() => readRecurrence(recurrence.sent, firstDateOf(row), at));
  return (stored?.recurrence ?? 'null') !== JSON.stringify(now);
}

/**
 * Links an event to the terms sent, and updates the counts of terms where it was published or unpublished; those of a series and
 * its dates are `countTermsOnce`'s matter.
 */
export async function retermEvent(
  batch: WriteBatch,
  actor: Actor,
  before: EventRow,
  status: Status,
  sent: Pick<EventUpdate, 'categories' | 'tags'>,
): Promise<void> {
  const { trx } = batch;
  const wasCounted = before.status === 'publish' && before.series_id === 0;
  const counted = status === 'publish' && before.series_id === 0;
  for (const kind of ['categories', 'tags'] as const) {
    const choices = sent[kind];
    if (!choices && wasCounted === counted) continue;
    const present = await listTermIdsOfEvent(trx, kind, before.id);
    const after = choices ? await resolveTermChoices(batch, actor, kind, choices) : present;
    await setEventTerms(trx, kind, before.id, { before: present, counted: wasCounted }, { after, counted });
  }
}
