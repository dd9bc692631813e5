import { TimeSlice } from '#api/server/answer-size.ts';
import type { TurnQueue } from '#context.ts';
import { LIKELY, type Likeness, likenessOf, type Profile } from './score.ts';
import { wordsOf } from './similarity.ts';

/** Two that are likely one: their places in the list that was searched, the first before the second. */
export interface LikelyPair extends Likeness {
  readonly first: number;
  readonly second: number;
}

/** Of so many that share a key, each is compared with so many after it: what a thousand share tells little. */
const COMPARED = 20;
/** Words of a name that more share aren't looked up. */
const COMMON = 200;
/** Letters of a name's beginning and end by which those with a slip in between are found. */
const EDGE = 5;

/** Returns the keys of which two share at least one where they may be one. */
export function blockingKeys({ names, address, city, website, phone, email }: Profile): string[] {
  const keys: string[] = [];
  for (const name of names) {
    const words = wordsOf(name);
    const joined = words.join('');
    keys.push(`n ${words.toSorted().join(' ')}`, `j ${joined}`);
    if (joined.length > EDGE) keys.push(`b ${joined.slice(0, EDGE)}`, `e ${joined.slice(-EDGE)}`);
    for (const word of words) keys.push(`w ${word}`);
  }
  if (address !== '') keys.push(`a ${address} ${city}`);
  if (website !== '') keys.push(`u ${website}`);
  if (phone !== '') keys.push(`p ${phone}`);
  if (email !== '') keys.push(`m ${email}`);
  return [...new Set(keys)];
}

/** Finds likely doubles among many, comparing only what shares a key: time grows with their number, not with its square. */
export class DuplicateIndex {
  readonly #profiles: readonly Profile[];
  readonly #turns: TurnQueue;
  readonly #blocks = new Map<string, number[]>();

  private constructor(profiles: readonly Profile[], turns: TurnQueue) {
    this.#profiles = profiles;
    this.#turns = turns;
  }

  /** Builds the index of things in an order of their own, and yields to other requests meanwhile. */
  static async of(profiles: readonly Profile[], turns: TurnQueue): Promise<DuplicateIndex> {
    const index = new DuplicateIndex(profiles, turns);
    const slice = new TimeSlice(turns);
    for (const [place, profile] of profiles.entries()) {
      for (const key of blockingKeys(profile)) {
        const block = index.#blocks.get(key);
        if (block) block.push(place);
        else index.#blocks.set(key, [place]);
      }
      const { due } = slice;
      if (due) await due;
    }
    return index;
  }

  #isTelling(key: string, block: readonly number[]): boolean {
    return block.length <= COMMON || !/^[web] /.test(key);
  }

  /** Returns all likely doubles, the likeliest first. */
  async pairs(): Promise<LikelyPair[]> {
    const found: LikelyPair[] = [];
    const compared = new Set<number>();
    const slice = new TimeSlice(this.#turns);
    const count = this.#profiles.length;
    for (const [key, block] of this.#blocks) {
      if (!this.#isTelling(key, block)) continue;
      for (const [at, first] of block.entries()) {
        for (const second of block.slice(at + 1, at + 1 + COMPARED)) {
          const pair = first * count + second;
          if (compared.has(pair)) continue;
          compared.add(pair);
          const [one, other] = [this.#profiles[first], this.#profiles[second]];
          if (!one || !other) continue;
          const likeness = likenessOf(one, other);
          if (likeness.score >= LIKELY) found.push({ first, second, ...likeness });
        }
      }
      const { due } = slice;
      if (due) await due;
    }
    return found.sort((a, b) => b.score - a.score || a.first - b.first || a.second - b.second);
  }

  /** Returns those that something is likely one with, the likeliest first. */
  near(profile: Profile): (Likeness & { readonly place: number })[] {
    const places = new Set<number>();
    for (const key of blockingKeys(profile)) {
      const block = this.#blocks.get(key);
      if (block && this.#isTelling(key, block)) for (const place of block.slice(0, COMMON)) places.add(place);
    }
    return [...places]
      .flatMap((place) => {
        const other = this.#profiles[place];
        const likeness = other && likenessOf(profile, other);
        return likeness && likeness.score >= LIKELY ? [{ place, ...likeness }] : [];
      })
      .sort((a, b) => b.score - a.score || a.place - b.place);
  }
}
