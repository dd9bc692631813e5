/** Yields the pieces of a body as its reader takes them, and returns the last: the whole of a short one. */
export type Pieces = AsyncGenerator<Buffer, Buffer, void>;

/** Bytes of a piece of a long body. */
export const PIECE = 2 ** 17;
/** Bytes up to which a body comes in one piece. */
export const HELD = 2 ** 18;

/** Most bytes that a code unit of a text takes in UTF-8. */
const MOST_OF_UNIT = 3;
/** Room beyond a piece for the text that fills it. */
const ROOM = 2 ** 13;

/** Gathers texts as bytes. One long text would be copied whole before it is encoded, and be in memory for longer. */
export class PieceWriter {
  #bytes = Buffer.allocUnsafeSlow(PIECE + ROOM);
  #length = 0;

  /** Bytes gathered since the last `take`. */
  get length(): number {
    return this.#length;
  }

  /** Adds a text. */
  add(text: string): void {
    this.#reserve(this.#length + MOST_OF_UNIT * text.length);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /**
   * Returns the gathered bytes in memory of their own, and begins a new piece. A buffer that is filled while other things are created
   * becomes old, and waits for a collection of all garbage: long feeds left 60 MB.
   */
  take(): Buffer {
    const piece = Buffer.allocUnsafeSlow(this.#length);
    this.#bytes.copy(piece, 0, 0, this.#length);
    this.#length = 0;
    return piece;
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Returns all pieces as one body. */
export async function wholeOf(pieces: Pieces): Promise<Buffer> {
  const all: Buffer[] = [];
  for (;;) {
    const { value, done } = await pieces.next();
    all.push(value);
    if (done) return all.length === 1 ? value : Buffer.concat(all);
  }
}
