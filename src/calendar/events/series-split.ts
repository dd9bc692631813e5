import { type Actor, changed } from '#api/routing/actor.ts';
import type { Recurrence } from '#calendar/recurrence/recurrence.ts';
import { splitRecurrence } from '#calendar/recurrence/split.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import { KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toUtc, toWall } from '#foundation/time/zone.ts';
import type { Reading } from '#store/db/engine.ts';
import { keepNewRow } from '#store/db/history-log.ts';
import { newUid } from '#store/db/uids.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import { linkFields } from './fields.ts';
import { writeOverrides } from './overrides.ts';
import { eventTexts, saveEventTranslations } from './search-texts.ts';
import { firstDateOf, showDates } from './series/layout.ts';
import { extentOf, refusing } from './series/rules.ts';
import {
  continueFrom,
  copyLinks,
  findSeries,
  moveDates,
  type StoredOccurrence,
  writeSeries,
} from './series/store.ts';
import { layOut } from './series-dates.ts';
import type { EventRow } from './store.ts';

/** Returns a row as last changed now. */
export const touched = ({ now, services }: Actor, row: EventRow): EventRow => ({
  ...row,
  modified: toWall(utcText(now), services.config.timezone),
  modified_utc: utcText(now),
});

/** Returns a series as it is after a change of its rule: last changed now, with the next number in sequence. */
const withRuleChanged = (actor: Actor, series: EventRow): EventRow => ({
  ...touched(actor, series),
  sequence: series.sequence + 1,
});

/**
 * Returns a series as it is stored, and the two that it becomes where it is split before one of its dates.
 * @throws KalendsError 400 naming `recurrence` where they can't be said as rules
 */
export async function partsOf(db: Reading, series: EventRow, occurrence: StoredOccurrence) {
  const stored = await findSeries(db, series.id);
  if (!stored) throw new KalendsError('rest-event-not-found');
  const recurrence: Recurrence = JSON.parse(stored.recurrence);
  const parts = refusing(() => splitRecurrence(recurrence, firstDateOf(series), occurrence.recurrence_id));
  return { stored, ...parts };
}

/** Ends a series before one of its dates; those from there on are gone. */
export async function endBefore(
  batch: WriteBatch,
  actor: Actor,
  series: EventRow,
  occurrence: StoredOccurrence,
): Promise<void> {
  const { stored, before } = await partsOf(batch.trx, series, occurrence);
  const row = withRuleChanged(actor, series);
  batch.update('events', row, 'id');
  await batch.flush();
  await writeOverrides(
    batch,
    actor,
    row,
    await layOut(batch, actor, row, { recurrence: before, split: stored }),
  );
  batch.log(changed(actor, 'event', series.id, 'update'));
}

/** Ends a series before one of its dates, and makes a second one of what follows, which has its dates and overrides. */
export async function splitSeries(
  batch: WriteBatch,
  actor: Actor,
  series: EventRow,
  occurrence: StoredOccurrence,
): Promise<EventRow> {
  const { trx, dialect } = batch;
  const { stored, before, after, firstAfter } = await partsOf(batch.trx, series, occurrence);
  const id = await batch.postIds.claim();
  const { start_date, end_date, timezone } = firstAfter;
  const following: EventRow = touched(actor, {
    ...series,
    id,
    series_id: id,
    uid: newUid(),
    slug: series.slug === '' ? '' : await batch.slugs.free('events', series.slug, id),
    global_id: null,
    global_id_lineage: null,
    start_date,
    end_date,
    utc_start_date: toUtc(start_date, timezone),
    utc_end_date: toUtc(end_date, timezone),
  });
  const ended = withRuleChanged(actor, series);
  batch.update('events', ended, 'id');
  batch.insert('events', following);
  await batch.flush();
  await keepNewRow(trx, { kind: 'event', id, table: 'events' }, following);
  for (const field of linkFields) await copyLinks(trx, field, { from: series.id, to: id });
  const translations = await listTranslations(trx, 'events', series);
  const own = new Map(
    [...translations].map(([language, texts]) => [language, { ...texts, slug: '' }] as const),
  );
  await saveEventTranslations(trx, dialect, following, own);
  await dialect.indexEvents(trx, [eventTexts(following, own)]);
  await moveDates(trx, { from: series.id, to: id, since: occurrence.recurrence_id });
  const left = await layOut(batch, actor, ended, {
    recurrence: before,
    split: { ...stored, continued_by: id },
  });
  // The rows moved are those of its rule already.
  await writeSeries(trx, dialect, {
    ...stored,
    id,
    recurrence: JSON.stringify(after),
    ...refusing(() => extentOf(after, firstDateOf(following))),
    continues: series.id,
  });
  const moved = await showDates(batch, following);
  await writeOverrides(batch, actor, ended, left);
  await writeOverrides(batch, actor, following, moved);
  if (stored.continued_by) {
    await continueFrom(trx, stored.continued_by, id);
    batch.log(changed(actor, 'event', stored.continued_by, 'update'));
  }
  batch.log(changed(actor, 'event', series.id, 'update'));
  batch.log(changed(actor, 'event', id, 'create'));
  return following;
}
