import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { KalendsError } from '#errors.ts';
import type { Database } from '#store/db/engine.ts';
import { migrate } from '#store/db/migrate.ts';
import { openSqlite } from '#store/db/sqlite.ts';
import { workedMs } from '../../../test/support/worked.ts';
import { Authenticator, makeToken, readAuthorization, tokenHash } from './credentials.ts';
import { hashPassword } from './password.ts';
import { insertToken, insertUser, listTokens, updateUser } from './store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kalends-credentials-'));
const db = openSqlite(path.join(folder, 'kalends.db'));
await migrate(db);
after(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const start = Temporal.Instant.from('2027-03-01T10:00:00Z');
const created_utc = '2027-03-01 09:00:00';
const password = 'correct horse';
const user = await db.write(async (trx) =>
  insertUser(trx, {
    login: 'Ada',
    email: 'Ada@example.org',
    name: 'Ada',
    role: 'editor',
    password_hash: null,
    created_utc,
  }),
);
const hash = await hashPassword(password);
await db.write((trx) => updateUser(trx, user.id, { password_hash: hash }));
const secret = makeToken();
await db.write((trx) =>
  insertToken(trx, { user_id: user.id, name: 'tests', hash: tokenHash(secret), created_utc, scope: 'write' }),
);
const viewer = { id: user.id, role: 'editor', login: 'Ada' };

const basic = (login: string, given: string) =>
  `Basic ${Buffer.from(`${login}:${given}`).toString('base64')}`;
const refusal = (code: string) => (error: unknown) => error instanceof KalendsError && error.code === code;
const lastUse = async () => (await listTokens(db.read, user.id))[0]?.last_used_utc;

test('login or e-mail address, with token or password, without regard to case', async () => {
  const authenticator = new Authenticator(db, () => start);
  const spaced = `${secret.slice(0, 4)} ${secret.slice(4, 9)}  ${secret.slice(9)} `;
  const withPassword = [basic('ada', password), basic('ADA@EXAMPLE.ORG', password)];
  for (const header of [
    ...withPassword,
    basic('Ada', secret),
    basic('ada@example.org', spaced),
    `Bearer ${secret}`,
    `bearer ${spaced}`,
  ])
    assert.deepEqual(
      await authenticator.viewer(header, '192.0.2.1'),
      withPassword.includes(header) ? viewer : { ...viewer, withToken: true, scope: 'write' },
      header,
    );
});

test('wrong credentials are refused by what is wrong', async () => {
  const authenticator = new Authenticator(db, () => start);
  const refused = (header: string, code: string) =>
    assert.rejects(authenticator.viewer(header, '192.0.2.1'), refusal(code));
  await refused(basic('bob', password), 'invalid_username');
  await refused(basic('bob@example.org', password), 'invalid_email');
  await refused(basic('ada', 'Correct horse'), 'incorrect_password');
  await refused(basic('ada', 'correct horse '), 'incorrect_password');
  await refused(basic('ada', ''), 'incorrect_password');
  await refused(basic('ada', 'x'.repeat(9000)), 'incorrect_password');
  await refused(basic('a'.repeat(9000), password), 'invalid_username');
  await refused('Bearer', 'rest_invalid_token');
  await refused(`Bearer ${password}`, 'rest_invalid_token');
  await refused(`Bearer ${secret}x`, 'rest_invalid_token');
});

test("another user's token is not one's own", async () => {
  const other = await db.write((trx) =>
    insertUser(trx, {
      login: 'eve',
      email: '',
      name: 'Eve',
      role: 'subscriber',
      password_hash: null,
      created_utc,
    }),
  );
  const authenticator = new Authenticator(db, () => start);
  await assert.rejects(
    authenticator.viewer(basic(other.login, secret), '192.0.2.1'),
    refusal('incorrect_password'),
  );
});

test('guesses at passwords are slowed down, tokens go on, and whoever signs in elsewhere', async () => {
  const authenticator = new Authenticator(db, () => start);
  const at = (header: string, client = '192.0.2.11') => authenticator.viewer(header, client);
  await at(basic('ada', password));
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => at(basic('ada', `wrong ${i}`))),
  );
  const codes = answers.map((answer) =>
    answer.status === 'rejected' && answer.reason instanceof KalendsError ? answer.reason.code : '',
  );
  assert.equal(codes.filter((code) => code === 'rest_too_many_requests').length, 10);
  const withToken = { ...viewer, withToken: true, scope: 'write' };
  assert.deepEqual(await at(`Bearer ${secret}`), withToken);
  assert.deepEqual(await at(basic('ada', secret)), withToken);
  // That it was right before makes no difference: else a right guess could be told from a wrong one.
  await assert.rejects(at(basic('ada', password)), refusal('rest_too_many_requests'));
  assert.deepEqual(await at(basic('ada', password), '192.0.2.15'), viewer);
  await assert.rejects(at(`Bearer wrong`), refusal('rest_invalid_token'));
  await assert.rejects(at(basic('ada', 'wrong'), '192.0.2.12'), refusal('incorrect_password'));
});

test('a crowd with the right password is no guessing', async () => {
  const authenticator = new Authenticator(db, () => start);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => authenticator.viewer(basic('ada', password), '192.0.2.13')),
  );
  assert.ok(answers.every((answer) => answer?.id === user.id));
});

test('a changed password holds at once, though the former one is remembered', async () => {
  const authenticator = new Authenticator(db, () => start);
  await authenticator.viewer(basic('ada', password), '192.0.2.14');
  const changed = await hashPassword('another horse');
  await db.write((trx) => updateUser(trx, user.id, { password_hash: changed }));
  await assert.rejects(
    authenticator.viewer(basic('ada', password), '192.0.2.14'),
    refusal('incorrect_password'),
  );
  assert.ok(await authenticator.viewer(basic('ada', 'another horse'), '192.0.2.14'));
  await db.write((trx) => updateUser(trx, user.id, { password_hash: hash }));
});

test('the last use of a token is noted, at most once a minute', async () => {
  const uses: string[] = [];
  let now = start.add({ hours: 1 });
  const watched: Database = {
    ...db,
    write(work) {
      uses.push(now.toString());
      return db.write(work);
    },
  };
  const authenticator = new Authenticator(watched, () => now);
  for (let i = 0; i < 3; i++) await authenticator.viewer(`Bearer ${secret}`, '192.0.2.14');
  await db.write(async () => {});
  assert.equal(await lastUse(), '2027-03-01 11:00:00');
  // Another process has noted the use a moment ago.
  now = start.add({ hours: 1, seconds: 59 });
  await new Authenticator(watched, () => now).viewer(`Bearer ${secret}`, '192.0.2.14');
  now = start.add({ hours: 1, seconds: 60 });
  await new Authenticator(watched, () => now).viewer(`Bearer ${secret}`, '192.0.2.14');
  await db.write(async () => {});
  assert.equal(await lastUse(), '2027-03-01 11:01:00');
  assert.deepEqual(uses, ['2027-03-01T11:00:00Z', '2027-03-01T11:01:00Z']);
});

test('a token works while nothing can be written', async () => {
  const full: Database = { ...db, write: () => Promise.reject(new Error('database or disk is full')) };
  const authenticator = new Authenticator(full, () => start.add({ hours: 5 }));
  assert.deepEqual(await authenticator.viewer(`Bearer ${secret}`, '192.0.2.14'), {
    ...viewer,
    withToken: true,
    scope: 'write',
  });
});

test('tokens are 24 letters and digits, never twice the same', () => {
  const made = new Set(Array.from({ length: 200 }, makeToken));
  assert.equal(made.size, 200);
  for (const token of made) assert.match(token, /^[A-Za-z0-9]{24}$/);
});

const basicHeader = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;

test('Basic gives back any login without a colon and any secret', () => {
  const login = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes(':'));
  fc.assert(
    fc.property(login, fc.string({ unit: 'grapheme' }), (name, secret) => {
      assert.deepEqual(readAuthorization(basicHeader(`${name}:${secret}`)), { login: name, secret });
    }),
  );
});

test('the login ends at the first colon', () => {
  assert.deepEqual(readAuthorization(basicHeader('ada:a:b:')), { login: 'ada', secret: 'a:b:' });
});

test('bytes that are not UTF-8 are Latin-1', () => {
  assert.deepEqual(readAuthorization(basicHeader(Buffer.from('jürgen:größe', 'latin1'))), {
    login: 'jürgen',
    secret: 'größe',
  });
});

test('the name of the scheme has any case, and blanks around do not matter', () => {
  assert.deepEqual(readAuthorization('bEARER   abc def '), { token: 'abc def' });
  assert.deepEqual(readAuthorization(`  basic\t${Buffer.from('a:b').toString('base64')}  `), {
    login: 'a',
    secret: 'b',
  });
});

test('a Bearer without a token is a wrong token, not nobody', () => {
  assert.deepEqual(readAuthorization('Bearer'), { token: '' });
});

test('what says nothing is no credentials', () => {
  for (const header of [
    undefined,
    '',
    ' ',
    'Basic',
    'Basic ',
    'Basic !!!!',
    'Basic a b c',
    basicHeader('nocolon'),
    basicHeader(':secret'),
    'Digest username="ada"',
    'abcdef',
  ])
    assert.equal(readAuthorization(header), undefined, String(header));
});

test('a long header takes no longer for its blanks', () => {
  const start = workedMs();
  for (let i = 0; i < 100; i++) readAuthorization(`x${' '.repeat(16_000)}x${' '.repeat(16_000)}x`);
  assert.ok(workedMs() - start < 1000);
});

test('any header is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (header) => {
      readAuthorization(header);
      readAuthorization(`Basic ${header}`);
    }),
  );
});
