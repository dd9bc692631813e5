import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { claiming, gif, hugeAvif, jpegOfScans, packedText, plainPicture, png } from '../support/bombs.ts';
import type { Answer, Body, Client } from '../support/client.ts';
import { people, type ServiceProcess, startProcess } from '../support/service.ts';

const START = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const UPLOAD_LIMIT = 2_000_000;
const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));

let service: ServiceProcess;
let web: Server;
let asked: string[] = [];
let noise: Buffer;

before(async () => {
  const { data, info } = await sharp({
    create: {
      width: 500,
      height: 400,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  noise = data;
  assert.ok(info.size > UPLOAD_LIMIT / 5 && info.size < UPLOAD_LIMIT / 2, `${info.size}`);
  web = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('/photo')) response.end(photo);
    else if (request.url?.startsWith('/noise')) response.end(noise);
    else if (request.url?.startsWith('/huge')) response.end(hugeAvif);
    // Any other is never answered.
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  service = await startProcess({
    clock: '2026-11-20T18:00:00Z',
    env: { KALENDS_FETCH_ALLOW: `127.0.0.1:${port}`, KALENDS_UPLOAD_LIMIT: String(UPLOAD_LIMIT) },
  });
  await people(service);
});
after(async () => {
  await service.stop();
  web.closeAllConnections();
  web.close();
});

const at = (name: string) => `http://127.0.0.1:${(web.address() as AddressInfo).port}/${name}`;
const upload = (bytes: Uint8Array, by: Client = service.as('author')) =>
  by.post(`${service.url}/kalends/v1/media`, bytes, { 'Content-Type': 'image/png' });

function refused(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.at('code'), answer.at('data.status')], [status, code, status]);
}

const kept = () => {
  try {
    return readdirSync(path.join(service.data, 'media'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    ).length;
  } catch {
    return 0;
  }
};

/** The most memory that the service has had, in megabytes; undefined where the system doesn't tell. */
function peakMemory(): number | undefined {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

test('pictures that cost too much are refused at once, and the service does not grow', async () => {
  await upload(photo);
  const files = kept();
  const before = peakMemory();
  const costly: [string, Buffer][] = [
    ['huge.avif', hugeAvif],
    ['lying.avif', claiming(hugeAvif, 10, 10)],
    ['boasting.avif', claiming(hugeAvif, 60_000, 60_000)],
    ['wide.png', png(2 ** 31 - 1, 1, { claim: true })],
    ['huge.png', png(20_000, 20_000)],
    ['interlaced.png', png(6_000, 6_000, { interlaced: true })],
    ['huge.gif', gif(65_535, 65_535)],
    ['frames.gif', gif(10, 10, 20_000)],
    ['scans.jpg', await jpegOfScans(5_000)],
    ['torn.avif', hugeAvif.subarray(0, 600)],
  ];
  for (const [name, bytes] of costly) {
    const beganMs = performance.now();
    const answer = await upload(bytes);
    refused(answer, 400, 'rest_upload_unknown_error');
    assert.ok(performance.now() - beganMs < 15_000, name);
  }
  for (const svg of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'II*\0\x08\0\0\0',
    '\0\0\0\x0cjP  \r\n\x87\n',
  ])
    refused(await upload(Buffer.from(svg, 'latin1')), 400, 'rest_upload_file_type');
  const texts = png(30, 20, { beside: Array<Buffer>(150).fill(packedText(7_500_000)) });
  (await upload(texts)).expect(201);
  const peak = peakMemory();
  if (before !== undefined && peak !== undefined)
    assert.ok(peak - before < 100, `${before} MB, then ${peak} MB`);
  assert.equal(kept(), files + 1);
});

test('dear pictures wait for each other, too many of them are told to come again, and others go on', async () => {
  const dear = await plainPicture('jpeg', 2100, 2000, { progressive: true });
  let done = 0;
  const flood = Array.from({ length: 40 }, async () => {
    const answer = await upload(dear);
    if (answer.status === 201) done += 1;
    return answer;
  });
  (await upload(photo)).expect(201);
  const doneBefore = done;
  (await service.anonymous.get(`${service.url}/kalends/v1/health/live`)).expect(200);
  const answers = await Promise.all(flood);
  for (const answer of answers) {
    if (answer.status === 201) continue;
    refused(answer, 503, 'rest_unavailable');
    assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
  }
  assert.ok(done >= 5 && done < 40, `${done} were taken`);
  assert.ok(doneBefore < done, 'an ordinary one waited for all dear ones');
  (await upload(dear)).expect(201);
});

/** The processes that decode pictures, where the system tells. */
function decoders(): number[] {
  const children = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8');
  return children.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** Returns how many connections a process has; none where it has ended. */
function sockets(pid: number): number {
  try {
    const files = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    return files.filter((file) => file.startsWith('socket:')).length;
  } catch {
    return 0;
  }
}

test('signals to the whole group end no decoding, and open no inspector', async () => {
  if (!existsSync(`/proc/${service.pid}/task/${service.pid}/children`)) return;
  // One that has nothing to do for some seconds ends by itself, as those of earlier tests might do just now: one of our own.
  for (const pid of decoders()) process.kill(pid, 'SIGKILL');
  for (const endMs = performance.now() + 60_000; decoders().length > 0; await pause(20))
    assert.ok(performance.now() < endMs, 'processes that were killed are still there');
  (await upload(photo)).expect(201);
  const pids = decoders().filter((pid) => sockets(pid) > 0);
  assert.ok(pids.length > 0);
  const before = pids.map(sockets);
  for (const pid of pids)
    for (const signal of ['SIGUSR1', 'SIGUSR2', 'SIGQUIT', 'SIGINT'] as const) process.kill(pid, signal);
  await pause(500);
  assert.deepEqual(pids.map(sockets), before);
  (await upload(photo)).expect(201);
});

test('a picture whose process is killed is decoded once more', async () => {
  if (!existsSync(`/proc/${service.pid}/task/${service.pid}/children`)) return;
  const dear = await plainPicture('jpeg', 2100, 2000, { progressive: true });
  (await upload(photo)).expect(201);
  const uploading = upload(dear);
  await pause(30);
  for (const pid of decoders()) process.kill(pid, 'SIGKILL');
  (await uploading).expect(201);
});

test('bodies of uploads are held up to a bound', async () => {
  const { hostname, port } = new URL(service.url);
  const head = [
    'POST /kalends/v1/media HTTP/1.1',
    'Host: x',
    `Authorization: Basic ${Buffer.from(service.credentials('author')).toString('base64')}`,
    'Content-Type: image/png',
    `Content-Length: ${UPLOAD_LIMIT}`,
    '',
    'half',
  ].join('\r\n');
  // Four fill the bound; whichever comes fifth is refused before its body is read.
  const sockets = Array.from({ length: 5 }, () => connect(Number(port), hostname));
  const refusal = await Promise.any(
    sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.on('error', () => {}).write(head);
          socket.once('data', (bytes) => resolve(bytes.toString()));
        }),
    ),
  );
  assert.match(refusal, /^HTTP\/1\.1 503 /);
  assert.match(refusal, /\r\nretry-after: [1-9]/i);
  for (const socket of sockets) socket.destroy();
  let answer = await upload(noise);
  for (let tries = 0; answer.status === 503 && tries < 1_000; tries++) answer = await upload(noise);
  answer.expect(201);
});

const nested = (kind: 'venue' | 'organizer', images: readonly string[]) =>
  images.map((image, i) => ({ [kind]: `${kind} ${image} ${i}`, image }));
const create = (fields: Body & object) =>
  service.as('author').post('/events', { title: 'Pictured', ...START, ...fields });

test('POST /events takes five addresses of pictures, and refuses a sixth, naming the field', async () => {
  const images = Array.from({ length: 30 }, (_, i) => at(`photo-${i}.png`));
  asked = [];
  const rows = await service.as('admin').get(`${service.url}/kalends/v1/media`);
  const files = kept();
  for (const [name, fields] of [
    ['venue', { venue: nested('venue', images) }],
    ['organizer', { organizer: nested('organizer', images) }],
    [
      'organizer',
      {
        image: images[0],
        venue: nested('venue', images.slice(1, 4)),
        organizer: nested('organizer', images.slice(4, 6)),
      },
    ],
  ] as const) {
    const answer = await create(fields);
    refused(answer, 400, 'rest_invalid_param');
    assert.match(String(answer.at(`data.params.${name}`)), /\b5\b/);
  }
  assert.ok(asked.length <= 15, `${asked.length} were fetched`);
  assert.equal(kept(), files);
  const after = await service.as('admin').get(`${service.url}/kalends/v1/media`);
  assert.equal(after.at('total'), rows.at('total'));
  const five = {
    image: images[0],
    venue: nested('venue', images.slice(1, 3)),
    organizer: nested('organizer', images.slice(3, 5)),
  };
  const made = (await create(five)).expect(201);
  const update = { organizer: nested('organizer', images.slice(10, 16)) };
  refused(await service.as('author').patch(`/events/${made.id()}`, update), 400, 'rest_invalid_param');
});

test('POST /events fetches an address once, however many fields name it, and keeps one picture of it', async () => {
  asked = [];
  const image = at('photo-shared.png');
  const shared = [image, image, image, image];
  const answer = (
    await create({ image, venue: nested('venue', shared), organizer: nested('organizer', shared) })
  ).expect(201);
  assert.deepEqual(asked, ['/photo-shared.png']);
  const ids = new Set([
    answer.at('image.id'),
    ...[0, 3].flatMap((i) => [answer.at(`venue.${i}.image.id`), answer.at(`organizer.${i}.image.id`)]),
  ]);
  assert.deepEqual([...ids], [answer.at('image.id')]);
});

test('POST /events has one budget of bytes for all its pictures', async () => {
  const images = Array.from({ length: 5 }, (_, i) => at(`noise-${i}.png`));
  const answer = await create({ venue: nested('venue', images) });
  refused(answer, 400, 'rest_invalid_param');
  assert.ok(answer.at('data.params.venue'));
  (await create({ venue: nested('venue', images.slice(0, 2)) })).expect(201);
});

test('POST /events has one deadline for all its pictures', async () => {
  const images = Array.from({ length: 5 }, (_, i) => at(`never-${i}.png`));
  const beganMs = performance.now();
  const [image, ...rest] = images;
  const answer = await create({
    image,
    venue: nested('venue', rest.slice(0, 2)),
    organizer: nested('organizer', rest.slice(2)),
  });
  refused(answer, 400, 'rest_invalid_param');
  assert.ok(performance.now() - beganMs < 40_000);
  for (const name of ['image', 'venue', 'organizer']) assert.ok(answer.at(`data.params.${name}`), name);
});

test('POST /events refuses a costly picture by its address', async () => {
  const answer = await create({ image: at('huge.avif') });
  refused(answer, 400, 'rest_invalid_param');
  assert.match(String(answer.at('data.params.image')), /16/);
});
