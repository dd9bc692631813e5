// Proposals of people without an account: who may send what, what editors do, what mails tell, and that nothing leaks.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import type { Answer } from '../support/client.ts';
import { openCalendar } from '../support/engine.ts';
import { startMailServer } from '../support/mail-server.ts';
import { people, startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';
import { workFor } from '../support/submissions.ts';

const server = await startMailServer();
const service = await startService({
  clock: '2026-11-23T12:00:00Z',
  env: {
    KALENDS_SMTP_URL: server.url,
    KALENDS_MAIL_FROM: 'post@club.example',
    KALENDS_PROOF_OF_WORK: '4',
    KALENDS_TRUST_PROXY: 'loopback',
  },
});
after(async () => {
  await service.stop();
  await server.stop();
});
await people(service);

const PUBLIC = 'https://calendar.example.org';
const SUBMISSIONS = () => `${service.url}/kalends/v1/submissions`;
const anonymous = service.anonymous;
const editor = () => service.as('editor');
const TIMES = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00' };
const CONTACT = { contact_name: 'Ada L.', contact_email: 'ada@example.org' };
let addresses = 0;

/** Sends a proposal from an address of its own, with the work done. */
async function propose(fields: object = {}, client = `203.0.113.${++addresses}`): Promise<Answer> {
  const body = {
    title: 'Breakfast',
    ...TIMES,
    ...CONTACT,
    ...(await workFor(anonymous, service.url)),
    ...fields,
  };
  return anonymous.send('POST', SUBMISSIONS(), body, { 'x-forwarded-for': client });
}
const own = (answer: Answer) => String(answer.at('rest_url'));
/** Takes back in the history what became of an event last. */
async function undoLatest(id: number): Promise<void> {
  const history = `${service.url}/kalends/v1/history`;
  const [latest] = (await editor().get(`${history}?kind=event&id=${id}`)).expect(200).rows('history');
  (await editor().post(`${history}/${latest?.['id']}/undo`, {})).expect(200);
}
async function idOf(answer: Answer): Promise<number> {
  const secret = own(answer).split('/').at(-1);
  const db = await openCalendar(service.data);
  const row = await db.read
    .selectFrom('submissions')
    .select('id')
    .where(
      'secret_hash',
      '=',
      createHash('sha256')
        .update(secret ?? '')
        .digest('hex'),
    )
    .executeTakeFirstOrThrow();
  await db.close();
  return row.id;
}
/** Copies a submission with its event so many times, as if others had sent it. */
async function copySubmissions(id: number, times: number): Promise<void> {
  const db = await openCalendar(service.data);
  await db.write(async (trx) => {
    const submission = await trx
      .selectFrom('submissions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const event = await trx
      .selectFrom('events')
      .selectAll()
      .where('id', '=', submission.event_id)
      .executeTakeFirstOrThrow();
    const from = copies;
    copies += times;
    for (let n = from; n < copies; n++) {
      const copy = { id: COPIES + n, slug: `copy-${n}`, uid: `copy-${n}` };
      await trx
        .insertInto('events')
        .values({ ...event, ...copy })
        .execute();
      await trx
        .insertInto('submissions')
        .values({ ...submission, id: COPIES + n, event_id: COPIES + n, secret_hash: `copy ${n}`, client: '' })
        .execute();
    }
  });
  await db.close();
}
async function removeCopies(): Promise<void> {
  const db = await openCalendar(service.data);
  await db.write(async (trx) => {
    await trx.deleteFrom('submissions').where('id', '>=', COPIES).execute();
    await trx.deleteFrom('events').where('id', '>=', COPIES).execute();
  });
  await db.close();
}
const COPIES = 1_000_000;
let copies = 0;
const decide = async (answer: Answer, what: string, body: object = {}) =>
  editor().send('POST', `${SUBMISSIONS()}/${await idOf(answer)}/${what}`, body);
const eventOf = async (answer: Answer) => {
  const read = (await editor().get(`${SUBMISSIONS()}/${await idOf(answer)}`)).expect(200);
  return read.at('event') as { id: number; status: string };
};
async function mailTo(address: string) {
  for (let count = 1; ; count++) {
    const mails = await server.received(count);
    const found = mails.findIndex(({ to }) => to[0] === address);
    if (found >= 0) return mails.splice(found, 1)[0] ?? assert.fail();
  }
}
const params = (answer: Answer) => Object.keys(Object(Object(answer.at('data'))['params']));

test('nobody proposes anything to a calendar that takes no proposals', async () => {
  assert.equal(
    (await anonymous.get(`${SUBMISSIONS()}/challenge`)).expect(403).at('code'),
    'rest_submissions_closed',
  );
  const body = { title: 'x', ...TIMES, ...CONTACT, challenge: 'x' };
  assert.equal(
    (await anonymous.send('POST', SUBMISSIONS(), body)).expect(403).at('code'),
    'rest_submissions_closed',
  );
  (
    await service.as('admin').send('POST', `${service.url}/kalends/v1/settings`, { submissions: true })
  ).expect(200);
});

test('a proposal is a pending event by nobody, which its private address and editors alone show', async () => {
  const sent = {
    title: 'Breakfast <b>& co</b>',
    description: 'Bring <script>bread</script>\n\nand jam',
    cost: '5 €',
    venue_name: 'Chestnut Yard',
    venue_city: 'Bremen',
    organizer: 'Long Row',
    contact_email: 'shown@example.org',
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
  };
  const made = (await propose(sent)).expect(201);
  assert.match(String(made.at('url')), new RegExp(`^${service.url}/en/submit/\\w{24}$`));
  assert.equal(made.headers['location'], own(made));
  const read = (await anonymous.get(own(made))).expect(200);
  assert.match(read.headers['cache-control'] ?? '', /no-store/);
  assert.deepEqual([read.at('state'), read.at('event_url')], ['waiting', null]);
  assert.deepEqual(Object(read.at('fields'))['title'], sent.title);
  const mail = await mailTo('shown@example.org');
  assert.ok(!mail.text.includes(String(made.at('url'))));
  assert.doesNotMatch(mail.text + mail.header('Subject'), /Breakfast|Ada/);

  const { id } = await eventOf(made);
  const event = (await editor().get(`/events/${id}?context=edit`)).expect(200);
  assert.deepEqual(
    [event.at('status'), event.at('author'), event.at('venue'), event.at('organizer')],
    ['pending', '0', [], []],
  );
  assert.equal(Object(event.at('raw'))['title'], 'Breakfast &lt;b&gt;&amp; co&lt;/b&gt;');
  assert.match(String(event.at('description')), /Bring &lt;script&gt;bread/);
  assert.equal(Object(event.at('recurrence'))['count'], 3);
});

test('neither the event nor its contact is told to anybody else', async () => {
  const made = (
    await propose({ title: 'Unheard', contact_name: 'Zaphod', contact_email: 'zaphod@example.org' })
  ).expect(201);
  const { id } = await eventOf(made);
  for (const role of ['author', 'contributor', 'subscriber'] as const) {
    (await service.as(role).get(SUBMISSIONS())).expect(403);
    (await service.as(role).get(`${SUBMISSIONS()}/${await idOf(made)}`)).expect(403);
    (await service.as(role).send('POST', `${SUBMISSIONS()}/${await idOf(made)}/accept`, {})).expect(403);
    (await service.as(role).get(`/events/${id}`)).expect(403);
  }
  (await anonymous.get(SUBMISSIONS())).expect(401);
  const places = [
    '/events?per_page=50',
    '/events.ics',
    '/events.atom',
    '/events.json',
    `${service.url}/sitemap.xml`,
    `${service.url}/events/list/`,
  ];
  for (const who of [anonymous, service.as('author')])
    for (const place of places) assert.doesNotMatch((await who.get(place)).text, /Unheard|[Zz]aphod/, place);
  const exported = await service.cli(['export', '-']);
  assert.doesNotMatch(exported.stdout + service.log(), /[Zz]aphod/);
  assert.doesNotMatch((await editor().get(`/events/${id}?context=edit`)).text, /[Zz]aphod/);
  assert.doesNotMatch(service.log(), new RegExp(own(made).split('/').at(-1) ?? '-'));
});

test('what is wrong is named, changes nothing, and leaves the challenge to be used', async () => {
  const work = await workFor(anonymous, service.url);
  const wrong: readonly [object, string[]][] = [
    [{ end_date: '2027-03-01 09:00' }, ['end_date']],
    [{ contact_email: 'nobody', contact_name: ' ' }, ['contact_name', 'contact_email']],
    [{ contact_email: 'a@example.org\r\nBcc: b@example.org' }, ['contact_email']],
    [{ title: ' ' }, ['title']],
    [{ venue: 999 }, ['venue']],
    [{ category: 999 }, ['category']],
    [{ website: 'javascript:alert(1)' }, ['website']],
    [{ recurrence: 'RRULE:FREQ=NEVER' }, ['recurrence']],
    [{ homepage: 'https://casino.example' }, ['homepage']],
    [{ proof: 'x'.repeat(41) }, ['proof']],
    [{ challenge: 'mine' }, ['challenge']],
  ];
  const before = (await editor().get(SUBMISSIONS())).at('total');
  for (const [fields, names] of wrong)
    assert.deepEqual(
      params((await propose({ ...work, ...fields })).expect(400)),
      names,
      JSON.stringify(fields),
    );
  assert.equal((await editor().get(SUBMISSIONS())).at('total'), before);
  (await propose(work)).expect(201);
  assert.deepEqual(params((await propose({ ...work, title: 'Another' })).expect(400)), ['challenge']);
});

test('a proposal whose answer was lost is sent again without becoming two', async () => {
  const work = await workFor(anonymous, service.url);
  const total = async () => Number((await editor().get(SUBMISSIONS())).at('total'));
  const before = await total();
  const client = '198.51.100.77';
  const all = await Promise.all([1, 2, 3].map(() => propose({ ...work, venue_name: 'Yard' }, client)));
  const [first] = all;
  assert.ok(first);
  assert.deepEqual(
    all.map((answer) => own(answer.expect(201))),
    Array(3).fill(own(first)),
  );
  assert.equal(await total(), before + 1);
  const others = [{ title: 'Another' }, { contact_email: 'eve@example.org' }, { venue_name: '' }];
  for (const other of others)
    assert.deepEqual(params((await propose({ ...work, venue_name: 'Yard', ...other }, client)).expect(400)), [
      'challenge',
    ]);
  (await anonymous.send('DELETE', own(first))).expect(200);
  assert.deepEqual(params((await propose({ ...work, venue_name: 'Yard' }, client)).expect(400)), [
    'challenge',
  ]);
});

test('of an acceptance and what else comes at once, one is done', async () => {
  for (const rival of ['change', 'withdraw', 'reject', 'accept']) {
    const made = (await propose({ title: `At once: ${rival}`, venue_name: `Yard of ${rival}` })).expect(201);
    const answers = await Promise.all([
      decide(made, 'accept'),
      rival === 'change'
        ? anonymous.send('PUT', own(made), { title: 'Changed', venue_name: 'Other Yard' })
        : rival === 'withdraw'
          ? anonymous.send('DELETE', own(made))
          : decide(made, rival),
    ]);
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.includes(200), rival);
    // Either of two acceptances takes it.
    const isTaken = statuses[0] === 200 || rival === 'accept';
    assert.equal((await eventOf(made)).status, isTaken ? 'publish' : 'trash', rival);
    if (rival === 'change') continue;
    assert.deepEqual(statuses.toSorted(), [200, 409], rival);
    const venues = (await editor().get(`/venues?search=${encodeURIComponent(`Yard of ${rival}`)}`)).at(
      'total',
    );
    assert.ok(Number(venues ?? 0) <= 1, rival);
  }
});

test('each visitor is given a form of their own, and what it says of a hostile proposal is text', async () => {
  const pages = await Promise.all([1, 2].map(() => anonymous.get(`${service.url}/submit`)));
  const challenges = pages.map((page) => {
    assert.match(page.expect(200).headers['cache-control'] ?? '', /no-store/);
    return /name="challenge" value="([^"]+)"/.exec(page.text)?.[1];
  });
  assert.notEqual(challenges[0], challenges[1]);
  const script = '"><script>alert(1)</script>';
  const texts = ['title', 'description', 'venue_name', 'venue_address', 'venue_city', 'organizer'];
  const hostile = Object.fromEntries(texts.map((name) => [name, script]));
  const made = (await propose({ ...hostile, contact_name: script })).expect(201);
  const page = String(made.at('url'));
  for (const address of [page, `${page}?edit=1`])
    assert.doesNotMatch((await anonymous.get(address)).expect(200).text, /<script>alert/);
});

test('a private venue is unknown to whoever proposes', async () => {
  const hidden = (await editor().post('/venues', { venue: 'Backroom', status: 'draft' })).expect(201);
  assert.deepEqual(params((await propose({ venue: hidden.id() })).expect(400)), ['venue']);
  const open = (await editor().post('/venues', { venue: 'Hall' })).expect(201);
  const made = (await propose({ venue: open.id() })).expect(201);
  const event = (await editor().get(`/events/${(await eventOf(made)).id}`)).expect(200);
  assert.equal(Object(event.at('venue'))['id'], open.id());
});

test('an address sends so many an hour, those without a proof fewer, and not at once', async () => {
  const early = await propose({ proof: '' });
  assert.deepEqual(params(early.expect(400)), ['proof']);
  const { challenge } = await workFor(anonymous, service.url);
  const client = '2001:db8:1:2::1';
  const all = await Promise.all(Array.from({ length: 12 }, (_, n) => propose({}, `2001:db8:1:2::${n + 1}`)));
  assert.deepEqual(all.map(({ status }) => status).sort(), [...Array<number>(10).fill(201), 429, 429]);
  const late = await propose({}, client);
  assert.equal(late.expect(429).headers['retry-after'], '3600');

  await service.restart({ KALENDS_CLOCK: '2026-11-23T12:00:10Z' });
  const slow = { challenge, proof: '' };
  (await propose(slow)).expect(201);
  assert.deepEqual(params((await propose({ ...slow, cost: 'free' })).expect(400)), ['challenge']);
});

test('a trial uses up its challenge, and counts among what its address sends, which counts among its trials', async () => {
  const client = '2001:db8:7:1::1';
  const tried = { dry_run: true, ...(await workFor(anonymous, service.url)) };
  const first = await propose(tried, client);
  assert.equal(first.expect(201).at('dry_run'), true);
  assert.deepEqual(params((await propose(tried, client)).expect(400)), ['challenge']);
  assert.deepEqual(params((await propose({ ...tried, dry_run: false }, client)).expect(400)), ['challenge']);
  for (let n = 0; n < 5; n++) (await propose({ dry_run: true }, client)).expect(201);
  for (let n = 0; n < 4; n++) (await propose({}, client)).expect(201);
  for (const dry_run of [true, false]) {
    const late = (await propose({ dry_run }, client)).expect(429);
    assert.ok(Number(late.headers['retry-after']) > 3000);
  }
  (await propose({ dry_run: true }, '2001:db8:7:2::1')).expect(201);
});

test('addresses of one network are counted together, and no address fills the queue for everybody', async () => {
  const networks = await Promise.all(
    Array.from({ length: 41 }, (_, n) => propose({}, `2001:db8:9:${n + 1}::1`)),
  );
  const statuses = networks.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array<number>(40).fill(201), 429]);
  (await propose({}, '2001:db8:a::1')).expect(201);
  const daily = '198.51.100.7';
  const known = await propose({}, daily);
  await copySubmissions(await idOf(known), 500);
  (await propose({}, daily)).expect(429);
  (await propose()).expect(201);
  await copySubmissions(await idOf(known), 1500);
  (await propose()).expect(429);
  await removeCopies();
  (await propose({}, daily)).expect(201);
});

test('nobody has more than ten first mails a day sent to somebody else', async () => {
  const contact_email = 'flooded@example.org';
  for (let n = 0; n < 11; n++) (await propose({ contact_email })).expect(201);
  (await propose({ contact_email: 'behind@example.org' })).expect(201);
  await mailTo('behind@example.org');
  assert.equal(server.mails.filter(({ to }) => to[0] === contact_email).length, 10);
});

test('a private address takes thirty changes an hour', async () => {
  const made = (await propose()).expect(201);
  const change = (fields: object) => anonymous.send('PUT', own(made), fields);
  for (let n = 0; n < 30; n++) (await change({ cost: `${n}` })).expect(200);
  const late = (await change({ cost: '31' })).expect(429);
  assert.ok(Number(late.headers['retry-after']) > 3000);
  assert.equal(Object((await anonymous.get(own(made))).at('fields'))['cost'], '29');
});

test('a mail to an address that nobody has confirmed leads nowhere that a request has named', async () => {
  const body = { title: 'Breakfast', ...TIMES, ...CONTACT, contact_email: 'victim@example.org' };
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-for': '203.0.113.250',
  };
  const work = await workFor(anonymous, service.url);
  (await anonymous.send('POST', SUBMISSIONS(), { ...body, ...work }, forged)).expect(201);
  const mail = await mailTo('victim@example.org');
  assert.doesNotMatch(mail.source, /evil|submit\//);
});

test('who made a proposal changes it until it is decided, and withdraws it', async () => {
  const made = (await propose()).expect(201);
  const change = (fields: object) => anonymous.send('PUT', own(made), fields);
  const changed = (await change({ title: 'Brunch', end_date: '2027-03-01 13:00' })).expect(200);
  assert.equal(Object(changed.at('fields'))['title'], 'Brunch');
  assert.equal(Object(changed.at('fields'))['start_date'], TIMES.start_date);
  assert.deepEqual(params((await change({ end_date: '2027-02-01 13:00' })).expect(400)), ['end_date']);
  const { id } = await eventOf(made);
  const event = (await editor().get(`/events/${id}`)).expect(200);
  assert.deepEqual([event.at('title'), event.at('end_date')], ['Brunch', '2027-03-01 13:00:00']);

  assert.equal((await anonymous.send('DELETE', own(made))).expect(200).at('state'), 'withdrawn');
  assert.equal((await eventOf(made)).status, 'trash');
  const read = (await editor().get(`${SUBMISSIONS()}/${await idOf(made)}`)).expect(200);
  assert.equal(read.at('contact'), null);
  assert.equal((await change({ title: 'Again' })).expect(409).at('code'), 'rest_submission_decided');
  assert.equal(
    (await anonymous.get(`${service.url}/kalends/v1/submit/nothing`)).expect(404).at('code'),
    'rest_submission_not_found',
  );
});

test('an editor asks back, and an answer makes it wait again', async () => {
  const made = (await propose({ contact_email: 'asked@example.org', language: 'de' })).expect(201);
  await mailTo('asked@example.org');
  (await decide(made, 'ask', { message: 'Was kostet es?\r\nBcc: eve@example.org' })).expect(200);
  const mail = await mailTo('asked@example.org');
  assert.match(mail.text, /wir haben eine Frage zu „Breakfast“:\r\n\r\nWas kostet es\?/);
  // Without a public address there is none that could be mailed.
  assert.doesNotMatch(mail.source, /https?:|\/submit\//);
  assert.equal(mail.header('Bcc'), '');
  const read = (await anonymous.get(own(made))).expect(200);
  assert.deepEqual(
    [read.at('state'), read.at('message')],
    ['asked', 'Was kostet es?\r\nBcc: eve@example.org'],
  );
  assert.equal((await anonymous.send('PUT', own(made), { cost: 'frei' })).expect(200).at('state'), 'waiting');
});

test('the calendar holds no private address, though mails name one: each leads to the proposal', async () => {
  // Mails lead to the public address alone.
  await service.restart({ KALENDS_PUBLIC_URL: PUBLIC });
  const made = (await propose({ title: 'Hushed', contact_email: 'hush@example.org' })).expect(201);
  const first = String(made.at('url'));
  await mailTo('hush@example.org');
  const id = await idOf(made);
  const named: string[] = [];
  for (const question of ['Where?', 'When?']) {
    (await editor().post(`${SUBMISSIONS()}/${id}/ask`, { message: question })).expect(200);
    named.push(/https:\S+\/submit\/\S+/.exec((await mailTo('hush@example.org')).text)?.[0] ?? assert.fail());
  }
  const last = named.at(-1) ?? '';
  for (const address of [first, last]) {
    const secret = address.split('/').at(-1) ?? '';
    const shown = await anonymous.get(`${service.url}/kalends/v1/submit/${secret}`);
    assert.equal(shown.expect(200).at('message'), 'When?');
    assert.equal(shown.at('rest_url'), `${PUBLIC}/kalends/v1/submit/${secret}`);
    const page = address.replace(PUBLIC, service.url);
    (await anonymous.get(page, undefined, { accept: 'text/html' })).expect(200);
  }
  const db = await openCalendar(service.data);
  const row = await db.read
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db.close();
  for (const address of [first, ...named]) {
    const secret = address.split('/').at(-1) ?? '';
    assert.ok(secret.length >= 20 && !JSON.stringify(row).includes(secret));
  }
  for (const hash of [row.secret_hash, row.mailed_hash])
    (await anonymous.get(`${service.url}/kalends/v1/submit/${hash}`)).expect(404);
  (await anonymous.get(`${service.url}/kalends/v1/submit/`)).expect(404);
  await service.restart({ KALENDS_PUBLIC_URL: undefined });
});

test('names that run from right to left keep their direction within a mail, and texts of editors have links', async () => {
  const title = 'موسيقى 2027';
  const made = (await propose({ title, contact_name: 'דנה', contact_email: 'rtl@example.org' })).expect(201);
  await mailTo('rtl@example.org');
  const question = 'See https://example.org/help?a=1&b=2.';
  (await decide(made, 'ask', { message: question })).expect(200);
  const mail = await mailTo('rtl@example.org');
  for (const name of [title, 'דנה']) assert.ok(mail.text.includes(`\u2068${name}\u2069`), mail.text);
  const page = await anonymous.get(String(made.at('url')), undefined, { accept: 'text/html' });
  const link = '<a href="https://example.org/help?a=1&amp;b=2" rel="nofollow ugc noopener">';
  assert.ok(page.expect(200).text.includes(`dir="auto">See ${link}`));
  assert.match(page.text, /<h3 class="ev-h" dir="auto" data-shows="title">موسيقى/);
});

test('an accepted proposal is published with the venue and organizer that it named', async () => {
  const known = (
    await editor().post('/organizers', { organizer: 'Long Row', description: 'Since 1990' })
  ).expect(201);
  const made = (
    await propose({
      title: 'Party',
      contact_email: 'ok@example.org',
      venue_name: 'New Yard',
      venue_city: 'Bremen',
      organizer: 'long row',
    })
  ).expect(201);
  await mailTo('ok@example.org');
  const done = (await decide(made, 'accept')).expect(200);
  assert.equal(done.at('state'), 'accepted');
  const event = (await anonymous.get(`/events/${(await eventOf(made)).id}`)).expect(200);
  assert.deepEqual(
    [event.at('status'), Object(event.at('venue'))['venue'], Object(event.at('venue'))['city']],
    ['publish', 'New Yard', 'Bremen'],
  );
  assert.equal(Object(event.rows('organizer')[0])['id'], known.id());
  const { text } = await mailTo('ok@example.org');
  assert.match(text, /“Party” is now in the calendar\.\r?\n/);
  assert.doesNotMatch(text, /https?:/);
  assert.equal((await anonymous.get(own(made))).at('event_url'), event.at('url'));
  for (const what of ['accept', 'reject', 'reopen']) (await decide(made, what)).expect(409);
  (await decide(made, 'ask', { message: 'Late?' })).expect(409);
  const other = (await propose({ title: 'Elsewhere', venue_name: 'Typo Yard' })).expect(201);
  const venue = (await editor().post('/venues', { venue: 'Right Yard' })).expect(201).id();
  (await decide(other, 'accept', { venue })).expect(200);
  assert.equal(
    Object((await anonymous.get(`/events/${(await eventOf(other)).id}`)).at('venue'))['id'],
    venue,
  );
});

test('a rejection is told after ten minutes, until when it is taken back unnoticed', async () => {
  const named = async (name: string) => {
    const made = (await propose({ title: name, contact_email: `${name}@example.org` })).expect(201);
    await mailTo(`${name}@example.org`);
    return made;
  };
  const [kept, undone, restored, taken] = [
    await named('kept'),
    await named('undone'),
    await named('restored'),
    await named('taken'),
  ];
  for (const made of [kept, undone, restored, taken]) {
    (await decide(made, 'reject', { message: 'No advertising.' })).expect(200);
    assert.equal((await eventOf(made)).status, 'trash');
    const read = (await anonymous.get(own(made))).expect(200);
    assert.deepEqual([read.at('state'), read.at('message')], ['waiting', '']);
  }
  assert.equal((await decide(kept, 'reopen')).expect(200).at('state'), 'waiting');
  // In the history, too, and by hand.
  await undoLatest((await eventOf(undone)).id);
  (await editor().send('PUT', `/events/${(await eventOf(restored)).id}`, { status: 'pending' })).expect(200);
  for (const made of [kept, undone, restored]) {
    assert.equal((await eventOf(made)).status, 'pending');
    const read = (await anonymous.get(own(made))).expect(200);
    assert.deepEqual([read.at('state'), read.at('message')], ['waiting', '']);
    const told = (await editor().get(`${SUBMISSIONS()}/${await idOf(made)}`)).expect(200);
    assert.deepEqual(
      ['state', 'message', 'decided_utc', 'decided_by'].map((name) => told.at(name)),
      ['waiting', '', null, null],
    );
  }
  await service.restart({ KALENDS_CLOCK: '2026-11-23T12:10:10Z' });
  assert.match((await mailTo('taken@example.org')).text, /“taken”[\s\S]*No advertising\./);
  const others = /^(kept|undone|restored)@/;
  assert.ok(server.mails.every(({ to }) => !others.test(String(to[0]))));
  const read = (await anonymous.get(own(taken).replace(/^http:\/\/[^/]+/, service.url))).expect(200);
  assert.deepEqual([read.at('state'), read.at('message')], ['rejected', 'No advertising.']);
});

test('the queue tells states, doubles, and what was decided elsewhere', async () => {
  const made = (await propose({ title: 'Jazz on the roof' })).expect(201);
  (await editor().post('/events', { title: 'Jazz on the Roof', ...TIMES })).expect(201);
  const read = (await editor().get(`${SUBMISSIONS()}/${await idOf(made)}`)).expect(200);
  assert.deepEqual(
    read.rows('duplicates').map(({ title }) => title),
    ['Jazz on the Roof'],
  );
  assert.deepEqual(read.at('contact'), { name: 'Ada L.', email: 'ada@example.org' });
  (await editor().send('PUT', `/events/${(await eventOf(made)).id}`, { status: 'publish' })).expect(200);
  const accepted = (await editor().get(`${SUBMISSIONS()}?state=accepted&per_page=50`)).expect(200);
  assert.equal(accepted.at('by_mail'), true);
  assert.ok(
    (await Promise.all([idOf(made)])).every((id) =>
      accepted.rows('submissions').some((row) => row['id'] === id),
    ),
  );
  assert.equal((await anonymous.get(own(made))).at('state'), 'accepted');
  assert.deepEqual(params((await editor().get(`${SUBMISSIONS()}?state=lost`)).expect(400)), ['state']);
});

test('a decision that is taken back in the history leaves a proposal that waits and can be decided', async () => {
  for (const what of ['accept', 'reject']) {
    const made = (await propose({ title: `Taken back: ${what}` })).expect(201);
    (await decide(made, what)).expect(200);
    await undoLatest((await eventOf(made)).id);
    const waiting = (await editor().get(`${SUBMISSIONS()}/${await idOf(made)}`)).expect(200);
    assert.equal(waiting.at('state'), 'waiting');
    assert.equal((await decide(made, 'accept')).expect(200).at('state'), 'accepted');
    assert.equal((await eventOf(made)).status, 'publish');
  }
});

test('some days after a decision nobody knows any more who it was, and the calendar is sound', async () => {
  await service.restart({ KALENDS_CLOCK: '2026-12-24T12:10:10Z' });
  const db = await openCalendar(service.data);
  const rows = () => db.read.selectFrom('submissions').select(['state', 'contact_email', 'client']).execute();
  for (const endMs = performance.now() + 60_000; ; ) {
    const decided = (await rows()).filter(
      ({ state, contact_email }) => !['waiting', 'asked'].includes(state) && contact_email !== '',
    );
    if (decided.length === 0) break;
    assert.ok(performance.now() < endMs, 'contacts are still there');
  }
  assert.ok((await rows()).every(({ client }) => client === ''));
  assert.ok((await rows()).some(({ contact_email }) => contact_email !== ''));
  await db.close();
  await assertSound(service);
});
