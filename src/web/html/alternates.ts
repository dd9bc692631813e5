import type { RowLanguages } from '#calendar/translations/rules.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import type { Call } from '#context.ts';
import { forLanguages, type Language } from '#foundation/i18n/catalogue.ts';
import type { TranslatedKind } from '#store/db/tables.ts';

/** Paths of a page in each language, below the language's segment, with the slug in that language. */
export type LanguagePaths = Readonly<Record<Language, string>>;

/** Returns the same path for every language. */
export const samePath = (path: string): LanguagePaths => forLanguages(() => path);

/** Returns the paths of a resource's page in each language; `row` is as stored, in the site's language. */
export async function languagePathsOf(
  call: Call,
  kind: TranslatedKind,
  row: RowLanguages & { id: number; slug: string },
  pathTo: (slug: string) => string,
): Promise<LanguagePaths> {
  const own = await listTranslations(call.services.db.read, kind, row);
  return forLanguages((language) => pathTo(own.get(language)?.slug || row.slug));
}
