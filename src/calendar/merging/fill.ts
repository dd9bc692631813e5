import { textColumns } from '#calendar/events/fields.ts';
import {
  compose,
  ownTexts,
  type RewrittenTexts,
  type RowLanguages,
  type Texts,
  type Translation,
  type Translations,
} from '#calendar/translations/rules.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';

/** A row with its texts, as rules of translations take it, and its translations. */
export interface TextsOfItem {
  readonly row: RowLanguages & { readonly texts: Pick<Texts, 'title' | 'description'> & Partial<Texts> };
  readonly stored: Translations;
}

/**
 * Returns the texts of an item into which others are merged: it keeps its own, gets theirs in languages in which it has no
 * title, and in the others those of their texts that it lacks; of several the first one's.
 */
export function filledTexts(
  into: TextsOfItem,
  others: readonly TextsOfItem[],
  site: Language,
): RewrittenTexts {
  const own = ownTexts(into.row, into.stored, site);
  for (const { row, stored } of others)
    for (const [language, theirs] of ownTexts(row, stored, site)) {
      const ours = own.get(language);
      if (!ours) own.set(language, { ...theirs });
      else own.set(language, filled(ours, theirs));
    }
  return compose(own, into.row, site);
}

function filled(ours: Translation, theirs: Translation): Translation {
  const result = { ...ours };
  for (const name of textColumns) if (result[name] === '') result[name] = theirs[name];
  return result;
}

/** Returns the columns of a row that are empty and that one of the others fills, each by the first that does. */
export function filledColumns<R extends object>(
  into: R,
  others: readonly R[],
  names: readonly (keyof R)[],
): Partial<R> {
  const result: Partial<R> = {};
  for (const name of names) {
    if (into[name] !== '' && into[name] !== null) continue;
    const filler = others.find((other) => other[name] !== '' && other[name] !== null);
    if (filler) result[name] = filler[name];
  }
  return result;
}
