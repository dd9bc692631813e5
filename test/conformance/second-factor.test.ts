// Codes of an authenticator app beside the password: set up, asked for, used once, throttled, and turned off.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { createClient } from '../support/client.ts';
import { calendarSettings, dropCalendar, openCalendar } from '../support/engine.ts';
import { command, inherited } from '../support/program.ts';
import { startService } from '../support/service.ts';

const NOW = '2027-03-01T10:00:10Z';
const service = await startService({ clock: NOW });
after(() => service.stop());

const PASSWORD = 'correct horse battery staple';
const base = () => `${service.url}/kalends/v1`;
const basic = (login: string, secret = PASSWORD) =>
  createClient(() => service.url, `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`);
const admin = basic('admin');
const signIn = (login: string, code?: string) =>
  service.anonymous.send('POST', `${base()}/sessions`, {
    login,
    password: PASSWORD,
    ...(code ? { code } : {}),
  });

/** The code that an app with this secret shows so many seconds from now. */
const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.parse(NOW) + seconds * 1000 });

async function addUser(login: string): Promise<number> {
  const made = await admin.send('POST', `${base()}/users`, { login, role: 'author', password: PASSWORD });
  return made.expect(201).id();
}

async function turnOn(login: string, id: number): Promise<{ secret: string; recovery: string[] }> {
  const own = basic(login);
  const begun = (await own.send('POST', `${base()}/users/${id}/second-factor/totp`)).expect(201);
  const secret = String(begun.at('secret'));
  const confirmed = await own.send('POST', `${base()}/users/${id}/second-factor/totp/confirm`, {
    code: codeOf(secret, -30),
  });
  return { secret, recovery: confirmed.expect(200).at('recovery_codes') as string[] };
}

test('an app is asked for once a code of it was confirmed, and each code works once', async () => {
  const id = await addUser('mara');
  const own = basic('mara');
  const begun = (await own.send('POST', `${base()}/users/${id}/second-factor/totp`)).expect(201);
  const secret = String(begun.at('secret'));
  assert.match(String(begun.at('uri')), new RegExp(`^otpauth://totp/Kalends:mara\\?.*secret=${secret}`));
  assert.match(String(begun.at('qr')), /^<svg [^>]*viewBox="0 0 \d+ \d+"[\s\S]*<\/svg>$/);
  (await signIn('mara')).expect(201);
  const wrong = await own.send('POST', `${base()}/users/${id}/second-factor/totp/confirm`, {
    code: '000000',
  });
  assert.match(JSON.stringify(wrong.expect(400).at('data')), /device’s clock/);
  (await signIn('mara')).expect(201);

  const confirmed = await own.send('POST', `${base()}/users/${id}/second-factor/totp/confirm`, {
    code: codeOf(secret, -30),
  });
  const recovery = confirmed.expect(200).at('recovery_codes') as string[];
  assert.equal(new Set(recovery).size, 10);
  assert.ok(recovery.every((code) => /^([2-9a-z]{4}-){3}[2-9a-z]{4}$/.test(code)));

  assert.equal((await signIn('mara')).expect(401).at('code'), 'rest_second_factor_required');
  // The code by which it was turned on is used up.
  assert.equal(
    (await signIn('mara', codeOf(secret, -30))).expect(401).at('code'),
    'rest_second_factor_wrong',
  );
  const code = codeOf(secret);
  const signedIn = (await signIn('mara', `${code.slice(0, 3)} ${code.slice(3)}`)).expect(201);
  assert.deepEqual(signedIn.at('session.methods'), ['password', 'totp']);
  assert.equal((await signIn('mara', code)).expect(401).at('code'), 'rest_second_factor_wrong');
  // Neither does one from before the last one work, nor one of another day.
  for (const seconds of [-30, 86_400]) (await signIn('mara', codeOf(secret, seconds))).expect(401);
  (await signIn('mara', codeOf(secret, 30))).expect(201);

  const [first = '', second = ''] = recovery;
  const recovered = (await signIn('mara', first.toUpperCase().replaceAll('-', ' '))).expect(201);
  assert.deepEqual(recovered.at('session.methods'), ['password', 'code']);
  (await signIn('mara', first)).expect(401);
  (await signIn('mara', second)).expect(201);
  assert.equal(service.log().includes(secret), false);
});

test('of two who use one code at once, one is signed in', async () => {
  const { secret, recovery } = await turnOn('twin', await addUser('twin'));
  for (const code of [codeOf(secret), recovery[0]]) {
    const answers = await Promise.all([1, 2, 3].map(() => signIn('twin', code)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401]);
  }
});

test('Basic with the password is refused where there is an app, tokens go on', async () => {
  const id = await addUser('program');
  const token = (
    await basic('program').send('POST', `${base()}/users/${id}/tokens`, { name: 'script' })
  ).expect(201);
  await turnOn('program', id);
  const refused = (await basic('program').get('/events')).expect(401);
  assert.equal(refused.at('code'), 'rest_second_factor_required');
  (await basic('program', 'wrong').get('/events')).expect(401);
  (await basic('program', String(token.at('token'))).get(`${base()}/users/me`)).expect(200);
});

test('guesses at codes are throttled, by whoever they come', async () => {
  const { secret } = await turnOn('guessed', await addUser('guessed'));
  const codes = [];
  for (let n = 0; n < 11; n++) codes.push((await signIn('guessed', `00000${n % 10}`)).at('code'));
  assert.equal(codes[0], 'rest_second_factor_wrong');
  assert.equal(codes.at(-1), 'rest_too_many_requests');
  // Else a guess could be told from a wrong one all the same.
  (await signIn('guessed', codeOf(secret))).expect(429);
});

test('a wrong code in a trial or with a key is counted, and keeps nobody’s writes waiting', async () => {
  const { secret } = await turnOn('trying', await addUser('trying'));
  const wrong = { login: 'trying', password: PASSWORD, code: '000000' };
  const send = (body: object, headers = {}) =>
    service.anonymous.send('POST', `${base()}/sessions`, body, headers);
  (await send(wrong, { 'idempotency-key': 'code' })).expect(401);
  for (let n = 0; n < 9; n++) {
    (await send({ ...wrong, dry_run: true })).expect(401);
    if (n === 0) await addUser('meanwhile');
  }
  (await signIn('trying', codeOf(secret))).expect(429);
});

test('turning it on and off, and new recovery codes, need the password', async () => {
  const id = await addUser('careful');
  const asked = { name: 'script', scope: 'admin' };
  const token = String(
    (await basic('careful').send('POST', `${base()}/users/${id}/tokens`, asked)).at('token'),
  );
  const byToken = basic('careful', token);
  const factor = `${base()}/users/${id}/second-factor`;
  for (const action of ['totp', 'recovery-codes', 'disable'])
    assert.equal(
      (await byToken.send('POST', `${factor}/${action}`)).expect(403).at('code'),
      'rest_password_required',
    );
  const { secret, recovery } = await turnOn('careful', id);
  assert.equal(
    (await byToken.send('POST', `${factor}/totp`, { current_password: PASSWORD })).expect(409).at('code'),
    'rest_second_factor_active',
  );
  const renewed = await byToken.send('POST', `${factor}/recovery-codes`, { current_password: PASSWORD });
  const [fresh = ''] = renewed.expect(200).at('recovery_codes') as string[];
  (await signIn('careful', recovery[0])).expect(401);
  (await signIn('careful', fresh)).expect(201);
  assert.deepEqual((await byToken.get(factor)).expect(200).body, {
    totp_since_utc: '2027-03-01 10:00:10',
    recovery_codes: 9,
    passkeys: 0,
  });
  (await byToken.send('POST', `${factor}/disable`, { current_password: 'guessed at' })).expect(400);
  (await signIn('careful')).expect(401);
  (await byToken.send('POST', `${factor}/disable`, { current_password: PASSWORD })).expect(200);
  (await signIn('careful')).expect(201);
  (await signIn('careful', codeOf(secret))).expect(201);
  (await byToken.send('POST', `${factor}/recovery-codes`, { current_password: PASSWORD })).expect(409);
});

test('administrators, and the operator by command, turn off what others have lost', async () => {
  const id = await addUser('lost');
  const factor = `${base()}/users/${id}/second-factor`;
  await turnOn('lost', id);
  (await basic('careful').send('POST', `${factor}/disable`)).expect(403);
  (await basic('careful').get(factor)).expect(403);
  (await service.anonymous.get(factor)).expect(401);
  // Nobody sets up an app for somebody else.
  (await admin.send('POST', `${factor}/totp`)).expect(403);
  (await admin.send('POST', `${factor}/disable`)).expect(200);
  (await signIn('lost')).expect(201);
  await turnOn('lost', id);
  const shown = await service.cli(['user', 'second-factor', 'lost']);
  assert.match(shown.stdout, /^lost: authenticator app since .* UTC, 10 recovery codes left, no passkeys$/m);
  (await signIn('lost')).expect(401);
  const removed = await service.cli(['user', 'second-factor', 'LOST', '--remove']);
  assert.equal(removed.stdout, 'lost now signs in with the password only.\n');
  (await signIn('lost')).expect(201);
  assert.equal((await service.cli(['user', 'second-factor', 'lost', '--passkeys'])).code, 2);
});

test('secrets are sealed with a key that only its file has, also those that older versions kept as they are', async () => {
  const id = await addUser('sealed');
  const { secret } = await turnOn('sealed', id);
  const file = path.join(service.data, 'kalends.key');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const db = await openCalendar(service.data);
  const stored = () =>
    db.read.selectFrom('totp_secrets').select('secret').where('user_id', '=', id).executeTakeFirstOrThrow();
  try {
    const sealed = (await stored()).secret;
    assert.ok(/^v1\.[0-9a-f]{16}\./.test(sealed) && !sealed.includes(secret));
    // Another's sealed secret is no use.
    const other = await addUser('taker');
    await turnOn('taker', other);
    await db.write((trx) =>
      trx.updateTable('totp_secrets').set({ secret: sealed }).where('user_id', '=', other).execute(),
    );
    assert.equal((await signIn('taker', codeOf(secret))).expect(503).at('code'), 'rest_second_factor_key');
    const checked = await service.cli(['check', '--json']);
    assert.deepEqual(
      (JSON.parse(checked.stdout) as { rule: string; id: string }[])
        .filter(({ rule }) => rule === 'second_factor_key')
        .map((fault) => fault.id),
      ['taker'],
    );
    (await admin.send('POST', `${base()}/users/${other}/second-factor/disable`)).expect(200);
    await db.write((trx) =>
      trx.updateTable('totp_secrets').set({ secret }).where('user_id', '=', id).execute(),
    );
    await service.restart();
    assert.match((await stored()).secret, /^v1\./);
    (await signIn('sealed', codeOf(secret))).expect(201);
  } finally {
    await db.close();
  }
});

test('without the key recovery codes work and codes are refused, until the file is back', async () => {
  const id = await addUser('keyless');
  const { secret, recovery } = await turnOn('keyless', id);
  const file = path.join(service.data, 'kalends.key');
  renameSync(file, `${file}.away`);
  try {
    assert.equal((await signIn('keyless', codeOf(secret))).expect(503).at('code'), 'rest_second_factor_key');
    (await signIn('keyless', recovery[0])).expect(201);
    assert.match((await service.cli(['check'])).stdout, /authenticator app.*: keyless/);
    assert.match((await service.cli(['doctor'])).stdout, /kalends\.key is missing.*keyless/);
    writeFileSync(file, 'no key');
    const told = await service.cli(['doctor', '--json']);
    assert.match(told.stdout, /"code": ?"key_unreadable"/);
    rmSync(file);
  } finally {
    renameSync(`${file}.away`, file);
  }
  (await signIn('keyless', codeOf(secret))).expect(201);
  assert.doesNotMatch((await service.cli(['doctor'])).stdout, /keyless/);
});

test('a backup leaves the key out unless it is asked for, and a restore without it says who has to set up again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-key-'));
  try {
    for (const withKey of [false, true]) {
      const backup = path.join(folder, `${withKey}.tar`);
      const made = await service.cli(['backup', backup, ...(withKey ? ['--with-key'] : [])]);
      assert.equal(made.code, 0, made.stderr);
      const key = readFileSync(path.join(service.data, 'kalends.key'), 'utf8').trim();
      assert.equal(readFileSync(backup, 'latin1').includes(key), withKey);
      const data = mkdtempSync(path.join(folder, 'place-'));
      const place = { ...inherited, KALENDS_CLOCK: NOW, ...(await calendarSettings(data, { empty: true })) };
      try {
        const restored = await command(place, ['restore', backup]);
        assert.equal(restored.code, 0, restored.stderr);
        assert.equal(/authenticator app again.*: .*keyless/.test(restored.stdout), !withKey, restored.stdout);
        assert.equal(existsSync(path.join(data, 'kalends.key')), withKey);
        const checked = await command(place, ['check']);
        assert.equal(/authenticator app.*: keyless/.test(checked.stdout), !withKey, checked.stdout);
      } finally {
        await dropCalendar(data);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
