import { hash } from 'node:crypto';
import { NO_PICTURES } from '#api/media/actions.ts';
import { languagesOf } from '#api/routing/actor.ts';
import type { Input } from '#api/routing/parameter.ts';
import { insertEvent, type PresentTerms } from '#calendar/events/actions.ts';
import { buildEvent } from '#calendar/events/rules.ts';
import { firstDateOf } from '#calendar/events/series/layout.ts';
import { readSent, refusing } from '#calendar/events/series/rules.ts';
import { asOneEntry } from '#calendar/events/series-scopes.ts';
import { type EventRow, findEventRow } from '#calendar/events/store.ts';
import { countTermsOnce } from '#calendar/events/term-counts.ts';
import { updateEvent } from '#calendar/events/update.ts';
import { listLinkIds } from '#calendar/linked/store.ts';
import { authorOf } from '#calendar/posts/rules.ts';
import type { TermKind } from '#calendar/terms/kind.ts';
import { matchTerms } from '#calendar/terms/store.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import type { importFields } from './fields.ts';
import {
  type ImportEvent,
  type ImportItem,
  type ImportKind,
  type ImportTerm,
  type SourceKey,
  withOverrides,
} from './import-item.ts';
import { fieldsInLanguage, originOfTexts } from './language-texts.ts';
import type { ImportLedger } from './ledger.ts';
import { repair } from './named-items.ts';
import { resolveLinks } from './resolve-links.ts';
import { listAlike } from './store.ts';
import {
  actorFor,
  applyChange,
  authorAndPicture,
  findAuthor,
  type ItemStatus,
  imageOf,
  pictureSuffix,
  prefetch,
  recordOutcome,
  refuseForeign,
  remarkOf,
  reportRefused,
  reportUnchanged,
  statusOf,
  type UpsertContext,
  withoutChosen,
} from './upsert.ts';
import { type ReadOverride, upsertSeries } from './upsert-overrides.ts';

const TERMS_AT_ONCE = 1000;

/** An event and its validated fields. */
export interface ReadEvent {
  readonly item: ImportEvent;
  readonly input: Input<typeof importFields.events>;
  /** Dates of a series that set fields themselves; undefined: they stay as they are. */
  readonly overrides?: readonly ReadOverride[] | undefined;
}

/** Returns which of the terms named by events exist. */
async function presentTerms(
  { batch, ledger, choices }: UpsertContext,
  events: readonly ReadEvent[],
): Promise<PresentTerms> {
  const idsOf = async (kind: TermKind) => {
    const wanted = new Set([
      ...(kind === 'categories' ? (choices?.categories ?? []) : []),
      ...events.flatMap(({ item }) =>
        item.links[kind].flatMap((key) => ledger.find(kind, key)?.resource_id ?? []),
      ),
    ]);
    const present = new Set<number>();
    const all = [...wanted];
    for (let at = 0; at < all.length; at += TERMS_AT_ONCE) {
      const ids = all.slice(at, at + TERMS_AT_ONCE);
      const found = await matchTerms(batch.trx, kind, { ids, slugs: [], keys: [] });
      for (const [id, into] of found.ids) if (id === into) present.add(id);
    }
    return present;
  };
  return { categories: await idsOf('categories'), tags: await idsOf('tags') };
}

/** Writes events with links to the items that exist by then. */
export async function upsertEvents(context: UpsertContext, events: readonly ReadEvent[]): Promise<void> {
  await prefetch(
    context,
    'events',
    events.map(({ item, input }) => ({ item, title: input.title, slug: input.slug })),
  );
  await context.batch.prefetch({
    texts: [],
    ids: events.flatMap(({ item }) => Object.values(item.series?.occurrenceIds ?? {})),
  });
  await context.batch.uids.prefetch(events.map(({ input }) => input.uid));
  const terms = await presentTerms(context, events);
  for (const event of events) {
    const id = await upsertEvent(context, event, terms);
    if (id !== undefined && event.item.series) await upsertSeries(context, id, event);
  }
}

/** Prefetches the ledger entries of a batch's items and of everything they link to. */
export async function prefetchLedger(
  ledger: ImportLedger,
  items: Readonly<Record<Exclude<ImportKind, 'events'>, readonly { item: ImportItem }[]>> & {
    categories: readonly { item: ImportTerm }[];
    events: readonly { item: ImportEvent }[];
  },
): Promise<void> {
  const events = withOverrides(items.events.map(({ item }) => item));
  const links = (keys: readonly SourceKey[]) => keys.map((key) => ({ key }));
  const continued = links(events.flatMap(({ series }) => series?.continues ?? []));
  const parents = (some: readonly { item: { parent: SourceKey | undefined } }[]) =>
    links(some.flatMap(({ item }) => item.parent ?? []));
  for (const kind of ['categories', 'tags', 'venues', 'organizers'] as const)
    await ledger.prefetch(kind, [
      ...items[kind].map(({ item }) => item),
      ...(kind === 'categories' ? parents(items.categories) : []),
      ...links(events.flatMap((event) => event.links[kind])),
    ]);
  await ledger.prefetch('events', [...events, ...parents(items.events), ...continued]);
}

/** Returns the status of an event that no import has brought, by the UID that one here may have. */
async function statusByUid(
  { batch, ledger }: UpsertContext,
  item: ImportEvent,
  uid: string | undefined,
): Promise<ItemStatus> {
  const id = item.byUid && uid !== undefined ? batch.uids.owner(uid) : undefined;
  if (id === undefined) return { at: 'new' };
  ledger.adopt('events', item.key, id);
  const row = await findEventRow(batch.trx, id);
  return row?.status === 'trash' ? { at: 'trashed' } : { at: 'changed', id, seen: false };
}

/** Returns the note of an event that has another UID at its source than before. */
const uidChanged = ({ key }: ImportEvent) => repair('uid_changed', 'uid', null, key.id);

/** Returns the ID of an event of the same source with the same title, start and venues. */
async function findAlike(
  batch: WriteBatch,
  { key }: ImportEvent,
  { title_key, utc_start_date }: Pick<EventRow, 'title_key' | 'utc_start_date'>,
  venues: readonly { readonly id: number }[],
): Promise<number | undefined> {
  await batch.flush();
  for (const id of await listAlike(batch.trx, key.source, { title_key, utc_start_date })) {
    const own = await listLinkIds(batch.trx, 'venues', id);
    if (own.join() === venues.map((venue) => venue.id).join()) return id;
  }
  return undefined;
}

/** Writes an event. Returns its ID, unless nothing was written. */
async function upsertEvent(
  context: UpsertContext,
  { item: given, input }: ReadEvent,
  terms: PresentTerms,
): Promise<number | undefined> {
  let item = given;
  const { batch, ledger, requestedLanguage } = context;
  const actor = actorFor(context, item);
  const { site } = languagesOf(actor);
  const origin = {
    ...item.origin,
    ...originOfTexts(item),
    occurrenceIds: item.series?.occurrenceIds,
  };
  const { fields: found, missing } = resolveLinks(context, item);
  const chosen = (context.choices?.categories ?? []).filter(
    (id) => terms.categories.has(id) && !found.categories.some((one) => one.id === id),
  );
  const links = { ...found, categories: [...found.categories, ...chosen.map((id) => ({ id }))] };
  if (item.parent && !ledger.find('events', item.parent)) context.orphans.push(item);
  const digest = eventDigest(item, missing) + pictureSuffix(context, item);
  const known = statusOf(context, 'events', item, digest);
  let status = known.at === 'new' ? await statusByUid(context, item, input.uid) : known;
  if (status.at === 'new' && context.matchesContent) {
    const { row } = buildEvent(actor, input, origin);
    const id = await findAlike(batch, item, row, links.venue);
    if (id !== undefined) {
      ledger.adopt('events', item.key, id);
      status = { at: 'changed', id, seen: true };
      item = { ...item, repairs: [...(item.repairs ?? []), uidChanged(item)] };
    }
  }
  if (item.cancels && status.at === 'new') {
    context.report.leaveOut({ ...remarkOf('events', item), reason: message('import.skipped.not_here') });
    return undefined;
  }
  if (status.at === 'changed') {
    let changed: number | undefined;
    await applyChange(context, 'events', item, { digest, status }, async (id, seen) => {
      const row = await findEventRow(batch.trx, id);
      if (!row) return;
      refuseForeign(actor, row);
      const own = await fieldsInLanguage(
        batch.trx,
        'events',
        { ...row, texts: row },
        { ...withoutChosen(context, input), ...links, ...(await authorAndPicture(context, item)) },
        { name: 'title', item, requestedLanguage, site, seen },
      );
      const by = { ...actor, writtenIn: own.writtenIn };
      const update = async () => {
        const pictures = NO_PICTURES;
        if (item.cancels) await updateEvent(batch, by, id, { event_status: 'canceled' }, { pictures });
        else await updateEvent(batch, by, id, own.fields, { pictures, origin });
        return id;
      };
      const whole = { item: { row }, scope: 'all' } as const;
      await (row.series_id === 0
        ? update()
        : asOneEntry(batch, by, whole, () => countTermsOnce(batch, id, update)));
      // A calendar that cancels says nothing of the dates.
      changed = item.cancels ? undefined : id;
    });
    return changed;
  }
  if (status.at !== 'new') {
    reportUnchanged(context, 'events', item, status);
    return undefined;
  }
  try {
    const { status: wanted } = context.choices ?? {};
    const sent = {
      ...input,
      ...(wanted === undefined ? {} : { status: wanted }),
      ...links,
      image: imageOf(context, item),
    };
    // Nothing is refused after this step, so that the rest of the batch needs no savepoint.
    const built = buildEvent(actor, sent, origin);
    const { recurrence } = input;
    if (recurrence) refusing(() => readSent(actor, recurrence, firstDateOf(built.row)));
    built.row.author_id = authorOf(actor, await findAuthor(context, item));
    const { id } = await insertEvent(batch, actor, built, sent, {
      pictures: NO_PICTURES,
      origin: { ...origin, id: item.wantedId },
      terms,
    });
    recordOutcome(context, 'events', item, { resource_id: id, digest, isNew: true });
    context.report.count('events', 'added', { item, id });
    return id;
  } catch (error) {
    reportRefused(context, 'events', item, error);
    return undefined;
  }
}

/** Returns an event's digest with a suffix for missing links: once these exist, the event counts as changed. */
function eventDigest(item: ImportEvent, missing: readonly string[]): string {
  const tail = missing.length === 0 ? '' : `~${hash('sha256', missing.join('\n'), 'base64url').slice(0, 12)}`;
  return item.digest + tail;
}
