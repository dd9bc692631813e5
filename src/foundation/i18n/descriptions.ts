import { isMessageKey, type Language, type MessageKey, message, translate } from './catalogue.ts';

/**
 * Kind of thing that the catalogues describe: something in a path or query, a field of a body, a member of an answer.
 */
export type DescribedKind = 'parameter' | 'field' | 'member';

/** The key of the text that describes a name: that of the most exact path ending in it (`field.venues.image` before `field.image`). */
export function descriptionKey(of: DescribedKind, path: readonly string[]): MessageKey | undefined {
  for (let from = 0; from < path.length; from++) {
    const key = [of, ...path.slice(from)].join('.');
    if (isMessageKey(key)) return key;
  }
  return undefined;
}

/** Returns the description of a name in a language; no member where the catalogue lacks it, which a test refuses. */
export function describe(
  language: Language,
  of: DescribedKind,
  path: readonly string[],
): { description?: string } {
  const key = descriptionKey(of, path);
  return key ? { description: translate(language, message(key)) } : {};
}

/** Returns the subject of an address: its last fixed part (`events`, `tokens`), `index` for a namespace itself. */
export function subjectOf(url: string): string {
  const parts = url
    .replace('.{form}', '')
    .split('/')
    .filter(
      (part) =>
        part !== '' &&
        !/^\{|^(by-slug|me|live|ready|preview|secret|accept|confirm|disable|options|totp|recovery-codes|current|busy|duplicates|merge|undo|report|challenge|ask|reject|reopen|uses|file|retry|alternatives|server|test|columns)$/.test(
          part,
        ),
    );
  const last = parts.at(-1) ?? '';
  if (parts[0] === 'batch') return 'batch';
  // Both addresses of one thing.
  if (last === 'submit') return 'submissions';
  return /^(v\d+|wp-json)$/.test(last) ? 'index' : last;
}
