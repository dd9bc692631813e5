import type { FileStart, SourceKind } from '../source-kind.ts';

const MARKUP = /^\s*<(?!\?xml[\s\S]{0,500}<(?:rss|feed|rdf:RDF)\b)/i;
const JSON_LD = /^\s*(?:[[{]|\/\/|\/\*)[\s\S]*(?:schema\.org|"@type"|"@context")/;

/** Events of web pages: JSON-LD, microdata and h-event of HTML, and JSON-LD files (contract I5). */
export const jsonld: SourceKind = {
  options: ['timezone', 'date_order', 'encoding', 'follow'],
  recognizes: ({ text }: FileStart) => MARKUP.test(text) || JSON_LD.test(text),
  openFile: async (bytes, request) => (await import('./batches.ts')).openFile(bytes, request),
  openAddress: async (address, request, network) =>
    (await import('./batches.ts')).openAddress(address, request, network),
};
