import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import en from './en.json' with { type: 'json' };

test('every text of the pages and the description is said somewhere', () => {
  const folder = path.join(import.meta.dirname, '..');
  const program = globSync('**/*.ts', { cwd: folder })
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const keys = Object.keys(en).filter((key) => /^(page|docs?)\./.test(key));
  assert.deepEqual(
    keys.filter((key) => !program.includes(`'${key}'`)),
    [],
  );
});
