import { setTimeout as pause } from 'node:timers/promises';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { type ByteSource, bytesFromMemory } from '../byte-source.ts';
import { type ImportBatch, ImportError, type ImportSource, noItems } from '../import-item.ts';
import { repair } from '../named-items.ts';
import type { NetworkOptions, ReadRequest } from '../source-kind.ts';
import { type AdaptedNodes, NodeAdapter } from './adapt.ts';
import { noEvents, readDocument, type WebDocument } from './document.ts';
import { type FetchedPage, fetchPage } from './fetch-page.ts';
import { allowAll, allowNone, type RobotRules, readRobots } from './robots.ts';

/** Pages that a listing leads to, at most, and the milliseconds between two of them (contract I5). */
const MOST_PAGES = 200;
const PAUSE_MS = 1000;
const LONGEST_DELAY = 60;
/** The name by which `robots.txt` knows this program. */
const AGENT = 'Kalends';

const isEmpty = ({ events, unreadable }: WebDocument) => events.length === 0 && unreadable === 0;
const emptyNodes = (): AdaptedNodes => ({ items: noItems(), remarks: [] });

function sourceOf(
  request: ReadRequest,
  first: WebDocument,
  batches: () => AsyncGenerator<ImportBatch>,
): ImportSource {
  return {
    name: request.name,
    requestedLanguage: request.requestedLanguage,
    embeddedCount: true,
    events: first.events.length,
    trustedHosts: [],
    repairs: first.isGuessed ? [repair('encoding_guessed', null, null, 'windows-1252')] : [],
    batches,
  };
}

function refuseTooMany({ events }: WebDocument, { mostItems, shown: source }: ReadRequest): void {
  if (mostItems !== undefined && events.length > mostItems)
    throw new ImportError(message('import.too_many_items', { source, limit: mostItems }));
}

/** Opens a page or a JSON file. @throws ImportError if it holds no event */
export async function openFile(bytes: ByteSource, request: ReadRequest): Promise<ImportSource> {
  const document = await readDocument(bytes, request);
  if (isEmpty(document)) throw new ImportError(noEvents(request.shown));
  refuseTooMany(document, request);
  return sourceOf(request, document, async function* () {
    const adapted = emptyNodes();
    new NodeAdapter(request).addAll(adapted, document);
    const { length: total } = document.events;
    yield { ...adapted, progress: { what: 'events', done: total, total } };
  });
}

async function robotsOf(origin: string, network: NetworkOptions): Promise<RobotRules> {
  try {
    const { status, body } = await fetchPage(`${origin}/robots.txt`, network);
    if (status >= 200 && status <= 299) return readRobots(body.toString(), AGENT);
    return status >= 400 && status <= 499 ? allowAll : allowNone;
  } catch (error) {
    if (error instanceof ImportError) return allowNone;
    throw error;
  }
}

const FILE = /\.(?:pdf|jpe?g|png|gif|webp|svg|ics|xml|rss|atom|json|zip|docx?|xlsx?|csv|mp[34]|css|js)$/i;
const LIKELY =
  /event|veranstaltung|termin|konzert|concert|programm|spielplan|agenda|calendar|kalender|show|meeting/i;

/** Returns the pages that a listing leads to: those that it names as its items, else those that it links to. */
function pagesOf(document: WebDocument, { url }: FetchedPage): string[] {
  const { origin } = new URL(url);
  const listed = document.listed.flatMap((address) => URL.parse(address, document.base ?? url)?.href ?? []);
  const links = listed.length > 0 || document.events.length > 0 ? [] : document.links(origin);
  const likely = [...links].sort((a, b) => Number(LIKELY.test(b)) - Number(LIKELY.test(a)));
  const own = new URL(url);
  own.hash = '';
  const pages = [...listed, ...likely].filter((address) => {
    const page = new URL(address);
    return page.origin === origin && page.href !== own.href && !FILE.test(page.pathname);
  });
  return [...new Set(pages)].slice(0, MOST_PAGES);
}

/** Opens an address; with `follow` also the pages that a listing leads to, one after the other. @throws ImportError */
export async function openAddress(
  address: string,
  request: ReadRequest,
  network: NetworkOptions,
): Promise<ImportSource> {
  const page = await fetchPage(address, network);
  if (page.status < 200 || page.status > 299)
    throw new ImportError(
      message('import.unreadable', {
        source: address,
        reason: message('import.answer_status', { status: page.status }),
      }),
    );
  const read = ({ body, url }: FetchedPage) => readDocument(bytesFromMemory(body), request, url);
  const document = await read(page);
  const pages = request.options.follow ? pagesOf(document, page) : [];
  if (isEmpty(document) && pages.length === 0) throw new ImportError(noEvents(request.shown));
  refuseTooMany(document, request);
  return sourceOf(request, document, async function* () {
    const adapter = new NodeAdapter(request);
    const total = pages.length + 1;
    const adapt = (one: WebDocument, done: number): ImportBatch => {
      const adapted = emptyNodes();
      adapter.addAll(adapted, one);
      return { ...adapted, progress: { what: 'events', done, total } };
    };
    // Of a listing that is followed, events that say nothing but their address are on pages of their own.
    yield adapt(pages.length > 0 ? withoutListed(document) : document, 1);
    if (pages.length === 0) return;
    const { origin } = new URL(page.url);
    const robots = await robotsOf(origin, network);
    const pauseMs = Math.max(PAUSE_MS, Math.min(LONGEST_DELAY, robots.delay ?? 0) * 1000);
    let found = document.events.length;
    for (const [index, next] of pages.entries()) {
      if (!robots.allows(next)) continue;
      await pause(pauseMs);
      const one = await readFollowed(next, origin, { network, read });
      if ('key' in one) {
        const remark = { kind: 'events', item: next, reason: one } as const;
        yield { items: noItems(), remarks: [remark], progress: { what: 'events', done: index + 2, total } };
      } else if (!isEmpty(one)) yield adapt(one, index + 2);
      // A page may be none of an event, such as the site's imprint.
      found += 'key' in one ? 1 : one.events.length;
    }
    if (found === 0) throw new ImportError(noEvents(request.shown));
  });
}

/** Reads a page that a listing leads to; returns why it could not be had. */
async function readFollowed(
  address: string,
  origin: string,
  { network, read }: { network: NetworkOptions; read(page: FetchedPage): Promise<WebDocument> },
): Promise<WebDocument | Message> {
  try {
    const fetched = await fetchPage(address, network);
    const { status, url } = fetched;
    return status < 200 || status > 299 || new URL(url).origin !== origin
      ? message('import.answer_status', { status })
      : await read(fetched);
  } catch (error) {
    if (error instanceof ImportError) return error.userMessage;
    throw error;
  }
}

const withoutListed = (document: WebDocument): WebDocument => ({
  ...document,
  events: document.events.filter(
    ({ thing }) => 'startDate' in thing.properties || 'eventSchedule' in thing.properties,
  ),
});
