import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { BLOCK, padding, readHeader, writeHeader } from './tar.ts';

/** The last member: the digest of all bytes before its own content, header included. */
const DIGEST_MEMBER = 'SHA256';
const HEX = 64;
/**
 * Size of what follows the digested bytes: the digest, padded to a block, and the two zero blocks that end an
 * archive.
 */
const SEALED_BY = BLOCK + 2 * BLOCK;
const READ_AT_ONCE = 1 << 20;

/** A member as the manifest lists it. */
export interface ArchiveMember {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
}

/** A member of an archive opened for reading. */
export interface ReadableMember {
  readonly name: string;
  readonly size: number;
  /** Its content in parts, each time from the beginning. */
  read(): AsyncIterable<Buffer>;
}

/** Writes a tar archive to a new file, one member after the other. */
export class ArchiveWriter {
  readonly #handle: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #madeSeconds: number;
  /**
   * Yields the members in order, without the final digest. @throws UserFacingError if this is not an archive, or a damaged
   * one
   */
  readonly members: ArchiveMember[] = [];
  bytes = 0;

  /** @param handle open for writing, at the beginning of an empty file; `finish` and `abandon` close it */
  constructor(handle: FileHandle, madeMs: number) {
    this.#handle = handle;
    this.#madeSeconds = Math.floor(madeMs / 1000);
  }

  async #write(part: Buffer): Promise<void> {
    this.#hash.update(part);
    await writeAll(this.#handle, part);
    this.bytes += part.length;
  }

  /** Appends a member of `size` bytes. @throws Error if its content has another length */
  async add(name: string, size: number, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    await this.#write(writeHeader(name, size, this.#madeSeconds));
    const hash = createHash('sha256');
    let written = 0;
    for await (const part of content) {
      hash.update(part);
      await this.#write(part);
      written += part.length;
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}.`);
    await this.#write(Buffer.alloc(padding(size)));
    this.members.push({ name, size, sha256: hash.digest('hex') });
  }

  /** Appends the digest, syncs and closes the file. Returns the SHA-256 of the whole file. */
  async finish(): Promise<string> {
    const header = writeHeader(DIGEST_MEMBER, HEX + 1, this.#madeSeconds);
    await this.#write(header);
    const end = Buffer.alloc(SEALED_BY);
    end.write(`${this.#hash.copy().digest('hex')}\n`, 'latin1');
    await this.#write(end);
    await this.#handle.sync();
    await this.#handle.close();
    return this.#hash.digest('hex');
  }

  /** Closes an unfinished archive. */
  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => {});
  }
}

async function writeAll(handle: FileHandle, part: Buffer): Promise<void> {
  for (let at = 0; at < part.length; ) at += (await handle.write(part, at)).bytesWritten;
}

const damaged = (file: string, where?: string) =>
  new UserFacingError(
    where === undefined ? message('backup.damaged', { file }) : message('backup.damaged_in', { file, where }),
  );

/** Opens an archive while `work` runs. @throws UserFacingError if it is not a file */
export async function withArchive<T>(file: string, work: (archive: Archive) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r');
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new UserFacingError(message('backup.no_file', { file }));
    return await work(new Archive(file, handle, found.size));
  } finally {
    await handle.close();
  }
}

/** A tar archive opened for reading. */
export class Archive {
  readonly file: string;
  readonly bytes: number;
  readonly #handle: FileHandle;

  constructor(file: string, handle: FileHandle, bytes: number) {
    this.file = file;
    this.#handle = handle;
    this.bytes = bytes;
  }

  async *#read(start: number, end: number): AsyncIterable<Buffer> {
    for (let at = start; at < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(READ_AT_ONCE, end - at));
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) throw damaged(this.file);
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  /** The members in their order, without the digest at the end. @throws UserFacingError where it isn't an archive, or a damaged one */
  async *members(): AsyncIterable<ReadableMember> {
    let last = '';
    for (let at = 0; at + BLOCK <= this.bytes; ) {
      const header = await this.#header(at, last);
      if (!header) return;
      if (!header.isPlain)
        throw new UserFacingError(
          message('backup.no_plain_file', { file: this.file, where: JSON.stringify(header.name) }),
        );
      if (header.name === DIGEST_MEMBER) return;
      const start = at + BLOCK;
      const { name, size } = header;
      if (start + size > this.bytes) throw damaged(this.file, name);
      yield { name, size, read: () => this.#read(start, start + size) };
      last = name;
      at = start + size + padding(size);
    }
  }

  async #header(at: number, after: string) {
    const parts: Buffer[] = [];
    for await (const part of this.#read(at, at + BLOCK)) parts.push(part);
    try {
      return readHeader(Buffer.concat(parts));
    } catch {
      throw at === 0
        ? new UserFacingError(message('backup.foreign', { file: this.file }))
        : damaged(this.file, after);
    }
  }

  /** Returns whether the file matches its final digest, with no byte added or missing. `progress` gets bytes read. */
  async isIntact(progress: (bytes: number) => void): Promise<boolean> {
    const end = this.bytes - SEALED_BY;
    if (end < BLOCK) return false;
    const hash = createHash('sha256');
    for await (const part of this.#read(0, end)) {
      hash.update(part);
      progress(part.length);
    }
    const expected = Buffer.alloc(SEALED_BY);
    expected.write(`${hash.digest('hex')}\n`, 'latin1');
    const found: Buffer[] = [];
    for await (const part of this.#read(end, this.bytes)) found.push(part);
    return expected.equals(Buffer.concat(found));
  }
}

/** Returns the SHA-256 of a file in hexadecimal digits. */
export async function digestOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const hash = createHash('sha256');
    for await (const part of handle.createReadStream({ autoClose: false, highWaterMark: READ_AT_ONCE }))
      hash.update(part);
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}
