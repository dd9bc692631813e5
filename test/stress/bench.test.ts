import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { inherited } from '../support/program.ts';
import { inTurn } from '../support/turns.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Scenarios whose baselines stand beside the service's own rows and answers, and no longer run once these change; with what they print. */
const SCENARIOS = [
  { name: 'kept-10', row: 'kept list of 10', engines: ['sqlite'] },
  { name: 'list', row: 'list of 10 not kept', engines: ['sqlite', 'postgres'] },
  { name: 'single', row: 'event not kept', engines: ['sqlite', 'postgres'] },
  { name: 'create', row: 'creation, 8 clients', engines: ['sqlite', 'postgres'] },
];
const SHORT = ['--quick', '--sizes', '1k', '--seconds', '0.2', '--warm-up', '0.2', '--driver', 'autocannon'];

test('the bench measures lists, events and creations beside its baselines, on both engines', async () => {
  const cache = mkdtempSync(path.join(tmpdir(), 'kalends-bench-cache-'));
  // The server runs as another user where this is root.
  chmodSync(cache, 0o711);
  try {
    const chosen = inTurn(2, SCENARIOS);
    const args = ['bench/run.ts', ...SHORT, ...chosen.flatMap(({ name }) => ['--only', name])];
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...inherited, KALENDS_BENCH_CACHE: cache },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], table, progress] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ]);
    assert.equal(code, 0, `${progress}\n${table}`);
    for (const { row, engines } of chosen)
      for (const engine of engines)
        assert.match(table, new RegExp(`^\\| ${row} \\| 1k ${engine} \\| [\\d.]+ × \\|`, 'm'), table);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
});
