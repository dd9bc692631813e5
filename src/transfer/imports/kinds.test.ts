import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { catalogueOf, languages } from '#foundation/i18n/catalogue.ts';
import { sourceKindNames } from '../importers/registry/kinds.ts';

const DOCS = path.join(import.meta.dirname, '..', '..', '..', 'docs', 'import.md');

test('each kind of source has its texts in the administration, on the command line and in the description', () => {
  for (const language of languages) {
    const texts: Readonly<Record<string, string>> = catalogueOf(language);
    for (const kind of sourceKindNames) {
      for (const key of [
        `admin.imports.kind.${kind}`,
        `admin.imports.kind.${kind}.help`,
        `cli.import.${kind}`,
      ])
        assert.ok(texts[key], `write “${key}” into src/foundation/i18n/${language}.json`);
      const said = texts['field.imports.kind'] ?? '';
      assert.ok(
        said.includes(`\`${kind}\``),
        `say what \`${kind}\` is in “field.imports.kind” (${language})`,
      );
    }
  }
});

test('the documentation lists each code of a repair, a note and a reason', () => {
  const written = readFileSync(DOCS, 'utf8');
  const codes = Object.keys(catalogueOf('en')).flatMap(
    (key) => /^import\.(?:repair|note|skipped)\.(\w+)$/.exec(key)?.[1] ?? [],
  );
  assert.ok(codes.length > 20);
  assert.deepEqual(
    codes.filter((code) => !written.includes(`\`${code}\``)),
    [],
    'list them in docs/import.md',
  );
});
