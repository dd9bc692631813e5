// Mails to people with accounts: forgotten passwords and invitations.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../support/client.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startService } from '../support/service.ts';
import { workFor } from '../support/submissions.ts';

const server = await startMailServer({ user: 'post', password: 'secret' });
const PUBLIC = 'https://calendar.example';
const service = await startService({
  env: {
    KALENDS_SMTP_URL: server.url,
    KALENDS_MAIL_FROM: 'Events <post@calendar.example>',
    KALENDS_PUBLIC_URL: PUBLIC,
    KALENDS_SUBMISSIONS: 'true',
    KALENDS_PROOF_OF_WORK: '4',
  },
});
after(async () => {
  await service.stop();
  await server.stop();
});

const base = () => `${service.url}/kalends/v1`;
const basic = Buffer.from('admin:correct horse battery staple').toString('base64');
const admin = createClient(() => service.url, `Basic ${basic}`);
const post = (path: string, body: object) => service.anonymous.send('POST', `${base()}/${path}`, body);

async function nextMail() {
  for (const endMs = performance.now() + 60_000; server.mails.length === 0; await pause(50))
    assert.ok(performance.now() < endMs, 'no mail came');
  const [mail] = server.mails.splice(0, 1);
  assert.ok(mail);
  return mail;
}

test('a forgotten password is set anew by a mailed link, which leads to the public address whoever asks', async () => {
  const ada = { login: 'ada', role: 'author', email: 'ada@example.org', name: 'Ada' };
  (await admin.send('POST', `${base()}/users`, ada)).expect(201);
  (await admin.send('POST', `${base()}/users`, { login: 'silent', role: 'author' })).expect(201);
  assert.equal((await service.anonymous.get(`${base()}/password-reset`)).at('by_mail'), true);
  const answers = [];
  for (const login of ['nobody', 'silent', 'nobody@example.org', 'ADA@example.org'])
    answers.push((await post('password-reset', { login })).expect(202));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  const mail = await nextMail();
  assert.deepEqual(mail.to, ['ada@example.org']);
  assert.match(mail.header('Subject'), /^Reset your password for Kalends$/);
  const [, code = ''] =
    /^https:\/\/calendar\.example\/admin\/reset\?code=(\w{24})\r?$/m.exec(mail.text) ?? [];
  // A second one so soon is not sent: the next mail is that of the invitation.
  (await post('password-reset', { login: 'ada' })).expect(202);
  (await post('password-reset/confirm', { code, password: 'found again now' })).expect(200);
  (await post('sessions', { login: 'ada', password: 'found again now' })).expect(201);
});

test('a link that is asked for in a trial is not mailed, one with a key once', async () => {
  for (const login of ['trial', 'keyed'])
    (
      await admin.send('POST', `${base()}/users`, { login, role: 'author', email: `${login}@example.org` })
    ).expect(201);
  (await post('password-reset', { login: 'trial', dry_run: true })).expect(202);
  for (let n = 0; n < 2; n++) {
    const headers = { 'idempotency-key': 'reset' };
    (await service.anonymous.send('POST', `${base()}/password-reset`, { login: 'keyed' }, headers)).expect(
      202,
    );
  }
  assert.deepEqual((await nextMail()).to, ['keyed@example.org']);
  // A link of the trial would stand in the way of this one.
  (await post('password-reset', { login: 'trial' })).expect(202);
  assert.deepEqual((await nextMail()).to, ['trial@example.org']);
});

test('a proposal’s mail leads to the public address whoever sends it', async () => {
  const proposal = {
    title: 'Breakfast',
    start_date: '2027-03-01 10:00',
    end_date: '2027-03-01 12:00',
    contact_name: 'Ada',
    contact_email: 'ada@example.org',
    ...(await workFor(service.anonymous, service.url)),
  };
  const forged = { host: 'evil.example' };
  (await service.anonymous.send('POST', `${base()}/submissions`, proposal, forged)).expect(201);
  assert.match((await nextMail()).text, /^https:\/\/calendar\.example\/en\/submit\/\w{24}\r?$/m);
  // An editor's browser may have been led to another name, too.
  const id = (await admin.send('GET', `${base()}/submissions`)).at('submissions.0.id');
  for (const [decision, body, link] of [
    ['ask', { message: 'Why?' }, /https:\/\/calendar\.example\/en\/submit\/\w{24}/],
    ['accept', {}, /https:\/\/calendar\.example\/event\/breakfast\//],
  ] as const) {
    (await admin.send('POST', `${base()}/submissions/${id}/${decision}`, body, forged)).expect(200);
    const { text, source } = await nextMail();
    assert.match(text, link);
    assert.doesNotMatch(source, /evil/);
  }
});

test('an invitation is mailed to its address, in its language', async () => {
  const fields = { role: 'editor', email: 'grace@example.org', language: 'de' };
  const made = (await admin.send('POST', `${base()}/invitations`, fields)).expect(201);
  assert.equal(made.at('mailed'), true);
  const mail = await nextMail();
  assert.deepEqual(mail.to, ['grace@example.org']);
  assert.match(mail.text, /^Administrator hat Sie zu Kalends eingeladen\./);
  assert.ok(mail.text.includes(String(made.at('url'))));
  assert.match(String(made.at('url')), /^https:\/\/calendar\.example\/admin\/join\?code=/);
  const silent = (await admin.send('POST', `${base()}/invitations`, { role: 'editor' })).expect(201);
  assert.equal(silent.at('mailed'), false);
});

test('requests for links are throttled by client', async () => {
  const statuses = [];
  for (let n = 0; n < 12; n++) statuses.push((await post('password-reset', { login: `x${n}` })).status);
  assert.equal(statuses.at(-1), 429);
});

test('nothing is mailed where the public address, or the mail server, is not set', async () => {
  const other = await startService({
    env: { KALENDS_SMTP_URL: server.url, KALENDS_MAIL_FROM: 'Events <post@calendar.example>' },
  });
  try {
    const url = `${other.url}/kalends/v1/password-reset`;
    assert.equal((await other.anonymous.get(url)).at('by_mail'), false);
    const refused = await other.anonymous.send('POST', url, { login: 'admin' });
    assert.equal(refused.expect(409).at('code'), 'rest_mail_unavailable');
    const body = { role: 'editor', email: 'heidi@example.org' };
    const invitations = `${other.url}/kalends/v1/invitations`;
    const made = await other.as('admin').send('POST', invitations, body, { host: 'evil.example' });
    assert.equal(made.expect(201).at('mailed'), false);
    const queue = await other.as('admin').get(`${other.url}/kalends/v1/mails`);
    assert.deepEqual(queue.at('mails'), []);
    assert.deepEqual(server.mails, []);
  } finally {
    await other.stop();
  }
});
