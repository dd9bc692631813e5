import { presentImage } from '#api/media/present.ts';
import { listMedia, type MediaRow } from '#api/media/store.ts';
import { textFor } from '#api/media/texts.ts';
import { findDuplicateEvents } from '#calendar/duplicates/events.ts';
import { listLinkIds } from '#calendar/linked/store.ts';
import type { Call } from '#context.ts';
import { languageOf } from '#foundation/i18n/catalogue.ts';
import { privateAddress } from './mails.ts';
import { isUnnoticed } from './rules.ts';
import type { OwnSubmission, SubmissionAnswer } from './schema.ts';
import type { OwnSubmissionRow, SubmissionRow } from './store.ts';

const fieldsOf = ({ fields }: SubmissionRow): Record<string, unknown> => Object(JSON.parse(fields));

/**
 * Returns a submission as whoever made it may see it: nothing of what an editor has changed, and no rejection that may be taken
 * back. Its picture has an address of its own: that of the file is for editors, until everybody may see it.
 */
export function presentOwn(call: Call, row: OwnSubmissionRow): OwnSubmission {
  const isHidden = isUnnoticed(row, call.now);
  const { picture } = row;
  const url = privateAddress(call, row, row.secret);
  const { id, slug, status } = { id: row.event_id, slug: row.slug, status: row.event_status };
  return {
    state: isHidden ? 'waiting' : row.state,
    message: isHidden ? '' : row.message,
    language: row.language,
    created_utc: row.created_utc,
    changed_utc: row.changed_utc,
    fields: { ...fieldsOf(row), contact_name: row.contact_name, contact_email: row.contact_email },
    url,
    rest_url: `${call.links.base}/kalends/v1/submit/${row.secret}`,
    event_url: status === 'publish' ? call.links.page('event', { id, slug, status }) : null,
    image: picture
      ? {
          url: `${url}/picture`,
          width: picture.width ?? 0,
          height: picture.height ?? 0,
          alt_text: textFor(picture.alt_text, {
            ...call,
            language: languageOf(row.language) ?? call.language,
          }),
        }
      : null,
  };
}

/** Returns submissions as editors see them. */
export async function presentSubmissions(
  call: Call,
  rows: readonly SubmissionRow[],
): Promise<SubmissionAnswer[]> {
  const ids = rows.flatMap(({ image_id }) => image_id ?? []);
  const pictures = await listMedia(call.services.db.read, ids);
  return rows.map((row) => presentSubmission(call, row, pictures.get(row.image_id ?? 0)));
}

function presentSubmission(call: Call, row: SubmissionRow, picture: MediaRow | undefined): SubmissionAnswer {
  return {
    id: row.id,
    state: row.state,
    message: row.message,
    language: row.language,
    created_utc: row.created_utc,
    changed_utc: row.changed_utc,
    decided_utc: row.decided_utc,
    decided_by: row.decided_by,
    contact: row.contact_email === '' ? null : { name: row.contact_name, email: row.contact_email },
    fields: fieldsOf(row),
    event: {
      id: row.event_id,
      title: row.title,
      status: row.event_status,
      start_date: row.start_date,
      end_date: row.end_date,
      timezone: row.timezone,
      rest_url: call.links.rest('events', row.event_id),
    },
    image: picture ? presentImage(picture, call) : null,
  };
}

/** Returns the events that a submission's is likely one with, the likeliest first. */
export async function presentDuplicates(call: Call, row: SubmissionRow) {
  const venues = await listLinkIds(call.services.db.read, 'venues', row.event_id);
  const found = await findDuplicateEvents(call, {
    title: row.title,
    utc_start_date: row.utc_start_date,
    venues,
    exclude: row.event_id,
  });
  return found.map(({ row: { id, title, start_date }, score, reasons }) => ({
    id,
    title,
    start_date,
    score,
    reasons: [...reasons],
  }));
}
