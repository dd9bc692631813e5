import { createRequire } from 'node:module';
import { memoize, once } from '#foundation/memoize/memoize.ts';

/** A zone of the tz database: letters and offset (seconds ahead of UTC) of each stretch, `until` in Unix seconds. */
type Stretch = { letters: string; offset: number; until: number };

type AbbreviationTables = { zones: Map<string, string>; links: Map<string, string> };

/**
 * The tz database's letters (`EST`, `CEST`) for a zone at an instant in Unix seconds; digits (`-03`, `+0545`)
 * where it has none. `offset` is what the clock is ahead of UTC then, in seconds: the database's table ends in
 * 2037, and beyond it the last letters that went with that offset are taken.
 */
export function abbreviationAt(zone: string, instant: number, offset: number): string {
  const list = stretchesOf(zone);
  const at = stretchAt(list, instant);
  for (let index = at; index >= 0; index--) {
    const stretch = list[index];
    // Offsets are kept in minutes with rounding; half a minute tells them apart.
    if (stretch !== undefined && Math.abs(stretch.offset - offset) < 30) return stretch.letters;
  }
  return digits(offset);
}

/** The stretch in which an instant lies; -1 behind the last. They are in their order, hundreds of them. */
function stretchAt(list: readonly Stretch[], instant: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (instant < (list[middle]?.until ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low < list.length ? low : -1;
}

function digits(offset: number): string {
  const size = Math.abs(offset);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const minutes = Math.floor(size / 60) % 60;
  return `${offset < 0 ? '-' : '+'}${two(size / 3600)}${minutes === 0 ? '' : two(minutes)}`;
}

const stretchesOf = memoize((zone): readonly Stretch[] => {
  const { zones, links } = tables();
  const name = zone.toLowerCase();
  const packed = zones.get(name) ?? zones.get(links.get(name) ?? '');
  return packed === undefined ? [] : unpack(packed);
});

const tables = once(readTables);

function readTables(): AbbreviationTables {
  // 700 kB, so that only the first question reads them.
  const data: unknown = createRequire(import.meta.url)('moment-timezone/data/packed/latest.json');
  const found: AbbreviationTables = { zones: new Map(), links: new Map() };
  for (const packed of textsIn(data, 'zones')) {
    found.zones.set(packed.slice(0, packed.indexOf('|')).toLowerCase(), packed);
  }
  for (const pair of textsIn(data, 'links')) {
    const [target = '', link = ''] = pair.toLowerCase().split('|');
    found.links.set(link, target);
  }
  return found;
}

function textsIn(data: unknown, member: string): string[] {
  const list: unknown = Object.entries(data ?? {}).find(([name]) => name === member)?.[1];
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

/** `name|letters|offsets west in minutes|which of them, a digit each|minutes between the changes|…`, numbers to base 60. */
function unpack(packed: string): Stretch[] {
  const [, letters = '', offsets = '', which = '', changes = ''] = packed.split('|');
  const allLetters = letters.split(' ');
  const allOffsets = offsets.split(' ').map(base60);
  const lengths = changes.split(' ');
  let until = 0;
  return [...which].map((digit, index) => {
    const kind = base60(digit);
    until += base60(lengths[index] ?? '') * 60;
    const last = index === which.length - 1;
    return {
      letters: allLetters[kind] ?? '',
      offset: Math.round((allOffsets[kind] ?? 0) * -60),
      until: last ? Number.POSITIVE_INFINITY : Math.round(until),
    };
  });
}

function base60(text: string): number {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  let value = 0;
  for (const digit of whole) value = value * 60 + digitValue(digit);
  let weight = 1;
  for (const digit of fraction) {
    weight /= 60;
    value += digitValue(digit) * weight;
  }
  return negative ? -value : value;
}

function digitValue(digit: string): number {
  const code = digit.charCodeAt(0);
  if (code > 96) return code - 87;
  return code > 64 ? code - 29 : code - 48;
}
