import { type Message, message } from '#foundation/i18n/catalogue.ts';
import type { ByteSource } from '../byte-source.ts';
import { markedEncoding, spoolAsUtf8 } from '../decode.ts';
import { ImportError } from '../import-item.ts';
import { type Component, decodeLine, nameOf, readComponent, readProperty } from './component.ts';
import { type RawLine, readLines } from './lines.ts';

/** A calendar of a file: what holds for all of its components. */
export interface Calendar {
  /** Values of its own properties by their names in upper case. */
  readonly properties: ReadonlyMap<string, string>;
  /** Its VTIMEZONEs by TZID. */
  readonly zones: ReadonlyMap<string, ZoneText>;
  /** First and last year of its dates; rules go on. */
  readonly years: readonly [from: number, until: number];
  readonly hasRules: boolean;
  /** Whether Microsoft's programs wrote it, whose all-day events may be times from midnight to midnight (contract I8). */
  readonly isMicrosoft: boolean;
  readonly isKalends: boolean;
}

/** Position of a VTIMEZONE in its file. */
interface ZoneText {
  readonly from: number;
  readonly to: number;
}

/** A component of a calendar that is no VTIMEZONE, not yet read. */
export interface CalendarEntry {
  readonly calendar: Calendar;
  readonly name: string;
  readonly index: number;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  /** As written, bytes in Latin-1; undefined: none. */
  readonly uid: string | undefined;
  /** Whether the file ends, or another component begins, before its END. */
  readonly isTruncated: boolean;
}

/** A file of calendars: its components in their order, events of one UID together. */
export interface CalendarDocument {
  readonly entries: readonly CalendarEntry[];
  /** Indexes of the events of each UID, those without one by themselves, in the order of the first of them. */
  readonly groups: readonly (readonly number[])[];
  /** Whether a line was no UTF-8 and was read as windows-1252. */
  readonly isGuessed: boolean;
  /** Whether the last calendar ends with END:VCALENDAR. */
  readonly isComplete: boolean;
  read(part: ZoneText): Promise<Component | undefined>;
  close(): Promise<void>;
}

type Growing = { -readonly [K in keyof Calendar]: Calendar[K] } & {
  properties: Map<string, string>;
  zones: Map<string, ZoneText>;
  years: [number, number];
};

const newCalendar = (): Growing => ({
  properties: new Map(),
  zones: new Map(),
  years: [9999, 0],
  hasRules: false,
  isMicrosoft: false,
  isKalends: false,
});

/** The component at the top of a calendar that is open. */
interface OpenEntry {
  name: string;
  from: number;
  line: number;
  uid: string | undefined;
  tzid: string | undefined;
}

/** Returns a text that does not keep the block in memory which it is a part of. */
const copied = (text: string): string => Buffer.from(text).toString();

/** Returns the first value of a line of bytes in Latin-1; '' where it has none. */
const valueIn = (line: string): string =>
  copied(readProperty(decodeLine(line).text)?.values[0]?.trim() ?? '');

const YEAR = /[:;=](\d{4})-?\d\d-?\d\d(?:T|$|Z|,|\/)/;

/** Finds the components of calendars in their lines, in one pass. */
class Indexer {
  readonly entries: CalendarEntry[] = [];
  isGuessed = false;
  isComplete = false;
  hasCalendar = false;
  #calendar = newCalendar();
  #open: OpenEntry | undefined;
  /** Names of components that are open within the one at the top. */
  #within: string[] = [];
  #end = 0;
  readonly #most: number;
  readonly #source: string | Message;

  constructor(most: number, source: string | Message) {
    this.#most = most;
    this.#source = source;
  }

  line(line: RawLine): void {
    const { text } = line;
    if (!this.isGuessed && !decodeLine(text).isUtf8) this.isGuessed = true;
    const first = text.charCodeAt(0) | 32;
    // BEGIN and END alone decide about the structure.
    if ((first === 98 || first === 101) && /^(?:BEGIN|END)\s*:/i.test(text)) {
      const value = text
        .slice(text.indexOf(':') + 1)
        .trim()
        .toUpperCase();
      if (first === 98) this.#begin(value, line);
      else this.#finish(value, line);
    } else if (this.#open === undefined) this.#calendarProperty(text);
    else if (this.#within.length === 0) this.#entryProperty(text, this.#open);
    this.#end = line.to;
  }

  end(): void {
    this.#abandon();
  }

  #begin(name: string, { from, number }: RawLine): void {
    if (name === 'VCALENDAR') {
      this.#abandon();
      this.hasCalendar = true;
      this.isComplete = false;
      this.#calendar = newCalendar();
      return;
    }
    // An event never holds another: the one before has lost its end.
    if (name === 'VEVENT' && this.#open) this.#abandon();
    if (this.#open) this.#within.push(name);
    else this.#open = { name, from, line: number, uid: undefined, tzid: undefined };
  }

  #finish(name: string, { to }: RawLine): void {
    if (name === 'VCALENDAR') {
      this.#abandon();
      this.isComplete = true;
      return;
    }
    const at = this.#within.lastIndexOf(name);
    if (at >= 0) this.#within.length = at;
    else if (this.#open?.name === name) {
      this.#within = [];
      this.#add(this.#open, to, false);
      this.#open = undefined;
    }
  }

  #abandon(): void {
    if (this.#open) this.#add(this.#open, this.#end, true);
    this.#open = undefined;
    this.#within = [];
  }

  #add({ name, from, line, uid, tzid }: OpenEntry, to: number, isTruncated: boolean): void {
    const calendar = this.#calendar;
    if (name === 'VTIMEZONE') {
      if (tzid !== undefined && !calendar.zones.has(tzid)) calendar.zones.set(tzid, { from, to });
      return;
    }
    if (this.entries.length >= this.#most)
      throw new ImportError(message('import.too_many_items', { source: this.#source, limit: this.#most }));
    const index = this.entries.length;
    this.entries.push({ calendar, name, index, line, from, to, uid, isTruncated });
  }

  #calendarProperty(text: string): void {
    const name = nameOf(text);
    if (name === undefined) return;
    const value = valueIn(text);
    const { properties } = this.#calendar;
    if (!properties.has(name)) properties.set(name, value);
    if (name === 'PRODID') {
      if (/microsoft|outlook/i.test(value)) this.#calendar.isMicrosoft = true;
      if (/^-\/\/Kalends\/\//.test(value)) this.#calendar.isKalends = true;
    }
    if (name.startsWith('X-MICROSOFT-')) this.#calendar.isMicrosoft = true;
  }

  #entryProperty(text: string, open: OpenEntry): void {
    const initial = text.charCodeAt(0) & ~32;
    // U, D, R, T, X begin the names that are looked at.
    if (initial === 85) {
      if (/^UID[:;]/i.test(text)) open.uid ??= copied(text.slice(text.indexOf(':') + 1).trim()) || undefined;
    } else if (initial === 84) {
      if (/^TZID[:;]/i.test(text)) open.tzid ??= valueIn(text);
    } else if (initial === 88) {
      if (/^X-MICROSOFT-/i.test(text)) this.#calendar.isMicrosoft = true;
    } else if (open.name !== 'VEVENT') return;
    else if (initial === 68) {
      if (!/^DT(?:START|END)[:;]/i.test(text)) return;
      const year = Number(YEAR.exec(text)?.[1] ?? Number.NaN);
      const { years } = this.#calendar;
      if (year < years[0]) years[0] = year;
      if (year > years[1]) years[1] = year;
    } else if (initial === 82 && /^RRULE[:;]/i.test(text)) this.#rule(text);
  }

  /** Notes how far a rule goes; one that ends by COUNT is taken to go on where it could for years. */
  #rule(text: string): void {
    const { years } = this.#calendar;
    const until = Number(/UNTIL=(\d{4})/i.exec(text)?.[1] ?? 0);
    const count = Number(/COUNT=(\d+)/i.exec(text)?.[1] ?? 0);
    const interval = Number(/INTERVAL=(\d+)/i.exec(text)?.[1] ?? 1);
    const inYear = /FREQ=YEARLY/i.test(text) ? 1 : /FREQ=MONTHLY/i.test(text) ? 12 : 52;
    if (until > 0) years[1] = Math.max(years[1], until);
    else if (count > 0) years[1] = Math.max(years[1], years[0] + Math.ceil((count * interval) / inYear));
    else this.#calendar.hasRules = true;
  }
}

/** Reads parts of a file by their positions, a block at a time: most follow each other. */
class PartReader {
  readonly #bytes: ByteSource;
  #block: Buffer = Buffer.alloc(0);
  #from = 0;

  constructor(bytes: ByteSource) {
    this.#bytes = bytes;
  }

  async read({ from, to }: ZoneText): Promise<string> {
    if (from < this.#from || to > this.#from + this.#block.length) {
      this.#from = from;
      this.#block = await this.#bytes.read(from, Math.min(this.#bytes.size, Math.max(to, from + READ_AHEAD)));
    }
    return this.#block.toString('latin1', from - this.#from, to - this.#from);
  }
}

const READ_AHEAD = 2 ** 18;
const START = 2 ** 12;
/** The largest file (contract I3). */
const MOST_MEGABYTES = 100;

function groupsOf(entries: readonly CalendarEntry[]): number[][] {
  const groups: number[][] = [];
  const byUid = new Map<string, number[]>();
  for (const { name, uid, index, isTruncated } of entries) {
    const known = name === 'VEVENT' && !isTruncated && uid !== undefined ? byUid.get(uid) : undefined;
    if (known) {
      known.push(index);
      continue;
    }
    const group = [index];
    groups.push(group);
    if (name === 'VEVENT' && !isTruncated && uid !== undefined) byUid.set(uid, group);
  }
  return groups;
}

/** Returns what a text that is no calendar is. */
function strangeForm(start: string): 'html' | 'json' | 'text' {
  if (/^\s*<(?:!doctype|html|\?xml|[a-z])/i.test(start)) return 'html';
  return /^\s*[{[]/.test(start) ? 'json' : 'text';
}

/**
 * Finds the components of a file of calendars (RFC 5545) without holding more of it than a block: their positions, and their
 * UIDs. @param encoding of the file; undefined: by its mark or UTF-16's NUL bytes, else UTF-8, line by line windows-1252
 * @throws ImportError for what is no calendar, or too large
 */
export async function openCalendars(
  bytes: ByteSource,
  shown: string | Message,
  { encoding, mostItems }: { encoding: string | undefined; mostItems: number },
): Promise<CalendarDocument> {
  if (bytes.size > MOST_MEGABYTES * 2 ** 20)
    throw new ImportError(message('import.file_too_large', { source: shown, limit: MOST_MEGABYTES }));
  const start = await bytes.read(0, Math.min(START, bytes.size));
  const marked = markedEncoding(start);
  const wanted = encoding === undefined ? undefined : new TextDecoder(encoding).encoding;
  const found = wanted ?? marked?.encoding ?? 'utf-8';
  const bom = marked && marked.encoding === found ? marked.bom : 0;
  const isPlain = found === 'utf-8';
  const text = isPlain ? bytes : await spoolAsUtf8(bytes, { encoding: found, bom });
  const close = async () => {
    if (text !== bytes) await text.close();
  };
  try {
    const indexer = new Indexer(mostItems, shown);
    let isFirst = true;
    await readLines(text, (line) => {
      // The first line may still have the mark.
      const own = isFirst && isPlain && bom > 0 ? { ...line, text: line.text.slice(bom) } : line;
      isFirst = false;
      indexer.line(own);
    });
    indexer.end();
    const { entries, isGuessed, isComplete, hasCalendar } = indexer;
    if (!hasCalendar && !entries.some(({ name }) => name === 'VEVENT')) {
      const form = strangeForm(decodeLine(start.toString('latin1')).text);
      throw new ImportError(message('import.no_calendar', { source: shown, form }));
    }
    const reader = new PartReader(text);
    return {
      entries,
      groups: groupsOf(entries),
      isGuessed,
      isComplete,
      read: async (part) => readComponent(await reader.read(part)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
