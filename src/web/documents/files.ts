import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A document as it is written. */
export interface DocumentFile {
  /** Its path below `/docs/`: `install`, `adr/0005-imports`; `guides` for the first page. */
  readonly name: string;
  /** Markdown. */
  readonly source: string;
}

/** A link of the first page. */
export interface DocumentLink {
  readonly title: string;
  /** The document's name; undefined for the API reference. */
  readonly name: string | undefined;
}

/** A section of the first page with its links. */
export interface DocumentGroup {
  readonly title: string;
  readonly links: readonly DocumentLink[];
}

/** The name of the first page. */
export const FIRST = 'guides';

/** The folder of the documents: next to the bundle, or above the sources. */
const FOLDER =
  ['../docs', '../../../docs']
    .map((folder) => path.join(import.meta.dirname, folder))
    .find((folder) => existsSync(path.join(folder, 'README.md'))) ?? '';

const fileOf = (name: string) => `${name === FIRST ? 'README' : name}.md`;

/** Returns the name of a document's file below the folder of documents; undefined for other files. */
export function nameOfFile(file: string): string | undefined {
  const [, name] = /^((?:adr\/)?[\w-]+)\.md$/.exec(file) ?? [];
  return name === 'README' ? FIRST : name;
}

/** Returns a document; undefined if there is none of that name. */
export function readDocument(name: string): DocumentFile | undefined {
  if (FOLDER === '' || name === 'README' || nameOfFile(`${name}.md`) === undefined) return undefined;
  const file = path.join(FOLDER, fileOf(name));
  return existsSync(file) ? { name, source: readFileSync(file, 'utf8') } : undefined;
}

/** Returns all documents, the first page first, decisions last. */
export function readDocuments(): DocumentFile[] {
  if (FOLDER === '') return [];
  const decisions = existsSync(path.join(FOLDER, 'adr')) ? readdirSync(path.join(FOLDER, 'adr')) : [];
  const names = [...readdirSync(FOLDER), ...decisions.map((file) => `adr/${file}`)].flatMap(
    (file) => nameOfFile(file) ?? [],
  );
  const inOrder = [FIRST, ...names.filter((name) => name !== FIRST).sort(byPlace)];
  return inOrder.flatMap((name) => readDocument(name) ?? []);
}

const byPlace = (one: string, other: string) =>
  Number(one.includes('/')) - Number(other.includes('/')) || one.localeCompare(other, 'en');

/** Returns the groups of the first page: its headings with their lists of links. */
export function groupsOf({ source }: DocumentFile): DocumentGroup[] {
  return source
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      links: [...section.matchAll(/^- \[([^\]]+)\]\(([^)#]+)\)/gm)].map(([, title = '', to = '']) => ({
        title,
        name: nameOfFile(to),
      })),
    }))
    .filter(({ links }) => links.length > 0);
}
