// How the files of src are written: a docstring on each export, one meaning for each name of a type, files of a bearable length.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ambiguousTypes,
  type Breach,
  missingDocstrings,
  readSources,
  roundaboutDocstrings,
  type SourceFile,
  tooLong,
} from '../test/support/conventions.ts';

const sources = readSources();

/** Folders of src, and files, that don't keep the rules yet. */
const PENDING: Record<'docstrings' | 'types' | 'lengths', readonly string[]> = {
  docstrings: [],
  types: [],
  lengths: [],
};

function assertNone(breaches: readonly Breach[], pending: readonly string[] = []) {
  const folder = (file: string) => (file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : file);
  const left = breaches.filter(({ file }) => !pending.includes(folder(file)));
  const lines = left.map(({ file, line, remedy }) => `src/${file}:${line}: ${remedy}`);
  assert.ok(lines.length === 0, `${lines.length} to mend:\n${lines.join('\n')}`);
}

test('each export has a docstring', () => {
  assert.ok(sources.length > 300);
  assertNone(sources.flatMap(missingDocstrings), PENDING.docstrings);
});

test('docstrings begin with a verb or with the noun that they explain', () => {
  assertNone(sources.flatMap(roundaboutDocstrings), PENDING.docstrings);
});

test('no two files give the same name to different types', () => {
  assertNone(ambiguousTypes(sources), PENDING.types);
});

test('no file is too long to be read', () => {
  assertNone(sources.flatMap(tooLong), PENDING.lengths);
});

test('a breach is found, with its line and what to do', () => {
  const source = (file: string, ...lines: string[]): SourceFile => ({ file, lines });
  const bad = source(
    'a/b.ts',
    '/** What comes next. */',
    'export const next = 1;',
    'export class Page {}',
    '/** Returns the page. */',
    'export function page(): Page;',
    'export function page(n?: number): Page {',
  );
  assert.deepEqual(
    roundaboutDocstrings(bad).map(({ line }) => line),
    [2],
  );
  assert.deepEqual(
    missingDocstrings(bad).map(({ line }) => line),
    [3],
  );
  assert.match(missingDocstrings(bad)[0]?.remedy ?? '', /“export class Page \{\}” a docstring/);
  assert.deepEqual(
    ambiguousTypes([bad, source('a/c.ts', 'interface Page {')]).map(({ file, line }) => `${file}:${line}`),
    ['a/b.ts:3', 'a/c.ts:1'],
  );
  assert.deepEqual(ambiguousTypes([bad, source('a/c.ts', 'import type { Page } from "./b.ts";')]), []);
  assert.deepEqual(tooLong(source('a/d.ts', ...Array.from({ length: 400 }, () => ''), '')), []);
  assert.equal(tooLong(source('a/d.ts', ...Array.from({ length: 401 }, () => 'x')))[0]?.line, 401);
});
