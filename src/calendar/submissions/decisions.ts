import { NO_PICTURES } from '#api/media/actions.ts';
import type { EventUpdate } from '#calendar/events/schema.ts';
import { findItem, updateScope } from '#calendar/events/series-scopes.ts';
import { nameKey } from '#calendar/linked/rules.ts';
import { listLinkIds } from '#calendar/linked/store.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Writing } from '#store/db/engine.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { tellSubmitter } from './mails.ts';
import { isDecided } from './rules.ts';
import { findByName, findSubmission, type SubmissionRow, slugOf, updateSubmission } from './store.ts';

/** Returns a submission by its ID. @throws KalendsError `rest_submission_not_found` */
export async function getSubmission(
  { services: { db } }: Pick<Call, 'services'>,
  id: number,
): Promise<SubmissionRow> {
  const row = await findSubmission((db.origin ?? db).read, id);
  if (!row) throw new KalendsError('rest_submission_not_found');
  return row;
}

/** Decides about a submission in one transaction with its event and its mail. */
function decide(
  call: Call,
  id: number,
  work: (batch: WriteBatch, row: SubmissionRow) => Promise<void>,
): Promise<SubmissionRow> {
  return writeBatch(call.services.db, async (batch) => {
    const row = await findSubmission(batch.trx, id);
    if (!row) throw new KalendsError('rest_submission_not_found');
    await work(batch, row);
    return { ...row, ...(await findSubmission(batch.trx, id)) };
  });
}

async function updateEventOf(
  batch: WriteBatch,
  call: Call,
  row: SubmissionRow,
  sent: EventUpdate,
): Promise<void> {
  const item = await findItem(batch.trx, row.event_id);
  await updateScope(batch, call, item, { sent, scope: undefined, reset: undefined, pictures: NO_PICTURES });
  await batch.flush();
}

function refuseDecided(row: SubmissionRow): void {
  if (isDecided(row)) throw new KalendsError('rest_submission_decided');
}

const textIn = (fields: Readonly<Record<string, unknown>>, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Returns the venue and organizer that were proposed by name, for an event that has none: known ones, or new ones. */
async function proposedLinks(
  trx: Writing,
  row: SubmissionRow,
  venue: number | undefined,
): Promise<Pick<EventUpdate, 'venue' | 'organizer'>> {
  const sent: Readonly<Record<string, unknown>> = Object(JSON.parse(row.fields));
  const links: Pick<EventUpdate, 'venue' | 'organizer'> = {};
  const place = textIn(sent, 'venue_name');
  if (venue !== undefined) links.venue = [{ id: venue }];
  else if (place !== '' && (await listLinkIds(trx, 'venues', row.event_id)).length === 0) {
    const known = await findByName(trx, 'venues', nameKey(place));
    const fields = { venue: place, address: textIn(sent, 'venue_address'), city: textIn(sent, 'venue_city') };
    links.venue = [known === undefined ? { fields } : { id: known }];
  }
  const host = textIn(sent, 'organizer');
  if (host !== '' && (await listLinkIds(trx, 'organizers', row.event_id)).length === 0) {
    const known = await findByName(trx, 'organizers', nameKey(host));
    links.organizer = [known === undefined ? { fields: { organizer: host } } : { id: known }];
  }
  return links;
}

/**
 * Publishes the event of a submission, with the venue and organizer that were proposed by name, and tells who made it.
 * @param venue another venue, by its ID
 * @throws KalendsError `rest_submission_not_found`, `rest_submission_decided`
 */
export const accept = (call: Call, id: number, venue?: number): Promise<SubmissionRow> =>
  decide(call, id, async (batch, row) => {
    refuseDecided(row);
    const { trx } = batch;
    const links = await proposedLinks(trx, row, venue);
    await updateEventOf(batch, call, row, { ...links, status: 'publish' });
    await updateSubmission(trx, id, decided(call, 'accepted', ''));
    const event = await slugOf(trx, row.event_id);
    await tellSubmitter(trx, call, { ...row, message: '' }, 'accepted', {
      eventAddress: event && call.links.page('event', event),
    });
  });

/** Asks who made a submission, who may answer by changing it. @throws KalendsError as `accept` */
export const ask = (call: Call, id: number, question: string): Promise<SubmissionRow> =>
  decide(call, id, async ({ trx }, row) => {
    refuseDecided(row);
    await updateSubmission(trx, id, { state: 'asked', message: question });
    await tellSubmitter(trx, call, { ...row, message: question }, 'asked');
  });

/**
 * Rejects a submission: its event goes to the trash at once, the mail after some minutes, in which `reopen` takes it back.
 * @throws KalendsError as `accept`
 */
export const reject = (call: Call, id: number, reason: string): Promise<SubmissionRow> =>
  decide(call, id, async (batch, row) => {
    refuseDecided(row);
    await updateEventOf(batch, call, row, { status: 'trash' });
    await updateSubmission(batch.trx, id, decided(call, 'rejected', reason));
    await tellSubmitter(batch.trx, call, { ...row, message: reason }, 'rejected');
  });

/**
 * Lets a rejected submission wait again, as it does by itself once its event does; with that the mail about it goes unless it is sent
 * (migration 0035).
 * @throws KalendsError `rest_submission_not_found`, `rest_submission_decided` where it isn't a rejected one
 */
export const reopen = (call: Call, id: number): Promise<SubmissionRow> =>
  decide(call, id, async (batch, row) => {
    if (row.state !== 'rejected') throw new KalendsError('rest_submission_decided');
    if (row.event_status === 'trash') await updateEventOf(batch, call, row, { status: 'pending' });
    await updateSubmission(batch.trx, id, {
      state: 'waiting',
      message: '',
      decided_utc: null,
      decided_by: null,
    });
  });

const decided = ({ now, viewer }: Call, state: 'accepted' | 'rejected', text: string) => ({
  state,
  message: text,
  decided_utc: utcText(now),
  decided_by: viewer?.id ?? null,
});
