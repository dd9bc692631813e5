import { pipeline, Readable } from 'node:stream';
import { type Encoding, encoder } from '#api/http/negotiation.ts';

/** Yields the pieces of a body, and calls `whole` with all of it at its end unless it has more bytes than `most`. */
export async function* collecting(
  pieces: AsyncIterable<Buffer>,
  most: number,
  whole: (body: Buffer) => void,
): AsyncGenerator<Buffer> {
  let held: Buffer[] | undefined = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > most) held = undefined;
    held?.push(piece);
    yield piece;
  }
  if (held) whole(Buffer.concat(held));
}

/** Returns pieces as a stream, compressed if asked; they are made as they are read, and no more of them once it is destroyed. */
export function streamOf(pieces: AsyncIterable<Buffer>, encoding: Encoding | undefined): Readable {
  const source = Readable.from(pieces, { objectMode: false });
  if (encoding === undefined) return source;
  // Whoever reads the compressed stream is told of a failure.
  return pipeline(source, encoder(encoding), () => {});
}
