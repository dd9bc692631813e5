import { Allowance } from './allowance.ts';
import type { FetchedPicture, FetchRules } from './fetch.ts';

/** Addresses of pictures that one request may name. */
export const MAX_ADDRESSES = 5;
/** For decoding all pictures of one request. */
const DECODE_MS = 30_000;

/** A picture that is fetched: the same for every field that names its address. */
export interface AddressedPicture {
  fetched: FetchedPicture;
  address: string;
}

/**
 * Bounds addresses, bytes and time of the pictures of one request, those of nested venues and organizers included.
 */
export class PictureBudget {
  readonly decoding = new Allowance(DECODE_MS);
  readonly #rules: FetchRules;
  readonly #addresses = new Set<string>();
  readonly #pictures = new Map<string, AddressedPicture>();
  #bytes = 0;
  #fetchUntilMs: number | undefined;

  constructor(rules: FetchRules) {
    this.#rules = rules;
  }

  /** Counts an address; false where it is one too many. */
  admit(address: string): boolean {
    if (this.#addresses.has(address)) return true;
    if (this.#addresses.size >= MAX_ADDRESSES) return false;
    this.#addresses.add(address);
    return true;
  }

  /** Returns the picture that was fetched from an address for another field; undefined: none was. */
  found(address: string): AddressedPicture | undefined {
    return this.#pictures.get(address);
  }

  /** The rules with what is left of bytes and of the time for fetching, which begins now. */
  rulesForNext(): FetchRules {
    const nowMs = performance.now();
    this.#fetchUntilMs ??= nowMs + this.#rules.timeoutMs;
    return {
      ...this.#rules,
      maxBytes: this.#rules.maxBytes - this.#bytes,
      timeoutMs: Math.max(1, Math.ceil(this.#fetchUntilMs - nowMs)),
    };
  }

  take(picture: AddressedPicture): void {
    this.#bytes += picture.fetched.bytes.length;
    this.#pictures.set(picture.address, picture);
  }
}

/** Returns rules by which several requests have no more time for fetching together than one has, from now on. */
export function sharingTime(rules: FetchRules): FetchRules {
  const untilMs = performance.now() + rules.timeoutMs;
  return {
    ...rules,
    get timeoutMs() {
      return Math.max(1, Math.ceil(untilMs - performance.now()));
    },
  };
}
