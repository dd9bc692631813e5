import { mayEdit } from '#api/access/permissions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { filledColumns, filledTexts, type TextsOfItem } from '#calendar/merging/fill.ts';
import { absorb, keepMerge } from '#calendar/merging/merge.ts';
import type { MergeResult } from '#calendar/merging/schema.ts';
import { type AnyRow, findStoredRow } from '#calendar/merging/store.ts';
import { describedColumn } from '#calendar/posts/described-columns.ts';
import { parseTextList } from '#calendar/posts/present.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import type { Call } from '#context.ts';
import { forbidden, invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import type { Writing } from '#store/db/engine.ts';
import type { MergesTable } from '#store/db/tables.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import type { LinkedKind, LinkedWrite } from './kind.ts';
import { nameKey } from './rules.ts';
import { findLinked, type LinkedRow, type LinkedTable, type SharedColumns } from './store.ts';
import { modifiedColumns, saveLinked } from './update.ts';

/** Returns the columns of an item that those of others fill; a point goes over whole. */
function filledRow<T extends LinkedTable>(
  table: T,
  into: LinkedRow<T>,
  others: readonly LinkedRow<T>[],
): LinkedRow<T> {
  const names = Object.keys(into).filter(
    (name): name is keyof LinkedRow<T> & string => describedColumn(table, name)?.traits.merged === 'filled',
  );
  const row = { ...into, ...filledColumns(into, others, names) };
  if (!('geo_lat' in row) || row.geo_lat !== null) return row;
  const located = others.find((other) => 'geo_lat' in other && other.geo_lat !== null);
  return located && 'geo_lat' in located
    ? { ...row, geo_lat: located.geo_lat, geo_lng: located.geo_lng }
    : row;
}

/** Returns the identifier that an item made here has; undefined: it isn't known. */
type IdentifierOf = (id: number) => string | undefined;

/** Returns the lineage of an item with that of others: all identifiers under which any of them is known. */
function joinedLineage(
  into: SharedColumns,
  others: readonly SharedColumns[],
  globalIdOf: IdentifierOf,
): string | null {
  const ownId = ({ id, global_id }: SharedColumns): readonly string[] => {
    const known = global_id ?? globalIdOf(id);
    return known === undefined ? [] : [known];
  };
  const lineageOf = ({ global_id_lineage }: SharedColumns): readonly string[] =>
    global_id_lineage === null ? [] : parseTextList(global_id_lineage);
  const theirs = others.flatMap((other) => [...ownId(other), ...lineageOf(other)]);
  if (theirs.length === 0) return into.global_id_lineage;
  const own = into.global_id_lineage === null ? ownId(into) : lineageOf(into);
  return JSON.stringify([...new Set([...own, ...theirs])]);
}

async function textsOfLinked<T extends LinkedTable>(
  trx: Writing,
  table: T,
  row: LinkedRow<T>,
): Promise<TextsOfItem> {
  return {
    row: { ...row, texts: { ...row, title: row.name } },
    stored: await listTranslations(trx, table, row),
  };
}

async function fill<T extends LinkedTable, S extends LinkedWrite>(
  batch: WriteBatch,
  actor: Actor,
  kind: LinkedKind<T, S>,
  into: LinkedRow<T>,
  others: readonly { readonly row: LinkedRow<T>; readonly texts: TextsOfItem }[],
  globalIdOf: IdentifierOf,
): Promise<void> {
  const own = await textsOfLinked(batch.trx, kind.table, into);
  const rows = others.map(({ row }) => row);
  const written = filledTexts(
    own,
    others.map(({ texts }) => texts),
    languagesOf(actor).site,
  );
  const { title: name, description, excerpt } = written.texts;
  const filled: LinkedRow<T> = {
    ...filledRow(kind.table, into, rows),
    ...written.columns,
    name,
    name_key: nameKey(name),
    description,
    excerpt,
    global_id_lineage: joinedLineage(into, rows, globalIdOf),
  };
  const row = { ...filled, search_text: kind.searchText(filled) };
  const isSame =
    written.translations.size === own.stored.size &&
    Object.entries(row).every(([column, value]) => value === Reflect.get(into, column));
  if (isSame) return;
  await saveLinked(batch, actor, kind, { ...row, ...modifiedColumns(actor) }, into, written.translations);
}

/** Which items are merged into which. */
export interface LinkedMerge {
  readonly into: number;
  readonly from: readonly number[];
  readonly globalIdOf: IdentifierOf;
  /** The merge that was taken back and is done again by this. */
  readonly again?: MergesTable;
}

/**
 * Merges venues or organizers into another, in the caller's transaction (contract W5). Returns the ID of the merge.
 * @throws KalendsError `rest_forbidden` where the caller may not edit all of them, `…-is-in-trash` where the one that stays is,
 *   `rest_invalid_param` where one is gone by now
 */
export async function mergeLinkedIn<T extends LinkedTable, S extends LinkedWrite>(
  batch: WriteBatch,
  actor: Actor,
  kind: LinkedKind<T, S>,
  { into: id, from, globalIdOf, again }: LinkedMerge,
): Promise<number> {
  const { trx } = batch;
  const into = await findLinked(trx, kind.table, id);
  const others: { row: LinkedRow<T>; stored: AnyRow; texts: TextsOfItem }[] = [];
  for (const one of from) {
    const row = await findLinked(trx, kind.table, one);
    const stored = await findStoredRow(trx, kind.table, one);
    if (row && stored) others.push({ row, stored, texts: await textsOfLinked(trx, kind.table, row) });
  }
  const stored = await findStoredRow(trx, kind.table, id);
  if (!into || !stored) throw invalidParameter('id', message('problem.unknown_id'));
  if (others.length < from.length) throw invalidParameter('from', message('problem.merge_unknown'));
  if (![into, ...others.map(({ row }) => row)].every((row) => mayEdit(actor.viewer, row)))
    throw forbidden(actor.viewer);
  if (into.status === 'trash') throw new KalendsError(`${kind.kind}-is-in-trash`);
  const merge = await absorb(batch, actor, kind.table, {
    into: stored,
    from: others.map((one) => one.stored),
  });
  await fill(batch, actor, kind, into, others, globalIdOf);
  return keepMerge(batch, actor, merge, again);
}

/** Merges venues or organizers into another, in a transaction of its own. @throws KalendsError as `mergeLinkedIn` */
export async function mergeLinkedInto<T extends LinkedTable, S extends LinkedWrite>(
  call: Call,
  kind: LinkedKind<T, S>,
  into: number,
  from: readonly number[],
): Promise<MergeResult> {
  const globalIdOf = (one: number) => call.links.globalId(one);
  const id = await writeBatch(call.services.db, (batch) =>
    mergeLinkedIn(batch, call, kind, { into, from, globalIdOf }),
  );
  return { id, merged: [...from] };
}
