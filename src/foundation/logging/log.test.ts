import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { loggedLine } from './log.ts';

test('a line of JSON stays one, with the same meaning, for whoever reads it', () => {
  const letter = fc.oneof(
    fc.constantFrom(
      '\n',
      '\r',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u001b',
      '\u009b',
      '\u202e',
      '\ufeff',
      '\ud800',
      '"',
      '\\',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(letter), (letters) => {
      const said = { msg: letters.join('') };
      const line = loggedLine(JSON.stringify(said));
      assert.deepEqual(JSON.parse(line), JSON.parse(JSON.stringify(said)));
      assert.doesNotMatch(line, /[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
    }),
  );
});

test('lines longer than a pipe takes at once come whole and in order, however slow their reader is', async () => {
  const program = `import { openLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
    const { logger: log } = openLog('info');
    for (let n = 0; n < 300; n++) log.info({ n, text: 'x'.repeat(n % 3 === 0 ? 9_000 : 100) }, 'said');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    child.stderr.pause();
    setTimeout(() => child.stderr.resume(), 2);
  });
  await new Promise((resolve) => child.stderr.once('end', resolve));
  const numbers = said
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line).n);
  assert.deepEqual(
    numbers,
    Array.from({ length: 300 }, (_, n) => n),
  );
});
