import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { inherited } from '../support/program.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Scenarios whose baselines stand beside the service's own rows and answers, and no longer run once these change. */
const SCENARIOS = ['kept-10', 'list', 'single', 'create'];
const SHORT = ['--quick', '--sizes', '1k', '--seconds', '0.2', '--warm-up', '0.2', '--driver', 'autocannon'];

test('the bench measures lists, events and creations beside its baselines, on both engines', async () => {
  const cache = mkdtempSync(path.join(tmpdir(), 'kalends-bench-cache-'));
  // The server runs as another user where this is root.
  chmodSync(cache, 0o711);
  try {
    const args = ['bench/run.ts', ...SHORT, ...SCENARIOS.flatMap((name) => ['--only', name])];
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
    for (const row of ['kept list of 10', 'list of 10 not kept', 'event not kept', 'creation, 8 clients'])
      assert.match(table, new RegExp(`^\\| ${row} \\| 1k sqlite \\| [\\d.]+ × \\|`, 'm'), table);
    for (const row of ['list of 10 not kept', 'event not kept', 'creation, 8 clients'])
      assert.match(table, new RegExp(`^\\| ${row} \\| 1k postgres \\| [\\d.]+ × \\|`, 'm'), table);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
});
