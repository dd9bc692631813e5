/** The longest tag that is read. */
const LONGEST = 64;

/** Returns a language tag in the canonical form of BCP 47 (`DE-at` is `de-AT`, `iw` is `he`); undefined for what is none. */
export function canonicalLanguageTag(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
