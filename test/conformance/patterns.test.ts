import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { anywherePattern, fieldPattern, searchText } from '#calendar/linked/rules.ts';
import { fold } from '#foundation/text/fold.ts';
import { plainText } from '#foundation/text/markup.ts';
import { dropCalendar, openCalendar } from '../support/engine.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-patterns-'));
const database = await openCalendar(folder);
after(async () => {
  await database.close();
  await dropCalendar(folder);
  rmSync(folder, { recursive: true });
});

async function matches(text: string, pattern: string): Promise<boolean> {
  const found = await sql`select 1 where ${text} like ${pattern} escape '\\'`.execute(database.read);
  return found.rows.length === 1;
}

const letters = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', '1', ' ', '\n', ':', '%', '_', '\\', '<', '3'),
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
