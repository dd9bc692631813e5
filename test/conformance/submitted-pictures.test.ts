// Pictures of proposals: who may send which, that nobody else sees them before they are accepted, and that they go with their proposal.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { hugeAvif, packedText, plainPicture, png } from '../support/bombs.ts';
import type { Answer } from '../support/client.ts';
import { calendarSettings, dropCalendar, openCalendar } from '../support/engine.ts';
import { photo } from '../support/pictures.ts';
import { command, inherited } from '../support/program.ts';
import { people, startService } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';
import { workFor } from '../support/submissions.ts';

const UPLOAD_LIMIT = 300_000;
const service = await startService({
  clock: '2026-11-23T12:00:00Z',
  env: {
    KALENDS_SUBMISSIONS: 'true',
    KALENDS_PROOF_OF_WORK: '4',
    KALENDS_UPLOAD_LIMIT: String(UPLOAD_LIMIT),
    KALENDS_TRUST_PROXY: 'loopback',
  },
});
after(() => service.stop());
await people(service);

const { anonymous } = service;
const editor = service.as('editor');
const ours = (at: string) => `${service.url}/kalends/v1${at}`;
/** Returns an address at the service as it runs now. */
const here = (address: unknown) => String(address).replace(/^https?:\/\/[^/]+/, service.url);
const FIELDS = {
  title: 'Breakfast <b>& co</b>',
  start_date: '2027-03-01 10:00',
  end_date: '2027-03-01 12:00',
  contact_name: 'Ada L.',
  contact_email: 'ada@example.org',
};
let clients = 0;
const newClient = () => `198.51.${Math.floor(++clients / 200)}.${1 + (clients % 200)}`;

/** Returns a form with fields and a file. */
function form(fields: object, bytes: Uint8Array, name = 'us.png', type = 'image/png'): FormData {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, String(value));
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return body;
}
const work = () => workFor(anonymous, service.url);
/** Sends a proposal with a picture, from an address of its own. */
async function propose(
  bytes: Uint8Array = photo,
  fields: object = {},
  client = newClient(),
): Promise<Answer> {
  const body = form({ ...FIELDS, ...(await work()), alt_text: 'Our table', ...fields }, bytes);
  return anonymous.post(ours('/submissions'), body, { 'x-forwarded-for': client });
}
const own = (answer: Answer) => String(answer.at('rest_url'));
const picture = (answer: Answer) => anonymous.get(here(answer.at('image.url')));
/** Returns what editors read of the newest proposal. */
async function newest(): Promise<Answer> {
  const list = (await editor.get(ours('/submissions?per_page=50'))).expect(200);
  const ids = list.rows('submissions').map(({ id }) => Number(id));
  return (await editor.get(ours(`/submissions/${Math.max(...ids)}`))).expect(200);
}
const media = async () => (await editor.get(ours('/media?per_page=50'))).expect(200).rows('media');
/** The files that are served. */
const served = () =>
  readdirSync(path.join(service.data, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.swept'))
    .map(({ name }) => name);
const codeOf = (answer: Answer) => `${answer.status} ${String(answer.at('code'))}`;

test('a picture comes with a proposal, and is its event’s picture once that is accepted', async () => {
  const made = (await propose()).expect(201);
  assert.deepEqual(
    [made.at('image.width'), made.at('image.height'), made.at('image.alt_text')],
    [1200, 800, 'Our table'],
  );
  const read = await newest();
  assert.deepEqual([read.at('image.width'), read.at('image.alt_text')], [1200, 'Our table']);
  const id = Number(read.at('image.id'));
  const [row] = await media();
  assert.deepEqual(
    [row?.['author'], Object(row?.['title'])['rendered']],
    [0, 'Breakfast &lt;b&gt;&amp; co&lt;/b&gt;'],
  );
  const event = Number(read.at('event.id'));
  (await editor.post(ours(`/submissions/${String(read.at('id'))}/accept`), {})).expect(200);
  const shown = (await anonymous.get(`/events/${event}`)).expect(200);
  assert.deepEqual([shown.at('image.id'), shown.at('image.alt_text')], [id, 'Our table']);
  assert.equal(
    (await anonymous.get(String(shown.at('image.url')))).expect(200).headers['content-type'],
    'image/png',
  );
  (await anonymous.get(ours(`/media/${id}`))).expect(200);
});

test('before that nobody else sees it: its address is told to nobody, and no other site can show it', async () => {
  const made = (await propose()).expect(201);
  const read = await newest();
  const id = Number(read.at('image.id'));
  const file = new URL(String(read.at('image.url'))).pathname;
  assert.match(file, /\/media\/2026\/11\/[0-9a-f]{20}\/us\.png$/);
  for (const who of [anonymous, service.as('author'), service.as('subscriber')])
    (await who.get(ours(`/media/${id}`))).expect(404);
  for (const who of ['author', 'contributor'] as const)
    assert.doesNotMatch((await service.as(who).get(ours('/media'))).text, /us\.png/);
  const shown = (await picture(made)).expect(200);
  assert.deepEqual(
    ['content-type', 'cross-origin-resource-policy', 'access-control-allow-origin'].map(
      (name) => shown.headers[name],
    ),
    ['image/png', 'same-origin', undefined],
  );
  assert.match(shown.headers['content-security-policy'] ?? '', /sandbox/);
  assert.match(shown.headers['cache-control'] ?? '', /no-store/);
  const page = new URL(String(made.at('url'))).pathname;
  for (const address of [
    own(made),
    `${service.url}${page}`,
    `${service.url}${page}?edit=1`,
    `${service.url}/events/list/`,
    '/events?start_date=2027-01-01',
  ])
    assert.ok(!(await anonymous.get(address)).expect(200).text.includes(file), address);
  assert.doesNotMatch(service.log(), new RegExp(own(made).split('/').at(-1) ?? '-'));
  (await anonymous.get(`${service.url}/submit/nothing-of-ours/picture`)).expect(404);
});

test('files that are no pictures, and pictures that cost too much, are refused and count as tries', async () => {
  const before = served().length;
  const wrong: readonly [bytes: Buffer, code: string][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), '400 rest_upload_file_type'],
    [Buffer.from('%PDF-1.7 a document'), '400 rest_upload_file_type'],
    [Buffer.from('plain text'), '400 rest_upload_file_type'],
    [Buffer.from('GIF89a<script>alert(1)</script>'), '400 rest_upload_unknown_error'],
    [hugeAvif, '400 rest_upload_unknown_error'],
    [png(60_000, 60_000, { claim: true }), '400 rest_upload_unknown_error'],
    [photo.subarray(0, 3000), '400 rest_upload_unknown_error'],
    [Buffer.concat([photo, Buffer.alloc(UPLOAD_LIMIT)]), '413 rest_body_too_large'],
  ];
  for (const [bytes, code] of wrong) assert.equal(codeOf(await propose(bytes)), code);
  const client = newClient();
  for (let n = 0; n < 10; n++) assert.equal(codeOf(await propose(wrong[0]?.[0], {}, client)), wrong[0]?.[1]);
  assert.equal(codeOf(await propose(photo, {}, client)), '429 rest_too_many_requests');
  assert.equal(served().length, before);
});

test('what a picture carries beside itself is gone, and so is the original of a large one', async () => {
  const polyglot = Buffer.concat([
    png(30, 20, { beside: [packedText(1000)] }),
    Buffer.from('<?php phpinfo(); ?><script>alert(1)</script>'),
  ]);
  const made = (await propose(polyglot, { title: 'Polyglot' })).expect(201);
  const bytes = (await picture(made)).expect(200).text;
  assert.doesNotMatch(bytes, /php|script|zTXt/);
  const large = (await propose(await plainPicture('jpeg', 3000, 200), { title: 'Large' })).expect(201);
  assert.equal(large.at('image.width'), 2560);
  const [row] = await media();
  assert.doesNotMatch(served().join(), /us\.jpg/);
  assert.match(JSON.stringify(row), /us-scaled\.jpg/);
});

test('a proof lets one picture in: without one, with an old one, or many at once with it, the rest is refused', async () => {
  const before = (await media()).length;
  const { challenge, proof } = await work();
  const bare = await anonymous.post(ours('/submissions'), form({ ...FIELDS, challenge }, photo), {
    'x-forwarded-for': newClient(),
  });
  assert.equal(codeOf(bare), '400 rest_invalid_param');
  const many = await Promise.all(
    Array.from({ length: 6 }, (_, n) => propose(photo, { title: `Many ${n}`, challenge, proof })),
  );
  assert.equal(many.filter(({ status }) => status === 201).length, 1);
  for (const { status } of many) assert.ok([201, 400].includes(status), String(status));
  assert.equal((await media()).length, before + 1);
  // The same once more is the same proposal, with its picture or without.
  const again = { ...(await work()), title: 'Again' };
  const client = newClient();
  const first = (await propose(photo, again, client)).expect(201);
  const second = (await propose(photo, again, client)).expect(201);
  assert.equal(own(second), own(first));
  assert.equal(second.at('image.width'), 1200);
  assert.equal((await media()).length, before + 2);
});

test('an hour’s proposals with pictures are bounded, many at once too', async () => {
  const client = newClient();
  const bodies = await Promise.all(
    Array.from({ length: 14 }, (_, n) => work().then((made) => ({ ...made, title: `N ${n}` }))),
  );
  const small = await plainPicture('png', 8, 8);
  const answers = await Promise.all(bodies.map((body) => propose(small, body, client)));
  const taken = answers.filter(({ status }) => status === 201).length;
  assert.ok(taken >= 1 && taken <= 10, String(taken));
  for (const { status } of answers) assert.ok([201, 429, 503].includes(status), String(status));
});

test('a new picture takes the place of the one before, and only of one’s own', async () => {
  const other = (await propose(photo, { title: 'Other' })).expect(201);
  const others = (await newest()).at('image.id');
  const made = (await propose(photo, { title: 'Mine' })).expect(201);
  const read = await newest();
  const change = (body: FormData | object) => anonymous.send('POST', own(made), body);
  // A picture is a file that is sent: neither an ID nor an address names one.
  for (const image of [others, String(read.at('image.url')), 'https://example.org/a.png'])
    assert.equal((await change({ image, picture_id: others })).expect(200).at('image.width'), 1200);
  assert.equal((await newest()).at('image.id'), read.at('image.id'));
  const smaller = await plainPicture('jpeg', 40, 30);
  const changed = (await change(form({ alt_text: 'Smaller' }, smaller, 'b.jpg', 'image/jpeg'))).expect(200);
  assert.deepEqual([changed.at('image.width'), changed.at('image.alt_text')], [40, 'Smaller']);
  (await editor.get(ours(`/media/${String(read.at('image.id'))}`))).expect(404);
  (await anonymous.get(String(read.at('image.url')))).expect(404);
  assert.equal((await change({ alt_text: 'Small' })).expect(200).at('image.alt_text'), 'Small');
  assert.equal((await newest()).at('image.alt_text'), 'Small');
  assert.equal(codeOf(await change(form({}, Buffer.from('text')))), '400 rest_upload_file_type');
  assert.equal((await anonymous.get(own(made))).at('image.width'), 40);
  assert.equal((await change({ remove_image: true })).expect(200).at('image'), null);
  assert.equal((await newest()).at('image'), null);
  (await picture(changed)).expect(404);
  assert.equal((await picture(other)).expect(200).headers['content-type'], 'image/png');
  for (let n = 0; n < 8; n++) (await change(form({}, smaller))).expect(200);
  assert.equal(codeOf(await change(form({}, smaller))), '429 rest_too_many_requests');
});

test('a picture goes with a proposal that is withdrawn, unless an editor has used it elsewhere', async () => {
  const made = (await propose()).expect(201);
  const { at } = await newest();
  const id = Number(at('image.id'));
  const kept = (await propose(photo, { title: 'Used' })).expect(201);
  const used = Number((await newest()).at('image.id'));
  (await editor.post('/venues', { venue: 'Long Row', image: used })).expect(201);
  for (const one of [made, kept]) {
    const withdrawn = (await anonymous.send('DELETE', own(one))).expect(200);
    (await picture(one)).expect(withdrawn.at('image') === null ? 404 : 200);
  }
  (await editor.get(ours(`/media/${id}`))).expect(404);
  (await anonymous.get(String(at('image.url')))).expect(404);
  (await anonymous.get(ours(`/media/${used}`))).expect(200);
});

test('a rejected proposal keeps its picture as long as it may be taken back, and no longer', async () => {
  const made = (await propose()).expect(201);
  const read = await newest();
  const id = Number(read.at('image.id'));
  const decide = (what: string) => editor.post(ours(`/submissions/${String(read.at('id'))}/${what}`), {});
  assert.equal((await decide('reject')).expect(200).at('image.id'), id);
  (await anonymous.get(ours(`/media/${id}`))).expect(404);
  assert.equal((await decide('reopen')).expect(200).at('image.id'), id);
  (await decide('reject')).expect(200);
  const db = await openCalendar(service.data);
  await db.write((trx) =>
    trx
      .updateTable('submissions')
      .set({ decided_utc: '2026-10-01 12:00:00' })
      .where('id', '=', Number(read.at('id')))
      .execute(),
  );
  await db.close();
  // The job that erases contacts runs as the service starts.
  await service.restart();
  while ((await editor.get(ours(`/media/${id}`))).status !== 404);
  assert.equal((await anonymous.get(here(own(made)))).at('image'), null);
});

test('an undo brings the picture back with what it was removed from', async () => {
  (await propose(photo, { title: 'Undone' })).expect(201);
  const read = await newest();
  const id = Number(read.at('image.id'));
  const event = Number(read.at('event.id'));
  (await editor.delete(ours(`/media/${id}`))).expect(200);
  assert.equal((await editor.get(ours(`/submissions/${String(read.at('id'))}`))).at('image'), null);
  const [deleted] = (await editor.get(ours(`/history?kind=media&id=${id}`))).expect(200).rows('history');
  (await editor.post(ours(`/history/${String(deleted?.['id'])}/undo`), {})).expect(200);
  assert.equal((await editor.get(ours(`/submissions/${String(read.at('id'))}`))).at('image.id'), id);
  const accepted = await editor.post(ours(`/submissions/${String(read.at('id'))}/accept`), {});
  assert.equal(accepted.expect(200).at('image.id'), id);
  const [latest] = (await editor.get(ours(`/history?kind=event&id=${event}`))).rows('history');
  (await editor.post(ours(`/history/${String(latest?.['id'])}/undo`), {})).expect(200);
  (await anonymous.get(ours(`/media/${id}`))).expect(404);
  await assertSound(service);
});

test('pictures of proposals that wait have one gibibyte together, and leave room as they are decided', async () => {
  const made = (await propose(photo, { title: 'Huge' })).expect(201);
  const read = await newest();
  const weigh = async (filesize: number) => {
    const db = await openCalendar(service.data);
    const id = Number(read.at('image.id'));
    await db.write((trx) => trx.updateTable('media').set({ filesize }).where('id', '=', id).execute());
    await db.close();
  };
  const other = (await propose(photo, { title: 'Just in time' })).expect(201);
  await weigh(1024 ** 3);
  const files = served().length;
  const late = await propose(photo, { title: 'Too late' });
  assert.equal(codeOf(late), '429 rest_too_many_requests');
  assert.ok(Number(late.headers['retry-after']) > 0);
  const changed = await anonymous.send('POST', own(other), form({}, photo));
  assert.equal(codeOf(changed), '429 rest_too_many_requests');
  assert.equal(served().length, files);
  // Without a picture there is room.
  const bare = { ...FIELDS, title: 'Bare', ...(await work()) };
  (await anonymous.post(ours('/submissions'), bare, { 'x-forwarded-for': newClient() })).expect(201);
  (await anonymous.send('DELETE', own(made))).expect(200);
  (await propose(photo, { title: 'In again' })).expect(201);
});

test('a backup has the pictures of proposals that wait, and restored they are as hidden as before', async () => {
  (await propose(photo, { title: 'Waits over a backup' })).expect(201);
  const read = await newest();
  const id = Number(read.at('image.id'));
  const folder = mkdtempSync(path.join(tmpdir(), 'kalends-pictures-'));
  const place = path.join(folder, 'restored');
  try {
    const file = path.join(folder, 'whole.tar');
    const backup = await service.cli(['backup', file]);
    assert.equal(backup.code, 0, backup.stderr);
    const env = { ...inherited, ...(await calendarSettings(place, { empty: true })) };
    const restored = await command(env, ['restore', file]);
    assert.equal(restored.code, 0, restored.stderr);
    const again = await startService({
      data: place,
      clock: '2026-11-23T12:00:00Z',
      env: { KALENDS_SUBMISSIONS: 'true' },
    });
    try {
      again.know('editor', service.credentials('editor'));
      const at = (address: string) => `${again.url}/kalends/v1${address}`;
      const submission = (await again.as('editor').get(at(`/submissions/${String(read.at('id'))}`))).expect(
        200,
      );
      assert.deepEqual(
        [submission.at('state'), submission.at('image.id'), submission.at('image.alt_text')],
        ['waiting', id, 'Our table'],
      );
      const picture = new URL(String(submission.at('image.url'))).pathname;
      const shown = (await again.as('editor').get(again.url + picture)).expect(200);
      assert.equal(shown.headers['content-type'], 'image/png');
      (await again.anonymous.get(at(`/media/${id}`))).expect(404);
      (await again.as('editor').post(at(`/submissions/${String(read.at('id'))}/accept`), {})).expect(200);
      (await again.anonymous.get(at(`/media/${id}`))).expect(200);
      await assertSound(again);
    } finally {
      await again.stop();
    }
  } finally {
    await dropCalendar(place);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a trial of a proposal leaves no picture', async () => {
  const [rows, files] = [(await media()).length, served().length];
  const body = form({ ...FIELDS, ...(await work()), dry_run: true }, photo);
  const tried = await anonymous.post(ours('/submissions'), body, { 'x-forwarded-for': newClient() });
  assert.equal(tried.expect(201).at('dry_run'), true);
  assert.deepEqual([(await media()).length, served().length], [rows, files]);
});
