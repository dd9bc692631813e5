// Backups that somebody made up: their digests are right, and what is in them is not.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ArchiveWriter, withArchive } from '#transfer/backup/archive.ts';
import { MANIFEST } from '#transfer/backup/manifest.ts';
import { calendarSettings, dropCalendar } from '../support/engine.ts';
import { makeEvent } from '../support/events.ts';
import { inherited } from '../support/program.ts';
import { type Service, startService } from '../support/service.ts';
import { inTurn } from '../support/turns.ts';

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
  await writer.finish();
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
  // On PostgreSQL the files come first; of them an empty folder may be left.
  assert.deepEqual(
    readdirSync(data, { recursive: true }).filter((name) => name !== 'media'),
    [],
  );
  return Math.max(verified.most, restored.most);
}

const EVENTS = 'tables/events/000001.jsonl.zst';
const MEBIBYTE = 1024 * 1024;
/** Of one kind more than 31 bits count; of the others four times what a command may take. */
const unpacked = (what: string) => (what === 'zeros' ? 2048 : 1024);

async function packed(head: Buffer, part: Buffer, times: number): Promise<Buffer> {
  const parts = function* () {
    yield head;
    for (let n = 0; n < times; n++) yield part;
  };
  return Buffer.concat(await Array.fromAsync(Readable.from(parts()).pipe(createZstdCompress())));
}

const nothing = Buffer.alloc(0);
for (const [what, head, part] of inTurn(3, [
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
] as const))
  test(`a member that unpacks to a gigabyte and more of ${what} is refused, and takes no memory`, async () => {
    const bomb = await packed(head(), part, unpacked(what));
    const file = await forge(`${what}.tar`, (content) => content.set(EVENTS, bomb));
    const most = await refusedBy(file, /tables\/events/);
    assert.ok(most < 250 * MEBIBYTE, `${Math.round(most / MEBIBYTE)} MiB`);
  });

test('a row of lists within lists is refused, and takes no memory', async () => {
  const bomb = await packed(Buffer.from('["id"]\n'), Buffer.alloc(MEBIBYTE, '['), 24);
  const file = await forge('deep.tar', (content) => content.set(EVENTS, bomb));
  const most = await refusedBy(file, /tables\/events/);
  assert.ok(most < 250 * MEBIBYTE, `${Math.round(most / MEBIBYTE)} MiB`);
});

/** Rows of a table with one column's value changed. */
function withValue(table: string, column: string, value: unknown): (content: Map<string, Buffer>) => void {
  return (content) => {
    const member = `tables/${table}/000001.jsonl.zst`;
    const [head = '[]', ...rows] = String(zstdDecompressSync(content.get(member) ?? nothing))
      .trimEnd()
      .split('\n');
    const at = JSON.parse(head).indexOf(column);
    const changed = rows.map((row) => JSON.stringify(JSON.parse(row).with(at, value)));
    content.set(member, zstdCompressSync(`${[head, ...changed].join('\n')}\n`));
  };
}

const copy = (file: unknown) =>
  JSON.stringify({ thumbnail: { file, width: 1, height: 1, 'mime-type': 'image/png', filesize: 1 } });
for (const [what, column, value] of [
  ['outside', 'file', '../kalends.db'],
  ['outside, further below', 'file', '2026/11/../../../kalends.db'],
  ['by an absolute path', 'file', '/etc/passwd'],
  ['of nothing', 'file', ''],
  ['hidden', 'file', '.held/x'],
  ['with a backslash', 'file', '..\\kalends.db'],
  ['with control characters', 'file', '2026/11/a\u001b[2J.png'],
  ['with a line break', 'file', '2026/11/a\n.png'],
  ['whose original is outside', 'original_file', '../../x'],
  ['whose copy is outside', 'sizes', copy('../kalends.db')],
  ['whose copy is no path', 'sizes', copy(5)],
  ['whose copies are no object', 'sizes', '[1'],
] as const)
  test(`a picture ${what} is refused`, async () => {
    const file = await forge(`row ${what}.tar`, withValue('media', column, value));
    await refusedBy(file, /outside the media folder/);
  });

for (const name of [
  'media/2026/11/a\u001b[2J.png',
  'media/2026/a\tb.png',
  'media/a\u0085b.png',
  'media/../x',
  'media//x',
])
  test(`a member named ${JSON.stringify(name)} is refused`, async () => {
    const file = await forge(`named ${Buffer.from(name).toString('hex')}.tar`, (content) =>
      content.set(name, Buffer.from('x')),
    );
    await refusedBy(file, /damaged/);
  });

for (const [what, type] of [
  ['a hard link', '1'],
  ['a symbolic link', '2'],
  ['a device', '3'],
  ['a folder', '5'],
  ['a FIFO', '6'],
  ['a header of pax', 'x'],
] as const)
  test(`a picture that is ${what} is refused`, async () => {
    const file = await forge(`${what}.tar`, () => {});
    const bytes = readFileSync(file);
    let at = 0;
    // Headers begin at multiples of 512.
    while (!bytes.toString('latin1', at, at + 6).startsWith('media/')) at += 512;
    const sum = Number.parseInt(bytes.toString('latin1', at + 148, at + 154), 8);
    bytes.write(type, at + 156, 'latin1');
    const more = type.charCodeAt(0) - '0'.charCodeAt(0);
    bytes.write((sum + more).toString(8).padStart(6, '0'), at + 148, 'latin1');
    const end = bytes.length - 3 * 512;
    bytes.write(createHash('sha256').update(bytes.subarray(0, end)).digest('hex'), end, 'latin1');
    writeFileSync(file, bytes);
    await refusedBy(file, /isn’t a regular file: "media\//);
  });
