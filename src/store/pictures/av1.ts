/** The number of frames in an AV1 bitstream, and the largest width and height in pixels that its sequence headers allow. */
export interface CodedFrames {
  width: number;
  height: number;
  frames: number;
}

const SEQUENCE_HEADER = 1;
const FRAME_HEADER = 3;
const FRAME = 6;

/**
 * Counts the coded frames of an AV1 bitstream in low-overhead format, shown or not, and reads their largest size (AV1
 * specification 5.3 to 5.5); undefined without a sequence header, or without a frame after it. Throws RangeError where a unit is
 * cut off or a sequence header can't be read; frames themselves aren't checked.
 * @param pieces the parts of the bitstream, in order
 */
export function codedFrames(pieces: readonly Buffer[]): CodedFrames | undefined {
  const bytes = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  let found: CodedFrames | undefined;
  for (let at = 0; at < bytes.length; ) {
    const header = bytes.readUInt8(at);
    const type = (header >> 3) & 15;
    at += header & 4 ? 2 : 1;
    let size = bytes.length - at;
    if (header & 2) [size, at] = readLeb128(bytes, at);
    const end = at + size;
    if (end > bytes.length) throw new RangeError('The OBU exceeds the data');
    if (type === SEQUENCE_HEADER) {
      const frame = sequenceSize(new BitReader(bytes.subarray(at, end)));
      found = {
        width: Math.max(found?.width ?? 0, frame.width),
        height: Math.max(found?.height ?? 0, frame.height),
        frames: found?.frames ?? 0,
      };
    }
    if ((type === FRAME || type === FRAME_HEADER) && found) found.frames += 1;
    at = end;
  }
  return found && found.frames > 0 ? found : undefined;
}

function readLeb128(bytes: Buffer, from: number): [value: number, at: number] {
  let value = 0;
  for (let n = 0; n < 8; n += 1) {
    const byte = bytes.readUInt8(from + n);
    value += (byte & 0x7f) * 2 ** (7 * n);
    if (byte < 0x80) return [value, from + n + 1];
  }
  throw new RangeError('The leb128 has more than 8 bytes');
}

class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(count: number): number {
    let value = 0;
    for (let n = 0; n < count; n += 1, this.#at += 1)
      value = value * 2 + ((this.#bytes.readUInt8(this.#at >> 3) >> (7 - (this.#at & 7))) & 1);
    return value;
  }

  /** Skips a `uvlc()`: zeros, a one, and as many bits as there were zeros. */
  skipVariable(): void {
    let zeros = 0;
    while (this.take(1) === 0) zeros += 1;
    if (zeros < 32) this.take(zeros);
  }
}

// 5.5.1: the largest width and height follow the fields of timing and operating points.
function sequenceSize(bits: BitReader): { width: number; height: number } {
  bits.take(3);
  bits.take(1);
  const isReduced = bits.take(1) === 1;
  if (isReduced) bits.take(5);
  else skipOperatingPoints(bits);
  const widthBits = bits.take(4) + 1;
  const heightBits = bits.take(4) + 1;
  return { width: bits.take(widthBits) + 1, height: bits.take(heightBits) + 1 };
}

function skipOperatingPoints(bits: BitReader): void {
  let delayBits = 0;
  if (bits.take(1) === 1) {
    bits.take(32);
    bits.take(32);
    if (bits.take(1) === 1) bits.skipVariable();
    if (bits.take(1) === 1) {
      delayBits = bits.take(5) + 1;
      bits.take(32);
      bits.take(10);
    }
  }
  const hasDisplayDelay = bits.take(1) === 1;
  for (let left = bits.take(5) + 1; left > 0; left -= 1) {
    bits.take(12);
    if (bits.take(5) > 7) bits.take(1);
    if (delayBits > 0 && bits.take(1) === 1) bits.take(2 * delayBits + 1);
    if (hasDisplayDelay && bits.take(1) === 1) bits.take(4);
  }
}
