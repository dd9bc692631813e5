import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ByteSource, bytesFromMemory } from '../byte-source.ts';
import { JsonSyntaxError, type Separator, valuesIn } from './json-splitter.ts';

async function split(
  bytes: ByteSource,
  separator: Separator,
  longest = 1e6,
): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for await (const values of valuesIn(bytes, { from: 0, to: bytes.size }, { separator, longest }))
    for (const { from, to, text } of values) {
      if (text !== undefined) assert.equal((await bytes.read(from, to)).toString(), text);
      found.push(text);
    }
  return found;
}

const blank = fc.constantFrom('', ' ', '\n', '\r\n\t ');

test('values are found as they stand, whatever is in them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.jsonValue(), blank, blank)),
      fc.constantFrom(undefined, 2),
      async (values, indent) => {
        const texts = values.map(([value]) => JSON.stringify(value, null, indent));
        const list = values.map(([, before, after], i) => `${before}${texts[i]}${after}`).join(',');
        assert.deepEqual(await split(bytesFromMemory(Buffer.from(list)), 'commas'), texts);
        const lines = texts.join('\n');
        assert.deepEqual(await split(bytesFromMemory(Buffer.from(lines)), 'blanks'), texts);
        const members = texts.map((text) => `"a\\"":${text}`).join(',');
        assert.deepEqual(
          await split(bytesFromMemory(Buffer.from(members)), 'colons'),
          texts.flatMap((text) => ['"a\\""', text]),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('a text is told apart wherever the pieces in which it is read end', async () => {
  const values = Array.from({ length: 40_000 }, (_, n) => ({ n, text: `“\\" ${'ä'.repeat(n % 7)}"\\` }));
  const texts = values.map((value) => JSON.stringify(value));
  assert.deepEqual(await split(bytesFromMemory(Buffer.from(texts.join(',\n'))), 'commas'), texts);
  assert.deepEqual(
    await split(
      bytesFromMemory(Buffer.from(`[${texts.join()}], 1, "${'x'.repeat(600_000)}", 2`)),
      'commas',
      100,
    ),
    [undefined, '1', undefined, '2'],
  );
});

test('what is no row of values is a fault', async () => {
  for (const [text, separator] of [
    ['[1', 'blanks'],
    ['"a', 'blanks'],
    ['1,2', 'blanks'],
    ['1 2', 'commas'],
    ['1,', 'commas'],
    [',1', 'commas'],
    ['1,,2', 'commas'],
    ['1]', 'commas'],
    ['"a",1', 'colons'],
    ['"a":1:2', 'colons'],
    ['"a"', 'colons'],
    ['"a":', 'colons'],
    ['"a":1,"b"', 'colons'],
  ] as const)
    await assert.rejects(
      async () => {
        const found = await split(bytesFromMemory(Buffer.from(text)), separator);
        // Of a bare word or number it is for others to say whether it is one.
        for (const one of found) JSON.parse(one ?? '');
      },
      (error) => error instanceof JsonSyntaxError || error instanceof SyntaxError,
      text,
    );
});
