// The mail server that an administrator names in the browser: kept without showing its password, tried by a mail to oneself.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openCalendar } from '../support/engine.ts';
import { assertRefused } from '../support/events.ts';
import { isObject } from '../support/json.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { passwordOf } from '../support/passwords.ts';
import { people, type Service, startService } from '../support/service.ts';

const PASSWORD = 'p/w#1 of the post';
/** Nobody but oneself, with the password, says where test mails go. */
const ADA = { email: 'ada@example.org', current_password: passwordOf('admin') };

describe('The mail server in the settings', () => {
  let server: MailServer;
  let service: Service;

  before(async () => {
    server = await startMailServer({ user: 'post', password: PASSWORD });
    service = await startService({
      env: { KALENDS_FETCH_ALLOW: `127.0.0.1:${server.port}`, KALENDS_LOG_LEVEL: 'info' },
    });
    await people(service);
  });
  after(async () => {
    await service?.stop();
    await server?.stop();
  });

  const url = () => `${service.url}/kalends/v1/mails/server`;
  const admin = () => service.as('admin');
  const read = async () => (await admin().get(url())).expect(200).body;
  const own = () => ({
    host: '127.0.0.1',
    port: server.port,
    security: 'starttls',
    user: 'post',
    password: PASSWORD,
    from: 'Town <post@town.example>',
    current_password: passwordOf('admin'),
  });
  const NONE = {
    host: '',
    port: 587,
    security: 'starttls',
    user: '',
    has_password: false,
    from: '',
    overridden: [],
    is_sending: false,
    has_links: false,
  };

  test('is for administrators alone, to read, to write and to try', async () => {
    assert.deepEqual(await read(), NONE);
    for (const [by, status] of [
      [service.anonymous, 401],
      [service.as('editor'), 403],
    ] as const) {
      (await by.get(url())).expect(status);
      (await by.patch(url(), own())).expect(status);
      (await by.post(`${url()}/test`, {})).expect(status);
    }
    (await admin().post(`${url()}/test`, {})).expect(409);
    assert.deepEqual(await read(), NONE);
    // Everybody reads the settings of the site.
    const { body } = (await service.anonymous.get(`${service.url}/kalends/v1/settings`)).expect(200);
    assert.ok(isObject(body) && Object.keys(body).every((name) => !/mail|password|host/.test(name)));
  });

  test('is refused where it is none, and keeps what is not sent', async () => {
    const wrong: [string, unknown][] = [
      ['host', 'mail.example.org/x'],
      ['host', 'user@mail.example.org'],
      ...['....', ':::', '1.2.3', '-mail.example', 'mail..example', `${'m'.repeat(64)}.example`].map(
        (host): [string, unknown] => ['host', host],
      ),
      ['host', 7],
      ['port', 0],
      ['port', 65_536],
      ['port', 'smtp'],
      ['security', 'none'],
      ['user', 'x'.repeat(301)],
      ['password', ['x']],
      ['from', 'nobody'],
      ['from', 'a@b.example\r\nBcc: c@d.example'],
    ];
    for (const [name, value] of wrong)
      assertRefused(await admin().patch(url(), { ...own(), [name]: value }), [name]);
    assertRefused(await admin().patch(url(), { ...own(), from: undefined }), ['from']);
    assert.deepEqual(await read(), NONE);
    const umlaut = { ...own(), host: 'Post.Müller.invalid', port: 587 };
    const named = (await admin().patch(`${url()}?dry_run=true`, umlaut)).expect(200);
    assert.equal(named.at('host'), 'post.xn--mller-kva.invalid');
  });

  test('is changed with the own password alone, since links for new passwords go by it', async () => {
    const { current_password: _, ...fields } = own();
    const refused = (await admin().patch(url(), fields)).expect(403);
    assert.equal(refused.at('code'), 'rest_password_required');
    // Before that nobody learns where names lead.
    (await admin().patch(url(), { ...fields, host: 'localhost', port: 25 })).expect(403);
    assertRefused(await admin().patch(url(), { ...fields, current_password: 'wrong' }), ['current_password']);
    assert.deepEqual(await read(), NONE);
  });

  test('is stored with a sealed password, which nobody is shown again', async () => {
    const trial = (await admin().patch(`${url()}?dry_run=true`, own())).expect(200);
    assert.equal(trial.at('has_password'), true);
    assert.deepEqual(await read(), NONE);
    const { password: _, current_password: __, ...shown } = own();
    const stored = (await admin().patch(url(), own())).expect(200);
    assert.deepEqual(stored.body, { ...NONE, ...shown, has_password: true, is_sending: true });
    assert.doesNotMatch(stored.text, /p\/w#1/);
    const db = await openCalendar(service.data);
    try {
      const rows = await db.read.selectFrom('settings').selectAll().execute();
      const kept = rows.map(({ value }) => value).join('\n');
      assert.match(kept, /127\.0\.0\.1/);
      assert.doesNotMatch(kept, /p\/w#1/);
    } finally {
      await db.close();
    }
    assert.match(readFileSync(path.join(service.data, 'kalends.key'), 'utf8'), /^[\w-]{43}\n$/);
  });

  test('is tried by a mail to oneself, whatever is asked for, and not too often', async () => {
    const nobody = (await admin().post(`${url()}/test`, {})).expect(200);
    assert.equal(nobody.at('sent'), false);
    assert.match(String(nobody.at('reason')), /email address/);
    (await admin().patch(`${service.url}/kalends/v1/users/me`, { ...ADA })).expect(200);
    const trial = (await admin().post(`${url()}/test?dry_run=true`, {})).expect(200);
    assert.equal(trial.at('sent'), false);
    assert.equal(server.mails.length, 0);
    const body = { to: 'victim@example.org', recipient: 'victim@example.org' };
    const sent = (await admin().post(`${url()}/test`, body)).expect(200);
    assert.deepEqual(sent.body, { sent: true, recipient: 'ada@example.org', reason: '' });
    const [mail] = server.mails.splice(0);
    assert.deepEqual(mail?.to, ['ada@example.org']);
    assert.equal(mail?.from, 'post@town.example');
    for (let times = 1; times < 5; times++) (await admin().post(`${url()}/test`, {})).expect(200);
    const refused = (await admin().post(`${url()}/test`, {})).expect(429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    server.mails.splice(0);
  });

  test('sends the mails of the queue from the next moment on, also after a restart', async () => {
    (await admin().patch(`${service.url}/kalends/v1/users/me`, { ...ADA })).expect(200);
    await service.restart({ KALENDS_PUBLIC_URL: 'https://town.example' });
    const invitation = { role: 'editor', email: 'new@example.org' };
    (await admin().post(`${service.url}/kalends/v1/invitations`, invitation)).expect(201);
    const [mail] = await server.received(1);
    assert.deepEqual(mail?.to, ['new@example.org']);
    const mails = (await admin().get(`${service.url}/kalends/v1/mails`)).expect(200);
    assert.equal(mails.at('by_mail'), true);
    await service.restart({ KALENDS_PUBLIC_URL: undefined });
  });

  test('asks for the password again where the server is another one, and forgets it with the server', async () => {
    for (const other of [{ host: 'mail.example.net' }, { port: 465 }, { user: 'else' }, { security: 'tls' }])
      assertRefused(await admin().patch(url(), other), ['password']);
    const renamed = (
      await admin().patch(url(), { from: 'post@town.example', current_password: passwordOf('admin') })
    ).expect(200);
    assert.equal(renamed.at('has_password'), true);
    const gone = (await admin().patch(url(), { host: '', current_password: passwordOf('admin') })).expect(
      200,
    );
    assert.deepEqual(gone.body, NONE);
  });

  test('is no way into the network of the machine: it is refused, and one of before is not used', async () => {
    server.mails.splice(0);
    const { current_password } = ADA;
    const at = { host: '127.0.0.1', port: server.port };
    const own = await startService({ env: { KALENDS_FETCH_ALLOW: `${at.host}:${at.port},${at.host}:1` } });
    try {
      const address = () => `${own.url}/kalends/v1/mails/server`;
      const by = () => own.as('admin');
      const sent = { ...at, security: 'starttls', user: '', from: 'a@town.example', current_password };
      const reasonOf = async () => {
        const tried = (await by().post(`${address()}/test`, {})).expect(200);
        assert.equal(tried.at('sent'), false);
        return String(tried.at('reason'));
      };
      (await by().patch(`${own.url}/kalends/v1/users/me`, { ...ADA })).expect(200);
      // An administrator can mend these: the message says how.
      for (const [change, reason] of [
        [{ user: 'post', password: 'wrong' }, /^127\.0\.0\.1 rejected the username or password\. .*535/],
        [
          { port: 1, user: '', password: '' },
          /^127\.0\.0\.1:1 doesn’t respond as a mail server\. .*ECONNREFUSED/,
        ],
        [
          { host: 'mail.nowhere.invalid', port: 587 },
          /^The mail server “mail\.nowhere\.invalid” wasn’t found\. /,
        ],
      ] as const) {
        (await by().patch(address(), { ...sent, ...change })).expect(200);
        assert.match(await reasonOf(), reason);
      }
      (await by().patch(address(), sent)).expect(200);
      await own.restart({ KALENDS_FETCH_ALLOW: undefined });
      const known = (await by().get(address())).expect(200).body;
      for (const [host, port] of [
        ['127.0.0.1', 25],
        ['localhost', 25],
        ['169.254.169.254', 25],
        ['::1', 587],
        // No port of mail servers.
        ['192.0.2.1', 80],
        ['mail.example.org', 5432],
      ] as const) {
        const refused = await by().patch(address(), { ...sent, host, port });
        assertRefused(refused, ['host']);
        assert.match(refused.text, /KALENDS_FETCH_ALLOW/, host);
      }
      // Names that nobody knows now may be known later.
      const unknown = { ...sent, host: 'mail.nowhere.invalid', port: 587 };
      (await by().patch(`${address()}?dry_run=true`, unknown)).expect(200);
      assert.deepEqual((await by().get(address())).body, known);
      (await by().patch(address(), { from: 'b@town.example', current_password })).expect(200);
      assert.match(await reasonOf(), /KALENDS_FETCH_ALLOW/);
      assert.equal(server.mails.length, 0);
    } finally {
      await own.stop();
    }
  });
});

test('variables win over the mail server, and say so', async () => {
  const env = {
    KALENDS_SMTP_URL: 'smtps://key-of-the-post:secret@mail.example.org',
    KALENDS_MAIL_FROM: 'Town <a@town.example>',
  };
  const service = await startService({ env });
  try {
    const admin = service.as('admin');
    const url = `${service.url}/kalends/v1/mails/server`;
    const read = (await admin.get(url)).expect(200);
    const fields = ['host', 'port', 'security', 'user', 'password', 'from'];
    assert.deepEqual(read.at('overridden'), fields);
    assert.deepEqual(
      [read.at('host'), read.at('port'), read.at('from')],
      ['mail.example.org', 465, 'Town <a@town.example>'],
    );
    assert.doesNotMatch(read.text, /secret|key-of-the-post/);
    const refused = await admin.patch(url, { host: 'x.example', from: 'b@town.example' });
    assertRefused(refused, ['from', 'host']);
    assert.match(refused.text, /KALENDS_SMTP_URL/);
    assert.match(refused.text, /KALENDS_MAIL_FROM/);
  } finally {
    await service.stop();
  }
});
