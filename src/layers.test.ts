// Which folders of src may import which.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  documentedDrawing,
  drawing,
  findCycle,
  folderGraph,
  layerOf,
  layers,
  readImports,
} from '../test/support/import-graph.ts';

const imports = readImports();

test('no folder imports one that imports it, however many are between', () => {
  assert.ok(imports.length > 1_000);
  const cycle = findCycle(folderGraph(imports));
  assert.equal(cycle?.join(' → '), undefined, 'node test/support/import-graph.ts prints all folders');
});

test('no layer imports a higher one', () => {
  const floor = (file: string) => {
    const layer = layerOf(file);
    assert.ok(layer, `${file} stands in none of the layers of test/support/import-graph.ts`);
    return layers.indexOf(layer);
  };
  const upward = imports.filter(({ from, to }) => floor(to) > floor(from));
  assert.deepEqual(
    upward.map(({ from, to }) => `${from} → ${to}`),
    [],
  );
});

test('docs/architecture.md draws the layers as they are', () => {
  assert.equal(documentedDrawing(), drawing(imports), '“npm run layers” renews the drawing');
});

test('a cycle of folders is found, and told from its beginning', () => {
  const graph = (edges: Record<string, string[]>) =>
    new Map(Object.entries(edges).map(([folder, others]) => [folder, new Set(others)]));
  assert.deepEqual(findCycle(graph({ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] })), ['b', 'd', 'b']);
  assert.equal(findCycle(graph({ a: ['b', 'c'], b: ['c'], c: [] })), undefined);
});

/** Folders whose other files make SQL too. */
const SQL_ELSEWHERE: readonly string[] = ['api/server/', 'calendar/', 'transfer/check/'];

test('Kysely is imported in store/db and in files called store.ts', () => {
  const root = import.meta.dirname;
  const importers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !file.startsWith('store/db/') && path.basename(file) !== 'store.ts')
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes(" from 'kysely';"));
  assert.deepEqual(
    importers.filter((file) => !SQL_ELSEWHERE.some((folder) => file.startsWith(folder))),
    [],
    'move the statement into the store.ts of its folder',
  );
});
