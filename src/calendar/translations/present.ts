import { type Call, translationIn } from '#context.ts';
import {
  type RowLanguages,
  type RowTexts,
  shownLanguage,
  type Texts,
  textsOf,
  titleLanguages,
} from './rules.ts';

/** Returns the members `language` and `translations` of a resource (contract 1). */
export function presentLanguages(
  row: RowLanguages,
  { language, deps }: Pick<Call, 'language' | 'deps'>,
): { language: string; translations: string[] } {
  const site = deps.config.language;
  return { language: shownLanguage(row, language, site), translations: titleLanguages(row, site) };
}

/** Returns texts as stored, for editing; of another language than the site's without fallbacks, which a client would write back as its own. */
export function rawTexts(
  row: RowTexts & RowLanguages,
  own: Texts | undefined,
  call: Pick<Call, 'language' | 'deps'>,
): Texts {
  const site = call.deps.config.language;
  const isOnly = row.translations === '' && shownLanguage(row, call.language, site) === call.language;
  return textsOf(translationIn(call) === undefined || isOnly ? row : (own ?? {}));
}
