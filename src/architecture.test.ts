// Holds docs/architecture.md against the folders and files that there are.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { folderOf, readImports } from '../test/support/import-graph.ts';

const root = path.join(import.meta.dirname, '..');
const map = readFileSync(path.join(root, 'docs', 'architecture.md'), 'utf8');

test('docs/architecture.md says in one row what each folder is for', () => {
  const folders = new Set(readImports().flatMap(({ from, to }) => [folderOf(from), folderOf(to)]));
  const start = map.indexOf('| folder | subject |');
  const table = map.slice(start, map.indexOf('\n\n', start));
  const rows = [...table.matchAll(/^\| `([^`]+)` \| .*\. \|$/gm)].map(([, row = '']) => row);
  for (const folder of folders)
    assert.ok(rows.includes(folder), `src/${folder} has no row: write “| \`${folder}\` | one sentence. |”`);
  for (const row of rows) assert.ok(folders.has(row), `src/${row} is no folder any more: delete its row`);
  assert.equal(new Set(rows).size, rows.length, 'a folder has two rows');
});

test('files that docs/architecture.md names are there', () => {
  const named = [...map.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|json|md))`/g)].map(([, file = '']) => file);
  assert.ok(named.length > 60);
  const roots = ['src', '', 'src/calendar/events', 'src/transfer/importers'];
  // French stands for a language to come.
  for (const file of named.filter((one) => !/\b(NAME|RESOURCE)\b|\/fr\.json$/.test(one)))
    assert.ok(
      roots.some((folder) => existsSync(path.join(root, folder, file))),
      `${file} of docs/architecture.md is gone: name the file that does its work now`,
    );
});
