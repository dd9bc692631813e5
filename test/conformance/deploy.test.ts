// The files of `deploy/`, as far as they can be looked at without the systems for which they are.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from '#config.ts';
import { settings } from '../../src/settings.ts';
import { removeAtExit } from '../support/program.ts';
import { startProcess } from '../support/service.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const read = (name: string) => readFileSync(path.join(ROOT, 'deploy', name), 'utf8');
const names: readonly string[] = settings.map(([name]) => name);

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

test('kalends.service is sound to systemd, and leaves little open', {
  skip: hasAnalyze ? false : 'there is no systemd-analyze on this machine',
}, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-unit-'));
  removeAtExit(folder);
  const file = path.join(folder, 'kalends.service');
  // The program stands elsewhere here, and systemd looks whether it does.
  writeFileSync(
    file,
    read('kalends.service')
      .replaceAll('/opt/kalends', ROOT)
      .replaceAll(/^Documentation=.*$/gm, ''),
  );
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  const ours = verified.stderr.split('\n').filter((line) => line.includes('kalends'));
  assert.deepEqual(ours, []);
  const rated = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', file], {
    encoding: 'utf8',
  });
  assert.equal(rated.status, 0, rated.stdout + rated.stderr);
  rmSync(folder, { recursive: true });
});

test('kalends.env and the settings of the other files are settings that can be used', () => {
  const plain = parseEnv(read('kalends.env'));
  const commented = parseEnv(read('kalends.env').replaceAll(/^#(?=[A-Z])/gm, ''));
  for (const env of [plain, commented]) {
    for (const name of Object.keys(env)) assert.ok(names.includes(name), name);
    assert.doesNotThrow(() => readConfig(env));
  }
  for (const file of ['Dockerfile', 'compose.yaml', 'kalends.service', 'nginx.conf', 'Caddyfile'])
    for (const [name] of read(file).matchAll(/\b(KALENDS_[A-Z_]+|DATABASE_\w*URL)\b/g))
      assert.ok(names.includes(name), `${file}: ${name}`);
});

test('the image runs as nobody in particular, and is made of the package alone', () => {
  const lines = read('Dockerfile').split('\n');
  assert.match(lines.filter((line) => line.startsWith('USER ')).at(-1) ?? '', /^USER [1-9]\d*:[1-9]\d*$/);
  assert.ok(
    lines.includes('ENTRYPOINT ["node", "/opt/kalends/node_modules/kalends/bin/kalends.js"]'),
    'no shell stands before it',
  );
  const copied = lines.filter((line) => /^COPY (?!--from)/.test(line));
  assert.deepEqual(copied, ['COPY kalends-*.tgz /tmp/kalends.tgz']);
  // What is copied must not be left out of what the build sees.
  assert.ok(read('.dockerignore').split('\n').includes('!kalends-*.tgz'));
});

test('the health check of the image tells a service that is ready from one that is not', async () => {
  const [, script = ''] = /CMD \["node", "-e", "(.*)"\]/.exec(read('Dockerfile')) ?? [];
  assert.notEqual(script, '');
  const service = await startProcess();
  const ask = () =>
    spawnSync(process.execPath, ['-e', script], { env: { KALENDS_PORT: new URL(service.url).port } }).status;
  try {
    assert.equal(ask(), 0);
  } finally {
    await service.stop();
  }
  assert.equal(ask(), 1);
});
