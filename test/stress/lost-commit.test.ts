import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../support/client.ts';
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts';
import { calendarSettings, dropCalendar } from '../support/engine.ts';
import { people, type Service, startProcess } from '../support/service.ts';
import { assertSound } from '../support/sound-calendar.ts';

const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
const START = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const WITHIN_MS = 60_000;
const INSERT = 'insert into "media"';

const data = mkdtempSync(path.join(tmpdir(), 'kalends-lost-'));
let proxy: CuttingProxy;
let service: Service;
let web: Server;
/** Files that are kept of the picture: itself, and its forms and widths. */
let filesOfPicture = 0;

before(async () => {
  const { DATABASE_URL: url = '' } = await calendarSettings(data);
  proxy = await startCuttingProxy(url);
  web = createServer((_request, response) => response.end(photo));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  service = await startProcess({
    data,
    clock: '2026-11-20T18:00:00Z',
    env: {
      DATABASE_URL: proxy.url,
      KALENDS_FETCH_ALLOW: `127.0.0.1:${(web.address() as AddressInfo).port}`,
    },
  });
  await people(service);
  // In another calendar: this one is to send the statement that is cut off for the first time below.
  const other = await startProcess({ clock: '2026-11-20T18:00:00Z' });
  await people(other);
  const upload = other
    .as('admin')
    .post(`${other.url}/kalends/v1/media`, photo, { 'Content-Type': 'image/png' });
  (await upload).expect(201);
  filesOfPicture = filesIn(other);
  await other.stop();
  assert.ok(filesOfPicture > 1, 'a picture has smaller forms');
});
after(async () => {
  await service.stop();
  await proxy.close();
  await dropCalendar(data);
  rmSync(data, { recursive: true, force: true });
  web.close();
});

const media = () => `${service.url}/kalends/v1/media`;
const admin = () => service.as('admin');
const image = (name: string) => `http://127.0.0.1:${(web.address() as AddressInfo).port}/${name}.png`;
const filesIn = ({ data }: Pick<Service, 'data'>) => {
  const folder = path.join(data, 'media', '2026', '11');
  if (!existsSync(folder)) return 0;
  // Each picture has a folder of its own there.
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).length;
};
const files = () => filesIn(service);
const rows = async (): Promise<number> => Number((await admin().get(media())).at('total') ?? -1);

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const untilMs = performance.now() + WITHIN_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < untilMs, what);
    await pause(50);
  }
}

const create = (name: string) => ({ title: name, ...START, image: image(name) });
const writes: [string, (name: string) => Promise<Answer>, filesOfOne: () => number][] = [
  [
    'an upload of a picture',
    () => admin().post(media(), photo, { 'Content-Type': 'image/png' }),
    () => filesOfPicture,
  ],
  [
    'an upload of a text',
    (name) =>
      admin().post(media(), Buffer.from(name), {
        'Content-Type': 'text/plain',
        'Content-Disposition': `attachment; filename="${name}.txt"`,
      }),
    () => 1,
  ],
  ['an event with an address', (name) => admin().post('/events', create(name)), () => filesOfPicture],
  [
    'a venue with an address',
    (name) => admin().post('/venues', { venue: name, image: image(name) }),
    () => filesOfPicture,
  ],
  [
    'an organizer with an address',
    (name) => admin().post('/organizers', { organizer: name, image: image(name) }),
    () => filesOfPicture,
  ],
  [
    'an event with a new venue that has one',
    (name) => admin().post('/events', { title: name, ...START, venue: { venue: name, image: image(name) } }),
    () => filesOfPicture,
  ],
];

for (const [what, write, filesOfOne] of writes)
  for (const awayMs of [0, 3_000])
    test(`${what} keeps its files where only the answer to the commit is lost, ${awayMs} ms without a server`, async () => {
      const before = { rows: await rows(), files: files() };
      const name = `answer-${what.replaceAll(' ', '-')}-${awayMs}`;
      const cut = proxy.cut({ after: INSERT, loses: 'answer', awayMs });
      const answer = await write(name);
      await cut;
      assert.deepEqual([answer.status, answer.at('code')], [503, 'rest_unavailable']);
      await until('the row is seen', async () => (await rows()) === before.rows + 1);
      assert.equal(files(), before.files + filesOfOne());
      await until('nothing is at fault', async () => (await service.cli(['check'])).code === 0);
    });

for (const [what, write] of writes)
  test(`${what} takes its files back where the commit is lost`, async () => {
    const before = { rows: await rows(), files: files() };
    const cut = proxy.cut({ after: INSERT, loses: 'commit' });
    const answer = await write(`commit-${what.replaceAll(' ', '-')}`);
    await cut;
    assert.deepEqual([answer.status, answer.at('code')], [503, 'rest_unavailable']);
    await until('the files are gone', () => files() === before.files);
    await until('the service answers', async () => (await rows()) === before.rows);
  });

test('a deletion takes the files away where only the answer to its commit is lost', async () => {
  const made = (await writes[0]?.[1]('deleted'))?.expect(201);
  const before = files();
  const cut = proxy.cut({ after: 'delete from "media"', loses: 'answer' });
  const answer = await admin().delete(`${media()}/${made?.id()}`);
  await cut;
  assert.equal(answer.status, 503);
  await until('the files are gone', () => files() === before - filesOfPicture);
});

test('what was kept stays, long after all looks', async () => {
  await assertSound(service);
});
