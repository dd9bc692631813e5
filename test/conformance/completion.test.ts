import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { languages } from '#foundation/i18n/catalogue.ts';
import { settings } from '../../src/settings.ts';
import { command, inherited, removeAtExit } from '../support/program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-completion-'));
removeAtExit(folder);
const scripts: Record<string, string> = {};

before(async () => {
  writeFileSync(path.join(folder, 'calendar one.json'), '');
  mkdirSync(path.join(folder, 'pictures'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    // Nothing is opened for it.
    const { code, stdout, stderr } = await command({ ...inherited, KALENDS_DATA: '/dev/null/x' }, [
      'completion',
      shell,
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    scripts[shell] = path.join(folder, `kalends.${shell}`);
    writeFileSync(scripts[shell], stdout);
  }
});

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

function run(shell: string, line: string): string[] {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', line], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...inherited, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  assert.deepEqual([stderr, status], ['', 0], line);
  return stdout.split('\n').filter((one) => one !== '');
}

const quoted = (text: string) => `'${text}'`;

/** What each shell offers for the last word of a command line. */
const offered: Record<string, (words: string[]) => string[]> = {
  bash: (words) =>
    run(
      'bash',
      `source ${scripts['bash']}; COMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}
       _kalends; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ),
  fish: (words) =>
    run('fish', `source ${scripts['fish']}; complete -C ${quoted(words.join(' '))}`).map(
      (line) => line.split('\t')[0]?.replace(/\\ /g, ' ') ?? '',
    ),
  zsh: (words) => {
    // What the completion system would be told; it narrows that to what is typed.
    const told = run(
      'zsh',
      `compdef() { :; }; _describe() { print -rl -- "\${(@P)argv[-1]}"; }; _files() { print -rl -- *; }
       compadd() { shift; print -rl -- "$@"; }
       source ${scripts['zsh']}; words=(${words.map(quoted).join(' ')}); CURRENT=${words.length}; _kalends || true`,
    ).map((line) => line.replace(/(?<!\\):.*/, ''));
    return told.filter((one) => one.startsWith(words.at(-1) ?? ''));
  },
};

for (const [shell, offer] of Object.entries(offered))
  test(`completion in ${shell}`, { skip: !has(shell) && 'there is no such shell' }, () => {
    const complete = (line: string) => offer(line.split(' ')).sort();
    const all = complete('kalends ');
    for (const name of ['serve', 'demo', 'user', 'import', 'export', 'completion'])
      assert.ok(all.includes(name), name);
    assert.ok(!all.some((one) => one.startsWith('-')), all.join(' '));
    assert.deepEqual(complete('kalends us'), ['user']);
    assert.deepEqual(complete('kalends user '), [
      'add',
      'edit',
      'list',
      'password',
      'remove',
      'reset',
      'role',
      'second-factor',
    ]);
    assert.deepEqual(complete('kalends user e'), ['edit']);
    assert.deepEqual(complete('kalends --data x user e'), ['edit']);
    assert.deepEqual(complete('kalends user --data x e'), ['edit']);
    assert.deepEqual(complete('kalends user list --j'), ['--json']);
    assert.deepEqual(complete('kalends user add ed --role a'), ['administrator', 'author']);
    assert.deepEqual(complete('kalends user role ed ed'), ['editor']);
    assert.deepEqual(complete('kalends import tec --language '), [...languages].sort());
    assert.deepEqual(complete('kalends serve --log-level s'), ['silent']);
    assert.deepEqual(complete('kalends completion '), ['bash', 'fish', 'zsh']);
    assert.deepEqual(complete('kalends export --out cal'), ['calendar one.json']);
    assert.deepEqual(complete('kalends import tec cal'), ['calendar one.json']);
    assert.deepEqual(complete('kalends seed --events '), []);
    const serve = complete('kalends serve --');
    assert.equal(
      serve.filter((one) => !['--no-cache', '--help', '--env-file'].includes(one)).length,
      settings.length,
    );
    assert.ok(!serve.includes('--end-with-parent'));
  });

test('completion in bash, typed on a terminal', {
  skip: !(has('bash') && spawnSync('script', ['--version']).status === 0) && 'there is no script',
}, () => {
  const typed = 'kalends us\tpass\tadmin --pass\t\nexit\n';
  const { stdout } = spawnSync('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
    input: `kalends() { echo "ran: $*"; }; source '${scripts['bash']}'\n${typed}`,
    encoding: 'utf8',
    env: { ...inherited, TERM: 'dumb' },
  });
  assert.match(stdout, /^ran: user password admin --password-stdin\s*$/m);
});

test('completion of another shell is refused', async () => {
  const { code, stdout, stderr } = await command(inherited, ['completion', 'csh']);
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /bash, zsh, fish/);
});
