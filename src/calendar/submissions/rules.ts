import type { EventUpdate } from '#calendar/events/schema.ts';
import { secondsOf, utcText } from '#foundation/time/clock.ts';
import { type SubmissionField, type SubmissionUpdate, submissionFields } from './schema.ts';
import type { SubmissionRow } from './store.ts';

/** Minutes for which a rejection can be taken back before its maker is told. */
export const REJECTED_MINUTES = 10;
/** Seconds within which nobody fills in a form by hand. */
export const LEAST_SECONDS = 10;

const names = Object.keys(submissionFields) as readonly SubmissionField[];

/** Returns what was sent of a submission's fields, as it was sent, for its form to show again. */
export function sentFields(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = names.flatMap((name) =>
    name === 'contact_name' || name === 'contact_email' || sent[name] === undefined
      ? []
      : [[name, sent[name]] as const],
  );
  return Object.fromEntries(given);
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Returns the fields of the event that a submission is about, those that were sent. Its texts have no markup. New venues and
 * organizers aren't among them: they are made when it is accepted.
 */
export function eventFieldsOf(sent: SubmissionUpdate): EventUpdate {
  const { title, description, category, venue, venue_name } = sent;
  return {
    ...(title === undefined ? {} : { title: escaped(title) }),
    ...(description === undefined ? {} : { description: escaped(description) }),
    start_date: sent.start_date,
    end_date: sent.end_date,
    all_day: sent.all_day,
    cost: sent.cost,
    website: sent.website,
    recurrence: sent.recurrence,
    ...(category === undefined ? {} : { categories: category === 0 ? [] : [{ id: category }] }),
    ...(venue === undefined && !venue_name ? {} : { venue: venue ? [{ id: venue }] : [] }),
  };
}

/** Returns whether an editor, or who made it, has decided about a submission. */
export const isDecided = ({ state }: Pick<SubmissionRow, 'state'>): boolean =>
  state !== 'waiting' && state !== 'asked';

/** Returns whether a rejection can still be taken back unnoticed. */
export function isUnnoticed(
  { state, decided_utc }: Pick<SubmissionRow, 'state' | 'decided_utc'>,
  now: Temporal.Instant,
): boolean {
  if (state !== 'rejected' || decided_utc === null) return false;
  const elapsed = (secondsOf(utcText(now)) ?? 0) - (secondsOf(decided_utc) ?? 0);
  return elapsed < REJECTED_MINUTES * 60;
}

/** Returns the name under which mails about a decision can be taken back. */
export const mailReference = (id: number, matter: 'rejected' | 'received'): string =>
  `submission/${id}/${matter}`;
