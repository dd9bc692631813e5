import { hash } from 'node:crypto';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import type { ImportItems, Remark, SourceKey, SourcePosition } from '../import-item.ts';
import { shortLabel } from '../named-items.ts';
import type { ReadRequest } from '../source-kind.ts';
import { type Component, find, firstValue, type Property } from './component.ts';
import type { CalendarEntry } from './document.ts';
import { readMoment } from './moment.ts';

/** Characters of an item's ID at its source. */
const KEY_LENGTH = 255;

/** A component of the events of one UID, read. */
export interface ReadEntry {
  readonly entry: CalendarEntry;
  readonly component: Component;
}

/** Items, and remarks about those that are left out. */
export interface AdaptedComponents {
  readonly items: ImportItems;
  readonly remarks: Remark[];
}

/** Returns the position of a component in its file. */
export const positionOf = ({ index, line }: CalendarEntry): SourcePosition => ({ index, line });
const textIn = (component: Component, name: string) => find(component, name)?.values[0] ?? '';
const labelOf = (component: Component): string | Message => {
  const summary = shortLabel(textIn(component, 'summary'));
  return summary === '' ? message('import.untitled') : summary;
};

/** Leaves a component out, or fails it. */
export function leaveOut(to: AdaptedComponents, { entry, component }: ReadEntry, reason: Message): void {
  to.remarks.push({ kind: 'events', item: labelOf(component), reason, position: positionOf(entry) });
}

/** Returns the property that names the date of a series which a component is; undefined: it is none. */
export const recurrenceIdOf = ({ component }: ReadEntry): Property | undefined =>
  find(component, 'recurrence-id');
/** Returns whether an override holds for all later dates too (RFC 5545 §3.2.13). */
export const isForFuture = (one: ReadEntry) =>
  /^thisandfuture$/i.test(recurrenceIdOf(one)?.parameters['range'] ?? '');

/** Returns whether a calendar does no more than cancel what it names (RFC 5546 §3.2.5). */
export const isCancel = ({ entry: { calendar } }: ReadEntry) =>
  /^cancel$/i.test(calendar.properties.get('METHOD') ?? '');

/** Returns the number by which the newer of two versions is known: SEQUENCE, then LAST-MODIFIED or DTSTAMP. */
function versionOf({ component }: ReadEntry): readonly [number, string] {
  const sequence = Number.parseInt(firstValue(component, 'sequence'), 10);
  const moment = readMoment(firstValue(component, 'last-modified') || firstValue(component, 'dtstamp'));
  return [Number.isFinite(sequence) ? sequence : 0, moment ? `${moment.day} ${moment.time ?? ''}` : ''];
}

function compareVersions(one: ReadEntry, other: ReadEntry): number {
  const [a, b] = [versionOf(one), versionOf(other)];
  return b[0] - a[0] || (a[1] < b[1] ? 1 : a[1] > b[1] ? -1 : 0);
}

/** Returns the newest of the versions of one thing, which are several where only their starts tell them apart; leaves out all others. */
export function newest(to: AdaptedComponents, versions: readonly ReadEntry[]): ReadEntry[] {
  const sorted = versions.toSorted(
    (one, other) => compareVersions(one, other) || one.entry.index - other.entry.index,
  );
  const [first] = sorted;
  if (!first) return [];
  const kept = [first];
  const startOf = ({ component }: ReadEntry) => JSON.stringify(find(component, 'dtstart') ?? null);
  for (const one of sorted.slice(1)) {
    const isEqual = compareVersions(first, one) === 0;
    if (isEqual && !kept.some((other) => startOf(other) === startOf(one))) kept.push(one);
    else leaveOut(to, one, message('import.skipped.older_version'));
  }
  return kept.sort((one, other) => one.entry.index - other.entry.index);
}

/** Returns the key of an event by its UID, or by its start and title where it has none. */
export function keyOf(
  request: Pick<ReadRequest, 'origin'>,
  { component }: ReadEntry,
  beside = '',
): SourceKey {
  const uid = firstValue(component, 'uid');
  const content = [
    textIn(component, 'summary'),
    JSON.stringify(find(component, 'dtstart') ?? null),
    textIn(component, 'location'),
  ];
  const id = uid === '' ? `none:${hash('sha256', content.join('\n'), 'base64url').slice(0, 22)}` : uid;
  const whole = beside === '' ? id : `${id} ${beside}`;
  return {
    source: request.origin,
    id: whole.length > KEY_LENGTH ? hash('sha256', whole, 'base64url') : whole,
  };
}
