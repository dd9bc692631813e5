import { type DocumentFile, FIRST, readDocuments } from './files.ts';
import { type DocumentSection, sectionsOf } from './headings.ts';

/** A section that has all words of a search. */
export interface DocumentHit {
  readonly document: DocumentFile;
  /** Title of the document. */
  readonly title: string;
  readonly section: DocumentSection;
  /** The text around the first word. */
  readonly excerpt: string;
}

/** Results that a page shows. */
const MOST = 30;
/** Characters of an excerpt before and after its word. */
const AROUND = 80;

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.max(0, lower.indexOf(words[0] ?? ''));
  const [from, to] = [Math.max(0, at - AROUND), Math.min(text.length, at + AROUND)];
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
}

/** How often a word of a text counts. */
const OFTEN = 5;

function scoreOf(section: DocumentSection, title: string, words: readonly string[]): number {
  const [heading, text, name] = [section.title, section.text, title].map((one) => one.toLowerCase());
  let score = 0;
  let isHere = false;
  for (const word of words) {
    const inText = Math.min(OFTEN, (text?.split(word).length ?? 1) - 1);
    const inHeading = heading?.includes(word) ? 2 * OFTEN : 0;
    if (inText + inHeading === 0 && !name?.includes(word)) return 0;
    isHere ||= inText + inHeading > 0;
    score += inText + inHeading;
  }
  // Otherwise every section of a document would be found by words of its title.
  return isHere ? score : 0;
}

/** Returns the sections that have all words of a search, the best first. The first page is left out: it repeats headings. */
export function searchDocuments(search: string): DocumentHit[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = readDocuments().flatMap((document) => {
    const whole = document.source.toLowerCase();
    if (document.name === FIRST || !words.every((word) => whole.includes(word))) return [];
    const sections = sectionsOf(document.source);
    const title = sections[0]?.title ?? document.name;
    return sections.flatMap((section) => {
      // Guides answer most questions, decisions few.
      const score = scoreOf(section, title, words) / (document.name.includes('/') ? 2 : 1);
      return score === 0
        ? []
        : [{ document, title, section, excerpt: excerptOf(section.text, words), score }];
    });
  });
  return hits.sort((one, other) => other.score - one.score).slice(0, MOST);
}
