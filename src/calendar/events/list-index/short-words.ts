import { emptyBits, type SlotBits } from './bitmap.ts';

/** Letters and digits of folded texts, each by its code; 0: anything else. */
const codes = new Uint8Array(128);
const characters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
characters.forEach((character, at) => {
  codes[character.charCodeAt(0)] = at + 1;
});
const CODES = characters.length + 1;

/** Words of two letters or digits are collected up to so many slots: beyond, their sets would take most of the memory of all. */
const MAX_SLOTS_OF_PAIRS = 250_000;

/** The word of a code: of one character, or of two that follow each other. */
const wordOf = (code: number): string =>
  [Math.floor(code / CODES), code % CODES].map((one) => characters[one - 1] ?? '').join('');

/**
 * Collects which slots each word of one or two letters or digits (a–z, 0–9) occurs in, as a substring of folded texts, by
 * reading every text once. No index of texts has words that short, and reading all texts for each takes too long for somebody
 * who has just begun to type.
 */
export class ShortWords {
  readonly #slots: number;
  readonly #length: number;
  readonly #hasPairs: boolean;
  readonly #bits = new Map<number, SlotBits>();
  /** The number of the last text in which each code was found. */
  readonly #foundIn = new Uint32Array(CODES * CODES);
  readonly #found: number[] = [];
  #texts = 0;

  /** @param slots how many there are. @param length for how many there is room */
  constructor(slots: number, length: number) {
    this.#slots = slots;
    this.#length = length;
    this.#hasPairs = slots <= MAX_SLOTS_OF_PAIRS;
  }

  /** Adds the folded text of an event. */
  add(text: string, slots: Iterable<number>): void {
    this.#texts++;
    this.#found.length = 0;
    for (let at = 0, before = 0; at < text.length; at++) {
      const character = text.charCodeAt(at);
      const code = character < codes.length ? (codes[character] ?? 0) : 0;
      if (code > 0) {
        this.#note(code);
        if (before > 0 && this.#hasPairs) this.#note(before * CODES + code);
      }
      before = code;
    }
    for (const slot of slots)
      for (const code of this.#found) {
        const bits = this.#bitsOf(code);
        bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
      }
  }

  #note(code: number): void {
    if (this.#foundIn[code] === this.#texts) return;
    this.#foundIn[code] = this.#texts;
    this.#found.push(code);
  }

  #bitsOf(code: number): SlotBits {
    let bits = this.#bits.get(code);
    if (!bits) {
      bits = emptyBits(Math.max(this.#length, this.#slots));
      this.#bits.set(code, bits);
    }
    return bits;
  }

  /** Returns the slots of each word that occurs. */
  *words(): Generator<readonly [word: string, bits: SlotBits]> {
    for (const [code, bits] of this.#bits) yield [wordOf(code), bits];
  }
}
