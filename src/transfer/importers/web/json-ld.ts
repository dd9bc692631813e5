import { isObject } from '#foundation/text/is-object.ts';
import { isTooDeep } from '#foundation/text/syntax.ts';
import { plainName, type Thing, type Value } from './things.ts';

/** JSON-LD of one block: what it describes, and what had to be mended. */
export interface JsonLd {
  readonly things: readonly Thing[];
  /** Whether the JSON is broken and was repaired. */
  readonly isRepaired: boolean;
  /** Events that the end of the block cut off within a value. */
  readonly cutOff: ReadonlySet<Thing>;
}

/** Characters of the longest block that is repaired. */
const LONGEST_REPAIRED = 2 ** 22;

/** A JSON text after repair, and whether it ends within a value. */
interface RepairedJson {
  readonly value: unknown;
  readonly isRepaired: boolean;
  readonly isCutOff: boolean;
}

const WRAPPER =
  /^\s*(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)|(?:-->|(?:\/\/|\/\*)?\s*\]\]>(?:\s*\*\/)?)\s*;?\s*$/g;
/** Control characters that are no line end and no tab. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const LEADING_COMMENT = /^\s*<!--[\s\S]*?-->\s*(?=[[{])/;

/** Returns whether a text ends within a value: in a string, or where a value is to come. Closers alone may be missing. */
function endsWithinValue(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
  }
  if (isQuoted) return true;
  // A number or word at the end may be longer; a name without a value lacks it.
  return depth > 0 && !/[}\]]\s*,?\s*$|"\s*:\s*(?:"(?:[^"\\]|\\.)*"|true|false|null)\s*,?\s*$/.test(text);
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Parses JSON, broken or not; undefined if it cannot be repaired. */
async function parseJson(text: string): Promise<RepairedJson | undefined> {
  if (isTooDeep(text)) return undefined;
  const whole = parse(text);
  if (whole) return { ...whole, isRepaired: false, isCutOff: false };
  // A byte order mark is no fault of the JSON.
  let mended = text
    .replace(/^\ufeff/, '')
    .replace(LEADING_COMMENT, '')
    .replace(WRAPPER, '')
    .replace(/;\s*$/, '')
    .replaceAll(CONTROLS, ' ');
  // Some systems escape the whole block as if it were text.
  if (!mended.includes('"') && /&(?:quot|#0?34|#x22);/i.test(mended)) {
    const { decodeText } = await import('#foundation/text/markup.ts');
    mended = decodeText(mended);
  }
  const unwrapped = parse(mended);
  if (unwrapped) return { ...unwrapped, isRepaired: true, isCutOff: false };
  if (mended.length > LONGEST_REPAIRED || !/[{[]/.test(mended)) return undefined;
  const isCutOff = endsWithinValue(mended);
  try {
    const { jsonrepair } = await import('jsonrepair');
    const repaired = parse(jsonrepair(mended));
    return repaired && { ...repaired, isRepaired: true, isCutOff };
  } catch {
    return undefined;
  }
}

/** Returns the last value in a value, and in that, and so on: the way to where a cut-off text ends. */
function lastPath(value: unknown): object[] {
  const path: object[] = [];
  for (let at: unknown = value; typeof at === 'object' && at !== null; ) {
    path.push(at);
    at = Object.values(at).at(-1);
  }
  return path;
}

const TYPE_KEYS = ['@type', 'type'] as const;
const CONTAINERS = ['@graph', '@list', '@set', '@included'];

/** Converts JSON to things, with the things that others name by `@id` in their places. */
class JsonLdReader {
  readonly #byId = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #things = new Map<object, Thing>();

  /** Returns the things at the top of a document. */
  read(document: unknown): Thing[] {
    this.#collectIds(document);
    return this.#topOf(document);
  }

  thingOf(object: object): Thing | undefined {
    return this.#things.get(object);
  }

  #collectIds(document: unknown): void {
    const stack = [document];
    for (let value = stack.pop(); stack.length > 0 || value !== undefined; value = stack.pop()) {
      if (typeof value !== 'object' || value === null) continue;
      if (isObject(value)) {
        const id = value['@id'];
        const before = typeof id === 'string' ? this.#byId.get(id) : undefined;
        if (typeof id === 'string' && Object.keys(value).length > Object.keys(before ?? {}).length)
          this.#byId.set(id, value);
      }
      for (const inner of Object.values(value)) if (inner !== undefined) stack.push(inner);
    }
  }

  #topOf(value: unknown): Thing[] {
    if (Array.isArray(value)) return value.flatMap((one) => this.#topOf(one));
    if (!isObject(value)) return [];
    const contained = CONTAINERS.flatMap((name) => this.#topOf(value[name]));
    const keys = Object.keys(value).filter((key) => !key.startsWith('@'));
    const isWrapper = contained.length > 0 && keys.length === 0;
    return isWrapper ? contained : [this.#thing(value), ...contained];
  }

  #thing(object: Readonly<Record<string, unknown>>): Thing {
    const known = this.#things.get(object);
    if (known) return known;
    const properties: Record<string, Value[]> = {};
    const types = TYPE_KEYS.flatMap((key) => [object[key]].flat())
      .filter((type) => typeof type === 'string')
      .map(plainName);
    const thing: Thing = { types, properties };
    // Before its properties: things may name each other in a circle.
    this.#things.set(object, thing);
    const { properties: inner } = object;
    // Microdata as JSON has its properties apart (HTML, "Converting HTML to other formats").
    for (const [key, value] of Object.entries(isObject(inner) && types.length > 0 ? inner : object)) {
      const name = plainName(key);
      if (key.startsWith('@') || name === '') continue;
      const values = this.#values(value);
      if (values.length > 0) properties[name] = [...(properties[name] ?? []), ...values];
    }
    const id = object['@id'];
    if (typeof id === 'string') properties['@id'] = [id];
    return thing;
  }

  #values(value: unknown): Value[] {
    if (Array.isArray(value)) return value.flatMap((one) => this.#values(one));
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [value];
    if (!isObject(value)) return [];
    if ('@value' in value) return this.#values(value['@value']);
    for (const name of CONTAINERS) if (name in value) return this.#values(value[name]);
    const id = value['@id'];
    // What only names another one has nothing beside ID and type.
    const isName =
      typeof id === 'string' && Object.keys(value).every((key) => key === '@id' || key === '@type');
    const named = isName ? this.#byId.get(id) : undefined;
    return [this.#thing(named ?? value)];
  }
}

/** Reads a block of JSON-LD; undefined if it is no JSON and cannot be repaired. */
export async function readJsonLd(text: string): Promise<JsonLd | undefined> {
  const json = await parseJson(text);
  if (!json) return undefined;
  const reader = new JsonLdReader();
  const things = reader.read(json.value);
  const path = json.isCutOff ? lastPath(json.value) : [];
  const { isEvent } = await import('./things.ts');
  const open = path
    .map((object) => reader.thingOf(object))
    .filter((thing) => thing !== undefined && isEvent(thing))
    .at(-1);
  return { things, isRepaired: json.isRepaired, cutOff: new Set(open ? [open] : []) };
}
