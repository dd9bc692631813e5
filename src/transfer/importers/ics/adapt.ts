import type { FirstDate, Recurrence } from '#calendar/recurrence/recurrence.ts';
import { RecurrenceError } from '#calendar/recurrence/recurrence.ts';
import { shiftRecurrence } from '#calendar/recurrence/shift.ts';
import { splitRecurrence } from '#calendar/recurrence/split.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import type { ImportOverride, Repair, SourceKey } from '../import-item.ts';
import { repair } from '../named-items.ts';
import type { ReadRequest } from '../source-kind.ts';
import { find, firstValue } from './component.ts';
import type { Calendar } from './document.ts';
import { addEvent, type EventDraft, overrideEvent, overrideOf } from './event-items.ts';
import { readFieldsOf } from './fields.ts';
import {
  checked,
  expanded,
  instantsOf,
  type RecurrenceReading,
  readRecurrenceOf,
  repeats,
  wallOf,
} from './recurrence.ts';
import { type CalendarTimes, readTimes, stampOf, zonesNamed } from './times.ts';
import {
  type AdaptedComponents,
  isForFuture,
  keyOf,
  leaveOut,
  newest,
  type ReadEntry,
  recurrenceIdOf,
} from './versions.ts';
import type { ZoneFinder } from './zones.ts';

/** Settings of adapting that hold for a whole file. */
export interface Adapting {
  readonly request: ReadRequest;
  zonesOf(calendar: Calendar): ZoneFinder;
}

/** Adapts the events of one UID: a series with its overrides, single events, and what is left out of them. */
export class GroupAdapter {
  readonly #adapting: Adapting;

  constructor(adapting: Adapting) {
    this.#adapting = adapting;
  }

  async add(to: AdaptedComponents, group: readonly ReadEntry[]): Promise<void> {
    const wanted = group.filter((one) => this.#isWanted(to, one));
    for (const { entry, component } of wanted)
      await this.#adapting.zonesOf(entry.calendar).prepare(zonesNamed(component));
    const masters = newest(
      to,
      wanted.filter((one) => !recurrenceIdOf(one)),
    );
    const overrides = this.#newestOverrides(
      to,
      wanted.filter((one) => recurrenceIdOf(one)),
    );
    const [master, ...others] = masters;
    if (master) this.#addMaster(to, master, overrides);
    else for (const one of overrides) this.#addLone(to, one);
    for (const one of others) {
      const beside = (find(one.component, 'dtstart')?.values ?? []).join(' ');
      const shared = repair('uid_shared', 'uid', firstValue(one.component, 'uid'));
      this.#addMaster(to, one, [], {
        key: keyOf(this.#adapting.request, one, beside),
        uid: undefined,
        repairs: [shared],
      });
    }
  }

  /** Returns whether a component is an event that is to be imported; leaves it out otherwise. */
  #isWanted(to: AdaptedComponents, one: ReadEntry): boolean {
    const { entry, component } = one;
    const isPrivate = /^(?:PRIVATE|CONFIDENTIAL)$/i.test(firstValue(component, 'class'));
    const isIncluded = this.#adapting.request.options.include_private === true;
    if (entry.isTruncated) leaveOut(to, one, message('import.skipped.truncated'));
    else if (entry.name !== 'VEVENT')
      leaveOut(to, one, message('import.skipped.not_an_event', { name: entry.name.slice(0, 40) }));
    else if (isPrivate && !isIncluded) leaveOut(to, one, message('import.skipped.not_public'));
    else return true;
    return false;
  }

  /** Returns the newest of each date's overrides. */
  #newestOverrides(to: AdaptedComponents, all: readonly ReadEntry[]): ReadEntry[] {
    const byDate = Map.groupBy(all, (one) => {
      const property = recurrenceIdOf(one);
      const zones = this.#adapting.zonesOf(one.entry.calendar);
      const stamp = property && stampOf(property.values[0] ?? '', property, zones);
      return stamp?.utc ?? stamp?.moment.day ?? property?.values[0] ?? '';
    });
    return [...byDate.values()].flatMap((versions) => {
      const [first, ...others] = newest(to, versions);
      for (const one of others) leaveOut(to, one, message('import.skipped.older_version'));
      return first ?? [];
    });
  }

  #reading({ entry: { calendar, index, line } }: ReadEntry, repairs: Repair[]) {
    return { calendar, request: this.#adapting.request, position: { index, line }, repairs };
  }

  #recurrenceReading({ entry: { calendar } }: ReadEntry, repairs: Repair[]): RecurrenceReading {
    const { now, horizon } = this.#adapting.request.site;
    return { zones: this.#adapting.zonesOf(calendar), days: { today: now.slice(0, 10), horizon }, repairs };
  }

  #times(one: ReadEntry, isSeries: boolean, repairs: Repair[]): CalendarTimes | Message {
    const { calendar } = one.entry;
    const zones = this.#adapting.zonesOf(calendar);
    const otherwise = recurrenceIdOf(one);
    return readTimes(
      one.component,
      { zones, isMicrosoft: calendar.isMicrosoft, isSeries, otherwise },
      repairs,
    );
  }

  /** Adds an override whose series the file does not have. */
  #addLone(to: AdaptedComponents, one: ReadEntry): void {
    const value = (recurrenceIdOf(one)?.values ?? []).join(' ');
    const repairs = [repair('override_without_series', null, value)];
    this.#addMaster(to, one, [], { key: keyOf(this.#adapting.request, one, value), uid: undefined, repairs });
  }

  #addMaster(
    to: AdaptedComponents,
    from: ReadEntry,
    overrides: readonly ReadEntry[],
    given: { key: SourceKey; uid: string | undefined; repairs: Repair[] } = {
      key: keyOf(this.#adapting.request, from),
      uid: firstValue(from.component, 'uid') || undefined,
      repairs: [],
    },
  ): void {
    const repairs = [...given.repairs];
    if (from.component.isBroken) repairs.push(repair('line_joined', null));
    const isSeries = repeats(from.component);
    const times = this.#times(from, isSeries, repairs);
    if (!('timezone' in times)) {
      leaveOut(to, from, times);
      for (const one of overrides) this.#addLone(to, one);
      return;
    }
    const fields = readFieldsOf(from.component, this.#reading(from, repairs));
    const draft = { from, key: given.key, uid: given.uid, times, repairs, fields };
    if (!isSeries) {
      addEvent(to, { ...draft, recurrence: null, overrides: [] });
      for (const one of overrides) this.#addLone(to, one);
      return;
    }
    const { recurrence, first, periods, isEmpty } = readRecurrenceOf(
      from.component,
      times,
      this.#recurrenceReading(from, repairs),
    );
    if (isEmpty) {
      leaveOut(to, from, message('import.skipped.no_dates'));
      return;
    }
    if (recurrence === null) {
      addEvent(to, { ...draft, recurrence: null, overrides: [] });
      for (const one of overrides) this.#addLone(to, one);
      return;
    }
    this.#addSeries(to, { ...draft, recurrence, overrides: [] }, first, { overrides, periods });
  }

  /** Adds a series with its overrides; one that holds for what follows splits it. */
  #addSeries(
    to: AdaptedComponents,
    draft: EventDraft & { recurrence: Recurrence },
    first: FirstDate,
    beside: { overrides: readonly ReadEntry[]; periods: ReadonlyMap<string, string> },
    shift = 0,
  ): void {
    const { from, repairs } = draft;
    const reading = this.#recurrenceReading(from, repairs);
    const placed = beside.overrides.flatMap((one) => {
      const property = recurrenceIdOf(one);
      const stamp =
        property && stampOf(property.values[0] ?? '', property, this.#adapting.zonesOf(one.entry.calendar));
      if (!stamp) {
        leaveOut(
          to,
          one,
          message('import.recurrence_id_unreadable', { value: (property?.values[0] ?? '').slice(0, 60) }),
        );
        return [];
      }
      const wall = textOf((secondsOf(wallOf(stamp, first, reading.zones)) ?? 0) + shift);
      return [{ one, wall, isOther: (stamp.utc === undefined) !== first.all_day }];
    });
    placed.sort((a, b) => (a.wall < b.wall ? -1 : 1));
    const last = placed.at(-1)?.wall ?? first.start_date;
    const made =
      placed.length === 0 ? [] : instantsOf(draft.recurrence, first, `${last.slice(0, 10)} 23:59:59`);
    const known = new Set(made);
    const byDay = new Map(made.map((id) => [id.slice(0, 10), id]));
    const excluded = new Set(draft.recurrence.exdate);
    const extra: string[] = [];
    const dated: { one: ReadEntry; id: string }[] = [];
    for (const { one, wall } of placed) {
      const day = wall.slice(0, 10);
      const match = known.has(wall) ? wall : undefined;
      const near = match ?? (wall.endsWith('00:00:00') ? byDay.get(day) : undefined);
      if (near !== undefined) {
        if (match === undefined) repairs.push(repair('exdate_matched', 'recurrence', wall, near));
        dated.push({ one, id: near });
      } else if (excluded.has(wall) || excluded.has(day))
        leaveOut(to, one, message('import.skipped.date_left_out'));
      else if (wall < first.start_date) this.#addLone(to, one);
      else {
        extra.push(wall);
        dated.push({ one, id: wall });
      }
    }
    let { recurrence } = draft;
    if (extra.length > 0) {
      repairs.push(repair('override_added', 'recurrence', null, extra.join(', ')));
      const whole = { ...recurrence, rdate: [...new Set([...recurrence.rdate, ...extra])].sort() };
      recurrence = checked(whole, first, reading) ?? recurrence;
    }
    const splitter = dated.find(({ one, id }) => isForFuture(one) && id > first.start_date);
    const own = splitter ? dated.filter(({ id }) => id < splitter.id) : dated;
    let before: Recurrence | null = recurrence;
    let after: { recurrence: Recurrence; first: FirstDate } | undefined;
    if (splitter)
      try {
        const parts = splitRecurrence(recurrence, first, splitter.id);
        before = parts.before;
        after = { recurrence: parts.after, first: parts.firstAfter };
      } catch (error) {
        if (!(error instanceof RecurrenceError) && !(error instanceof RangeError)) throw error;
        own.push(...dated.filter(({ id }) => id >= splitter.id));
      }
    const overrides = own.flatMap(({ one, id }) => this.#override(to, draft, one, id) ?? []);
    for (const [id, end] of beside.periods) {
      const isOwn = overrides.some(({ recurrenceId }) => recurrenceId === id);
      if (!isOwn && (!splitter || id < splitter.id)) overrides.push(this.#period(draft, id, end));
    }
    const isSeries = before !== null && (before.rrule.length > 0 || before.rdate.length > 0);
    addEvent(to, { ...draft, recurrence: isSeries ? before : null, overrides: isSeries ? overrides : [] });
    if (!splitter || !after) return;
    this.#addFollowing(
      to,
      draft,
      splitter,
      after,
      {
        overrides: dated
          .filter(({ id, one }) => id > splitter.id && one !== splitter.one)
          .map(({ one }) => one),
        periods: new Map([...beside.periods].filter(([id]) => id >= splitter.id)),
      },
      shift,
    );
  }

  /** Adds the series that follows an override which holds for all later dates (RFC 5545 §3.2.13). */
  #addFollowing(
    to: AdaptedComponents,
    draft: EventDraft,
    { one, id }: { one: ReadEntry; id: string },
    after: { recurrence: Recurrence; first: FirstDate },
    beside: { overrides: readonly ReadEntry[]; periods: ReadonlyMap<string, string> },
    shift: number,
  ): void {
    const repairs: Repair[] = [];
    const times = this.#times(one, true, repairs);
    if (!('timezone' in times)) {
      leaveOut(to, one, times);
      return;
    }
    const fields = readFieldsOf(one.component, this.#reading(one, repairs));
    const moved = (secondsOf(times.start_date) ?? 0) - (secondsOf(id) ?? 0);
    const start = textOf((secondsOf(after.first.start_date) ?? 0) + moved);
    const length = (secondsOf(times.end_date) ?? 0) - (secondsOf(times.start_date) ?? 0);
    const first: FirstDate = {
      start_date: start,
      end_date: textOf((secondsOf(start) ?? 0) + length),
      timezone: times.timezone,
      all_day: times.isAllDay,
    };
    const reading = this.#recurrenceReading(one, repairs);
    let recurrence: Recurrence | null;
    try {
      recurrence = checked(shiftRecurrence(after.recurrence, after.first, first).recurrence, first, reading);
    } catch (error) {
      if (!(error instanceof RecurrenceError)) throw error;
      recurrence = expanded(after.recurrence, after.first, reading);
    }
    const whole = {
      from: one,
      key: keyOf(this.#adapting.request, one, id),
      uid: undefined,
      times: { ...times, start_date: first.start_date, end_date: first.end_date },
      repairs,
      fields,
      continues: draft.key,
    };
    if (recurrence === null) addEvent(to, { ...whole, recurrence, overrides: [] });
    else this.#addSeries(to, { ...whole, recurrence, overrides: [] }, first, beside, shift + moved);
  }

  /** Returns the date of a series whose length is its own. */
  #period({ fields, from, key, times }: EventDraft, recurrenceId: string, end: string): ImportOverride {
    const patternTimes = {
      start_date: recurrenceId,
      end_date: end,
      timezone: times.timezone,
      all_day: times.isAllDay,
    };
    return { recurrenceId, fields: ['end_date'], event: overrideEvent({ from, key, fields }, patternTimes) };
  }

  /** Returns a date of a series with the values that are its own; undefined where it has none. */
  #override(
    to: AdaptedComponents,
    draft: EventDraft,
    one: ReadEntry,
    recurrenceId: string,
  ): ImportOverride | undefined {
    const repairs: Repair[] = [];
    const times = this.#times(one, true, repairs);
    if (!('timezone' in times)) {
      leaveOut(to, one, times);
      return undefined;
    }
    const fields = readFieldsOf(one.component, this.#reading(one, repairs));
    draft.repairs.push(...repairs);
    return overrideOf(to, draft, { one, fields, times, recurrenceId });
  }
}
