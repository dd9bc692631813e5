import { mayRead, type Owned } from '#api/access/permissions.ts';
import { ownBytes, sizeOfBytes, sizeOfText } from '#api/cache/response-cache.ts';
import { imageNode, presentImage } from '#api/media/present.ts';
import { listMedia, type MediaRow } from '#api/media/store.ts';
import { translationIn } from '#api/routing/actor.ts';
import { TimeSlice } from '#api/server/answer-size.ts';
import { listLinked, loadLocalizedLinked } from '#calendar/linked/store.ts';
import { presentOrganizer } from '#calendar/organizers/present.ts';
import type { PresentOptions } from '#calendar/posts/present.ts';
import { presentEmbeddedTerm } from '#calendar/terms/present.ts';
import { listTermsInOrder, loadLocalizedTerms } from '#calendar/terms/store.ts';
import { presentVenue } from '#calendar/venues/present.ts';
import type { Call } from '#context.ts';
import type { Reading } from '#store/db/engine.ts';
import { organizerNode, venueNode } from './jsonld.ts';

/** Kinds of resources that an event's JSON embeds. */
export const embeddedKinds = ['venue', 'organizer', 'category', 'tag', 'media'] as const;
/** A kind of resources that an event's JSON embeds. */
export type EmbeddedKind = (typeof embeddedKinds)[number];

/** JSON as a text, for the first filling of event JSON, and as bytes, for later ones. */
export interface Json {
  readonly text: string;
  readonly bytes: Buffer;
}

/** The JSON of a resource as events embed it; undefined where anonymous readers don't see it. */
export interface EmbeddedJson {
  readonly json: Json | undefined;
  /** Its node in the event's JSON-LD, where that is wanted and there is one. */
  readonly node?: Json | undefined;
}

/** Embedded JSON by kind and ID of the resource. */
export type EmbeddedJsonById = Record<EmbeddedKind, Map<number, EmbeddedJson>>;

/** Returns embedded JSON without any resource. */
export const noEmbeddedJson = (): EmbeddedJsonById => ({
  venue: new Map(),
  organizer: new Map(),
  category: new Map(),
  tag: new Map(),
  media: new Map(),
});

const UNSEEN: EmbeddedJson = { json: undefined };
/** Returns JSON as text and bytes. */
export const jsonText = (text: string): Json => ({ text, bytes: ownBytes(Buffer.from(text)) });

/** Bytes that embedded JSON takes beside its texts and bytes, its place in a map included. */
const OVERHEAD = 250;

/** Returns the bytes of memory that embedded JSON takes. */
export function sizeOfEmbedded({ json, node }: EmbeddedJson): number {
  let size = OVERHEAD;
  for (const one of [json, node])
    if (one) size += sizeOfBytes(one.bytes) + sizeOfText(one.text, one.bytes.length);
  return size;
}
const jsonOf = (value: unknown): Json => jsonText(JSON.stringify(value));
const isVisible = (row: Owned) => row.status !== 'trash' && mayRead(null, row);

/** Reads resources and returns their embedded JSON, with JSON-LD where `jsonLd`: at most two statements for each kind. Unknown IDs have none. */
export async function makeEmbeddedJson(
  db: Reading,
  call: Call,
  wanted: Readonly<Record<EmbeddedKind, readonly number[]>>,
  { jsonLd }: { jsonLd: boolean },
): Promise<EmbeddedJsonById> {
  const language = translationIn(call);
  const linked = async <T extends 'venues' | 'organizers'>(table: T, ids: readonly number[]) =>
    ids.length === 0
      ? []
      : loadLocalizedLinked(db, table, [...(await listLinked(db, table, ids)).values()], language);
  const terms = async (kind: 'categories' | 'tags', ids: readonly number[]) =>
    ids.length === 0 ? [] : loadLocalizedTerms(db, kind, await listTermsInOrder(db, kind, ids), language);
  const [venues, organizers, categories, tags] = await Promise.all([
    linked('venues', wanted.venue),
    linked('organizers', wanted.organizer),
    terms('categories', wanted.category),
    terms('tags', wanted.tag),
  ]);
  const pictured = [...venues, ...organizers].flatMap(({ image_id }) => image_id ?? []);
  const pictureIds = new Set([...wanted.media, ...pictured]);
  const pictures = pictureIds.size === 0 ? new Map<number, MediaRow>() : await listMedia(db, [...pictureIds]);
  const shown: PresentOptions = { call, pictures, password: undefined, editing: false, jsonLd };

  const made = noEmbeddedJson();
  const breath = new TimeSlice(call.services.turns);
  for (const kind of embeddedKinds) for (const id of wanted[kind]) made[kind].set(id, UNSEEN);
  for (const row of venues.filter(isVisible)) {
    const venue = presentVenue(row, shown);
    made.venue.set(row.id, { json: jsonOf(venue), node: jsonLd ? jsonOf(venueNode(venue)) : undefined });
    const { due } = breath;
    if (due) await due;
  }
  for (const row of organizers.filter(isVisible)) {
    const organizer = presentOrganizer(row, shown);
    const node = jsonLd ? jsonOf(organizerNode(organizer)) : undefined;
    made.organizer.set(row.id, { json: jsonOf(organizer), node });
    const { due } = breath;
    if (due) await due;
  }
  for (const row of categories)
    made.category.set(row.id, { json: jsonOf(presentEmbeddedTerm(row, 'categories', call)) });
  for (const row of tags) made.tag.set(row.id, { json: jsonOf(presentEmbeddedTerm(row, 'tags', call)) });
  for (const id of wanted.media) {
    const row = pictures.get(id);
    if (!row) continue;
    const image = presentImage(row, call);
    made.media.set(id, { json: jsonOf(image), node: jsonOf([imageNode(image)]) });
  }
  return made;
}
