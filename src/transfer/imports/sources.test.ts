import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { sourceKindNames } from './sources.ts';

const SOURCES = path.join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(path.join(SOURCES, file), 'utf8');

test('the administration offers each kind of source with its name, its help, and the files that it is for', () => {
  const english = read('foundation/i18n/en.json');
  const client = 'web/admin/client/imports';
  for (const kind of sourceKindNames) {
    for (const key of [`admin.imports.kind.${kind}`, `admin.imports.kind.${kind}.help`])
      assert.ok(english.includes(`"${key}":`), `write “${key}” into src/foundation/i18n/{en,de,es}.json`);
    for (const [file, list] of [
      ['import-query.ts', 'importKinds'],
      ['file-kind.ts', 'kindOfFile'],
    ])
      assert.ok(
        read(`${client}/${file}`).includes(`'${kind}'`),
        `add ${kind} to ${list} of src/${client}/${file}`,
      );
    assert.match(
      /"field.imports.kind": "(.*)"/.exec(english)?.[1] ?? '',
      new RegExp(`\`${kind}\``),
      `say what \`${kind}\` is in “field.imports.kind” of src/foundation/i18n/{en,de,es}.json`,
    );
  }
});
