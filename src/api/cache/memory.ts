/** What a buffer of its own takes beside its bytes: the objects around it and the allocator's. */
const OF_A_BUFFER = 250;

/**
 * Returns the bytes in memory of their own, for what is kept: small buffers are slices of a shared pool, and one that is
 * kept would keep all of its 64 KiB.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Bytes of memory that a buffer of its own takes. */
export const sizeOfBytes = (bytes: Buffer): number => bytes.length + OF_A_BUFFER;

/** Bytes of memory that a text takes at most: two for each character where one of them needs more than one. */
export const sizeOfText = (text: string, utf8Length: number): number =>
  utf8Length === text.length ? text.length : 2 * text.length;
