// Run by `npm pack`: writes the notices of the package. `sbom.cdx.json` (CycloneDX) names the libraries
// in the bundle and those that are installed with it, `THIRD-PARTY-LICENSES.txt` has the licences of those in the bundle.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The members of a CycloneDX document that are looked at; the rest is passed on. */
interface Bill {
  metadata: { component: { 'bom-ref': string; name: string } };
  components: {
    'bom-ref': string;
    name: string;
    scope?: string;
    properties: { name: string; value: string }[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = path.join(import.meta.dirname, '..');
/** Imported by sources where they are run as they are, and never from the bundle. */
const BUILDERS = ['rolldown'];

/** Returns the names of the packages that sources import, whose parts are in the bundle. */
function importedPackages(): Set<string> {
  const names = new Set<string>();
  for (const file of globSync('src/**/*.{ts,tsx,css}', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const specifiers = text.matchAll(
      /(?:\bfrom |\bimport |\bimport\(|\brequire\(|createRequire\(import\.meta\.url\)\(|\bresolve\()['"`]((?:@[\w-]+\/)?[\w.-]+)/g,
    );
    for (const [, name = ''] of specifiers) names.add(name);
  }
  return names;
}

const bill: Bill = JSON.parse(
  execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  }),
);
const own: { name: string; dependencies: Record<string, string>; devDependencies: Record<string, string> } =
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const graph = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
const component = bill.metadata.component['bom-ref'];
const imported = importedPackages();

/** Returns the references of some direct dependencies, and of all that they depend on. */
function closureOf(isWanted: (name: string) => boolean): Set<string> {
  const found = new Set<string>();
  const open = (graph.get(component) ?? []).filter((ref) => isWanted(ref.slice(0, ref.lastIndexOf('@'))));
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (found.has(ref)) continue;
    found.add(ref);
    open.push(...(graph.get(ref) ?? []));
  }
  return found;
}

const bundled = closureOf(
  (name) => name in own.devDependencies && imported.has(name) && !BUILDERS.includes(name),
);
const installed = closureOf((name) => name in own.dependencies);
const isInside = (ref: string) => bundled.has(ref) || installed.has(ref);
bill.metadata.component.name = own.name;
bill.components = bill.components
  .filter((one) => isInside(one['bom-ref']))
  // In a checkout they are for building; here they are part of the program.
  .map((one) => ({
    ...one,
    scope: 'required',
    properties: one.properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
  }));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => ref === component || isInside(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isInside) }));
writeFileSync(path.join(root, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`);

const notices: string[] = [];
for (const ref of [...bundled].sort()) {
  const folder = path.join(root, 'node_modules', ref.slice(0, ref.lastIndexOf('@')));
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
    : [];
  const texts = files.map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  notices.push([ref, ...texts].join('\n\n'));
}
writeFileSync(path.join(root, 'THIRD-PARTY-LICENSES.txt'), `${notices.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`);
process.stdout.write(`${bundled.size} libraries in the bundle, ${installed.size} installed with it\n`);
