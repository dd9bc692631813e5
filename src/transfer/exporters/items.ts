import type { NamesWhere, ResourceDescription } from '#api/routing/field-description.ts';
import { termDescription } from '#calendar/categories/fields.ts';
import { costPieces, shownCost } from '#calendar/events/cost/cost-column.ts';
import { eventDescription, textColumns } from '#calendar/events/fields.ts';
import { authorOfOwn, overriddenFields } from '#calendar/events/series/layout.ts';
import { recurrenceOf } from '#calendar/events/series/present.ts';
import type { EventRecord } from '#calendar/events/store.ts';
import type { LinkedRow } from '#calendar/linked/store.ts';
import { organizerDescription } from '#calendar/organizers/fields.ts';
import { termTraits } from '#calendar/terms/kind.ts';
import { escapeName } from '#calendar/terms/rules.ts';
import type { TermRow } from '#calendar/terms/store.ts';
import type { Translations } from '#calendar/translations/rules.ts';
import { venueDescription } from '#calendar/venues/fields.ts';
import type { SiteCurrency } from '#foundation/i18n/currency.ts';
import type { PostColumns } from '#store/db/tables.ts';

/** The dates of a series: their IDs by `recurrence_id`, and in export form those with values of their own. */
export interface ExportedDates {
  readonly ids: Readonly<Record<string, number>>;
  readonly overrides: readonly object[];
}

/** Returns the permanent `global_id` of an item created here. */
export type GlobalIdOf = (id: number) => string;

const idsOf = (items: readonly { id: number; status?: string }[]) =>
  items.filter(({ status }) => status !== 'trash').map(({ id }) => id);

interface Exported extends Record<string, unknown> {
  id: number;
}

type SpecialMembers<D> = { readonly [name in NamesWhere<D, { exported: 'apart' }>]: object };

/**
 * Returns an item in export form: the fields in the order of their description, each as that says. `special` holds
 * the members of fields exported `apart`.
 */
function exportFields<D extends ResourceDescription>(
  fields: D,
  row: { id: number },
  special: SpecialMembers<D>,
): Exported {
  const item: Exported = { id: row.id };
  const apart: Readonly<Record<string, object>> = special;
  for (const [name, { exported, form, columns: [column = name] = [] }] of Object.entries(fields)) {
    if (exported === 'apart') Object.assign(item, apart[name]);
    if (exported !== 'column') continue;
    const stored = Reflect.get(row, column);
    item[name] = form === 'json' ? JSON.parse(stored) : form === 'flag' ? stored === 1 : stored;
  }
  return item;
}

/**
 * Returns the members that events, venues and organizers export alike. Addresses are left out: they belong to the
 * installation, not to the item.
 */
function sharedMembers(
  row: PostColumns,
  globalIds: GlobalIdOf,
  translations: Translations | undefined,
  name: 'title' | 'venue' | 'organizer',
) {
  const global_id = row.global_id ?? globalIds(row.id);
  const global_id_lineage: unknown =
    row.global_id_lineage === null ? [global_id] : JSON.parse(row.global_id_lineage);
  return {
    global_id: { global_id, global_id_lineage },
    author: { author: String(row.author_id) },
    image: { image: row.image_id ?? false },
    language: exportLanguages(row, translations, name),
  };
}

/**
 * Returns the language of an item's texts, and all translations if there are any, with members named as in the item.
 */
function exportLanguages(
  { language }: { language: string },
  translations: Translations | undefined,
  name: 'title' | 'venue' | 'organizer' | 'name',
) {
  if (!translations) return { language };
  const byLanguage = [...translations].map(([code, own]) => {
    const texts = ([...textColumns, 'slug'] as const).flatMap((text) =>
      own[text] === '' ? [] : [[text === 'title' ? name : text, own[text]] as const],
    );
    return [code, Object.fromEntries(texts)] as const;
  });
  return { language, translations: Object.fromEntries(byLanguage) };
}

/** Returns an event in export form: members named as in answers, texts as stored, links and picture by ID. */
export function exportEvent(
  { row, repeating, venues, organizers, categories, tags }: EventRecord,
  ids: GlobalIdOf,
  translations: Translations | undefined,
  currency: SiteCurrency,
  dates?: ExportedDates,
) {
  return exportFields(eventDescription, row, {
    ...sharedMembers(row, ids, translations, 'title'),
    cost: { ...shownCost(row.cost, currency), cost_pieces: costPieces(row.cost) },
    tickets: { tickets: JSON.parse(row.tickets) },
    recurrence: {
      recurrence: repeating ? recurrenceOf(repeating.series) : null,
      ...(dates && repeating
        ? { occurrence_ids: dates.ids, overrides: dates.overrides, continues: repeating.series.continues }
        : {}),
    },
    categories: { categories: idsOf(categories) },
    tags: { tags: idsOf(tags) },
    venue: { venue: idsOf(venues) },
    organizer: { organizer: idsOf(organizers) },
  });
}

/** Returns a date with values of its own in export form: an event, with the names of the fields that it sets itself. */
export const exportOverride = (
  record: EventRecord,
  ids: GlobalIdOf,
  translations: Translations | undefined,
  currency: SiteCurrency,
  occurrence: { recurrence_id: string; overrides: string },
) => ({
  ...exportEvent(
    {
      ...record,
      row: { ...record.row, author_id: authorOfOwn(occurrence) ?? record.row.author_id },
      repeating: undefined,
    },
    ids,
    translations,
    currency,
  ),
  recurrence_id: occurrence.recurrence_id,
  overridden: overriddenFields(occurrence),
});

/** Returns a venue in export form: members named as in answers, texts as stored, picture by ID. */
export const exportVenue = (
  row: LinkedRow<'venues'>,
  ids: GlobalIdOf,
  translations: Translations | undefined,
) => exportFields(venueDescription, row, sharedMembers(row, ids, translations, 'venue'));

/** Returns an organizer in export form: members named as in answers, texts as stored, picture by ID. */
export const exportOrganizer = (
  row: LinkedRow<'organizers'>,
  ids: GlobalIdOf,
  translations: Translations | undefined,
) => exportFields(organizerDescription, row, sharedMembers(row, ids, translations, 'organizer'));

/** Returns a category or tag in export form; names are HTML-escaped as in answers. */
export function exportTerm(
  row: TermRow,
  kind: 'categories' | 'tags',
  translations: Translations | undefined,
) {
  const escaped =
    translations &&
    new Map(
      [...translations].map(([code, one]) => [code, { ...one, title: escapeName(one.title) }] as const),
    );
  return exportFields(termDescription, row, {
    taxonomy: { taxonomy: termTraits[kind].taxonomy },
    name: { name: escapeName(row.name) },
    parent: kind === 'categories' ? { parent: row.parent } : {},
    color: kind === 'categories' ? { color: row.color } : {},
    mark: kind === 'categories' ? { mark: row.mark } : {},
    language: exportLanguages(row, escaped, 'name'),
  });
}
