import { type Message, message } from '#foundation/i18n/catalogue.ts';
import type { ByteSource } from '../byte-source.ts';
import { decodeBytes, detectEncoding, encodingNamed, type TextEncoding } from '../decode.ts';
import { ImportError } from '../import-item.ts';
import type { ReadRequest } from '../source-kind.ts';
import { readJsonLd } from './json-ld.ts';
import {
  hasType,
  isEvent,
  isThing,
  type Thing,
  textOf,
  thingsOf,
  type Value,
  valuesOf,
  walkThings,
} from './things.ts';

/** An event as a page describes it. */
export interface EventNode {
  readonly thing: Thing;
  /** Events that it is a part of, the nearest last. */
  readonly within: readonly Thing[];
  /** Whether its JSON was repaired. */
  readonly isRepaired: boolean;
  /** Whether the end of its JSON is missing. */
  readonly isCutOff: boolean;
}

/** The events of a page or a JSON file. */
export interface WebDocument {
  readonly events: readonly EventNode[];
  /** Address against which others are resolved. */
  readonly base: string | undefined;
  /** The address that the page gives itself. */
  readonly canonical: string | undefined;
  /** Number of blocks that name an event and are no JSON even after repair. */
  readonly unreadable: number;
  /** Addresses that a listing names as those of its items. */
  readonly listed: readonly string[];
  /** All addresses on the page's origin. */
  links(origin: string): readonly string[];
  /** Whether the encoding was guessed. */
  readonly isGuessed: boolean;
}

/** Bytes of the largest page: it is in memory as a whole. */
const LARGEST_PAGE = 24 * 2 ** 20;
const HEAD_BYTES = 4096;
const NAMES_EVENT = /Event\b|Festival|Hackathon|CourseInstance/;

/** Returns whether a text is HTML or another markup. */
export const isMarkup = (text: string): boolean => /^\s*</.test(text);

/** Returns the encoding of a page: what it says itself counts where it is none of Unicode (HTML, "Determining the character encoding"). */
async function pageEncoding(bytes: ByteSource, chosen: string | undefined): Promise<TextEncoding> {
  const named = encodingNamed(chosen ?? '');
  if (named !== undefined) return detectEncoding(bytes, named);
  const head = (await bytes.read(0, Math.min(bytes.size, HEAD_BYTES))).toString('latin1');
  const [, label = ''] = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w-]+)/i.exec(head) ?? [];
  const declared = label === '' ? undefined : encodingNamed(label);
  const isUnicode = declared === undefined || declared.startsWith('utf-');
  return detectEncoding(bytes, isUnicode ? undefined : declared);
}

/** Returns the events among things, with those they are a part of. */
function eventsOf(
  things: readonly Thing[],
  more: Pick<EventNode, 'isRepaired'> & { cutOff: ReadonlySet<Thing> },
): EventNode[] {
  const events: EventNode[] = [];
  for (const { thing, within } of walkThings(things))
    if (isEvent(thing))
      events.push({
        thing,
        within: within.filter((outer, at) => isEvent(outer) && isPart(outer, within[at + 1] ?? thing)),
        isRepaired: more.isRepaired,
        isCutOff: more.cutOff.has(thing),
      });
  return events;
}

/** Returns whether a thing is a part of an event, and not something else that the event names. */
const isPart = (event: Thing, part: Thing): boolean =>
  ['subEvent', 'subEvents'].some((name) => valuesOf(event, name).includes(part));

const ownAddress = (value: Value): string =>
  isThing(value) ? textOf(value, 'url') || textOf(value, '@id') : String(value);

/** Returns the addresses that lists name as those of their items, and those of events that say nothing more. */
function listedIn(things: readonly Thing[]): string[] {
  const addresses = new Set<string>();
  for (const { thing } of walkThings(things)) {
    if (isEvent(thing) && textOf(thing, 'startDate') === '') addresses.add(textOf(thing, 'url'));
    if (!hasType(thing, 'ItemList')) continue;
    for (const entry of valuesOf(thing, 'itemListElement')) {
      const items = isThing(entry) ? thingsOf(entry, 'item') : [];
      if (items.some((item) => textOf(item, 'startDate') !== '')) continue;
      const [item] = isThing(entry) ? valuesOf(entry, 'item') : [];
      addresses.add(ownAddress(item ?? entry) || (isThing(entry) ? ownAddress(entry) : ''));
    }
  }
  addresses.delete('');
  return [...addresses];
}

/** Reads blocks of JSON-LD together, so that one may name what another describes. */
async function readBlocks(blocks: readonly string[]) {
  const things: Thing[] = [];
  const events: EventNode[] = [];
  let unreadable = 0;
  for (const block of blocks) {
    if (block.trim() === '') continue;
    const read = await readJsonLd(block);
    if (!read) {
      if (NAMES_EVENT.test(block)) unreadable++;
      continue;
    }
    things.push(...read.things);
    events.push(...eventsOf(read.things, read));
  }
  return { things, events, unreadable };
}

const whole = { isRepaired: false, cutOff: new Set<Thing>() };

/**
 * Reads the events of a page, in the first of these forms that it has: JSON-LD, microdata, h-event (contract I5); or of a
 * JSON file. @param address where it was fetched; undefined for a file @throws ImportError
 */
export async function readDocument(
  bytes: ByteSource,
  { shown: source, options }: Pick<ReadRequest, 'shown' | 'options'>,
  address?: string,
): Promise<WebDocument> {
  if (bytes.size > LARGEST_PAGE) throw new ImportError(message('import.web.too_large', { source }));
  const encoding = await pageEncoding(bytes, options.encoding);
  let text = '';
  for await (const piece of decodeBytes(bytes, encoding)) text += piece;
  const isGuessed = encoding.guessed;
  if (!isMarkup(text)) {
    const { things, events, unreadable } = await readBlocks([text]);
    const listed = listedIn(things);
    return { events, base: address, canonical: address, unreadable, listed, links: () => [], isGuessed };
  }
  const { linksOf, parsePage } = await import('./page.ts');
  const page = parsePage(text, address);
  const { base, canonical } = page;
  const json = await readBlocks(page.blocks);
  const at = { base, canonical, links: (origin: string) => linksOf(page, origin), isGuessed };
  const { unreadable } = json;
  if (json.events.length > 0)
    return { ...at, events: json.events, unreadable, listed: listedIn(json.things) };
  const { readMicrodata } = await import('./microdata.ts');
  const items = readMicrodata(page);
  const marked = eventsOf(items, whole);
  const things = [...json.things, ...items];
  if (marked.length > 0) return { ...at, events: marked, unreadable, listed: listedIn(things) };
  const events = eventsOf(await readClasses(text, base), whole);
  return { ...at, events, unreadable, listed: listedIn(things) };
}

/** Returns what a page marks up by classes; nothing for a page that is nested too deeply. */
async function readClasses(text: string, base: string | undefined): Promise<readonly Thing[]> {
  if (!/\b(?:h-event|vevent)\b/.test(text)) return [];
  const { readHEvents } = await import('./h-event.ts');
  try {
    // Without an address relative ones lead nowhere, which nobody takes for a web address.
    return readHEvents(text, base ?? 'file:///');
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** Returns why a document holds no event. */
export const noEvents = (source: ReadRequest['shown']): Message => message('import.web.no_event', { source });
