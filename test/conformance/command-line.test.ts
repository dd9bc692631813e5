import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { settings } from '../../src/settings.ts';
import { calendarSettings } from '../support/engine.ts';
import { CLI, command, inherited, removeAtExit } from '../support/program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-line-'));
removeAtExit(folder);
const data = path.join(folder, 'data');
let calendar: NodeJS.ProcessEnv;

/** Runs a command whose settings come from its options alone. */
const run = (...args: string[]) => command({ ...inherited, KALENDS_ADMIN_PASSWORD: 'first password' }, args);
/** The options that name the calendar. */
const named = () => [
  '--data',
  data,
  ...(calendar['DATABASE_URL'] === undefined ? [] : [`--database-url=${calendar['DATABASE_URL']}`]),
];

before(async () => {
  calendar = await calendarSettings(data);
  const { code } = await run('user', 'add', 'ed', '--role', 'editor', ...named());
  assert.equal(code, 0);
});

test('options before the command are understood', async () => {
  const plain = await run('user', 'list', '--json', ...named());
  assert.equal(JSON.parse(plain.stdout).length, 2);
  for (const line of [
    [...named(), 'user', 'list', '--json'],
    [...named(), '--json', 'user', 'list'],
    ['--json', 'user', ...named(), 'list'],
    ['user', '--json', 'list', ...named()],
    ['user', ...named(), '--json', 'list'],
    ['--data', '/dev/null/x', '--json', 'user', 'list', ...named()],
  ])
    assert.deepEqual(await run(...line), plain, line.join(' '));
  const role = await run(...named(), '--role', 'author', 'user', 'add', 'zoe');
  assert.equal(role.stdout, 'Added user 3: zoe (author).\n');
  assert.equal((await run(...named(), 'user', 'remove', 'zoe')).code, 0);
});

test('options before the command that nobody understands are refused, and make nothing', async () => {
  for (const [line, told] of [
    [['--colour', 'user', 'list'], /Unknown option “--colour”/],
    [['--data', data, '--colour', 'user', 'list'], /Unknown option “--data”|Unknown option “--colour”/],
    [['--data', data, 'usr', 'list'], /Unknown command “usr”. Did you mean user\?/],
    [['--data', data, 'user', 'lst'], /Unknown command “lst”. Did you mean list\?/],
    [['--role', 'editor', 'user', 'list', ...named()], /Unknown option “--role”/],
  ] as const) {
    const { code, stdout, stderr } = await run(...line);
    assert.deepEqual([code, stdout], [2, ''], line.join(' '));
    assert.match(stderr, /^kalends: .*\n$/);
    assert.match(stderr, told);
  }
});

test('without a command: what there is, in short, as an error', async () => {
  for (const line of [[], ['--data', data]]) {
    const { code, stdout, stderr } = await run(...line);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^Usage: kalends /);
    for (const name of ['serve', 'demo', 'user', 'import', 'export', 'completion'])
      assert.match(stderr, new RegExp(`^  ${name}\\b`, 'm'));
    assert.doesNotMatch(stderr, /KALENDS_/);
    assert.ok(stderr.split('\n').length < 60, stderr);
  }
  const user = await run('user');
  assert.deepEqual([user.code, user.stdout], [2, '']);
  assert.match(user.stderr, /^Usage: kalends user /);
});

test('help COMMAND is the help of the command, at any depth', async () => {
  for (const line of [[], ['serve'], ['user'], ['user', 'list'], ['import', 'tec'], ['token', 'add']]) {
    const help = await run('help', ...line);
    assert.deepEqual(help, await run(...line, '--help'));
    assert.equal(help.code, 0);
    assert.ok(help.stdout.startsWith(['Usage: kalends', ...line].join(' ')), help.stdout);
  }
});

test('help of a command that there is not is refused', async () => {
  for (const line of [
    ['help', 'usr'],
    ['usr', '--help'],
    ['help', 'user', 'lst'],
    ['user', 'lst', '--help'],
  ]) {
    const { code, stdout, stderr } = await run(...line);
    assert.deepEqual([code, stdout], [2, ''], line.join(' '));
    assert.match(stderr, /^kalends: Unknown command “\w+”\. Did you mean (user|list)\?/);
  }
});

const optionOf = (name: string) => `--${name.replace('KALENDS_', '').toLowerCase().replaceAll('_', '-')}`;

test('serve --help lists every setting with its default, as the documentation does', async () => {
  const { stdout } = await run('serve', '--help');
  const documented = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  for (const [name, fallback] of settings) {
    const line = stdout.split('\n').find((one) => new RegExp(`\\[${name}[,\\]]`).test(one)) ?? '';
    assert.ok(line.startsWith(`  ${optionOf(name)} <value>`), `${name}: ${line}`);
    assert.ok(line.endsWith(fallback === '' ? ` [${name}]` : ` [${name}, default: ${fallback}]`), line);
    assert.ok(new RegExp(`^\\| \`${name}\` \\|`, 'm').test(documented), `${name} is not documented`);
  }
  // The others say where they are.
  for (const line of [['user', 'list'], ['check'], ['export']])
    assert.match((await run(...line, '--help')).stdout, /--data .*serve --help/);
});

test('who is not understood is told the option that may be meant, and the help of the command asked for', async () => {
  for (const [line, told] of [
    [
      ['serve', '--prot', '9'],
      'Unknown option “--prot”. Did you mean --port? (For help: kalends serve --help)',
    ],
    [
      ['user', 'list', '--dta=x'],
      'Unknown option “--dta=x”. Did you mean --data? (For help: kalends user list --help)',
    ],
    [['demo', '--prt', '9'], 'Unknown option “--prt”. Did you mean --port? (For help: kalends demo --help)'],
    // It is one elsewhere.
    [['demo', '--data', 'x'], 'Unknown option “--data”. (For help: kalends demo --help)'],
    [['user', 'add', 'zoe'], 'Option “--role <role>” is required. (For help: kalends user add --help)'],
    [['import', 'answer.json'], 'Unknown command “answer.json”. (For help: kalends import --help)'],
    [['frobnicate'], 'Unknown command “frobnicate”. (For all commands: kalends --help)'],
  ] as const)
    assert.deepEqual(await run(...line), { code: 2, stdout: '', stderr: `kalends: ${told}\n` });
  const env = { ...inherited, npm_lifecycle_event: 'start' };
  const { stderr } = await command(env, ['serve', '--end-with-parent', '8081']);
  assert.match(
    stderr,
    /Too many arguments.* \(With npm, put options after two dashes: npm start -- --port 8081\)\n$/,
  );
});

test('the help of a command names no settings as its options that are none', async () => {
  assert.match(
    (await run('demo', '--help')).stdout,
    /such as --port and --host also work as options, except those/,
  );
  assert.match(
    (await run('user', 'list', '--help')).stdout,
    /such as --data and --database-url also work as options/,
  );
});

test('a command whose reader has gone ends without a word, as SIGPIPE ends others', async () => {
  for (const [name, ...more] of [['export'], ['doctor'], ['user', 'list', '--json']] as const) {
    const child = spawn(process.execPath, [CLI, name, ...more, ...named()], {
      env: inherited,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    assert.equal(code, 141, name);
    assert.doesNotMatch(stderr, /EPIPE|connection|Error/, name);
  }
});

const asRoot = process.getuid?.() === 0;

test('a calendar in a folder that this user may not enter is not told to be missing', async () => {
  const closed = mkdtempSync(path.join(tmpdir(), 'kalends-closed-'));
  removeAtExit(closed);
  if (!asRoot) chmodSync(closed, 0);
  const child = spawn(process.execPath, [CLI, 'user', 'list', '--data', closed], {
    env: inherited,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(asRoot ? { uid: 65_534 } : {}),
  });
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  chmodSync(closed, 0o700);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^kalends: --data: the (file|folder) \S+ isn’t .*permission denied\)\. Give the user “/,
  );
});
