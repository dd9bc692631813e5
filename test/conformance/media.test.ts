import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Answer, type Body, type Client, createClient, type RequestHeaders } from '../support/client.ts';
import { people, type Role, type Service, startService } from '../support/service.ts';

const SAMPLES = path.join(import.meta.dirname, '..', 'samples', 'media');
const photo = readFileSync(path.join(SAMPLES, 'photo.png'));
const small = readFileSync(path.join(SAMPLES, 'small.jpg'));
const START = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const UPLOAD_LIMIT = 300_000;

let service: Service;
let web: Server;
let hidden: Server;
let hiddenConnections = 0;
const asked: string[] = [];

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listening = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));

before(async () => {
  hidden = await listening(createServer((_request, response) => response.end(photo)));
  hidden.on('connection', () => hiddenConnections++);
  web = await listening(
    createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/away.png')
        response.writeHead(302, { location: `${originOf(hidden)}/photo.png` }).end();
      else if (request.url?.startsWith('/photo')) response.end(photo);
      else if (request.url === '/notes.txt') response.end('notes');
      else response.writeHead(404).end();
    }),
  );
  service = await startService({
    clock: '2026-11-20T18:00:00Z',
    timezone: 'America/New_York',
    env: {
      KALENDS_UPLOAD_LIMIT: String(UPLOAD_LIMIT),
      KALENDS_FETCH_ALLOW: new URL(originOf(web)).host,
    },
  });
  await people(service);
});
after(async () => {
  await service.stop();
  web.close();
  hidden.close();
});

const as = (role: Role | undefined): Client => (role ? service.as(role) : service.anonymous);
const MEDIA = () => `${service.url}/kalends/v1/media`;

function form(bytes: Uint8Array, name: string, type: string, fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return body;
}
const upload = (by: Client, bytes: Uint8Array = small, name = 'small.jpg', type = 'image/jpeg') =>
  by.post(MEDIA(), form(bytes, name, type));
const raw = (by: Client, bytes: Uint8Array, headers: RequestHeaders, to = MEDIA()) =>
  by.post(to, bytes, headers);

function refused(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.at('code'), answer.at('data.status')], [status, code, status]);
}

/** All files that are kept, markers and parts included, but for those that an undo may bring back. */
const kept = () =>
  readdirSync(path.join(service.data, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.swept'))
    .map(({ name }) => name)
    .sort();
/** Name of an uploaded file, in a folder whose name nobody can guess. */
const nameOf = (answer: Answer) =>
  String(answer.at('media_details.file')).replace(/^2026\/11\/[0-9a-f]{20}\//, '');
const total = async () => (await service.as('admin').get(MEDIA())).expect(200).at('total');

describe('Uploads', () => {
  test('POST /kalends/v1/media keeps a picture of a form with its sizes', async () => {
    const body = form(photo, 'photo.png', 'image/png', { title: 'Salt & <b>Pepper</b><script>x</script>' });
    const answer = (await service.as('author').post(MEDIA(), body)).expect(201);
    const id = answer.id();
    assert.equal(answer.headers['location'], `${MEDIA()}/${id}`);
    assert.equal(answer.at('title.rendered'), 'Salt &amp; <b>Pepper</b>');
    assert.equal(answer.at('date'), '2026-11-20T13:00:00');
    assert.equal(answer.at('date_gmt'), '2026-11-20T18:00:00');
    assert.equal(answer.at('author'), 3);
    assert.equal(answer.at('media_type'), 'image');
    assert.equal(answer.at('mime_type'), 'image/png');
    const folder = String(answer.at('source_url')).replace(/\/photo\.png$/, '');
    assert.match(folder, new RegExp(`^${service.url}/media/2026/11/[0-9a-f]{20}$`));
    assert.deepEqual([answer.at('media_details.width'), answer.at('media_details.height')], [1200, 800]);

    const event = await service
      .as('author')
      .post('/events', { title: 'Pictured', ...START, image: String(id) });
    const image = (name: string) => event.expect(201).at(`image.${name}`);
    assert.deepEqual(
      [image('url'), image('id'), image('extension'), image('width'), image('height'), image('filesize')],
      [`${folder}/photo.png`, id, 'png', 1200, 800, photo.length],
    );
    const sizes = { medium: [300, 200], large: [1024, 683], thumbnail: [150, 150], medium_large: [768, 512] };
    assert.deepEqual(Object.keys(Object(image('sizes'))), Object.keys(sizes));
    for (const [name, [width, height]] of Object.entries(sizes)) {
      const url = `${folder}/photo-${width}x${height}.png`;
      assert.equal(image(`sizes.${name}.url`), url);
      assert.deepEqual([image(`sizes.${name}.width`), image(`sizes.${name}.height`)], [width, height]);
      assert.equal(image(`sizes.${name}.mime-type`), 'image/png');
      const file = await fetch(url);
      assert.equal((await file.arrayBuffer()).byteLength, image(`sizes.${name}.filesize`));
    }
  });

  test('POST /wp-json/wp/v2/media takes the raw body under the name of Content-Disposition', async () => {
    const to = `${service.url}/wp-json/wp/v2/media`;
    const admin = service.as('admin');
    const disposition = { 'Content-Disposition': `attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe.png` };
    const picture = await raw(admin, photo, { 'Content-Type': 'image/png', ...disposition }, to);
    assert.equal(nameOf(picture.expect(201)), 'Grusse.png');
    assert.match(picture.headers['location'] ?? '', /\/wp-json\/kalends\/v1\/media\/\d+$/);
    const notes = { 'Content-Type': 'text/plain', 'Content-Disposition': 'attachment; filename="notes.txt"' };
    const files = [];
    for (let i = 0; i < 3; i++) {
      const answer = (await raw(admin, Buffer.from('plain notes'), notes, to)).expect(201);
      assert.equal(answer.at('media_type'), 'file');
      assert.equal(nameOf(answer), 'notes.txt');
      files.push(answer.at('media_details.file'));
    }
    assert.equal(new Set(files).size, 3);
    const nameless = await raw(admin, photo, { 'Content-Type': 'image/png' }, to);
    assert.equal(nameOf(nameless.expect(201)), 'picture.png');
  });

  test('POST /kalends/v1/media judges by content: the name gets the ending of what is there', async () => {
    const answer = await upload(service.as('author'), small, 'invoice.html', 'text/html');
    assert.equal(nameOf(answer.expect(201)), 'invoice.jpg');
    assert.equal(answer.at('mime_type'), 'image/jpeg');
  });

  const wrong: readonly (readonly [string, string, string | Buffer])[] = [
    ['page.html', 'text/html', '<!doctype html><script>alert(1)</script>'],
    ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['photo.png', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['notes.txt', 'text/plain', '<script>alert(1)</script>'],
    ['run.js', 'text/javascript', 'alert(1)'],
    ['run.sh', 'text/plain', '#!/bin/sh\nid'],
    ['run.php', 'application/x-php', '<?php phpinfo();'],
    ['run.exe', 'application/octet-stream', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['notes.txt', 'text/plain', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65])],
  ];
  for (const [name, type, content] of wrong) {
    test(`POST /kalends/v1/media refuses ${name} as ${type} holding ${JSON.stringify(String(content))}`, async () => {
      const files = kept();
      refused(
        await upload(service.as('admin'), Buffer.from(content), name, type),
        400,
        'rest_upload_file_type',
      );
      assert.deepEqual(kept(), files);
    });
  }

  test('POST /kalends/v1/media refuses what is empty, broken, cut off, no form or too large', async () => {
    const admin = service.as('admin');
    const files = kept();
    const rows = await total();
    refused(await admin.post(MEDIA()), 400, 'rest_upload_no_data');
    refused(await admin.post(MEDIA(), { file: 'text' }), 400, 'rest_upload_no_data');
    refused(await upload(admin, Buffer.alloc(0)), 400, 'rest_upload_no_data');
    refused(await raw(admin, Buffer.alloc(0), { 'Content-Type': 'image/png' }), 400, 'rest_upload_no_data');
    refused(await upload(admin, photo.subarray(0, 900), 'a.png'), 400, 'rest_upload_unknown_error');
    const broken = { 'Content-Type': 'multipart/form-data; boundary=x' };
    refused(await raw(admin, Buffer.from('garbage'), broken), 400, 'rest_bad_request');
    const unbounded = { 'Content-Type': 'multipart/form-data' };
    refused(await raw(admin, Buffer.from('garbage'), unbounded), 400, 'rest_bad_request');
    const large = Buffer.concat([photo, Buffer.alloc(UPLOAD_LIMIT)]);
    for (const answer of [
      await upload(admin, large),
      await raw(admin, large, { 'Content-Type': 'image/png' }),
    ]) {
      refused(answer, 413, 'rest_body_too_large');
      assert.match(String(answer.at('message')), new RegExp(`\\b${UPLOAD_LIMIT.toLocaleString('en')}\\b`));
    }
    const event = await admin.post('/events', { title: 'a'.repeat(1_100_000), ...START });
    refused(event, 413, 'rest_body_too_large');
    assert.match(String(event.at('message')), /\b1,048,576\b/);
    assert.deepEqual(kept(), files);
    assert.equal(await total(), rows);
  });

  for (const [role, status] of [
    [undefined, 401],
    ['subscriber', 403],
    ['contributor', 403],
    ['author', 201],
    ['editor', 201],
  ] as const) {
    test(`POST /kalends/v1/media by ${role ?? 'nobody'} is answered ${status}`, async () => {
      for (const to of [MEDIA(), `${service.url}/wp/v2/media`]) {
        const answer = await as(role).post(to, form(small, 'small.jpg', 'image/jpeg'));
        if (status === 201) answer.expect(201);
        else refused(answer, status, 'rest_forbidden');
      }
    });
  }
});

describe('The list of files', () => {
  test('GET /kalends/v1/media shows authors their own, editors all, the newest first', async () => {
    const own = (await upload(service.as('author'), small, 'list-own.jpg')).expect(201).id();
    const other = (await upload(service.as('editor'), small, 'list-other.jpg')).expect(201).id();
    const ids = async (role: Role, query: string) =>
      (await as(role).get(`${MEDIA()}${query}`))
        .expect(200)
        .rows('media')
        .map((row) => row['id']);
    assert.deepEqual(await ids('editor', '?search=LIST-'), [other, own]);
    assert.deepEqual(await ids('author', '?search=list-'), [own]);
    assert.deepEqual(await ids('editor', '?search=%25'), []);
    assert.deepEqual((await ids('editor', '?per_page=2')).length, 2);
    const page = await service.as('editor').get(`${MEDIA()}?search=list-&per_page=1&page=2`);
    assert.deepEqual([page.at('total'), page.at('total_pages'), page.at('media.0.id')], [2, 2, own]);
    assert.equal(page.headers['x-wp-total'], '2');
    assert.equal(page.at('previous_rest_url'), `${MEDIA()}/?per_page=1&search=list-`);
    refused(await service.anonymous.get(MEDIA()), 401, 'rest_forbidden');
    refused(await service.as('contributor').get(MEDIA()), 403, 'rest_forbidden');
  });

  test('GET /kalends/v1/media/{id} is for owner and editors, and for all once it is on public show', async () => {
    const id = (await upload(service.as('author'))).expect(201).id();
    const read = async (role?: Role) => (await as(role).get(`${MEDIA()}/${id}`)).status;
    const author = service.as('author');
    const event = (
      await author.post('/events', { title: 'Draft', ...START, status: 'draft', image: `${id}` })
    )
      .expect(201)
      .id();
    assert.deepEqual(
      [await read(), await read('contributor'), await read('author'), await read('editor')],
      [404, 404, 200, 200],
    );
    await author.patch(`/events/${event}`, { status: 'publish', password: 'secret' });
    assert.equal(await read(), 404);
    await author.patch(`/events/${event}`, { password: '' });
    assert.deepEqual([await read(), await read('contributor')], [200, 200]);
    refused(await service.anonymous.get(`${MEDIA()}/999999`), 404, 'rest_media_invalid_id');
    refused(await author.get(`${MEDIA()}/${event}`), 404, 'rest_media_invalid_id');
  });
});

describe('Deleting files', () => {
  test('DELETE /kalends/v1/media/{id} takes away rows, links and files, and never gives the address again', async () => {
    const author = service.as('author');
    const made = (await upload(author, photo, 'flyer.png')).expect(201);
    const id = made.id();
    const image = String(id);
    const venue = (await author.post('/venues', { venue: 'Pictured', image })).expect(201).id();
    const event = (await author.post('/events', { title: 'Flyer', ...START, image, venue })).expect(201).id();
    (await author.delete(`${MEDIA()}/${id}`)).expect(200);
    assert.equal((await author.get(`/events/${event}`)).at('image'), false);
    assert.equal((await author.get(`/venues/${venue}`)).at('image'), undefined);
    const address = String(made.at('source_url'));
    for (const url of [address, address.replace('flyer.png', 'flyer-300x200.png')])
      refused(await service.anonymous.get(url), 404, 'rest_no_route');
    assert.ok(!kept().some((name) => /^flyer/.test(name)));
    refused(await author.get(`${MEDIA()}/${id}`), 404, 'rest_media_invalid_id');
    refused(await author.delete(`${MEDIA()}/${id}`), 404, 'rest_media_invalid_id');
    const again = await upload(author, photo, 'flyer.png');
    assert.equal(nameOf(again.expect(201)), 'flyer.png');
    assert.notEqual(again.at('source_url'), address);
  });

  test('DELETE /kalends/v1/media/{id} is for owner and editors', async () => {
    const id = (await upload(service.as('editor'))).expect(201).id();
    const remove = (role?: Role) => as(role).delete(`${MEDIA()}/${id}`);
    refused(await remove(), 401, 'rest_forbidden');
    refused(await remove('subscriber'), 403, 'rest_forbidden');
    refused(await remove('contributor'), 403, 'rest_forbidden');
    refused(await remove('author'), 404, 'rest_media_invalid_id');
    await service.as('editor').post('/events', { title: 'Shown', ...START, image: `${id}` });
    refused(await remove('author'), 403, 'rest_forbidden');
    (await remove('admin')).expect(200);
  });
});

describe('Pictures by address', () => {
  test('POST /events fetches a picture once, and knows it and its own again', async () => {
    const author = service.as('author');
    const create = async (image: string) =>
      (await author.post('/events', { title: 'By address', ...START, image })).expect(201);
    const first = await create(`${originOf(web)}/photo.png?v=1`);
    const id = first.at('image.id');
    assert.equal(first.at('image.width'), 1200);
    const requests = asked.length;
    assert.equal((await create(`${originOf(web)}/photo.png?v=1`)).at('image.id'), id);
    assert.equal((await create(String(first.at('image.url')))).at('image.id'), id);
    assert.equal((await create(String(id))).at('image.id'), id);
    assert.equal(asked.length, requests);
  });

  test('POST /events refuses private addresses, also behind a redirect, without connecting', async () => {
    const connections = hiddenConnections;
    const files = kept();
    const { port } = hidden.address() as AddressInfo;
    for (const image of [
      `${originOf(hidden)}/photo.png`,
      `http://localhost:${port}/photo.png`,
      `http://[::1]:${port}/photo.png`,
      `http://0.0.0.0:${port}/photo.png`,
      `http://2130706433:${port}/photo.png`,
      `${originOf(web)}/away.png`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      `${service.url}/media/2026/11/none.png`,
      `${service.url}/media/%zz`,
    ]) {
      const answer = await service.as('author').post('/events', { title: 'Inside', ...START, image });
      refused(answer, 400, 'rest_invalid_param');
      assert.ok(answer.at('data.params.image'), image);
    }
    assert.equal(hiddenConnections, connections);
    assert.deepEqual(kept(), files);
  });

  test('POST /events refuses what is no picture, by number, by address, and by address of our own', async () => {
    const admin = service.as('admin');
    const notes = (await upload(admin, Buffer.from('notes'), 'n.txt', 'text/plain')).expect(201);
    const images = [
      String(notes.id()),
      String(notes.at('source_url')),
      `${originOf(web)}/notes.txt`,
      `${originOf(web)}/none.png`,
    ];
    for (const image of images)
      refused(
        await admin.post('/events', { title: 'No picture', ...START, image }),
        400,
        'rest_invalid_param',
      );
  });

  test('POST and PATCH name a picture only by those who may read it, and tell nothing of others', async () => {
    const admin = service.as('admin');
    const secret = (await upload(admin, small, 'secret.jpg')).expect(201);
    const notes = (await upload(admin, Buffer.from('x'), 'n.txt', 'text/plain')).expect(201).id();
    const shown = (await upload(admin, small, 'shown.jpg')).expect(201).id();
    const locked = (await upload(admin, small, 'locked.jpg')).expect(201).id();
    const draftedMade = (await upload(admin, small, 'drafted.jpg')).expect(201);
    const drafted = draftedMade.id();
    const show = (image: number, fields: object) =>
      admin.post('/venues', { venue: `Shows ${image}`, image: String(image), ...fields });
    const venue = (await show(shown, {})).expect(201).id();
    const guarded = (await show(locked, {})).expect(201).id();
    (await admin.patch(`/venues/${guarded}`, { password: 'x' })).expect(200);
    const draft = (await show(drafted, { status: 'draft' })).expect(201).id();
    const hiddenIds = [secret.id(), locked, drafted, notes, 999_999, venue, draft, -1, 0];
    for (const role of ['contributor', 'author'] as const) {
      const by = service.as(role);
      const own = (await by.post('/events', { title: 'Own', ...START, status: 'draft' })).expect(201).id();
      const attempts: ((image: unknown) => Promise<Answer>)[] = [
        (image) => by.post('/events', { title: 'By ID', ...START, image }),
        (image) => by.patch(`/events/${own}`, { image }),
        (image) => by.post('/venues', { venue: 'By ID', image }),
        (image) => by.post('/organizers', { organizer: 'By ID', image }),
        (image) => by.post('/events', { title: 'Nested', ...START, venue: { venue: 'Nested', image } }),
        (image) => by.patch(`/events/${own}`, { organizer: [{ organizer: 'Nested', image }] }),
      ];
      for (const attempt of attempts) {
        const texts = new Set<string>();
        for (const id of hiddenIds)
          for (const image of [String(id), id]) {
            const answer = await attempt(image);
            refused(answer, 400, 'rest_invalid_param');
            texts.add(answer.text);
          }
        assert.equal(texts.size, 1, [...texts].join('\n'));
      }
      const open = await by.post('/events', { title: 'Open', ...START, image: shown });
      assert.equal(open.expect(201).at('image.id'), shown);
      // What an editor put on it is theirs to send back.
      (await admin.patch(`/events/${own}`, { image: String(secret.id()) })).expect(200);
      const kept = await by.patch(`/events/${own}`, { title: 'Again', image: secret.id() });
      assert.equal(kept.expect(200).at('image.id'), secret.id());
      (await admin.delete(`/events/${own}`)).expect(200);
    }
    const mine = (await upload(service.as('author'), small, 'mine.jpg')).expect(201);
    const used = await service.as('author').post('/events', { title: 'Mine', ...START, image: mine.id() });
    assert.equal(used.expect(201).at('image.id'), mine.id());
    const reached = { title: 'By address', ...START, image: String(draftedMade.at('source_url')) };
    const missing = { ...reached, image: reached.image.replace('drafted', 'missing') };
    const answers = [
      await service.as('author').post('/events', reached),
      await service.as('author').post('/events', missing),
    ];
    for (const answer of answers) refused(answer, 400, 'rest_invalid_param');
    assert.equal(answers[0]?.text, answers[1]?.text);
    const other = await service
      .as('editor')
      .post('/events', { title: 'Editor', ...START, image: secret.id() });
    assert.equal(other.expect(201).at('image.id'), secret.id());
  });

  test('POST /events by a contributor names no address', async () => {
    const requests = asked.length;
    const image = `${originOf(web)}/photo.png?contributor`;
    const event = { title: 'Address', ...START, image };
    refused(await service.as('contributor').post('/events', event), 400, 'rest_invalid_param');
    assert.equal(asked.length, requests);
  });

  test('POST /events that fails leaves neither file nor row of the picture it fetched', async () => {
    const files = kept();
    const rows = await total();
    const image = `${originOf(web)}/photo.png?failing`;
    const create = (fields: Body & object) =>
      service.as('author').post('/events', { title: 'Failing', ...START, image, ...fields });
    refused(await create({ author: 1 }), 403, 'rest_cannot_set_author');
    refused(await create({ venue: { venue: '<b></b>' } }), 400, 'could-not-create-venue');
    refused(await create({ end_date: '2027-04-01 10:00:00' }), 400, 'rest_invalid_param');
    refused(await create({ title: '<script></script>' }), 400, 'empty_content');
    assert.ok(asked.includes('/photo.png?failing'));
    assert.deepEqual(kept(), files);
    assert.equal(await total(), rows);
  });
});

describe('Files', () => {
  let url: string;
  let file: string;
  before(async () => {
    const made = (await upload(service.as('author'), small, 'served.jpg')).expect(201);
    url = String(made.at('source_url'));
    file = String(made.at('media_details.file'));
  });

  test('GET /media/* serves pictures for long, sandboxed and unsniffed', async () => {
    const answer = await fetch(url);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), small);
    const header = (name: string) => answer.headers.get(name);
    assert.equal(header('content-type'), 'image/jpeg');
    assert.equal(header('content-length'), String(small.length));
    assert.equal(header('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(header('content-security-policy'), "default-src 'none'; sandbox; frame-ancestors 'self'");
    assert.equal(header('x-content-type-options'), 'nosniff');
    assert.equal(header('x-robots-tag'), null);
    assert.equal(header('content-disposition'), null);
  });

  test('GET /media/* offers other files for download only', async () => {
    const notes = await upload(service.as('author'), Buffer.from('Grüße'), 'served.txt', 'text/plain');
    const text = await service.anonymous.get(String(notes.at('source_url')));
    assert.equal(text.expect(200).text, 'Grüße');
    assert.equal(text.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(text.headers['content-disposition'], 'attachment; filename="served.txt"');
    assert.equal(text.headers['x-content-type-options'], 'nosniff');
    const pdf = await upload(service.as('author'), Buffer.from('%PDF-1.7\n'), 'plan', 'application/pdf');
    const plan = await service.anonymous.get(String(pdf.at('source_url')));
    assert.equal(plan.headers['content-type'], 'application/pdf');
    assert.equal(plan.headers['content-disposition'], 'attachment; filename="plan.pdf"');
  });

  test('HEAD and conditional requests of /media/* send no body', async () => {
    const head = await fetch(url, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-length'), String(small.length));
    const etag = head.headers.get('etag') ?? '';
    const modified = head.headers.get('last-modified') ?? '';
    assert.match(modified, /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
    const get = (headers: RequestHeaders) => service.anonymous.get(url, undefined, headers);
    for (const headers of [
      { 'If-None-Match': etag },
      { 'If-None-Match': `"other", W/${etag}` },
      { 'If-Modified-Since': modified },
    ]) {
      const answer = (await get(headers)).expect(304);
      assert.equal(answer.text, '');
      assert.equal(answer.headers['etag'], etag);
      assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    }
    (await get({ 'If-None-Match': '"other"', 'If-Modified-Since': modified })).expect(200);
  });

  test('GET /media/* gives one range of bytes', async () => {
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    const last = small.length - 1;
    const get = async (headers: Record<string, string>) => {
      const answer = await fetch(url, { headers });
      return [
        answer.status,
        answer.headers.get('content-range'),
        Buffer.from(await answer.arrayBuffer()).toString('base64'),
      ];
    };
    const part = (from: number, to: number) => [
      206,
      `bytes ${from}-${to}/${small.length}`,
      small.subarray(from, to + 1).toString('base64'),
    ];
    const whole = [200, null, small.toString('base64')];
    assert.deepEqual(await get({ range: 'bytes=0-0' }), part(0, 0));
    assert.deepEqual(await get({ range: 'bytes=10-19' }), part(10, 19));
    assert.deepEqual(await get({ range: 'bytes=800-' }), part(800, last));
    assert.deepEqual(await get({ range: 'bytes=-5' }), part(last - 4, last));
    assert.deepEqual(await get({ range: 'bytes=-99999' }), part(0, last));
    assert.deepEqual(await get({ range: 'bytes=0-99999' }), part(0, last));
    assert.deepEqual(await get({ range: 'bytes=5-1' }), whole);
    assert.deepEqual(await get({ range: 'bytes=0-1,4-5' }), whole);
    assert.deepEqual(await get({ range: 'bytes=0-1', 'if-range': '"old"' }), whole);
    assert.deepEqual(await get({ range: 'bytes=0-1', 'if-range': etag }), part(0, 1));
    assert.deepEqual((await get({ range: 'bytes=99999-' })).slice(0, 2), [416, `bytes */${small.length}`]);
  });

  test('GET /media/* leads nowhere else, however it is written', async () => {
    const folder = path.join(service.data, 'media', '2026', '11');
    writeFileSync(path.join(folder, '.secret.png'), photo);
    writeFileSync(path.join(folder, 'page.html'), '<script>alert(1)</script>');
    writeFileSync(path.join(service.data, 'outside.png'), photo);
    for (const target of [
      '/media',
      '/media/',
      '/media/2026',
      '/media/2026/11/',
      '/media/2026/11/.secret.png',
      '/media/2026/11/%2esecret.png',
      '/media/2026/11/page.html',
      '/media/2026/11/none.png',
      '/media/../outside.png',
      '/media/%2e%2e/outside.png',
      '/media/..%2foutside.png',
      '/media/%2e%2e%2foutside.png',
      '/media/..%5coutside.png',
      '/media/%252e%252e%252foutside.png',
      '/media/2026/11/../../../outside.png',
      '/media/2026/../../outside.png',
      '/media//outside.png',
      '/media/..%c0%afoutside.png',
      `/media/${file}%00`,
      `/media/${file}%00.png`,
      `/media/./${file}`,
      '/media/%zz.png',
      '/media/../kalends.db',
      `/media/${'a'.repeat(5000)}.png`,
      `/media/${'a/'.repeat(500)}b.png`,
    ]) {
      const { status, text } = await exactly(target);
      assert.deepEqual([target, status, /"code":"(\w+)"/.exec(text)?.[1]], [target, 404, 'rest_no_route']);
    }
    assert.equal((await exactly(`/media/${file}`)).status, 200);
  });

  test('only reading methods reach /media/*', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      refused(await service.as('admin').send(method, url), 404, 'rest_no_route');
    assert.equal((await fetch(url)).status, 200);
  });

  test('wrong credentials are refused at /media/* as everywhere', async () => {
    const stranger = createClient(
      () => service.url,
      `Basic ${Buffer.from('admin:wrong').toString('base64')}`,
    );
    refused(await stranger.get(url), 401, 'incorrect_password');
  });
});

/** Sends a path as it stands: clients tidy dots and encodings away. */
function exactly(target: string): Promise<{ status: number; text: string }> {
  const { port, hostname } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', text = ''] = received.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), text });
    });
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  });
}
