// Forms of pages, as browsers send them: the password of an event, and the proposals of visitors.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isProof } from '#api/proof-of-work/rules.ts';
import type { Answer } from '../support/client.ts';
import { photo } from '../support/pictures.ts';
import { people, type Service, startService } from '../support/service.ts';

const UPLOAD_LIMIT = 2_000_000;
let service: Service;
before(async () => {
  service = await startService({
    clock: '2026-11-20T18:00:00Z',
    env: {
      KALENDS_PROOF_OF_WORK: '4',
      KALENDS_SUBMISSIONS: 'true',
      KALENDS_TIMEZONE: 'Europe/Berlin',
      KALENDS_UPLOAD_LIMIT: String(UPLOAD_LIMIT),
    },
  });
  await people(service);
});
after(() => service?.stop());

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const visit = (path: string) => service.anonymous.get(`${service.url}${path}`, undefined, BROWSER);
const send = (path: string, fields: Record<string, string>, site = 'same-origin'): Promise<Answer> =>
  service.anonymous.send('POST', `${service.url}${path}`, new URLSearchParams(fields), {
    ...BROWSER,
    'sec-fetch-site': site,
    origin: site === 'same-origin' ? service.url : 'https://elsewhere.example',
  });

test('the password of an event opens its page, but not from pages of others', async () => {
  const event = { title: 'Locked', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' };
  const secret = { ...event, description: 'Behind the door.', password: 'open it' };
  (await service.as('admin').post('/events', secret)).expect(201);
  const opened = (await send('/event/locked/', { password: 'open it' })).expect(200);
  assert.match(opened.text, /Behind the door/);
  (await send('/event/locked/', { password: 'open it' }, 'cross-site')).expect(403);
  (await send('/calendar/events/v1/events', { title: 'Forged' })).expect(403);
});

const FIELDS = {
  title: 'Breakfast <b>outside</b>',
  description: 'Bring something.',
  day: '2027-03-07',
  begin: '10:00',
  end: '12:30',
  repeat: 'monthly',
  times: '3',
  venue_name: 'old HALL',
  contact_name: 'Ada',
  contact_email: 'ada@example.org',
  language: 'de',
};

/** Opens the form, and returns its challenge with a proof, as the script of the page finds it. */
async function work(): Promise<Record<string, string>> {
  const { text } = (await visit('/de/submit')).expect(200);
  const [, challenge = ''] = /name="challenge" value="([^"]+)"/.exec(text) ?? [];
  const difficulty = Number(/data-difficulty="(\d+)"/.exec(text)?.[1]);
  let proof = 0;
  while (!isProof({ challenge, difficulty, expiresSeconds: 0 }, String(proof))) proof++;
  return { challenge, proof: String(proof), homepage: '' };
}

test('a proposal is sent by the form, followed at its own address, changed and withdrawn', async () => {
  const admin = service.as('admin');
  const venue = (await admin.post('/venues', { venue: 'Old Hall' })).expect(201).id();
  const sent = (await send('/de/submit', { ...FIELDS, ...(await work()) })).expect(303);
  const address = sent.headers['location'] ?? '';
  assert.match(address, /\/de\/submit\/[\w-]+$/);
  const path = address.slice(service.url.length);
  const page = (await visit(path)).expect(200);
  assert.match(page.text, /Breakfast &lt;b&gt;outside&lt;\/b&gt;/);
  assert.match(page.headers['x-robots-tag'] ?? '', /noindex/);
  // Neither the page nor the form that changes it, which has a name and an address, is kept by anybody.
  for (const own of [page, (await visit(`${path}?edit=1`)).expect(200)]) {
    assert.equal(own.headers['referrer-policy'], 'no-referrer');
    assert.equal(own.headers['cache-control'], 'private, no-store');
  }

  const list = await admin.get(`${service.url}/kalends/v1/submissions`);
  const id = list.at('submissions.0.event.id');
  const event = (await admin.get(`/events/${id}?context=edit`)).expect(200);
  assert.deepEqual(
    [event.at('status'), event.at('start_date'), event.at('venue.id')],
    ['pending', '2027-03-07 10:00:00', venue],
  );
  assert.match(JSON.stringify(event.at('recurrence')), /BYDAY=1SU;COUNT=3/);
  assert.doesNotMatch((await visit('/de/events/')).text, /Breakfast/);

  const form = (await visit(`${path}?edit=1`)).expect(200);
  assert.match(form.text, /name="day"[^>]*value="2027-03-07"|value="2027-03-07"[^>]*name="day"/);
  assert.match(form.text, /Old Hall/);
  const wrong = (await send(path, { ...FIELDS, end: '09:00' })).expect(400);
  assert.match(wrong.text, /id="end"[^>]*aria-invalid="true"/);
  (await send(path, { ...FIELDS, title: 'Brunch', repeat: '', times: '' })).expect(303);
  assert.match((await visit(path)).text, /Brunch/);
  (await send(path, { withdraw: '1' })).expect(303);
  assert.match((await visit(path)).text, /zurückgezogen/);
  (await admin.get(`/events/${id}`)).expect(403);
  (await visit('/submit/nothing-of-ours')).expect(404);
});

test('a calendar that sends no mail promises none, and tells whoever proposes to keep the link', async () => {
  assert.doesNotMatch((await visit('/de/submit')).text, /schreiben Ihnen/);
  const sent = (await send('/de/submit', { ...FIELDS, ...(await work()) })).expect(303);
  const { text } = await visit((sent.headers['location'] ?? '').slice(service.url.length));
  assert.doesNotMatch(text, /schreiben Ihnen|in der E-Mail|erhalten eine E-Mail/);
  assert.match(text, /Speichern Sie ihn/);
  const list = await service.as('admin').get(`${service.url}/kalends/v1/submissions`);
  assert.equal(list.at('by_mail'), false);
});

test('what is wrong is told beside its field, and what was typed stays', async () => {
  const proof = await work();
  const refused = (
    await send('/de/submit', { ...FIELDS, ...proof, title: '', contact_email: 'nobody' })
  ).expect(400);
  for (const name of ['title', 'contact_email'])
    assert.match(refused.text, new RegExp(`id="${name}"[^>]*aria-invalid="true"`), name);
  assert.match(refused.text, /Bring something\./);
  // Whoever is slow needs no proof, and whoever is quick does.
  const { proof: _proof, ...unproved } = await work();
  const quick = (await send('/de/submit', { ...FIELDS, ...unproved })).expect(400);
  assert.match(quick.text, /role="alert"/);
  (await send('/de/submit', { ...FIELDS, ...proof, homepage: 'x' })).expect(400);
  (await send('/submit', { ...FIELDS, ...(await work()) }, 'cross-site')).expect(403);
});

/** Sends a form of a page with a file, as browsers do without script; an empty one where nobody has chosen any. */
function sendFile(path: string, fields: Record<string, string>, bytes?: Uint8Array): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  // What stands behind a file is read too.
  body.append(
    'image',
    new Blob([new Uint8Array(bytes ?? [])], { type: 'image/png' }),
    bytes ? 'table.png' : '',
  );
  body.append('cost', '5 €');
  return service.anonymous.send('POST', `${service.url}${path}`, body, {
    ...BROWSER,
    'sec-fetch-site': 'same-origin',
    origin: service.url,
  });
}

test('a picture is sent, shown, described, replaced and removed without script', async () => {
  assert.match((await visit('/submit')).text, /<form[^>]*enctype="multipart\/form-data"/);
  const sent = { ...FIELDS, ...(await work()), alt_text: 'A table outside' };
  const address = (await sendFile('/de/submit', sent, photo)).expect(303).headers['location'] ?? '';
  const path = address.slice(service.url.length);
  const page = (await visit(path)).expect(200);
  assert.match(page.text, /<img[^>]*src="[^"]*\/picture"[^>]*width="1200"[^>]*alt="A table outside"/);
  const list = await service.as('admin').get(`${service.url}/kalends/v1/submissions?per_page=50`);
  const id = String(list.rows('submissions').at(-1)?.['id']);
  const read = async () =>
    (await service.as('admin').get(`${service.url}/kalends/v1/submissions/${id}`)).expect(200);
  const event = await service.as('admin').get(`/events/${String((await read()).at('event.id'))}`);
  assert.deepEqual(
    [event.at('image.alt_text'), event.at('cost'), event.at('all_day'), event.at('venue.venue')],
    ['A table outside', '5€', false, 'Old Hall'],
  );
  assert.match(JSON.stringify(event.at('recurrence')), /BYDAY=1SU;COUNT=3/);

  const form = (await visit(`${path}?edit=1`)).expect(200);
  assert.match(form.text, /name="remove_image"/);
  assert.match(form.text, /id="alt_text"[^>]*value="A table outside"/);
  (await sendFile(path, { ...FIELDS, alt_text: 'Still there' })).expect(303);
  assert.equal((await read()).at('image.alt_text'), 'Still there');
  (await sendFile(path, { ...FIELDS, remove_image: 'on' })).expect(303);
  assert.equal((await read()).at('image'), null);
  assert.doesNotMatch((await visit(path)).text, /\/picture"/);
});

test('a file that can’t be taken is told beside its field, and what was typed stays', async () => {
  const text = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const wrong = (await sendFile('/de/submit', { ...FIELDS, ...(await work()) }, text)).expect(400);
  const large = new Uint8Array(UPLOAD_LIMIT + 1).fill(7);
  const tooLarge = (await sendFile('/de/submit', { ...FIELDS, ...(await work()) }, large)).expect(413);
  for (const { text: page } of [wrong, tooLarge]) {
    assert.match(page, /id="image"[^>]*aria-invalid="true"/);
    assert.match(page, /Bring something\./);
    assert.match(page, /value="5 €"/);
  }
});

test('a calendar that takes no proposals has no such page, and no link to it', async () => {
  assert.match((await visit('/')).text, /href="[^"]*\/submit"/);
  await service.restart({ KALENDS_SUBMISSIONS: undefined });
  (await visit('/submit')).expect(404);
  (await send('/submit', FIELDS)).expect(404);
  assert.doesNotMatch((await visit('/')).text, /href="[^"]*\/submit"/);
  const admin = service.as('admin');
  (await admin.patch(`${service.url}/kalends/v1/settings`, { submissions: true })).expect(200);
  (await visit('/submit')).expect(200);
});
