import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

/** An occurrence as a reader of a calendar sees it: instants in UTC, or days where it takes all day; the end is not included. */
export interface SeenOccurrence {
  readonly summary: string;
  readonly start: string;
  readonly end: string;
}

const utc = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

const compare = (a: SeenOccurrence, b: SeenOccurrence): number =>
  a.start < b.start ? -1 : a.start > b.start ? 1 : a.summary < b.summary ? -1 : a.summary > b.summary ? 1 : 0;

/** Returns occurrences in the order of their starts. */
export const sorted = (seen: readonly SeenOccurrence[]): SeenOccurrence[] => [...seen].sort(compare);

function timeOf(time: ICAL.Time): string {
  if (time.isDate) return time.toString();
  return utc(new Date(time.toUnixTime() * 1000));
}

/** Returns the occurrences of a calendar that start before a day, as ical.js finds them. */
export function seenByIcalJs(text: string, until: string): SeenOccurrence[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const masters: ICAL.Event[] = [];
  const exceptions: ICAL.Event[] = [];
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(component, { strictExceptions: true, exceptions: [] });
    (event.isRecurrenceException() ? exceptions : masters).push(event);
  }
  const seen: SeenOccurrence[] = [];
  const add = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time) =>
    seen.push({ summary: item.summary, start: timeOf(start), end: timeOf(end) });
  const related = new Set<ICAL.Event>();
  for (const event of masters) {
    for (const exception of exceptions)
      if (exception.uid === event.uid) {
        event.relateException(exception);
        related.add(exception);
      }
    if (!event.isRecurring()) {
      add(event, event.startDate, event.endDate);
      continue;
    }
    const iterator = event.iterator();
    for (let next = iterator.next(); next; next = iterator.next()) {
      if (next.toString() >= `${until}T`) break;
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      add(item, startDate, endDate);
    }
  }
  for (const exception of exceptions)
    if (!related.has(exception)) add(exception, exception.startDate, exception.endDate);
  return sorted(seen);
}

const dayOf = (date: Date): string => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** Returns the occurrences of a calendar from one day to before another, as node-ical finds them. */
export function seenByNodeIcal(text: string, from: string, until: string): SeenOccurrence[] {
  const seen: SeenOccurrence[] = [];
  const parsed = nodeIcal.sync.parseICS(text);
  for (const component of Object.values(parsed)) {
    if (component?.type !== 'VEVENT') continue;
    const add = (start: Date, end: Date, isFullDay: boolean, summary: string | { val: string }) => {
      // Of an override that takes all day in a series that doesn't, its start alone tells.
      const shown = isFullDay || Reflect.get(start, 'dateOnly') === true ? dayOf : utc;
      const name = typeof summary === 'string' ? summary : summary.val;
      const one = { summary: name, start: shown(start), end: shown(end) };
      if (!seen.some((other) => compare(other, one) === 0 && other.end === one.end)) seen.push(one);
    };
    if (component.rrule || !component.recurrences)
      for (const { start, end, isFullDay, summary } of nodeIcal.expandRecurringEvent(component, {
        from: new Date(`${from}T00:00:00Z`),
        to: new Date(`${until}T00:00:00Z`),
      }))
        add(start, end, isFullDay, summary);
    // It looks for dates that the rule makes alone; those beside it have components of their own.
    for (const { start, end, datetype, summary } of Object.values(component.recurrences ?? {}))
      if (start instanceof Date)
        add(start, end instanceof Date ? end : start, datetype === 'date', String(summary));
  }
  return sorted(seen);
}
