import { hash } from 'node:crypto';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import type { Input } from '#api/routing/parameter.ts';
import { applyEventUpdate } from '#calendar/events/actions.ts';
import { NewEvents } from '#calendar/events/bulk.ts';
import { findEventRow } from '#calendar/events/store.ts';
import { applyLinkedUpdate, createLinked } from '#calendar/linked/actions.ts';
import { findLinked, type LinkedTable } from '#calendar/linked/store.ts';
import type { SentFields, WrittenKind } from '#calendar/linked/written.ts';
import { applyTermUpdate, claimTermId, insertNewTerm } from '#calendar/terms/actions.ts';
import { findTerm, findTermBySlugs } from '#calendar/terms/store.ts';
import { KalendsError } from '#errors.ts';
import { type Language, message } from '#foundation/i18n/catalogue.ts';
import { slugForms, slugify } from '#foundation/text/slug.ts';
import type { Writing } from '#store/db/engine.ts';
import { claimPostId } from '#store/db/post-ids.ts';
import { attempt } from '#store/db/savepoint.ts';
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
import type { Known } from './known.ts';
import { type PictureOutcome, pictureKey } from './pictures.ts';
import { faultsIn, reasonOf } from './reading.ts';
import type { Outcome, Report } from './report.ts';
import { keyName } from './store.ts';
import { languageOfTexts, originOfTexts, ownFields } from './texts.ts';

/** What taking the items of one batch needs. */
export interface Taking {
  readonly trx: Writing;
  readonly known: Known;
  /** Whom authors of the source became, by `keyName`, as far as asked in this transaction. */
  readonly authors: Map<string, number | undefined>;
  readonly actor: Actor;
  readonly report: Report;
  /** Takes up events whose parents aren't here yet. */
  readonly orphans: ArrivingEvent[];
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
const leftReasons = { own: 'import.own', trashed: 'import.trashed' } as const;

/** Where an arriving item stands: to be made, to be changed, or nothing to do. */
type Standing =
  | { at: 'new' }
  | { at: 'same' }
  | { at: 'trashed' }
  | { at: 'own' }
  | { at: 'changed'; id: number; seen: boolean };

/** Compares an item with what was taken of it before. `digest` may have a tail that tells of links without a target. */
function standingOf({ known, asked }: Taking, kind: ArrivingKind, item: Arriving, digest: string): Standing {
  const found = known.standing(kind, item.key);
  if (!found) return { at: 'new' };
  if (found.own) return { at: found.place === 'trashed' ? 'trashed' : 'own' };
  const taken = asked ? found.taken : found.made.digest;
  if (taken === digest) return { at: 'same' };
  // What such a version took is not written anew, over what was changed here since, only because there are more members.
  if (taken === item.earlierDigest() + digest.slice(item.digest.length)) return { at: 'same' };
  return found.place === 'trashed'
    ? { at: 'trashed' }
    : { at: 'changed', id: found.made.resource_id, seen: taken !== undefined };
}

/** Remembers what was made of an item, or what it became. */
function note(
  { known, asked }: Taking,
  kind: ArrivingKind,
  item: Arriving,
  { resource_id, digest, isNew }: { resource_id: number; digest: string; isNew: boolean },
): void {
  // What is taken in a language leaves open what comes when the source is asked for none.
  if (isNew || !asked) known.remember(kind, item.key, { resource_id, digest: asked ? '' : digest });
  if (asked) known.rememberDigest(kind, item.key, digest);
}

/** Takes one item as `make` and `change` say. */
async function take(
  taking: Taking,
  kind: ArrivingKind,
  item: Arriving,
  digest: string,
  write: { make(): Promise<{ id: number; found?: true }>; change(id: number, seen: boolean): Promise<void> },
): Promise<void> {
  const standing = standingOf(taking, kind, item, digest);
  if (standing.at === 'changed') return change(taking, kind, item, { digest, standing }, write.change);
  if (standing.at !== 'new') return leave(taking, kind, item, standing);
  await guarded(taking, kind, item, async () => {
    const { id, found } = await write.make();
    note(taking, kind, item, { resource_id: id, digest, isNew: true });
    return found ? 'unchanged' : 'added';
  });
}

/** What lies in the trash here stays there, as what is the same, or was made here, stays as it is. */
function leave(
  { report }: Taking,
  kind: ArrivingKind,
  item: Arriving,
  { at }: Exclude<Standing, { at: 'new' | 'changed' }>,
): void {
  if (at === 'same') report.count(kind, 'unchanged');
  else report.leaveOut({ kind, item: item.label, reason: message(leftReasons[at]) });
}

async function change(
  taking: Taking,
  kind: ArrivingKind,
  item: Arriving,
  { digest, standing }: { digest: string; standing: Extract<Standing, { at: 'changed' }> },
  write: (id: number, seen: boolean) => Promise<void>,
): Promise<void> {
  await guarded(taking, kind, item, async () => {
    await write(standing.id, standing.seen);
    note(taking, kind, item, { resource_id: standing.id, digest, isNew: false });
    return 'updated';
  });
}

/** Does a write and counts it. What an action refuses is left out where that was `careful`, else thrown. */
async function guarded(
  taking: Taking,
  kind: ArrivingKind,
  item: Arriving,
  work: () => Promise<Outcome>,
): Promise<void> {
  const { trx, report, careful } = taking;
  try {
    report.count(kind, careful ? await attempt(trx, work) : await work());
  } catch (error) {
    if (!careful) throw error;
    refuse(taking, kind, item, error);
  }
}

/** Leaves an item out that an action refused. @throws what is no refusal */
function refuse({ report }: Taking, kind: ArrivingKind, item: Arriving, error: unknown): void {
  if (!(error instanceof KalendsError)) throw error;
  report.leaveOut({ kind, item: item.label, reason: reasonOf(faultsIn(error)) });
}

/** Takes a term. One that is here already by its slug is that term, and stays as it is. */
export async function takeTerm(
  taking: Taking,
  kind: 'categories' | 'tags',
  item: ArrivingTerm,
  input: Input<typeof takenFields.terms>,
): Promise<void> {
  const { trx, known, asked } = taking;
  const actor = writer(taking, item);
  const { language, site } = languagesOf(actor);
  const parent = item.parent && known.recall('categories', item.parent);
  const fields = {
    name: input.name,
    description: input.description ?? '',
    slug: input.slug,
    ...(kind === 'categories' ? { parent: parent?.resource_id ?? null } : {}),
  };
  const digest = item.digest + (item.parent && !parent ? '~' : '');
  await take(taking, kind, item, digest, {
    async make() {
      const told = fields.slug ?? fields.name;
      const same = await findTermBySlugs(trx, kind, [slugify(told, language), ...slugForms(told)]);
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

/** Whom an item's author is here; undefined where the source doesn't say. */
async function authorOf({ trx, actor, authors, careful }: Taking, { author }: ArrivingPost) {
  if (!author) return undefined;
  const name = keyName(author);
  if (authors.has(name)) return authors.get(name);
  const id = await authorFor(trx, actor, author);
  // One who was made for an item that is then refused is gone with it.
  if (!careful) authors.set(name, id);
  return id;
}

/** An item's picture; undefined where it couldn't be had. */
function imageOf({ pictures }: Taking, item: ArrivingPost): { id: number } | 'none' | undefined {
  if (item.picture === undefined) return 'none';
  const outcome = pictures.get(pictureKey(item.picture).id);
  return outcome && 'id' in outcome ? { id: outcome.id } : undefined;
}

/** What of a post isn't among its fields: whose it is, and its picture. Absent where the source doesn't say or it couldn't be had. */
async function besides(taking: Taking, item: ArrivingPost) {
  const author = await authorOf(taking, item);
  const image = imageOf(taking, item);
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
  const digest = item.digest + pictureTail(taking, item);
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
function resolveLinks({ known }: Taking, item: ArrivingEvent) {
  const missing: string[] = [];
  const find = (kind: ArrivingKind, key: SourceKey) => {
    const made = known.recall(kind, key);
    if (!made) missing.push(`${kind} ${key.source} ${key.id}`);
    return made?.resource_id;
  };
  const choices = (kind: Exclude<ArrivingKind, 'events'>) => {
    const found: { id: number }[] = [];
    for (const key of item.links[kind]) {
      const id = find(kind, key);
      if (id !== undefined && !found.some((one) => one.id === id)) found.push({ id });
    }
    return found;
  };
  return {
    fields: {
      categories: choices('categories'),
      tags: choices('tags'),
      venue: choices('venues'),
      organizer: choices('organizers'),
      post_parent: item.parent ? (find('events', item.parent) ?? 0) : 0,
    },
    missing,
  };
}

/** An event and its fields as read. */
export interface ReadEvent {
  readonly item: ArrivingEvent;
  readonly input: Input<typeof takenFields.events>;
}

/** Takes events with their links to what is here by then; the new ones many at a time. */
export async function takeEvents(taking: Taking, events: readonly ReadEvent[]): Promise<void> {
  const { trx, known, actor } = taking;
  const { dialect } = actor.deps.db;
  let made = new NewEvents(trx, dialect);
  const arriving = events.filter(({ item }) => !known.standing('events', item.key));
  await made.expect({
    slugs: arriving.map(({ item, input }) => {
      const { language } = languagesOf(writer(taking, item));
      return slugify(input.slug ?? input.title, originOfTexts(item).language ?? language);
    }),
    ids: arriving.map(({ item }) => item.wantedId),
  });
  for (const event of events) {
    const isWritten = await takeEvent(taking, event, made);
    if (isWritten) made = new NewEvents(trx, dialect);
  }
  await made.write();
}

/** Asks what was made of all items of a batch, and of what they name. */
export async function expectAll(
  known: Known,
  items: Readonly<Record<Exclude<ArrivingKind, 'events'>, readonly { item: Arriving }[]>> & {
    categories: readonly { item: ArrivingTerm }[];
    events: readonly { item: ArrivingEvent }[];
  },
): Promise<void> {
  const events = items.events.map(({ item }) => item);
  const parents = (some: readonly { item: { parent: SourceKey | undefined } }[]) =>
    some.flatMap(({ item }) => item.parent ?? []);
  for (const kind of ['categories', 'tags', 'venues', 'organizers'] as const)
    await known.expect(kind, [
      ...items[kind].map(({ item }) => item.key),
      ...(kind === 'categories' ? parents(items.categories) : []),
      ...events.flatMap(({ links }) => links[kind]),
    ]);
  await known.expect('events', [...events.map(({ key }) => key), ...parents(items.events)]);
}

/** Takes one event, a new one among those `made`. Gives whether these had to be written. */
async function takeEvent(taking: Taking, { item, input }: ReadEvent, made: NewEvents): Promise<boolean> {
  const { trx, asked } = taking;
  const actor = writer(taking, item);
  const { site } = languagesOf(actor);
  const origin = { ...item.origin, ...originOfTexts(item) };
  const { fields: links, missing } = resolveLinks(taking, item);
  if (item.parent && !taking.known.recall('events', item.parent)) taking.orphans.push(item);
  const digest = eventDigest(item, missing) + pictureTail(taking, item);
  const standing = standingOf(taking, 'events', item, digest);
  if (standing.at === 'new') {
    try {
      const id = await made.add(
        actor,
        { ...input, ...links, image: imageOf(taking, item) },
        { origin, wantedId: item.wantedId, author: () => authorOf(taking, item) },
      );
      note(taking, 'events', item, { resource_id: id, digest, isNew: true });
      taking.report.count('events', 'added');
    } catch (error) {
      refuse(taking, 'events', item, error);
    }
    return false;
  }
  if (standing.at !== 'changed') {
    leave(taking, 'events', item, standing);
    return false;
  }
  await made.write();
  await change(taking, 'events', item, { digest, standing }, async (id, seen) => {
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
  });
  return true;
}

/** The digest of an event whose links lack some targets: once they have come, it counts as changed. */
function eventDigest(item: ArrivingEvent, missing: readonly string[]): string {
  const tail = missing.length === 0 ? '' : `~${hash('sha256', missing.join('\n'), 'base64url').slice(0, 12)}`;
  return item.digest + tail;
}
