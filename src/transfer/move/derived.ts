import { eventTexts } from '#calendar/events/search-texts.ts';
import { listAllTranslations } from '#calendar/translations/store.ts';
import type { Dialect, Reading, Writing } from '#store/db/engine.ts';
import type { RowKey } from './store.ts';
import type { MovedTable } from './tables.ts';

/** The target's dialect, and the source from which complete events are read. */
export interface DerivationContext {
  readonly dialect: Dialect;
  readonly source: Reading;
}

const numbers = ({ key }: MovedTable, column: string, of: readonly RowKey[]) => [
  ...new Set(of.map((values) => Number(values[key.indexOf(column)]))),
];

/** Updates the search index and coordinates derived from inserted rows, given their keys. */
export async function updateDerived(
  derivation: DerivationContext,
  trx: Writing,
  table: MovedTable,
  keys: readonly RowKey[],
): Promise<void> {
  if (keys.length === 0) return;
  if (table.name === 'events') await indexEvents(derivation, trx, numbers(table, 'id', keys));
  if (table.name === 'translations') await indexTranslated(derivation, trx, table, keys);
  if (table.name === 'venues') await locateVenues(derivation, trx, numbers(table, 'id', keys));
}

/** Removes the search index and coordinates derived from deleted rows; rows still in the source are derived again. */
export async function removeDerived(
  derivation: DerivationContext,
  trx: Writing,
  table: MovedTable,
  keys: readonly RowKey[],
): Promise<void> {
  if (table.name === 'events')
    for (const id of numbers(table, 'id', keys)) await removeEventFromIndexes(derivation, trx, id);
  else await updateDerived(derivation, trx, table, keys);
}

async function indexTranslated(
  derivation: DerivationContext,
  trx: Writing,
  table: MovedTable,
  keys: readonly RowKey[],
): Promise<void> {
  const ofEvents = keys.filter((values) => values[table.key.indexOf('kind')] === 'events');
  await indexEvents(derivation, trx, numbers(table, 'resource_id', ofEvents));
}

async function removeEventFromIndexes(
  { dialect }: DerivationContext,
  trx: Writing,
  id: number,
): Promise<void> {
  await dialect.dropEventText(trx, id);
  await dialect.indexEventTranslations(trx, id, new Map());
}

async function indexEvents(
  derivation: DerivationContext,
  trx: Writing,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const { dialect, source } = derivation;
  const rows = await source.selectFrom('events').selectAll().where('id', 'in', ids).execute();
  const translations = await listAllTranslations(source, 'events', rows);
  // SQLite's index writes less if rows come in order of ID.
  rows.sort((a, b) => a.id - b.id);
  await dialect.indexEvents(
    trx,
    rows.map((row) => eventTexts(row, translations.get(row.id) ?? new Map())),
  );
  const present = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!present.has(id)) await removeEventFromIndexes(derivation, trx, id);
}

async function locateVenues(
  derivation: DerivationContext,
  trx: Writing,
  ids: readonly number[],
): Promise<void> {
  const { dialect, source } = derivation;
  const rows = await source
    .selectFrom('venues')
    .select(['id', 'geo_lat', 'geo_lng'])
    .where('id', 'in', ids)
    .execute();
  const points = new Map(rows.map(({ id, geo_lat, geo_lng }) => [id, { lat: geo_lat, lng: geo_lng }]));
  for (const id of ids) {
    const { lat, lng } = points.get(id) ?? { lat: null, lng: null };
    await dialect.locateVenue(trx, id, lat === null || lng === null ? null : { lat, lng });
  }
}
