import type { Language } from '#i18n/catalogue.ts';

const known = (text: unknown): Language | undefined =>
  text === 'en' || text === 'de' || text === 'es' ? text : undefined;

/** The best of our languages by `Accept-Language` (RFC 9110 §12.5.4); regional variants count as their language. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  if (!header) return undefined;
  let best: { language: Language; quality: number } | undefined;
  for (const part of header.slice(0, 1000).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const language = known(range.trim().split('-')[0]);
    const q = parameters.map((p) => /^\s*q=([0-9.]+)\s*$/.exec(p)?.[1]).find(Boolean);
    const quality = q === undefined ? 1 : Number(q);
    if (language && quality > 0 && (!best || quality > best.quality)) best = { language, quality };
  }
  return best?.language;
}

/** The language of an answer: parameter, segment, header, site (contract 1). `negotiated`: neither parameter nor segment decided. */
export function selectLanguage(from: {
  parameter: unknown;
  segment: Language | undefined;
  header: string | undefined;
  site: Language;
}): { language: Language; negotiated: boolean } {
  const decided = known(from.parameter) ?? from.segment;
  if (decided) return { language: decided, negotiated: false };
  return { language: acceptedLanguage(from.header) ?? from.site, negotiated: true };
}
