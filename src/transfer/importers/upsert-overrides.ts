import { NO_PICTURES } from '#api/media/actions.ts';
import { languagesOf } from '#api/routing/actor.ts';
import type { Input } from '#api/routing/parameter.ts';
import { textColumns } from '#calendar/events/fields.ts';
import type { EventOrigin } from '#calendar/events/rules.ts';
import { fieldOfOwn, isText, overriddenFields, ownText } from '#calendar/events/series/layout.ts';
import { findItem, updateScope } from '#calendar/events/series-scopes.ts';
import { findEventRow } from '#calendar/events/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { importedOverrideFields } from './fields.ts';
import type { ImportEvent, ImportOverride } from './import-item.ts';
import { fieldsInLanguage, languageOfTexts, originOfTexts } from './language-texts.ts';
import { resolveLinks } from './resolve-links.ts';
import { linkSeries, listSeriesDates } from './store.ts';
import { actorFor, authorAndPicture, reportRefused, type UpsertContext } from './upsert.ts';

/** A date of a series with values of its own, and its validated fields. */
export interface ReadOverride {
  readonly override: ImportOverride;
  readonly input: Input<typeof importedOverrideFields>;
}

/** Returns the columns that an override takes from its source beside its fields; those that it doesn't set itself stay. */
function originOf({ event, fields }: ImportOverride): EventOrigin {
  const { global_id, global_id_lineage, modified, modified_utc, password, website, cost } = event.origin;
  const hasTexts = fields.some((name) => isText(fieldOfOwn(name)));
  return {
    global_id,
    global_id_lineage,
    modified,
    modified_utc,
    ...(fields.includes('password') ? { password } : {}),
    ...(fields.includes('website') ? { website } : {}),
    ...(fields.includes('cost') ? { cost } : {}),
    ...(hasTexts ? originOfTexts(event) : {}),
  };
}

/** Returns those members of an object that are among some names. */
const only = <T extends object>(of: T, names: readonly string[]): Partial<T> =>
  // A selection of an object's members has the types that they had.
  Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name))) as Partial<T>;

/** Returns the names of texts of other languages than one, which a site that shows texts of one language says nothing of. */
const ownInOthers = (overrides: string, language: Language): string[] =>
  overriddenFields({ overrides }).filter((name) => {
    const field = fieldOfOwn(name);
    return isText(field) && name !== field && name !== ownText(field, language);
  });

/**
 * Returns what is sent of a date and the names that are its own. A site's texts are those of the language in which they are
 * written; what it merely falls back to is nothing of the date.
 */
async function ownInLanguage(
  { batch, actor, requestedLanguage }: UpsertContext,
  { id, series }: { id: number; series: number },
  { event: item, fields }: ImportOverride,
  input: ReadOverride['input'],
) {
  const { site } = languagesOf(actor);
  const row = (await findEventRow(batch.trx, id)) ?? (await findEventRow(batch.trx, series));
  const language = languageOfTexts(item, { requestedLanguage, site });
  if (!row || item.translations !== undefined) return { texts: input, names: fields, writtenIn: language };
  const write = { name: 'title', item, requestedLanguage, site, seen: false } as const;
  const own = await fieldsInLanguage(batch.trx, 'events', { ...row, texts: row }, input, write);
  const isFallback = (name: string) =>
    isText(name) && (own.fields[name] === undefined || (own.fields[name] === '' && input[name] !== ''));
  const texts = { ...input };
  for (const name of textColumns) if (isFallback(name)) delete texts[name];
  const names = fields.flatMap((name) =>
    isFallback(name) ? [] : isText(name) ? ownText(name, own.writtenIn) : name,
  );
  return { texts, names, writtenIn: own.writtenIn };
}

/** Gives the dates of a series the values that they have at the source; a refused one is reported, and stays as it was. */
export async function upsertSeries(
  context: UpsertContext,
  series: number,
  { item, overrides }: { item: ImportEvent; overrides?: readonly ReadOverride[] | undefined },
): Promise<void> {
  const { batch, ledger } = context;
  const continues = item.series?.continues && ledger.find('events', item.series.continues)?.resource_id;
  if (overrides === undefined && continues === undefined) return;
  if (overrides?.length === 0 && continues === undefined && item.series?.overrides.length === 0) {
    // A new series has nothing that could have been changed.
    if (batch.writesTo('series')) return;
  }
  await batch.flush();
  if (continues !== undefined) await linkSeries(batch.trx, { from: continues, to: series });
  if (overrides === undefined) return;
  const dates = await listSeriesDates(batch.trx, series);
  const wanted = new Set(overrides.map(({ override }) => override.recurrenceId));
  for (const { override, input } of overrides) {
    const date = dates.find(({ recurrence_id }) => recurrence_id === override.recurrenceId);
    if (!date) continue;
    const { id, overrides } = date;
    const { event } = override;
    try {
      await batch.attempt(async () => {
        const { fields: links } = resolveLinks(context, event);
        const { texts, names, writtenIn } = await ownInLanguage(context, { id, series }, override, input);
        const kept = event.translations === undefined ? ownInOthers(overrides, writtenIn) : [];
        const sent = {
          ...texts,
          ...only({ ...links, ...(await authorAndPicture(context, event)) }, names.map(fieldOfOwn)),
        };
        const { post_parent: _, ...own } = sent;
        await updateScope(batch, { ...context.actor, writtenIn }, await findItem(batch.trx, id), {
          sent: own,
          scope: 'this',
          reset: true,
          pictures: NO_PICTURES,
          imported: { origin: originOf(override), fields: names, kept },
        });
      });
    } catch (error) {
      reportRefused(context, 'events', event, error);
    }
  }
  for (const { id, recurrence_id, overrides } of dates) {
    if (overrides === '' || wanted.has(recurrence_id)) continue;
    const { writtenIn = context.actor.services.config.language } = actorFor(context, item);
    const kept = item.translations === undefined ? ownInOthers(overrides, writtenIn) : [];
    const imported = { origin: {}, fields: [], kept };
    const asked = { sent: {}, scope: 'this', reset: true, pictures: NO_PICTURES, imported } as const;
    await updateScope(batch, actorFor(context, item), await findItem(batch.trx, id), asked);
  }
  await batch.flush();
}
