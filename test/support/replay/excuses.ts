import type { Difference } from './compare.ts';
import type { Deviation } from './recordings.ts';

/** A difference that a deviation allows in one exchange, and whether an answer needed it. */
interface Excuse {
  readonly deviation: Deviation;
  /** undefined: the whole answer, or the events that are left out. */
  readonly path: string | undefined;
  readonly covers: RegExp | undefined;
  needed: boolean;
}

/** The differences that deviations allow, by exchange, and those that a replay needed. */
export class Excuses {
  readonly #byName = new Map<string, Excuse[]>();

  constructor(deviations: readonly Deviation[]) {
    for (const deviation of deviations)
      for (const name of deviation.exchanges) {
        const paths = deviation.paths ?? [undefined];
        const excuses = paths.map((path) => ({
          deviation,
          path,
          covers: path === undefined ? undefined : covering(path),
          needed: false,
        }));
        this.#byName.set(name, [...(this.#byName.get(name) ?? []), ...excuses]);
      }
  }

  /** The events (recorded IDs) that a decision keeps out of a recorded list which differs; undefined: none. */
  without(name: string): readonly number[] | undefined {
    const excuse = this.#of(name).find(({ deviation }) => deviation.without);
    if (excuse) excuse.needed = true;
    return excuse?.deviation.without;
  }

  /** Tells whether an answer is left out of the comparison. */
  isWhole(name: string): boolean {
    const excuse = this.#of(name).find(({ path, deviation }) => path === undefined && !deviation.without);
    if (excuse) excuse.needed = true;
    return excuse !== undefined;
  }

  /** The differences that no path allows. */
  left(name: string, differences: readonly Difference[]): Difference[] {
    const excuses = this.#of(name);
    return differences.filter(({ at }) => {
      const covering = excuses.filter(({ covers }) => covers?.test(at));
      for (const excuse of covering) excuse.needed = true;
      return covering.length === 0;
    });
  }

  /** Lists what no answer needed, of exchanges that were compared: `NAME PATH (WHY)`. */
  unneeded(compared: ReadonlySet<string>): string[] {
    return [...this.#byName].flatMap(([name, excuses]) =>
      excuses
        .filter(({ needed }) => compared.has(name) && !needed)
        .map(({ path, deviation }) => `${name} ${path ?? 'as a whole'} (${deviation.why})`),
    );
  }

  /** Names that stand for no exchange. */
  unknown(names: ReadonlySet<string>): string[] {
    return [...this.#byName.keys()].filter((name) => !names.has(name));
  }

  #of(name: string): Excuse[] {
    return this.#byName.get(name) ?? [];
  }
}

/** The places that are `path` or below it; `[]` in it is any index of a list, `*` any member. */
function covering(path: string): RegExp {
  const text = path
    .replace(/[.*+?^${}()|\\[\]]/g, '\\$&')
    .replaceAll('\\[\\]', '\\[\\d+\\]')
    .replaceAll('\\*', '[^.]+?');
  return new RegExp(`^${text}(?=[.[]|$)`);
}
