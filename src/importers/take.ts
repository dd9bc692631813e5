import { createHash } from 'node:crypto';
import type { Writing } from '#db/engine.ts';
import { attempt } from '#db/savepoint.ts';
import { applyEventUpdate, insertNewEvent } from '#events/actions.ts';
import { findEventRow } from '#events/store.ts';
import type { Input } from '#http/parameter.ts';
import { type Language, message } from '#i18n/catalogue.ts';
import { applyLinkedUpdate, createLinked, type SentFields, type WrittenKind } from '#linked/actions.ts';
import { findLinked, type LinkedTable } from '#linked/store.ts';
import { type Actor, languagesOf } from '#posts/actor.ts';
import { claimPostId } from '#posts/ids.ts';
import { applyTermUpdate, claimTermId, insertNewTerm } from '#terms/actions.ts';
import { findTerm, findTermBySlug } from '#terms/store.ts';
import { slugify } from '#text/slug.ts';
import { KalendsError } from '../errors.ts';
import type {
  Arriving,
  ArrivingEvent,
  ArrivingKind,
  ArrivingPost,
  ArrivingTerm,
  SourceKey,
} from './arrival.ts';
import { authorFor } from './authors.ts';
import type { takenFields } from './fields.ts';
import { type PictureOutcome, pictureKey } from './pictures.ts';
import { faultsIn, reasonOf } from './reading.ts';
import type { Outcome, Report } from './report.ts';
import { findImported, recall, recallDigest, remember, rememberDigest } from './store.ts';
import { languageOfTexts, originOfTexts, ownFields } from './texts.ts';

/** What taking the items of one batch needs. */
export interface Taking {
  readonly trx: Writing;
  readonly actor: Actor;
  readonly report: Report;
  readonly pictures: ReadonlyMap<string, PictureOutcome>;
  /** Whether each item has a savepoint, so that a refused one can be left out. Costly: the text index is written at each. */
  readonly careful: boolean;
  /** The language in which the source was asked for everything. */
  readonly asked: Language | undefined;
}

/** On whose behalf an item's texts are written, and in which language. */
const writer = ({ actor, asked }: Taking, item: Arriving): Actor => ({
  ...actor,
  writtenIn: languageOfTexts(item, { asked, site: actor.deps.config.language }),
});

const NO_PICTURES = new Map();

/** What tells whether an item has changed at its source since it was taken. */
export function digestOf(item: Arriving): string {
  const { wantedId: _, embedded: __, label: ___, ...content } = item;
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/** Where an arriving item stands: to be made, to be changed, or nothing to do. */
type Standing =
  | { at: 'new' }
  | { at: 'same' }
  | { at: 'trashed' }
  | { at: 'changed'; id: number; seen: boolean };

/** Compares an item with what was taken of it before. `digest` may have a tail that tells of links without a target. */
async function standingOf(
  { trx, asked }: Taking,
  kind: ArrivingKind,
  item: Arriving,
  digest: string,
): Promise<Standing> {
  const known = await recall(trx, kind, item.key);
  const place = known && (await findImported(trx, kind, known.resource_id));
  if (!known || !place) return { at: 'new' };
  const taken = asked ? await recallDigest(trx, kind, item.key, asked) : known.digest;
  if (taken === digest) return { at: 'same' };
  return place === 'trashed'
    ? { at: 'trashed' }
    : { at: 'changed', id: known.resource_id, seen: taken !== undefined };
}

/**
 * Takes one item as `make` and `change` say, remembers it, and counts it. What an action refuses is left out where
 * that was `careful`, else thrown; what lies in the trash here stays there.
 */
async function take(
  taking: Taking,
  kind: ArrivingKind,
  item: Arriving,
  digest: string,
  write: { make(): Promise<{ id: number; found?: true }>; change(id: number, seen: boolean): Promise<void> },
): Promise<void> {
  const { trx, report, asked } = taking;
  const standing = await standingOf(taking, kind, item, digest);
  const note = async (resource_id: number) => {
    // What is taken in a language leaves open what comes when the source is asked for none.
    if (!asked) return remember(trx, kind, item.key, { resource_id, digest });
    if (standing.at === 'new') await remember(trx, kind, item.key, { resource_id, digest: '' });
    await rememberDigest(trx, kind, item.key, { language: asked, digest });
  };
  if (standing.at === 'same') return report.count(kind, 'unchanged');
  if (standing.at === 'trashed')
    return report.leaveOut({ kind, item: item.label, reason: message('import.trashed') });
  const work = async (): Promise<Outcome> => {
    if (standing.at === 'changed') {
      await write.change(standing.id, standing.seen);
      await note(standing.id);
      return 'updated';
    }
    const { id, found } = await write.make();
    await note(id);
    return found ? 'unchanged' : 'added';
  };
  try {
    report.count(kind, taking.careful ? await attempt(trx, work) : await work());
  } catch (error) {
    if (!taking.careful || !(error instanceof KalendsError)) throw error;
    report.leaveOut({ kind, item: item.label, reason: reasonOf(faultsIn(error)) });
  }
}

/** Takes a term. One that is here already by its slug is that term, and stays as it is. */
export async function takeTerm(
  taking: Taking,
  kind: 'categories' | 'tags',
  item: ArrivingTerm,
  input: Input<typeof takenFields.terms>,
): Promise<void> {
  const { trx, asked } = taking;
  const actor = writer(taking, item);
  const { site } = languagesOf(actor);
  const parent = item.parent && (await recall(trx, 'categories', item.parent));
  const fields = {
    name: input.name,
    description: input.description ?? '',
    slug: input.slug,
    ...(kind === 'categories' ? { parent: parent?.resource_id ?? null } : {}),
  };
  const digest = digestOf(item) + (item.parent && !parent ? '~' : '');
  await take(taking, kind, item, digest, {
    async make() {
      const same = await findTermBySlug(trx, kind, slugify(fields.slug ?? fields.name));
      if (same) return { id: same.id, found: true };
      const id = await claimTermId(trx, item.wantedId);
      await insertNewTerm(trx, actor, kind, fields, { ...originOfTexts(item), id });
      return { id };
    },
    async change(id, seen) {
      const row = await findTerm(trx, kind, id);
      if (!row) return;
      const stored = { ...row, texts: { title: row.name, description: row.description, excerpt: '' } };
      const write = { name: 'name', item, asked, site, seen } as const;
      const own = await ownFields(trx, kind, stored, fields, write);
      const by = { ...actor, writtenIn: own.writtenIn };
      await applyTermUpdate(trx, by, kind, id, own.fields, originOfTexts(item));
    },
  });
}

/** What of a post isn't among its fields: whose it is, and its picture. Absent where the source doesn't say or it couldn't be had. */
async function besides({ trx, actor, pictures }: Taking, item: ArrivingPost) {
  const author = item.author && (await authorFor(trx, actor, item.author));
  const outcome = item.picture && pictures.get(pictureKey(item.picture).id);
  const image: SentFields['image'] =
    item.picture === undefined ? 'none' : outcome && 'id' in outcome ? { id: outcome.id } : undefined;
  return { ...(author === undefined ? {} : { author }), ...(image === undefined ? {} : { image }) };
}

/** A digest is of what was taken: a picture that couldn't be had is tried again in the next run. */
function pictureTail({ pictures }: Taking, item: ArrivingPost): string {
  const outcome = item.picture && pictures.get(pictureKey(item.picture).id);
  return outcome && 'reason' in outcome ? '!' : '';
}

/** Takes a venue or an organizer. */
export async function takeLinked<T extends LinkedTable, S extends SentFields>(
  taking: Taking,
  kind: WrittenKind<T, S>,
  item: ArrivingPost,
  input: S,
): Promise<void> {
  const { trx, asked } = taking;
  const actor = writer(taking, item);
  const { site } = languagesOf(actor);
  const digest = digestOf(item) + pictureTail(taking, item);
  const origin = { ...item.origin, ...originOfTexts(item) };
  await take(taking, kind.table, item, digest, {
    async make() {
      const fields = { ...input, ...(await besides(taking, item)) };
      const id = await claimPostId(trx, item.wantedId);
      await createLinked(trx, actor, kind, fields, NO_PICTURES, { ...origin, id });
      return { id };
    },
    async change(id, seen) {
      const before = await findLinked(trx, kind.table, id);
      if (!before) return;
      const { name: title, description, excerpt } = before;
      const stored = { ...before, texts: { title, description, excerpt } };
      const write = { name: kind.kind, item, asked, site, seen };
      const own = await ownFields(trx, kind.table, stored, input, write);
      const fields = { ...own.fields, ...(await besides(taking, item)) };
      const by = { ...actor, writtenIn: own.writtenIn };
      await applyLinkedUpdate(trx, by, kind, before, fields, NO_PICTURES, origin);
    },
  });
}

/** The IDs here of what an event names at its source; `missing` tells of those that aren't here. */
async function resolveLinks(trx: Writing, item: ArrivingEvent) {
  const missing: string[] = [];
  const find = async (kind: ArrivingKind, key: SourceKey) => {
    const known = await recall(trx, kind, key);
    if (!known) missing.push(`${kind} ${key.source} ${key.id}`);
    return known?.resource_id;
  };
  const choices = async (kind: Exclude<ArrivingKind, 'events'>) => {
    const found: { id: number }[] = [];
    for (const key of item.links[kind]) {
      const id = await find(kind, key);
      if (id !== undefined && !found.some((one) => one.id === id)) found.push({ id });
    }
    return found;
  };
  return {
    fields: {
      categories: await choices('categories'),
      tags: await choices('tags'),
      venue: await choices('venues'),
      organizer: await choices('organizers'),
      post_parent: item.parent ? ((await find('events', item.parent)) ?? 0) : 0,
    },
    missing,
  };
}

/** Takes an event with its links to what is here by then. */
export async function takeEvent(
  taking: Taking,
  item: ArrivingEvent,
  input: Input<typeof takenFields.events>,
): Promise<void> {
  const { trx, asked } = taking;
  const actor = writer(taking, item);
  const { site } = languagesOf(actor);
  const origin = { ...item.origin, ...originOfTexts(item) };
  const { fields: links, missing } = await resolveLinks(trx, item);
  const digest = eventDigest(item, missing) + pictureTail(taking, item);
  await take(taking, 'events', item, digest, {
    async make() {
      const fields = { ...input, ...links, ...(await besides(taking, item)) };
      const id = await claimPostId(trx, item.wantedId);
      await insertNewEvent(trx, actor, fields, NO_PICTURES, { ...origin, id });
      return { id };
    },
    async change(id, seen) {
      const row = await findEventRow(trx, id);
      if (!row) return;
      const own = await ownFields(
        trx,
        'events',
        { ...row, texts: row },
        { ...input, ...links, ...(await besides(taking, item)) },
        { name: 'title', item, asked, site, seen },
      );
      const by = { ...actor, writtenIn: own.writtenIn };
      await applyEventUpdate(trx, by, id, own.fields, NO_PICTURES, origin);
    },
  });
}

/** The digest of an event whose links lack some targets: once they have come, it counts as changed. */
function eventDigest(item: ArrivingEvent, missing: readonly string[]): string {
  const tail =
    missing.length === 0
      ? ''
      : `~${createHash('sha256').update(missing.join('\n')).digest('base64url').slice(0, 12)}`;
  return digestOf(item) + tail;
}
