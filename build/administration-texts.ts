import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { languages } from '#foundation/i18n/catalogue.ts';

const CATALOGUES = path.join(import.meta.dirname, '..', 'src', 'foundation', 'i18n');
const MODULE = 'virtual:texts';

/** Beginnings of the keys that the client of the administration has texts of. */
const PREFIXES = ['admin.'];

/** Texts with places or quotes are parsed here, so that browsers need no parser. */
const parsed = (text: string) => (/[{']/.test(text) ? parse(text, { ignoreTag: true }) : text);

function textsOf(language: string): string {
  const all: Record<string, string> = JSON.parse(
    readFileSync(path.join(CATALOGUES, `${language}.json`), 'utf8'),
  );
  const used = Object.entries(all)
    .filter(([key]) => PREFIXES.some((prefix) => key.startsWith(prefix)))
    .map(([key, text]) => [key, parsed(text)]);
  return `export default ${JSON.stringify(Object.fromEntries(used))}`;
}

/**
 * Returns a plugin of Vite that gives the client its part of the service's catalogues: `virtual:texts` has a loader for each
 * language, so that a browser fetches one.
 */
export const adminTexts = () => ({
  name: 'kalends-texts',
  resolveId: {
    filter: { id: /^virtual:texts/ },
    handler: (id: string) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0virtual:texts/ },
    handler(id: string) {
      const [, language] = id.split('/');
      if (language !== undefined) return textsOf(language);
      const loaders = languages.map((code) => `${code}:()=>import('${MODULE}/${code}')`);
      return `export const loaders={${loaders.join(',')}}`;
    },
  },
});
