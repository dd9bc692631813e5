import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openSqlite } from '#db/sqlite.ts';
import { fold, plainText } from '#text/fold.ts';
import { anywherePattern, fieldPattern, nameKey, searchText } from './rules.ts';

const database = openSqlite(':memory:');
after(() => database.close());

async function matches(text: string, pattern: string): Promise<boolean> {
  const found = await sql<{ yes: number }>`select ${text} like ${pattern} escape '\\' as yes`.execute(
    database.read,
  );
  return found.rows[0]?.yes === 1;
}

const letters = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', '1', ' ', '\n', ':', '%', '_', '\\', '<', '3'),
});

test('names differ neither by case, accents, outer blanks nor markup', () => {
  assert.equal(nameKey('  Café <b>Zürich</b> '), nameKey('cafe ZURICH'));
  assert.notEqual(nameKey('Hall 1'), nameKey('Hall 2'));
});

test('a field pattern finds a fragment in its own field and in no other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(letters, { minLength: 1, maxLength: 11 }),
      fc.string({
        unit: fc.constantFrom('a', 'b', 'e', '1', '3', '-', '%', '_'),
        minLength: 1,
        maxLength: 3,
      }),
      async (fields, fragment) => {
        const text = searchText(fields);
        for (const [index, field] of fields.entries())
          assert.equal(
            await matches(text, fieldPattern(index, fragment)),
            fold(plainText(field)).includes(fragment),
          );
      },
    ),
  );
});

test('the pattern for the whole never misses what a field pattern finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 6 }), letters, async (fields, typed) => {
      const text = searchText(fields);
      const fragment = fold(typed);
      for (const index of fields.keys())
        if (await matches(text, fieldPattern(index, fragment)))
          assert.ok(await matches(text, anywherePattern(fragment)));
    }),
  );
});
