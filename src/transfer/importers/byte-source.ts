import { readSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The bytes of a source, of which any part can be had at any time. */
export interface ByteSource {
  readonly size: number;
  /** The open file that they are in, which any thread of the process can read until `close`. */
  readonly fd?: number;
  /** Those from one position to before another; fewer only where the source has become shorter. `into` may be used for them. */
  read(from: number, to: number, into?: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

/** Bytes that are in memory. */
export function bytesFromMemory(buffer: Buffer): ByteSource {
  return {
    size: buffer.length,
    read: async (from, to) => buffer.subarray(from, to),
    close: async () => {},
  };
}

function roomFor(wanted: number, into: Buffer | undefined): Buffer {
  const length = Math.max(0, wanted);
  return into && into.length >= length ? into.subarray(0, length) : Buffer.allocUnsafe(length);
}

/** Those of a file that another thread has open, and closes: waiting for the disk keeps this thread alone. */
export function bytesFromSharedFile({ fd, size }: { fd: number; size: number }): ByteSource {
  return {
    size,
    fd,
    async read(from, to, into) {
      const buffer = roomFor(Math.min(to, size) - from, into);
      for (let at = 0; at < buffer.length; ) {
        const count = readSync(fd, buffer, at, buffer.length - at, from + at);
        if (count === 0) return buffer.subarray(0, at);
        at += count;
      }
      return buffer;
    },
    async close() {},
  };
}

async function bytesFromFile(handle: FileHandle, closed: () => Promise<void>): Promise<ByteSource> {
  const { size } = await handle.stat();
  return {
    size,
    fd: handle.fd,
    async read(from, to, into) {
      const buffer = roomFor(Math.min(to, size) - from, into);
      for (let at = 0; at < buffer.length; ) {
        const { bytesRead } = await handle.read(buffer, at, buffer.length - at, from + at);
        if (bytesRead === 0) return buffer.subarray(0, at);
        at += bytesRead;
      }
      return buffer;
    },
    async close() {
      await handle.close();
      await closed();
    },
  };
}

/** The bytes of a file. @throws errors of the system */
export async function openBytes(file: string): Promise<ByteSource> {
  const handle = await open(file);
  if ((await handle.stat()).isFile()) return bytesFromFile(handle, async () => {});
  // A pipe or a folder: the one can only be read once, the other fails here.
  try {
    return await spoolBytes(handle.createReadStream());
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Bytes that come only once, such as those of standard input: kept in a file until they are closed. */
export async function spoolBytes(stream: AsyncIterable<Buffer>): Promise<ByteSource> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kalends-import-'));
  // An interruption ends the process without closing anything.
  const goneAtExit = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', goneAtExit);
  const gone = async () => {
    await rm(folder, { recursive: true, force: true });
    process.off('exit', goneAtExit);
  };
  try {
    const file = path.join(folder, 'source.json');
    await writeFile(file, stream, { mode: 0o600 });
    return await bytesFromFile(await open(file), gone);
  } catch (error) {
    await gone();
    throw error;
  }
}
