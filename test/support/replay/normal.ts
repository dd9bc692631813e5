import { decodeHTML } from 'entities';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { type Identifiers, type Kind, kindOfPath } from './identifiers.ts';

/** The origin at which the recorded service stood, and its namespace. */
export const RECORDED = { origin: 'http://127.0.0.1:8081', namespace: '/wp-json/tribe/events/v1' };

/** Where the service under test stands, and how its numbers are called in the recording. */
export type Place = { origin: string; namespace: string; identifiers: Identifiers };

const ADDRESS = /^(url|rest_url|next_rest_url|previous_rest_url|self|collection|up|href)$/;
const MOMENT = /^(date|date_utc|modified|modified_utc)$/;
/** Members whose text or size is each service's own matter. */
const UNCOMPARED = new Set(['json_ld', '_links', 'filesize', 'json_error_message', 'message', 'details']);

/** Members that hold the number of a term wherever they stand. */
const TERM_NUMBERS = new Set(['term_taxonomy_id', 'term_id', 'parent', 'additional_data']);

/**
 * The form in which two right answers to the same request are equal: numbers and addresses are the recorded ones,
 * texts without typographic replacement, moments reduced to their form, JSON-LD, `_links`, message texts and file
 * sizes left out. `place` is where `answer` comes from, undefined for a recorded one; `path` is the recorded path.
 */
export function normal(answer: Json, path: string, place?: Place): Json {
  return new Normal(place, kindOfPath(path)).value(answer, '', '');
}

class Normal {
  readonly #place: Place | undefined;
  readonly #kind: Kind;

  constructor(place: Place | undefined, kind: Kind) {
    this.#place = place;
    this.#kind = kind;
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
    const zone = object['timezone'];
    // D14: the recorded service lets fixed offsets borrow daylight saving.
    const offset = typeof zone === 'string' && /^UTC[+-]/.test(zone);
    const redacted = !('title' in object) && !('start_date' in object);
    for (const [name, value] of Object.entries(object)) {
      if (UNCOMPARED.has(name) || (name === 'description' && member === 'args')) continue;
      // D34: there a redacted venue or organizer loses its own name.
      if ((name === 'venue' || name === 'organizer') && isEmptyList(value) && redacted) continue;
      // What is not published has no page yet: any stable address will do.
      if ((name === 'url' || name === 'website') && /[?&]post_type=/.test(String(value))) continue;
      if (offset && /^utc_|^timezone_abbr$/.test(name)) continue;
      if (MOMENT.test(name)) out[name] = typeof value === 'string' ? value.replace(/\d/g, '0') : value;
      else if (name === 'params' && isObject(value)) out[name] = Object.keys(value).sort();
      // Numbered members are a list with gaps: they stand under the list's name.
      else out[name] = this.value(value, name, /^\d+$/.test(name) ? member : member || owner);
    }
    return out;
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

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}

function recordedAddresses(text: string, { origin, namespace, identifiers }: Place): string {
  const host = (of: string) => new URL(of).host;
  return (
    text
      .replaceAll(origin, RECORDED.origin)
      .replaceAll(encodeURIComponent(origin), encodeURIComponent(RECORDED.origin))
      .replaceAll(host(origin), host(RECORDED.origin))
      // An address by `rest_route` is answered in its usual form, whatever the base.
      .replaceAll(`/wp-json${namespace}`, RECORDED.namespace)
      .replaceAll(namespace, RECORDED.namespace)
      .replace(
        /\/(events|venues|organizers|categories|tags)\/(\d+)(?=[/?]|$)/g,
        (_, resource: string, id: string) =>
          `/${resource}/${identifiers.recorded(kindOfPath(`/${resource}`), Number(id))}`,
      )
      .replace(/\?id=(\d+)/g, (_, id: string) => `?id=${identifiers.recorded('post', Number(id))}`)
  );
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
