import { fieldTexts } from './event-field-texts.ts';
import { languageIn } from './language-name.ts';
import type { AdminKey, AdminLanguage, Say } from './texts.tsx';

const keys: Readonly<Record<string, AdminKey>> = fieldTexts;

/** Returns what a field of an event is called, `FIELD.LANGUAGE` with its language; undefined of those that the editor has none for. */
export function nameOfField(path: string, say: Say, language: AdminLanguage): string | undefined {
  const [field = '', code] = path.split('.');
  const key = keys[field];
  if (!key) return undefined;
  if (code === undefined) return say(key);
  return `${say(key)} (${languageIn(language, code)})`;
}
