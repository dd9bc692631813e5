import type { FeedItem } from '../items/items.ts';
import { type ComponentClock, clockOf, eventComponent } from './event.ts';
import { isUtc } from './timezone.ts';

/** A zone that a component names, and the first wall clock that it has in it. */
interface ZoneUse {
  readonly zone: string;
  readonly from: string;
}

/** A component of a calendar, and the zones that it needs. */
export interface IcalComponent {
  readonly text: string;
  readonly uses: readonly ZoneUse[];
}

/** Returns the zone that a component needs for times on a clock from some wall clock on. */
export const usesOf = ({ zone, isAllDay }: ComponentClock, from: string): readonly ZoneUse[] =>
  isAllDay || isUtc(zone) ? [] : [{ zone, from }];

/** Returns the component of an item: of a date of a series with the RECURRENCE-ID by which its series knows it. */
export function componentOf(item: FeedItem): IcalComponent {
  const { event, record } = item;
  const own = usesOf(clockOf(event), event.start_date);
  const { repeating } = record;
  if (!repeating?.occurrence) return { text: eventComponent(item, {}), uses: own };
  const { timezone, all_day } = repeating.series.event;
  // What a password hides has times, and its series too.
  const clock = { zone: timezone, isAllDay: all_day === 1 && event.all_day !== null };
  const at = repeating.occurrence.recurrence_id;
  const text = eventComponent(item, { id: { at, clock } });
  return { text, uses: [...own, ...usesOf(clock, at)] };
}
