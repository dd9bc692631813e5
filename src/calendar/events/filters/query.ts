import type { EditScope, ListScope, UnlockScope } from '#api/access/permissions.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { daysFrom } from '#foundation/time/civil.ts';
import type { Point } from './distance.ts';
import type { Bound } from './window.ts';

/** What a list of events asks for; every filter narrows. IDs are those of things that exist. */
export interface EventQuery {
  scope: ListScope;
  bounds: readonly Bound[];
  /** Show hidden ones too: all, or only this user's, and of those the published ones only if `public`. */
  hidden: EditScope;
  include?: readonly number[] | undefined;
  /** With everything below the categories asked for; those that no event is in may be left out. */
  categories?: readonly number[] | undefined;
  tags?: readonly number[] | undefined;
  venue?: readonly number[] | undefined;
  organizer?: readonly number[] | undefined;
  featured?: boolean | undefined;
  ticketed?: boolean | undefined;
  post_parent?: number | undefined;
  /** Folded words that must, or must not, occur. */
  search?:
    | {
        include: readonly string[];
        exclude: readonly string[];
        /** Looked in beside the site's; undefined: only in that. */
        language: Language | undefined;
      }
    | undefined;
  /** Protected events that filters may find by what they hide (D37). */
  unlocked: UnlockScope;
  geoloc?: boolean | undefined;
  near?: (Point & { radiusKm: number }) | undefined;
  /** Venues and organizers by which events are found. */
  linkedScope: ListScope;
  orderby: 'date' | 'publication' | 'title' | 'modified' | 'distance';
  order: 'asc' | 'desc';
}

/**
 * What follows from a bound for the start on the event's own clock: said too, so that an index in the order of starts
 * knows where to begin and to stop. What ends by then has started by then; no clock is a day from UTC.
 */
export function startBound({
  column,
  operator,
  moment,
}: Bound): Pick<Bound, 'operator' | 'moment'> | undefined {
  const isUpper = operator === '<' || operator === '<=';
  if (column === 'end_date') return isUpper ? { operator: '<=', moment } : undefined;
  if (column === 'utc_end_date') return isUpper ? { operator: '<=', moment: daysFrom(moment, 1) } : undefined;
  if (column === 'utc_start_date')
    return isUpper
      ? { operator: '<=', moment: daysFrom(moment, 1) }
      : { operator: '>=', moment: daysFrom(moment, -1) };
  return undefined;
}
