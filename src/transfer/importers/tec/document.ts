import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { syntaxFault } from '#foundation/text/syntax.ts';
import type { ByteSource } from '../byte-source.ts';
import { ImportError, type ImportKind, importKinds } from '../import-item.ts';
import { isJsonObject, type JsonObject, listIn, textIn } from './json-object.ts';
import {
  type ByteRange,
  JsonLimitError,
  JsonSyntaxError,
  type JsonValue,
  type Separator,
  valuesIn,
} from './json-splitter.ts';
import { type SiteIdentity, siteIdentity } from './site-identity.ts';

/** The items of one JSON document, as answers show them or `raw` as an export stores them. */
export interface SourceDocument {
  form: 'shown' | 'raw';
  home: SiteIdentity | undefined;
  items: Partial<Record<ImportKind, ItemList>>;
  /** Picture entries of an export. */
  media: readonly unknown[];
  /** The IDs of former dates of an export. */
  former: readonly unknown[];
  /** The former slugs of an export. */
  formerSlugs: readonly unknown[];
  /** Entries of an export that say what was merged into what. */
  mergedItems: readonly unknown[];
  /** Categories embedded in events, by ID. */
  embedded: ReadonlyMap<unknown, JsonObject>;
}

/** The items of one kind in a document, read anew on each call. */
export interface ItemList {
  readonly count: number;
  /** Yields all items in order, in chunks. @throws ImportError if the source has changed since */
  read(): AsyncGenerator<unknown[]>;
}

const kinds = [...importKinds, 'media', 'former_occurrences', 'former_slugs', 'merged_items'] as const;
type MemberName = (typeof kinds)[number];

/** Length up to which a text is parsed as a whole, in bytes; longer ones are parsed in parts. */
const LONGEST = 2 ** 20;
/** Length up to which a single item is parsed, in bytes. */
const LONGEST_ITEM = 8 * 2 ** 20;

/** Returns the kind of a single item, judging by its members. */
function kindOf(item: JsonObject): ImportKind | undefined {
  if ('start_date' in item && 'title' in item) return 'events';
  if ('taxonomy' in item) return item['taxonomy'] === 'tribe_events_cat' ? 'categories' : 'tags';
  if (typeof item['venue'] === 'string') return 'venues';
  if (typeof item['organizer'] === 'string') return 'organizers';
  return undefined;
}

function siteIdentityOfItem(item: unknown): SiteIdentity | undefined {
  if (!isJsonObject(item)) return undefined;
  const urls = isJsonObject(item['urls']) ? item['urls'] : {};
  return siteIdentity(textIn(item, 'rest_url')) ?? siteIdentity(textIn(urls, 'self'));
}

/** Place of items in a source: a range of separated items, or a member of an answer. */
type ItemPosition = { range: ByteRange; separator: Separator } | { answer: ByteRange; name: MemberName };

/** Collects the positions of the items of one kind. */
class FoundItems implements ItemList {
  readonly #parser: Parser;
  readonly places: ItemPosition[] = [];
  count = 0;
  first: unknown;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  note(items: readonly unknown[]): void {
    this.#parser.countItems(items.length);
    if (this.count === 0) this.first = items[0];
    this.count += items.length;
  }

  async *read(): AsyncGenerator<unknown[]> {
    for (const place of this.places) yield* this.#parser.itemsAt(place);
  }
}

/** Collects what is found of one answer, or of all items outside of answers. */
class DocumentBuilder {
  form: SourceDocument['form'] = 'shown';
  address = '';
  readonly items = new Map<MemberName, FoundItems>();
  readonly media: unknown[] = [];
  readonly former: unknown[] = [];
  readonly formerSlugs: unknown[] = [];
  readonly mergedItems: unknown[] = [];
  readonly embedded = new Map<unknown, JsonObject>();
  readonly #parser: Parser;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  of(kind: MemberName): FoundItems {
    const finding = this.items.get(kind) ?? new FoundItems(this.#parser);
    this.items.set(kind, finding);
    return finding;
  }

  note(kind: MemberName, items: readonly unknown[]): void {
    this.of(kind).note(items);
    for (const item of items) {
      if (kind === 'media') this.media.push(item);
      if (kind === 'former_occurrences') this.former.push(item);
      if (kind === 'former_slugs') this.formerSlugs.push(item);
      if (kind === 'merged_items') this.mergedItems.push(item);
      if (kind !== 'events' || !isJsonObject(item)) continue;
      for (const category of listIn(item, 'categories'))
        if (isJsonObject(category)) this.embedded.set(category['id'], category);
    }
  }

  get found(): SourceDocument {
    const { form, media, former, formerSlugs, mergedItems, embedded } = this;
    const items: SourceDocument['items'] = {};
    for (const kind of importKinds) {
      const finding = this.items.get(kind);
      if (finding) items[kind] = finding;
    }
    let home = siteIdentity(this.address);
    for (const kind of importKinds) home ??= siteIdentityOfItem(items[kind] && this.of(kind).first);
    return { form, home, items, media, former, formerSlugs, mergedItems, embedded };
  }
}

/** Parses a source in two passes: first positions and syntax, then the items on demand. */
class Parser {
  readonly #bytes: ByteSource;
  readonly #name: string | Message;
  readonly #found: DocumentBuilder[] = [];
  readonly #loose = new DocumentBuilder(this);
  /** The current run of adjacent items of one kind outside of answers. */
  #row: { kind: ImportKind; range: { from: number; to: number } } | undefined;

  readonly #mostItems: number;
  #items = 0;

  constructor(bytes: ByteSource, name: string | Message, mostItems: number) {
    this.#bytes = bytes;
    this.#name = name;
    this.#mostItems = mostItems;
  }

  /** Counts items that were found. @throws ImportError where there are too many */
  countItems(count: number): void {
    this.#items += count;
    const limit = this.#mostItems;
    if (this.#items > limit)
      throw new ImportError(message('import.too_many_items', { source: this.#name, limit }));
  }

  async parse(): Promise<SourceDocument[]> {
    const start = (await this.#bytes.read(0, 3)).toString('latin1') === 'ï»¿' ? 3 : 0;
    try {
      await this.#parts({ from: start, to: this.#bytes.size }, 'blanks', async (value) => {
        if (value.text !== undefined) {
          const document = parsed(value.text);
          if (!Array.isArray(document)) return this.#part(value, document, 'blanks');
        } else if (!(await this.#isList(value))) return this.#long(value);
        await this.#parts(inside(value), 'commas', (part) =>
          part.text === undefined ? this.#long(part) : this.#part(part, parsed(part.text), 'commas'),
        );
      });
    } catch (error) {
      throw this.#told(error);
    }
    const answers = this.#loose.items.size > 0 ? [...this.#found, this.#loose] : this.#found;
    if (answers.length === 0) throw new ImportError(message('import.holds_nothing', { source: this.#name }));
    return answers.map((answer) => answer.found);
  }

  async *itemsAt(place: ItemPosition): AsyncGenerator<unknown[]> {
    try {
      if ('answer' in place) {
        const { from, to } = place.answer;
        const answer = parsed((await this.#bytes.read(from, to)).toString());
        const items = isJsonObject(answer) ? answer[place.name] : undefined;
        if (Array.isArray(items)) yield items;
        return;
      }
      const { range, separator } = place;
      for await (const values of valuesIn(this.#bytes, range, { separator, longest: LONGEST_ITEM }))
        yield values.map(parsedItem);
    } catch (error) {
      throw this.#told(error);
    }
  }

  #told(error: unknown): unknown {
    if (error instanceof JsonLimitError)
      return new ImportError(message('import.too_complex', { source: this.#name, reason: error.told }));
    const reason =
      error instanceof JsonSyntaxError
        ? error.told
        : error instanceof SyntaxError
          ? syntaxFault(error)
          : error instanceof RangeError
            ? message('syntax.fault')
            : undefined;
    return reason ? new ImportError(message('import.not_json', { source: this.#name, reason })) : error;
  }

  async #parts(
    range: ByteRange,
    separator: Separator,
    take: (value: JsonValue) => Promise<void> | void,
  ): Promise<void> {
    for await (const values of valuesIn(this.#bytes, range, { separator, longest: LONGEST }))
      for (const value of values) await take(value);
    this.#endRow(separator);
  }

  async #isList({ from, to }: ByteRange): Promise<boolean> {
    const ends = (await this.#bytes.read(from, from + 1)).toString() + (await this.#bytes.read(to - 1, to));
    if (ends !== '[]' && ends !== '{}') throw new JsonSyntaxError(message('syntax.fault'));
    return ends === '[]';
  }

  /** Handles an answer or item that was parsed as a whole. */
  #part(range: ByteRange, part: unknown, separator: Separator): void {
    if (!isJsonObject(part)) return;
    const kind = kindOf(part);
    if (kind) {
      this.#loose.note(kind, [part]);
      if (this.#row?.kind !== kind) {
        this.#endRow(separator);
        this.#row = { kind, range: { from: range.from, to: range.to } };
      } else this.#row.range.to = range.to;
      return;
    }
    this.#endRow(separator);
    const answer = new DocumentBuilder(this);
    for (const name of kinds) {
      const items = part[name];
      if (!Array.isArray(items)) continue;
      answer.note(name, items);
      answer.of(name).places.push({ answer: { from: range.from, to: range.to }, name });
    }
    if (answer.items.size === 0) return;
    if ('kalends' in part) answer.form = 'raw';
    answer.address = textIn(part, 'rest_url');
    this.#found.push(answer);
  }

  /** Ends the current run of adjacent items. */
  #endRow(separator: Separator): void {
    if (this.#row) this.#loose.of(this.#row.kind).places.push({ range: this.#row.range, separator });
    this.#row = undefined;
  }

  /** Handles an answer too long to be parsed at once by scanning its lists. */
  async #long(range: ByteRange): Promise<void> {
    if (await this.#isList(range)) {
      // A list within a list is not an answer.
      for await (const values of this.#values(range, 'commas'))
        for (const { text } of values) if (text !== undefined) parsed(text);
      return;
    }
    const answer = new DocumentBuilder(this);
    let name: string | undefined;
    for await (const values of this.#values(range, 'colons'))
      for (const value of values) {
        if (name === undefined) name = String(parsed(value.text ?? ''));
        else {
          await this.#member(answer, name, value);
          name = undefined;
        }
      }
    if (answer.items.size > 0) this.#found.push(answer);
  }

  #values(range: ByteRange, separator: Separator): AsyncGenerator<JsonValue[]> {
    return valuesIn(this.#bytes, inside(range), { separator, longest: LONGEST });
  }

  async #member(answer: DocumentBuilder, name: string, value: JsonValue): Promise<void> {
    const kind = kinds.find((one) => one === name);
    const isList = value.text === undefined ? await this.#isList(value) : value.text.startsWith('[');
    if (name === 'kalends') answer.form = 'raw';
    if (!kind || !isList) {
      if (value.text === undefined) return;
      const read = parsed(value.text);
      if (name === 'rest_url' && typeof read === 'string') answer.address = read;
      return;
    }
    const finding = answer.of(kind);
    for await (const values of valuesIn(this.#bytes, inside(value), {
      separator: 'commas',
      longest: LONGEST_ITEM,
    }))
      answer.note(kind, values.map(parsedItem));
    finding.places.push({ range: inside(value), separator: 'commas' });
  }
}

const inside = ({ from, to }: ByteRange): ByteRange => ({ from: from + 1, to: to - 1 });

/** @throws SyntaxError, or JsonLimitError for an item that is too long */
function parsedItem({ text }: JsonValue): unknown {
  if (text === undefined)
    throw new JsonLimitError(message('syntax.item', { megabytes: LONGEST_ITEM / 2 ** 20 }));
  return parsed(text);
}

/** @throws SyntaxError */
function parsed(text: string): unknown {
  return JSON.parse(text);
}

/**
 * Finds the items in a JSON text: an answer to a list or single read, a list of answers or items, several of these in
 * a row or one per line, or an export. Never holds more than a part of it in memory.
 * @param name name of the text in messages
 * @param mostItems the most items of all kinds
 * @throws ImportError if it is not JSON, or contains no items or too many
 */
export function parseDocuments(
  bytes: ByteSource,
  name: string | Message,
  mostItems = Number.POSITIVE_INFINITY,
): Promise<SourceDocument[]> {
  return new Parser(bytes, name, mostItems).parse();
}
