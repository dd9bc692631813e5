import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { syntaxFault } from '#foundation/text/syntax.ts';
import { type ArrivingKind, arrivingKinds, ImportError } from '../arrival.ts';
import type { Bytes } from '../bytes.ts';
import { type Home, homeOf } from './home.ts';
import { isMembers, listIn, type Members, textIn } from './json.ts';
import { type Between, JsonFault, type Range, type Value, valuesIn } from './values.ts';

/** Items as their source writes them: as answers show them, or `raw` as an export of Kalends has them. */
export interface Found {
  form: 'shown' | 'raw';
  home: Home | undefined;
  items: Partial<Record<ArrivingKind, Items>>;
  /** Pictures of an export. */
  media: readonly unknown[];
  /** Categories that stand inside events, by their IDs. */
  embedded: ReadonlyMap<unknown, Members>;
}

/** Items of one kind in a source; they are read anew each time. */
export interface Items {
  readonly count: number;
  /** All of them in order, in handy lots. @throws ImportError where the source has become another meanwhile */
  read(): AsyncGenerator<unknown[]>;
}

const kinds = [...arrivingKinds, 'media'] as const;
type Kind = (typeof kinds)[number];

/** Bytes of a text that is parsed as a whole; of longer ones the parts are. */
const LONGEST = 2 ** 20;

/** Which kind a single item is of. */
function kindOf(item: Members): ArrivingKind | undefined {
  if ('start_date' in item && 'title' in item) return 'events';
  if ('taxonomy' in item) return item['taxonomy'] === 'tribe_events_cat' ? 'categories' : 'tags';
  if (typeof item['venue'] === 'string') return 'venues';
  if (typeof item['organizer'] === 'string') return 'organizers';
  return undefined;
}

function homeOfItem(item: unknown): Home | undefined {
  if (!isMembers(item)) return undefined;
  const urls = isMembers(item['urls']) ? item['urls'] : {};
  return homeOf(textIn(item, 'rest_url')) ?? homeOf(textIn(urls, 'self'));
}

/** Where items stand in a source: among others in a list, or as the list of this name in an answer. */
type Place = { range: Range; between: Between } | { answer: Range; name: Kind };

/** Items of one kind as they are being found. */
class Finding implements Items {
  readonly #parser: Parser;
  readonly places: Place[] = [];
  count = 0;
  first: unknown;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  note(items: readonly unknown[]): void {
    if (this.count === 0) this.first = items[0];
    this.count += items.length;
  }

  async *read(): AsyncGenerator<unknown[]> {
    for (const place of this.places) yield* this.#parser.itemsAt(place);
  }
}

/** An answer, or all the loose items, as they are being found. */
class Answer {
  form: Found['form'] = 'shown';
  address = '';
  readonly items = new Map<Kind, Finding>();
  readonly media: unknown[] = [];
  readonly embedded = new Map<unknown, Members>();
  readonly #parser: Parser;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  of(kind: Kind): Finding {
    const finding = this.items.get(kind) ?? new Finding(this.#parser);
    this.items.set(kind, finding);
    return finding;
  }

  note(kind: Kind, items: readonly unknown[]): void {
    this.of(kind).note(items);
    for (const item of items) {
      if (kind === 'media') this.media.push(item);
      if (kind !== 'events' || !isMembers(item)) continue;
      for (const category of listIn(item, 'categories'))
        if (isMembers(category)) this.embedded.set(category['id'], category);
    }
  }

  get found(): Found {
    const { form, media, embedded } = this;
    const items: Found['items'] = {};
    for (const kind of arrivingKinds) {
      const finding = this.items.get(kind);
      if (finding) items[kind] = finding;
    }
    let home = homeOf(this.address);
    for (const kind of arrivingKinds) home ??= homeOfItem(items[kind] && this.of(kind).first);
    return { form, home, items, media, embedded };
  }
}

/** Reads a source twice: once for what is where in it, and whether it's JSON at all; then its items as they are wanted. */
class Parser {
  readonly #bytes: Bytes;
  readonly #name: string | Message;
  readonly #found: Answer[] = [];
  readonly #loose = new Answer(this);
  /** The loose items of one kind that stand next to each other. */
  #row: { kind: ArrivingKind; range: { from: number; to: number } } | undefined;

  constructor(bytes: Bytes, name: string | Message) {
    this.#bytes = bytes;
    this.#name = name;
  }

  async parse(): Promise<Found[]> {
    const mark = (await this.#bytes.read(0, 3)).toString('latin1') === 'ï»¿' ? 3 : 0;
    try {
      await this.#parts({ from: mark, to: this.#bytes.size }, 'blanks', async (value) => {
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

  async *itemsAt(place: Place): AsyncGenerator<unknown[]> {
    try {
      if ('answer' in place) {
        const { from, to } = place.answer;
        const answer = parsed((await this.#bytes.read(from, to)).toString());
        const items = isMembers(answer) ? answer[place.name] : undefined;
        if (Array.isArray(items)) yield items;
        return;
      }
      const { range, between } = place;
      for await (const values of valuesIn(this.#bytes, range, { between, longest: Number.POSITIVE_INFINITY }))
        yield values.map(({ text = '' }) => parsed(text));
    } catch (error) {
      throw this.#told(error);
    }
  }

  #told(error: unknown): unknown {
    const reason =
      error instanceof JsonFault
        ? error.told
        : error instanceof SyntaxError
          ? syntaxFault(error)
          : error instanceof RangeError
            ? message('syntax.fault')
            : undefined;
    return reason ? new ImportError(message('import.not_json', { source: this.#name, reason })) : error;
  }

  async #parts(range: Range, between: Between, take: (value: Value) => Promise<void> | void): Promise<void> {
    for await (const values of valuesIn(this.#bytes, range, { between, longest: LONGEST }))
      for (const value of values) await take(value);
    this.#endRow(between);
  }

  async #isList({ from, to }: Range): Promise<boolean> {
    const ends = (await this.#bytes.read(from, from + 1)).toString() + (await this.#bytes.read(to - 1, to));
    if (ends !== '[]' && ends !== '{}') throw new JsonFault(message('syntax.fault'));
    return ends === '[]';
  }

  /** An answer or an item that is parsed. */
  #part(range: Range, part: unknown, between: Between): void {
    if (!isMembers(part)) return;
    const kind = kindOf(part);
    if (kind) {
      this.#loose.note(kind, [part]);
      if (this.#row?.kind !== kind) {
        this.#endRow(between);
        this.#row = { kind, range: { from: range.from, to: range.to } };
      } else this.#row.range.to = range.to;
      return;
    }
    this.#endRow(between);
    const answer = new Answer(this);
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

  /** Whatever comes next isn't of the row of loose items any more. */
  #endRow(between: Between): void {
    if (this.#row) this.#loose.of(this.#row.kind).places.push({ range: this.#row.range, between });
    this.#row = undefined;
  }

  /** An answer too long to be parsed at once: its lists are looked through. */
  async #long(range: Range): Promise<void> {
    if (await this.#isList(range)) {
      // A list in a list: no answer.
      for await (const values of this.#values(range, 'commas'))
        for (const { text } of values) if (text !== undefined) parsed(text);
      return;
    }
    const answer = new Answer(this);
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

  #values(range: Range, between: Between): AsyncGenerator<Value[]> {
    return valuesIn(this.#bytes, inside(range), { between, longest: LONGEST });
  }

  async #member(answer: Answer, name: string, value: Value): Promise<void> {
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
      between: 'commas',
      longest: Number.POSITIVE_INFINITY,
    }))
      answer.note(
        kind,
        values.map(({ text = '' }) => parsed(text)),
      );
    finding.places.push({ range: inside(value), between: 'commas' });
  }
}

const inside = ({ from, to }: Range): Range => ({ from: from + 1, to: to - 1 });

/** @throws SyntaxError */
function parsed(text: string): unknown {
  return JSON.parse(text);
}

/**
 * The items in a JSON text: an answer of a list or a single read, a list of answers or of items, several of these one
 * after the other, one a line, or an export. Only a part of it is ever in memory.
 * @param name what the text is to people
 * @throws ImportError where it's no JSON, or none of these
 */
export function parseAnswers(bytes: Bytes, name: string | Message): Promise<Found[]> {
  return new Parser(bytes, name).parse();
}
