import { timeFields } from '#calendar/events/fields.ts';
import type { Recurrence } from '#calendar/recurrence/recurrence.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { digested } from '../digest.ts';
import type { ImportEvent, ImportOverride, Repair, SourceKey } from '../import-item.ts';
import { shortLabel } from '../named-items.ts';
import { labelText, type ReadFieldsOfEvent } from './fields.ts';
import type { CalendarTimes } from './times.ts';
import { type AdaptedComponents, isCancel, positionOf, type ReadEntry } from './versions.ts';

/** Returns the fields by which an event's times are sent: instants where it does not repeat, else wall clocks. */
function timesSent(times: CalendarTimes, isSeries: boolean): Record<string, unknown> {
  const { isAllDay, timezone, start_date, end_date, utc_start_date, utc_end_date } = times;
  const zulu = (utc: string) => `${utc.replace(' ', 'T')}Z`;
  const asInstants = !isSeries && !isAllDay && utc_start_date !== undefined && utc_end_date !== undefined;
  return {
    start_date: asInstants ? zulu(utc_start_date) : start_date,
    end_date: asInstants ? zulu(utc_end_date) : end_date,
    timezone,
    all_day: isAllDay,
  };
}

/** Adds the items that an event names, and returns their keys. */
function linkItems(to: AdaptedComponents, { venues, organizers }: ReadFieldsOfEvent) {
  to.items.venues.push(...venues);
  to.items.organizers.push(...organizers);
  return {
    categories: [],
    tags: [],
    venues: venues.map(({ key }) => key),
    organizers: organizers.map(({ key }) => key),
  };
}

/** Adds the digest, which the date of change is no part of: many programs write the present there each time. */
function withDigest(item: Omit<ImportEvent, 'digest'>): ImportEvent {
  const { modified_utc: _, ...origin } = item.origin;
  return { ...item, digest: digested<ImportEvent>({ ...item, origin }).digest };
}

/** An event on its way to an item: its component with its times and what repeats it. */
export interface EventDraft {
  readonly from: ReadEntry;
  readonly key: SourceKey;
  readonly uid: string | undefined;
  readonly times: CalendarTimes;
  readonly recurrence: Recurrence | null;
  readonly repairs: Repair[];
  readonly overrides: ImportOverride[];
  readonly fields: ReadFieldsOfEvent;
  readonly continues?: SourceKey | undefined;
}

/** Adds the item of an event, and those that it names. */
export function addEvent(to: AdaptedComponents, draft: EventDraft): void {
  const { from, key, uid, times, recurrence, repairs, overrides, fields, continues } = draft;
  const links = linkItems(to, fields);
  const isSeries = recurrence !== null;
  to.items.events.push(
    withDigest({
      key,
      label: shortLabel(labelText(fields.title)),
      wantedId: undefined,
      language: undefined,
      translations: undefined,
      embedded: false,
      position: positionOf(from.entry),
      repairs,
      author: undefined,
      picture: fields.picture,
      origin: fields.origin,
      links,
      parent: undefined,
      termNames: fields.termNames,
      byUid: true,
      ...(isCancel(from) ? { cancels: true as const } : {}),
      ...(isSeries
        ? {
            series: {
              occurrenceIds: Object.fromEntries(overrides.map(({ recurrenceId }) => [recurrenceId, 0])),
              overrides,
              continues,
            },
          }
        : {}),
      sent: {
        ...fields.sent,
        ...timesSent(times, isSeries),
        ...(uid === undefined ? {} : { uid }),
        // An object without lists ends the repeating (contract R1); null says nothing in a creation.
        recurrence: recurrence ?? {},
      },
    }),
  );
}

/** Returns a date of a series as an event with the values that are its own. */
export function overrideEvent(
  { from, key, fields }: { from: ReadEntry; key: SourceKey; fields: ReadFieldsOfEvent },
  sent: Readonly<Record<string, unknown>>,
  links: ImportEvent['links'] = { categories: [], tags: [], venues: [], organizers: [] },
): ImportEvent {
  return withDigest({
    key,
    label: shortLabel(labelText(fields.title)),
    wantedId: undefined,
    language: undefined,
    translations: undefined,
    embedded: false,
    position: positionOf(from.entry),
    author: undefined,
    picture: fields.picture,
    origin: fields.origin,
    links,
    parent: undefined,
    termNames: fields.termNames,
    sent,
  });
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields in which a date differs from its series, and their values. */
export function overrideOf(
  to: AdaptedComponents,
  draft: EventDraft,
  {
    one,
    fields,
    times,
    recurrenceId,
  }: { one: ReadEntry; fields: ReadFieldsOfEvent; times: CalendarTimes; recurrenceId: string },
): ImportOverride | undefined {
  const names: string[] = [];
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields.sent)) {
    // A date of change is no value of a date's own, and its status is that of the series.
    if (name === 'date_utc' || name === 'status' || isEqual(value, draft.fields.sent[name])) continue;
    names.push(name);
    sent[name] = value;
  }
  const own = ownTimes(draft.times, times, recurrenceId);
  if (own) {
    names.push(...timeFields.filter((name) => name in own));
    Object.assign(sent, own);
  }
  const keys = (of: ReadFieldsOfEvent, kind: 'venues' | 'organizers') => of[kind].map(({ key }) => key.id);
  if (!isEqual(keys(fields, 'venues'), keys(draft.fields, 'venues'))) names.push('venue');
  if (!isEqual(keys(fields, 'organizers'), keys(draft.fields, 'organizers'))) names.push('organizer');
  if (!isEqual(fields.termNames, draft.fields.termNames)) names.push('categories', 'tags');
  if (!isEqual(fields.picture, draft.fields.picture)) names.push('image');
  if (fields.origin.website !== draft.fields.origin.website) names.push('website');
  if (names.length === 0) return undefined;
  const links = linkItems(to, fields);
  return {
    recurrenceId,
    fields: names,
    event: overrideEvent({ from: one, key: draft.key, fields }, sent, links),
  };
}

/** Returns the times of a date that its rule does not give it; undefined where it gives it all of them. */
function ownTimes(
  series: CalendarTimes,
  own: CalendarTimes,
  recurrenceId: string,
): Record<string, unknown> | undefined {
  const length = (secondsOf(series.end_date) ?? 0) - (secondsOf(series.start_date) ?? 0);
  const regularEnd = textOf((secondsOf(recurrenceId) ?? 0) + length);
  const isRegular =
    own.isAllDay === series.isAllDay &&
    own.timezone === series.timezone &&
    own.start_date === recurrenceId &&
    own.end_date === regularEnd;
  if (isRegular) return undefined;
  const isMoved = own.isAllDay !== series.isAllDay || own.timezone !== series.timezone;
  if (isMoved) return timesSent(own, false);
  return timesSent(own, true);
}
