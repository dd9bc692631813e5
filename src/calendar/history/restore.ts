import { sql } from 'kysely';
import { filesOf } from '#api/media/rules.ts';
import { listMedia } from '#api/media/store.ts';
import { type Actor, changed } from '#api/routing/actor.ts';
import { eventColumns } from '#calendar/events/series/fields.ts';
import type { LinkedKind, LinkedWrite } from '#calendar/linked/kind.ts';
import { nameKey } from '#calendar/linked/rules.ts';
import { findLinked, type LinkedRow, type LinkedTable } from '#calendar/linked/store.ts';
import { saveLinked } from '#calendar/linked/update.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { slugFrom } from '#calendar/posts/rules.ts';
import { shownLanguage } from '#calendar/translations/rules.ts';
import { venue } from '#calendar/venues/actions.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { keepNewRow } from '#store/db/history-log.ts';
import { isContent, momentTables, type RowImage } from '#store/db/row-images.ts';
import type { TranslatedKind } from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import { idOf, imagesById, insertRow, type KeptField, keyOf, type Restoration } from './restoration.ts';
import { columnsBefore, isTerm, settled, withoutConflicts } from './restore-columns.ts';
import { derive, listTerms } from './restore-derived.ts';
import { restoreEvents } from './restore-events.ts';
import { listFormerSlugs, restoreFormerSlugs } from './restore-slugs.ts';
import { restoreTerm } from './restore-terms.ts';
import { rowTexts, type TextImages, textsBefore } from './restore-texts.ts';

/** Result of restoring: what is kept, by reason and field, and files of pictures that are shown again or aren't any more, below the media folder. */
export interface Restored {
  readonly kept: Readonly<Record<KeptField, readonly string[]>>;
  readonly isChanged: boolean;
  readonly shownFiles: readonly string[];
  readonly leftFiles: readonly string[];
}

const textImages = (images: readonly RowImage[], table: string, id: number): TextImages => ({
  row: images.find((image) => image.table === table && idOf(image) === id),
  translations: images.filter(
    (image) => image.table === 'translations' && keyOf(image)[0] === table && keyOf(image)[1] === id,
  ),
});

/** Returns the IDs of items of a table whose rows or texts a write has changed. */
function idsIn(images: readonly RowImage[], table: string): number[] {
  const ids = images.flatMap((image) =>
    image.table === table
      ? idOf(image)
      : image.table === 'translations' && keyOf(image)[0] === table
        ? Number(keyOf(image)[1])
        : [],
  );
  return [...new Set(ids)];
}

async function restoreLinked<T extends LinkedTable, S extends LinkedWrite>(
  restoration: Restoration,
  kind: LinkedKind<T, S>,
  id: number,
  images: TextImages,
): Promise<boolean> {
  const { batch, actor } = restoration;
  const before = await findLinked(batch.trx, kind.table, id);
  if (!before) {
    restoration.keep('changed_since', kind.kind);
    return false;
  }
  const columns = images.row ? columnsBefore(restoration, images.row, before) : {};
  await withoutConflicts(restoration, { table: kind.table, id }, columns);
  const texts = await textsBefore(restoration, kind.table, { ...before, title: before.name }, images);
  let row: LinkedRow<T> = Object.assign({ ...before }, columns, texts && rowTexts(kind.table, texts, before));
  const { language: site } = actor.services.config;
  const made = () => slugFrom(row.name, id, shownLanguage(row, site, site));
  row = await settled(restoration, kind.table, { before, row, made });
  if (!texts && Object.entries(row).every(([name, value]) => value === Reflect.get(before, name)))
    return false;
  Object.assign(row, { name_key: nameKey(row.name), search_text: kind.searchText(row) });
  await saveLinked(batch, actor, kind, row, before, texts?.translations);
  await batch.flush();
  return true;
}

async function restoreMedia(restoration: Restoration, image: RowImage): Promise<boolean> {
  const { batch, actor } = restoration;
  const { trx } = batch;
  const id = idOf(image);
  const present = await trx.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
  const { before, after } = image;
  if (before && after) {
    if (!present) restoration.keep('changed_since', 'file');
    const columns = present ? columnsBefore(restoration, image, present) : {};
    if (Object.keys(columns).length === 0) return false;
    await trx.updateTable('media').set(columns).where('id', '=', id).execute();
  } else if (!restoration.isWanted(...Object.keys({ ...before, ...after })) || !present === !before)
    return false;
  else if (before) {
    await insertRow(restoration, 'media', before);
    await keepNewRow(trx, { kind: 'media', id, table: 'media' }, before);
  } else await trx.deleteFrom('media').where('id', '=', id).execute();
  batch.log(changed(actor, 'media', id, 'update'));
  return true;
}

/**
 * Gives items the values that they had before a write, but for those that were changed since and those that no write could set
 * now, by the rules of a write: what follows from them is derived anew. Inside the caller's transaction.
 * @param images what the write has changed
 * @param options.fields the fields to restore; absent: all
 * @throws ConflictError
 */
export async function restoreValues(
  batch: WriteBatch,
  actor: Actor,
  images: readonly RowImage[],
  { fields, scope }: { fields?: ReadonlySet<string> | undefined; scope: string | null },
): Promise<Restored> {
  const { trx } = batch;
  const kept = { changed_since: new Set<string>(), conflict: new Set<string>() };
  const restoration: Restoration = {
    batch,
    actor,
    scope,
    isWanted: (...names) => !fields || names.some((name) => name !== undefined && fields.has(name)),
    keep: (reason, ...names) => {
      for (const name of names) if (name !== undefined) kept[reason].add(name);
    },
  };
  const concerned = concernedBy(images);
  const slugged = sluggedItems(concerned);
  const left = await listFormerSlugs(trx, slugged);
  const terms = await listTerms(batch, concerned.events);
  const pictures = [...imagesById(images, 'media').keys()];
  const filesBefore = await filesOfAll(batch, pictures);
  const changes: boolean[] = [];
  const [coming, going] = [true, false].map((comes) =>
    images.filter(({ table, before }) => table === 'media' && (before !== null) === comes),
  );
  for (const image of coming ?? []) changes.push(await restoreMedia(restoration, image));
  for (const kind of ['categories', 'tags'] as const) {
    const isNew = (id: number) =>
      images.some((image) => image.table === kind && idOf(image) === id && !image.after);
    const ids = idsIn(images, kind);
    // Those below it follow.
    for (const id of [...ids.filter(isNew), ...ids.filter((id) => !isNew(id))])
      changes.push(await restoreTerm(restoration, kind, id, textImages(images, kind, id)));
  }
  for (const id of idsIn(images, 'venues'))
    changes.push(await restoreLinked(restoration, venue, id, textImages(images, 'venues', id)));
  for (const id of idsIn(images, 'organizers'))
    changes.push(await restoreLinked(restoration, organizer, id, textImages(images, 'organizers', id)));
  changes.push(await restoreEvents(restoration, images));
  for (const image of going ?? []) changes.push(await restoreMedia(restoration, image));
  // A write that changed nothing has moved the moment of the last change all the same.
  const isChanged = changes.includes(true) || (!fields && images.every((image) => !isContent(image)));
  const told = { changed_since: [...kept.changed_since].sort(), conflict: [...kept.conflict].sort() };
  if (!isChanged) return { kept: told, isChanged, shownFiles: [], leftFiles: [] };
  await batch.flush();
  await restoreFormerSlugs(trx, { images, items: slugged, left });
  await derive(batch, concerned, terms);
  const isWhole = !fields && told.changed_since.length + told.conflict.length === 0;
  await restoreMoments(restoration, images, { isWhole });
  const files = await filesOfAll(batch, pictures);
  return {
    kept: told,
    isChanged,
    shownFiles: [...files.difference(filesBefore)],
    leftFiles: [...filesBefore.difference(files)],
  };
}

/** Items that a write has changed: the IDs of events, and the others as `kind ID` of the tables. */
interface ConcernedItems {
  readonly events: ReadonlySet<number>;
  readonly items: ReadonlySet<string>;
}

function concernedBy(images: readonly RowImage[]): ConcernedItems {
  const events = new Set<number>();
  const items = new Set<string>();
  for (const image of images) {
    const { table } = image;
    const [first, second] = keyOf(image);
    if (table === 'former_slugs' || !isContent(image)) continue;
    if (table === 'translations')
      first === 'events' ? events.add(Number(second)) : items.add(`${first} ${second}`);
    else if (table === 'events' || table.startsWith('event_') || table === 'series')
      events.add(Number(first));
    else if (table.endsWith('occurrences')) {
      for (const name of eventColumns)
        for (const side of [image.before, image.after]) if (side?.[name]) events.add(Number(side[name]));
      // A date that has values of its own is a row of events, too.
      if (image.before?.['overrides'] || image.after?.['overrides']) events.add(Number(first));
    } else items.add(`${table} ${first}`);
  }
  return { events, items };
}

const filesOfAll = async ({ trx }: WriteBatch, pictures: readonly number[]): Promise<Set<string>> =>
  new Set([...(await listMedia(trx, pictures)).values()].flatMap(filesOf));

/** Returns the items as lists of former slugs have them. Pictures have none. */
const sluggedItems = ({ events, items }: ConcernedItems): { kind: TranslatedKind; id: number }[] =>
  [...[...events].map((id) => `events ${id}`), ...items].flatMap((name) => {
    const [table, id] = name.split(' ');
    return table !== undefined && isSlugged(table) ? { kind: table, id: Number(id) } : [];
  });
const isSlugged = (table: string): table is TranslatedKind =>
  isTerm(table) || Object.hasOwn(momentTables, table);

/**
 * Gives items the moment of their last change: that from before, where a write is taken back whole and nothing has changed them
 * since, else now.
 */
async function restoreMoments(
  { batch: { trx }, actor }: Restoration,
  images: readonly RowImage[],
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  const now = utcText(actor.now);
  const wall = toWall(now, actor.services.config.timezone);
  for (const table of ['events', 'venues', 'organizers'] as const) {
    const moments = imagesById(images, momentTables[table]);
    for (const id of new Set([...moments.keys(), ...imagesById(images, table).keys()])) {
      const { before, after } = moments.get(id) ?? {};
      if (isWhole && before && after)
        await sql`update ${sql.table(table)} set modified = ${before['moment']}, modified_utc = ${before['moment_utc']}
          where id = ${id} and modified_utc = ${after['moment_utc']}`.execute(trx);
      // What was changed within the second in which it was made, or changed before, has no moment of its own.
      else if (!isWhole)
        await sql`update ${sql.table(table)} set modified = ${wall}, modified_utc = ${now} where id = ${id}`.execute(
          trx,
        );
    }
  }
}
