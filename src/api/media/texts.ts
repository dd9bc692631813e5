import type { Call } from '#context.ts';
import { type Language, languageOf } from '#foundation/i18n/catalogue.ts';
import { sanitizeInline, singleLine } from '#foundation/text/html.ts';
import { slugify } from '#foundation/text/slug.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import type { MediaRow } from './store.ts';

/** The texts of a file by language, in the order of writing. */
export type TextsByLanguage = { [language in Language]?: string };

const NONE = '{}';
/** Characters of a text at most. */
export const TEXT_LIMIT = 2000;

/** Returns the texts in a column `alt_text` or `credit`. */
export function textsByLanguage(column: string): TextsByLanguage {
  return JSON.parse(column);
}

/**
 * Returns the text in a column for a reader: in their language, else the site's, else, where that was never written, the one
 * written first (contract 1).
 */
export function textFor(column: string, { language, services }: Pick<Call, 'language' | 'services'>): string {
  if (column === NONE) return '';
  const texts = textsByLanguage(column);
  return texts[language] || (texts[services.config.language] ?? Object.values(texts).find(Boolean) ?? '');
}

/** Returns a column after a write of one language; '' removes a translation, and is a text in the site's language. */
export function withText(
  column: string,
  text: string,
  { language, site }: { language: Language; site: Language },
): string {
  const { [language]: before, ...others } = textsByLanguage(column);
  if (text !== '')
    return JSON.stringify(
      before === undefined
        ? { ...others, [language]: text }
        : { ...textsByLanguage(column), [language]: text },
    );
  const isTold = Object.values(others).some(Boolean);
  return JSON.stringify(language === site && isTold ? { [language]: '', ...others } : others);
}

/** The texts and the point of a picture at its source, not yet validated, and the language of texts that come without one. */
export interface ForeignShown {
  readonly alt_text: unknown;
  readonly credit: unknown;
  readonly focal_point: unknown;
  readonly language: Language | undefined;
}

/** Title, date and author of a picture's file at its source, not yet validated. */
export interface ForeignFile {
  readonly title: string;
  /** On the site's clock, and in UTC. */
  readonly date: string;
  readonly date_utc: string;
  readonly author: { readonly source: string; readonly id: string } | undefined;
}

/** Returns the columns of what an export says of a picture's file; what is missing or wrong is left out. */
export function foreignFileColumns(
  { title, date, date_utc }: ForeignFile,
  language: Language,
): Partial<Pick<MediaRow, 'title' | 'slug' | 'date' | 'date_utc'>> {
  const shown = sanitizeInline(title.trim());
  const isDated = secondsOf(date) !== undefined && secondsOf(date_utc) !== undefined;
  return {
    ...(shown === '' || shown.length > TEXT_LIMIT ? {} : { title: shown, slug: slugify(shown, language) }),
    ...(isDated ? { date, date_utc } : {}),
  };
}

function foreignTexts(sent: unknown, language: Language): string {
  const texts = typeof sent === 'string' ? { [language]: sent } : sent;
  if (typeof texts !== 'object' || texts === null) return NONE;
  const clean = Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    languageOf(name) === name && typeof text === 'string' && text.length <= TEXT_LIMIT
      ? [[name, singleLine(text)] as const]
      : [],
  );
  return JSON.stringify(Object.fromEntries(clean.filter(([, text]) => text !== '')));
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

/** Returns the columns of what a source says of a picture; what is wrong is left out. */
export function foreignColumns(
  { alt_text, credit, focal_point: point, language }: ForeignShown,
  site: Language,
): Pick<MediaRow, 'alt_text' | 'credit' | 'focal_point'> {
  const isPoint =
    typeof point === 'object' &&
    point !== null &&
    'x' in point &&
    'y' in point &&
    isShare(point.x) &&
    isShare(point.y);
  return {
    alt_text: foreignTexts(alt_text, language ?? site),
    credit: foreignTexts(credit, language ?? site),
    focal_point: isPoint ? JSON.stringify({ x: point.x, y: point.y }) : '',
  };
}
