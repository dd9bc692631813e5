// Holds docs/architecture.md against the folders and files that there are.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
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

/** Fewer lines than this don't make a file of their own, where one file alone imports them. */
const OWN_FILE = 40;

/** Returns the lines of a file. */
const linesOf = (file: string): number => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;

test('a small file that one file alone imports is part of that file', () => {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of readImports())
    importers.set(to, (importers.get(to) ?? new Set()).add(`src/${from}`));
  for (const file of globSync('build/**/*.ts', { cwd: root }))
    for (const [, to = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/'#([\w./-]+)'/g))
      importers.get(to)?.add(file);
  const small = [...importers].flatMap(([file, by]) => {
    // Migrations are never edited once they are released; the administration's client is held by itself.
    if (by.size > 1 || /\/migrations\/|^web\/admin\/client\//.test(file) || !/\.tsx?$/.test(file)) return [];
    const isSmall = existsSync(path.join(root, 'src', file)) && linesOf(path.join('src', file)) < OWN_FILE;
    return isSmall && !map.includes(`\`${file}\``) ? [`src/${file}: move it into ${[...by].join('')}`] : [];
  });
  assert.deepEqual(
    small,
    [],
    `files with under ${OWN_FILE} lines and one importer make a request hard to follow: move each into its importer, or name it with a reason in docs/architecture.md, “Small files”`,
  );
});

const sources = globSync('**/*.{ts,tsx}', { cwd: path.join(root, 'src') })
  .map((file) => file.replaceAll(path.sep, '/'))
  // A browser's module belongs to one page, and a test's to that test.
  .filter((file) => !/\.test\.tsx?$|^web\/(?:admin\/)?client\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, 'src', file), 'utf8') }));

/** Why a file may have state of its module, of which there is one in the process, however many services it has. */
const STATE_OF_PROCESS: Readonly<Record<string, string>> = {
  'api/server/request-facts.ts': 'counts the requests of the process, so that no two of them have one ID',
  'cli/output-file.ts': 'a command is a process: these are the files that it has begun',
  'cli/serve.ts': 'a command is a process: the code is printed once it listens',
  'web/assets/assets.ts': 'the files of the program itself, read once',
};

/** Why a file may have a map with weak keys. */
const WEAK_KEYS: Readonly<Record<string, string>> = {
  'api/http/address.ts': 'requests are objects of Node’s, which can’t have members of ours',
  'api/server/malformed-requests.ts': 'so are connections',
  'api/server/request-facts.ts': 'so are both',
  'store/db/postgres-pool.ts': 'and the connections of a pool are those of its library',
  'api/server/request-input.ts': 'of the parameters of a route, values that never change, as a list',
  'calendar/recurrence/rule-days.ts': 'of a list of numbers that never changes, its members as a set',
  'calendar/events/series/rules.ts': 'of a recurrence as it was sent, a value, what was computed to check it',
  'calendar/events/cost/cost-column.ts': 'of a currency, a value, the readings of columns',
};

/** Returns what a module keeps in variables and containers of its own that are filled as it runs. */
function stateOf(text: string): string[] {
  const variables = [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name = '']) => name);
  const containers = [
    ...text.matchAll(
      /^(?:export )?const (\w+)(?:: [^=;]+)? = (?:new (?:Map|Set|LRUCache|Array|\w*Queue)\b[^;]*?\((?:\{[^;]*\})?\)|\[\]|\{\});/gm,
    ),
    // In capitals are constants.
  ].flatMap(([whole, name = '']) => (/: Readonly|: readonly|const [A-Z_]+\b/.test(whole) ? [] : name));
  // Maps with weak keys are looked at below.
  const constants = [...text.matchAll(/^(?:export )?const (\w+)(?!.*= new Weak)/gm)].map(
    ([, name = '']) => name,
  );
  const filled = constants.filter((name) =>
    new RegExp(`\\b${name}\\.(?:add|set|delete|clear|push|pop|shift|unshift|splice)\\(`).test(text),
  );
  return [...new Set([...variables, ...containers, ...filled])];
}

test('no module has state: what lives as long as the process is constructed in src/services.ts', () => {
  assert.ok(sources.length > 500);
  const found = new Map(sources.map(({ file, text }) => [file, stateOf(text)]));
  const offenders = [...found].filter(([file, names]) => names.length > 0 && !(file in STATE_OF_PROCESS));
  assert.deepEqual(
    offenders.map(([file, names]) => `src/${file}: ${names.join(', ')}`),
    [],
    'all services of a process would share it: make it a member of a class that src/services.ts constructs, or, for what a pure function keeps, use memoize, memoizeBy or once of foundation/memoize/memoize.ts',
  );
  for (const file of Object.keys(STATE_OF_PROCESS))
    assert.ok((found.get(file) ?? []).length > 0, `src/${file} has no state any more`);
});

test('nothing is handed on behind the back of what calls it, and nothing hangs on a service by a map', () => {
  for (const { file, text } of sources) {
    assert.doesNotMatch(
      text,
      /\bAsyncLocalStorage\b/,
      `src/${file}: hand on what is needed as an argument, as a batch hands on its parts (src/context.ts, Batch)`,
    );
    assert.ok(
      file in WEAK_KEYS || !/\bWeak(?:Map|Set|Ref)\b/.test(text),
      `src/${file} hangs something on an object: make it a member of that object, or of a class that src/services.ts constructs and declares in Services`,
    );
  }
  for (const file of Object.keys(WEAK_KEYS))
    assert.ok(
      sources.some((one) => one.file === file && /\bWeak(?:Map|Set)\b/.test(one.text)),
      `src/${file} has no map with weak keys any more`,
    );
});

test('state of a module is found in each form that it may have', () => {
  const forms = [
    'let last: string | undefined;',
    'export let count = 0;',
    'const known = new Map<string, () => void>();',
    'const known: Map<string, number> = new Map();',
    'const recent = new LRUCache<string, Html>({ max: 6 });',
    'const queue = new BoundedQueue({\n  atOnce: 1,\n});',
    'const idle: Process[] = [];',
    "const names = new Set(['a']);\nexport const add = (name: string) => names.add(name);",
  ];
  for (const form of forms) assert.equal(stateOf(form).length, 1, form);
  for (const form of [
    "const names: ReadonlySet<string> = new Set(['a']);",
    'const NONE: readonly number[] = [];',
    'const NOTHING: Translations = new Map();',
    'function f() {\n  let last = 1;\n}',
    'const load = once(() => new Map());',
  ])
    assert.deepEqual(stateOf(form), [], form);
});
