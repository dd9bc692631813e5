import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { calendarSettings } from '../support/engine.ts';
import { CLI, command, inherited, removeAtExit } from '../support/program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-prompts-'));
removeAtExit(folder);
let env: NodeJS.ProcessEnv;
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

before(async () => {
  env = {
    ...inherited,
    ...(await calendarSettings(path.join(folder, 'data'))),
    KALENDS_ADMIN_PASSWORD: 'first password',
  };
  assert.equal((await command(env, ['user', 'add', 'ed', '--role', 'author'])).code, 0);
});

/** util-linux's program that gives a command a terminal. */
const hasTerminal = spawnSync('script', ['--version']).status === 0;
const skip = !hasTerminal && 'there is no program that makes a terminal';

/** Runs a command on a terminal, where somebody answers each question as it comes. */
async function onTerminal(args: string[], answers: readonly (readonly [RegExp, string])[]) {
  const line = [process.execPath, CLI, ...args].map((one) => `'${one}'`).join(' ');
  const child = spawn('script', ['-qec', line, '/dev/null'], { env });
  children.add(child);
  let shown = '';
  let unanswered = '';
  const waiting = [...answers];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    unanswered += text;
    const [next] = waiting;
    if (!next?.[0].test(unanswered)) return;
    unanswered = '';
    waiting.shift();
    child.stdin.write(next[1]);
  });
  const [code] = await once(child, 'close');
  children.delete(child);
  return { code, shown: shown.replaceAll('\r', ''), asked: answers.length - waiting.length };
}

/** Whether a password is the administrator's, by the service's own rule: the same is hashed otherwise each time. */
async function isPassword(password: string): Promise<boolean> {
  const { openServices } = await import('#main.ts');
  const { readConfig } = await import('#config.ts');
  const { verifyPassword } = await import('#api/access/password.ts');
  const { getUserByLogin } = await import('#api/access/store.ts');
  const services = await openServices(readConfig(env), { warn: () => {}, error: () => {} });
  try {
    const user = await getUserByLogin(services.db.read, 'admin');
    return verifyPassword(password, user.password_hash);
  } finally {
    await services.db.close();
  }
}

test('prompts: user password asks twice, shows nothing, and again where the two differ', {
  skip,
}, async () => {
  const done = await onTerminal(
    ['user', 'password', 'ADMIN'],
    [
      [/New password for admin: $/, 'one password\r'],
      [/Repeat password: $/, 'another password\r'],
      [/New password for admin: $/, 'second password\r'],
      [/Repeat password: $/, 'second password\r'],
    ],
  );
  assert.deepEqual([done.code, done.asked], [0, 4]);
  assert.match(done.shown, /Changed the password of user 1: admin\.\n$/);
  assert.doesNotMatch(done.shown, /one password|another|second/);
  assert.ok(await isPassword('second password'));

  // Pasted at once.
  const pasted = await onTerminal(
    ['user', 'password', 'admin'],
    [[/New password for admin: $/, 'third password\rthird password\r']],
  );
  assert.equal(pasted.code, 0);
  assert.ok(await isPassword('third password'));
});

test('prompts: what is no password, no user, or interrupted changes nothing', { skip }, async () => {
  const short = await onTerminal(
    ['user', 'password', 'admin'],
    [
      [/admin: $/, 'short\r'],
      [/The password must have at least 8 characters\. Try again\.\s+New password for admin: $/, 'shorter\r'],
      [/Try again\.\s+New password for admin: $/, 'again\r'],
    ],
  );
  assert.deepEqual([short.code, short.asked], [1, 3]);
  assert.match(short.shown, /kalends: Password not changed\.\n$/);
  const nobody = await onTerminal(['user', 'password', 'nobody'], [[/password of/, 'x\r']]);
  assert.deepEqual([nobody.code, nobody.asked], [1, 0]);
  const stopped = await onTerminal(['user', 'password', 'admin'], [[/admin: $/, 'half\u0003']]);
  assert.equal(stopped.code, 130);
  assert.match(stopped.shown, /\nkalends: Interrupted\. No changes were made\.\n$/);
  assert.doesNotMatch(stopped.shown, /half/);
  const ended = await onTerminal(['user', 'password', 'admin'], [[/admin: $/, '\u0004']]);
  assert.equal(ended.code, 2);
  assert.ok(await isPassword('third password'));
});

test('prompts: import --login asks for the token, and sends what was typed', { skip }, async () => {
  const sent = new Set<string | undefined>();
  const site = createServer((request, response) => {
    sent.add(request.headers.authorization);
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end('{"code":"rest_forbidden","message":"no"}');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as { port: number };
  try {
    const { shown, asked } = await onTerminal(
      ['import', 'tec', `http://127.0.0.1:${port}`, '--login', 'ed'],
      [[/Token for ed: $/, ' typed token \r']],
    );
    assert.equal(asked, 1);
    assert.doesNotMatch(shown, /typed token/);
    assert.deepEqual([...sent], [`Basic ${Buffer.from('ed:typed token').toString('base64')}`]);
    const stopped = await onTerminal(
      ['import', 'tec', `http://127.0.0.1:${port}`, '--login', 'ed'],
      [[/Token for ed: $/, '\u0003']],
    );
    assert.equal(stopped.code, 130);
  } finally {
    site.close();
  }
});

test('without a terminal nothing is asked', async () => {
  const { code, stderr } = await command(env, ['user', 'password', 'admin'], 'x\n');
  assert.equal(code, 2);
  assert.match(stderr, /Option “--password-stdin” is required/);
  const login = await command(env, ['import', 'tec', 'http://127.0.0.1:1', '--login', 'ed'], 'x\n');
  assert.equal(login.code, 2);
});
