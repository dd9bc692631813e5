// Backups that somebody made up: their digests are right, and what is in them is not.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { createZstdCompress, zstdDecompressSync } from 'node:zlib';
import { ArchiveWriter, withArchive } from '#transfer/backup/archive.ts';
import { MANIFEST } from '#transfer/backup/manifest.ts';
import { calendarSettings, dropCalendar } from '../support/engine.ts';
import { makeEvent } from '../support/events.ts';
import { inherited } from '../support/program.ts';
import { type Service, startService } from '../support/service.ts';

const CLI = path.join(import.meta.dirname, '..', '..', 'bin', 'kalends.js');
const folder = mkdtempSync(path.join(tmpdir(), 'kalends-forged-'));
const photo = readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', 'photo.png'));
const places: string[] = [];
let service: Service;
/** What a good backup holds, by name. */
const members = new Map<string, Buffer>();

before(async () => {
  service = await startService({ data: path.join(folder, 'home') });
  await makeEvent(service.as('admin'), { title: 'One' });
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="photo.png"' };
  (await service.as('admin').post(`${service.url}/kalends/v1/media`, photo, headers)).expect(201);
  const backup = path.join(folder, 'good.tar');
  assert.equal((await service.cli(['backup', backup])).code, 0);
  await withArchive(backup, async (archive) => {
    for await (const { name, read } of archive.members())
      members.set(name, Buffer.concat(await Array.fromAsync(read())));
  });
});

after(async () => {
  await service.stop();
  await dropCalendar(path.join(folder, 'home'));
  for (const place of places) await dropCalendar(place);
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a backup with members changed, renamed or added; its manifest and digests are right. */
async function forge(name: string, change: (content: Map<string, Buffer>) => void): Promise<string> {
  const file = path.join(folder, name);
  const content = new Map(members);
  const told = JSON.parse(String(content.get(MANIFEST)));
  content.delete(MANIFEST);
  change(content);
  const writer = new ArchiveWriter(await open(file, 'wx', 0o600), 1_795_000_000_000);
  for (const [member, bytes] of content) await writer.add(member, bytes.length, [bytes]);
  const text = Buffer.from(JSON.stringify({ ...told, members: [...writer.members] }));
  await writer.add(MANIFEST, text.length, [text]);
  await writer.seal();
  return file;
}

/** Runs a command; gives how it ended, and the most memory that it took, in bytes. */
async function run(args: string[], env: NodeJS.ProcessEnv = inherited) {
  const child = spawn(process.execPath, [CLI, ...args], { env: { ...env, LC_ALL: 'C' } });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  let most = 0;
  const timer = setInterval(() => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      most = Math.max(most, Number(kilobytes ?? 0) * 1024);
    } catch {
      // It has ended.
    }
  }, 20);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  return { code, said, most };
}

async function refusedBy(file: string, expected: RegExp): Promise<number> {
  const verified = await run(['verify', file]);
  assert.equal(verified.code, 1, verified.said);
  assert.match(verified.said, expected);
  const data = mkdtempSync(path.join(folder, 'place-'));
  places.push(data);
  const env = { ...inherited, ...(await calendarSettings(data, { empty: true })) };
  const restored = await run(['restore', file], env);
  assert.equal(restored.code, 1, restored.said);
  assert.match(restored.said, expected);
  assert.deepEqual(readdirSync(data), []);
  return Math.max(verified.most, restored.most);
}

const EVENTS = 'tables/events/000001.jsonl.zst';
const MEBIBYTE = 1024 * 1024;

async function packed(head: Buffer, part: Buffer, times: number): Promise<Buffer> {
  const parts = function* () {
    yield head;
    for (let n = 0; n < times; n++) yield part;
  };
  return Buffer.concat(await Array.fromAsync(Readable.from(parts()).pipe(createZstdCompress())));
}

const nothing = Buffer.alloc(0);
for (const [what, head, part] of [
  ['zeros', () => nothing, Buffer.alloc(MEBIBYTE)],
  ['newlines', () => nothing, Buffer.alloc(MEBIBYTE, '\n')],
  [
    'newlines behind rows',
    () => zstdDecompressSync(members.get(EVENTS) ?? nothing),
    Buffer.alloc(MEBIBYTE, '\n'),
  ],
  ['blanks', () => Buffer.from('["id"]\n'), Buffer.alloc(MEBIBYTE, ' ')],
  ['small rows', () => Buffer.from('["id"]\n'), Buffer.from('[1]\n'.repeat(MEBIBYTE / 4))],
  ['one list', () => Buffer.from('["id"]\n['), Buffer.from('1,'.repeat(MEBIBYTE / 2))],
] as const)
  test(`a member that unpacks to gigabytes of ${what} is refused, and takes no memory`, async () => {
    const bomb = await packed(head(), part, 2048);
    const file = await forge(`${what}.tar`, (content) => content.set(EVENTS, bomb));
    const most = await refusedBy(file, /tables\/events/);
    assert.ok(most < 250 * MEBIBYTE, `${Math.round(most / MEBIBYTE)} MiB`);
  });
