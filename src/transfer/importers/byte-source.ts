import { readSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Random access to the bytes of a file, a stream or a buffer. */
export interface ByteSource {
  readonly size: number;
  /** The open file that holds the bytes; any thread of the process may read it until `close`. */
  readonly fd?: number;
  /** Reads bytes from `from` up to, not including, `to`; fewer only if the source has shrunk. May fill `into`. */
  read(from: number, to: number, into?: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

/** Returns a buffer as a byte source. */
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

/**
 * Returns the bytes of a file that another thread opened and will close. Reads block, and so only this thread waits.
 */
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

/** Opens a file for random access; a pipe is copied to a temporary file first. @throws system errors */
export async function openBytes(file: string): Promise<ByteSource> {
  const handle = await open(file);
  if ((await handle.stat()).isFile()) return bytesFromFile(handle, async () => {});
  // A pipe can be read only once; a folder fails here.
  try {
    return await spoolBytes(handle.createReadStream());
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Copies a stream that can be read only once, such as standard input, to a temporary file, which `close` removes. */
export async function spoolBytes(stream: AsyncIterable<Buffer>): Promise<ByteSource> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kalends-import-'));
  // An interruption ends the process without calling `close`.
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
