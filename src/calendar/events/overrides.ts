import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import type { ResourceDescription } from '#api/routing/field-description.ts';
import { compose, type Translation, type Translations, textsOf } from '#calendar/translations/rules.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import { type Language, languageOf } from '#foundation/i18n/catalogue.ts';
import type { TextColumn } from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import { eventDescription, linkFields, textColumns, timeFields } from './fields.ts';
import { derivedColumns } from './rules.ts';
import { eventTexts, saveEventTranslations } from './search-texts.ts';
import { fieldOfOwn, isText, overriddenFields, ownText } from './series/layout.ts';
import { copyLinks, type StoredOccurrence } from './series/store.ts';
import { type EventRow, findEventRow } from './store.ts';

/** Returns the field that a field follows from, or itself where it follows from none. */
function followedField(name: string): string {
  const fields: ResourceDescription = eventDescription;
  return fields[name]?.follows ?? name;
}

/** Returns the columns of an override's row that hold fields which it sets itself, with those that go with them. */
function ownColumns(own: EventRow, names: readonly string[]): Partial<EventRow> {
  const fields: ResourceDescription = eventDescription;
  const set = new Set(names.map(followedField));
  const columns: Record<string, unknown> = {};
  for (const [name, { columns: [column] = [] }] of Object.entries(fields))
    if (column !== undefined && set.has(followedField(name))) columns[column] = Reflect.get(own, column);
  return columns;
}

/** Returns the texts of a row in each of its languages. */
async function textsByLanguage(
  batch: WriteBatch,
  actor: Actor,
  row: EventRow,
): Promise<Map<Language, Translation>> {
  const kept = await listTranslations(batch.trx, 'events', row);
  if (kept.size > 0) return new Map(kept);
  const { site } = languagesOf(actor);
  return new Map([[languageOf(row.language) ?? site, { ...textsOf(row), slug: '' }]]);
}

/** Returns an override's texts by language: its own where it sets them in that language, else those of its series. */
async function overriddenTexts(
  batch: WriteBatch,
  actor: Actor,
  { series, own }: { series: EventRow; own: EventRow | undefined },
  fields: readonly string[],
): Promise<Map<Language, Translation>> {
  const texts = await textsByLanguage(batch, actor, series);
  for (const [language, one] of texts) texts.set(language, { ...one, slug: '' });
  const isOwn = (name: TextColumn, language: Language) =>
    fields.includes(ownText(name, language)) || fields.includes(name);
  if (!own || !fields.some((name) => isText(fieldOfOwn(name)))) return texts;
  const owned = await textsByLanguage(batch, actor, own);
  for (const language of new Set([...texts.keys(), ...owned.keys()])) {
    const one = texts.get(language) ?? { ...textsOf({}), slug: '' };
    for (const name of textColumns) if (isOwn(name, language)) one[name] = owned.get(language)?.[name] ?? '';
    texts.set(language, one);
  }
  return texts;
}

/**
 * Writes the row of an override among events, with its texts and links: those of its series but for the fields that it
 * sets itself. It is never more visible than its series (contract R9).
 */
export async function writeOverride(
  batch: WriteBatch,
  actor: Actor,
  series: EventRow,
  occurrence: StoredOccurrence,
): Promise<EventRow> {
  const { trx, dialect } = batch;
  const { site } = languagesOf(actor);
  const own = await findEventRow(trx, occurrence.id);
  const fields = overriddenFields(occurrence);
  const written = compose(await overriddenTexts(batch, actor, { series, own }, fields), series, site);
  const translations: Translations = written.translations;
  const { start_date, end_date, utc_start_date, utc_end_date, status, hide_from_listings } = occurrence;
  const times = own && timeFields.some((name) => fields.includes(name));
  const row: EventRow = {
    ...series,
    ...(own ? ownColumns(own, fields) : {}),
    ...written.texts,
    ...written.columns,
    id: occurrence.id,
    series_id: series.id,
    // Whose it is decides rights, which are those of its series (R9); its own is shown alone.
    author_id: series.author_id,
    slug: '',
    sequence: own?.sequence ?? 0,
    global_id: own?.global_id ?? null,
    global_id_lineage: own?.global_id_lineage ?? null,
    modified: own?.modified ?? series.modified,
    modified_utc: own?.modified_utc ?? series.modified_utc,
    start_date,
    end_date,
    utc_start_date,
    utc_end_date,
    timezone: times ? own.timezone : series.timezone,
    all_day: times ? own.all_day : series.all_day,
    password: (own && fields.includes('password') && own.password) || series.password,
    status,
    hide_from_listings,
  };
  Object.assign(row, derivedColumns(actor.services.config, row));
  await dialect.insertRows(trx, 'events', [row], ['id']);
  for (const name of linkFields)
    if (!own || !fields.includes(name)) await copyLinks(trx, name, { from: series.id, to: row.id });
  await saveEventTranslations(trx, dialect, row, translations);
  await dialect.indexEvents(trx, [eventTexts(row, translations)]);
  return row;
}

/** Writes overrides of a series anew, once its row, texts and links are written. */
export async function writeOverrides(
  batch: WriteBatch,
  actor: Actor,
  series: EventRow,
  overrides: readonly StoredOccurrence[],
): Promise<void> {
  if (overrides.length === 0) return;
  await batch.flush();
  for (const occurrence of overrides) {
    await writeOverride(batch, actor, series, occurrence);
    batch.log(changed(actor, 'event', occurrence.id, 'update'));
  }
}

/** Removes the row of an override among events, whose date shows its series again or is gone already. */
export async function removeOverride(batch: WriteBatch, id: number): Promise<void> {
  const { trx, dialect } = batch;
  await trx.deleteFrom('translations').where('kind', '=', 'events').where('resource_id', '=', id).execute();
  await dialect.indexEventTranslations(trx, id, new Map());
  await dialect.dropEventText(trx, id);
  await trx.deleteFrom('events').where('id', '=', id).execute();
}
