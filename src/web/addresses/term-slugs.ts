import type { PageTerm } from '#api/http/page-address.ts';
import { findTermBySlugs, listSlugsAbove } from '#calendar/terms/store.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import type { Call } from '#context.ts';
import { forLanguages, type Language, languages } from '#foundation/i18n/catalogue.ts';
import { slugForms } from '#foundation/text/slug.ts';

/** Returns the slugs of a page's term in each language, those of the categories above it first; undefined: there is no such term. */
export async function readTermSlugs(
  call: Call,
  { kind, slugs }: PageTerm,
): Promise<Readonly<Record<Language, readonly string[]>> | undefined> {
  const { db, config } = call.services;
  const row = await findTermBySlugs(db.read, kind, slugForms(slugs.at(-1) ?? ''));
  if (!row) return undefined;
  const own = await listTranslations(db.read, kind, row);
  const above = new Map<Language, readonly string[]>();
  if (row.parent > 0)
    for (const language of languages) {
      const translation = language === config.language ? undefined : language;
      above.set(language, (await listSlugsAbove(db.read, [row], translation)).get(row.id) ?? []);
    }
  return forLanguages((language) => [...(above.get(language) ?? []), own.get(language)?.slug || row.slug]);
}
