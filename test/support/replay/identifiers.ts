import { isObject, type Json, type JsonObject } from '../json.ts';

/** Kinds that share a sequence of IDs: events, venues, organizers and media; or categories and tags. */
export type Kind = 'post' | 'term';

/** Members and parameters that name other things by their numbers. */
const KINDS: Record<string, Kind> = {
  venue: 'post',
  organizer: 'post',
  image: 'post',
  include: 'post',
  event: 'post',
  post: 'post',
  post_parent: 'post',
  categories: 'term',
  tags: 'term',
  parent: 'term',
  exclude: 'term',
};

const LINKED = ['venue', 'organizer', 'image', 'categories', 'tags'] as const;

/** The IDs that a recorded answer gave to what it made: its own and those of what it linked. */
export type Learnt = { id?: number } & { [member in (typeof LINKED)[number]]?: number | number[] };

/** The kind of what a path addresses. */
export function kindOfPath(path: string): Kind {
  return /\/(categories|tags)(\/|\?|$)/.test(path) ? 'term' : 'post';
}

/** The service's numbers for the recorded ones, learnt from its answers as the replay goes on. */
export class Identifiers {
  readonly #ours = { post: new Map<number, number>(), term: new Map<number, number>() };
  readonly #recorded = { post: new Map<number, number>(), term: new Map<number, number>() };

  /** Takes from an answer to a request on `path` the numbers that stand where the recorded `learnt` ones stood. */
  learn(path: string, learnt: Learnt, answer: Json | undefined): void {
    if (!isObject(answer)) return;
    if (learnt.id !== undefined && typeof answer['id'] === 'number')
      this.#meet(kindOfPath(path), learnt.id, answer['id']);
    for (const member of LINKED) {
      const kind = KINDS[member] ?? 'post';
      const mine = [answer[member] ?? []].flat().filter(isObject);
      for (const [i, recorded] of [learnt[member] ?? []].flat().entries()) {
        const id = mine[i]?.['id'];
        if (typeof id === 'number') this.#meet(kind, recorded, id);
      }
    }
  }

  /** The service's number for a recorded one, itself where none was learnt. */
  ours(kind: Kind, recorded: number): number {
    return this.#ours[kind].get(recorded) ?? recorded;
  }

  /** The recorded number for one of the service's, itself where none was learnt. */
  recorded(kind: Kind, ours: number): number {
    return this.#recorded[kind].get(ours) ?? ours;
  }

  /** A recorded path and query with the service's numbers. */
  path(recorded: string): string {
    const cut = recorded.indexOf('?');
    const route = (cut < 0 ? recorded : recorded.slice(0, cut)).replace(
      /\/(events|venues|organizers|categories|tags)\/(\d+)(?=\/|$)/g,
      (_, resource: string, id: string) =>
        `/${resource}/${this.ours(kindOfPath(`/${resource}`), Number(id))}`,
    );
    if (cut < 0) return route;
    return `${route}?${this.query(recorded, recorded.slice(cut + 1))}`;
  }

  /** A recorded query, or a form in its encoding, for `path` with the service's numbers. */
  query(path: string, recorded: string): string {
    return recorded
      .split('&')
      .map((parameter) => this.#parameter(parameter, path))
      .join('&');
  }

  /** The recorded value of a parameter of one of the service's addresses, whose path is `path`. */
  recordedParameter(path: string, name: string, value: string): string {
    const kind = kindOfMember(bare(name), kindOfPath(path));
    return kind === undefined ? value : eachNumber(value, (id) => this.recorded(kind, id));
  }

  /** A recorded body for `path` with the service's numbers; what is not an object stays. */
  body(path: string, recorded: Json): Json {
    if (!isObject(recorded)) return recorded;
    const out: JsonObject = {};
    for (const [member, value] of Object.entries(recorded)) {
      const kind = kindOfMember(member, kindOfPath(path));
      out[member] = kind === undefined ? value : this.#numbers(kind, value);
    }
    return out;
  }

  /** Each number stands for one: what was met first stays. */
  #meet(kind: Kind, recorded: number, ours: number): void {
    if (this.#ours[kind].has(recorded) || this.#recorded[kind].has(ours)) return;
    this.#ours[kind].set(recorded, ours);
    this.#recorded[kind].set(ours, recorded);
  }

  #parameter(parameter: string, path: string): string {
    const equals = parameter.indexOf('=');
    const name = decodeURIComponent(parameter.slice(0, Math.max(0, equals)));
    const kind = kindOfMember(bare(name), kindOfPath(path));
    if (kind === undefined) return parameter;
    const value = eachNumber(parameter.slice(equals + 1), (id) => this.ours(kind, id));
    return `${parameter.slice(0, equals)}=${value}`;
  }

  #numbers(kind: Kind, value: Json): Json {
    if (Array.isArray(value)) return value.map((each) => this.#numbers(kind, each));
    if (typeof value === 'number') return this.ours(kind, value);
    if (typeof value === 'string') return eachNumber(value, (id) => this.ours(kind, id));
    const id = isObject(value) ? value['id'] : undefined;
    return isObject(value) && id !== undefined ? { ...value, id: this.#numbers(kind, id) } : value;
  }
}

/** The name of a parameter without the brackets of a list. */
function bare(name: string): string {
  return name.replace(/\[\d*\]$/, '');
}

// A list may hold slugs beside numbers, and blanks, and its commas and blanks may be encoded.
function eachNumber(list: string, map: (id: number) => number): string {
  return list.replace(/(?<=^|[,+ ]|%2C|%20)\d+(?=$|[,+ ]|%2C|%20)/gi, (id) => String(map(Number(id))));
}

// `include` names terms in a list of terms, and posts everywhere else.
function kindOfMember(member: string, addressed: Kind): Kind | undefined {
  return member === 'include' ? addressed : KINDS[member];
}
