import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { mayRead } from '#api/access/permissions.ts';
import { digestOf } from '#api/http/response-headers.ts';
import type { Translation } from '#calendar/translations/rules.ts';
import type { Call } from '#context.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { SiteCurrency } from '#foundation/i18n/currency.ts';
import type { Reading } from '#store/db/engine.ts';
import type { EventsTable } from '#store/db/tables.ts';
import type { Occurrence, Repeating } from '../series/store.ts';
import { DATE_MEMBERS, type DatedRow, type DateMember, type DateMembers } from './date-members.ts';
import {
  type EmbeddedJsonById,
  type EmbeddedKind,
  embeddedKinds,
  type Json,
  jsonText,
} from './embedded-json.ts';
import {
  attendanceMode,
  attendanceOf,
  eventJsonLdAround,
  type PresentedEvent,
  virtualLocation,
} from './jsonld.ts';
import type { Link, MeasuredEvent } from './volume.ts';

/** The columns of an event that decide who may see that it is above another. */
export type Parent = Pick<Selectable<EventsTable>, 'author_id' | 'status' | 'password'>;

/** An event with the IDs of everything its answer embeds; links in their order, terms by name. */
export interface LinkedEvent extends MeasuredEvent {
  row: Selectable<EventsTable>;
  /** The stored row whose texts and links it shows: its own, or that of its series. */
  source: Selectable<EventsTable>;
  repeating?: Repeating | undefined;
  /** Its own texts in the language asked for, where there are some. */
  own?: Translation | undefined;
  parent?: Parent | undefined;
}

/** Loads and presents events for the cache of their JSON, which stands in a lower folder than their store. */
export interface EventSource {
  /**
   * Returns the events of these IDs in any order; unknown IDs drop out. Of dates without values of their own it returns
   * the row alone where `isKnown` says that of their series nothing else is needed.
   */
  load(
    db: Reading,
    ids: readonly number[],
    reader: { translation: Language | undefined; now: Temporal.Instant },
    isKnown: (seriesId: number) => boolean,
  ): Promise<{ events: LinkedEvent[]; dates: Occurrence[] }>;
  /** Presents an event to anonymous readers without what it embeds. */
  present(linked: LinkedEvent, call: Call): PresentedEvent;
  /** Presents the members that differ from date to date of a series. @param row of the series with the dates of this one */
  presentDate(row: DatedRow, occurrence: Occurrence, call: Call): DateMembers;
}

/** Members of an event's JSON that embed other resources, whose JSON is cached by itself. */
const MEMBERS = ['image', 'categories', 'tags', 'venue', 'organizer'] as const;
type Member = (typeof MEMBERS)[number];
/** Members of its JSON-LD that embed them; each is replaced with the comma before it, since it may be missing. */
const NODES = ['image', 'location', 'organizer'] as const;
type NodeName = (typeof NODES)[number];
type Placeholder = { readonly member: Member } | { readonly node: NodeName } | { readonly date: DateMember };

/** An event as JSON, and where other resources are embedded in it. */
export interface EventJson {
  /** The JSON with embedded resources as they were when it was filled last; empty before. */
  json: Buffer;
  /** The texts around the placeholders, until these are filled for the first time. */
  parts: readonly string[] | undefined;
  /** The digest of `json`. */
  digest: string;
  /** Offsets in `json` at which each part around the placeholders begins and ends; there is one part more than placeholders. */
  cuts: readonly number[];
  readonly placeholders: readonly Placeholder[];
  /** IDs of the resources that the placeholders stand for. */
  readonly ids: Readonly<Record<EmbeddedKind, readonly number[]>>;
  /** Online place in its JSON-LD, for events that may take place elsewhere too. */
  readonly virtual: Json | undefined;
  /** Everybody may read it, unredacted. */
  readonly isPublic: boolean;
  /** It and its parent are published, so that nothing of its own depends on who reads it. */
  readonly isPublished: boolean;
  /** All readers who give no password and don't edit are shown the same; known once its placeholders are filled. */
  isSameForAll: boolean;
  readonly modifiedUtc: string;
  /** Its parent, which the JSON names where readers may see it; 0: none. */
  readonly parentId: number;
  /** The moment, UTC, at which it is no longer right though nothing changes: its series then has another next date. */
  readonly until: string | undefined;
  /** The state of embedded JSON with which it was filled (`fill`); -1: it hasn't been yet. */
  state: number;
}

// No text of an event can hold this. It begins with a character that is rare in JSON, so that it is found quickly.
const MARK = `\u0001${randomUUID()} `;
const markOf = (placeholder: string) => MARK + placeholder;
const marksOf = (members: readonly string[]) =>
  Object.fromEntries(members.map((member) => [member, markOf(member)]));
const MEMBER_MARKS = marksOf(MEMBERS);
const DATE_MARKS = marksOf(DATE_MEMBERS);
const LD_MARKS = {
  image: markOf('node-image'),
  location: markOf('node-location'),
  organizer: markOf('node-organizer'),
};

/** The beginning of each mark in JSON. */
const MARK_JSON = JSON.stringify(MARK).slice(1, -1);

/** A placeholder, and the number of characters before it that are cut out with it. */
interface Cut {
  readonly before: number;
  readonly placeholder: Placeholder;
}

/** The cuts by the names in their marks. */
const CUTS: ReadonlyMap<string, Cut> = new Map<string, Cut>([
  ...MEMBERS.map((member): [string, Cut] => [member, { before: 1, placeholder: { member } }]),
  ...DATE_MEMBERS.map((date): [string, Cut] => [date, { before: 1, placeholder: { date } }]),
  ...NODES.map((node): [string, Cut] => [
    `node-${node}`,
    { before: `,"${node}":"`.length, placeholder: { node } },
  ]),
]);

/**
 * Returns an event's JSON with placeholders for embedded resources, as lists show it to anonymous readers, or as `single`
 * reads do.
 * @param event as presented without what it embeds
 * @param options `forDates`: with a placeholder for each member that differs from date to date of its series
 */
export function templateOf(
  linked: LinkedEvent,
  event: PresentedEvent,
  { single, forDates, currency }: { single: boolean; forDates: boolean; currency: SiteCurrency },
): EventJson {
  const { row } = linked;
  const isOpen = row.password === '';
  const showsLd = single && isOpen;
  const isHybrid = showsLd && event.is_virtual && event.event_status !== 'moved-online';
  const json_ld = showsLd
    ? eventJsonLdAround(event, linked, currency, {
        ...LD_MARKS,
        attendance: event.is_virtual && !isHybrid ? attendanceOf(event, []) : { location: LD_MARKS.location },
      })
    : undefined;
  const virtual = isHybrid ? jsonText(JSON.stringify(virtualLocation(event))) : undefined;
  const marked = Object.assign(event, MEMBER_MARKS, forDates ? DATE_MARKS : {}, { json_ld });
  const { parts, placeholders } = cutUp(JSON.stringify(marked));
  const shown = (links: readonly Link[]) => (isOpen ? links.map(({ id }) => id) : []);
  return {
    json: EMPTY,
    parts,
    digest: '',
    cuts: [],
    placeholders,
    virtual,
    ids: {
      venue: shown(linked.links.venue),
      organizer: shown(linked.links.organizer),
      category: shown(linked.links.category),
      tag: shown(linked.links.tag),
      media: isOpen && row.image_id !== null ? [row.image_id] : [],
    },
    isPublic: isOpen && mayRead(null, row),
    isPublished: mayRead(null, row) && (!linked.parent || mayRead(null, linked.parent)),
    isSameForAll: false,
    modifiedUtc: row.modified_utc,
    parentId: linked.repeating?.series.id ?? row.post_parent,
    until: linked.repeating?.series.next?.utc_end_date,
    state: -1,
  };
}

/** Splits a text at its marks. Returns the parts around them, and the placeholders that the marks stand for. */
function cutUp(text: string): { parts: string[]; placeholders: Placeholder[] } {
  const parts: string[] = [];
  const placeholders: Placeholder[] = [];
  let at = 0;
  for (;;) {
    const found = text.indexOf(MARK_JSON, at);
    if (found < 0) break;
    const named = found + MARK_JSON.length;
    const end = text.indexOf('"', named);
    const cut = CUTS.get(text.slice(named, end));
    if (!cut) break;
    parts.push(text.slice(at, found - cut.before));
    placeholders.push(cut.placeholder);
    at = end + 1;
  }
  parts.push(text.slice(at));
  return { parts, placeholders };
}

const EMPTY = Buffer.alloc(0);
const COMMA = jsonText(',');
const EMPTY_LIST = jsonText('[]');
const NO_IMAGE = jsonText('false');
const OPEN = jsonText('[');
const CLOSE = jsonText(']');
const kindOf = {
  image: 'media',
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;
const nodeKindOf = { image: 'media', location: 'venue', organizer: 'organizer' } as const;
const nodeMemberOf = {
  image: jsonText(',"image":'),
  location: jsonText(',"location":'),
  organizer: jsonText(',"organizer":'),
};

function missingEmbedded(event: EventJson, embedded: EmbeddedJsonById, kind: EmbeddedKind): number[] {
  return event.ids[kind].filter((id) => !embedded[kind].has(id));
}

/** The two forms of an event's JSON: in a list, or by itself with JSON-LD. */
export type JsonForm = 'listed' | 'single';

/** Returns the IDs of resources that `embedded` lacks for these events; undefined where it has all. */
export function missingAmong(
  events: readonly EventJson[],
  embedded: EmbeddedJsonById,
): Record<EmbeddedKind, readonly number[]> | undefined {
  const of = (kind: EmbeddedKind) => [
    ...new Set(events.flatMap((event) => missingEmbedded(event, embedded, kind))),
  ];
  const missingEmbeds = {
    venue: of('venue'),
    organizer: of('organizer'),
    category: of('category'),
    tag: of('tag'),
    media: of('media'),
  };
  return embeddedKinds.some((kind) => missingEmbeds[kind].length > 0) ? missingEmbeds : undefined;
}

/** Returns the bytes that an event's JSON will have once filled; `embedded` must have all its resources. */
export function filledSize(event: EventJson, embedded: EmbeddedJsonById): number {
  const { parts, cuts } = event;
  let bytes = 0;
  if (parts) for (const part of parts) bytes += part.length;
  else for (let at = 0; at < cuts.length; at += 2) bytes += (cuts[at + 1] ?? 0) - (cuts[at] ?? 0);
  bytes += event.virtual?.bytes.length ?? 0;
  for (const placeholder of event.placeholders) {
    if ('date' in placeholder) continue;
    const kind = 'node' in placeholder ? nodeKindOf[placeholder.node] : kindOf[placeholder.member];
    const form = 'node' in placeholder ? 'node' : 'json';
    for (const id of event.ids[kind]) bytes += embedded[kind].get(id)?.[form]?.bytes.length ?? 0;
  }
  return bytes;
}

/** Fills the placeholders of an event's JSON; `embedded` must have all its resources. @param state changes with every change of embedded JSON */
export function fill(event: EventJson, embedded: EmbeddedJsonById, state: number): void {
  const fillings = event.placeholders.map((placeholder) => {
    // Each date fills these in a copy.
    if ('date' in placeholder) return [];
    return 'node' in placeholder
      ? nodeFilling(placeholder.node, event, embedded)
      : memberFilling(placeholder.member, event, embedded);
  });
  const { parts } = event;
  const cuts: number[] = [];
  let length = 0;
  for (let at = 0; at <= fillings.length; at++) {
    cuts.push(length);
    length += parts
      ? Buffer.byteLength(parts[at] ?? '')
      : (event.cuts[2 * at + 1] ?? 0) - (event.cuts[2 * at] ?? 0);
    cuts.push(length);
    for (const { bytes } of fillings[at] ?? []) length += bytes.length;
  }
  event.json = parts ? joinTexts(parts, fillings, length) : joinBytes(event, fillings, length);
  event.digest = digestOf(event.json);
  event.parts = undefined;
  event.cuts = cuts;
  event.state = state;
  // Other readers may see resources that anonymous ones don't.
  const isUnseen = (kind: EmbeddedKind) => event.ids[kind].some((id) => !embedded[kind].get(id)?.json);
  event.isSameForAll = event.isPublished && !isUnseen('venue') && !isUnseen('organizer');
}

// Cached buffers own their memory: a slice would keep Node's whole pool alive (api/cache/response-cache.ts).
function joinTexts(parts: readonly string[], fillings: readonly (readonly Json[])[], length: number): Buffer {
  let text = '';
  for (const [at, part] of parts.entries()) {
    text += part;
    for (const filling of fillings[at] ?? []) text += filling.text;
  }
  const json = Buffer.allocUnsafeSlow(length);
  json.write(text);
  return json;
}

function joinBytes(
  { json, cuts }: EventJson,
  fillings: readonly (readonly Json[])[],
  length: number,
): Buffer {
  const made = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (let at = 0; at <= fillings.length; at++) {
    end += json.copy(made, end, cuts[2 * at], cuts[2 * at + 1]);
    for (const { bytes } of fillings[at] ?? []) end += bytes.copy(made, end);
  }
  return made;
}

/** Returns the JSON of an event's resources of a kind that anonymous readers see. */
function embeddedOf(
  event: EventJson,
  embedded: EmbeddedJsonById,
  kind: EmbeddedKind,
  form: 'json' | 'node',
): Json[] {
  return event.ids[kind].flatMap((id) => embedded[kind].get(id)?.[form] ?? []);
}

function memberFilling(member: Member, event: EventJson, embedded: EmbeddedJsonById): Json[] {
  const found = embeddedOf(event, embedded, kindOf[member], 'json');
  if (member === 'image') return found.length === 0 ? [NO_IMAGE] : found;
  return member === 'venue' && found.length === 1 ? found : asList(found);
}

function nodeFilling(name: NodeName, event: EventJson, embedded: EmbeddedJsonById): Json[] {
  const found = embeddedOf(event, embedded, nodeKindOf[name], 'node');
  if (name === 'location' && event.virtual) {
    const all = [...found, event.virtual];
    const mode = jsonText(`,"eventAttendanceMode":"${attendanceMode(found.length > 0)}"`);
    return [mode, nodeMemberOf[name], ...(all.length === 1 ? all : asList(all))];
  }
  if (found.length === 0) return [];
  return [nodeMemberOf[name], ...(found.length === 1 ? found : asList(found))];
}

function asList(found: readonly Json[]): Json[] {
  if (found.length === 0) return [EMPTY_LIST];
  const all = [OPEN];
  for (const json of found) all.push(...(all.length === 1 ? [json] : [COMMA, json]));
  all.push(CLOSE);
  return all;
}
