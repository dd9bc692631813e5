import { isObject, type Json, type JsonObject } from '../json.ts';

/** What draws numbers from one sequence: events, venues, organizers and media; or categories and tags. */
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

/** What a recorded answer told of the numbers of what it made: its own and those of what it linked. */
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
    if (learnt.id !== undefined && typeof answer['id'] === 'number') {
      this.#set(kindOfPath(path), learnt.id, answer['id']);
    }
    for (const member of LINKED) {
      const kind = KINDS[member] ?? 'post';
      const mine = [answer[member] ?? []].flat().filter(isObject);
      for (const [i, recorded] of [learnt[member] ?? []].flat().entries()) {
        const id = mine[i]?.['id'];
        if (typeof id === 'number' && !this.#ours[kind].has(recorded)) this.#set(kind, recorded, id);
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
    const kind = kindOfPath(recorded);
    const query = recorded.slice(cut + 1).split('&');
    return `${route}?${query.map((parameter) => this.#parameter(parameter, kind)).join('&')}`;
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

  #set(kind: Kind, recorded: number, ours: number): void {
    this.#ours[kind].set(recorded, ours);
    this.#recorded[kind].set(ours, recorded);
  }

  #parameter(parameter: string, listed: Kind): string {
    const equals = parameter.indexOf('=');
    if (equals < 0) return parameter;
    const name = decodeURIComponent(parameter.slice(0, equals)).replace(/\[\d*\]$/, '');
    const value = parameter.slice(equals + 1);
    const kind = kindOfMember(name, listed);
    if (kind === undefined || !/^\d+((,|%2C)\d+)*$/i.test(value)) return parameter;
    const ids = value.split(/,|%2C/i).map((id) => this.ours(kind, Number(id)));
    return parameter.slice(0, equals + 1) + ids.join(value.includes('%') ? '%2C' : ',');
  }

  #numbers(kind: Kind, value: Json): Json {
    if (Array.isArray(value)) return value.map((each) => this.#numbers(kind, each));
    if (typeof value === 'number') return this.ours(kind, value);
    if (typeof value === 'string' && /^\d+(,\d+)*$/.test(value)) {
      return value
        .split(',')
        .map((id) => this.ours(kind, Number(id)))
        .join(',');
    }
    const id = isObject(value) ? value['id'] : undefined;
    return isObject(value) && id !== undefined ? { ...value, id: this.#numbers(kind, id) } : value;
  }
}

// `include` names terms in a list of terms, and posts everywhere else.
function kindOfMember(member: string, addressed: Kind): Kind | undefined {
  return member === 'include' ? addressed : KINDS[member];
}
