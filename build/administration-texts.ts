import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { languages } from '#foundation/i18n/catalogue.ts';
import { fieldTexts } from '#web/admin/client/texts/event-field-texts.ts';

const CATALOGUES = path.join(import.meta.dirname, '..', 'src', 'foundation', 'i18n');
const MODULE = 'virtual:texts';

/** Beginnings of the keys that the client of the administration has texts of. */
const PREFIXES = [
  ...['admin.', 'page.accessibility.', 'page.opening.'],
  // What is wrong with a new password.
  ...['problem.too_short', 'problem.too_long', 'problem.blank'],
];
/** Groups of the texts that first pages have, beside those without a group: signing in, the frame and the day. */
const FIRST_GROUPS: ReadonlySet<string> = new Set([
  'history',
  'key',
  'kind',
  'login',
  'missing',
  'nav',
  'offline',
  'palette',
  'password',
  'role',
  'sign_in',
  'theme',
  'today',
]);

/** Names of fields, by which the day tells what has changed. */
const FIRST_KEYS: ReadonlySet<string> = new Set(Object.values(fieldTexts));

/** Whether a text belongs to the first pages: `admin.undo` to all, `admin.nav.today` by its group. */
function isFirst(key: string): boolean {
  const [area, group = '', ...rest] = key.split('.');
  return (area === 'admin' && rest.length === 0) || FIRST_GROUPS.has(group) || FIRST_KEYS.has(key);
}

/** Texts with places or quotes are parsed here, so that browsers need no parser. */
const parsed = (text: string) => (/[{']/.test(text) ? parse(text, { ignoreTag: true }) : text);

function textsOf(language: string, part: string): string {
  const all: Record<string, string> = JSON.parse(
    readFileSync(path.join(CATALOGUES, `${language}.json`), 'utf8'),
  );
  const used = Object.entries(all)
    .filter(
      ([key]) => PREFIXES.some((prefix) => key.startsWith(prefix)) && isFirst(key) === (part === 'first'),
    )
    .map(([key, text]) => [key, parsed(text)]);
  return `export default ${JSON.stringify(Object.fromEntries(used))}`;
}

/**
 * Returns a plugin of Vite that gives the client its part of the service's catalogues: `virtual:texts` has loaders for each
 * language, of what the first pages say and of all else, so that a browser fetches one language, and the rest of it as some
 * other screen is opened.
 */
export const adminTexts = () => ({
  name: 'kalends-texts',
  resolveId: {
    filter: { id: /^virtual:texts/ },
    handler: (id: string) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0virtual:texts/ },
    handler(this: { addWatchFile(file: string): void }, id: string) {
      const [, language, part = 'first'] = id.split('/');
      if (language !== undefined) {
        this.addWatchFile(path.join(CATALOGUES, `${language}.json`));
        return textsOf(language, part);
      }
      const loaders = languages.map(
        (code) =>
          `${code}:{first:()=>import('${MODULE}/${code}/first'),later:()=>import('${MODULE}/${code}/later')}`,
      );
      return `export const loaders={${loaders.join(',')}}`;
    },
  },
});
