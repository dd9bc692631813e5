// What events that repeat must be (contract, section 3), as plainly as it can be said: rules, and what dates have of their own.
// Dates come from ical.js, clocks from Temporal; nothing of the service plays a part.
import ICAL from 'ical.js';

/** When something is, on its zone's clock. */
export interface ModelTimes {
  readonly start: string;
  readonly end: string;
  readonly zone: string;
  readonly allDay: boolean;
}

/** A recurrence as it was sent; all dates with a time. */
export interface ModelRules {
  readonly rrule: readonly string[];
  readonly rdate: readonly string[];
  readonly exdate: readonly string[];
}

/** What a date has of its own. */
export interface OwnValues {
  title?: string;
  times?: ModelTimes;
  trashed?: boolean;
  hidden?: boolean;
}

/** A date as lists show it. */
export interface ModelDate {
  readonly recurrenceId: string;
  readonly title: string;
  readonly times: ModelTimes;
  readonly utc: string;
  readonly utcEnd: string;
  readonly trashed: boolean;
  readonly hidden: boolean;
}

const plain = (wall: string) => Temporal.PlainDateTime.from(wall.replace(' ', 'T'));
const textOf = (date: Temporal.PlainDateTime) =>
  date.toString({ smallestUnit: 'second' }).replace('T', ' ').slice(0, 19);
const zoned = (wall: string, zone: string) => plain(wall).toZonedDateTime(zone);
const wallOf = (date: Temporal.ZonedDateTime) => textOf(date.toPlainDateTime());
const utcOf = (date: Temporal.ZonedDateTime) => wallOf(date.withTimeZone('UTC'));

/** Returns a clock time so many seconds later on the clock. */
export const later = (wall: string, seconds: number): string => textOf(plain(wall).add({ seconds }));
/** Returns the seconds from one clock time to another, on the clock. */
export const between = (from: string, to: string): number =>
  plain(from).until(plain(to), { largestUnit: 'second' }).total('seconds');
/** Returns the clock time that there is for one that a change of the clock may skip. */
export const real = (wall: string, zone: string): string => wallOf(zoned(wall, zone));

/** Beyond all windows: so far rules without end are expanded. */
const FAR = '2028-01-01 00:00:00';

/** The clock times that a rule makes, in order, the first date not among them. */
function ruleTimes(text: string, start: string): string[] {
  const parts = text.split(';').filter((part) => !/^(COUNT|UNTIL)=/.test(part));
  const count = /COUNT=(\d+)/.exec(text)?.[1];
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(text);
  const last = until ? `${until.slice(1).join('-')} 23:59:59` : FAR;
  const found: string[] = [];
  const dates = ICAL.Recur.fromString(parts.join(';')).iterator(
    ICAL.Time.fromDateTimeString(start.replace(' ', 'T')),
  );
  for (let next = dates.next(); next; next = dates.next()) {
    const wall = next.toString().replace('T', ' ');
    if ((wall > last && count === undefined) || (count !== undefined && found.length >= Number(count) - 1))
      break;
    if (wall > start) found.push(wall);
  }
  return found;
}

/** A series: rules with the first date from which they count, cut and moved since then, and overrides by recurrence id. */
export class ModelSeries {
  id: number;
  title: string;
  trashed = false;
  times: ModelTimes;
  /** IDs of dates that were seen, and of those that were taken out. */
  ids = new Map<string, number>();
  gone = new Map<string, number>();
  own = new Map<string, OwnValues>();
  continues: number | null = null;
  continuedBy: number | null = null;
  isEndless = false;
  /** Where the rules put all dates, in order. */
  puts: string[] = [];

  constructor(id: number, title: string, times: ModelTimes, rules: ModelRules) {
    this.id = id;
    this.title = title;
    this.times = times;
    this.setRules(rules);
  }

  setRules({ rrule, rdate, exdate }: ModelRules): void {
    const { start } = this.times;
    const all = new Set([start, ...rdate, ...rrule.flatMap((rule) => ruleTimes(rule, start))]);
    this.isEndless = rrule.some((rule) => !/COUNT|UNTIL/.test(rule));
    this.puts = [...all].filter((date) => !exdate.includes(date)).sort();
    this.#settle();
  }

  /** Puts what the rules no longer make among the gone, with what it had of its own. */
  #settle(): void {
    const made = new Set(this.puts);
    for (const [date, id] of this.ids) {
      if (made.has(date)) continue;
      this.ids.delete(date);
      this.gone.set(date, id);
    }
    for (const date of this.own.keys()) if (!made.has(date)) this.own.delete(date);
  }

  /** The pattern's times at one of its dates, not moved out of gaps. */
  patternOf(recurrenceId: string): { start: string; end: string } {
    return { start: recurrenceId, end: later(recurrenceId, between(this.times.start, this.times.end)) };
  }

  /** Moves all dates; what they have of their own stays as it is. */
  move(times: ModelTimes, moved: (date: string) => string): void {
    const renamed = <T>(map: Map<string, T>) =>
      new Map([...map].map(([date, value]) => [moved(date), value]));
    this.times = times;
    this.puts = this.puts.map(moved);
    this.ids = renamed(this.ids);
    this.gone = renamed(this.gone);
    this.own = renamed(this.own);
  }

  /** Ends before one of the dates. Returns what follows, as a series; those dates are gone where nobody takes it. */
  cut(at: string): ModelSeries {
    const rest = new ModelSeries(0, this.title, { ...this.times, ...this.patternOf(at) }, NO_RULES);
    const part = <T>(map: Map<string, T>, is: boolean) =>
      new Map([...map].filter(([date]) => date >= at === is));
    rest.ids = part(this.ids, true);
    rest.gone = part(this.gone, true);
    rest.own = part(this.own, true);
    rest.puts = this.puts.filter((date) => date >= at);
    rest.isEndless = this.isEndless;
    this.ids = part(this.ids, false);
    this.gone = part(this.gone, false);
    this.own = part(this.own, false);
    this.puts = this.puts.filter((date) => date < at);
    this.isEndless = false;
    return rest;
  }

  /** Leaves what follows to nobody: its IDs are gone, and may come back. */
  drop(rest: ModelSeries): void {
    for (const map of [rest.ids, rest.gone]) for (const [date, id] of map) this.gone.set(date, id);
  }

  dates(): ModelDate[] {
    return this.puts.map((recurrenceId) => {
      const own = this.own.get(recurrenceId) ?? {};
      const times = own.times ?? { ...this.times, ...this.patternOf(recurrenceId) };
      const start = zoned(times.start, times.zone);
      const end = zoned(times.end, times.zone);
      return {
        recurrenceId,
        title: own.title ?? this.title,
        times: { ...times, start: wallOf(start), end: wallOf(end) },
        utc: utcOf(start),
        utcEnd: utcOf(end),
        trashed: this.trashed || own.trashed === true,
        hidden: own.hidden === true,
      };
    });
  }
}

const NO_RULES: ModelRules = { rrule: [], rdate: [], exdate: [] };

/** An event that doesn't repeat. */
export interface ModelSingle {
  readonly id: number;
  title: string;
  times: ModelTimes;
  trashed: boolean;
}
