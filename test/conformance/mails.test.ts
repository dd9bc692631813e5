// The queue of mails: written with what they tell, sent by one node, tried again, given up, and what they look like.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type NewMail, queueMail } from '#api/mail/queue.ts';
import { deleteMail } from '#api/mail/store.ts';
import { readConfig } from '#config.ts';
import type { Writing } from '#store/db/engine.ts';
import { openCalendar } from '../support/engine.ts';
import { startMailServer } from '../support/mail-server.ts';
import { people, type Service, startService } from '../support/service.ts';

const EARLY = '2026-11-23T12:00:00Z';
const LATE = '2026-11-23T12:16:00Z';
const FROM = 'Club Nörd <post@club.example>';
const server = await startMailServer({ user: 'post', password: 'p/w#1' });
const KALENDS = { KALENDS_SMTP_URL: server.url, KALENDS_MAIL_FROM: FROM };
const service = await startService({ clock: EARLY, env: { ...KALENDS, KALENDS_LOG_LEVEL: 'info' } });
await people(service);
after(async () => {
  await service.stop();
  await server.stop();
});

interface MailList {
  readonly mails: readonly {
    readonly id: number;
    readonly recipient: string;
    readonly state: string;
    readonly reason: string;
    readonly can_retry: boolean;
  }[];
  readonly by_mail: boolean;
  readonly total: number;
}

const greeting: NewMail = {
  to: 'ada@example.org',
  language: 'de',
  subject: { key: 'cli.doctor' },
  paragraphs: ['Größe: 5 € – „so“', '.', 'x'.repeat(300)],
};

async function withCalendar<T>(of: Service, work: (trx: Writing) => Promise<T>): Promise<T> {
  const db = await openCalendar(of.data);
  try {
    return await db.write(work);
  } finally {
    await db.close();
  }
}
const clockOf = (instant: string) => ({
  config: readConfig(KALENDS),
  now: () => Temporal.Instant.from(instant),
});
const queue = (mail: Partial<NewMail>, instant = EARLY) =>
  withCalendar(service, (trx) => queueMail(trx, clockOf(instant), { ...greeting, ...mail }));
const rows = () =>
  withCalendar(service, (trx) => trx.selectFrom('mails').selectAll().orderBy('id').execute());
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + 60_000; !(await condition()); await pause(50))
    assert.ok(performance.now() < endMs, 'it did not come about');
}

test('a mail is sent as it was written, once, and leaves the queue', async () => {
  assert.equal(await queue({}), true);
  await until(async () => (await rows()).length === 0);
  const [mail, ...others] = server.mails.splice(0);
  assert.ok(mail);
  assert.equal(others.length, 0);
  assert.deepEqual([mail.from, mail.to], ['post@club.example', ['ada@example.org']]);
  assert.equal(mail.text, `Größe: 5 € – „so“\r\n\r\n.\r\n\r\n${'x'.repeat(300)}\r\n`);
  assert.match(mail.header('From'), /^=\?UTF-8\?Q\?Club_N=C3=B6rd\?= <post@club\.example>$/);
  assert.match(mail.header('Message-ID'), /^<[\da-f-]{36}@club\.example>$/);
  assert.ok(!Number.isNaN(Date.parse(mail.header('Date'))));
  assert.deepEqual(
    ['To', 'Auto-Submitted', 'Content-Language', 'MIME-Version'].map((name) => mail.header(name)),
    ['ada@example.org', 'auto-generated', 'de', '1.0'],
  );
  assert.ok(mail.source.split('\r\n').every((line) => line.length <= 998));
});

test('no text becomes a header or a second recipient', async () => {
  const subject = 'Hello\r\nBcc: eve@example.org\r\n\r\nBody\u0000';
  await queue({
    to: 'ada@example.org',
    subject: { key: 'doctor.mail_server', values: { server: subject, reason: '' } },
    paragraphs: ['.\r\nRCPT TO:<eve@example.org>', 'From nobody'],
  });
  const [mail] = await server.received(1);
  server.mails.length = 0;
  assert.ok(mail);
  assert.deepEqual(mail.to, ['ada@example.org']);
  assert.equal(mail.header('Bcc'), '');
  assert.match(mail.header('Subject'), /Hello Bcc: eve@example\.org Body/);
  assert.match(mail.text, /^\.\r\nRCPT TO:<eve@example\.org>/);
});

test('a mail is written with what it tells, or not at all', async () => {
  await assert.rejects(
    withCalendar(service, async (trx) => {
      await queueMail(trx, clockOf(EARLY), greeting);
      throw new Error('the other write failed');
    }),
    /the other write failed/,
  );
  assert.deepEqual(await rows(), []);
});

test('what a server refuses for good is given up, what it refuses for now waits longer each time', async () => {
  server.refusals.set('nobody', '550 <nobody@example.org>: no such person').set('busy', '451 Later');
  await queue({ to: 'nobody@example.org' });
  await queue({ to: 'busy@example.org' });
  await until(async () => (await rows()).every(({ last_error }) => last_error !== ''));
  const [refused, busy] = await rows();
  assert.match(String(refused?.last_error), /550 <…>: no such person/);
  assert.equal(refused?.given_up_utc, '2026-11-23 12:00:00');
  assert.deepEqual([busy?.given_up_utc, busy?.tries, busy?.due_utc], [null, 1, '2026-11-23 12:02:00']);
  const told = await service.cli(['doctor']);
  assert.match(told.stdout, /WARNING +email: 1 email failed/);
  assert.doesNotMatch(told.stdout, /nobody@|p\/w/);

  await service.restart({ KALENDS_CLOCK: '2026-11-23T12:02:00Z' });
  const waits = ({ tries, due_utc }: { tries: number; due_utc: string }) =>
    tries === 2 && due_utc === '2026-11-23 12:06:00';
  await until(async () => (await rows()).some(waits));
  server.refusals.clear();
  await service.restart({ KALENDS_CLOCK: '2026-11-23T12:06:00Z' });
  assert.deepEqual(
    (await server.received(1)).map(({ to }) => to),
    [['busy@example.org']],
  );
  server.mails.length = 0;
});

test('a mail for later survives a restart, and can be taken back until it goes', async () => {
  const at = '2026-11-23T12:06:00Z';
  await queue({ reference: 'matter/1', afterMinutes: 10 }, at);
  await queue({ reference: 'matter/2', afterMinutes: 10, to: 'bob@example.org' }, at);
  await queue({ to: 'now@example.org' }, at);
  assert.deepEqual(
    (await server.received(1)).map(({ to }) => to),
    [['now@example.org']],
  );
  const [one] = (await rows()).filter(({ reference }) => reference === 'matter/1');
  assert.ok(await withCalendar(service, (trx) => deleteMail(trx, one?.id ?? 0)));
  await service.restart({ KALENDS_CLOCK: '2026-11-23T12:16:00Z' });
  assert.deepEqual(
    (await server.received(2)).map(({ to }) => to),
    [['now@example.org'], ['bob@example.org']],
  );
  server.mails.length = 0;
});

test('administrators see what could not be sent and why, send it another time or discard it', async () => {
  const mails = `${service.url}/kalends/v1/mails`;
  const admin = service.as('admin');
  server.refusals.set('relay', '554 relaying <relay@example.org> is off').set('later', '451 Later');
  await queue({ to: 'relay@example.org' }, LATE);
  await queue({ to: 'later@example.org' }, LATE);
  await queue({ to: 'reset@relay.example', usefulHours: 2, afterMinutes: 5 }, LATE);
  const failed = async () =>
    JSON.parse((await admin.get(`${mails}?failed=true`)).expect(200).text) as MailList;
  await until(async () => (await failed()).mails.some(({ state }) => state === 'failing'));
  const { mails: told, by_mail, total } = await failed();
  assert.deepEqual(
    told.map(({ recipient, state, reason, can_retry }) => [recipient, state, reason, can_retry]),
    [
      ['later@example.org', 'failing', told[0]?.reason, true],
      ['relay@example.org', 'given_up', told[1]?.reason, true],
      ['nobody@example.org', 'given_up', told[2]?.reason, true],
    ],
  );
  assert.match(String(told[0]?.reason), /451 Later/);
  assert.match(String(told[1]?.reason), /554 relaying <…> is off/);
  assert.deepEqual([by_mail, total], [true, 3]);
  assert.deepEqual((await admin.get(`${mails}?failed=false`)).at('mails.0.state'), 'waiting');
  assert.doesNotMatch((await admin.get(mails)).text, /Größe/);

  const [later, relay, nobody] = told.map(({ id }) => id);
  for (const role of ['editor', 'author'] as const)
    for (const [method, url] of [
      ['GET', mails],
      ['POST', `${mails}/retry`],
      ['POST', `${mails}/${relay}/retry`],
      ['DELETE', `${mails}/${relay}`],
    ] as const)
      assert.equal((await service.as(role).send(method, url)).expect(403).at('code'), 'rest_forbidden');

  const tried = (await admin.delete(`${mails}/${nobody}?dry_run=true`)).expect(200);
  assert.equal(tried.at('dry_run'), true);
  (await admin.delete(`${mails}/${nobody}`)).expect(200);
  assert.equal((await admin.delete(`${mails}/${nobody}`)).expect(404).at('code'), 'rest_mail_invalid_id');
  server.refusals.clear();
  const again = (await admin.post(`${mails}/${relay}/retry`)).expect(200);
  assert.deepEqual([again.at('state'), again.at('reason'), again.at('given_up_utc')], ['waiting', '', null]);
  await server.received(1);
  assert.equal((await admin.post(`${mails}/retry`)).expect(200).at('retried'), 1);
  await server.received(2);
  assert.deepEqual(
    server.mails.splice(0).map(({ to }) => to),
    [['relay@example.org'], ['later@example.org']],
  );
  assert.equal((await failed()).total, 0);
  assert.equal(later, told[0]?.id);
});

test('the text of a mail that was given up is kept for a week, of one that is of no use by then not at all', async () => {
  server.refusals.set('gone', '550 No such person');
  await queue({ to: 'gone@example.org' }, LATE);
  await queue({ to: 'gone@other.example', usefulHours: 2 }, LATE);
  const texts = async () => (await rows()).map(({ given_up_utc, body }) => given_up_utc && body.length > 0);
  await until(async () => (await texts()).filter((one) => one !== null).length === 2);
  assert.deepEqual(
    (await texts()).filter((one) => one !== null),
    [true, false],
  );
  await service.restart({ KALENDS_CLOCK: '2026-11-30T12:16:01Z' });
  await until(async () => (await texts()).every((one) => one === false));
  const admin = service.as('admin');
  const mails = `${service.url}/kalends/v1/mails`;
  const [first] = (await rows()).map(({ id }) => id);
  assert.equal((await admin.post(`${mails}/${first}/retry`)).expect(409).at('code'), 'rest_mail_erased');
  assert.equal((await admin.get(mails)).at('mails.0.can_retry'), false);
  await service.restart({ KALENDS_CLOCK: LATE });
  server.refusals.clear();
  for (const { id } of await rows())
    (await service.as('admin').delete(`${service.url}/kalends/v1/mails/${id}`)).expect(200);
});

test('while no server is there mails wait, days later they are given up', async () => {
  await server.stop();
  await queue({}, '2026-11-23T12:16:00Z');
  // A try is counted before it is made, and told of after it has failed.
  await until(async () => /The mail server takes no mails; they wait/.test(service.log()));
  const [waiting] = (await rows()).filter(({ given_up_utc }) => given_up_utc === null);
  assert.ok(waiting && waiting.tries > 0);
  const told = await service.cli(['doctor']);
  assert.match(told.stdout, /ERROR +email: 127\.0\.0\.1:\d+ doesn’t accept email: .*ECONNREFUSED/);

  const again = await startMailServer({ port: server.port, user: 'post', password: 'p/w#1' });
  await again.received(1);
  assert.deepEqual(
    again.mails.map(({ to }) => to),
    [['ada@example.org']],
  );
  await until(async () => (await rows()).every(({ given_up_utc }) => given_up_utc !== null));
  await again.stop();

  await queue({}, '2026-11-20T12:15:59Z');
  await until(async () => (await rows()).filter(({ given_up_utc }) => given_up_utc !== null).length === 1);
  assert.doesNotMatch(service.log(), /p\/w#1|ada@example/);
});

test('without a mail server nothing is queued, and a half setting is refused at the start', async () => {
  const bare = { config: readConfig({}), now: () => Temporal.Instant.from(EARLY) };
  assert.equal(await withCalendar(service, (trx) => queueMail(trx, bare, greeting)), false);
  const wrong = [
    [{ KALENDS_SMTP_URL: 'smtp://h' }, /KALENDS_SMTP_URL is set without a sender\. Set KALENDS_MAIL_FROM/],
    [
      { KALENDS_SMTP_URL: 'http://u:geheim@h', KALENDS_MAIL_FROM: FROM },
      /^(?!.*geheim).*KALENDS_SMTP_URL must look like/s,
    ],
    [{ KALENDS_MAIL_FROM: 'nobody' }, /KALENDS_MAIL_FROM must be an email address.*“nobody”/],
  ] as const;
  for (const [env, expected] of wrong)
    await assert.rejects(startService({ env }), (error: Error) => expected.test(error.message));
});
