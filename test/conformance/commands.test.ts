import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createClient } from '../support/client.ts';
import { calendarSettings, engine } from '../support/engine.ts';
import { command, inherited } from '../support/program.ts';
import { startService } from '../support/service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-commands-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** The options of a calendar that can't be opened. */
const nowhere =
  engine === 'sqlite' ? ['--data', '/dev/null/x'] : ['--database-url', 'postgres://127.0.0.1:1/none'];

/** A command runner on a folder of its own that doesn't exist yet. */
function calendar(env: Record<string, string> = {}) {
  const data = path.join(folder, String(++count), 'data');
  const settings = {
    ...inherited,
    KALENDS_CLOCK: '2026-11-20T18:00:00Z',
    KALENDS_ADMIN_PASSWORD: 'first password',
    ...env,
  };
  return async (args: string[], stdin?: string) =>
    command({ ...(await calendarSettings(data, { empty: true })), ...settings }, args, stdin);
}

test('user add on an empty folder makes the first administrator, then the user', async () => {
  const run = calendar();
  assert.deepEqual(await run(['user', 'add', 'ed', '--role', 'editor', '--email', 'ed@example.org']), {
    code: 0,
    stdout: 'Added user 2: ed (editor).\n',
    stderr: '',
  });
  const { stdout } = await run(['user', 'list']);
  assert.equal(
    stdout,
    [
      'ID  USERNAME  ROLE           NAME           EMAIL',
      '1   admin     administrator  Administrator',
      '2   ed        editor         ed             ed@example.org',
      '',
    ].join('\n'),
  );
});

test('a made-up password of the first administrator is told once, and not where a token is printed', async () => {
  const run = calendar({ KALENDS_ADMIN_PASSWORD: '' });
  const first = await run(['token', 'add', 'admin', '--name', 'first']);
  assert.match(first.stdout, /^[A-Za-z0-9]{24}\n$/);
  assert.match(first.stderr, /"admin" with the password "[\w-]{20}"/);
  const second = await run(['token', 'add', 'admin', '--name', 'second']);
  assert.deepEqual([second.code, second.stderr], [0, '']);
});

test('KALENDS_ADMIN_PASSWORD is under the rule of all passwords', async () => {
  for (const [given, told] of [
    ['short', 'kalends: KALENDS_ADMIN_PASSWORD must have at least 8 characters.\n'],
    ['x'.repeat(1_001), 'kalends: KALENDS_ADMIN_PASSWORD must have at most 1,000 characters.\n'],
  ] as const)
    for (const args of [['serve'], ['user', 'add', 'ed', '--role', 'editor']]) {
      const run = await calendar({ KALENDS_ADMIN_PASSWORD: given, KALENDS_PORT: '0' })(args);
      // The log of a service says before that its clock stands still.
      const stderr = run.stderr.replace(/^\{.*KALENDS_CLOCK.*\}\n/, '');
      assert.deepEqual({ ...run, stderr }, { code: 2, stdout: '', stderr: told });
    }
});

test('user password tells of tokens that still work, and revokes them with --revoke-tokens', async () => {
  const run = calendar();
  for (const name of ['one', 'two']) await run(['token', 'add', 'admin', '--name', name]);
  const changed = 'Changed the password of user 1: admin.\n';
  assert.deepEqual(await run(['user', 'password', 'admin', '--password-stdin'], 'password two'), {
    code: 0,
    stdout: `${changed}2 tokens still work. To revoke them, use --revoke-tokens.\n`,
    stderr: '',
  });
  const revoking = ['user', 'password', 'admin', '--password-stdin', '--revoke-tokens'];
  assert.equal((await run(revoking, 'password three')).stdout, `${changed}Revoked 2 tokens.\n`);
  assert.equal((await run(['token', 'list', 'admin', '--json'])).stdout, '[]\n');
  assert.equal((await run(revoking, 'password four')).stdout, changed);
});

test('--version tells the version alone', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(await calendar()(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
});

test('user list --json holds nothing secret', async () => {
  const run = calendar();
  await run(['token', 'add', 'admin', '--name', 'one']);
  const { stdout } = await run(['user', 'list', '--json']);
  assert.deepEqual(JSON.parse(stdout), [
    {
      id: 1,
      login: 'admin',
      email: '',
      name: 'Administrator',
      role: 'administrator',
      language: null,
      has_password: true,
      second_factor: false,
      created_utc: '2026-11-20 18:00:00',
      last_seen_utc: null,
    },
  ]);
});

test('asked in a wrong way: one line and code 2', async () => {
  const run = calendar();
  for (const [args, line] of [
    [['frobnicate'], /Unknown command “frobnicate”/],
    [['user', 'frobnicate'], /Unknown command “frobnicate”/],
    [['user', 'add', 'ed'], /“--role <role>” is required/],
    [['user', 'add', 'ed', '--role', 'boss'], /administrator, editor, author/],
    [['user', 'add', '--role', 'editor'], /Missing argument “username”/],
    [['user', 'add', 'a:b', '--role', 'editor', '--email', 'x'], /login must .*; email must be an email/],
    [
      ['user', 'add', 'ed', '--role', 'editor', '--password-stdin'],
      /password must have at least 8 characters/,
    ],
    [['user', 'add', 'ed', '--role', 'editor', '--colour', 'red'], /Unknown option “--colour”/],
    [['user', 'password', 'admin'], /Option “--password-stdin” is required/],
    [['user', 'role', 'admin', 'boss'], /administrator, editor, author/],
    [['token', 'add', 'admin'], /Option “--name <name>” is required/],
    [['token', 'add', 'admin', '--name', ' '], /name must not be empty/],
    [['user', 'list', '--timezone', 'Mars/Base'], /--timezone isn’t a time zone/],
    [['serve', '--port', 'x'], /--port must be/],
    [['migrate', 'now'], /Too many arguments/],
  ] as const) {
    const { code, stdout, stderr } = await run([...args], 'short\n');
    assert.equal(code, 2, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, /^kalends: .*\n$/);
    assert.match(stderr, line);
  }
});

test('a password of blanks alone is refused by every command that sets one', async () => {
  const run = calendar();
  for (const args of [
    ['user', 'add', 'ed', '--role', 'editor', '--password-stdin'],
    ['user', 'password', 'admin', '--password-stdin'],
  ]) {
    const { code, stdout, stderr } = await run(args, `${' '.repeat(12)}\n`);
    assert.equal(code, 2, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, /^kalends: password must not be blank\n$/);
  }
});

test('what cannot be done: one line and code 1', async () => {
  const run = calendar();
  for (const [args, line] of [
    [['user', 'add', 'ADMIN', '--role', 'editor'], /already exists/],
    [['user', 'remove', 'nobody'], /No user has this username/],
    [['user', 'remove', 'admin'], /only administrator/],
    [['user', 'role', 'admin', 'editor'], /only administrator/],
    [['token', 'add', 'nobody', '--name', 'x'], /No user has this username/],
    [['token', 'remove', 'admin', '5'], /no token with the ID or name “5”/],
    [['user', 'list', ...nowhere], /./],
  ] as const) {
    const { code, stdout, stderr } = await run([...args]);
    assert.equal(code, 1, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, /^kalends: .*\n$/);
    assert.match(stderr, line);
  }
});

test('--help of every command ends with 0 and touches nothing', async () => {
  const run = calendar({ KALENDS_DATA: '/dev/null/x', KALENDS_PORT: 'x' });
  for (const args of [
    [],
    ['serve'],
    ['user'],
    ...['add', 'list', 'edit', 'remove', 'password', 'role'].map((name) => ['user', name]),
    ['token'],
    ...['add', 'list', 'remove'].map((name) => ['token', name]),
    ['migrate'],
  ]) {
    const { code, stdout, stderr } = await run([...args, '--help']);
    assert.deepEqual([code, stderr], [0, ''], args.join(' '));
    assert.match(stdout, new RegExp(`^Usage: kalends ${args.join(' ')}`));
  }
});

test('migrate says what was done', async () => {
  const run = calendar();
  const name = engine === 'sqlite' ? '/.*/kalends\\.db' : 'postgres://[^:]+@[^@]+/\\w+';
  const { stdout, stderr } = await run(['migrate']);
  assert.match(stdout, new RegExp(`^Migrated ${name}: 0001_calendar.*\\.\n$`));
  assert.equal(stderr, '');
  assert.match((await run(['migrate'])).stdout, new RegExp(`^${name} is up to date\\.\n$`));
});

test('commands started at once on an empty folder all succeed', async () => {
  const run = calendar();
  const made = await Promise.all(
    ['a', 'b', 'c', 'd'].map((login) => run(['user', 'add', login, '--role', 'author'])),
  );
  assert.deepEqual(
    made.map(({ code, stderr }) => [code, stderr]),
    made.map(() => [0, '']),
  );
  const ids = made.map(({ stdout }) => /^Added user (\d):/.exec(stdout)?.[1]);
  assert.deepEqual(ids.sort(), ['2', '3', '4', '5']);
});

test('tokens are removed by ID or by name, by ID alone where a name is not unique', async () => {
  const run = calendar();
  for (const name of ['phone', 'phone']) await run(['token', 'add', 'admin', '--name', name]);
  await run(['token', 'add', 'admin', '--name', 'till', '--scope', 'read']);
  assert.equal(
    (await run(['token', 'list', 'admin'])).stdout,
    [
      'ID  NAME   SCOPE  CREATED              LAST USED',
      '1   phone  write  2026-11-20 18:00:00  never',
      '2   phone  write  2026-11-20 18:00:00  never',
      '3   till   read   2026-11-20 18:00:00  never',
      '',
    ].join('\n'),
  );
  assert.match((await run(['token', 'remove', 'admin', 'phone'])).stderr, /2 tokens .* Use an ID: 1, 2\./);
  assert.equal((await run(['token', 'remove', 'admin', '1'])).stdout, 'Revoked token 1: phone.\n');
  assert.equal((await run(['token', 'remove', 'admin', 'phone'])).stdout, 'Revoked token 2: phone.\n');
  assert.equal((await run(['token', 'remove', 'admin', 'till'])).stdout, 'Revoked token 3: till.\n');
});

test('what commands change, a running service follows from the next request on', async () => {
  const service = await startService();
  try {
    const user = ['user', 'add', 'ed', '--role', 'administrator', '--password-stdin'];
    assert.equal((await service.cli(user, 'password 1')).code, 0);
    const client = (secret: string) =>
      createClient(() => service.url, `Basic ${Buffer.from(`ed:${secret}`).toString('base64')}`);
    const users = `${service.url}/kalends/v1/users`;
    (await client('password 1').get(users)).expect(200);

    assert.equal(
      (await service.cli(['user', 'role', 'ed', 'editor'])).stdout,
      'User 2, ed, now has the role editor.\n',
    );
    (await client('password 1').get(users)).expect(403);

    await service.cli(['user', 'password', 'ED', '--password-stdin'], 'password 2\n');
    (await client('password 1').get('/')).expect(401);
    (await client('password 2').get('/')).expect(200);

    const token = (await service.cli(['token', 'add', 'ed', '--name', 'x'])).stdout.trim();
    (await client(token).get('/')).expect(200);
    await service.cli(['token', 'remove', 'ed', 'x']);
    (await client(token).get('/')).expect(401);

    assert.equal((await service.cli(['user', 'remove', 'ed'])).stdout, 'Removed user 2: ed.\n');
    assert.equal((await client('password 2').get('/')).expect(401).at('code'), 'invalid_username');
  } finally {
    await service.stop();
  }
});
