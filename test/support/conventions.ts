// Reads how the files of src are written: docstrings, names of types, lengths. `src/docstrings.test.ts` holds the rules.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = path.join(import.meta.dirname, '..', '..', 'src');

/** The longest that a file of src may be, in lines. */
export const LINES_AT_MOST = 400;

/** A file as it was read; its path is relative to src, with slashes. */
export interface SourceFile {
  readonly file: string;
  readonly lines: readonly string[];
}

/** A breach of a rule: the file below src, the line from 1, and what to do about it. */
export interface Breach {
  readonly file: string;
  readonly line: number;
  readonly remedy: string;
}

/** Returns the files of src in the order of their paths, without tests, declarations that are generated, and migrations, which are never edited. */
export function readSources(): SourceFile[] {
  return globSync('**/*.{ts,tsx}', { cwd: SOURCES })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/\.(test|d)\.ts$/.test(file) && !file.startsWith('store/db/migrations/'))
    .sort()
    .map((file) => ({ file, lines: readFileSync(path.join(SOURCES, file), 'utf8').split('\n') }));
}

const EXPORT = /^export (?!\{|\*|type \{)/;
const EXPORTED_FUNCTION = /^export (?:async )?function\*? (\w+)/;
const TYPE = /^(?:export )?(?:declare )?(?:default )?(?:abstract )?(?:interface|type|class|enum) (\w+)/;
/** Matches beginnings of docstrings that talk around a thing instead of saying what it does or is. */
const ROUNDABOUT =
  /^(What|Of|The same|How|Where|Who|Why|That|Says|Tells|As|One|Those|It|For so|As many|No|Has|Would|Whatever|Whoever)\b/;

/** Returns the docstring that ends above a line, without its stars; undefined: none does. */
function docstringAbove(lines: readonly string[], line: number): string | undefined {
  let end = line - 1;
  while (lines[end]?.startsWith('@')) end -= 1;
  if (!lines[end]?.trimEnd().endsWith('*/')) return undefined;
  let start = end;
  while (start > 0 && !lines[start]?.trimStart().startsWith('/**')) start -= 1;
  return lines
    .slice(start, end + 1)
    .map((text) => text.replace(/^\s*\/?\*+\/?\s?|\s*\*\/$/g, ''))
    .join(' ')
    .trim();
}

/** Names each export without a docstring. Of overloads the first has it. */
export function missingDocstrings({ file, lines }: SourceFile): Breach[] {
  return lines.flatMap((text, index) => {
    if (!EXPORT.test(text) || docstringAbove(lines, index) !== undefined) return [];
    const name = EXPORTED_FUNCTION.exec(text)?.[1];
    if (name && EXPORTED_FUNCTION.exec(lines[index - 1] ?? '')?.[1] === name) return [];
    const remedy = `give “${text.slice(0, 80)}” a docstring of one to three lines: “Returns…”, “Writes…”, “Throws…”`;
    return [{ file, line: index + 1, remedy }];
  });
}

/** Names each docstring of an export that begins roundabout, as “What comes next” does. */
export function roundaboutDocstrings({ file, lines }: SourceFile): Breach[] {
  return lines.flatMap((text, index) => {
    const docstring = EXPORT.test(text) ? docstringAbove(lines, index) : undefined;
    const [first] = ROUNDABOUT.exec(docstring ?? '') ?? [];
    if (!first) return [];
    const remedy = `“${docstring?.slice(0, 80)}” begins with “${first}”: begin with a verb (“Returns…”) or with the noun that it is`;
    return [{ file, line: index + 1, remedy }];
  });
}

/** Names each type, exported or not, whose name another file gives to a type of its own. */
export function ambiguousTypes(sources: readonly SourceFile[]): Breach[] {
  const declared = sources.flatMap(({ file, lines }) =>
    lines.flatMap((text, index) => {
      const name = TYPE.exec(text)?.[1];
      return name ? [{ name, file, line: index + 1 }] : [];
    }),
  );
  return [...Map.groupBy(declared, ({ name }) => name)].flatMap(([name, places]) =>
    places.flatMap(({ file, line }) => {
      const others = [...new Set(places.map((place) => place.file))].filter((other) => other !== file);
      if (others.length === 0) return [];
      const remedy = `“${name}” is the name of another type in ${others.join(', ')}: give one of them a name that says more`;
      return [{ file, line, remedy }];
    }),
  );
}

/** Names a file that is longer than one file may be. */
export function tooLong({ file, lines }: SourceFile): Breach[] {
  const length = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (length <= LINES_AT_MOST) return [];
  return [
    { file, line: LINES_AT_MOST + 1, remedy: `it has ${length} lines, ${LINES_AT_MOST} may be: divide it` },
  ];
}
