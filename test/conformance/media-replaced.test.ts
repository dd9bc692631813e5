import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import type { Answer, Body, Client } from '../support/client.ts';
import { makeEvent } from '../support/events.ts';
import { startNewYork } from '../support/new-york.ts';
import type { Service } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

let service: Service;
let admin: Client;

before(async () => {
  ({ service, admin } = await startNewYork());
});
after(() => service?.stop());

/** A picture whose left half is black and whose right half is of a colour. */
async function picture(colour: string, width = 1200, height = 600): Promise<Buffer> {
  const half = { width: width / 2, height, channels: 3, background: colour } as const;
  const right = await sharp({ create: half }).png().toBuffer();
  return sharp({ create: { ...half, width, background: '#000000' } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .jpeg()
    .toBuffer();
}
const ours = (path: string) => `${service.url}/kalends/v1${path}`;
function form(bytes: Buffer, name: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name);
  return body;
}
const upload = async (bytes: Buffer, fields?: Readonly<Record<string, string>>, by = admin) =>
  (await by.post(ours('/media'), form(bytes, 'poster.jpg', fields))).expect(201);
const replace = (id: number, body: Body, by = admin) => by.post(ours(`/media/${id}/file`), body);
const read = async (id: number) => (await admin.get(ours(`/media/${id}`))).expect(200);
const undoLatest = async (id: number): Promise<Answer> => {
  const entries = (await admin.get(ours(`/history?kind=media&id=${id}`))).expect(200).rows('history');
  return (await admin.post(ours(`/history/${String(entries[0]?.['id'])}/undo`), {})).expect(200);
};

/** The hashes of all files of a picture, by their addresses; null where one isn't served. */
async function served(answer: Answer): Promise<Record<string, string | null>> {
  const sizes = answer.at('media_details.sizes');
  const addresses = [
    answer.at('source_url'),
    ...(sizes ? Object.values(sizes).map((one) => Object(one).source_url) : []),
  ];
  const found: Record<string, string | null> = {};
  for (const address of addresses.map(String)) {
    const response = await fetch(address);
    const hash = createHash('sha256').update(Buffer.from(await response.arrayBuffer()));
    found[address] = response.status === 200 ? hash.digest('hex') : null;
  }
  return found;
}
const isServed = async (answer: Answer) =>
  [...new Set(Object.values(await served(answer)).map((hash) => hash !== null))].join();

describe('a picture', () => {
  test('that is replaced keeps its ID, its texts and its events, and comes back byte for byte by an undo', async () => {
    const before = await upload(await picture('#ff0000'), { alt_text: 'A poster', credit: 'Studio' });
    const id = before.id();
    const event = (await makeEvent(admin, { title: 'Concert', image: id })).id();
    const imageOf = async () => (await admin.get(`/events/${event}`)).expect(200).at('image.url');
    assert.equal(await imageOf(), before.at('source_url'));
    const files = await served(before);
    const after = (await replace(id, form(await picture('#0000ff', 1600, 800), 'other.jpg'))).expect(200);
    assert.deepEqual([after.id(), after.at('alt_text'), after.at('credit')], [id, 'A poster', 'Studio']);
    assert.equal(after.at('media_details.width'), 1600);
    assert.equal(await imageOf(), after.at('source_url'));
    assert.equal(await isServed(before), 'false');
    assert.equal(await isServed(after), 'true');
    assert.deepEqual((await undoLatest(id)).body, { undone: 1, kept: [], failed: 0 });
    assert.deepEqual((await read(id)).body, {
      ...Object(before.body),
      revision: (await read(id)).at('revision'),
    });
    assert.deepEqual(await served(before), files);
    assert.equal(await isServed(after), 'false');
    assert.equal(await imageOf(), before.at('source_url'));
    assert.deepEqual((await undoLatest(id)).body, { undone: 1, kept: [], failed: 0 });
    assert.equal(await isServed(after), 'true');
    assert.equal(await isServed(before), 'false');
    await assertSound(service);
  });

  test('that was replaced twice stays as it is where the first time alone is taken back', async () => {
    const id = (await upload(await picture('#ff0000'))).id();
    (await replace(id, form(await picture('#00ff00', 1200, 800), 'a.jpg'))).expect(200);
    const [first] = (await admin.get(ours(`/history?kind=media&id=${id}`))).rows('history');
    const last = (await replace(id, form(await picture('#0000ff', 800, 800), 'b.jpg'))).expect(200);
    const undone = await admin.post(ours(`/history/${String(first?.['id'])}/undo`), {});
    assert.deepEqual(undone.expect(200).at('kept'), [
      { kind: 'media', id, reason: 'changed_since', fields: ['file'] },
    ]);
    assert.deepEqual((await read(id)).at('media_details'), last.at('media_details'));
    assert.equal(await isServed(last), 'true');
  });

  test('that is deleted isn’t served, and is there and shown again after an undo', async () => {
    const before = await upload(await picture('#ff00ff'));
    const id = before.id();
    const event = (await makeEvent(admin, { title: 'Reading', image: id })).id();
    const files = await served(before);
    (await admin.delete(ours(`/media/${id}`))).expect(200);
    assert.equal(await isServed(before), 'false');
    assert.equal((await admin.get(`/events/${event}`)).at('image'), false);
    assert.deepEqual((await undoLatest(id)).body, { undone: 1, kept: [], failed: 0 });
    assert.deepEqual(await served(await read(id)), files);
    assert.equal((await admin.get(`/events/${event}`)).at('image.id'), id);
    // That is taken back, too, and once more.
    (await undoLatest(id)).expect(200);
    (await admin.get(ours(`/media/${id}`))).expect(404);
    assert.equal(await isServed(before), 'false');
    (await undoLatest(id)).expect(200);
    assert.deepEqual(await served(await read(id)), files);
  });

  test('is cut to what is asked for, and keeps its focal point where that is within', async () => {
    const id = (await upload(await picture('#ffffff'), { focal_point: '{"x":0.75,"y":0.5}' })).id();
    const crop = { x: 0.5, y: 0.25, width: 0.5, height: 0.5 };
    const cut = (await replace(id, { crop })).expect(200);
    assert.deepEqual([cut.at('media_details.width'), cut.at('media_details.height')], [600, 300]);
    assert.deepEqual(cut.at('focal_point'), { x: 0.5, y: 0.5 });
    const bytes = Buffer.from(await (await fetch(String(cut.at('source_url')))).arrayBuffer());
    const { channels } = await sharp(bytes).stats();
    assert.ok(
      channels.every(({ min }) => min > 200),
      'it is of the right half',
    );
    const second = (await replace(id, { crop: { x: 0, y: 0, width: 0.4, height: 1 } })).expect(200);
    assert.equal(second.at('focal_point'), null);
    (await undoLatest(id)).expect(200);
    assert.deepEqual((await read(id)).at('focal_point'), { x: 0.5, y: 0.5 });
  });

  test('stays as it is where what is sent can’t be used, is tried out, or isn’t one’s own', async () => {
    const before = await upload(await picture('#ffffff'));
    const id = before.id();
    for (const [body, code] of [
      [{}, 'rest_upload_no_data'],
      [form(Buffer.from('<script>alert(1)</script>'), 'a.jpg'), 'rest_upload_file_type'],
      [form(Buffer.from('a note\n'), 'a.txt'), 'rest_upload_file_type'],
      [form((await picture('#ffffff')).subarray(0, 900), 'a.jpg'), 'rest_upload_unknown_error'],
      [{ crop: { x: 0.5, y: 0, width: 0.6, height: 1 } }, 'rest_invalid_param'],
      [{ crop: { x: 0, y: 0, width: 0.001, height: 1 } }, 'rest_invalid_param'],
      [{ crop: 'all' }, 'rest_invalid_param'],
    ] as const) {
      const answer = (await replace(id, body)).expect(400);
      assert.equal(answer.at('code'), code);
      if (code === 'rest_invalid_param') assert.match(answer.text, /"crop"/);
    }
    (await replace(id, { crop: { x: 0, y: 0, width: 0.5, height: 1 }, dry_run: true })).expect(200);
    (await replace(id, form(await picture('#000000'), 'b.jpg'), service.as('author'))).expect(404);
    (await replace(id, form(await picture('#000000'), 'b.jpg'), service.anonymous)).expect(401);
    (await replace(999_999, form(await picture('#000000'), 'b.jpg'))).expect(404);
    assert.deepEqual((await read(id)).body, {
      ...Object(before.body),
      revision: (await read(id)).at('revision'),
    });
    assert.equal(await isServed(before), 'true');
    assert.deepEqual((await admin.get(ours(`/history?kind=media&id=${id}`))).rows('history').length, 1);
  });
});
