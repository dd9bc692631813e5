import { forLanguages, type Language, languageOf, languages } from '#foundation/i18n/catalogue.ts';
import { memoize } from '#foundation/text/memoize.ts';

/** Returns the quality of each range in `Accept-Language` (RFC 9110 §12.4.2, §12.5.4), in the order given, without unreadable ones. */
function ranges(header: string): { range: string; quality: number }[] {
  return header
    .slice(0, 1000)
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const [weight = 'q=1'] = parameters;
      const [, quality] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight) ?? [];
      return quality === undefined ? [] : [{ range, quality: Number(quality) }];
    });
}

/** Returns the language that an `Accept-Language` prefers; regional variants count as their language, `*` as all not named. */
export function acceptedLanguage(header: string | undefined, site: Language): Language | undefined {
  if (!header) return undefined;
  const quality = new Map<Language, number>();
  let others: number | undefined;
  for (const one of ranges(header)) {
    const language = languageOf(one.range.split('-')[0]);
    if (one.range === '*') others ??= one.quality;
    else if (language) quality.set(language, Math.max(one.quality, quality.get(language) ?? 0));
  }
  const unnamed = [site, ...languages].filter((language) => !quality.has(language));
  let best: Language | undefined;
  for (const language of [...quality.keys(), ...unnamed]) {
    const value = quality.get(language) ?? others ?? 0;
    if (value > (best === undefined ? 0 : (quality.get(best) ?? others ?? 0))) best = language;
  }
  return best;
}

const accepted = forLanguages((site) => memoize((header) => acceptedLanguage(header, site)));

/** Returns the language that an `Accept-Language` prefers, from memory where it was asked for before; '': none. */
export const languageOfHeader = (header: string | undefined, site: Language): Language | '' =>
  (header && accepted[site](header)) || '';

/** Holds the language of an answer, and of the texts that its request writes. */
export interface SelectedLanguage {
  language: Language;
  /** Neither parameter nor segment decided. */
  negotiated: boolean;
  /** Of texts that a write brings: only what the caller said of this request decides, never how a browser is set. */
  writtenIn: Language;
}

/** Selects the language of an answer by parameter, segment of the address, header, site, in this order (contract 1). */
export function selectLanguage(from: {
  parameter: unknown;
  segment: Language | undefined;
  header: string | undefined;
  site: Language;
}): SelectedLanguage {
  const decided = languageOf(from.parameter) ?? from.segment;
  if (decided) return { language: decided, negotiated: false, writtenIn: decided };
  const language = languageOfHeader(from.header, from.site) || from.site;
  return { language, negotiated: true, writtenIn: from.site };
}
