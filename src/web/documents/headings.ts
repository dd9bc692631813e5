/** A heading with its anchor, and the text below it up to the next. */
export interface DocumentSection {
  readonly level: number;
  readonly id: string;
  /** Without markup. */
  readonly title: string;
  /** Without markup; code included. */
  readonly text: string;
}

/** Returns Markdown without its marks. */
const plain = (text: string): string =>
  text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|[\s|:-]+\|$/gm, '')
    .replace(/^```\w*$|^[-*] |^#+ |\|/gm, ' ')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the anchor of a heading, as GitHub creates it. @param title Markdown or text */
export const headingId = (title: string): string =>
  plain(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Returns the sections of a document; code that looks like a heading is none. */
export function sectionsOf(source: string): DocumentSection[] {
  const sections: { level: number; heading: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of source.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks = '', heading = ''] = (!isCode && /^(#{1,6}) (.+)$/.exec(line)) || [];
    if (heading === '') sections.at(-1)?.lines.push(line);
    else sections.push({ level: marks.length, heading, lines: [] });
  }
  return sections.map(({ level, heading, lines }) => ({
    level,
    id: headingId(heading),
    title: plain(heading),
    text: plain(lines.join('\n')),
  }));
}
