// `node test/support/import-graph.ts` prints which folder of src imports which; `--write` renews the drawing in docs/architecture.md.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(import.meta.dirname, '..', '..');
const DOCUMENT = path.join(ROOT, 'docs', 'architecture.md');
const [BEGIN, END] = ['<!-- layers: npm run layers -->\n', '<!-- end of layers -->'];

/** The layers of src, the lowest first: what stands in one imports from itself and from those before it. */
export const layers = [
  'foundation',
  'settings.ts',
  'config.ts',
  'store',
  'api',
  'calendar',
  'transfer',
  'operations',
  'web',
  'app.ts',
  'services.ts',
  'main.ts',
  'service.ts',
  'cli',
] as const;
type Layer = (typeof layers)[number];

/** Files that stand directly in src and belong to a layer nevertheless. */
const belonging: ReadonlyMap<string, Layer> = new Map([
  ['errors.ts', 'foundation'],
  ['context.ts', 'api'],
]);

/** A file that imports another; both as paths below src. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

const IMPORT = /\b(?:import|export)\b[^;'"]*?\bfrom\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g;

/** Returns all imports among the files of src, types and what is imported later included, those of tests left out. */
export function readImports(): Import[] {
  return globSync('**/*.{ts,tsx}', { cwd: path.join(ROOT, 'src') })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((from) => {
      const source = readFileSync(path.join(ROOT, 'src', from), 'utf8');
      return [...source.matchAll(IMPORT)].flatMap(([, named, called]) => {
        const to = resolved(from, named ?? called ?? '');
        return to === undefined ? [] : [{ from, to }];
      });
    })
    .sort((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1));
}

function resolved(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (!specifier.startsWith('.')) return undefined;
  const to = path.posix.join(path.posix.dirname(from), specifier);
  return to.startsWith('..') ? undefined : to;
}

/** Returns the folder that a file is in, the innermost one; files directly in src stand for themselves. */
export const folderOf = (file: string): string =>
  file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : file;

/** Returns the layer that a file is in: a folder with all below it, or a file; undefined: in none. */
export const layerOf = (file: string): Layer | undefined =>
  belonging.get(file) ?? layers.find((layer) => file === layer || file.startsWith(`${layer}/`));

/**
 * Returns what a file stands for in the graph: its folder. The description of a resource's fields (`RESOURCE/fields.ts`) stands for
 * itself, since every folder of its resource reads it; so it may import nothing that imports it.
 */
const placeOf = (file: string): string => (/^calendar\/.*\/fields\.ts$/.test(file) ? file : folderOf(file));

/** Returns which folders each folder imports, without itself. */
export function folderGraph(imports: readonly Import[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [folder, other] = [placeOf(from), placeOf(to)];
    graph.set(folder, graph.get(folder) ?? new Set());
    if (folder !== other) graph.get(folder)?.add(other);
  }
  return graph;
}

/** Returns one cycle of a graph as a path that ends where it begins; undefined: it has none. */
export function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (folder: string, above: readonly string[]): string[] | undefined => {
    if (above.includes(folder)) return [...above.slice(above.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    for (const next of graph.get(folder) ?? []) {
      const cycle = visit(next, [...above, folder]);
      if (cycle) return cycle;
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of graph.keys()) {
    const cycle = visit(folder, []);
    if (cycle) return cycle;
  }
  return undefined;
}

const INDENT = ' '.repeat(12);

/** Returns the layers as the document draws them: each with its folders, the topmost first, and what it imports. */
export function drawing(imports: readonly Import[]): string {
  const all = new Set(imports.flatMap(({ from, to }) => [folderOf(from), folderOf(to)]));
  const lines = [...layers].reverse().map((layer) => {
    const inside = [...all]
      .filter((folder) => layerOf(folder) === layer && folder !== layer)
      .map((folder) => (folder.startsWith(`${layer}/`) ? folder.slice(layer.length + 1) : folder))
      .sort();
    const below = layers.filter(
      (other) =>
        other !== layer && imports.some(({ from, to }) => layerOf(from) === layer && layerOf(to) === other),
    );
    const imported = below.length > 0 ? `imports ${below.join(', ')}` : 'imports nothing';
    const folders = inside.length > 0 ? `\n${INDENT}${inside.join(' ')}` : '';
    return `${layer.padEnd(INDENT.length)}${imported}${folders}`;
  });
  return `\`\`\`\n${lines.join('\n')}\n\`\`\`\n`;
}

/** Returns the drawing that docs/architecture.md has. */
export function documentedDrawing(): string {
  const document = readFileSync(DOCUMENT, 'utf8');
  return document.slice(document.indexOf(BEGIN) + BEGIN.length, document.indexOf(END));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const imports = readImports();
  if (process.argv.includes('--write')) {
    const document = readFileSync(DOCUMENT, 'utf8');
    const before = document.slice(0, document.indexOf(BEGIN) + BEGIN.length);
    writeFileSync(DOCUMENT, before + drawing(imports) + document.slice(document.indexOf(END)));
  } else
    for (const [folder, others] of folderGraph(imports))
      process.stdout.write(`${folder} → ${[...others].sort().join(' ')}\n`);
}
