import { createRequire } from 'node:module';

type Entities = typeof import('entities');

const require = createRequire(import.meta.url);
let loaded: Entities | undefined;

// The tables take some 20 ms to load, too dear for the start of the program.
function entities(): Entities {
  loaded ??= require('entities') as Entities;
  return loaded;
}

/** Text with its HTML entities as characters, as a browser reads them outside of attributes. */
export function decodeText(text: string): string {
  return text.includes('&') ? entities().decodeHTML(text) : text;
}

/** The same for the value of an attribute, where `&copy=1` is no entity. */
export function decodeAttribute(value: string): string {
  return value.includes('&') ? entities().decodeHTMLAttribute(value) : value;
}
