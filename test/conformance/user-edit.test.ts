import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../support/client.ts';
import { startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

test('user edit changes login, role, e-mail address and name, and a running service follows', async () => {
  const service = await startService({ clock: '2026-11-20T18:00:00Z' });
  try {
    const client = (login: string, secret = 'password 1') =>
      createClient(() => service.url, `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`);
    const edit = (...args: string[]) => service.cli(['user', 'edit', ...args]);
    await service.cli(['user', 'add', 'ed', '--role', 'editor', '--password-stdin'], 'password 1');
    const token = (await service.cli(['token', 'add', 'ed', '--name', 'x'])).stdout.trim();
    (await client('ed').get('/')).expect(200);

    assert.deepEqual(await edit('ed', '--login', 'Edith'), {
      code: 0,
      stdout: 'Updated user 2: Edith (editor).\n',
      stderr: '',
    });
    assert.equal((await client('ed').get('/')).expect(401).at('code'), 'invalid_username');
    (await client('edith').get('/')).expect(200);
    (await client('EDITH', token).get('/')).expect(200);

    const json = await edit('edith', '--email', 'e@example.org', '--role', 'author', '--json');
    assert.deepEqual(JSON.parse(json.stdout), {
      id: 2,
      login: 'Edith',
      email: 'e@example.org',
      // It was the login.
      name: 'Edith',
      role: 'author',
      language: null,
      has_password: true,
      second_factor: false,
      created_utc: '2026-11-20 18:00:00',
      last_seen_utc: null,
    });
    (await client('e@example.org').get('/')).expect(200);
    await edit('e@example.org', '--name', 'Edith Q.', '--email', '');
    await edit('edith', '--login', 'ed');
    const { stdout } = await service.cli(['user', 'list', '--json']);
    const [, ed] = JSON.parse(stdout);
    assert.deepEqual([ed.login, ed.name, ed.email, ed.role], ['ed', 'Edith Q.', '', 'author']);

    for (const [args, code, told] of [
      [['ed'], 2, /No changes given/],
      [['ed', '--login', 'admin'], 1, /already exists/],
      [['ed', '--login', 'ADMIN'], 1, /already exists/],
      [['ed', '--login', ''], 2, /login must not be empty/],
      [['ed', '--login', 'a:b'], 2, /login must/],
      [['ed', '--email', 'x'], 2, /email must be/],
      [['ed', '--role', 'boss'], 2, /administrator, editor, author/],
      [['nobody', '--name', 'x'], 1, /No user has this username/],
      [['admin', '--role', 'author'], 1, /only administrator/],
    ] as const) {
      const refused = await edit(...args);
      assert.deepEqual([refused.code, refused.stdout], [code, ''], args.join(' '));
      assert.match(refused.stderr, told);
    }
    // It stays a matter of the command line.
    const answer = await service.as('admin').post(`${service.url}/kalends/v1/users/2`, { login: 'other' });
    assert.notEqual(answer.at('login'), 'other');
    await assertSound(service);
  } finally {
    await service.stop();
  }
});

test('--json is JSON and nothing else', async () => {
  const service = await startService({ clock: '2026-11-20T18:00:00Z' });
  try {
    const json = async (...args: string[]) => {
      const { code, stdout } = await service.cli([...args, '--json']);
      assert.equal(code, 0, args.join(' '));
      return JSON.parse(stdout);
    };
    assert.deepEqual(await json('user', 'add', 'ed', '--role', 'editor'), {
      id: 2,
      login: 'ed',
      email: '',
      name: 'ed',
      role: 'editor',
      language: null,
      has_password: false,
      second_factor: false,
      created_utc: '2026-11-20 18:00:00',
      last_seen_utc: null,
    });
    const { token, ...made } = await json('token', 'add', 'ed', '--name', 'till');
    assert.match(token, /^[A-Za-z0-9]{24}$/);
    assert.deepEqual(made, {
      id: 1,
      name: 'till',
      scope: 'write',
      created_utc: '2026-11-20 18:00:00',
      last_used_utc: null,
    });
    assert.deepEqual(await json('token', 'list', 'ed'), [made]);
    assert.deepEqual(await json('check'), []);
  } finally {
    await service.stop();
  }
});
