import { can, isOutOfScope, type Status, type Viewer } from '#api/access/permissions.ts';
import type { Actor } from '#api/routing/actor.ts';
import { forbidden, KalendsError } from '#errors.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { slugify } from '#foundation/text/slug.ts';
import { utcText } from '#foundation/time/clock.ts';
import { readDate } from '#foundation/time/typed.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { ChangeAction } from '#store/db/changes.ts';

/** The date that stands for none: drafts have it until they are published. */
export const NO_DATE = '0000-00-00 00:00:00';

/**
 * Returns the status after a write (reference 5.1, D22, D30). Without one asked for, a creation gets `publish`, or `draft`
 * where the caller may not publish. `publish` with a date ahead becomes `future`, `future` without one `publish`; callers
 * who may not publish get `pending` for both and for `private`.
 */
export function resultingStatus(
  viewer: Viewer,
  asked: Status | undefined,
  dateUtc: string,
  nowUtc: string,
): Status {
  if (!can(viewer, 'publish')) {
    if (asked === undefined) return 'draft';
    return asked === 'publish' || asked === 'future' || asked === 'private' ? 'pending' : asked;
  }
  const wanted = asked ?? 'publish';
  if (wanted === 'publish' || wanted === 'future')
    return dateUtc !== NO_DATE && dateUtc > nowUtc ? 'future' : 'publish';
  return wanted;
}

/**
 * Returns the status after an update: as before where none is sent, except that a date sent moves published items between
 * `publish` and `future` (D1, reference 5.1).
 */
export function updatedStatus(
  viewer: Viewer,
  sent: { status?: Status | undefined; date?: string | undefined; date_utc?: string | undefined },
  was: Status,
  at: { dateUtc: string; nowUtc: string },
): Status {
  if (sent.status !== undefined) return resultingStatus(viewer, sent.status, at.dateUtc, at.nowUtc);
  const dated = sent.date !== undefined || sent.date_utc !== undefined;
  if (!dated || (was !== 'publish' && was !== 'future')) return was;
  return resultingStatus(viewer, was, at.dateUtc, at.nowUtc);
}

/** Returns the change log's action for an update between two statuses. */
export function changeAction(was: string, now: string): ChangeAction {
  if (was === now) return 'update';
  if (now === 'trash') return 'trash';
  if (was === 'trash') return 'restore';
  return now === 'publish' ? 'publish' : 'update';
}

/**
 * Returns the author's ID after a write: the one asked for, else the present one, else the caller's.
 * @throws KalendsError `rest_cannot_set_author` where another is asked for without the right (D21)
 */
export function authorOf({ viewer }: Actor, asked: number | undefined, before?: number): number {
  const present = before ?? viewer?.id ?? 0;
  if (asked === undefined || asked === present) return present;
  if (isOutOfScope(viewer, 'edit_others')) throw new KalendsError('rest_token_scope');
  if (!can(viewer, 'edit_others'))
    throw new KalendsError('rest_cannot_set_author', { status: viewer ? 403 : 401 });
  return asked;
}

/**
 * Returns the password that protects something new; '' where none is sent.
 * @throws KalendsError `rest_forbidden` where one is sent without the right to publish (D41)
 */
export function newPassword({ viewer }: Actor, sent: string | undefined): string {
  if (sent === undefined || sent === '') return '';
  if (!can(viewer, 'publish')) throw forbidden(viewer);
  return sent;
}

/** The moment of publication: `date` on the site's clock, `date_utc` in UTC. */
export interface Publication {
  date: string;
  date_utc: string;
}

/**
 * Returns the publication moment of a write (reference 5.3, D13). One given: the other follows, except that a draft or pending
 * item given no `date_utc` has none. Both: each as given. Neither: as before, or now. `status` is the one asked for.
 * A draft without a moment gets one when it's published.
 */
export function publication(
  sent: { date?: string | undefined; date_utc?: string | undefined },
  at: { now: Temporal.Instant; zone: string; status: string; before?: Publication },
): Publication {
  const unpublished = at.status === 'draft' || at.status === 'pending';
  const nowUtc = utcText(at.now);
  const local = sent.date === undefined ? undefined : readDate(sent.date, { now: at.now, zone: at.zone });
  const utc = sent.date_utc === undefined ? undefined : readDate(sent.date_utc, { now: at.now, zone: 'UTC' });
  if (local && utc) return { date: local.wall, date_utc: utc.utc };
  if (local) return { date: local.wall, date_utc: unpublished ? NO_DATE : local.utc };
  if (utc) return { date: toWall(utc.utc, at.zone), date_utc: utc.utc };
  const { before } = at;
  if (before && (before.date_utc !== NO_DATE || unpublished || at.status === 'trash'))
    return { date: before.date, date_utc: before.date_utc };
  return { date: toWall(nowUtc, at.zone), date_utc: unpublished ? NO_DATE : nowUtc };
}

/** Returns whether each engine reads all values of a row back exactly as they were written. */
export const isStoredAsIs = (row: object): boolean =>
  Object.values(row).every((value: unknown) =>
    typeof value === 'string'
      ? value.isWellFormed() && !value.includes('\u0000')
      : value === null || (typeof value === 'number' && Number.isFinite(value)),
  );

/** Ends the slug of a trashed item. */
export const TRASHED = '__trashed';

/** Returns the slug of an item in the trash, which an item without a slug has too. */
export const trashedSlug = (slug: string) => (slug.endsWith(TRASHED) ? slug : slug + TRASHED);
/** Returns the slug of an item after it left the trash. */
export const restoredSlug = (slug: string) =>
  slug.endsWith(TRASHED) ? slug.slice(0, -TRASHED.length) : slug;

/** Returns a title's slug in its language; the ID where the title has no usable characters. */
export const slugFrom = (title: string, id: number, language: Language) =>
  slugify(title, language) || String(id);
