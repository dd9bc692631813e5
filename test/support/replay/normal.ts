import { decodeHTML } from 'entities';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { type Identifiers, type Kind, kindOfPath } from './identifiers.ts';

/** The origin at which the recorded service stood, and its namespace. */
export const RECORDED = { origin: 'http://127.0.0.1:8081', namespace: '/wp-json/tribe/events/v1' };

/** The address of the service under test, and the recorded IDs of its own. */
export type Place = { origin: string; namespace: string; identifiers: Identifiers };

const ADDRESS = /^(url|rest_url|next_rest_url|previous_rest_url|self|collection|up|href)$/;
const MOMENT = /^(date|date_utc|modified|modified_utc)$/;
/** Members whose text or size is each service's own matter. */
const UNCOMPARED = new Set(['json_ld', '_links', 'filesize', 'json_error_message', 'message']);
/** Lists of descriptions, whose order says nothing: members by their name. */
const DESCRIPTIONS = new Set(['endpoints', 'parameters']);

/** Members that hold the number of a term wherever they stand. */
const TERM_NUMBERS = new Set(['term_taxonomy_id', 'term_id', 'parent', 'additional_data']);

/** The parts of a request that decide how its answer is compared: the recorded path, and whether it set the publication date. */
export type Asked = { path: string; dated?: boolean };

/**
 * The form in which two right answers to the same request are equal: numbers and addresses are the recorded ones,
 * texts without typographic replacement, moments reduced to their form (but for a publication date that was sent),
 * descriptions of the interface in any order, JSON-LD, `_links`, message texts and file sizes left out.
 * @param place where `answer` comes from; undefined: it is a recorded one
 */
export function normal(answer: Json, { path, dated = false }: Asked, place?: Place): Json {
  return new Normal(place, kindOfPath(path), dated).value(answer, '', '');
}

class Normal {
  readonly #place: Place | undefined;
  readonly #kind: Kind;
  readonly #dated: boolean;

  constructor(place: Place | undefined, kind: Kind, dated: boolean) {
    this.#place = place;
    this.#kind = kind;
    this.#dated = dated;
  }

  /** `member` is the name under which `value` stands, `owner` the one under which its object stands. */
  value(value: Json, member: string, owner: string): Json {
    if (typeof value === 'string') return this.#text(value, member);
    if (typeof value === 'number') return this.#number(value, member, owner);
    if (Array.isArray(value)) return value.map((each) => this.value(each, member, owner));
    if (isObject(value)) return this.#object(value, member, owner);
    return value;
  }

  #object(object: JsonObject, member: string, owner: string): JsonObject {
    const out: JsonObject = {};
    for (const [name, value] of Object.entries(object)) {
      if (UNCOMPARED.has(name) || (name === 'description' && owner === 'args')) continue;
      const isSent = this.#dated && member === '' && name.startsWith('date');
      if (MOMENT.test(name) && !isSent)
        out[name] = typeof value === 'string' ? value.replace(/\d/g, '0') : value;
      else if (name === 'params' && isObject(value)) out[name] = Object.keys(value).sort();
      else if (name === 'details') {
        // Codes only, and where the recording has none, ours may be finer.
        if (isObject(value))
          out[name] = mapped(value, (detail) => (isObject(detail) && detail['code']) || null);
      } else if (name === 'methods' && Array.isArray(value)) out[name] = value.map(String).sort();
      else if (DESCRIPTIONS.has(name) && Array.isArray(value) && value.every(isObject))
        out[name] = Object.fromEntries(value.map((one) => [nameOf(one), this.value(one, name, '')]));
      // Numbered members are a list with gaps: they stand under the list's name.
      else out[this.#name(name)] = this.value(value, name, /^\d+$/.test(name) ? member : member || owner);
    }
    return out;
  }

  /** Routes are members by their address. */
  #name(name: string): string {
    return this.#place === undefined ? name : recordedNamespace(name, this.#place);
  }

  #number(value: number, member: string, owner: string): number {
    if (this.#place === undefined) return value;
    const { identifiers } = this.#place;
    if (TERM_NUMBERS.has(member)) return identifiers.recorded('term', value);
    if (member !== 'id') return value;
    const linked: Kind = /categories|tags/.test(owner) ? 'term' : 'post';
    return identifiers.recorded(owner === '' ? this.#kind : linked, value);
  }

  #text(value: string, member: string): string {
    const text = this.#place === undefined ? value : recordedAddresses(value, this.#place);
    if (member === 'author') return text;
    if (ADDRESS.test(member)) return address(text, this.#place?.identifiers);
    return plain(text);
  }
}

const mapped = (object: JsonObject, map: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));

/** Returns what sets a description apart from its neighbours: its name, or its methods. */
function nameOf({ name, $ref, methods }: JsonObject): string {
  return String(name ?? $ref ?? (Array.isArray(methods) ? methods.map(String).sort().join() : ''));
}

/** A text in which the namespace has its recorded name, in addresses and alone. */
function recordedNamespace(text: string, { namespace }: Place): string {
  const [bare, recorded] = [namespace, RECORDED.namespace].map((path) => path.replace(/^\/(wp-json\/)?/, ''));
  return text
    .replaceAll(`/wp-json/${bare}`, RECORDED.namespace)
    .replaceAll(new RegExp(`(?<=${RECORDED.origin})/${bare}`, 'g'), RECORDED.namespace)
    .replaceAll(String(bare), String(recorded))
    .replaceAll(encodeURIComponent(String(bare)), encodeURIComponent(String(recorded)));
}

function recordedAddresses(text: string, place: Place): string {
  const { origin, identifiers } = place;
  const host = (of: string) => new URL(of).host;
  const here = text
    .replaceAll(origin, RECORDED.origin)
    .replaceAll(encodeURIComponent(origin), encodeURIComponent(RECORDED.origin))
    .replaceAll(host(origin), host(RECORDED.origin));
  return recordedNamespace(here, place)
    .replace(
      /\/(events|venues|organizers|categories|tags)\/(\d+)(?=[/?]|$)/g,
      (_, resource: string, id: string) =>
        `/${resource}/${identifiers.recorded(kindOfPath(`/${resource}`), Number(id))}`,
    )
    .replace(/\?id=(\d+)/g, (_, id: string) => `?id=${identifiers.recorded('post', Number(id))}`);
}

// The order of parameters and the folder of an uploaded file are no part of the contract.
function address(text: string, identifiers?: Identifiers): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  const parameters = new URLSearchParams(
    [...url.searchParams].map(([name, value]) => [
      name,
      identifiers?.recordedParameter(url.pathname, name, value) ?? value,
    ]),
  );
  parameters.sort();
  const path = url.pathname.replace(/\/wp-content\/uploads\/.*\/|\/media\/.*\//, '/media/');
  return `${url.origin}${path}?${parameters}`;
}

function plain(text: string): string {
  // Recorded texts are escaped once or twice, ours once.
  return decodeHTML(decodeHTML(text.replace(/<script[\s\S]*?<\/script>/gi, '')))
    .replace(/[“”″]/g, '"')
    .replace(/[‘’′]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .trim();
}
