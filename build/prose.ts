// `npm run check` calls it: finds openings and words of `prose.json` in the texts that `prose.json` names, with a suggestion each.
// `node build/prose.ts FILE…` looks at these files. Markdown, catalogues (JSON) and docstrings (TypeScript) can be checked.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import words from './prose.json' with { type: 'json' };

/** A place in a text that needs another wording. */
export interface ProseFinding {
  /** Line of the text, from 1. */
  readonly line: number;
  /** The words that were found. */
  readonly found: string;
  readonly suggestion: string;
}

/** Files to check. */
interface Target {
  /** Glob patterns from the root of the repository; those that begin with `!` exclude files. */
  readonly files: readonly string[];
  /** Most words of a sentence; no limit if absent. */
  readonly longest?: number;
}

/** A sentence and the line on which it begins. */
interface Sentence {
  readonly line: number;
  readonly text: string;
}

/** Openings and words of a language. */
interface WordList {
  readonly openings: readonly (readonly string[])[];
  readonly words: readonly (readonly string[])[];
}

const ROOT = path.join(import.meta.dirname, '..');
const pairs = (list: readonly (readonly string[])[]) =>
  list.map(([pattern = '', suggestion = '']) => ({ pattern, suggestion }));
/** Letters of German and Spanish too: a class of Unicode is slow. */
const LETTERS = 'A-Za-zÀ-ɏ0-9_';
const opening = (pattern: string) => new RegExp(`^(?:${pattern})(?![${LETTERS}’'-])`);
const word = (pattern: string) => new RegExp(`(?<![${LETTERS}-])(?:${pattern})(?![${LETTERS}-])`, 'i');
const compile = (list: WordList) => ({
  openings: pairs(list.openings).map(({ pattern, suggestion }) => ({
    pattern: opening(pattern),
    suggestion,
  })),
  forbidden: pairs(list.words).map(({ pattern, suggestion }) => ({ pattern: word(pattern), suggestion })),
  /** Matches a sentence with any of the words: most have none. */
  any: word(list.words.map(([pattern]) => pattern).join('|')),
});
const english = compile(words);
const catalogues: Readonly<Record<string, ReturnType<typeof compile>>> = {
  'de.json': compile(words.languages.de),
  'es.json': compile(words.languages.es),
};

/** Replaces everything that is not prose of ours: code, addresses, quoted texts of the interface and markup. */
const plain = (text: string): string =>
  text
    .replace(/(`+)(?:(?!\1).)+\1/g, 'X')
    .replace(/“[^”]*”|"[^"]*"|‘[^’]*’/g, 'X')
    .replace(/!?\[((?:[^\][]|\[[^\]]*\])*)\]\([^)]*\)/g, '$1')
    .replace(/https?:\/\/\S+/g, 'X')
    .replace(/<[^>]+>/g, '')
    .replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '');

function sentencesOf(text: string, line: number): Sentence[] {
  const whole = plain(text);
  const ends = /(?<=(?<!\b(?:e\.g|i\.e|etc|vs|cf|No|St|a\.m|p\.m))[.!?:][)*]*)\s+(?=[\p{Lu}“"])/u;
  let at = 0;
  return whole
    .split(ends)
    .filter((sentence) => sentence.trim() !== '')
    .map((sentence) => {
      at = whole.indexOf(sentence, at);
      const before = whole.slice(0, at) + /^\s*/.exec(sentence)?.[0];
      at += sentence.length;
      return { line: line + before.split('\n').length - 1, text: sentence.replace(/\s+/g, ' ').trim() };
    });
}

/** Returns the sentences of Markdown: paragraphs, list items, headings and cells, without code blocks and comments. */
export function markdownSentences(source: string): Sentence[] {
  const sentences: Sentence[] = [];
  let paragraph = '';
  let begin = 1;
  let fence: string | undefined;
  const close = () => {
    sentences.push(...sentencesOf(paragraph, begin));
    paragraph = '';
  };
  const blank = (part: string) => part.replace(/[^\n]/g, '');
  for (const [index, line] of source
    .replace(/<!--[\s\S]*?-->/g, blank)
    .split('\n')
    .entries()) {
    const [, mark] = /^\s*(```|~~~)/.exec(line) ?? [];
    if (mark !== undefined || fence !== undefined) {
      close();
      if (fence === undefined) fence = mark;
      else if (mark === fence) fence = undefined;
      continue;
    }
    if (/^\s*\|/.test(line)) {
      close();
      const cells = line.replaceAll('\\|', '¦').split('|');
      if (!/^[\s|:-]+$/.test(line)) for (const cell of cells) sentences.push(...sentencesOf(cell, index + 1));
      continue;
    }
    const [item = ''] = /^\s*(?:[-*+]|\d+\.|#+|>)\s+/.exec(line) ?? [];
    if (line.trim() === '' || item !== '') close();
    if (paragraph === '') begin = index + 1;
    paragraph += `${line.slice(item.length).trim()}\n`;
    if (item.includes('#')) close();
  }
  close();
  return sentences;
}

const lineAt = (source: string, at: number) => source.slice(0, at).split('\n').length;

/** Returns the ways in which an ICU message can read, with X for values: one for each of the most branches that a choice has. */
function readings(message: string): string[] {
  const text = message.replace(/'([{}][^']*)'/g, 'X');
  const choice = /\{\w+, (?:plural|select|selectordinal),/.exec(text);
  if (!choice) return [text.replace(/\{[^{}]*\}/g, 'X').replaceAll('#', 'X')];
  const branches: string[] = [];
  let depth = 1;
  let at = choice.index + 1;
  let begin = 0;
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '{') {
      depth += 1;
      if (depth === 2) begin = at + 1;
    } else if (text[at] === '}') {
      depth -= 1;
      if (depth === 1) branches.push(text.slice(begin, at));
    }
  }
  return branches.flatMap((branch) => readings(text.slice(0, choice.index) + branch + text.slice(at)));
}

/** Returns the sentences of the texts of a catalogue, which has a text a line. */
function catalogueSentences(source: string): Sentence[] {
  return source.split('\n').flatMap((entry, index) => {
    const [, text] = /^\s*"(?:[^"\\]|\\.)*":\s*("(?:[^"\\]|\\.)*")/.exec(entry) ?? [];
    if (text === undefined) return [];
    const parts = [...new Set(readings(String(JSON.parse(text))))].flatMap((reading) => reading.split('\n'));
    return parts.flatMap((part) => sentencesOf(part, index + 1));
  });
}

/** Returns the sentences of the docstrings of a program. */
function docstringSentences(source: string): Sentence[] {
  return [...source.matchAll(/\/\*\*(.*?)\*\//gs)].flatMap(({ 1: text = '', index }) =>
    text
      .replace(/^\s*\* ?/gm, '')
      .split(/@(?:param \S+|\w+)/)
      .flatMap((part) => sentencesOf(part, lineAt(source, index))),
  );
}

/** Returns the findings of a text. @param file its name, whose ending says how it is read */
export function checkProse(source: string, file: string, longest = Number.POSITIVE_INFINITY): ProseFinding[] {
  const read = file.endsWith('.md')
    ? markdownSentences
    : file.endsWith('.json')
      ? catalogueSentences
      : docstringSentences;
  const { openings, forbidden, any } = catalogues[path.basename(file)] ?? english;
  return read(source).flatMap(({ line, text }) => {
    const findings: ProseFinding[] = [];
    for (const { pattern, suggestion } of openings) {
      const [found] = pattern.exec(text) ?? [];
      if (found !== undefined && !text.endsWith('?')) findings.push({ line, found, suggestion });
    }
    for (const { pattern, suggestion } of any.test(text) ? forbidden : []) {
      const [found] = pattern.exec(text) ?? [];
      if (found !== undefined) findings.push({ line, found, suggestion });
    }
    // Code counts for nothing: a list of names is read at a glance.
    const length = text
      .split(/\s+/)
      .filter((word) => /[\p{L}\d]/u.test(word) && !/^\W*X\W*$/.test(word)).length;
    if (length > longest)
      findings.push({ line, found: `${text.slice(0, 60)}…`, suggestion: `${length} words: split it` });
    return findings;
  });
}

const targets: readonly Target[] = words.targets;

/** Returns the findings of all files that `prose.json` names, a line each. */
export function checkTargets(): string[] {
  return targets.flatMap(({ files, longest }) => {
    const excluded = files.filter((one) => one.startsWith('!')).map((one) => one.slice(1));
    const included = files.filter((one) => !one.startsWith('!'));
    return globSync(included, { cwd: ROOT, exclude: excluded }).flatMap((file) =>
      checkProse(readFileSync(path.join(ROOT, file), 'utf8'), file, longest).map(
        ({ line, found, suggestion }) => `${file}:${line}: “${found}”: ${suggestion}`,
      ),
    );
  });
}

if (import.meta.main) {
  const named = process.argv.slice(2);
  const [{ longest } = {}] = targets;
  const findings =
    named.length === 0
      ? checkTargets()
      : named.flatMap((file) =>
          checkProse(readFileSync(file, 'utf8'), file, longest).map(
            ({ line, found, suggestion }) => `${file}:${line}: “${found}”: ${suggestion}`,
          ),
        );
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  if (findings.length > 0) {
    process.stderr.write(`${findings.length} places need another wording: build/prose.json has the list.\n`);
    process.exitCode = 1;
  }
}
