import { hash } from 'node:crypto';
import type { CacheStats } from '#foundation/telemetry/cache-stats.ts';
import { isSameVersion, type Version } from '#store/db/version.ts';
import { sizeOfBytes } from './memory.ts';
import type { ReadyAnswer } from './ready.ts';

/** Bytes that an entry takes beside its body and its key: headers, in the forms in which they go out, and bookkeeping. */
const BESIDE = 3_000;

const MOST_ASKED_ONCE = 10_000;

/** Characters above which a digest of a key is remembered instead of it. */
const LONG_KEY = 200;

/**
 * Answers as bytes, kept while nothing was written and the clock makes no difference, within a bound of memory: what
 * was asked for longest ago goes first (design 4).
 */
export class KeptAnswers {
  /** Bytes for whole answers, and for the pieces of which others are made. */
  readonly most: number;
  readonly fragments: number;
  readonly #version: () => Version | undefined;
  #of: Version | undefined;
  #bytes = 0;
  readonly #answers = new Map<string, ReadyAnswer>();
  #newest: ReadyAnswer | undefined;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  /**
   * @param bytes for everything that is kept
   * @param version the calendar's, as far as this process knows now; undefined: it doesn't
   */
  constructor(bytes: number, version: () => Version | undefined) {
    this.most = bytes / 4;
    this.fragments = bytes - this.most;
    this.#version = version;
  }

  /** What was kept and given so far. */
  get stats(): CacheStats {
    return {
      hits: this.#hits,
      misses: this.#misses,
      evictions: this.#evictions,
      entries: this.#answers.size,
      bytes: this.#bytes,
      most: this.most,
    };
  }

  /** Counts an answer that is made although it might have been kept. */
  countMiss(): void {
    this.#misses++;
  }

  /** The version at which an answer that is begun now may be kept; undefined: none may. */
  begin(): Version | undefined {
    return this.most > 0 ? this.#version() : undefined;
  }

  get(key: string, nowMs: number): ReadyAnswer | undefined {
    const version = this.#version();
    if (!isSameVersion(version, this.#of)) {
      this.#clear(version);
      return undefined;
    }
    const answer = this.#answers.get(key);
    if (answer === undefined || nowMs < answer.fromMs || nowMs >= answer.untilMs) return undefined;
    this.#hits++;
    // The most wanted is the newest already, mostly.
    if (this.#newest !== answer) {
      this.#answers.delete(key);
      this.#answers.set(key, answer);
      this.#newest = answer;
    }
    return answer;
  }

  /**
   * Keeps an answer where it is still right and worth its room.
   * @param made the calendar's version that it shows
   * @param body its bytes
   * @param make called only if it is kept
   */
  put(key: string, made: Version, body: Buffer, make: () => ReadyAnswer): void {
    const version = this.#version();
    if (!isSameVersion(version, made)) return;
    if (!isSameVersion(version, this.#of)) this.#clear(version);
    const size = sizeOfBytes(body) + 2 * key.length + BESIDE;
    // One that would push out much of the rest isn't worth it.
    if (size > this.most / 8) return;
    if (this.#bytes > this.most / 4 && !this.#isAskedAgain(key)) return;
    const answer = make();
    this.#remove(key);
    this.#answers.set(key, answer);
    this.#newest = answer;
    this.#bytes += size;
    answer.grown = (bytes) => {
      if (this.#answers.get(key) !== answer) return;
      this.#bytes += bytes;
      answer.size += bytes;
      this.#shrink();
    };
    answer.size = size;
    this.#shrink();
  }

  /** Whether what takes room from others was asked for before: those who ask for everything once are not to have it all. */
  #isAskedAgain(key: string): boolean {
    // Keys hold addresses, which may be long.
    const short = key.length > LONG_KEY ? hash('sha1', key, 'base64url') : key;
    if (this.#askedOnce.delete(short)) return true;
    if (this.#askedOnce.size >= MOST_ASKED_ONCE) this.#askedOnce.clear();
    this.#askedOnce.add(short);
    return false;
  }

  readonly #askedOnce = new Set<string>();

  #remove(key: string): void {
    const answer = this.#answers.get(key);
    if (answer === undefined) return;
    this.#answers.delete(key);
    this.#bytes -= answer.size;
  }

  #shrink(): void {
    for (const key of this.#answers.keys()) {
      if (this.#bytes <= this.most) return;
      this.#remove(key);
      this.#evictions++;
    }
  }

  #clear(version: Version | undefined): void {
    this.#answers.clear();
    this.#newest = undefined;
    this.#askedOnce.clear();
    this.#bytes = 0;
    this.#of = version;
  }
}
