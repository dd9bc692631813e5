import Type from 'typebox';
import { can, mayListStatuses, type Status, statuses, type Viewer } from '#api/access/permissions.ts';
import { listOf } from '#api/http/coercion.ts';
import type { QueryPair } from '#api/routing/paging.ts';
import { LIST_LIMIT, type Parameter, parameter, refuse } from '#api/routing/parameter.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import type { ChangeAction } from '#store/db/changes.ts';

/** A date that is no moment: what drafts have until they are published. */
export const NO_DATE = '0000-00-00 00:00:00';

/**
 * The status that a write leads to (reference 5.1, D22, D30). `asked` absent: `publish` or `draft` on create; callers
 * that update keep the old one. `publish` with a date ahead is `future`, and `future` without one is `publish`; who
 * may not publish gets `pending` for both and for `private`.
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
 * The status that an update leads to: as before where none is sent, a date apart, which moves what is public between
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

/** Returns the word of the change log for an update that leads from one status to another. */
export function changeAction(was: string, now: string): ChangeAction {
  if (was === now) return 'update';
  if (now === 'trash') return 'trash';
  if (was === 'trash') return 'restore';
  return now === 'publish' ? 'publish' : 'update';
}

const asStatus = (value: unknown): Status | undefined => statuses.find((status) => status === value);

/** The `status` of a write; `trash` is for updates only (D30). */
export function statusField(options: { trash: boolean }): Parameter<Status, false> {
  const allowed: Status[] = statuses.filter((status) => options.trash || status !== 'trash');
  return parameter<Status>(Type.Enum(allowed), (value) => {
    if (typeof value !== 'string')
      return { problem: { message: message('problem.type_string'), detail: 'rest_invalid_type' } };
    const status = asStatus(value);
    return status && allowed.includes(status) ? { value: status } : refuse('problem.status');
  });
}

/** The `status` filter of lists: text with commas or array, none twice; only `publish` for those who may not create (reference 3.0, STATUSLIST). An empty one is what the public and its members see: `publish` and `private`. */
export const statusFilter: Parameter<Status[], false> = parameter<Status[]>(
  Type.String({ format: 'string', examples: ['publish', 'publish,draft'] }),
  (value, { call }) => {
    if (value === '' && mayListStatuses(call.viewer)) return { value: ['publish', 'private'] };
    const members = typeof value === 'number' ? undefined : listOf(value);
    if (!members || members.length === 0 || members.length > LIST_LIMIT) return refuse('problem.statuses');
    const found: Status[] = [];
    for (const member of members) {
      const status = typeof member === 'string' ? asStatus(member.trim()) : undefined;
      if (!status || found.includes(status)) return refuse('problem.statuses');
      found.push(status);
    }
    if (!mayListStatuses(call.viewer) && !(found.length === 1 && found[0] === 'publish'))
      return refuse('problem.status_forbidden');
    return { value: found };
  },
);

/** The `status` in a list's address: what was asked for, or what the caller gets without asking (reference 4.10). */
export function statusPair(viewer: Viewer, asked: readonly Status[] | undefined): QueryPair {
  if (asked) return ['status', asked.join(',')];
  // The reference calls it so, but refuses it as a value: its own links lead there into an error.
  return mayListStatuses(viewer) ? ['status', 'any', 'shown'] : ['status', 'publish'];
}
